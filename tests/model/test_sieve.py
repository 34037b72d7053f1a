"""
The sieve before the keywords: it may let through too much, but never holds back a text that names something.
"""

from __future__ import annotations

import dataclasses
import pickle
import sys
import threading
import time
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from classifier import CATEGORIES, Category, Keyword, NexusCoreError, register_category, unregister_category
from classifier.evidence import gather
from classifier.evidence.plain import PARTING_MARKS
from classifier.model import load_default
from classifier.model.folding import NgramSettings
from classifier.model.scorer import TextModel
from classifier.reasons import Reason
from classifier.strategies.base import Verdict
from classifier.strategies.keyword import KeywordStrategy
from classifier.strategies.phrases import all_needles
from classifier.strategies.sieve import PhraseSieve
from classifier.strategies.tfidf import TfidfStrategy

#: Names nothing, and is longer than what is judged at once.
HARMLESS = "der Koch legte die Rezepte neben die Schüssel mit den Äpfeln, weil auf dem Tisch kein Platz mehr war. "

MODEL = load_default()
PLAIN = KeywordStrategy()
SIEVED = KeywordStrategy(MODEL)
PHRASES = all_needles()
NEEDLES = sorted(PHRASES)

#: What stands around and within phrases in the world: marks, widths, letters that unite with their neighbours.
GLUE = [
    "", " ", "  ", "\n", ": ", ", ", "。", "，", "・", "—", "–", "’", "“", "„", "«", "「", "…", "•", "\u200b", "\u2067",
    "\ufeff", "\u3000", "\u00a0", "\u0301", "\u0307", "\uff9e", "\u1161", "\u11a8", "\0", "ﬁ", "ß", "İ", "9", "٣", "№",
    "😀", "\ud800", "x", "é",
]  # fmt: skip


def spelt(text: str, way: int) -> str:
    """Spell a phrase as other programs might."""
    match way:
        case 1:
            return text.upper()
        case 2:
            return unicodedata.normalize("NFKD", text)
        case 3:
            return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)
        case 4:
            return text.replace("'", "’").replace("-", "\u2011").replace('"', "“")
        case 5:
            return text.replace(" ", "\u3000")
        case 6:
            return text.replace(" ", "—").replace("e", "e\u200b")
    return text


PIECES = st.one_of(
    st.builds(spelt, st.sampled_from(NEEDLES), st.integers(0, 6)),
    st.sampled_from(GLUE),
    st.text(st.characters(codec=None, exclude_categories=()), max_size=12),
)


def judged(strategy: KeywordStrategy, text: str) -> Verdict | None:
    strategy.forget()
    return strategy.classify(gather(RuntimeError(text)))


@given(st.lists(PIECES, max_size=8).map("".join))
@example("délai d’attente dépassé")
@example("dépassé: délai d\u200b'attente dépassé")
@example("Tiempo de espera — agotado … 429 余额不足")
@example("接続・拒否")
@example("ＣＯＮＮＥＣＴＩＯＮ　ＲＥＦＵＳＥＤ、接続")
def test_no_text_is_held_back_that_names_something(text: str) -> None:
    """With and without the sieve the keywords say the same, whatever stands around them."""
    for whole in (text, HARMLESS + text):
        assert judged(SIEVED, whole) == judged(PLAIN, whole)


def test_each_phrase_passes() -> None:
    """All phrases of all languages, each within a text that names nothing else."""
    sieve = PhraseSieve(MODEL, PHRASES)

    for needle in NEEDLES:
        facts = gather(f"{HARMLESS} {needle}").links[0]
        assert needle in (sieve.held(facts).phrases or ()), needle


@pytest.mark.parametrize("mark", sorted(PARTING_MARKS), ids=ascii)
def test_phrase_with_a_mark_in_it_passes(mark: str) -> None:
    """Plain text has a space or nothing in place of such a mark, so a phrase may stand across it."""
    sieve = PhraseSieve(MODEL, PHRASES)

    for needle in NEEDLES[::31]:
        inside = "".join(f"{char}{mark}" for char in needle)
        facts = gather(f"{HARMLESS} {needle.replace(' ', mark) if ' ' in needle else inside}").links[0]
        held = sieve.held(facts).phrases
        assert held is None or needle in held, needle


def test_text_that_names_nothing_is_not_searched() -> None:
    """Such a text is not even split into words; what the model sees of it is kept for the model."""
    SIEVED.forget()
    evidence = gather(RuntimeError(HARMLESS))

    assert SIEVED.classify(evidence) is None
    assert evidence.first._words is None
    assert evidence.first.ngrams is not None

    seen = TfidfStrategy(MODEL).classify(evidence, None)
    assert seen == TfidfStrategy(MODEL).classify(gather(RuntimeError(HARMLESS)), None)


def test_keyword_alone_spares_the_phrases() -> None:
    """A weak word of the document is seen without splitting the text."""
    SIEVED.forget()
    evidence = gather(RuntimeError(f"{HARMLESS} diff"))

    found = SIEVED.classify(evidence)

    assert found is not None
    assert (found.category, found.weak) == ("patch_apply", True)
    assert evidence.first._words is None


def test_what_another_model_saw_is_not_used(toy_model: TextModel) -> None:
    """The keywords may have asked one model, and the next step be another."""
    SIEVED.forget()
    evidence, untouched = gather(RuntimeError(HARMLESS)), gather(RuntimeError(HARMLESS))
    SIEVED.classify(evidence)

    found = TfidfStrategy(toy_model).classify(evidence, None)

    assert evidence.first.ngrams is not None
    assert found == TfidfStrategy(toy_model).classify(untouched, None)


