"""
What users of model and agent software asked for in public threads: one test a wish, with the libraries' own objects.

Each row says what failed, and what category, reason, retryability and wait a caller needs to be told.
"""

from __future__ import annotations

import asyncio
import errno
import json
import pickle
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import anthropic
import botocore.exceptions
import httpx
import httpx2
import openai
import pytest
import requests
import urllib3.exceptions
from google.genai import errors as genai_errors
from mcp import MCPError

from classifier import explain

Json = dict[str, Any]


def raised(call: Callable[[], object]) -> BaseException:
    """The exception of `call`."""
    try:
        call()
    except BaseException as exc:
        return exc
    raise AssertionError("nothing was raised")


def by_openai(status: int, body: Json | str, headers: dict[str, str] | None = None) -> BaseException:
    """What openai raises for an answer."""

    def answer(request: httpx.Request) -> httpx.Response:
        if isinstance(body, str):
            return httpx.Response(status, text=body, headers=headers)
        return httpx.Response(status, json=body, headers=headers)

    plain: Any = httpx.Client(transport=httpx.MockTransport(answer))
    client = openai.OpenAI(api_key="none", max_retries=0, http_client=plain)
    return raised(lambda: client.chat.completions.create(model="m", messages=[]))


def by_openai_transport(error: Exception) -> BaseException:
    """What openai raises when the transport fails."""

    def fail(request: httpx.Request) -> httpx.Response:
        raise error

    plain: Any = httpx.Client(transport=httpx.MockTransport(fail))
    client = openai.OpenAI(api_key="none", max_retries=0, http_client=plain)
    return raised(lambda: client.chat.completions.create(model="m", messages=[]))


