"""What the documents ask of retrying, with the real classifier and real SDK exceptions."""

from __future__ import annotations

import httpx
import httpx2
import openai
import pytest

from classifier import errors
from classifier.retry import RetryPolicy, call
from classifier.testing import no_sleep, scripted


def _openai(kind: type[openai.APIStatusError], status: int, headers: dict[str, str] | None = None) -> Exception:
    request = httpx2.Request("POST", "http://127.0.0.1/v1")
    response = httpx2.Response(status, headers=headers, request=request)
    return kind("refused", response=response, body=None)


def test_t6_rate_limit_is_retried() -> None:
    """T6 of the stub-fallback document: a 429 is retried, and the answer comes back."""
    function = scripted(
        _openai(openai.RateLimitError, 429, {"retry-after": "20"}), errors.ModelRateLimitError("429"), "answer"
    )
    with no_sleep() as clock:
        assert call(function) == "answer"
    assert clock.waits_s == [20.0, 4.0]


@pytest.mark.parametrize(
    "failure",
    [
        _openai(openai.AuthenticationError, 401),
        _openai(openai.BadRequestError, 400),
        _openai(openai.InternalServerError, 501),
        errors.SandboxExecutionError("exit status 1"),
        errors.PatchApplyError("hunk failed"),
        errors.UnexpectedSystemError("what"),
        KeyError("user"),
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_t7_lasting_failure_is_raised_at_once(failure: Exception) -> None:
    """T7: what is permanent is not retried and reaches the caller as it is."""
    function = scripted(failure)
    with no_sleep(), pytest.raises(type(failure)) as caught:
        call(function)

    assert caught.value is failure
    assert function.call_count == 1


def test_t7_server_errors_can_be_declared_permanent() -> None:
    """Who reads T7 strictly excludes structured 5xx by one word, and overload keeps its retries."""
    strict = RetryPolicy(exclude=["server_error"])
    once, twice = (
        scripted(_openai(openai.InternalServerError, 500)),
        scripted(_openai(openai.InternalServerError, 503), "answer"),
    )

    with no_sleep(), pytest.raises(openai.InternalServerError):
        call(once, policy=strict)
    with no_sleep():
        assert call(twice, policy=strict) == "answer"
    assert once.call_count == 1


@pytest.mark.parametrize(
    ("failure", "calls"),
    [
        (errors.ModelRateLimitError("429"), 6),
        (errors.ModelTimeoutError("timed out"), 4),
        (errors.ModelConnectionError("refused"), 4),
        (errors.InvalidModelOutputError("no JSON"), 4),
        (httpx.ReadTimeout("slow"), 4),
        (ConnectionRefusedError(111, "Connection refused"), 4),
    ],
    ids=lambda each: type(each).__name__,
)
def test_retrying_ends_at_the_maximum(failure: Exception, calls: int) -> None:
    """CR-NEXUS-051 §3.3.2: every retrying ends at its maximum and hands the error up."""
    function = scripted(*[failure] * 50)
    with no_sleep(), pytest.raises(type(failure)) as caught:
        call(function)

    assert caught.value is failure
    assert function.call_count == calls
