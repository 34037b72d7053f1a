"""
What do words of other languages say? Which tables are looked at follows from the letters of the text.
"""

from __future__ import annotations

import re
from typing import Final

from classifier.evidence.facts import Facts
from classifier.evidence.plain import blocks_of, plain_chars, plain_text
from classifier.evidence.text import WINDOW_CHARS, window, words_of
from classifier.strategies.phrases import Hit, by_rank, find_phrases, find_unspaced

__all__ = ["find_foreign", "find_in_any"]

_CYRILLIC: Final = 0x04
_KANA: Final = 0x30
_HAN: Final = 0x4E
_HANGUL: Final = 0xAC
_A_KANA: Final = re.compile("[\u3041-\u30fa]")


def find_in_any(facts: Facts) -> list[Hit]:
    """
    Return the English phrases of a text, or, without any and if it is no plain ASCII, those of other languages.

    For texts beside which a fact is known: plain ASCII is taken for English there.
    """
    found = find_phrases(facts.plain, facts.words)
    return found or ([] if facts.low.isascii() else find_foreign(facts.plain, facts.words, facts.foreign_room))


def find_foreign(
    plain: str, words: frozenset[str], room: int = WINDOW_CHARS, needles: frozenset[str] | None = None
) -> list[Hit]:
    """
    Return the phrases of the other languages that a text holds, the strongest first.

    Args:
        plain: In lower case, as `plain_if_short` returns it.
        words: The words of `plain`.
        room: What a text may take of each of its ends; links of a long chain have less, some of them nothing.
        needles: Those of `all_needles` that the text holds, if that is known.
    """
    if not room:
        return []
    if plain.isascii():
        return find_phrases(plain, words, "latin")
    hits: list[Hit] = []
    chars = plain_chars(room)
    if len(plain) > 2 * chars:
        plain = plain_text(window(plain, chars))
        words = words_of(plain)
        needles = None
        # Full-width letters and typographic apostrophes hide English words as well.
        hits.extend(find_phrases(plain, words))
    hits.extend(find_phrases(plain, words, "latin"))
    if not hits:
        hits.extend(_by_script(plain, words, needles))
    hits.sort(key=by_rank)
    return hits


def _by_script(plain: str, words: frozenset[str], needles: frozenset[str] | None) -> list[Hit]:
    blocks = blocks_of(plain)
    hits = find_phrases(plain, words, "ru") if _CYRILLIC in blocks else []
    han, hangul = _HAN in blocks, _HANGUL in blocks
    # Half-width kana are full in the normal form NFKC.
    kana = _KANA in blocks and _A_KANA.search(plain) is not None
    if han or kana or hangul:
        found = find_unspaced(plain, needles)
        japanese = found.get("ja", []) if han or kana else []
        hits.extend(japanese)
        # A name in kana makes no Japanese of a Chinese sentence, but what is Japanese needs no second look.
        if han and not (kana and hits):
            hits.extend(found.get("zh", []))
        if hangul:
            hits.extend(found.get("ko", []))
    return hits
