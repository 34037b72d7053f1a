"""Words: the document's table exactly, decoys, strong and weak, priorities, other languages."""

from __future__ import annotations

import pickle

import pytest

from classifier import CATEGORIES, Classifier, Keyword, classify_error, explain
from classifier.evidence import gather
from classifier.strategies.keyword import KeywordStrategy, counts


@pytest.mark.parametrize(
    ("category", "text"), [(one.name, word.text) for one in CATEGORIES.values() for word in one.keywords]
)
def test_each_keyword_of_the_document_counts(category: str, text: str) -> None:
    """Each keyword of the table, in any case and anywhere in a message, speaks for its category."""
    for message in (f"Odd: {text}!", text.upper(), f"a\n{text}\tb"):
        assert classify_error(Exception(message)) == category


@pytest.mark.parametrize(
    ("category", "text"), [(one.name, text) for one in CATEGORIES.values() for text in one.type_keywords]
)
def test_each_type_keyword_of_the_document_counts(category: str, text: str) -> None:
    """Each keyword for class names speaks for its category, whatever the message."""
    odd = type(f"My{text.title()}Problem", (Exception,), {})

    assert classify_error(odd("something went wrong")) == category
    assert classify_error(odd()) == category


@pytest.mark.parametrize(
    "text",
    [
        "the dispatcher stopped",
        "values differ in the third row",
        "a sparse matrix is needed",
        "order 14290 is odd",
        "id a429b is odd",
        "listening on host:8429 stopped",
        "took 429 ms",
        "shape (3, 429) is odd",
        "version 4.29.429-rc1 is odd",
        "invalid timeout value",
        "PATCH /v1/items gave nothing",
        "you can apply for access",
        "bad connection string",
    ],
)
def test_decoys(text: str) -> None:
    """A keyword inside a longer word, a number inside a longer number, and a name of a setting do not count."""
    assert classify_error(Exception(text)) == "unexpected"


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("the dispatcher lost the patch", "patch_apply"),
        ("order 14290 ended with 429", "rate_limit"),
        ("Error: 429", "rate_limit"),
        ("(429)", "rate_limit"),
        ("429", "rate_limit"),
        ("HTTP/1.1 429 Too Many Requests", "rate_limit"),
        ("timeout=5 but the read timed out", "timeout"),
    ],
)
def test_keyword_outside_its_decoy(text: str, category: str) -> None:
    """A decoy does not hide the same keyword elsewhere in the message."""
    assert classify_error(Exception(text)) == category


def test_strong_beats_weak() -> None:
    """A strong keyword beats weak ones of categories that come earlier."""
    answer = explain(Exception("invalid format in the network settings"))

    assert (answer.category, answer.confidence) == ("invalid_output", 0.9)


def test_documents_order_decides_among_equals() -> None:
    """Of weak keywords the document's order decides; the others are suspects."""
    answer = explain(Exception("the diff holds json from the network"))

    assert (answer.category, answer.suspects, answer.confidence) == (
        "connection",
        ("invalid_output", "patch_apply"),
        0.5,
    )


def test_weak_keyword_is_weak() -> None:
    """A weak keyword may be overruled by a later step; the class name beside it makes it firm."""
    strategy = KeywordStrategy()
    firm = type("DiffParseError", (Exception,), {})("cannot parse the diff")

    weak = strategy.classify(gather(Exception("odd diff")))
    strong = strategy.classify(gather(firm))

    assert weak is not None
    assert weak.weak is True
    assert strong is not None
    assert (strong.category, strong.weak) == ("invalid_output", False)
    assert strategy.classify(gather(Exception("nothing known"))) is None
    assert strategy.classify(gather("")) is None


