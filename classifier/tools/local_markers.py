"""
How do patches, shells and systems say in other languages that it was in vain? Stems by meaning, put together in pairs.

Lower case, found with `in`; both halves of a pair must be on one line. Measured against the message catalogues of git
and bash that a Debian system carries.
"""

from __future__ import annotations

from typing import Final

from classifier.tools.marks import Mark, Tool
from classifier.tools.taxonomy import ToolErrorCategory

__all__ = ["LOCAL_GENERAL_TOOLS", "LOCAL_PATCH_TOOL"]

_PATCH: Final = (
    "patch", "parche", "rustine", "patchen", "パッチ", "补丁", "修補", "修补", "패치", "патч", "латк", "łat",
    "yama", "miếng vá", "pedaç", "кръпк", "tambalan", "διόρθωμα", "επίθεμα", "záplat", "folt", "διόρθωση",
    "применения изменений", " vá",
)  # fmt: skip
_IN_VAIN: Final = (
    "fehlgeschlagen", "nicht angewendet", "nicht anwenden", "passt nicht", "falló", "fallado", "fallid",
    "no aplica", "no se aplica", "no se pudo aplicar", "échou", "échec", "ne s'applique pas",
    "n'a pas pu être appliqu", "失敗", "失败", "適用でき", "適用しません", "未应用", "无法应用", "無法套用",
    "未套用", "未被套用", "실패", "적용할 수 없", "적용되지", "не удалось", "не применя", "не применён",
    "не накладывается", "не вдал", "не застосов", "nie powiod", "nie pasuje", "nie można", "misslyckades",
    "kan inte", "uygulanam", "başarısız", "không được áp dụng", "khi vá", "falhou", "não aplica",
    "não se aplica", "não pôde ser aplicad", "non si applica", "fallit", "non riuscit", "no s'aplica",
    "ha fallat", "неуспеш", "не може", "gagal", "tidak dapat", "απέτυχε", "selhal", "nelze", "sikertelen",
    "mislukt", "niet toegepast", "niet worden toegepast", "tak diterapkan", "적용하지", "nie stosuje",
    "δεν εφαρμόζ", "ошибка", "gặp lỗi", "không áp dụng", "corrupt", "rusak", "망가", "uszkodz", "поврежд",
    "hasarlı", "hỏng", "损坏", "損壞", "malmès", "грешка", "κατεστραμμ", "beschädigt", "skadad", "破損", "壊れ",
    "defekt", "endommag", "danneggiat", "beschadigd", "пошкодж",
)  # fmt: skip
_COMMAND: Final = (
    "befehl", "kommando", "orden", "ordre", "orde ", "commande", "comando", "команд", "komanda", "polecen",
    "komut", "lệnh", "コマンド", "命令", "指令", "명령", "příkaz", "príkaz", "naredb", "parancs", "perintah",
    "opdracht", "comand", "ukaz", "наредб", "komento", "εντολή", "käsku", "bevel",
)  # fmt: skip
_NOT_FOUND: Final = (
    "nicht gefunden", "no encontrad", "no se encontr", "no se encuentra", "introuvable", "non trouv",
    "não encontrad", "non trovat", "не найден", "nie znalezion", "yok", "bulunamad", "không tìm",
    "見つかりません", "見つからない", "未找到", "找不到", "찾을 수 없", "nenalezen", "ikke fundet",
    "ikke funnet", "fant ikke", "ei löydy", "nije pronađ", "nem található", "tidak ditemukan", "niet gevonden",
    "negăsit", "nu a fost găsit", "nenájden", "ni mogoče najti", "нема такв", "не знайден", "δεν βρέθηκε",
    "не е открит", "s'ha trobat", "se atopou", "finns inte", "hittades inte", "ei ole", "nerasta", "nie gevind",
)  # fmt: skip
_NO_RIGHTS: Final = (
    "keine berechtigung", "zugriff verweigert", "permiso denegado", "acceso denegado", "sin permiso",
    "permission non accord", "permission refus", "accès refus", "permesso negato", "accesso negato",
    "permissão negada", "permissão recusada", "acesso negado", "отказано в доступе", "доступ запрещ",
    "нет доступа", "недостаточно прав", "許可がありません", "許可されていません", "権限がありません",
    "権限が不足", "アクセスが拒否", "アクセス拒否", "权限不", "没有权限", "沒有權限", "拒绝访问", "访问被拒",
    "權限不足", "權限的", "存取被拒", "拒絕存取", "허가 거부", "권한이 없", "권한 없", "액세스가 거부",
    "brak dostępu", "brak uprawnień", "odmowa dostępu", "toegang geweigerd", "geen toegang", "åtkomst nekas",
    "åtkomst nekad", "behörighet saknas", "adgang nægtet", "ikke tilgang", "lupa evätty", "pääsy evätty",
    "erişim engellendi", "izin verilmedi", "không đủ quyền", "không có quyền", "ijin ditolak", "izin ditolak",
    "відмовлено у доступі", "немає доступу", "engedély megtagad", "přístup odep", "operace zamítnuta",
    "prístup odmiet", "άρνηση πρόσβασης", "отказан достъп", "denegat el perm", "pristup je odbijen", "одбијен",
    "acces respins", "permisiune refuzat", "अनुमति नहीं", "ไม่มีสิทธิ์", "تم رفض الإذن", "الوصول مرفوض",
    "دسترسی رد",
)  # fmt: skip

LOCAL_PATCH_TOOL: Final = Tool(
    "localized patch",
    (Mark(ToolErrorCategory.EDIT_PATCH_FAILURE, _PATCH, _IN_VAIN, ("dispatch", "patch http", "patch /")),),
)
LOCAL_GENERAL_TOOLS: Final = (
    Tool("localized rights", (Mark(ToolErrorCategory.PERMISSION_DENIED, _NO_RIGHTS),)),
    Tool("localized shell", (Mark(ToolErrorCategory.TEST_COMMAND_FAILURE, _COMMAND, _NOT_FOUND),)),
)