def by_anthropic(status: int, kind: str, message: str, headers: dict[str, str] | None = None) -> BaseException:
    """What anthropic raises for an answer."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(
            status, json={"type": "error", "error": {"type": kind, "message": message}}, headers=headers
        )

    client = anthropic.Anthropic(
        api_key="none", max_retries=0, http_client=httpx2.Client(transport=httpx2.MockTransport(answer))
    )
    return raised(lambda: client.messages.create(model="m", max_tokens=1, messages=[]))


def by_genai(status: int, message: str, *details: Json, name: str = "RESOURCE_EXHAUSTED") -> BaseException:
    """What google-genai raises for an answer."""
    body = {"error": {"code": status, "message": message, "status": name, "details": list(details)}}
    kind = genai_errors.ServerError if status >= 500 else genai_errors.ClientError
    failure: BaseException = kind(status, body)
    return failure


def by_httpx(status: int, body: str | Json, headers: dict[str, str] | None = None) -> BaseException:
    """What httpx raises for an answer."""
    request = httpx.Request("POST", "https://api.x.test/v1/run")
    content = body if isinstance(body, str) else json.dumps(body)
    response = httpx.Response(status, text=content, headers=headers, request=request)
    return raised(response.raise_for_status)


def error(message: str, **fields: object) -> Json:
    """An OpenAI-shaped error body."""
    return {"error": {"message": message, **fields}}


QUOTA_FAILURE = {
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    "violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier", "quotaValue": "50"}],
}
PER_MINUTE = {
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    "violations": [{"quotaId": "GenerateContentInputTokensPerModelPerMinute"}],
}
RETRY_INFO = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "41s"}


@dataclass(frozen=True)
class Wish:
    """A failure and what has to be said of it; None is not looked at."""

    number: str
    make: Callable[[], object]
    category: str
    reason: str | None = None
    retryable: bool | None = None
    after_s: float | None = None
    hint: str | None = None


STOP, GO = False, True

WISHES = [
    # Quota, billing, limits
    Wish(
        "1",
        lambda: by_openai(
            429,
            error(
                "You exceeded your current quota, check plan and billing",
                type="insufficient_quota",
                code="insufficient_quota",
            ),
        ),
        "rate_limit",
        "quota_exhausted",
        STOP,
        hint="top_up",
    ),
    Wish(
        "2",
        lambda: by_httpx(429, error("spent", type="org_spend_limit_exceeded")),
        "rate_limit",
        "quota_exhausted",
        STOP,
    ),
    Wish(
        "2b",
        lambda: by_httpx(429, error("nothing left", code="credit_balance_exhausted")),
        "rate_limit",
        "quota_exhausted",
        STOP,
    ),
    Wish(
        "3",
        lambda: by_genai(429, "Quota exceeded for metric free_tier_requests, limit: 0, model: big"),
        "rate_limit",
        None,
        STOP,
    ),
    Wish(
        "4",
        lambda: by_genai(429, "You exceeded your current quota, please check your plan and billing details."),
        "rate_limit",
        "quota_exhausted",
        STOP,
    ),
    Wish("6", lambda: by_httpx(429, error("Your quota will reset at 2999-01-01T00:00:00Z")), "rate_limit"),
    Wish("7", lambda: by_genai(429, "Too many.", QUOTA_FAILURE), "rate_limit", "usage_window"),
    Wish(
        "8",
        lambda: by_genai(429, "Quota exceeded. Please retry in 34.2s.", QUOTA_FAILURE, RETRY_INFO),
        "rate_limit",
        "usage_window",
    ),
    Wish(
        "9",
        lambda: by_httpx(429, error("You have used your 5-hour limit", code="usage_limit_reached")),
        "rate_limit",
        "usage_window",
    ),
    Wish(
        "10",
        lambda: by_anthropic(
            400,
            "invalid_request_error",
            "You have reached your specified API usage limits. You will regain access on 2031-02-01 at 00:00 UTC.",
        ),
        "rate_limit",
    ),
    Wish(
        "11",
        lambda: by_anthropic(400, "invalid_request_error", "Your credit balance is too low to access the API."),
        "rate_limit",
        "quota_exhausted",
        STOP,
        hint="top_up",
    ),
    Wish(
        "12",
        lambda: by_openai(429, error("余额不足或无可用资源包,请充值。", code="1113")),
        "rate_limit",
        "quota_exhausted",
        STOP,
    ),
    Wish(
        "13",
        lambda: (
            'event: error\ndata: {"type": "error", "error": '
            '{"type": "insufficient_quota", "code": "insufficient_quota", "message": "no"}}\n\n'
        ),
        "rate_limit",
        "quota_exhausted",
        STOP,
    ),
    Wish(
        "15",
        lambda: by_openai(
            429,
            error(
                "Request too large for m on tokens per min (TPM): Limit 30000, Requested 41230.",
                code="rate_limit_exceeded",
                type="tokens",
            ),
        ),
        "rate_limit",
        "request_exceeds_limit",
        STOP,
        hint="reduce_input",
    ),
    # How long to wait
    Wish("18", lambda: by_httpx(429, "slow", {"retry-after": "-5"}), "rate_limit", None, GO, 0.0),
    Wish(
        "20",
        lambda: by_openai(429, error("slow"), {"retry-after-ms": "soon", "retry-after": "8"}),
        "rate_limit",
        None,
        GO,
        8.0,
    ),
    Wish("22", lambda: by_httpx(429, "slow", {"retry-after": "86400"}), "rate_limit", None, GO, 86_400.0),
    Wish("25", lambda: by_genai(429, "Too many tokens.", PER_MINUTE, RETRY_INFO), "rate_limit", "throttled", GO, 41.0),
    Wish(
        "26",
        lambda: by_openai(429, error("Rate limit reached for m. Try again in 17 seconds.")),
        "rate_limit",
        None,
        GO,
        17.0,
    ),
    Wish(
        "27",
        lambda: by_openai(429, error("Rate limit reached. Please try again in 1m42.653s.", code="rate_limit_exceeded")),
        "rate_limit",
        None,
        GO,
        102.653,
    ),
    Wish(
        "28",
        lambda: by_httpx(429, {"error": {"type": "usage_limit_reached", "resets_in_seconds": 2400}}),
        "rate_limit",
        "usage_window",
        None,
        2400.0,
    ),
    Wish(
        "28b",
        lambda: by_httpx(429, "{}", {"x-codex-primary-reset-after-seconds": "900"}),
        "rate_limit",
        None,
        None,
        900.0,
    ),
    Wish(
        "30", lambda: by_openai(429, error("slow"), {"x-ratelimit-reset-tokens": "6m0s"}), "rate_limit", None, GO, 360.0
    ),
    Wish("31", lambda: by_httpx(429, "slow", {"x-ratelimit-reset": "1000000001"}), "rate_limit", None, GO, 0.0),
    # Streams, bodies, wrappers
    Wish(
        "33",
        lambda: {
            "status_code": 200,
            "headers": {},
            "body": 'data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
        },
        "connection",
        "overloaded",
        GO,
        hint="fallback_model",
    ),
    Wish(
        "34",
        lambda: Exception(json.dumps({"type": "error", "error": {"type": "overloaded_error", "message": "busy"}})),
        "connection",
        "overloaded",
        GO,
    ),
    Wish(
        "35",
        lambda: anthropic.APIError(
            "Overloaded",
            httpx2.Request("POST", "https://x.test"),
            body={"type": "error", "error": {"type": "overloaded_error"}},
        ),
        "connection",
        "overloaded",
        GO,
    ),
    Wish(
        "36",
        lambda: httpx.Response(200, json={"error": {"code": 502, "message": "upstream failed"}}),
        "connection",
        "server_error",
        GO,
    ),
    Wish("36b", lambda: {"status_code": 200, "body": {"choices": []}}, "invalid_output", "empty_output"),
    Wish(
        "37",
        lambda: by_openai(
            400,
            {
                "error": {
                    "code": 400,
                    "message": "Provider returned error",
                    "metadata": {"raw": '{"error": {"code": "context_length_exceeded"}}'},
                }
            },
        ),
        "unexpected",
        "context_length",
        STOP,
        hint="reduce_input",
    ),
    Wish(
        "38",
        lambda: by_openai(503, error("upstream said no", code="rate_limit_exceeded")),
        "rate_limit",
        "throttled",
        GO,
    ),
    Wish(
        "39",
        lambda: httpx.RemoteProtocolError(
            "peer closed connection without sending complete message body (incomplete chunked read)"
        ),
        "connection",
        "stream_broken",
        GO,
        hint="verify_then_retry",
    ),
    Wish(
        "40",
        lambda: requests.exceptions.ChunkedEncodingError("Response ended prematurely"),
        "connection",
        None,
        GO,
        hint="verify_then_retry",
    ),
    Wish(
        "40b",
        lambda: urllib3.exceptions.ProtocolError("Connection broken: IncompleteRead(10 bytes read, 20 more expected)"),
        "connection",
        None,
        GO,
    ),
    Wish(
        "44",
        lambda: by_httpx(
            520, "<html><head><title>x.test | 520: Web server is returning an unknown error</title></head></html>"
        ),
        "connection",
        None,
        GO,
    ),
    Wish(
        "44b",
        lambda: by_httpx(521, "<html><title>521: Web server is down</title><p>rate limit dns challenge</p></html>"),
        "connection",
        "refused",
        GO,
    ),
    Wish(
        "45",
        lambda: by_httpx(403, "<html><title>Just a moment...</title><script>rate limit 429 dns</script></html>"),
        "unexpected",
        "permission_denied",
        STOP,
    ),
    # False positives, local errors
    Wish(
        "48",
        lambda: by_openai(400, error("prompt ids [17, 429, 3051] are out of range", type="invalid_request_error")),
        "unexpected",
        "bad_request",
        STOP,
    ),
    Wish(
        "49",
        lambda: by_openai(
            400,
            error(
                "Unknown parameter: 'rate_limit_per_minute'",
                type="invalid_request_error",
                param="rate_limit_per_minute",
            ),
        ),
        "unexpected",
        None,
        STOP,
    ),
    Wish("50", lambda: Exception("order 400123 took 1429 ms on :8429"), "unexpected", None, STOP),
    Wish("51", lambda: OSError(errno.ENOSPC, "No space left on device"), "unexpected", "local_resource", STOP),
    Wish("51b", lambda: OSError(errno.EDQUOT, "Disk quota exceeded"), "unexpected", "local_resource", STOP),
    Wish(
        "52",
        lambda: by_openai(
            429,
            error("Rate limit reached for tokens per day (TPD): Limit 100000, Used 99000", code="rate_limit_exceeded"),
        ),
        "rate_limit",
        "usage_window",
    ),
    Wish(
        "52b",
        lambda: by_openai(
            400, error("This model's maximum context length is 8192 tokens", code="context_length_exceeded")
        ),
        "unexpected",
        "context_length",
        STOP,
        hint="reduce_input",
    ),
    Wish(
        "53",
        lambda: by_openai_transport(
            httpx.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate")
        ),
        "unexpected",
        "tls_certificate",
        STOP,
        hint="fix_config",
    ),
    Wish(
        "53b",
        lambda: ssl.SSLCertVerificationError(1, "certificate verify failed: unable to get local issuer certificate"),
        "unexpected",
        "tls_certificate",
        STOP,
    ),
    Wish("55", lambda: TimeoutError(), "timeout", None, GO),
    Wish("55b", lambda: by_openai_transport(httpx.ReadTimeout("")), "timeout", "read_timeout", GO),
    Wish("56", lambda: raised(lambda: json.loads("{")), "invalid_output", "not_json", GO),
    Wish("57", lambda: asyncio.CancelledError(), "unexpected", "cancelled", STOP),
    Wish(
        "58",
        lambda: by_openai(401, error("Incorrect API key", code="invalid_api_key")),
        "unexpected",
        "auth_failed",
        STOP,
        hint="rotate_credential",
    ),
    Wish(
        "59",
        lambda: Exception("tool call arguments are no valid JSON: the output was cut off at max_tokens"),
        "invalid_output",
        None,
        GO,
    ),
    # Tools
    Wish(
        "61",
        lambda: Exception("The text to replace was not found in the file"),
        "patch_apply",
        "target_missing",
        STOP,
        hint="reread_file",
    ),
    Wish(
        "61b",
        lambda: Exception("old_string is not unique in the file"),
        "patch_apply",
        "target_ambiguous",
        STOP,
        hint="widen_context",
    ),
    Wish("62", lambda: subprocess.CalledProcessError(-9, ["python", "job.py"]), "sandbox", "oom_killed", None),
    Wish("62b", lambda: subprocess.CalledProcessError(137, ["docker", "run", "x"]), "sandbox", "oom_killed", None),
    Wish("64", lambda: MCPError(code=-32602, message="Unknown tool: serch"), "unexpected", None, STOP),
    # Languages
    Wish("65", lambda: by_httpx(429, "您的账户已达到速率限制,请稍后重试"), "rate_limit", None, GO),
    Wish(
        "65b",
        lambda: OSError(10061, "対象のコンピューターによって拒否されたため、接続できませんでした。"),
        "connection",
        "refused",
        GO,
    ),
    Wish("65c", lambda: Exception("서버 연결이 거부되었습니다"), "connection", None, GO),
    Wish(
        "AWS",
        lambda: botocore.exceptions.ClientError(
            {
                "Error": {"Code": "ThrottlingException", "Message": "Rate exceeded"},
                "ResponseMetadata": {"HTTPStatusCode": 400},
            },
            "Converse",
        ),
        "rate_limit",
        "throttled",
        GO,
    ),
]


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.number)
def test_wish(wish: Wish) -> None:
    """The failure is told as the thread asked for."""
    answer = explain(wish.make())

    assert answer.category == wish.category, answer
    assert wish.reason is None or answer.reason == wish.reason, answer
    assert wish.retryable is None or answer.retryable is wish.retryable, answer
    assert wish.after_s is None or answer.retry_after_s == pytest.approx(wish.after_s), answer
    assert wish.hint is None or wish.hint in answer.hints, answer


def test_chained_quota_is_found() -> None:
    """Wish 5: exhausted quota below two wrappers is not retried."""
    quota = by_openai(429, error("You exceeded your current quota", code="insufficient_quota"))
    wrapper = RuntimeError("task 3 failed")
    wrapper.__cause__ = ValueError("embedding failed")
    wrapper.__cause__.__cause__ = quota

    answer = explain(wrapper)

    assert (answer.reason, answer.retryable, answer.cause_depth) == ("quota_exhausted", False, 2)


def test_reset_time_is_told() -> None:
    """Wishes 6, 10 and 14: the time at which the limit resets comes out, so that a caller can park."""
    spend = explain(
        by_anthropic(
            400,
            "invalid_request_error",
            "You have reached your usage limits. You will regain access on 2027-01-01 at 00:00 UTC.",
        )
    )
    window = explain(by_httpx(429, {"error": {"type": "usage_limit_reached", "resets_in_seconds": 18_000}}))

    assert spend.resets_at is not None
    assert spend.resets_at.isoformat() == "2027-01-01T00:00:00+00:00"
    assert window.resets_at is not None
    assert window.retry_after_s == 18_000


def test_http_date_is_read() -> None:
    """Wishes 18 and 19: an HTTP date in the past is no wait, one far out is absent, and neither raises."""
    past = explain(by_openai(429, error("slow"), {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}))
    extreme = explain(by_openai(429, error("slow"), {"retry-after": "Fri, 31 Dec 9999 23:59:59 GMT"}))

    assert past.retry_after_s == 0.0
    assert extreme.retry_after_s is None


def test_broken_stream_asks_to_verify() -> None:
    """Wishes 41 and 63: a failure after output had begun may be retried only after looking."""
    answer = explain(httpx.ReadTimeout(""), context={"response_started": True})

    assert (answer.retryable, "verify_then_retry" in answer.hints) == (True, True)


def test_answer_is_plain_data() -> None:
    """Wish 47: SDK errors do not unpickle; their answers do."""
    failure = by_openai(429, error("slow", code="rate_limit_exceeded"), {"retry-after": "3"})
    answer = explain(failure)

    assert pickle.loads(pickle.dumps(answer)) == answer


def test_own_timeout_kill_is_a_timeout() -> None:
    """Wish 62: a kill for the caller's own time limit is a timeout, not a lack of memory."""
    late = raised(lambda: subprocess.run([sys.executable, "-c", "while True: pass"], timeout=0.05, check=True))

    assert explain(late).reason == "command_timeout"
    killed = subprocess.CalledProcessError(-9, ["x"])
    assert explain(killed, context={"own_timeout": True}).category == "timeout"


def test_unresolvable_name() -> None:
    """A name that does not exist is dns, whichever number the system gives."""
    for number in (socket.EAI_NONAME, socket.EAI_AGAIN):
        answer = explain(socket.gaierror(number, "Name or service not known"))
        assert (answer.category, answer.reason) == ("connection", "dns")
