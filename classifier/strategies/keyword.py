"""
What do the words say? The document's table and its further strong phrases, by `in` on lower-case text.

Priority, when several categories match: lasting trouble that is named plainly (certificate, context length), then
strong phrases in the document's order, then general phrases, then weak keywords and class names in the document's
order.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from classifier.categories import CATEGORIES, Category, Keyword, on_change
from classifier.evidence import Evidence
from classifier.evidence.facts import Facts
from classifier.evidence.text import words_among
from classifier.strategies.base import Verdict, remember
from classifier.strategies.languages import find_foreign
from classifier.strategies.phrases import Hit, all_needles, find_phrases

if TYPE_CHECKING:
    from classifier.model.scorer import TextModel
    from classifier.strategies.sieve import Held, PhraseSieve

__all__ = ["KeywordStrategy", "counts"]

_MAX_WORDY_LINKS: Final = 16
"""Links whose words are read, the outermost and the last four; longer chains of wrappers were not seen."""

#: Longer texts are judged anew each time. An outage gives one message from every call and every attempt, and it is the
#: words of other languages that take longest. At most 1 MB.
_RECENT_CHARS: Final = 1_024
#: A plain text up to this length is judged about as soon as it is looked up, and any text as soon as it is sieved.
_AT_ONCE_CHARS: Final = 80

_WEAK: Final = 3_000_000
_STRONG_CORE: Final = 1_000_000
_FINER_LIMITS: Final = ("quota_exhausted", "usage_window")


class KeywordStrategy:
    """
    The second step of the cascade.

    Args:
        model: The model that is asked after this step, if any: its n-grams tell quickly that a text holds no phrase.
    """

    name = "keyword"

    def __init__(self, model: TextModel | None = None) -> None:
        self._model = model
        self._phrases: PhraseSieve | None = None
        self._memory = _NOTHING

    def __getstate__(self) -> dict[str, object]:
        """Leave out what is remembered: a copy made while another thread classifies must not meet it changing."""
        return {**self.__dict__, "_memory": _NOTHING, "_phrases": None}

    def forget(self) -> None:
        """Take every message for a new one; for those who measure."""
        self._memory.verdicts.clear()

    def prepare(self) -> None:
        """Do now what the first text after a change of the categories would else wait for: 2 ms, at first 60."""
        tables = _tables or _load_tables()
        if self._memory.tables is not tables:
            self._begin_anew(tables)

    def _begin_anew(self, tables: _Tables) -> _Memory:
        # What was judged by the former tables goes with them, also if a thread is at it.
        memory = self._memory = _Memory(tables, {}, self._new_sieve(tables))
        return memory

    def _new_sieve(self, tables: _Tables) -> PhraseSieve | None:
        if self._model is None:
            return None
        from classifier.strategies.sieve import PhraseSieve  # needs numpy, as the model does

        if not PhraseSieve.suits(self._model.settings):
            return None
        if self._phrases is None:
            # the listed phrases stay the same, whatever categories come and go
            self._phrases = PhraseSieve(self._model, all_needles())
        return self._phrases.with_keywords(text for text, *_ in tables[0])

    def classify(self, evidence: Evidence, prior: Verdict | None = None, /) -> Verdict | None:
        """Return the verdict of the first link, outermost first, whose words say something."""
        best: Verdict | None = None
        links = evidence.links
        if len(links) > _MAX_WORDY_LINKS:
            links = links[: _MAX_WORDY_LINKS - 4] + links[-4:]
        for facts in links:
            if (not facts.low and facts.plan is None) or (best is not None and facts.implicit):
                continue
            found = self._judged(facts, is_alone=len(links) == 1)
            if found is not None and (best is None or (best.weak and not found.weak)):
                best = found
                if not best.weak:
                    return best
        return best

    def _judged(self, facts: Facts, *, is_alone: bool) -> Verdict | None:
        low = facts.low
        tables = _tables or _load_tables()
        type_name = facts.plan.low_name if facts.plan is not None else ""
        # What the model saw of a text may be known already, if texts come together.
        is_short = len(low) <= _AT_ONCE_CHARS and facts.ngrams is None
        if (is_short and low.isascii()) or len(low) > _RECENT_CHARS:
            return _judge(facts, type_name, tables)
        memory = self._memory
        if memory.tables is not tables:
            memory = self._begin_anew(tables)
        # All that the verdict depends on.
        key = (low, type_name, facts.foreign_room, facts.depth)
        found = memory.verdicts.get(key, _UNSEEN)
        if found is _UNSEEN:
            # Of several texts the model sees another one than each of these.
            sieve = None if is_short or not is_alone else memory.sieve
            found = _judge(facts, type_name, tables, None if sieve is None else sieve.held(facts))
            remember(memory.verdicts, key, found)
        return found


_Found: TypeAlias = tuple[int, str, str, str]
"""Rank, category, reason, and what was found; the least is the strongest."""


_EMPTY: Final[frozenset[str]] = frozenset()
_NO_HITS: Final[list[Hit]] = []
_row: Final[Callable[[Hit], _Found]] = attrgetter("rank", "category", "reason", "phrase")


def _judge(facts: Facts, type_name: str, tables: _Tables, held: Held | None = None) -> Verdict | None:
    """Judge the words of one link; `held` is what a sieve says of its text, if one was asked."""
    low, needles = facts.low, None
    has_phrase = has_keyword = bool(low)
    if held is not None and held.phrases is not None:
        needles, has_phrase, has_keyword = held.phrases, bool(held.phrases), held.keyword
    words = _EMPTY
    if has_phrase:
        words = facts.words if held is None or needles is None else words_among(facts.plain, held.words)
    hits = find_phrases(facts.plain, words) if words else _NO_HITS
    found = [_row(hit) for hit in hits] if hits else []
    typed = _core(low if has_keyword else "", type_name, tables, found)
    if has_phrase:
        best = min(found) if found else None
        if best is None or (best[0] >= _WEAK and not low.isascii()):
            found.extend(map(_row, find_foreign(facts.plain, words, facts.foreign_room, needles)))
        elif best[2] == "throttled" and not low.isascii():
            # "429 余额不足": the number is the same, the sentence beside it says that money has run out.
            hits = find_foreign(facts.plain, words, facts.foreign_room, needles)
            found.extend(_row(hit) for hit in hits if hit.reason in _FINER_LIMITS)
    if not found:
        return None
    rank, category, reason, phrase = min(found)
    suspects: dict[str, None] = {}
    if len(found) > 1:
        suspects = dict.fromkeys(one[1] for one in sorted(found) if one[0] < _WEAK or rank >= _WEAK)
        suspects.pop(category, None)
    weak = rank >= _WEAK and category not in typed
    return Verdict(
        category,
        reason,
        f"keyword:{phrase}",
        0.5 if weak else 0.7 if suspects else 0.9,
        weak=weak,
        cause_depth=facts.depth,
        suspects=tuple(suspects),
    )


def _core(low: str, type_name: str, tables: _Tables, found: list[_Found]) -> set[str]:
    """Add the document's keywords to `found`; return the categories whose class-name keywords matched."""
    words, types, by_type = tables
    for _, keyword, order, category in [row for row in words if row[0] in low]:
        if counts(keyword, low):
            found.append(_ranked(category, keyword, order))
    typed = set()
    rows = by_type.get(type_name)
    if rows is None:
        rows = [row for row in types if row[0] in type_name]
        remember(by_type, type_name, rows)
    for text, order, category in rows:
        typed.add(category.name)
        found.append((_WEAK + order, category.name, category.default_reason, f"type name {text}"))
    return typed


