"""
Which point in time does a sentence such as "try again at 2030-01-01 00:00 UTC" name? Never raises; no regular
expression.
"""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

__all__ = ["time_in_text"]

#  What stands before the time of a reset in a sentence, lower case. Seen in answers of Anthropic, OpenAI, Gemini
# and GLM.
_BEFORE: Final = (
    "reset at ", "resets at ", "resets at: ", "reset on ", "resets on ", "reset_at=", "again at ", "again on ",
    "again after ",
    "access on ", "available at ", "available on ", "available again at ", "retry at ", "retry after ", "retry-after: ",
    "resets: ", "limit reached|", "wait until ", "limited until ", "blocked until ", "将在 ", "将在", "于 ",
)  # fmt: skip
_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_LONGEST: Final = 40


def time_in_text(text: str) -> datetime | None:
    """Return the time, with time zone, that a lower-case sentence says to wait for; without one, UTC is meant."""
    for marker in _BEFORE:
        at = text.find(marker)
        while at != -1:
            rest = text[at + len(marker) : at + len(marker) + _LONGEST].lstrip(" \"'")
            found = _leading(rest)
            if found is not None:
                return found
            at = text.find(marker, at + 1)
    return None


def _leading(text: str) -> datetime | None:
    try:
        if text[:3] in _DAYS:
            end = text.find("gmt")
            return _with_zone(parsedate_to_datetime(text[: end + 3])) if end != -1 else None
        digits = 0
        while digits < len(text) and text[digits].isdecimal():
            digits += 1
        if digits in (10, 13):
            return datetime.fromtimestamp(int(text[:digits]) / (1 if digits == 10 else 1000), UTC)
        return _of_iso(text.replace("/", "-", 2)) if digits == 4 else None
    except (ValueError, TypeError, IndexError, OverflowError, OSError):
        return None


def _of_iso(text: str) -> datetime:
    day, rest = text[:10], text[10:]
    rest = rest.removeprefix(" at ").lstrip(" tT")
    end = 0
    while end < len(rest) and (rest[end].isdecimal() or rest[end] in ":."):
        end += 1
    clock = rest[:end].rstrip(".:")
    zone = rest[end:].lstrip()
    offset = zone[:6] if len(zone) >= 6 and zone[0] in "+-" and zone[3] == ":" else "+00:00"
    return datetime.fromisoformat(f"{day}T{clock}{offset}" if clock else f"{day}T00:00:00{offset}")


def _with_zone(when: datetime) -> datetime:
    return when if when.tzinfo is not None else when.replace(tzinfo=UTC)
