"""What one request to each provider does, over real HTTP and through the real SDKs."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import logging
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from classifier import InvalidModelOutputError, ModelConnectionError, explain
from classifier.llm import (
    GLMLLM,
    AnthropicLLM,
    BaseLLM,
    DeepSeekLLM,
    GeminiLLM,
    MiniMaxLLM,
    MoonshotLLM,
    OpenAICompatLLM,
    OpenAILLM,
    OpenRouterLLM,
    ProviderReportedError,
    compat_providers,
)
from classifier.llm.testing import (
    ProviderServer,
    Reply,
    Request,
    Scene,
    answer,
    bad_json,
    cut,
    document,
    error_in_200,
    failure,
    no_choices,
    page,
    silent_end,
    slow,
)

PROVIDERS: dict[str, tuple[type[BaseLLM], str]] = {
    "openai": (OpenAILLM, "openai"),
    "anthropic": (AnthropicLLM, "anthropic"),
    "gemini": (GeminiLLM, "gemini"),
    "deepseek": (DeepSeekLLM, "openai"),
    "glm": (GLMLLM, "openai"),
    "minimax": (MiniMaxLLM, "openai"),
    "moonshot": (MoonshotLLM, "openai"),
    "openrouter": (OpenRouterLLM, "openai"),
}
COMPATIBLE = ("deepseek", "glm", "minimax", "moonshot", "openrouter")
TIMEOUT_S = 0.3

# google-genai subclasses aiohttp's session where aiohttp is installed, and aiohttp warns of that.
pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class Aiohttp:DeprecationWarning")

every_provider = pytest.mark.parametrize("name", PROVIDERS)


def make(name: str, server: ProviderServer, timeout_s: float = 5.0) -> BaseLLM:
    kind, wire = PROVIDERS[name]
    return kind("some-model", api_key="some-key", base_url=server.url(wire), timeout_s=timeout_s)


@pytest.fixture(scope="module")
def llms(running_server: ProviderServer) -> Iterator[dict[str, BaseLLM]]:
    """All eight, opened once: building a client takes a tenth of a second."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(make(name, running_server)) for name in PROVIDERS}


def wait_until_a_date(request: Request) -> Reply:
    when = format_datetime(datetime.now(UTC) + timedelta(seconds=61), usegmt=True)
    return failure(429, headers={"retry-after": when})(request)


_GOOGLE_WAIT = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "12s"}]
_BILLING = "Your credit balance is too low to access the API. Please go to Plans & Billing."
_PAGE = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1>nginx</body></html>"

#: Name: the scene, then category and reason that are expected of every provider.
FAILURES: dict[str, tuple[Scene, str, str]] = {
    "429": (failure(429), "rate_limit", "throttled"),
    "429 with seconds": (failure(429, headers={"retry-after": "7"}), "rate_limit", "throttled"),
    "429 with milliseconds": (failure(429, headers={"retry-after-ms": "1500"}), "rate_limit", "throttled"),
    "429 with a date": (wait_until_a_date, "rate_limit", "throttled"),
    "429 with a sentence": (failure(429, message="Please try again in 1m42.5s."), "rate_limit", "throttled"),
    "429 without credit": (failure(429, "insufficient_quota", "Check your plan."), "rate_limit", "quota_exhausted"),
    "400 without credit": (failure(400, message=_BILLING), "rate_limit", "quota_exhausted"),
    "400": (failure(400), "unexpected", "bad_request"),
    "401": (failure(401), "unexpected", "auth_failed"),
    "403": (failure(403), "unexpected", "permission_denied"),
    "404": (failure(404), "unexpected", "not_found"),
    "500": (failure(500), "connection", "server_error"),
    "501": (failure(501), "unexpected", "unsupported"),
    "502 with a page": (page(502, _PAGE), "connection", "server_error"),
    "503": (failure(503), "connection", "overloaded"),
    "504": (failure(504), "timeout", "gateway_timeout"),
    "529": (failure(529, message="Overloaded"), "connection", "overloaded"),
    "slow": (slow(5.0), "timeout", "read_timeout"),
    "cut": (cut(), "connection", "stream_broken"),
    "bad JSON": (bad_json(), "invalid_output", "not_json"),
    "page with status 200": (page(200, "<html><title>Log in</title></html>"), "invalid_output", "not_json"),
    "no choices": (no_choices(), "invalid_output", "empty_output"),
    "no text": (answer(""), "invalid_output", "empty_output"),
    "429 inside 200": (error_in_200(429, message="Rate limit exceeded"), "rate_limit", "throttled"),
    "no credit inside 200": (error_in_200(429, "insufficient_quota"), "rate_limit", "quota_exhausted"),
    "overload inside 200": (error_in_200(503, "overloaded_error", "Overloaded"), "connection", "overloaded"),
}
#: How long the server asked to wait, where the failure says so.
WAITS_S = {"429 with seconds": 7.0, "429 with milliseconds": 1.5, "429 with a date": 60.0, "429 with a sentence": 102.5}
#: Reasons that a provider's own words make finer or other than the rest's, category unchanged.
OWN_REASONS = {
    ("anthropic", "504"): "read_timeout",  # its code is `timeout_error`
    ("gemini", "504"): "deadline_exceeded",  # its status is `DEADLINE_EXCEEDED`
}
STREAM_DIFFERS = {"page with status 200", "no choices"}


