"""Responses of real libraries, read and unread, mappings, event streams, pages and nested JSON."""

from __future__ import annotations

import asyncio
import io
import json
import threading
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

import aiohttp
import httpx
import openai
import pytest
import requests
import urllib3
from openai.types.chat import ChatCompletion
from openai.types.responses import Response, ResponseError

from classifier import classify_error, explain
from classifier.evidence import gather
from classifier.evidence.body import MAX_JSON_CHARS, find_json, read_body, stream_error
from classifier.evidence.html import html_title

REQUEST = httpx.Request("POST", "https://api.x.test/v1")


class UntouchedSync(httpx.SyncByteStream):
    """A stream that must not be read."""

    def __iter__(self) -> Iterator[bytes]:
        raise AssertionError("the stream was read")


class UntouchedAsync(httpx.AsyncByteStream):
    """A stream that must not be read."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        raise AssertionError("the stream was read")


class UntouchedRaw(io.RawIOBase):
    """A file that must not be read."""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        raise AssertionError("the file was read")

    readinto = read  # type: ignore[assignment]


@pytest.mark.parametrize("stream", [UntouchedSync(), UntouchedAsync()], ids=["sync", "async"])
def test_unread_httpx_response(stream: Any) -> None:
    """The status and headers of an unread response count; its stream is not touched."""
    response = httpx.Response(503, headers={"retry-after": "9"}, stream=stream, request=REQUEST)
    failure = httpx.HTTPStatusError("server said no", request=REQUEST, response=response)

    for one in (failure, response):
        answer = explain(one)
        assert (answer.category, answer.reason, answer.retry_after_s) == ("connection", "overloaded", 9.0)
    assert response.is_stream_consumed is False


def test_unread_requests_response() -> None:
    """A requests response that was not read stays unread; that it is false does not matter."""
    response = requests.Response()
    response.status_code = 429
    response.headers["Retry-After"] = "11"
    response.raw = urllib3.HTTPResponse(UntouchedRaw(), preload_content=False)
    failure = requests.HTTPError("429 Client Error", response=response)

    assert not response
    for one in (failure, response):
        answer = explain(one)
        assert (answer.category, answer.retry_after_s) == ("rate_limit", 11.0)
    assert response._content_consumed is False  # type: ignore[attr-defined]


def test_read_requests_response() -> None:
    """The body of a false response that was read counts: a 429 of exhausted quota is not retried."""
    response = requests.Response()
    response.status_code = 429
    response._content = b'{"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}}'

    for one in (requests.HTTPError("429 Client Error", response=response), response):
        answer = explain(one)
        assert (answer.reason, answer.retryable, answer.hints) == ("quota_exhausted", False, ("top_up",))


def test_unread_urllib_error() -> None:
    """An HTTPError is a response with a file; the file is not read."""
    headers = HTTPMessage()
    headers["Retry-After"] = "4"
    failure = urllib.error.HTTPError("https://x.test", 429, "Too Many Requests", headers, UntouchedRaw())  # type: ignore[arg-type]

    answer = explain(failure)

    assert (answer.category, answer.retry_after_s) == ("rate_limit", 4.0)


def test_unread_urllib3_response() -> None:
    """A urllib3 response is read by its status and headers."""
    response = urllib3.HTTPResponse(UntouchedRaw(), headers={"Retry-After": "6"}, status=503, preload_content=False)

    assert explain(response).retry_after_s == 6.0


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b'{"error": {"type": "overloaded_error", "message": "Overloaded"}}'
        self.send_response(529)
        self.send_header("retry-after", "2")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Say nothing."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A server on this machine that is overloaded."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_aiohttp_response_of_a_server(url: str) -> None:
    """An aiohttp response is classified while its body is still on the wire, and stays readable."""

    async def main() -> None:
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            answer = explain(response)
            assert (answer.category, answer.reason, answer.retry_after_s) == ("connection", "overloaded", 2.0)
            assert b"overloaded" in await response.read()
            assert explain(response).rule.startswith("status:529")
            with pytest.raises(aiohttp.ClientResponseError) as caught:
                response.raise_for_status()
            assert explain(caught.value).retry_after_s == 2.0

    asyncio.run(main())


def test_urllib_error_of_a_server_stays_readable(url: str) -> None:
    """Classifying an HTTPError leaves its body for the caller."""
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(url)

    assert explain(caught.value).reason == "overloaded"
    assert json.load(caught.value)["error"]["type"] == "overloaded_error"
    caught.value.close()


def test_sdk_error_of_a_mock_transport() -> None:
    """A real openai error: body, headers and status come together."""

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(
            429,
            headers={"retry-after-ms": "x", "retry-after": "13"},
            json={"error": {"message": "Rate limit reached", "type": "tokens", "code": "rate_limit_exceeded"}},
        )

    plain: Any = httpx.Client(transport=httpx.MockTransport(answer))
    client = openai.OpenAI(api_key="none", max_retries=0, http_client=plain)
    with pytest.raises(openai.RateLimitError) as caught:
        client.chat.completions.create(model="m", messages=[])

    found = explain(caught.value)
    assert (found.reason, found.retry_after_s) == ("throttled", 13.0)
    evidence = gather(caught.value)
    assert evidence.status == 429
    assert evidence.codes[:2] == ("rate_limit_exceeded", "tokens")
    assert evidence.headers()["retry-after"] == "13"
    assert evidence.type_name == "RateLimitError"
    assert evidence.type_names[1] == "openai.APIStatusError"
    assert (evidence.errno, evidence.exit_code) == (None, None)
    assert "Rate limit reached" in evidence.texts[0]


@pytest.mark.parametrize(
    ("failure", "category", "reason"),
    [
        ({"status_code": 429, "headers": {"retry-after": "1"}, "body": None}, "rate_limit", "throttled"),
        ({"status": 503, "body": "busy"}, "connection", "overloaded"),
        ({"statusCode": "502", "headers": {}}, "connection", "server_error"),
        ({"status_code": 200, "body": '{"error": {"code": 429, "message": "slow down"}}'}, "rate_limit", "throttled"),
        ({"status_code": 200, "content": b'{"error": {"type": "overloaded_error"}}'}, "connection", "overloaded"),
        ({"status_code": 200, "body": {"choices": []}}, "invalid_output", "empty_output"),
        ({"choices": None}, "invalid_output", "empty_output"),
        ({"status_code": 200, "body": "all fine"}, "unexpected", "unknown"),
        ({"error": {"type": "rate_limit_error", "message": "x"}, "type": "error"}, "rate_limit", "throttled"),
        ({"error": "model not found", "status": 404}, "unexpected", "model_not_found"),
        (
            {"Error": {"Code": "ThrottlingException"}, "ResponseMetadata": {"HTTPStatusCode": 400}},
            "rate_limit",
            "throttled",
        ),
        ({"type": "about:blank", "title": "Too Many Requests", "status": 429}, "rate_limit", "throttled"),
        (SimpleNamespace(status_code=504, headers={}, text="late"), "timeout", "gateway_timeout"),
        (SimpleNamespace(status=408), "timeout", "read_timeout"),
        (
            SimpleNamespace(status_code=400, body={"error": {"code": "context_length_exceeded"}}),
            "unexpected",
            "context_length",
        ),
        (httpx.Response(200, json={"error": {"code": 502, "message": "Bad gateway"}}), "connection", "server_error"),
        (ChatCompletion.model_construct(error={"code": 429, "message": "slow"}), "rate_limit", "throttled"),
        (
            Response.model_construct(status="failed", error=ResponseError(code="rate_limit_exceeded", message="x")),
            "rate_limit",
            "throttled",
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_responses_and_mappings(failure: object, category: str, reason: str) -> None:
    """A response is classified by status and body, whatever carries them; an error inside a 200 is an error."""
    answer = explain(failure)

    assert (answer.category, answer.reason) == (category, reason)


def test_slotted_response() -> None:
    """A response object without a dict is read by its plain fields."""

    class Slotted:
        __slots__ = ("body", "headers", "status_code")

        def __init__(self, body: object) -> None:
            self.status_code = 403
            self.headers: dict[str, str] = {}
            self.body = body

    assert explain(Slotted({"error": {"code": "insufficient_quota"}})).reason == "quota_exhausted"
    assert explain(Slotted(object())).reason == "permission_denied"


STREAM = (
    'event: message\ndata: {"choices": [{"delta": {"content": "Once"}}]}\n\n'
    'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}\n\n'
)


@pytest.mark.parametrize(
    "failure",
    [STREAM, STREAM.encode(), STREAM.replace("\n", "\r\n"), {"status_code": 200, "headers": {}, "body": STREAM}],
    ids=["text", "bytes", "crlf", "response"],
)
def test_error_event_of_a_stream(failure: object) -> None:
    """The error event behind ordinary ones decides, under whatever status the stream began."""
    assert explain(failure).reason == "overloaded"


def test_stream_without_an_error() -> None:
    """Ordinary events, broken ones and texts that only speak of data hold no error."""
    assert stream_error('data: {"choices": []}\n\ndata: [DONE]\n\n') is None
    assert stream_error("data: {broken\n\n") is None
    assert stream_error("the data: were wrong") is None
    assert explain("data: timed out").category == "timeout"


PAGE = (
    "<!DOCTYPE html>\n<html><head><TITLE>\n api.x.test | 521: Web server is down </TITLE>"
    "<style>rate limit 429</style></head>"
    "<body>connection timeout json</body></html>"
)


def test_page_is_its_title_and_status() -> None:
    """Of an HTML page only title and status count, so that words of its body mislead nobody."""
    answer = explain({"status_code": 521, "headers": {"content-type": "text/html"}, "body": PAGE})
    assert (answer.category, answer.rule) == ("connection", "status:521")
    assert gather({"status_code": 521, "body": PAGE}).links[0].low == "api.x.test | 521: web server is down"
    error = Exception(PAGE)
    assert gather(error).links[0].html == "api.x.test | 521: Web server is down"


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<html><h1> A  b </h1></html>", "A b"),
        ("<html><title></title><h2>C</h2></html>", "C"),
        ("<html><title>unclosed", ""),
        ("<html></html>", ""),
        ("no page <b>at all</b>", None),
    ],
)
def test_titles(page: str, title: str | None) -> None:
    """The title, else a heading, else nothing; what is no page has none."""
    assert html_title(page) == title


@pytest.mark.parametrize(
    "text",
    [
        '{"error": {"code": "insufficient_quota", "message": "m"}}',
        '[{"error": {"code": "insufficient_quota"}}]',
        'Error code: 429 - {"error": {"code": "insufficient_quota"}} (request 7)',
        "Error code: 429 - {'error': {'code': 'insufficient_quota', 'param': None, 'ok': True, 'm': \"it's\"}}",
        "[{'error': {'code': 'insufficient_quota'}}]",
        'litellm: {\\"error\\": {\\"code\\": \\"insufficient_quota\\"}}',
        '{"error": {"message": "upstream", "metadata": '
        '{"raw": "{\\"error\\": {\\"code\\": \\"insufficient_quota\\"}}"}}}',
        '{"error": "{\\"code\\": \\"insufficient_quota\\"}"}',
        '{"errors": [{"code": "insufficient_quota"}]}',
        '{"detail": [{"type": "insufficient_quota", "msg": "m"}]}',
        '{a set} of {words} then {"code": "insufficient_quota"}',
        '{"error": {"code": "insufficient_quota", "message": "' + "m" * 5000 + '"}}',
        "{'error': {'code': 'insufficient_quota', 'message': '" + "m" * 5000 + "'}}",
        '{"error": {"code": "insufficient_quota", "message": "cut off in the mid',
        '{"error": {"code": "insufficient_quota", "message": "line\nbreak\ttab"}}',
    ],
    ids=range(15),
)
def test_json_wherever_it_hides(text: str) -> None:
    """Codes count in JSON, in Python's repr of it, nested, escaped, cut by the window, and inside strings."""
    for failure in (Exception(text), text, {"status_code": 400, "body": text}):
        answer = explain(failure)
        assert (answer.reason, answer.retryable) == ("quota_exhausted", False), failure


