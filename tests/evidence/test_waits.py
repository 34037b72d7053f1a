"""How long to wait, in every form that servers were seen to use; never an exception, never below zero."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.utils import format_datetime
from types import MappingProxyType
from typing import Any

import httpx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from multidict import CIMultiDict
from requests.structures import CaseInsensitiveDict

from classifier.evidence.durations import duration_s, wait_in_text
from classifier.evidence.moments import time_in_text
from classifier.evidence.waits import FAR_S, PARK_S, header_lookup, wait_from

NOW_S = 1_800_000_000.0
NOW = datetime.fromtimestamp(NOW_S, UTC)


def http_date(seconds: float) -> str:
    """An HTTP date so many seconds from now."""
    return format_datetime(NOW + timedelta(seconds=seconds), usegmt=True)


HEADERS: list[tuple[dict[str, str], float | None]] = [
    ({"retry-after": "20"}, 20.0),
    ({"retry-after": " 20 "}, 20.0),
    ({"retry-after": "0"}, 0.0),
    ({"retry-after": "1.5"}, 1.5),
    ({"retry-after": "-5"}, 0.0),
    ({"retry-after": http_date(90)}, 90.0),
    ({"retry-after": http_date(-90)}, 0.0),
    ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0.0),
    ({"retry-after": "Fri, 31 Dec 9999 23:59:59 GMT"}, None),
    ({"retry-after": "Mon, 01 Jan 0001 00:00:00 GMT"}, 0.0),
    ({"retry-after": "Fri, 99 Foo 2026 99:99:99 GMT"}, None),
    ({"retry-after": "soon"}, None),
    ({"retry-after": ""}, None),
    ({"retry-after": "nan"}, None),
    ({"retry-after": "inf"}, None),
    ({"retry-after": "-inf"}, None),
    ({"retry-after": "1e309"}, None),
    ({"retry-after": "9" * 79}, None),
    ({"retry-after": "9" * 200}, None),
    ({"retry-after": "1m42.653s"}, 102.653),
    ({"retry-after": "30s"}, 30.0),
    ({"retry-after": "PT1M30S"}, 90.0),
    ({"retry-after": str(int(NOW_S) + 25)}, 25.0),
    ({"retry-after": "2027-01-15T08:01:00Z"}, 60.0),
    ({"retry-after-ms": "1500"}, 1.5),
    ({"retry-after-ms": "-1"}, 0.0),
    ({"retry-after-ms": "garbage", "retry-after": "7"}, 7.0),
    ({"retry-after-ms": "nan", "retry-after": "7"}, 7.0),
    ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
    ({"x-ms-retry-after-ms": "2500"}, 2.5),
    ({"x-ms-retry-after": "4"}, 4.0),
    ({"x-amz-retry-after": "3"}, 3.0),
    ({"x-amzn-retry-after": "3"}, 3.0),
    ({"x-codex-primary-reset-after-seconds": "4321"}, 4321.0),
    ({"x-rate-limit-retry-after-seconds": "61"}, 61.0),
    ({"x-ratelimit-reset-requests": "6m0s"}, 360.0),
    ({"x-ratelimit-reset-tokens": "17ms"}, 0.017),
    ({"x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "6m0s"}, 360.0),
    (
        {
            "x-ratelimit-reset-requests": "6m0s",
            "x-ratelimit-remaining-requests": "59",
            "x-ratelimit-reset-tokens": "12s",
            "x-ratelimit-remaining-tokens": "0",
        },
        12.0,
    ),
    ({"x-ratelimit-reset-requests": "5s", "x-ratelimit-remaining-requests": "none"}, 5.0),
    ({"x-ratelimit-reset": str(int(NOW_S) + 42)}, 42.0),
    ({"x-ratelimit-reset": str((int(NOW_S) + 42) * 1000)}, 42.0),
    ({"x-ratelimit-reset": "42"}, 42.0),
    ({"x-ratelimit-reset": str(int(NOW_S) - 300)}, 0.0),
    ({"ratelimit-reset": "9"}, 9.0),
    ({"anthropic-ratelimit-requests-reset": "2027-01-15T08:02:00Z"}, 120.0),
    ({"anthropic-ratelimit-tokens-reset": "2027-01-15T10:02:00+02:00"}, 120.0),
    ({"anthropic-ratelimit-tokens-reset": "2027-01-15T08:02:00"}, 120.0),
    ({"anthropic-ratelimit-requests-remaining": "3"}, None),
    ({"x-request-id": "20"}, None),
    ({}, None),
]


@pytest.mark.parametrize(("headers", "wanted"), HEADERS, ids=[str(one)[:60] for one, _ in HEADERS])
def test_headers(headers: dict[str, str], wanted: float | None) -> None:
    """Each form in a header gives its seconds; an unusable one is absent and hides no usable one."""
    found = wait_from(headers, now_s=NOW_S)[0]

    assert found == (None if wanted is None else pytest.approx(wanted, abs=1e-6))


FIELDS: list[tuple[list[tuple[str, object]], float | None]] = [
    ([("retryDelay", "34s")], 34.0),
    ([("retryDelay", "34.074824224s")], 34.074824224),
    ([("retry_after", 12)], 12.0),
    ([("retry_after", "12")], 12.0),
    ([("retry_after_ms", 1200)], 1.2),
    ([("retryAfterSeconds", 12.5)], 12.5),
    ([("resets_in_seconds", 3000)], 3000.0),
    ([("resetsAt", int(NOW_S) + 70)], 70.0),
    ([("resets_at", (int(NOW_S) + 70) * 1000)], 70.0),
    ([("resets_at", "2027-01-15T08:00:30Z")], 30.0),
    ([("quotaResetDelay", "1h1m1.5s")], 3661.5),
    ([("retry_after", float("inf"))], None),
    ([("retry_after", float("nan"))], None),
    ([("retry_after", -3)], 0.0),
    ([("retry_after", 1e300)], None),
    ([("retry_after", object())], None),
    ([("retry_after", "soon"), ("retry_after_ms", 900)], 0.9),
]


@pytest.mark.parametrize(("fields", "wanted"), FIELDS, ids=[str(one)[:50] for one, _ in FIELDS])
def test_fields_of_a_body(fields: list[tuple[str, object]], wanted: float | None) -> None:
    """Each form in a body gives its seconds."""
    found = wait_from({}, fields, now_s=NOW_S)[0]

    assert found == (None if wanted is None else pytest.approx(wanted))


TEXTS: list[tuple[str, float | None]] = [
    ("please try again in 20s", 20.0),
    ("please try again in 17 seconds.", 17.0),
    ("rate limit reached. try again in 1m42.653s. need more tokens?", 102.653),
    ("try again in 6m0s", 360.0),
    ("try again in 2 minutes and 5 seconds", 125.0),
    ("try again in about 3 hours", 10_800.0),
    ("try again in 1 hour 30 minutes", 5400.0),
    ("try again in 120ms", 0.12),
    ("please retry after 30 seconds", 30.0),
    ("retry-after: 12", 12.0),
    ("'retry_after': 7.5", 7.5),
    ('"retry_after": 7}', 7.0),
    ("retry_delay {\n  seconds: 34\n}", 34.0),
    ("please wait 45 seconds before", 45.0),
    ("quota resets in 2d 3h", 183_600.0),
    ("bitte versuchen sie es in 20 sekunden erneut", 20.0),
    ("veuillez réessayer dans 2 minutes", 120.0),
    ("请在 30 秒后重试", 30.0),
    ("30秒後に再試行してください", 30.0),
    ("повторите попытку через 15 секунд", 15.0),
    ("try again in 5 more attempts", None),
    ("try again in a while", None),
    ("try again later", None),
    ("retry after the weekend", None),
    ("try again in 99999999999999 hours", None),
    ("try again at 2027-01-15t08:00:10z", 10.0),
    ("quota resets at 2027-01-15 08:01:00 utc", 60.0),
    ("resets at: 2027-01-15t10:00:30.5+02:00.", 30.5),
    ("will reset at 2027/01/15 08:00:40", 40.0),
    ("retry after fri, 15 jan 2027 08:00:50 gmt", 50.0),
    ("usage limit reached|1800000600", 600.0),
    ("will reset at 1800000600000", 600.0),
    ("your limit resets on 2027-01-15", 0.0),
    ("resets at 2020-01-01t00:00:00z", 0.0),
    ("resets at 9999-12-31t00:00:00z", None),
    ("resets at 2027-13-45", None),
    ("resets at 2027", None),
    ("resets at 3pm", None),
    ("retry after fri, soon", None),
    ("retry after fri, 99 foo 2027 99:00:00 gmt", None),
    ("reset at 9999999999999", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "wanted"), TEXTS, ids=[text[:50] for text, _ in TEXTS])
def test_sentences(text: str, wanted: float | None) -> None:
    """Each form in a sentence gives its seconds; a sentence without one gives none."""
    found = wait_from({}, (), text, now_s=NOW_S)[0]

    assert found == (None if wanted is None else pytest.approx(wanted))


def test_precedence() -> None:
    """A retry header beats the body, the body a sentence, a sentence a general reset header."""
    header, body, text, reset = (
        {"retry-after": "1"},
        [("retryDelay", "2s")],
        "try again in 3s",
        {"x-ratelimit-reset": "4"},
    )

    assert wait_from({**header, **reset}, body, text)[0] == 1.0
    assert wait_from(reset, body, text)[0] == 2.0
    assert wait_from(reset, (), text)[0] == 3.0
    assert wait_from(reset, (), "")[0] == 4.0


def test_far_reset_is_told_as_a_time() -> None:
    """From an hour on the time of the reset is told beside the seconds, whatever form it came in."""
    then = NOW + timedelta(hours=5)
    for wait in (
        wait_from({"retry-after": "18000"}, now_s=NOW_S),
        wait_from({}, [("resets_in_seconds", 18_000)], now_s=NOW_S),
        wait_from({}, (), "resets in 5h", now_s=NOW_S),
        wait_from({"x-ratelimit-reset-requests": "5h0m0s"}, now_s=NOW_S),
        wait_from({}, (), "try again at 2027-01-15t13:00:00z", now_s=NOW_S),
        wait_from({"retry-after": http_date(18_000)}, now_s=NOW_S),
    ):
        assert wait == (18_000.0, then)
    assert wait_from({"retry-after": str(PARK_S - 1)}, now_s=NOW_S)[1] is None
    assert wait_from({}, (), "you will regain access on 2027-02-01 at 00:00 utc.", now_s=NOW_S)[1] == datetime(
        2027, 2, 1, tzinfo=UTC
    )


class Hostile(Mapping[str, str]):
    """Fails after its first item."""

    def __getitem__(self, key: str) -> str:
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        yield from ("a", "b")

    def __len__(self) -> int:
        return 2

    def items(self) -> Any:
        """Yield one good pair, then raise."""
        yield "Retry-After", "5"
        raise RuntimeError("no more")


def _message() -> Message:
    message = Message()
    message["Retry-After"] = "5"
    return message


@pytest.mark.parametrize(
    "headers",
    [
        {"Retry-After": "5"},
        {"retry_after": 5},
        OrderedDict({"RETRY-AFTER": "5"}),
        MappingProxyType({"Retry-After": "5"}),
        httpx.Headers({"Retry-After": "5"}),
        CaseInsensitiveDict({"Retry-After": "5"}),
        CIMultiDict({"Retry-After": "5"}),
        _message(),
        [("Retry-After", "5"), ("Retry-After", "9")],
        (("Retry-After", "5"),),
        [(b"retry-after", b"5")],
        {b"Retry-After": b"5"},
        Hostile(),
        [("Retry-After", "5"), "broken"],
    ],
    ids=lambda value: type(value).__name__,
)
def test_headers_of_any_type(headers: object) -> None:
    """Mappings of any library, pairs and bytes are read alike; one that fails half-way has told what it could."""
    assert wait_from(header_lookup(headers))[0] == 5.0


@pytest.mark.parametrize("headers", [None, 5, "retry-after: 5", object(), type("X", (), {"items": 5})()])
def test_unreadable_headers_are_empty(headers: object) -> None:
    """What is no header object gives none."""
    assert header_lookup(headers) == {}


def test_endless_headers_end() -> None:
    """Headers without end are read to a bound."""

    class Endless:
        def items(self) -> Iterator[tuple[str, str]]:
            number = 0
            while True:
                number += 1
                yield f"x-{number}", "1"

    assert len(header_lookup(Endless())) == 200


values = st.one_of(
    st.text(max_size=90),
    st.floats().map(str),
    st.integers().map(str),
    st.datetimes().map(datetime.isoformat),
    st.datetimes(timezones=st.just(UTC)).map(lambda when: format_datetime(when, usegmt=True)),
    st.from_regex(r"[0-9]{1,3}[hms][0-9.]{0,5}[ms]?s?", fullmatch=True),
)
NAMES = [
    "retry-after",
    "retry-after-ms",
    "x-ratelimit-reset",
    "x-ratelimit-remaining",
    "anthropic-ratelimit-tokens-reset",
]


@given(
    st.dictionaries(st.sampled_from(NAMES), values),
    st.lists(
        st.tuples(st.sampled_from(["retryDelay", "retry_after_ms", "resetsAt"]), values | st.floats() | st.integers())
    ),
    st.text() | st.builds("try again in {} resets at {}".format, values, values),
)
@example({"retry-after": "Fri, 31 Dec 9999 23:59:59 -2359"}, [], "")
@example({}, [("resetsAt", 10**400)], "")
def test_never_raises_never_negative(headers: dict[str, str], fields: list[tuple[str, object]], text: str) -> None:
    """Whatever stands in headers, body and text: no exception, no negative, endless or undefined wait."""
    seconds, when = wait_from(headers, fields, text.lower(), now_s=NOW_S)

    assert seconds is None or 0 <= seconds <= FAR_S
    assert when is None or when.tzinfo is not None
    assert seconds is not None or when is None


@given(st.text(), st.text(alphabet="0123456789.,hmsdt :-+/z秒分あと"))
def test_text_parsers_never_raise(text: str, numbers: str) -> None:
    """Arbitrary text, and text made of what durations and times are made of."""
    for piece in (text, numbers, f"try again in {numbers}", f"resets at {numbers}"):
        assert (duration_s(piece) or 0.0) >= 0
        assert (wait_in_text(piece) or 0.0) >= 0
        found = time_in_text(piece)
        assert found is None or found.tzinfo is not None
