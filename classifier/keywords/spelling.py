"""
How else is a phrase written? Adds the spellings of people without the right keys to a table; runs once, at loading.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

__all__ = ["spelled"]

_DIGRAPHS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def spelled(
    phrases: Mapping[str, tuple[str, ...]],
    *,
    accents: bool = False,
    digraphs: bool = False,
    swaps: Iterable[tuple[str, str]] = (),
    chars: Mapping[int, int] | None = None,
) -> dict[str, tuple[str, ...]]:
    """
    Return the table with further spellings of its phrases, each once, after the phrase it belongs to.

    Args:
        phrases: Reason to phrases, lower case and NFKC.
        accents: Also without accents ("conexion rechazada").
        digraphs: Also with two letters for an umlaut ("ueberlastet").
        swaps: Also with the first piece replaced by the second.
        chars: Also with each character replaced by another, as `str.translate` does.
    """
    swaps = tuple(swaps)
    table: dict[str, tuple[str, ...]] = {}
    for reason, listed in phrases.items():
        forms: dict[str, None] = {}
        for phrase in listed:
            forms[phrase] = None
            if accents:
                forms[_without_accents(phrase)] = None
            if digraphs:
                forms[phrase.translate(_DIGRAPHS)] = None
            for old, new in swaps:
                forms[phrase.replace(old, new)] = None
            if chars is not None:
                forms[phrase.translate(chars)] = None
        table[reason] = tuple(forms)
    return table


def _without_accents(phrase: str) -> str:
    bare = "".join(char for char in unicodedata.normalize("NFD", phrase) if not unicodedata.combining(char))
    return bare.replace("ß", "ss")