def test_what_is_no_json() -> None:
    """Braces that hold nothing parseable, and empty objects, are no document."""
    for text in (
        "",
        "no braces",
        "{",
        "}{",
        "{}",
        "[]",
        "{'a': open(1)}",
        "{'a': 1" + "[" * 3000,
        "{'a'",
        '{\\"a}',
        '{"a\\"}',
    ):
        assert find_json(text) is None, text
    assert find_json('{"a": 1}' + "x" * MAX_JSON_CHARS) == {"a": 1}
    assert find_json("{'a': [" + "1," * 5000 + "]}") is None


def test_body_facts() -> None:
    """Status, waits, a daily quota and the error mark are read; odd values are passed over, loops end."""
    body: dict[Any, Any] = {
        "error": {
            "code": 429,
            "status": "RESOURCE_EXHAUSTED",
            "details": [
                {"violations": [{"quotaId": "GenerateRequestsPerDayPerProject"}]},
                {"retryDelay": "34s"},
                {"retryDelay": {"seconds": 5}},
                {"retryDelay": {"odd": 5}},
                "a plain sentence",
                7,
            ],
        },
        "ok": True,
        3: "odd key",
        "type": "error",
    }
    body["data"] = body
    facts = read_body(body)

    assert (facts.status, facts.per_day, facts.is_error) == (429, True, True)
    assert "resource_exhausted" in facts.codes
    assert facts.waits[:2] == [("retryDelay", "34s"), ("retryDelay", 5)]
    assert "a plain sentence" in facts.texts
    assert read_body(None).codes == []
    assert read_body({"status": "429"}).status == 429
    assert read_body({"status": "777"}).status is None
    assert read_body({"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}).codes == [
        "minimax:1008"
    ]


def test_day_quota_outranks_a_short_delay() -> None:
    """A daily quota with "retry in 34s" is not worth a wait of 34 seconds."""
    body = {
        "error": {
            "code": 429,
            "message": "Quota exceeded. Please retry in 34s.",
            "status": "RESOURCE_EXHAUSTED",
            "details": [{"violations": [{"quotaId": "RequestsPerDay"}]}, {"retryDelay": "34s"}],
        }
    }

    answer = explain({"status_code": 429, "body": body})

    assert (answer.reason, answer.retry_after_s, answer.hints) == ("usage_window", None, ("wait", "defer"))


def test_classify_error_takes_exceptions_only() -> None:
    """A response is for `explain`; `classify_error` calls it unexpected, as the document wants."""
    assert classify_error(httpx.Response(429)) == "unexpected"  # type: ignore[arg-type]
