"""
Which strong phrases does a text hold? An index over all tables that costs no more for a thousand phrases than for ten.

A phrase is looked for with `in`, but only if its rarest-looking word is among the words of the text. Scripts written
without spaces have no words to look up, so their phrases are filed by character, and tried only on texts that hold it.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from classifier.categories import CATEGORIES, on_change
from classifier.evidence.text import words_of
from classifier.keywords.en import PHRASES
from classifier.reasons import REASONS

__all__ = ["Hit", "find_phrases", "forget_phrases", "load_phrases"]

#: Reasons that outrank other strong words: what they name does not pass, whatever else the message speaks of.
_VETO: Final = frozenset(("tls_certificate", "context_length", "cancelled"))
_OWN_SCRIPTS: Final = ("ru", "ja", "zh", "ko")
_LATIN: Final = ("de", "fr", "es", "pt", "it")


@dataclass(frozen=True, slots=True)
class Hit:
    """
    A phrase that was found.

    Attributes:
        phrase: As listed.
        reason: Its reason.
        category: The reason's category.
        rank: Lower is stronger: veto or plain or general, then the document's order, then the order of the table.
        tier: 0 veto, 1 plain, 2 general.
        needle: What is looked for: the phrase without the mark that it must end a word.
        is_barred: Whether it must end a word.
    """

    phrase: str
    reason: str
    category: str
    rank: int
    tier: int
    needle: str
    is_barred: bool


@dataclass(slots=True)
class _Index:
    by_word: dict[str, tuple[tuple[str, Hit], ...]]
    words: frozenset[str]
    by_char: dict[str, tuple[tuple[str, str, Hit], ...]]
    chars: frozenset[str]


_cache: Final[dict[str, _Index]] = {}

#: A word of more phrases than this is looked for only if the phrase has no other: each phrase costs 0.1 µs to try.
_COMMON: Final = 24
_SPACED: Final = {code: " " for code in range(128) if not chr(code).isalnum()}


def forget_phrases() -> None:
    """Build the index anew at the next look-up; called after categories or reasons have changed."""
    _cache.clear()


on_change(forget_phrases)


def find_phrases(
    low: str, words: frozenset[str], language: str = "en", chars: AbstractSet[str] | None = None
) -> list[Hit]:
    """
    Return the strong phrases of one table that `low` holds, the strongest first.

    Args:
        words: The words of `low`.
        chars: The characters of `low`, if the caller has them: to collect them takes 0.1 ms outside ASCII.
    """
    index = _cache.get(language) or _load(language)
    hits = [
        hit
        for word in index.words & words
        for needle, hit in index.by_word[word]
        if needle in low and (not hit.is_barred or _ends_there(needle, low))
    ]
    if index.chars:
        chars = chars or frozenset(low)
        hits.extend(
            hit
            for char in index.chars & chars
            for second, phrase, hit in index.by_char[char]
            if second in chars and phrase in low
        )
    if len(hits) > 1:
        # "exceeded the time limit" says more than "exceeded the", which it holds.
        hits = [hit for hit in hits if not any(hit.needle in one.needle != hit.needle for one in hits)]
        hits.sort(key=_rank)
    return hits


def load_phrases() -> None:
    """Read and file the tables of all languages now, which takes some 20 ms, instead of when a text first asks."""
    for language in ("en", "latin", *_OWN_SCRIPTS):
        find_phrases("", frozenset(), language)


def _rank(hit: Hit) -> int:
    return hit.rank


def _ends_there(phrase: str, low: str) -> bool:
    at = low.find(phrase)
    while at != -1:
        following = low[at + len(phrase) : at + len(phrase) + 2]
        if not following[:1].isalnum() and not (following[:1] in ".," and following[1:].isdigit()):
            return True
        at = low.find(phrase, at + 1)
    return False


def _load(language: str) -> _Index:
    tables = (
        [PHRASES]
        if language == "en"
        else [
            import_module(f"classifier.keywords.{one}").PHRASES
            for one in (_LATIN if language == "latin" else (language,))
        ]
    )
    order = {name: number for number, name in enumerate(CATEGORIES)}
    hits: list[Hit] = []
    for key, phrases in [pair for table in tables for pair in table.items()]:
        name = key.lstrip("~!")
        category = REASONS[name].category
        tier = 0 if name in _VETO or key.startswith("!") else 2 if key.startswith("~") else 1
        for phrase in phrases:
            rank = (tier * 100 + order[category]) * 10_000 + len(hits)
            needle = phrase.removesuffix("|")
            hits.append(Hit(phrase, name, category, rank, tier, needle, needle != phrase))
    index = _arrange(hits)
    _cache[language] = index
    return index


def _arrange(hits: list[Hit]) -> _Index:
    """
    File each phrase under its rarest word, so that a common word does not bring a hundred phrases to try.

    One without spaces is filed under its rarest character.
    """
    words = {hit.phrase: [word for word in words_of(hit.phrase.rstrip("|")) if _is_spaced(word)] for hit in hits}
    counts: dict[str, int] = {}
    for found in words.values():
        for word in found:
            counts[word] = counts.get(word, 0) + 1
    by_word: dict[str, list[Hit]] = {}
    unspaced: list[Hit] = []
    for hit in hits:
        if words[hit.phrase] and _is_spaced(hit.phrase):
            whole = words[hit.phrase]
            if hit.phrase[-1].isalnum() and len(whole) > 1:
                # The last word may go on: "not enough credit" is to be found in "not enough credits".
                last = hit.phrase.translate(_SPACED).rsplit(None, 1)[-1]
                whole = [word for word in whole if word != last and counts[word] <= _COMMON] or whole
            # Of equally rare words the same one is taken in every process.
            rarest = min(whole, key=lambda word: (counts[word], -len(word), word))
            by_word.setdefault(rarest, []).append(hit)
        else:
            unspaced.append(hit)
    by_char = _by_rarest_char(unspaced)
    filed = {word: tuple((hit.needle, hit) for hit in found) for word, found in by_word.items()}
    return _Index(filed, frozenset(filed), by_char, frozenset(by_char))


def _by_rarest_char(hits: list[Hit]) -> dict[str, tuple[tuple[str, str, Hit], ...]]:
    """File each phrase under its rarest character, beside the next rarest: to ask a set takes a third of a search."""
    counts: dict[str, int] = {}
    for hit in hits:
        for char in set(hit.phrase):
            counts[char] = counts.get(char, 0) + 1
    filed: dict[str, list[tuple[str, str, Hit]]] = {}
    for hit in hits:
        rarest, *others = sorted(set(hit.phrase), key=lambda char: (counts[char], char))
        filed.setdefault(rarest, []).append((others[0] if others else rarest, hit.phrase, hit))
    return {char: tuple(found) for char, found in filed.items()}


def _is_spaced(word: str) -> bool:
    """Tell whether the script of `word` puts spaces between words."""
    if word.isascii():
        return True
    last = max(word)
    # Thai stands apart; from the CJK radicals on, East Asian scripts begin.
    return last < "\u2e80" and not any("\u0e00" <= char < "\u0e80" for char in word)
