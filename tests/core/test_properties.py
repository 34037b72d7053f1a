"""For arbitrary objects, texts, statuses, headers, bodies and nested exceptions: no exception, always a category."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import requests
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classifier import CATEGORIES, REASONS, Classification, classify_error, convert_http_error_to_nexus_error, explain

CLASSES: list[type[BaseException]] = [
    Exception,
    RuntimeError,
    ValueError,
    KeyError,
    OSError,
    TimeoutError,
    ConnectionResetError,
    UnicodeError,
    json.JSONDecodeError,
    httpx.ConnectError,
    requests.ConnectionError,
    KeyboardInterrupt,
]
WORDS = [
    "429",
    "rate limit",
    "timed out",
    "connection",
    "json",
    "sandbox",
    "patch",
    "{",
    "}",
    '"code":',
    "data: ",
    "<html>",
]
texts = st.text() | st.lists(st.sampled_from(WORDS) | st.text(max_size=8)).map(" ".join)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["error", "code", "type", "status", "message", "details", "raw", "retryDelay", "choices", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
FIELDS = [
    "status_code", "status", "code", "response", "body", "headers", "errno", "winerror", "returncode", "details",
    "error", "sqlstate", "stderr", "cmd", "retry_after", "trailing_metadata",
    "grpc_status_code", "data", "last_attempt", "kwargs",
]  # fmt: skip


@st.composite
def exceptions(draw: st.DrawFn, depth: int = 3) -> BaseException:
    """An exception with arguments, attributes, causes and members of any kind."""
    cls = draw(st.sampled_from(CLASSES))
    args = draw(st.lists(values, max_size=3))
    try:
        error = cls(*args)
    except Exception:
        error = RuntimeError(*args)
    for name, value in draw(st.dictionaries(st.sampled_from(FIELDS), values, max_size=4)).items():
        try:
            setattr(error, name, value)
        except Exception:
            continue
    if depth and draw(st.booleans()):
        inner = draw(exceptions(depth - 1))
        kind = draw(st.sampled_from(["cause", "context", "group", "attribute"]))
        if kind == "cause":
            error.__cause__ = inner
        elif kind == "context":
            error.__context__ = inner
        elif kind == "attribute":
            error.orig = inner  # type: ignore[attr-defined]
        else:
            error = BaseExceptionGroup(draw(texts), [error, inner])
    return error


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logger = logging.getLogger("nexuscore.core.errors")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    yield
    logger.setLevel(before)


calm = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)


def is_sound(answer: Classification) -> bool:
    """Tell whether an answer keeps every promise of its form."""
    reason = REASONS[answer.reason]
    return (
        answer.category in CATEGORIES
        and reason.category == answer.category
        and (answer.retry_after_s is None or answer.retry_after_s >= 0)
        and 0 <= answer.confidence <= 1
        and answer.category not in answer.suspects
        and not (answer.cancelled and answer.retryable)
        and not (answer.category in ("unexpected", "patch_apply") and answer.retryable)
        and Classification.from_dict(json.loads(json.dumps(answer.to_dict()))) == answer
    )


@calm
@given(exceptions())
def test_any_exception(error: BaseException) -> None:
    """classify_error, explain and the converter agree on every exception, and none of them raises."""
    category = classify_error(error)
    answer = explain(error)
    converted = convert_http_error_to_nexus_error(error)

    assert category == answer.category
    assert is_sound(answer)
    assert classify_error(converted) == category
    assert converted.classification is not None
    assert converted.reason == answer.reason
    assert converted.__cause__ is error


@calm
@given(values | st.from_type(type).map(lambda cls: cls) | st.builds(object))
def test_any_object(failure: Any) -> None:
    """What is no exception is unexpected for classify_error; explain answers whatever it is given."""
    assert classify_error(failure) == "unexpected"
    assert is_sound(explain(failure))


@calm
@given(texts)
def test_any_text(text: str) -> None:
    """A text, its bytes and an exception with it come out the same."""
    answer = explain(text)

    assert is_sound(answer)
    assert is_sound(explain(text.encode("utf-8", "surrogatepass")))
    assert classify_error(Exception(text)) in CATEGORIES


@calm
@given(
    st.integers(100, 599) | values,
    st.dictionaries(st.sampled_from(["retry-after", "retry-after-ms", "x-ratelimit-reset", "content-type"]), texts)
    | values,
    values | texts.map(lambda text: json.dumps({"error": text})),
)
def test_any_response(status: object, headers: object, body: object) -> None:
    """A response of any status, headers and body, as a mapping and as an object."""

    class Holder:
        def __init__(self) -> None:
            self.status_code, self.headers, self.body = status, headers, body

    assert is_sound(explain({"status_code": status, "headers": headers, "body": body}))
    assert is_sound(explain(Holder()))


@calm
@given(st.sampled_from([400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 501, 502, 503, 504, 520, 529]), texts)
def test_status_beats_words(status: int, text: str) -> None:
    """A 4xx that is not 408, 409 or 429 is never a passing failure, whatever its body says in words."""
    request = httpx.Request("GET", "https://x.test")
    response = httpx.Response(status, text=text, request=request)
    answer = explain(httpx.HTTPStatusError(text, request=request, response=response))

    if status in (400, 401, 404, 413, 422):
        assert answer.retryable is False or answer.category == "rate_limit", answer
        assert answer.category in ("unexpected", "rate_limit")
    elif status == 429:
        assert answer.category in ("rate_limit", "connection")
    elif status in (500, 502, 503, 520, 529):
        assert answer.category != "invalid_output"


@calm
@given(texts, texts)
def test_same_failure_same_answer(first: str, second: str) -> None:
    """Answers do not depend on what was classified before."""
    before = explain(Exception(first))
    explain(Exception(second))

    assert explain(Exception(first)) == before