@every_provider
@pytest.mark.parametrize("case", FAILURES)
def test_failed_call_raises_what_the_sdk_raised_after_one_request(
    server: ProviderServer, llms: dict[str, BaseLLM], name: str, case: str
) -> None:
    """T1, T2: whatever fails, one request is made and an exception of the right category reaches the caller."""
    scene, category, reason = FAILURES[case]
    server.script(scene)

    with pytest.raises(Exception) as caught:
        llms[name].execute("question", "system", timeout_s=TIMEOUT_S if case == "slow" else None)

    found = explain(caught.value)
    assert (found.category, found.reason) == (category, OWN_REASONS.get((name, case), reason))
    assert server.request_count == 1
    if case in WAITS_S:
        assert found.retry_after_s == pytest.approx(WAITS_S[case], abs=2.0)


@pytest.mark.parametrize("name", ["openai", "anthropic", "gemini"])
@pytest.mark.parametrize("case", FAILURES)
def test_failed_call_raises_the_same_under_asyncio(server: ProviderServer, name: str, case: str) -> None:
    """The asynchronous client's failures get the category and the number of requests of the synchronous one's."""
    scene, category, reason = FAILURES[case]
    server.script(scene)

    async def ask() -> None:
        async with make(name, server, TIMEOUT_S if case == "slow" else 5.0) as llm:
            await llm.aexecute("question", "system")

    with pytest.raises(Exception) as caught:
        asyncio.run(ask())

    found = explain(caught.value)
    assert found.category == category
    assert found.reason == OWN_REASONS.get((name, case), reason) or case == "slow"
    assert server.request_count == 1


@every_provider
@pytest.mark.parametrize("case", sorted(set(FAILURES) - STREAM_DIFFERS))
def test_failed_stream_raises(server: ProviderServer, llms: dict[str, BaseLLM], name: str, case: str) -> None:
    """A stream that never begins fails like a call in one piece, and a retry would repeat nothing."""
    scene, category, reason = FAILURES[case]
    server.script(scene)

    with pytest.raises(Exception) as caught:
        list(llms[name].stream("question", timeout_s=TIMEOUT_S if case == "slow" else None))

    found = explain(caught.value)
    assert (found.category, found.reason) == (category, OWN_REASONS.get((name, case), reason))
    assert vars(caught.value)["response_started"] is (case == "cut")
    assert server.request_count == 1


@every_provider
@pytest.mark.parametrize(
    ("scene", "category"),
    [(error_in_200(503, "overloaded_error", "Overloaded", after=("half ", "an ")), "connection"),
     (cut("half an "), "connection"), (silent_end("half an "), "connection")],
    ids=["error event", "cut", "ended in good order"],
)  # fmt: skip
def test_stream_that_breaks_in_the_middle_says_that_it_had_begun(
    server: ProviderServer, name: str, scene: Scene, category: str
) -> None:
    """Text that was passed on is not taken back, so the exception says that a retry would repeat it."""
    server.script(scene)
    pieces: list[str] = []

    with make(name, server) as llm, pytest.raises(Exception) as caught:
        pieces.extend(llm.stream("question"))

    found = explain(caught.value)
    assert "".join(pieces) == "half an "
    assert vars(caught.value)["response_started"] is True
    assert found.category == category


@pytest.mark.parametrize("name", ["openai", "anthropic", "gemini"])
@pytest.mark.parametrize("scene", [cut("half an "), silent_end("half an ")], ids=["cut", "ended in good order"])
def test_broken_stream_raises_under_asyncio(server: ProviderServer, name: str, scene: Scene) -> None:
    """`astream` raises like `stream`."""
    server.script(scene)
    pieces: list[str] = []

    async def ask() -> None:
        async with make(name, server) as llm, llm.astream("question") as stream:
            async for piece in stream:
                pieces.append(piece)

    with pytest.raises(Exception) as caught:
        asyncio.run(ask())

    assert "".join(pieces) == "half an "
    assert explain(caught.value).category == "connection"
    assert vars(caught.value)["response_started"] is True


