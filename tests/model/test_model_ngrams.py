"""
What the extractor sees as the same text, and that one text and many give the same buckets.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifier.model.ngrams import NgramSettings, code_points, count_many, count_one

SETTINGS = NgramSettings(bits=14, head_chars=40, tail_chars=20)
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=90)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Verbindung prüfen", "VERBINDUNG PRUFEN"),
        ("délai dépassé", "delai depasse"),
        ("Время ожидания истёкло", "время ожидания истекло"),
        ("port 443", "port 8080"),
        ("port 443", "port ٤٤٣"),
        ("Error 42", "Error 42"),
        ("タイムアウト", "タイムアウト"),
        ("a  b\t\nc", " a b c "),
        ("İSTEK", "istek"),
        ("e\u0301chec", "échec"),
        ("nul\0 byte", "nul byte"),
    ],
    ids=["case", "accents", "cyrillic", "digits", "arabic digits", "full width", "half width kana", "space", "turkish",
         "composition", "nul"],
)  # fmt: skip
def test_spellings_of_one_message_are_one(one: str, other: str) -> None:
    """Case, accents, width, digits and white space do not tell messages apart."""
    assert np.array_equal(code_points(one, SETTINGS), code_points(other, SETTINGS))


@pytest.mark.parametrize(("one", "other"), [("कि", "की"), ("timeout", "time out"), ("接続", "接緒"), ("ไม่", "ไม")])
def test_different_words_stay_different(one: str, other: str) -> None:
    """Vowel signs of Indic and Thai script are letters, not accents."""
    assert not np.array_equal(code_points(one, SETTINGS), code_points(other, SETTINGS))


def test_long_text_is_read_from_both_ends() -> None:
    """What stands in the middle of a long text is not looked at; its ends are."""
    long = "start" + " a" * 18 + "{}" + " b" * 9 + " end"

    one, other = code_points(long.format("x" * 10_000), SETTINGS), code_points(long.format("y" * 10_000), SETTINGS)

    assert np.array_equal(one, other)
    assert len(one) <= 63
    assert not np.array_equal(one, code_points(long.format("x" * 10_000).replace("end", "fin"), SETTINGS))


@given(st.lists(ANY_TEXT, max_size=6))
def test_many_texts_give_the_counts_of_each(texts: list[str]) -> None:
    """Joining texts for speed lets no n-gram reach from one into the next, whatever they hold."""
    found = count_many(texts, SETTINGS)

    assert len(found.starts) == len(texts) + 1
    for index, text in enumerate(texts):
        buckets, counts = count_one(text, SETTINGS)
        part = slice(found.starts[index], found.starts[index + 1])
        assert np.array_equal(found.buckets[part], buckets)
        assert np.array_equal(found.counts[part], counts)


def test_counts_are_those_of_a_naive_count() -> None:
    """Every n-gram of one to three letters is counted once for each place it stands at."""
    settings = NgramSettings(min_n=1, max_n=3, bits=22)

    _, counts = count_one("abab", settings)

    # " abab ": ' '2 a2 b2, ' a' ab2 ba 'b ', ' ab' aba bab 'ab '
    assert sorted(counts.tolist()) == sorted([2, 2, 2, 1, 2, 1, 1, 1, 1, 1, 1])


def test_more_texts_than_fit_narrow_keys_are_counted() -> None:
    """Past 2**(32 - bits) texts the wider keys take over with the same result."""
    settings = NgramSettings(bits=22)
    texts = [f"text {chr(97 + index % 26)}{chr(97 + index // 26 % 26)}" for index in range(1100)]

    found = count_many(texts, settings)

    buckets, _ = count_one(texts[-1], settings)
    assert np.array_equal(found.buckets[found.starts[-2] :], buckets)


@pytest.mark.parametrize(
    ("changed", "message"),
    [({"min_n": 0}, "n-grams of 0 to 5"), ({"bits": 40}, "2\\*\\*40"), ({"head_chars": 0}, "window of 0")],
)
def test_senseless_settings_are_refused(changed: dict[str, int], message: str) -> None:
    """The message names the value and what was expected."""
    with pytest.raises(ValueError, match=message):
        NgramSettings(**changed)
