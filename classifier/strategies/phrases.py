"""
Which strong phrases does a text hold? An index over all tables that costs no more for a thousand phrases than for ten.

A phrase is looked for with `in`, but only if its rarest-looking words are among the words of the text. Scripts written
without spaces have no words to look up, so their phrases are filed by two neighbouring characters.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from classifier.categories import CATEGORIES, on_change
from classifier.evidence.plain import plain_text
from classifier.evidence.text import words_of
from classifier.keywords.en import PHRASES
from classifier.reasons import REASONS

__all__ = ["Hit", "all_needles", "by_rank", "find_phrases", "find_unspaced", "forget_phrases", "load_phrases"]

#: Reasons that outrank other strong words: what they name does not pass, whatever else the message speaks of.
_VETO: Final = frozenset(("tls_certificate", "context_length", "cancelled"))
_UNSPACED: Final = "unspaced"
#: Which tables are searched together.
_TABLES: Final = {
    "en": ("en",),
    "latin": ("de", "fr", "es", "pt", "it"),
    "ru": ("ru",),
    _UNSPACED: ("ja", "zh", "ko"),
}


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
        needle: What is looked for: the phrase in plain form, without the mark that it must end a word.
        is_barred: Whether it must end a word.
        language: Whose table lists it.
    """

    phrase: str
    reason: str
    category: str
    rank: int
    tier: int
    needle: str
    is_barred: bool
    language: str


@dataclass(slots=True)
class _Index:
    by_word: dict[str, tuple[tuple[str, str, Hit], ...]]
    words: frozenset[str]
    by_pair: dict[int, tuple[tuple[int, Hit], ...]]
    pairs: frozenset[int]
    by_needle: dict[str, tuple[Hit, ...]]


_cache: Final[dict[str, _Index]] = {}

#: A word of more phrases than this is looked for only if the phrase has no other: each phrase costs 0.1 µs to try.
_COMMON: Final = 24
_SPACED: Final = {code: " " for code in range(128) if not chr(code).isalnum()}


def forget_phrases() -> None:
    """Build the indices anew at the next look-up; called after categories or reasons have changed."""
    _cache.clear()


on_change(forget_phrases)


def find_phrases(low: str, words: frozenset[str], language: str = "en") -> list[Hit]:
    """
    Return the strong phrases of one index that `low` holds, the strongest first.

    Args:
        words: The words of `low`.
        language: `"en"`, `"ru"`, or `"latin"` for the other languages in the same letters.
    """
    index = _cache.get(language) or _load(language)
    hits = [
        hit
        for word in index.words & words
        for other, needle, hit in index.by_word[word]
        if other in words and needle in low and (not hit.is_barred or _ends_there(needle, low))
    ]
    return _the_longest(hits) if len(hits) > 1 else hits


def find_unspaced(low: str, needles: frozenset[str] | None = None) -> dict[str, list[Hit]]:
    """
    Return the strong phrases of Japanese, Chinese and Korean that `low` holds, by language, the strongest first.

    Args:
        needles: Those of `all_needles` that `low` holds, if that is known.
    """
    index = _cache.get(_UNSPACED) or _load(_UNSPACED)
    found: dict[str, list[Hit]] = {}
    if needles is None:
        pairs = index.pairs.intersection(_pairs_of(low))
        hits = [hit for pair in pairs for other, hit in index.by_pair.get(pair, ()) if other in pairs]
        hits = [hit for hit in hits if hit.needle in low]
    else:
        hits = [hit for needle in needles for hit in index.by_needle.get(needle, ())]
    for hit in hits:
        found.setdefault(hit.language, []).append(hit)
    return {language: _the_longest(hits) for language, hits in found.items()} if found else found


def _the_longest(hits: list[Hit]) -> list[Hit]:
    # "exceeded the time limit" says more than "exceeded the", which it holds.
    hits = [hit for hit in hits if not any(hit.needle in one.needle != hit.needle for one in hits)]
    hits.sort(key=by_rank)
    return hits


#: The code of an unsigned number of four bytes.
_PAIR: Final = next(code for code in "IL" if array(code).itemsize == 4)


def _pairs_of(low: str) -> array[int]:
    """Return a number for each two neighbouring UTF-16 units; strings of them would take several times as long."""
    units = low.encode("utf-16-le", "surrogatepass")
    pairs = array(_PAIR, units[: len(units) & ~3])
    pairs.frombytes(units[2 : 2 + (len(units) - 2 & ~3)] if units else b"")
    return pairs


def load_phrases() -> None:
    """Read and file the tables of all languages now, which takes some 20 ms, instead of when a text first asks."""
    if len(_cache) == len(_TABLES):
        return
    for name in _TABLES:
        if name not in _cache:
            _load(name)