def test_words_seen_before_are_judged_the_same() -> None:
    """From memory comes what was judged, for the class and the place in the chain it was judged for."""
    strategy = KeywordStrategy()
    parsing = type("ParseError", (Exception,), {})
    text = f"odd diff {'of what was written today ' * 4}"
    wrapper = Exception("it did not work")
    wrapper.__cause__ = Exception(text)

    for _ in range(2):
        alone = strategy.classify(gather(Exception(text)))
        typed = strategy.classify(gather(parsing(text)))
        below = strategy.classify(gather(wrapper))
        assert alone is not None
        assert typed is not None
        assert below is not None
        assert (alone.category, alone.weak, alone.cause_depth) == ("patch_apply", True, 0)
        assert (typed.category, typed.weak) == ("invalid_output", False)
        assert (below.category, below.cause_depth) == ("patch_apply", 1)
        assert strategy.classify(gather(Exception("nothing known"))) is None


def test_memory_is_bounded_and_stays_at_home() -> None:
    """Endless other messages and one endless message take no memory, and a copy begins without any."""
    strategy = KeywordStrategy()
    for number in range(2000):
        strategy.classify(gather(Exception(f"ungewöhnlich: diff {number}")))
    kept = len(strategy._memory[1])
    strategy.classify(gather(Exception("odd diff " * 1000)))

    assert 0 < kept <= 256
    assert len(strategy._memory[1]) == kept
    assert pickle.loads(pickle.dumps(strategy))._memory[1] == {}


def test_outer_words_come_first() -> None:
    """Words of the outer exception count before those of its cause; a firm word below beats a weak one above."""
    outer = Exception("request timed out")
    outer.__cause__ = Exception("rate limit")
    vague = Exception("odd diff")
    vague.__cause__ = Exception("rate limit")

    assert classify_error(outer) == "timeout"
    assert classify_error(vague) == "rate_limit"


def test_words_of_a_long_chain() -> None:
    """Of a long chain of wrappers the words at both ends are read."""
    bottom: Exception = Exception("rate limit")
    for number in range(40):
        outer = Exception(f"step {number} failed")
        outer.__cause__ = bottom
        bottom = outer

    assert classify_error(bottom) == "rate_limit"


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("接続がタイムアウトしました", "timeout"),
        ("レート制限を超えました", "rate_limit"),
        ("连接超时", "timeout"),
        ("请求过于频繁，请稍后再试", "rate_limit"),
        ("연결이 거부되었습니다", "connection"),
        ("Verbindung verweigert", "connection"),
        ("délai d'attente dépassé", "timeout"),
        ("conexión rechazada", "connection"),
        ("tempo limite esgotado", "timeout"),
        ("connessione rifiutata", "connection"),
        ("Превышено время ожидания", "timeout"),
        ("ÄÖ nichts Bekanntes", "unexpected"),
        ("何かがおかしい", "unexpected"),
    ],
)
def test_other_languages(text: str, category: str) -> None:
    """§7.2: strong phrases of the main languages are understood."""
    assert classify_error(Exception(text)) == category


@pytest.mark.parametrize(
    ("keyword", "text", "wanted"),
    [
        (Keyword("patch"), "dispatch", True),
        (Keyword("patch", decoys=("dispatch",)), "dispatch", False),
        (Keyword("patch", decoys=("dispatch",)), "dispatch patch", True),
        (Keyword("patch", decoys=("other",)), "patch", True),
        (Keyword("429", free_standing=True), "x429", False),
        (Keyword("429", free_standing=True), "429.5", False),
        (Keyword("429", free_standing=True), "429. Next", True),
        (Keyword("429", free_standing=True), "$429", False),
        (Keyword("429", free_standing=True), "#429", False),
        (Keyword("429", free_standing=True), "3 x 429", False),
        (Keyword("429", free_standing=True), "429 tokens", False),
        (Keyword("429", free_standing=True), "nothing", False),
    ],
)
def test_what_counts(keyword: Keyword, text: str, wanted: bool) -> None:
    """The three ways in which a keyword may not count."""
    assert (counts(keyword, text) if keyword.text in text else False) is wanted


def test_same_without_and_with_plugins() -> None:
    """The two built-in steps alone give the same answer as the default."""
    from classifier.strategies.exact import ExactStrategy

    alone = Classifier(strategies=[ExactStrategy(), KeywordStrategy()])

    for text in ("timed out", "429", "nothing", "diff"):
        assert alone.explain(Exception(text)) == Classifier().explain(Exception(text))
