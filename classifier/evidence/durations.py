"""
How many seconds is "1m42.653s", and what does "try again in 20s" ask for? Never raises; no regular expression.
"""

from __future__ import annotations

from typing import Final

__all__ = ["duration_s", "wait_in_text"]

_UNITS: Final = {
    **dict.fromkeys(("ms", "msec", "msecs", "millis", "millisecond", "milliseconds", "毫秒", "ミリ秒",
    "밀리초"), 0.001),
    **dict.fromkeys(
        ("s", "sec", "secs", "second", "seconds", "second(s)", "sekunde", "sekunden", "seconde", "secondes", "segundo",
         "segundos", "secondi", "secondo", "секунд", "секунды", "секунду", "с", "сек", "秒", "秒後", "秒后",
         "秒鐘", "초",
         "sekund", "sekundy", "saniye", "giây", "detik"), 1.0),
    **dict.fromkeys(
        ("m", "min", "mins", "minute", "minutes", "minute(s)", "minuten", "minuto", "minutos", "minuti",
        "минут", "минуты",
         "минуту", "мин", "分", "分钟", "分鐘", "分後", "分间", "分間", "분", "minut", "minuty", "dakika",
         "phút", "menit"), 60.0),
    **dict.fromkeys(
        ("h", "hr", "hrs", "hour", "hours", "hour(s)", "stunde", "stunden", "heure", "heures", "hora", "horas",
        "ora", "ore",
         "час", "часа", "часов", "ч", "時間", "小时", "小時", "시간", "godzin", "godziny", "saat", "giờ",
         "jam"), 3600.0),
    **dict.fromkeys(
        ("d", "day", "days", "tag", "tage", "tagen", "jour", "jours", "día", "días", "dia", "dias", "giorni", "giorno",
         "день", "дня", "дней", "日", "天", "일"), 86_400.0),
}  # fmt: skip

#: What stands before a wait in a sentence, lower case.
_BEFORE: Final = (
    "try again in ", "try again after ", "take a break for ", "retry in ", "retry after ", "retry-after: ",
    "retry-after:", "retry_after: ", "retry_after=", "retry after: ", "wait for ", "please wait ", "wait ",
    "resets in ", "reset in ", "reset after ",
    "available in ", "retrydelay: ", "retrydelay\": \"", "retry your request after ", "back off for ",
    "again in about ",
    "resets after ", "again within ", "\"retry_after\": ", "'retry_after': ", "try in ", "expires in ", "cooldown: ",
    "versuchen sie es in ", "warten sie ", "réessayez dans ", "réessayer dans ", "veuillez patienter ", "attendez ",
    "inténtelo de nuevo en ", "intente de nuevo en ", "vuelva a intentarlo en ", "espere ",
    "tente novamente em ", "aguarde ",
    "riprova tra ", "riprovare tra ", "attendi ", "повторите попытку через ", "повторите через ", "подождите ",
    "через ",
    "retry_delay {\n  seconds: ", "retry_delay { seconds: ", "请等待", "请在", "請在", "請等待", "请于", "あと",
    "请稍候", "等待", "spróbuj ponownie za ",
)  # fmt: skip
_AFTER: Final = (
    "秒後",
    "秒后",
    "秒待",
    "분 후",
    "초 후",
    "分後",
    "分钟后",
    "分鐘後",
    "時間後",
    "小时后",
    "小時後",
    "秒以内",
    "秒间",
)
_GAP: Final = frozenset(" ,:")


def duration_s(text: str) -> float | None:
    """
    Return the seconds a duration such as `"6m0s"`, `"1m42.653s"`, `"20 seconds"`, `"34.07s"` or `"PT1M30S"` stands for.

    The whole of `text`, lower case, must be one duration; None if it is not.
    """
    text = text.strip().removeprefix("pt")
    found = _leading(text)
    return found[0] if found is not None and found[1] == len(text.rstrip(". ")) else None


def _leading(text: str) -> tuple[float, int] | None:
    """Return the duration `text` begins with, and where it ends; None without one."""
    total, end, position = 0.0, 0, 0
    for _ in range(4):
        start = position
        while position < len(text) and (text[position].isdecimal() or text[position] in ".,") and position - start < 16:
            position += 1
        number = text[start:position].strip(",").rstrip(".").replace(",", ".")
        if not number:
            break
        while position < len(text) and text[position] == " ":
            position += 1
        unit_start = position
        while position < len(text) and (text[position].isalpha() or text[position] in "()"):
            position += 1
        unit, position = _unit(text, unit_start, position)
        if unit is None:
            break
        try:
            total += float(number) * unit
        except ValueError:
            break
        end = position
        while position < len(text) and text[position] in _GAP:
            position += 1
        if text.startswith("and ", position):
            position += 4
    return (total, end) if end else None


def _unit(text: str, start: int, end: int) -> tuple[float | None, int]:
    """Return the unit at `start` and where it ends; scripts without spaces are tried from the longest piece down."""
    for stop in range(min(end, start + 12), start, -1):
        unit = _UNITS.get(text[start:stop])
        # "5 more" must not be read as five minutes: in alphabets with spaces the unit is the whole word.
        if unit is not None and (stop == end or not text[start].isascii()):
            return unit, stop
    return None, end


def wait_in_text(text: str) -> float | None:
    """Return the seconds a lower-case sentence asks to wait; None if it names no duration."""
    for marker in _BEFORE:
        at = text.find(marker)
        while at != -1:
            rest = text[at + len(marker) : at + len(marker) + 48].lstrip("~≈ \"'")
            for lead in ("about ", "at least ", "another ", "etwa ", "environ ", "ca. "):
                rest = rest.removeprefix(lead)
            found = _leading(rest)
            if found is not None:
                return found[0]
            if marker.startswith(("retry-after", "retry_", '"retry_after', "'retry_after")):
                bare = _bare_number(rest)
                if bare is not None:
                    return bare
            at = text.find(marker, at + len(marker))
    for marker in _AFTER:
        at = text.find(marker)
        if at > 0:
            start = at
            while start > 0 and (text[start - 1].isdecimal() or text[start - 1] in ". "):
                start -= 1
            found = _leading(text[start : at + len(marker)].strip())
            if found is not None:
                return found[0]
    return None


def _bare_number(text: str) -> float | None:
    end = 0
    while end < len(text) and (text[end].isdecimal() or text[end] == ".") and end < 12:
        end += 1
    try:
        return float(text[:end].rstrip("."))
    except ValueError:
        return None
