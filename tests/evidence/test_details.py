"""google.rpc details as objects, numbers of odd size, finer reasons by cause and body, and the memory of classes."""

from __future__ import annotations

import gc
import weakref
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from google.api_core import exceptions as google_errors
from google.protobuf import duration_pb2
from google.rpc import error_details_pb2 as details_pb2

from classifier import (
    ModelConnectionError,
    ModelRateLimitError,
    classify_error,
    convert_http_error_to_nexus_error,
    explain,
)
from classifier.categories import RetryRule
from classifier.evidence import gather, types
from classifier.evidence.body import find_json
from classifier.evidence.durations import duration_s, wait_in_text
from classifier.evidence.waits import wait_from
from classifier.retryrule import check_retry_number
from classifier.sdks import SdkTable, register_table

RETRY = details_pb2.RetryInfo(retry_delay=duration_pb2.Duration(seconds=34, nanos=500_000_000))


def test_retry_info_of_google_api_core() -> None:
    """Details that google-api-core hands out parsed tell the wait and the code."""
    info = details_pb2.ErrorInfo(reason="RATE_LIMIT_EXCEEDED", domain="googleapis.com")
    failure = google_errors.ResourceExhausted("Too many tokens", details=[RETRY, info])

    answer = explain(failure)

    assert (answer.reason, answer.retry_after_s) == ("throttled", 34.5)
    assert "rate_limit_exceeded" in gather(failure).codes


def test_quota_failure_of_google_api_core() -> None:
    """A violated daily quota outranks the delay told beside it."""
    violation = details_pb2.QuotaFailure.Violation(subject="RequestsPerDay", description="Daily requests")
    failure = google_errors.ResourceExhausted(
        "Too many", details=[details_pb2.QuotaFailure(violations=[violation]), RETRY]
    )

    answer = explain(failure)

    assert (answer.reason, answer.retry_after_s) == ("usage_window", None)
    assert "daily requests" in gather(failure).links[0].low


def test_detail_of_another_kind_is_passed_over() -> None:
    """A detail that only has the name, or raises, costs its facts."""
    odd: Any = type("RetryInfo", (), {"retry_delay": None})()
    failure = google_errors.ResourceExhausted("Too many requests", details=[odd, details_pb2.Help()])

    assert classify_error(failure) == "rate_limit"


@pytest.mark.parametrize("text", ["1.2.3s", ",s", "1,,2s", "5 parsecs", "1m 2", "...", "s", "1" * 30 + "s"])
def test_what_is_no_duration(text: str) -> None:
    """Numbers with two points, unknown units and half a duration stand for nothing."""
    assert duration_s(text) is None


def test_broken_number_after_a_marker() -> None:
    """A marker before no number, or a broken one, is passed over; the next occurrence counts."""
    assert wait_in_text("retry-after: soon") is None
    assert wait_in_text("retry-after: 1.2.3") is None
    assert wait_in_text("try again in a while, or try again in 5s") == 5.0
    assert wait_in_text("秒後") is None
    assert wait_in_text("約5分後に再試行") == 300.0


def test_time_beyond_the_calendar() -> None:
    """Epoch numbers beyond the calendar, and clocks at its end, are absent and do not raise."""
    assert wait_from({"retry-after": "1e17"}) == (None, None)
    assert wait_from({}, [("resetsAt", 9e17)]) == (None, None)
    edge = datetime.max.replace(tzinfo=UTC) - timedelta(days=1)
    assert wait_from({"retry-after": "0001-01-01T00:00:00+23:00"}, now_s=edge.timestamp())[0] in (None, 0.0)


def test_ordinary_json_with_braces_inside_quotes() -> None:
    """The first object that parses counts, of at most three tries."""
    assert find_json('{x} {y} {"a": 1}') == {"a": 1}
    assert find_json('{x} {y} {z} {"a": 1}') is None


