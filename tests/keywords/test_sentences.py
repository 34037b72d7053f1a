"""Whole messages in nine languages, as programs print them, and sentences that only look like failures."""

from __future__ import annotations

import unicodedata

import pytest

import classifier.strategies.phrases as phrases_module
from classifier import Classifier
from classifier.strategies import keyword as keyword_module
from classifier.strategies import languages as languages_module
from classifier.strategies.languages import find_foreign

FAILURES = [
    # German
    ("Fehler beim Abruf: Zeitüberschreitung beim Verbindungsaufbau zu modell.example", "connect_timeout"),
    ("Der Aufruf wurde abgelehnt, zu viele Anfragen in kurzer Zeit. Bitte warten Sie einen Moment.", "throttled"),
    ("Ihr Guthaben ist aufgebraucht – bitte laden Sie es auf.", "quota_exhausted"),
    ("Es konnte keine Verbindung hergestellt werden, da der Zielcomputer die Verbindung verweigerte", "refused"),
    ("Lesefehler: Die Verbindung wurde vom Kommunikationspartner zurückgesetzt", "reset"),
    ("Der Remotename konnte nicht aufgelöst werden: „api.example“", "dns"),
    ("Die Antwort ist kein gültiges JSON (Zeile 3)", "not_json"),
    ("Fehler: Anwendung des Patches fehlgeschlagen: quelle/haupt.c:12", "hunk_failed"),
    ("KONFLIKT (Inhalt): Merge-Konflikt in LIESMICH", "merge_conflict"),
    ("bauen: Befehl nicht gefunden", "start_failed"),
    ("Der Server ist derzeit ueberlastet", "overloaded"),
    ("Auf dem Gerät ist kein Speicherplatz mehr verfügbar", "local_resource"),
    ("Der zu ersetzende Text wurde nicht gefunden", "target_missing"),
    # French
    ("Échec : délai d’attente dépassé lors de l’appel du service", "read_timeout"),
    ("Trop de requêtes envoyées, patientez quelques secondes", "throttled"),
    ("Crédits épuisés, rechargez votre compte pour continuer", "quota_exhausted"),
    ("curl : connexion refusée par le serveur local", "refused"),
    ("erreur : connexion reinitialisee par le pair", "reset"),
    ("Nom ou service inconnu : api.exemple.test", "dns"),
    ("Impossible d’analyser la réponse du modèle", "not_json"),
    ("erreur : le patch ne s’applique pas à src/lib.rs", "hunk_failed"),
    ("CONFLIT (contenu) : Conflit de fusion dans README", "merge_conflict"),
    ("bash: mvnx : commande introuvable", "start_failed"),
    ("3 tests ont échoué sur 41", "tests_failed"),
    ("Le modèle est actuellement surchargé, réessayez plus tard", "overloaded"),
    ("Permission non accordée: '/etc/hosts'", "permission_denied"),
    # Spanish
    ("Se agotó el tiempo de espera de la respuesta", "read_timeout"),
    ("Demasiadas solicitudes; espere unos segundos", "throttled"),
    ("Saldo insuficiente para completar la llamada", "quota_exhausted"),
    ("conexion rechazada al abrir el puerto 9000", "refused"),
    ("Conexión reinicializada por la máquina remota", "reset"),
    ("Fallo temporal en la resolución del nombre", "dns"),
    ("la respuesta no es un JSON válido: falta una llave", "not_json"),
    ("error: el parche no aplica en módulo/app.py", "hunk_failed"),
    ("CONFLICTO (contenido): Conflicto de fusión en lista.txt", "merge_conflict"),
    ("bash: compilar: orden no encontrada", "start_failed"),
    ("El servidor está sobrecargado en este momento", "overloaded"),
    ("Dos pruebas fallaron en la última ejecución", "tests_failed"),
    # Portuguese
    ("A operação falhou: tempo limite excedido ao ler a resposta", "read_timeout"),
    ("Muitas requisições em pouco tempo, aguarde", "throttled"),
    ("Não há saldo suficiente na carteira: créditos esgotados", "quota_exhausted"),
    ("Erro de rede: conexão recusada pelo servidor", "refused"),
    ("A ligação foi fechada — ligação interrompida pelo servidor", "reset"),
    ("Falha na resolução de nome: api.exemplo.test", "dns"),
    ("A saída do modelo não é um JSON válido", "not_json"),
    ("nao foi possivel aplicar o patch em arquivo.py", "hunk_failed"),
    ("CONFLITO (conteúdo): conflito de mesclagem em dados.csv", "merge_conflict"),
    ("bash: rodar: comando não encontrado", "start_failed"),
    ("O serviço está temporariamente indisponível", "overloaded"),
    ("Ficheiro ou directoria inexistente: notas.txt", "missing_file"),
    # Italian
    ("Errore: tempo di attesa scaduto durante la chiamata", "read_timeout"),
    ("Troppe richieste, riprova tra poco", "throttled"),
    ("Credito esaurito: ricarica il tuo account", "quota_exhausted"),
    ("curl: connessione rifiutata sulla porta 8100", "refused"),
    ("Connessione interrotta dal corrispondente", "reset"),
    ("Errore temporaneo nella risoluzione del nome", "dns"),
    ("L’output del modello non è un JSON valido", "not_json"),
    ("errore: la patch non si applica a sorgente.c", "hunk_failed"),
    ("CONFLITTO (contenuto): conflitto di merge in elenco.md", "merge_conflict"),
    ("bash: avvia: comando non trovato", "start_failed"),
    ("Il server è sovraccarico, riprovare più tardi", "overloaded"),
    ("Spazio esaurito sul dispositivo", "local_resource"),
    # Russian
    ("Запрос не выполнен: превышено время ожидания ответа", "read_timeout"),
    ("Слишком много запросов, попробуйте через минуту", "throttled"),
    ("Недостаточно средств. Пополните баланс", "quota_exhausted"),
    ("curl: (7) В соединении отказано", "refused"),
    ("Удалённый узел: соединение разорвано", "reset"),
    ("Временный сбой в разрешении имен", "dns"),
    ("Ответ модели не является корректным JSON", "not_json"),
    ("ошибка: не удалось применить патч: src/основа.c:7", "hunk_failed"),
    ("КОНФЛИКТ (содержимое): Конфликт слияния в файл.txt", "merge_conflict"),
    ("bash: собрать: команда не найдена", "start_failed"),
    ("Сервис «Модели» временно недоступен, ведутся работы", "overloaded"),
    ("Отказано в доступе: '/var/lib'", "permission_denied"),
    ("Найдено несколько совпадений для заменяемого фрагмента", "target_ambiguous"),
    # Japanese
    ("モデルからの応答待ちでタイムアウトしました", "read_timeout"),
    ("リクエストが多すぎます。しばらくお待ちください", "throttled"),
    ("クレジット残高が不足しています", "quota_exhausted"),
    ("サーバーへの接続が拒否されました (port 8080)", "refused"),
    ("既存の接続はリモート ホストに強制的に切断されました。", "reset"),
    ("名前解決において一時的な失敗", "dns"),
    ("応答をJSONとして解析できませんでした", "not_json"),
    ("応答を ＪＳＯＮ として解析できません", "not_json"),
    ("ｻｰﾊﾞｰに接続できません", "unreachable"),
    ("エラー: パッチを適用できません: src/main.py", "hunk_failed"),
    ("競合 (内容): README.md で競合が発生しました", "merge_conflict"),
    ("bash: foo: コマンドが見つかりません", "start_failed"),
    ("現在アクセスが集中しており、混み合っています", "overloaded"),
    ("置換対象の文字列が見つかりませんでした", "target_missing"),
    ("テストが 3 件失敗: テストに失敗しました", "tests_failed"),
    ("デバイスに空き領域がありません", "local_resource"),
    ("パッチの形式が不正なため読めません", "malformed_patch"),
    ("ディスククォータを超過しました", "local_resource"),
    # Chinese
    ("调用大模型接口失败：请求超时，请稍后重试", "read_timeout"),
    ("您的请求过于频繁，请稍后再试", "throttled"),
    ("当前分组上游负载已饱和，请稍后再试", "overloaded"),
    ("账户余额不足，请充值后继续使用", "quota_exhausted"),
    ("該帳戶餘額不足", "quota_exhausted"),
    ("由于目标计算机积极拒绝，无法连接。", "refused"),
    ("远程主机强迫关闭了一个现有的连接。", "reset"),
    ("无法解析主机：api.example", "dns"),
    ("模型输出不是有效的JSON，无法反序列化", "not_json"),
    ("错误：打补丁失败：src/main.c:20", "hunk_failed"),
    ("冲突（内容）：合并冲突于 说明.md", "merge_conflict"),
    ("bash: gmake：未找到命令", "start_failed"),
    ("沒有此一檔案或目錄: config.yml", "missing_file"),
    ("伺服器忙碌，請稍候", "overloaded"),
    ("作業逾時", "read_timeout"),
    ("LLM call failed：连接超时 (base_url=https://llm.example/v1)", "connect_timeout"),
    ("未找到要替换的内容，文件没有改动", "target_missing"),
    ("差异格式错误：缺少文件名", "malformed_patch"),
    ("已超出磁盘配额", "local_resource"),
    ("查詢逾時，請縮小範圍", "read_timeout"),
    ("握手超时：对端没有回复", "connect_timeout"),
    # Korean
    ("응답 대기 중 시간이 초과되었습니다", "read_timeout"),
    ("요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.", "throttled"),
    ("크레딧이 부족하여 요청을 처리할 수 없습니다", "quota_exhausted"),
    ("localhost:6379 연결이 거부됨", "refused"),
    ("현재 연결은 원격 호스트에 의해 강제로 끊겼습니다", "reset"),
    ("호스트 이름을 확인할 수 없습니다: api.example", "dns"),
    ("모델 출력이 올바른 JSON이 아닙니다", "not_json"),
    ("오류: 패치를 적용할 수 없습니다: src/app.py", "hunk_failed"),
    ("충돌 (내용): 목록.md에 병합 충돌", "merge_conflict"),
    ("bash: build: 명령어를 찾을 수 없음", "start_failed"),
    ("서버가 과부하 상태입니다", "overloaded"),
    ("장치에 남은 공간이 없음", "local_resource"),
    ("테스트 실패: 2개", "tests_failed"),
    ("패치 형식이 잘못되어 읽을 수 없습니다", "malformed_patch"),
    ("작업 시간 초과로 중단되었습니다", "read_timeout"),
]

