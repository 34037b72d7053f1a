"""
What the extractor sees as the same text, and that one text and many give the same buckets.
"""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from classifier.evidence.plain import nfkc
from classifier.model.folding import NgramSettings, code_points, joined_code_points
from classifier.model.ngrams import hash_grid, hashes_of

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
    assert len(one) <= 63 + SETTINGS.max_n
    assert not np.array_equal(one, code_points(long.format("x" * 10_000).replace("end", "fin"), SETTINGS))


@given(st.lists(ANY_TEXT, max_size=6))
@example(["", "\0", "0", "a 0"])
def test_many_texts_fall_into_the_buckets_of_each(texts: list[str]) -> None:
    """Joining texts for speed lets no n-gram reach from one into the next, whatever they hold."""
    points, starts, ends = joined_code_points(texts, SETTINGS)
    grid = hash_grid(points, SETTINGS)

    assert len(starts) == len(ends) == len(texts)
    for text, start, end in zip(texts, starts, ends, strict=True):
        assert np.array_equal(grid[:, start:end], hash_grid(code_points(text, SETTINGS), SETTINGS))


def test_end_of_a_text_has_buckets_of_its_own() -> None:
    """What a message ends with tells more than the same letters within it."""
    settings = NgramSettings(min_n=2, max_n=3, bits=22)

    ends = hash_grid(code_points("timed out", settings), settings)
    goes_on = hash_grid(code_points("timed out again", settings), settings)

    # " timed out ": the last letter and the space behind it, with nothing after them
    assert np.array_equal(ends[:, :8], goes_on[:, :8])
    assert ends[0, -2] in goes_on
    assert ends[1, -2] not in goes_on


@pytest.mark.parametrize(
    ("changed", "message"),
    [({"min_n": 0}, "n-grams of 0 to 5"), ({"bits": 40}, "2\\*\\*40"), ({"head_chars": 0}, "window of 0")],
)
def test_senseless_settings_are_refused(changed: dict[str, int], message: str) -> None:
    """The message names the value and what was expected."""
    with pytest.raises(ValueError, match=message):
        NgramSettings(**changed)


@given(ANY_TEXT)
@example("\uff0c\u0301 \u2026\u0338 \u0e19\u0e49\u0e33\u00a0\uff05")
def test_normal_form_is_the_standard_one(text: str) -> None:
    """Replacing common characters beforehand saves time and changes nothing, whatever stands beside them."""
    assert nfkc(text) == unicodedata.normalize("NFKC", text)


@given(ANY_TEXT, st.integers(1, 4), st.integers(0, 4))
@example("", 1, 0)
@example("a", 3, 1)
def test_buckets_are_those_of_ngrams_hashed_one_by_one(text: str, shortest: int, more: int) -> None:
    """Hashing a whole text gives what hashing each n-gram by itself does, zeros behind the end."""
    chosen = NgramSettings(min_n=shortest, max_n=shortest + more, bits=12, head_chars=60, tail_chars=20)
    padded = code_points(text, chosen).tolist()
    points = padded[: -chosen.max_n]
    assert padded[len(points) :] == [0] * chosen.max_n
    expected = []
    for n in range(shortest, shortest + more + 1):
        for start in range(len(points)):
            number = 0
            for point in padded[start : start + n]:
                number = (number * 0x8DA6B343 + point) % 2**32
            expected.append(number >> 20)

    assert hash_grid(code_points(text, chosen), chosen).ravel().tolist() == expected


@given(st.integers(1, 700), st.integers(1, 4), st.integers(0, 8))
@example(257, 1, 4)
@example(258, 1, 4)
def test_long_and_short_texts_are_hashed_alike(size: int, shortest: int, more: int) -> None:
    """One sum over a long text gives what multiplying out each n-gram of a short one does."""
    chosen = NgramSettings(min_n=shortest, max_n=shortest + more, head_chars=1000)
    letters = [chr(ord("a") + (7 * at * at + at) % 26) for at in range(size)]
    cut = size // 2

    whole = hashes_of(code_points("".join(letters), chosen), chosen)
    half = hashes_of(code_points("".join(letters[:cut]), chosen), chosen)

    inner = max(0, cut - chosen.max_n)
    assert whole.shape == (more + 1, size + 2)
    assert np.array_equal(whole[:, :inner], half[:, :inner])


@given(ANY_TEXT)
@example("한\u11ab각\u1161")
@example("か\u3099ｶﾞﾊﾟ・，！")
@example("e\u0301É\u0307İ ǰ J\u030c")
@example("№ … ﬁ ﷺ 😀 \ud800\udc00 \udfff")
@example("İI ßẞ ςΣ ſK Å")
def test_folding_letter_by_letter_is_folding(text: str) -> None:
    """A text whose letters fold one by one is spared the normal form; what unites with its neighbours is not."""
    ours = code_points(text, SETTINGS)
    joined, starts, ends = joined_code_points([text], SETTINGS)

    assert ours.tolist()[: -SETTINGS.max_n] == joined[starts[0] : ends[0]].tolist()


def test_every_letter_folds_as_in_a_batch() -> None:
    """All of the basic plane, each between two letters it may unite with or not."""
    texts = [f"a{chr(code)}b" for code in range(0x10000)]
    points, starts, ends = joined_code_points(texts, SETTINGS)

    for text, start, end in zip(texts, starts.tolist(), ends.tolist(), strict=True):
        assert np.array_equal(code_points(text, SETTINGS)[: -SETTINGS.max_n], points[start:end]), ascii(text)


@pytest.mark.parametrize("text", ["Port 4711  zu\tin 30\n\n s", "\x1c\x7f\x00 12 34", "   ", "007 00"])
def test_plain_text_folds_as_any_other(text: str) -> None:
    """The quick way for ASCII sees what the general way does, which a letter beyond ASCII chooses."""
    end = -SETTINGS.max_n
    ours, general = code_points(text, SETTINGS)[:end], code_points(text + "é", SETTINGS)[:end]
    last = code_points("e", SETTINGS)[1]

    spaced = text[-1:].isspace()
    assert general.tolist() == [*ours.tolist()[:-1], *([ours[-1]] if spaced else []), last, ours[-1]]
