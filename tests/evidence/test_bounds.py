"""However large, deep, wide or numerous the parts of a failure are, reading them stays bounded."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from classifier import Classifier, convert_http_error_to_nexus_error, explain
from classifier.evidence import gather
from classifier.evidence.text import full_str, safe_str, words_among, words_of
from classifier.strategies.exact import ExactStrategy
from classifier.strategies.keyword import KeywordStrategy

MOST_S = 0.02
"""Twenty times the promise, for machines that do other work; what these tests are about took 20 ms to for ever."""

HAN = "".join(chr(0x4E00 + number * 7919 % 20_000) for number in range(4096))


def _doubled(levels: int) -> list[object]:
    """Return a list that is small in memory and has 30 ** `levels` leaves when written out."""
    root: list[object] = ["timed out"] * 30
    for _ in range(levels - 1):
        root = [root] * 30
    return root


def _error(**fields: object) -> Exception:
    error = RuntimeError("odd")
    vars(error).update(fields)
    return error


def _best_s(failure: object) -> float:
    explain(failure)
    taken = []
    for _ in range(5):
        # one that has not seen the failure
        classifier = Classifier(strategies=[ExactStrategy(), KeywordStrategy()])
        start = time.thread_time()
        classifier.explain(failure)
        taken.append(time.thread_time() - start)
    return min(taken)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: RuntimeError(*range(100_000)), id="many arguments"),
        pytest.param(lambda: RuntimeError(set(range(100_000))), id="set"),
        pytest.param(lambda: RuntimeError(bytearray(10_000_000)), id="bytearray"),
        pytest.param(lambda: RuntimeError({"a": {"b": {"c": {"d": {"e": [1] * 300_000}}}}}), id="deep inside"),
        pytest.param(lambda: RuntimeError(_doubled(9)), id="written out without end"),
        pytest.param(lambda: RuntimeError(ValueError("x" * 10_000_000), 1), id="exception as argument"),
        pytest.param(lambda: _error(returncode=1, cmd=["run", KeyError("x" * 10_000_000)]), id="odd command"),
        pytest.param(lambda: _error(**{f"a{number}": number for number in range(200_000)}), id="many attributes"),
        pytest.param(lambda: _error(body=dict.fromkeys(("message", "raw", "detail"), "x" * 50_000_000)), id="body"),
        pytest.param(lambda: _error(status_code=200, body='data: {"error": null}\n\n' * 1000), id="event stream"),
        pytest.param(lambda: ExceptionGroup("many", [RuntimeError(HAN) for _ in range(64)]), id="group of texts"),
        pytest.param(
            lambda: ExceptionGroup("many", [_error(body='{"errors": [' + "[[]], " * 2500 + "1]}") for _ in range(64)]),
            id="group of bodies",
        ),
    ],
)
def test_large_parts_are_not_formatted(make: Callable[[], Exception]) -> None:
    """No part of a failure is written out in full only because an exception holds it."""
    assert _best_s(make()) < MOST_S


def test_conversion_of_what_cannot_be_written_out() -> None:
    """The converter shortens a text only where formatting it would take for ever."""
    converted = convert_http_error_to_nexus_error(RuntimeError(_doubled(9)))
    plain = convert_http_error_to_nexus_error(RuntimeError("timed out " * 10_000))

    assert len(str(converted)) < 10_000
    assert str(plain) == "Timeout: " + "timed out " * 10_000
    assert full_str(RuntimeError({"a": [1, {2}]})) == "{'a': [1, {2}]}"


def test_short_form_keeps_codes_and_words() -> None:
    """A document too large to be formatted is read from its plain values."""
    document = {"error": {"code": "insufficient_quota", "message": "nothing left", "rows": list(range(100_000))}}

    assert explain(RuntimeError(document)).reason == "quota_exhausted"
    assert safe_str(RuntimeError({"a": None, b"b": [object(), 10**30, 0.5], "c": "d" * 40_000}))[0].startswith(
        "{'a': None, b'b': [object, int, 0.5], 'c': 'ddd"
    )


def test_containers_that_hold_themselves() -> None:
    """A recursive argument ends."""
    ring: list[object] = ["connection refused"]
    ring.append(ring)

    assert explain(RuntimeError(ring)).category == "connection"
    assert explain(RuntimeError(ring, *range(1000))).category == "connection"


def test_links_share_the_room_of_two() -> None:
    """The more exceptions a failure has, the less is read of each; two are read as fully as one."""
    rooms = {}
    for count in (1, 2, 4, 64):
        group = ExceptionGroup("many", [RuntimeError("x" * 9000) for _ in range(count)])
        rooms[count] = len(gather(group).links[-1].text)

    assert rooms[1] == 4097
    assert rooms[1] > rooms[2] > rooms[4] > rooms[64] > 100


@pytest.mark.parametrize("place", [0, 7, 30, 63])
def test_status_counts_anywhere_in_a_chain(place: int) -> None:
    """What is left out of the middle of a long chain is bulk, not the status."""
    outer: Exception | None = None
    for number in reversed(range(64)):
        link = _error(status_code=401) if number == place else RuntimeError(f"layer {number}")
        link.__cause__ = outer
        outer = link

    answer = explain(outer)

    assert (answer.reason, answer.cause_depth) == ("auth_failed", place)


def test_last_event_of_a_long_stream_is_read() -> None:
    """An error that ends a stream of a megabyte is found, in text and in bytes."""
    stream = 'data: {"delta": "and then"}\n\n' * 40_000 + 'data: {"error": {"type": "overloaded_error"}}\n\n'

    assert explain(_error(status_code=200, body=stream)).reason == "overloaded"
    assert explain(_error(status_code=200, body=stream.encode())).reason == "overloaded"


def test_end_of_output_is_read_among_many() -> None:
    """Of a command's output the end counts, also where several commands failed."""
    failed = [
        subprocess.CalledProcessError(1, ["git", "apply", "x"], "", "noise\n" * 5000 + "error: corrupt patch at line 3")
        for _ in range(5)
    ]

    assert explain(ExceptionGroup("many", failed)).reason == "malformed_patch"


def test_words_of_mixed_scripts() -> None:
    """Separators part words in any script."""
    assert words_of("時間切れ: (timed-out), «été»") == {"時間切れ", "timed", "out", "«été»", "t"}


_PIECES = st.one_of(
    st.sampled_from(["a", "b1", "é", "ж", "中", "→", "_", "-", " ", ".", "\n", "\ud800", "９", "\x85", "\u2028"]),
    st.characters(codec=None, exclude_categories=()),
)
_TEXTS = st.lists(_PIECES, max_size=8).map("".join)


@given(_TEXTS, st.sets(_TEXTS.filter(bool), max_size=4))
@example("ab a", {"a", "b"})
@example("→a中", {"a"})
@example("жa", {"жa", "a", "ж"})
@example("ж\u2028a\x85é\u1680", {"ж", "a", "é"})
def test_few_words_are_found_without_splitting(text: str, words: set[str]) -> None:
    """Asking for a few words gives what splitting a text into all of its words does."""
    asked = {word for word in words if words_of(word) == {word}}

    assert words_among(text, asked) == words_of(text) & asked