HARMLESS = [
    "Die Verbindung wird im Abschnitt Netzwerkeinstellungen eingetragen",
    "Das Guthaben der Kundin beträgt 20 Euro",
    "Der Test der neuen Oberfläche beginnt morgen",
    "Le délai de livraison est de trois jours",
    "La connexion se configure dans le menu principal",
    "Le modèle propose une réponse plus courte",
    "La conexión se define en el archivo de ajustes",
    "El saldo de la cuenta aparece en la factura",
    "Las pruebas empiezan el lunes",
    "A conexão com o banco é feita no início",
    "O limite do cartão aparece no aplicativo",
    "La connessione viene aperta all'avvio",
    "Il credito formativo vale sei punti",
    "Соединение с базой открывается при запуске",
    "Модель отвечает кратко и по делу",
    "接続先の設定は次の画面で行います",
    "タイムアウト値は環境ごとに変えてください",
    "テストは来週から始まります",
    "连接池的大小可以在设置里修改",
    "请在下一步选择输出格式",
    "通过载入插件可以扩展功能",
    "受限速度的道路不适合该车型",
    "연결 설정은 다음 화면에서 합니다",
    "시간 초과 알림을 켰습니다",
    "レート制限の値は管理画面で変えられます",
    "限流规则由管理员维护",
    "逾時秒數請填整數",
    "La búsqueda no devolvió nada interesante",
    "Un autre serveur occupe cette salle",
    "테스트는 다음 주에 시작합니다",
    "모델이 짧게 답합니다",
]