def test_converter_survives_a_text_that_raises() -> None:
    """An exception whose str() raises is converted with a word in place of its text."""

    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert str(convert_http_error_to_nexus_error(Mute())) == "Unexpected error (Mute): (no text)"


def test_classes_are_not_kept_alive_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plans of classes made at run time are dropped when there are too many."""
    monkeypatch.setattr(types, "_CACHE_TYPES", 3)
    types.forget_types()
    cls = type("Passing", (Exception,), {})
    watched = weakref.ref(cls)
    classify_error(cls())
    del cls
    for number in range(8):
        classify_error(type(f"Made{number}", (Exception,), {})())
    gc.collect()

    assert watched() is None
    assert len(types._plans) <= 3


def test_class_that_becomes_known_later() -> None:
    """A table registered after a class was met is heeded from then on."""
    made = type("LateLibraryError", (Exception,), {"__module__": "late_library.errors"})
    assert classify_error(made("x")) == "unexpected"

    register_table(SdkTable(packages=("late_library",), classes={"LateLibraryError": "refused"}))
    types.forget_types()

    assert explain(made("x")).reason == "refused"


def test_own_error_is_refined_by_its_cause() -> None:
    """One of our exceptions keeps its category and takes the finer reason of what it was raised from."""
    request = httpx.Request("GET", "https://x.test")
    body = {"error": {"code": "insufficient_quota"}}
    quota = httpx.HTTPStatusError("no", request=request, response=httpx.Response(429, json=body, request=request))
    limited = ModelRateLimitError("slow down")
    limited.__cause__ = quota
    refused = ModelConnectionError("gone")
    refused.__cause__ = ConnectionRefusedError(111, "no")

    assert explain(limited).reason == "quota_exhausted"
    assert explain(limited).retryable is False
    assert (explain(refused).category, explain(refused).reason) == ("connection", "refused")
    assert classify_error(limited) == "rate_limit"


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (
            429,
            {"error": {"code": "rate_limit_exceeded", "message": "Your credit balance is too low"}},
            "quota_exhausted",
        ),
        (500, {"error": {"code": "server_error", "message": "rate limit"}}, "server_error"),
        (500, {"error": {"code": "overloaded_error", "message": "x"}}, "overloaded"),
        (502, {"error": {"message": "invalid api key of upstream"}}, "auth_failed"),
        (404, {"error": {"code": "not_found", "message": "The model `m` does not exist"}}, "model_not_found"),
        (404, {"error": {"code": "not_found", "message": "no such file"}}, "not_found"),
        (400, {"error": {"code": "content_filter", "message": "context length"}}, "content_policy"),
        (409, {"message": "state changed"}, "stale_state"),
        (422, {"detail": [{"type": "missing", "msg": "Field required"}]}, "bad_request"),
    ],
)
def test_status_with_code_and_words(status: int, body: dict[str, Any], reason: str) -> None:
    """Within what a status allows, money comes first, then the code, then the words."""
    assert explain({"status_code": status, "body": body}).reason == reason


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"max_retries": 1000}, "max_retries is 1000; expected a whole number from 0 to 100"),
        ({"max_retries": True}, "max_retries is True; expected a whole number"),
        ({"base_s": float("nan")}, "base_s is nan; expected a number from 0 to 86400"),
        ({"factor": 0.5}, "factor is 0.5; expected a number from 1 to 100"),
        ({"floor_s": 50.0}, "floor_s is 50.0; expected at most cap_s, which is 10.0"),
    ],
    ids=str,
)
def test_retry_numbers_have_ranges(changes: dict[str, Any], message: str) -> None:
    """A rule whose numbers could make a loop endless is refused."""
    with pytest.raises(ValueError, match=message):
        RetryRule(**{"max_retries": 3, "base_s": 1.0, "factor": 2.0, "cap_s": 10.0, **changes})
    check_retry_number("base_s", 1, 0.0, 2.0, float)
