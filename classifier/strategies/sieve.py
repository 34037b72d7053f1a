"""
Does a text hold any listed phrase at all? The n-grams that the model needs anyway tell at once that it does not.

Most texts that the model is asked about hold none, and to split them into words and ask the tables of all languages
takes as long as the model. Each phrase is filed under one of its n-grams, the rarest of the longest it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import copy
from typing import Final, NamedTuple, Self
from unicodedata import is_normalized

import numpy as np

from classifier.evidence.facts import Facts
from classifier.evidence.plain import PARTING_MARKS, PLAIN_MARKS
from classifier.evidence.text import words_of
from classifier.model.folding import NgramSettings, code_points, joined_code_points
from classifier.model.ngrams import buckets_of, hashes_of
from classifier.model.scorer import TextModel

__all__ = ["Held", "PhraseSieve"]

_MARKS: Final = re.compile(f"[{re.escape(''.join(sorted(PLAIN_MARKS)))}]+")

_NEVER_SEEN: Final = np.int16(128)

_TOGETHER: Final = 500
"""Phrases hashed at once, so that building takes little memory for the moment."""


class Held(NamedTuple):
    """
    What a text holds of what a sieve knows.

    Attributes:
        phrases: Which of the phrases; None if they must be searched for.
        words: The words of these, but for phrases in scripts without spaces.
        keyword: Whether perhaps one of the keywords.
    """

    phrases: frozenset[str] | None
    words: frozenset[str]
    keyword: bool


class _Entry(NamedTuple):
    needle: str
    piece: str
    other: str
    is_phrase: bool
    has_words: bool


_EMPTY: Final[frozenset[str]] = frozenset()
_IN_ALL: Final = _Entry("", "", "", is_phrase=True, has_words=False)
_PERHAPS: Final = Held(None, _EMPTY, keyword=True)


class PhraseSieve:
    """
    Tells which of many phrases a text holds.

    Args:
        model: Its n-grams are looked up; it must suit, see `suits`.
        phrases: What is searched for in plain text, in lower case; for each whether words of it must be whole there.
    """

    def __init__(self, model: TextModel, phrases: Mapping[str, bool]) -> None:
        self._model = model
        self._phrases = frozenset(phrases)
        self._filed: dict[int, tuple[_Entry, ...]] = {}
        self._is_filed = np.zeros(1 << model.settings.bits, dtype=np.bool_)
        self._nothing = Held(_EMPTY, _EMPTY, keyword=False)
        self._file([_entry(needle, has_words=has_words) for needle, has_words in phrases.items()])
        for mark in PARTING_MARKS:
            # Plain text has nothing, or a space, in place of it: n-grams that reach over one prove nothing.
            self._filed[_hash_of(mark, model.settings)] = (_IN_ALL,)
        self._mark_filed()

    @staticmethod
    def suits(settings: NgramSettings) -> bool:
        """Tell whether a model has n-grams for phrases of any length."""
        return settings.min_n == 1

    def with_keywords(self, keywords: Iterable[str]) -> Self:
        """
        Return a sieve that also tells whether a text holds one of some keywords, in lower case, as it is written.

        The normal form may unite other letters than plain ones with what follows them in a text; of such keywords it
        always says "perhaps".
        """
        keywords = set(keywords)
        plain = {word for word in keywords if word.isascii() and word.replace(" ", "").isalnum()}
        sieve = copy(self)
        sieve._filed = dict(self._filed)
        sieve._is_filed = self._is_filed.copy()
        sieve._nothing = Held(_EMPTY, _EMPTY, keyword=plain != keywords)
        sieve._file([_entry(word, is_phrase=False) for word in sorted(plain - self._phrases)])
        sieve._mark_filed()
        return sieve

    def _file(self, entries: list[_Entry]) -> None:
        # of longer ones the model would leave out the middle
        pieces = [entry.piece[: self._model.settings.head_chars] for entry in entries]
        for entry, key in zip(entries, _rarest_hashes(self._model, pieces), strict=True):
            self._filed[key] = (*self._filed.get(key, ()), entry)

    def _mark_filed(self) -> None:
        keys = np.array(list(self._filed), dtype=np.uint32)
        self._is_filed[buckets_of(keys, self._model.settings)] = True

    def held(self, facts: Facts) -> Held:
        """Say what a text holds; what the model sees of it is noted in `facts`, if it is not yet."""
        model = self._model
        if not facts.bare or len(facts.text) > model.settings.head_chars:
            return _PERHAPS
        ngrams = model.own(facts.ngrams)
        if ngrams is None:
            ngrams = facts.ngrams = model.ngrams(model.fold(facts.text))
        # each once, however often a text repeats itself
        keys = set(ngrams.hashes[self._is_filed.take(ngrams.buckets)].tolist())
        entries = [entry for key in keys for entry in self._filed.get(key, ())]
        low = facts.low
        if entries and (low.isascii() or is_normalized("NFKC", low)):
            # Such a text is plain but for its marks; to make it so would take as long as all of this.
            entries = [entry for entry in entries if entry.piece in low and entry.other in low]
        if not entries:
            return self._nothing
        plain = facts.plain
        phrases = [entry for entry in entries if entry.is_phrase and entry.needle in plain]
        if _IN_ALL in phrases:
            return _PERHAPS
        words = _EMPTY.union(*(words_of(entry.needle) for entry in phrases if entry.has_words))
        # a phrase may hold a keyword
        keyword = self._nothing.keyword or bool(phrases) or any(entry.needle in low for entry in entries)
        return Held(frozenset(entry.needle for entry in phrases), words, keyword)


def _hash_of(char: str, settings: NgramSettings) -> int:
    # between the spaces at both ends
    return int(hashes_of(code_points(char, settings), settings)[0, 1])


def _entry(needle: str, *, is_phrase: bool = True, has_words: bool = False) -> _Entry:
    if _MARKS.search(needle) is None:
        return _Entry(needle, needle, needle, is_phrase, has_words)
    # A text may have other marks where plain text has these.
    piece, other, *_ = sorted(_MARKS.split(needle), key=len, reverse=True)
    return _Entry(needle, piece, other, is_phrase, has_words)


def _rarest_hashes(model: TextModel, pieces: list[str]) -> list[int]:
    """
    Return the hash of one n-gram of each piece, the rarest of the longest it has.

    Of a piece without letters it is the space, which every text has.
    """
    found: list[int] = []
    for at in range(0, len(pieces), _TOGETHER):
        points, starts, ends = joined_code_points(pieces[at : at + _TOGETHER], model.settings)
        hashes = hashes_of(points, model.settings)
        levels = model.table[:, -1].take(buckets_of(hashes, model.settings))
        # rarer than any that the model knows, which have 1 to 127
        levels = np.where(levels == 0, _NEVER_SEEN, levels.astype(np.int16))
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            # without the spaces at both ends
            n = min(end - start - 2, model.settings.max_n)
            row, first, last = (n - 1, start + 1, end - n) if n > 0 else (0, start, start + 1)
            found.append(int(hashes[row, first + int(levels[row, first:last].argmax())]))
    return found