@every_provider
def test_successful_call_returns_the_text_marked_real(server: ProviderServer, name: str) -> None:
    """T3: a real answer comes back as before, and says who wrote it and what it took."""
    server.script(answer("forty-two"))

    with make(name, server) as llm:
        text = llm.execute("question", "system", temperature=0.5)

        assert text == "forty-two"
        assert (text.mode, text.is_stub, text.provider, text.model) == ("real", False, name, "some-model")
        assert text.usage is not None
        assert (text.usage.input_tokens, text.usage.output_tokens) == (3, 2)
        assert llm.last_call_mode == "real"


@every_provider
def test_stream_gives_pieces_and_then_the_whole(server: ProviderServer, name: str) -> None:
    """The pieces make up the answer, which stands in `result` once the loop has ended."""
    server.script(answer("forty-two"))

    with make(name, server) as llm, llm.stream("question") as stream:
        pieces = list(stream)

    assert len(pieces) == 2
    assert stream.result == "".join(pieces) == "forty-two"
    assert stream.result.finish_reason


@pytest.mark.parametrize("name", ["openai", "anthropic", "gemini"])
def test_answer_and_stream_arrive_under_asyncio(server: ProviderServer, name: str) -> None:
    """The asynchronous client answers, also from a second event loop."""

    async def ask(llm: BaseLLM) -> tuple[str, str]:
        async with llm:
            whole = await llm.aexecute("question")
            stream = llm.astream("question")
            return whole, "".join([piece async for piece in stream])

    llm = make(name, server)

    assert asyncio.run(ask(llm)) == ("hello", "hello")
    assert asyncio.run(ask(llm)) == ("hello", "hello")


@every_provider
def test_stream_left_early_closes_its_connection(server: ProviderServer, name: str) -> None:
    """Leaving the loop leaves no open socket, which would be a ResourceWarning and so an error here."""
    server.script(answer("forty-two"))

    with make(name, server) as llm, llm.stream("question") as stream:
        first = next(stream)

    assert first == "fort"
    assert stream.result is None


_STOPPED = {
    "cut off": ({"openai": "length", "anthropic": "max_tokens", "gemini": "MAX_TOKENS"}, "truncated_output"),
    "filtered": ({"openai": "content_filter", "anthropic": "refusal", "gemini": "SAFETY"}, "refusal"),
    "broken tool call": ({"gemini": "MALFORMED_FUNCTION_CALL"}, "malformed_tool_call"),
}


@pytest.mark.parametrize(
    ("wire", "word", "reason"),
    [(wire, word, reason) for words, reason in _STOPPED.values() for wire, word in words.items()],
)
def test_unusable_answer_is_no_text(server: ProviderServer, wire: str, word: str, reason: str) -> None:
    """An answer that was cut off or refused is an error with its reason, in one piece and as a stream."""
    server.script(answer("half an ans", word), answer("half an ans", word))

    with make(wire, server) as llm:
        with pytest.raises(InvalidModelOutputError, match=word) as whole:
            llm.execute("question")
        with pytest.raises(InvalidModelOutputError, match=word) as streamed:
            list(llm.stream("question"))

    assert whole.value.reason == streamed.value.reason == reason


def test_refusal_in_its_own_field_is_an_error(server: ProviderServer) -> None:
    """OpenAI's `refusal` is not taken for an answer."""
    message = {"role": "assistant", "content": None, "refusal": "I cannot help with that."}
    server.script(document({"id": "1", "object": "chat.completion", "created": 1, "model": "m",
                            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}))  # fmt: skip

    with make("openai", server) as llm, pytest.raises(InvalidModelOutputError, match="declined") as caught:
        llm.execute("question")

    assert caught.value.reason == "refusal"


def test_blocked_prompt_is_an_error(server: ProviderServer) -> None:
    """Gemini's `promptFeedback` without candidates is a refusal."""
    server.script(document({"promptFeedback": {"blockReason": "SAFETY"}, "modelVersion": "m"}))

    with make("gemini", server) as llm, pytest.raises(InvalidModelOutputError) as caught:
        llm.execute("question")

    assert caught.value.reason == "refusal"


