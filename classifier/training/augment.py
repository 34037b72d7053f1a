"""
Which variants of a message should a model know as well? Drawn from the row's own text, within its group.

Real programs print the same words without accents, in capitals, in full width, behind the prefix of a log line, inside
JSON or HTML, cut off, with fewer words, or around a name, a path and a number. What a row becomes depends on its text
and the seed alone.
"""

from __future__ import annotations

import hashlib
import html
import json
import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from classifier.training.data import Row

__all__ = ["VARIANTS", "augmented"]

_PREFIXES: Final = (
    "error: ", "Error: ", "ERROR ", "[ERROR] ", "fatal: ", "E: ", "W: ", "[WARN] ", "warning: ", "Exception: ",
    "RuntimeError: ", "java.io.IOException: ", "2024-05-17 08:12:44,120 ERROR ", "app[4711]: ", "svc-7: ", "task 12: ",
    "(!) ", "*** ", "> ", "* ", "E1042: ", "abort: ", "cli: ", "worker-3 | ",
)  # fmt: skip
_SUFFIXES: Final = (
    " (code 17)", " [E1042]", ": data.bin", " (/var/lib/app/state.db)", ": main.cfg", " 0x80070057", " (id=8c1f2e)",
    ": https://host.example/v1/items", " at line 42", ": «item-3»", ' "alpha"', ": 127", " #5", "!", "...", " (E_FAIL)",
)  # fmt: skip
#: Log lines tell the duration of whatever happened; alone it makes no timeout.
_DURATIONS: Final = (
    " (12 s)", " in 32 s", " [3.4s]", " 429 ms", " (0:12)", ", 5 s", " after 30 s", " in 2.5 sec", " (took 8 s)",
    " 00:01:30",
    " — 15 s", " (30s)", ": 800ms", " 2 min", " (1.2 sec)",
)  # fmt: skip
_JSON_SHAPES: Final = (
    '{{"error": {}}}', '{{"message": {}, "code": 17}}', '{{"error": {{"message": {}}}}}', '{{"detail": {}}}',
)  # fmt: skip
_HTML_SHAPES: Final = (
    "<p>{}</p>", "<html><body><h1>{}</h1></body></html>", "<b>{}</b><br>", '<div class="msg">{}</div>',
)  # fmt: skip
_FEWEST_WORDS: Final = 4
_FEWEST_LETTERS: Final = 8
_THINNED_SHARE: Final = 0.2
_FULL_STOPS: Final = " .!。\uff01"
_QUOTES: Final = ('"{}"', "'{}'", "«{}»", "„{}“", "“{}”", "「{}」", "`{}`")
_SLOT: Final = re.compile(
    r"https?://[^\s\"'»“”」<>]+|(?:[A-Za-z]:)?(?:[\\/][\w.\-]+){2,}|\b[\w\-]+\.[A-Za-z]{2,4}\b(?:\.[a-z]{2,6})*",
    re.ASCII,
)
_FILLERS: Final = (
    "report.xml", "notes.txt", "/srv/data/in.csv", "C:\\Temp\\a.dat", "node-4.example", "https://api.example/v2", "%s",
    "{name}", "$1", "config.yml", "img_0042.png", "users", "origin/main", "x",
)  # fmt: skip


def _unaccented(text: str, _draw: random.Random) -> str:
    bare = "".join(char for char in unicodedata.normalize("NFD", text) if not 0x300 <= ord(char) < 0x370)
    return unicodedata.normalize("NFC", bare)


def _prefixed(text: str, draw: random.Random) -> str:
    return draw.choice(_PREFIXES) + text


def _suffixed(text: str, draw: random.Random) -> str:
    return text.rstrip(_FULL_STOPS) + draw.choice(_SUFFIXES)


def _timed(text: str, draw: random.Random) -> str:
    return text.rstrip(_FULL_STOPS) + draw.choice(_DURATIONS)


def _wrapped_in_json(text: str, draw: random.Random) -> str:
    return draw.choice(_JSON_SHAPES).format(json.dumps(text, ensure_ascii=draw.random() < 0.3))


def _wrapped_in_html(text: str, draw: random.Random) -> str:
    return draw.choice(_HTML_SHAPES).format(html.escape(text))


def _quoted(text: str, draw: random.Random) -> str:
    return draw.choice(_QUOTES).format(text)


def _cut(text: str, draw: random.Random) -> str:
    """Without its end; three quarters of a text still say what it is about."""
    if len(text) < 24:
        return text
    return text[: draw.randint(len(text) * 3 // 4, len(text) - 1)] + draw.choice(("", "…", "..."))


def _refilled(text: str, draw: random.Random) -> str:
    """With other names, paths and addresses in the slots."""
    return _SLOT.sub(lambda _found: draw.choice(_FILLERS), text)


def _unfilled(text: str, _draw: random.Random) -> str:
    """Without the names, paths and addresses, and without the quotes left empty."""
    bare = _SLOT.sub("", text)
    bare = re.sub(r"[\"'«»„“”「」`‘’]\s*[\"'«»„“”「」`‘’]", "", bare)
    return " ".join(bare.split())


def _thinned(text: str, draw: random.Random) -> str:
    """Without a fifth of its words, or a few letters where words are not set apart: no single one may decide alone."""
    words = text.split(" ")
    if len(words) >= _FEWEST_WORDS:
        left = [word for word in words if draw.random() > _THINNED_SHARE]
        return " ".join(left) if len(left) > 1 else text
    if len(words) > 1 or len(text) < _FEWEST_LETTERS:
        return text
    for _ in range(max(1, len(text) // 12)):
        at = draw.randrange(len(text) - 2)
        text = text[:at] + text[at + draw.randint(1, 3) :]
    return text


def _terse(text: str, _draw: random.Random) -> str:
    """Without the full stop, as in a status line."""
    return text.rstrip(_FULL_STOPS)


def _shouted(text: str, _draw: random.Random) -> str:
    return text.upper()


def _full_width(text: str, _draw: random.Random) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)


VARIANTS: Final[dict[str, Callable[[str, random.Random], str]]] = {
    "unaccented": _unaccented,
    "prefixed": _prefixed,
    "suffixed": _suffixed,
    "timed": _timed,
    "json": _wrapped_in_json,
    "html": _wrapped_in_html,
    "quoted": _quoted,
    "cut": _cut,
    "refilled": _refilled,
    "unfilled": _unfilled,
    "thinned": _thinned,
    "terse": _terse,
    "shouted": _shouted,
    "full_width": _full_width,
}
"""Ways to vary a message, by name; each takes the text and a source of chance, and may return the text unchanged."""


def augmented(rows: Sequence[Row], seed: int, variants: Sequence[str] = tuple(VARIANTS), each: int = 1) -> list[Row]:
    """
    Return `rows`, each followed by its variants.

    Args:
        seed: With a row's text it decides what is drawn; other rows have no part in it.
        variants: Names out of `VARIANTS`.
        each: Variants drawn for each row; one that equals the text is dropped.

    Returns:
        Rows of the same groups, so that splits made before hold.
    """
    out: list[Row] = []
    for row in rows:
        out.append(row)
        digest = hashlib.sha256(f"{seed} {row.text}".encode("utf-8", "replace")).digest()
        draw = random.Random(int.from_bytes(digest[:8], "big"))
        for name in draw.sample(list(variants), min(each, len(variants))):
            text = VARIANTS[name](row.text, draw)
            if text.strip() and text != row.text:
                out.append(replace(row, text=text))
    return out
