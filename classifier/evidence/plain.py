"""
How would a terminal print a text that is no plain ASCII? So the phrases of all languages are listed, and looked for.

Full-width letters, half-width kana, letters with their accents apart and typographic marks become what the tables hold.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from classifier.evidence.text import WINDOW_CHARS, window

__all__ = [
    "PARTING_MARKS",
    "PLAIN_MARKS",
    "blocks_of",
    "nfkc",
    "plain_chars",
    "plain_if_short",
    "plain_latin",
    "plain_text",
]

#: The marks that typesetting puts around and inside words, to what a terminal would print.
_TYPESET: Final = {
    **dict.fromkeys("‘’ʼ´", "'"), **dict.fromkeys("“”„«»「」『』《》‹›", '"'), "‑": "-", "–": "-", "—": " ",
    **dict.fromkeys("•·→│●✓✗✘❌⚠✖・", " "),
    **dict.fromkeys("\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff", ""),
}  # fmt: skip

_MARK: Final = re.compile(f"[{re.escape(''.join(_TYPESET))}]")

PARTING_MARKS: Final = frozenset(mark for mark, printed in _TYPESET.items() if not printed.strip())
"""Marks in whose place a plain text has a space or nothing."""

PLAIN_MARKS: Final = frozenset("".join(_TYPESET.values())) - {" "}
"""What stands in plain text for other marks."""

#: Read from each end of a text: normalising 4,000 characters alone takes 0.6 ms.
_PLAIN_CHARS: Final = 768

#: All blocks of Han characters are one, and so are those of Hangul.
_ONE_OF_MANY: Final = bytes(
    0x4E if 0x4E <= block < 0xA0 else 0xAC if 0xAC <= block < 0xD8 else block for block in range(256)
)


def blocks_of(text: str) -> list[int]:
    """
    Return the upper bytes of the characters, each once, which tell the scripts without making an object of each.

    0x4E stands for all Han characters, 0xAC for all of Hangul.
    """
    blocks = []
    upper = text.encode("utf-16-be", "surrogatepass")[::2].translate(_ONE_OF_MANY)
    while upper:
        blocks.append(upper[0])
        upper = upper.translate(None, upper[:1])
    return blocks


#: Characters of Latin-1 that the normal form NFKC replaces, and marks of typesetting.
_NOT_PLAIN: Final = "\u00a0¨ª¯²³´µ¸¹º¼½¾«»·"
_PLAIN_LATIN: Final = bytes(code for code in range(256) if chr(code) not in _NOT_PLAIN)


def plain_latin(text: str) -> bytes | None:
    """
    Return `text` in Latin-1 if it is in the normal form NFKC and without typographic marks, else None.

    So are most messages in Western European languages, and bytes take a third of the time of characters.
    """
    data = text.encode("latin-1", "ignore")
    return data if len(data) == len(text) and not data.translate(None, _PLAIN_LATIN) else None


#: Common characters that NFKC replaces wherever they stand, to what it makes of them.
_COMPATIBLE: Final = {
    **{wide: chr(ord(wide) - 0xFEE0) for wide in "，：；！？（）％／"},
    **dict.fromkeys("\u3000\u00a0\u202f", " "),
    "…": "...",
    "\u0e33": "\u0e4d\u0e32",
}


def nfkc(text: str) -> str:
    """
    Return `text` in the normal form NFKC.

    One full-width comma makes `unicodedata` take 30 µs for 200 characters that it would else only glance at; what is
    common is replaced beforehand.
    """
    if unicodedata.is_normalized("NFKC", text):
        return text
    for char, plain in _COMPATIBLE.items():
        text = text.replace(char, plain)
    return unicodedata.normalize("NFKC", text)


def plain_text(low: str) -> str:
    """Return `low` in the normal form NFKC, its typographic marks replaced."""
    if low.isascii() or plain_latin(low) is not None:
        return low
    plain = nfkc(low)
    if len(plain) > len(low):
        # One ligature may stand for eighteen letters.
        plain = window(plain)
    for mark in set(_MARK.findall(plain)):
        plain = plain.replace(mark, _TYPESET[mark])
    return plain


def plain_chars(room: int) -> int:
    """Return how many characters of each end of a text are made plain, of a link that may read `room` of them."""
    return room * _PLAIN_CHARS // WINDOW_CHARS


def plain_if_short(low: str, room: int = WINDOW_CHARS) -> str:
    """Return `plain_text(low)`, or `low` as it is if it is longer than what is made plain at once."""
    return low if low.isascii() or len(low) > 2 * plain_chars(room) else plain_text(low)