def test_error_in_a_choice_is_an_error(server: ProviderServer) -> None:
    """OpenRouter reports a provider's failure inside the choice of a 200 answer."""
    error = {"code": 429, "message": "Rate limit exceeded", "metadata": {"provider_name": "Some"}}
    choice = {"index": 0, "message": {"role": "assistant", "content": "half"}, "finish_reason": "error", "error": error}
    server.script(document({"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}))

    with make("openrouter", server) as llm, pytest.raises(ProviderReportedError, match="Rate limit") as caught:
        llm.execute("question")

    assert explain(caught.value).category == "rate_limit"


def test_minimax_status_inside_200_is_an_error(server: ProviderServer) -> None:
    """MiniMax says in `base_resp` that the balance is spent."""
    status = {"status_code": 1008, "status_msg": "insufficient balance"}
    server.script(document({"id": "1", "choices": None, "base_resp": status}))

    with make("minimax", server) as llm, pytest.raises(ProviderReportedError) as caught:
        llm.execute("question")

    assert explain(caught.value).reason == "quota_exhausted"


def test_lack_of_resources_at_deepseek_is_its_trouble(server: ProviderServer) -> None:
    """DeepSeek's finish reason for its own overload is a connection error, which is retried."""
    server.script(answer("half", "insufficient_system_resource"))

    with make("deepseek", server) as llm, pytest.raises(ModelConnectionError) as caught:
        llm.execute("question")

    assert explain(caught.value).reason == "overloaded"


def test_google_wait_in_the_body_is_read(server: ProviderServer) -> None:
    """Gemini tells its wait in the details of the body."""
    server.script(failure(429, details=_GOOGLE_WAIT))

    with make("gemini", server) as llm, pytest.raises(Exception) as caught:
        llm.execute("question")

    assert explain(caught.value).retry_after_s == 12.0


def test_request_carries_what_was_asked(server: ProviderServer) -> None:
    """Model, prompts, temperature, JSON mode and further arguments reach each provider in its own words."""
    with make("openai", server) as openai, make("anthropic", server) as anthropic, make("gemini", server) as gemini:
        openai.execute("question", "be brief", as_json=True, temperature=0.2, max_tokens=9)
        anthropic.execute("question", "be brief", temperature=0.2, max_tokens=9)
        gemini.execute("question", "be brief", as_json=True, temperature=0.2, max_output_tokens=9)

    first, second, third = (request.body for request in server.requests)
    assert first["response_format"] == {"type": "json_object"}
    assert (first["temperature"], first["max_tokens"], first["model"]) == (0.2, 9, "some-model")
    assert "be brief" in first["messages"][0]["content"]
    assert "JSON" in first["messages"][0]["content"]
    assert (second["system"], second["temperature"], second["max_tokens"]) == ("be brief", 0.2, 9)
    assert third["generationConfig"]["responseMimeType"] == "application/json"
    assert third["generationConfig"]["maxOutputTokens"] == 9
    assert "be brief" in json.dumps(third["systemInstruction"])


@pytest.mark.parametrize("name", ["openai", "anthropic", "gemini"])
def test_timeout_of_one_request_overrides_the_clients(server: ProviderServer, name: str) -> None:
    """`timeout_s` is handed over with the request, not fixed when the client is built."""
    server.script(slow(5.0))

    with make(name, server, timeout_s=60.0) as llm, pytest.raises(Exception) as caught:
        llm.execute("question", timeout_s=TIMEOUT_S)

    assert explain(caught.value).category == "timeout"


def test_compatible_providers_only_set_values() -> None:
    """Gate G2: none of the five overrides a method or catches anything, so one correction reaches all."""
    for name in COMPATIBLE:
        kind = PROVIDERS[name][0]
        assert kind.__bases__ == (OpenAICompatLLM,)
        assert not [each for each, value in vars(kind).items() if callable(value) or isinstance(value, property)]
    tree = ast.parse(inspect.getsource(compat_providers))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler | ast.FunctionDef)]


def test_failure_is_logged_without_the_key(server: ProviderServer, caplog: pytest.LogCaptureFixture) -> None:
    """The log tells provider, model and failure; a key in the provider's words is redacted."""
    server.script(failure(401, message="Incorrect API key provided: sk-abcdefghijklmnopqrstuvwx."))

    with caplog.at_level(logging.ERROR), make("openai", server) as llm, pytest.raises(Exception):  # noqa: B017
        llm.execute("question")

    assert "openai some-model: the call failed: AuthenticationError" in caplog.text
    assert "abcdefghijkl" not in caplog.text