_Words: TypeAlias = list[tuple[str, Keyword, int, Category]]
_Types: TypeAlias = list[tuple[str, int, Category]]
_Tables: TypeAlias = tuple[_Words, _Types, dict[str, _Types]]
_tables: _Tables | None = None


class _Memory(NamedTuple):
    tables: _Tables | None
    verdicts: dict[tuple[str, str, int, int], Verdict | None]
    sieve: PhraseSieve | None


_NOTHING: Final = _Memory(None, {}, None)

#: Stands for no verdict in the memory, where None is one.
_UNSEEN: Final = Verdict("", "", "")


def _load_tables() -> _Tables:
    """Return the keywords and the class-name keywords of all categories, in order, and what is noted of class names."""
    global _tables
    words: _Words = []
    types: _Types = []
    known = tuple(CATEGORIES.values())
    for order, category in enumerate(known):
        words.extend((keyword.text, keyword, order, category) for keyword in category.keywords)
        types.extend((text, order, category) for text in category.type_keywords)
    tables: _Tables = (words, types, {})
    if len(known) == len(CATEGORIES):
        # If another thread has changed the categories meanwhile, the next failure builds the tables anew.
        _tables = tables
    return tables


def _forget_table() -> None:
    global _tables
    _tables = None


on_change(_forget_table)


def _ranked(category: Category, keyword: Keyword, order: int) -> _Found:
    reason = keyword.reason or category.default_reason
    # A strong keyword of the document comes after the further phrases of its category, which name a finer reason.
    rank = _STRONG_CORE + order * 10_000 + 9_999 if keyword.strong else _WEAK + order
    return rank, category.name, reason, keyword.text


def counts(keyword: Keyword, low: str) -> bool:
    """Tell whether `keyword` occurs in `low` outside all of its decoys and, if it must, free-standing."""
    if not keyword.decoys and not keyword.free_standing:
        return True
    text, at = keyword.text, low.find(keyword.text)
    while at != -1:
        if not (keyword.free_standing and _adjoined(low, at, at + len(text))) and not _in_decoy(keyword, low, at):
            return True
        at = low.find(text, at + 1)
    return False


def _in_decoy(keyword: Keyword, low: str, at: int) -> bool:
    for decoy in keyword.decoys:
        offset = decoy.find(keyword.text)
        if offset != -1 and at >= offset and low.startswith(decoy, at - offset):
            return True
    return False


def _adjoined(low: str, start: int, end: int) -> bool:
    """Tell whether a number at `start` is part of a longer number, a word, a port, an id, or a list of numbers."""
    before, after = low[max(0, start - 2) : start], low[end : end + 2]
    if before[-1:].isalnum() or after[:1].isalnum() or (before[-1:] in "._-/#$€" and before):
        return True
    if after[:1] in "._-/%" and after[1:2].isalnum():
        return True
    # ":8429" is a port, "(3, 429)" a shape, "429 ms" a duration; "Error: 429" is none of these.
    if before[-1:] == ":" or (
        before in (", ", "x ", "× ") and low[max(0, start - 4) : start - 2].rstrip()[-1:].isdigit()
    ):
        return True
    return low.startswith((" ms", " byte", " token", " px", " kb", " mb", " row", " item", " line", " file"), end)