def test_words_beside_the_message_are_read() -> None:
    """The body of an answer, the output of a process and the causes are no part of what the model sees."""
    cause = RuntimeError(HARMLESS)
    cause.__cause__ = RuntimeError(f"{HARMLESS} Verbindung verweigert")
    answer = {"status": 200, "headers": {}, "body": {"error": {"message": f"{HARMLESS} Verbindung verweigert"}}}
    failed = RuntimeError(HARMLESS)
    failed.stderr = "Verbindung verweigert"  # type: ignore[attr-defined]

    for failure in (cause, answer, failed, f"{HARMLESS * 40} Verbindung verweigert"):
        found = SIEVED.classify(gather(failure))
        assert found is not None
        assert found.category == "connection"


ODD_KEYWORDS = (
    "--", '"', "ß", "№", "é", "·", "7", " q ", "x\u0301", "\U0001f4a5", "’", "=", "a=", "か", "ｶ", "가", "न", "خطا",
    "\u0301", "\u1161", "long " * 300,
)  # fmt: skip


@pytest.fixture
def odd_category() -> Iterator[Category]:
    """A category that is gone afterwards; not registered yet."""
    yield Category(
        "odd_words",
        "Odd words",
        "Has keywords that no n-gram stands for.",
        type("OddError", (NexusCoreError,), {}),
        "odd_reason",
        keywords=tuple(Keyword(word, strong=True) for word in ODD_KEYWORDS),
        reasons=(Reason("odd_reason", "odd_words", False, "it is odd"),),
    )
    if "odd_words" in CATEGORIES:
        unregister_category("odd_words")


def test_odd_keywords_of_users_count(odd_category: Category) -> None:
    """Keywords of users may be marks, single letters or letters that folding changes; they count all the same."""
    register_category(odd_category)
    text = f"{HARMLESS}\u4e2d"
    for word in ODD_KEYWORDS:
        around = [f"{text}{word}{text}", f"{text} {word} {text}", f"{word}{text}", f"{text}{word}"]
        # what unites with the last letter of a keyword: the text as written holds it all the same
        around += [f"{text} {word}{mark} {text}" for mark in "\u0301\u0338\u3099\uff9e\u11a8\u093c\u0654\u0323"]
        for whole in around:
            found = judged(SIEVED, whole)
            assert found == judged(PLAIN, whole), (word, whole)
            if word.strip() == word and len(whole) < 1000:
                assert found is not None, word
                assert found.category == "odd_words"


def test_phrases_are_found_while_categories_change(odd_category: Category) -> None:
    """A sieve built while another thread changes the categories holds all phrases."""
    texts = {f"{HARMLESS} 接続拒否": "connection", f"{HARMLESS} délai d’attente dépassé": "timeout"}
    wrong: list[object] = []
    changing = threading.Event()

    def ask() -> None:
        while not changing.is_set():
            strategy = KeywordStrategy(MODEL)
            for text, category in texts.items():
                found = strategy.classify(gather(text))
                if found is None or found.category != category:
                    wrong.append(found)

    asking = [threading.Thread(target=ask) for _ in range(3)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in asking:
            thread.start()
        for _ in range(40):
            register_category(odd_category)
            unregister_category(odd_category.name)
            time.sleep(0.01)
    finally:
        changing.set()
        for thread in asking:
            thread.join()
        sys.setswitchinterval(interval)

    assert wrong == []


def test_text_that_repeats_itself_is_searched_once() -> None:
    """A log of a hundred lines that look like a phrase takes no longer than a few of them, and the model is asked."""
    entries = sum(map(len, SIEVED._memory.sieve._filed.values())) if SIEVED._memory.sieve is not None else 0
    asked: list[str] = []

    class Watched(str):
        def __contains__(self, needle: object) -> bool:
            asked.append(str(needle))
            return super().__contains__(str(needle))

    for text in (("таймаут " * 150)[:990] + "，", ("ungueltig " * 99)[:990], ("json解析" * 150)[:990]):
        facts = gather(text).links[0]
        facts.low = Watched(facts.low)
        sieve = SIEVED._memory.sieve
        assert sieve is not None
        sieve.held(facts)

    assert 0 < len(asked) < entries / 20


def test_model_without_single_letters_sieves_nothing() -> None:
    """Its n-grams are longer than many a phrase, so the keywords do without."""
    longer = dataclasses.replace(MODEL, settings=NgramSettings(min_n=3, max_n=5, bits=MODEL.settings.bits))
    strategy = KeywordStrategy(longer)

    found = strategy.classify(gather(f"{HARMLESS} 接続拒否"))

    assert strategy._memory.sieve is None
    assert found is not None
    assert found.category == "connection"


def test_collisions_cost_time_and_nothing_else(toy_model: TextModel) -> None:
    """In a table of 4,096 buckets every n-gram looks as if a phrase had it."""
    strategy = KeywordStrategy(toy_model)

    for needle in NEEDLES[::97]:
        text = f"{HARMLESS} {needle}"
        assert judged(strategy, text) == judged(PLAIN, text)
    assert judged(strategy, HARMLESS) is None


def test_copy_in_another_process_sieves_as_well() -> None:
    """The sieve is built anew where it is needed, and not sent along."""
    copied = pickle.loads(pickle.dumps(SIEVED))

    assert copied._memory.sieve is None
    assert judged(copied, f"{HARMLESS} Verbindung verweigert") == judged(PLAIN, f"{HARMLESS} Verbindung verweigert")
    assert copied._memory.sieve is not None