def all_needles() -> dict[str, bool]:
    """
    Return what is looked for in plain text, of all languages: a text without any of these holds no phrase.

    With each whether words of it must be whole words of the text; it is not so in scripts without spaces.
    """
    # whole, even while another thread forgets the indices
    indices = [_cache.get(name) or _load(name) for name in _TABLES]
    needles = {needle: False for index in indices for needle in index.by_needle}
    needles.update((needle, True) for index in indices for filed in index.by_word.values() for _, needle, _ in filed)
    return needles


def by_rank(hit: Hit) -> int:
    """Sort by this: the strongest first."""
    return hit.rank


def _ends_there(phrase: str, low: str) -> bool:
    at = low.find(phrase)
    while at != -1:
        following = low[at + len(phrase) : at + len(phrase) + 2]
        if not following[:1].isalnum() and not (following[:1] in ".," and following[1:].isdigit()):
            return True
        at = low.find(phrase, at + 1)
    return False


def _load(name: str) -> _Index:
    order = {category: number for number, category in enumerate(CATEGORIES)}
    hits: list[Hit] = []
    for language in _TABLES[name]:
        # languages that are judged apart are numbered apart
        first = len(hits) if name == _UNSPACED else 0
        table = PHRASES if language == "en" else import_module(f"classifier.keywords.{language}").PHRASES
        for key, phrases in table.items():
            reason = key.lstrip("~!")
            category = REASONS[reason].category
            tier = 0 if reason in _VETO or key.startswith("!") else 2 if key.startswith("~") else 1
            for phrase in phrases:
                rank = (tier * 100 + order[category]) * 10_000 + len(hits) - first
                # as the texts are that it is looked for in
                needle = plain_text(phrase.removesuffix("|"))
                hits.append(Hit(phrase, reason, category, rank, tier, needle, phrase.endswith("|"), language))
    index = _arrange(hits)
    _cache[name] = index
    return index


def _arrange(hits: list[Hit]) -> _Index:
    """
    File each phrase under its rarest word, so that a common word does not bring a hundred phrases to try.

    One without spaces is filed under its rarest two neighbouring characters.
    """
    words = {hit.phrase: [word for word in words_of(hit.needle) if _is_spaced(word)] for hit in hits}
    counts: dict[str, int] = {}
    for found in words.values():
        for word in found:
            counts[word] = counts.get(word, 0) + 1

    def rarity(word: str) -> tuple[int, int, str]:
        # Of equally rare words the same one is taken in every process.
        return counts[word], -len(word), word

    by_word: dict[str, list[tuple[str, str, Hit]]] = {}
    unspaced: list[Hit] = []
    for hit in hits:
        if words[hit.phrase] and _is_spaced(hit.needle):
            whole = words[hit.phrase]
            in_order = hit.needle.translate(_SPACED).split()
            if hit.phrase[-1].isalnum() and len(whole) > 1:
                # The last word may go on: "not enough credit" is to be found in "not enough credits".
                whole = [word for word in whole if word != in_order[-1] and counts[word] <= _COMMON] or whole
            rarest = min(whole, key=rarity)
            # To ask a set for a second word takes a fifth of a search; words within the phrase stand there whole.
            inner = [word for word in in_order[1:-1] if word in counts and word != rarest]
            other = min(inner, key=rarity) if inner else rarest
            by_word.setdefault(rarest, []).append((other, hit.needle, hit))
        else:
            unspaced.append(hit)
    by_pair = _by_rarest_pair(unspaced)
    filed = {word: tuple(found) for word, found in by_word.items()}
    pairs = frozenset(by_pair).union(other for found in by_pair.values() for other, _ in found)
    by_needle: dict[str, tuple[Hit, ...]] = {}
    for hit in unspaced:
        by_needle[hit.needle] = (*by_needle.get(hit.needle, ()), hit)
    return _Index(filed, frozenset(filed), by_pair, pairs, by_needle)


def _by_rarest_pair(hits: list[Hit]) -> dict[int, tuple[tuple[int, Hit], ...]]:
    """File each phrase under its rarest two neighbouring characters, beside the next rarest."""
    counts: dict[int, int] = {}
    for hit in hits:
        for pair in set(_pairs_of(hit.needle)):
            counts[pair] = counts.get(pair, 0) + 1
    filed: dict[int, list[tuple[int, Hit]]] = {}
    for hit in hits:
        rarest, *others = sorted(set(_pairs_of(hit.needle)), key=lambda pair: (counts[pair], pair))
        filed.setdefault(rarest, []).append((others[0] if others else rarest, hit))
    return {pair: tuple(found) for pair, found in filed.items()}


def _is_spaced(word: str) -> bool:
    """Tell whether the script of `word` puts spaces between words."""
    if word.isascii():
        return True
    last = max(word)
    # Thai stands apart; from the CJK radicals on, East Asian scripts begin.
    return last < "\u2e80" and not any("\u0e00" <= char < "\u0e80" for char in word)
