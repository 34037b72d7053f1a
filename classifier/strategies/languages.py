"""
What do words of other languages say? Which tables are looked at follows from the letters of the text.

A text that is no plain ASCII is first written as a terminal would print it: full-width letters, half-width kana,
letters with their accents apart and typographic marks become what the tables hold.
"""

from __future__ import annotations

from typing import Final

from classifier.evidence.text import WINDOW_CHARS, nfkc, window, words_of
from classifier.strategies.phrases import Hit, find_phrases

__all__ = ["find_foreign", "find_in_any"]

#: The marks that typesetting puts around and inside words, to what a terminal would print.
_TYPESET: Final = {
    **dict.fromkeys("‘’ʼ´", "'"), **dict.fromkeys("“”„«»「」『』《》‹›", '"'), "‑": "-", "–": "-", "—": " ",
    **dict.fromkeys("•·→│●✓✗✘❌⚠✖・", " "),
    **dict.fromkeys("\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff", ""),
}  # fmt: skip

#: Read from each end of a text in other letters: normalising 4,000 characters alone takes 0.6 ms.
_FOREIGN_CHARS: Final = 768


def find_in_any(low: str, words: frozenset[str], room: int = WINDOW_CHARS) -> list[Hit]:
    """
    Return the English phrases of `low`, or, without any and if it is no plain ASCII, those of other languages.

    For texts beside which a fact is known: plain ASCII is taken for English there.

    Args:
        room: See `find_foreign`.
    """
    return find_phrases(low, words) or ([] if low.isascii() else find_foreign(low, words, room))


def find_foreign(low: str, words: frozenset[str], room: int = WINDOW_CHARS) -> list[Hit]:
    """
    Return the phrases of the other languages that `low` holds, the strongest first.

    Args:
        room: What a text may take of each of its ends; links of a long chain have less, some of them nothing.
    """
    hits: list[Hit] = []
    if not room:
        return hits
    if not low.isascii():
        plain = _plain(window(low, room * _FOREIGN_CHARS // WINDOW_CHARS))
        if plain != low:
            # Full-width letters and typographic apostrophes hide English words as well.
            low, words = plain, words_of(plain)
            hits.extend(find_phrases(low, words))
    hits.extend(find_phrases(low, words, "latin"))
    if not hits and not low.isascii():
        blocks = _blocks_of(low)
        if blocks == {_CYRILLIC_BLOCK}:
            hits.extend(find_phrases(low, words, "ru"))
        elif blocks:
            chars = frozenset(low)
            kana = not chars.isdisjoint(_KANA)
            for language in _tables_for(blocks, kana=kana):
                # A name in kana makes no Japanese of a Chinese sentence, but what is Japanese needs no second look.
                if language != "zh" or not (kana and hits):
                    hits.extend(find_phrases(low, words, language, chars))
    hits.sort(key=_rank)
    return hits


def _rank(hit: Hit) -> int:
    return hit.rank


def _plain(low: str) -> str:
    # One ligature may stand for eighteen letters.
    plain = window(nfkc(low), 2 * _FOREIGN_CHARS)
    for char, printed in _TYPESET.items():
        plain = plain.replace(char, printed)
    return plain


_KANA: Final = frozenset(map(chr, range(0x3041, 0x30FB)))
_CYRILLIC_BLOCK: Final = 0x04
_HAN_BLOCKS: Final = frozenset(range(0x4E, 0xA0))
_HANGUL_BLOCKS: Final = frozenset(range(0xAC, 0xD8))


def _blocks_of(plain: str) -> frozenset[int]:
    """Return the upper bytes of the characters, which tell the scripts without making an object of each."""
    return frozenset(plain.encode("utf-16-be", "surrogatepass")[::2].translate(None, b"\0"))


def _tables_for(blocks: frozenset[int], *, kana: bool) -> list[str]:
    """Return the tables to look at for a text in the normal form NFKC, in which half-width kana are full."""
    han = not blocks.isdisjoint(_HAN_BLOCKS)
    tables = []
    if _CYRILLIC_BLOCK in blocks:
        tables.append("ru")
    if kana or han:
        tables.append("ja")
    if han:
        tables.append("zh")
    if not blocks.isdisjoint(_HANGUL_BLOCKS):
        tables.append("ko")
    return tables