@pytest.mark.parametrize(("text", "reason"), FAILURES, ids=[text for text, _ in FAILURES])
def test_failure_is_named_in_its_language(text: str, reason: str) -> None:
    """A message in another language gets the very reason its English counterpart would get."""
    answer = Classifier().explain(text)

    assert answer.reason == reason


@pytest.mark.parametrize("text", HARMLESS)
def test_everyday_sentence_is_no_failure(text: str) -> None:
    """A sentence about connections, tests or balances that reports no failure stays `unexpected`."""
    assert Classifier().classify(text) == "unexpected"


@pytest.mark.parametrize(("text", "reason"), [pair for pair in FAILURES if "é" in pair[0] or "ü" in pair[0]])
def test_decomposed_letters_are_read(text: str, reason: str) -> None:
    """macOS hands out letters and accents apart; they are the same letters."""
    assert Classifier().explain(unicodedata.normalize("NFD", text)).reason == reason


def _watch(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    asked: list[str] = []
    find, find_unspaced = phrases_module.find_phrases, phrases_module.find_unspaced

    def watched(low: str, words: frozenset[str], language: str = "en") -> list[phrases_module.Hit]:
        asked.append(language)
        return find(low, words, language)

    def watched_unspaced(low: str, needles: frozenset[str] | None = None) -> dict[str, list[phrases_module.Hit]]:
        asked.append("unspaced")
        return find_unspaced(low, needles)

    monkeypatch.setattr(keyword_module, "find_phrases", watched)
    monkeypatch.setattr(languages_module, "find_phrases", watched)
    monkeypatch.setattr(languages_module, "find_unspaced", watched_unspaced)
    return asked


@pytest.mark.parametrize(
    "text",
    [
        "Connection refused by localhost:11434",
        "Rate limit reached for requests",
        "Read timed out. (read timeout=30)",
        "error: patch failed: src/app.py:12",
        "connection trouble",
    ],
)
def test_english_failure_touches_no_other_table(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an English word speaks, no other table is looked at, let alone loaded."""
    asked = _watch(monkeypatch)

    Classifier().classify(text)

    assert asked == ["en"]


def test_unknown_plain_text_asks_only_the_latin_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain letters can be Spanish typed without accents, but never Russian or Japanese."""
    asked = _watch(monkeypatch)

    Classifier().classify("nothing in here means anything")

    assert asked == ["en", "latin"]


def test_chinese_keeps_its_own_table_beside_a_phrase_of_the_japanese_one() -> None:
    """What both write alike does not keep the Chinese words from being looked for."""
    found = find_foreign("接続拒否 余额不足", frozenset())

    assert [hit.reason for hit in found] == ["quota_exhausted", "refused"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("• billing account is closed", "quota_exhausted"),
        ("服务billing account服务", "quota_exhausted"),
        ("\u202eпревышено время ожидания", "read_timeout"),
        ("用户さくら: 余额不足", "quota_exhausted"),
        ("excedeu o limite de tempo", "command_timeout"),
        ("überlastet🙂", "overloaded"),
        ("ОшибкаTypeError: x", "programming_error"),
        ("Tageslimitüberschreitung erreicht", "usage_window"),
        ("You've hit your limit · resets 8pm (Europe/Berlin)", "usage_window"),
        ("ゲートウェイ・タイムアウトです", "gateway_timeout"),
    ],
    ids=[
        "bullet",
        "within Chinese",
        "direction mark",
        "a name in kana",
        "a longer phrase",
        "emoji",
        "glued to Russian",
        "German compound",
        "middle dot",
        "katakana dot",
    ],
)
def test_what_stands_around_a_phrase_does_not_hide_it(text: str, reason: str) -> None:
    """Marks, other scripts and shorter phrases inside it do not change what a phrase says."""
    found = Classifier().explain(text)

    assert found.reason == reason


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("Guthaben aufgebraucht – bitte aufladen", 429, "quota_exhausted"),
        ("credito esaurito – ricarica l’account", 403, "quota_exhausted"),
        ("ｔｏｋｅｎ　ｓｃａｄｕｔｏ", 500, "auth_failed"),
    ],
    ids=["dash", "apostrophe", "full width"],
)
def test_typographic_marks_leave_a_foreign_body_foreign(text: str, status: int, reason: str) -> None:
    """A body whose letters are all plain but for its marks is still read in the other languages beside a status."""
    assert Classifier().explain({"status": status, "body": {"error": {"message": text}}}).reason == reason


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("Соединение", {"ru"}),
        ("接続の設定画面です", {"unspaced"}),
        ("せつぞくのせってい", {"unspaced"}),
        ("连接设置", {"unspaced"}),
        ("연결 설정", {"unspaced"}),
        ("σύνδεση", set()),
    ],
)
def test_only_the_tables_of_the_script_are_asked(text: str, tables: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Which tables are looked at follows from the characters alone."""
    asked = _watch(monkeypatch)

    Classifier().classify(text)

    assert set(asked) - {"en", "latin"} == tables
