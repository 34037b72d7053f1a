"""What model SDKs and agent frameworks really raise against a server of ours, and what is made of it."""

from __future__ import annotations

import asyncio
import gc
import os
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from classifier import explain

from .places import Places

_ANSWERS: dict[str, tuple[int, object, dict[str, str]]] = {
    "money": (429, {"error": {"message": "You exceeded your current quota", "type": "insufficient_quota",
                              "code": "insufficient_quota"}}, {}),
    "busy": (429, {"error": {"message": "Slow down please", "type": "requests", "code": "rate_limit_exceeded"}},
             {"retry_after": "7"}),
    "key": (401, {"error": {"message": "That key is not ours", "type": "invalid_request_error",
                            "code": "invalid_api_key"}}, {}),
    "long": (400, {"error": {"message": "Your 9001 tokens do not fit", "type": "invalid_request_error",
                             "code": "context_length_exceeded"}}, {}),
    "down": (503, {"error": {"message": "come back later"}}, {}),
    "echo": (400, {"error": {"message": "bad logit_bias: token 429 was too many requests", "type":
                             "invalid_request_error", "param": "logit_bias"}}, {}),
}  # fmt: skip
_OPENAI_LIKE = {
    "money": "quota_exhausted",
    "busy": "throttled",
    "key": "auth_failed",
    "long": "context_length",
    "down": "overloaded",
    "echo": "bad_request",
}


@pytest.fixture(autouse=True, scope="module")
def _thrown_away() -> Iterator[None]:
    """Collect what the libraries left open before the next file's tests could be blamed for it."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep every client on 127.0.0.1, and their own deprecations out of the tests."""
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _failure(call: Callable[[], object]) -> BaseException:
    """Return what `call` raises, which it has to."""
    with pytest.raises(Exception) as caught:
        call()
    return caught.value


def _openai(url: str, **options: Any) -> Any:
    import openai

    return openai.OpenAI(api_key="k", base_url=url, max_retries=0, timeout=0.5, **options)


def _ask(client: Any) -> Any:
    return client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}])


def _at(places: Places, name: str) -> str:
    status, body, headers = _ANSWERS[name]
    return places.answer(status, body, **headers)


@pytest.mark.parametrize("name", _OPENAI_LIKE)
@pytest.mark.parametrize("sdk", ["openai", "groq", "litellm"])
def test_openai_shaped_answers(sdk: str, name: str, places: Places) -> None:
    """The body's code beats the status, the status beats the words, whichever SDK carries them."""
    url = _at(places, name)

    def call() -> object:
        if sdk == "openai":
            return _ask(_openai(url))
        if sdk == "groq":
            import groq

            return _ask(groq.Groq(api_key="k", base_url=url, max_retries=0, timeout=2))
        import litellm

        return litellm.completion(
            "openai/m", messages=[{"role": "user", "content": "hi"}], api_base=url, api_key="k", num_retries=0,
            max_retries=0,
        )  # fmt: skip

    exc = _failure(call)

    answer = explain(exc)
    assert answer.reason == _OPENAI_LIKE[name], (exc, answer)
    assert answer.retryable == (name in ("busy", "down"))


@pytest.mark.parametrize(
    ("status", "kind", "message", "reason"),
    [
        (529, "overloaded_error", "Overloaded", "overloaded"),
        (429, "rate_limit_error", "per minute", "throttled"),
        (400, "invalid_request_error", "Your credit balance is too low to go on", "quota_exhausted"),
        (413, "request_too_large", "Request exceeds the maximum size", "payload_too_large"),
        (404, "not_found_error", "no such batch", "not_found"),
        (403, "permission_error", "not for this workspace", "permission_denied"),
        (500, "api_error", "Internal server error", "server_error"),
    ],
)
def test_anthropic_answers(status: int, kind: str, message: str, reason: str, places: Places) -> None:
    """Anthropic's own error types, through its own client."""
    import anthropic

    url = places.answer(status, {"type": "error", "error": {"type": kind, "message": message}})
    client = anthropic.Anthropic(api_key="k", base_url=url, max_retries=0, timeout=2)

    exc = _failure(
        lambda: client.messages.create(model="m", max_tokens=9, messages=[{"role": "user", "content": "hi"}])
    )

    assert explain(exc).reason == reason, (exc, explain(exc))


@pytest.mark.parametrize("sdk", ["openai", "anthropic", "groq", "google", "mistral", "cohere", "ollama", "hub"])
@pytest.mark.parametrize("trouble", ["refused", "hang", "drop"])
def test_every_sdk_hands_on_the_transports_trouble(sdk: str, trouble: str, places: Places) -> None:
    """Below the SDK's own class the socket's failure is found."""
    url = places.closed if trouble == "refused" else places.url(trouble)

    exc = _failure(lambda: _call(sdk, url))

    answer = explain(exc)
    expected = {"refused": "refused", "hang": "read_timeout", "drop": "reset"}[trouble]
    if sdk == "ollama" and trouble == "refused":
        # It raises a plain ConnectionError `from None` with a sentence of its own.
        assert answer.category == "connection", (exc, answer)
        return
    assert answer.reason == expected, (exc, answer)


@pytest.mark.parametrize("sdk", ["google", "mistral", "cohere", "ollama", "hub"])
@pytest.mark.parametrize(
    ("status", "reason"),
    [(401, "auth_failed"), (429, "throttled"), (503, "overloaded"), (500, "server_error"), (400, "bad_request")],
)
def test_every_sdk_hands_on_the_status(sdk: str, status: int, reason: str, places: Places) -> None:
    """A bare status is read from where each SDK keeps it."""
    exc = _failure(lambda: _call(sdk, places.answer(status, {"message": "nothing to add"})))

    assert explain(exc).reason == reason, (exc, explain(exc))


def _call(sdk: str, url: str) -> object:
    chat: Any = [{"role": "user", "content": "hi"}]
    if sdk == "openai":
        return _ask(_openai(url))
    if sdk == "groq":
        import groq

        return _ask(groq.Groq(api_key="k", base_url=url, max_retries=0, timeout=0.5))
    if sdk == "anthropic":
        import anthropic

        client = anthropic.Anthropic(api_key="k", base_url=url, max_retries=0, timeout=0.5)
        return client.messages.create(model="m", max_tokens=9, messages=chat)
    if sdk == "google":
        from google import genai
        from google.genai import types

        options = types.HttpOptions(base_url=url, timeout=500, retry_options=types.HttpRetryOptions(attempts=1))
        google = genai.Client(api_key="k", http_options=options)
        return google.models.generate_content(model="m", contents="hi")
    if sdk == "mistral":
        from mistralai.client import Mistral

        return Mistral(api_key="k", server_url=url, timeout_ms=500).chat.complete(model="m", messages=chat)
    if sdk == "cohere":
        import cohere

        client = cohere.ClientV2(api_key="k", base_url=url, timeout=0.5)
        return client.chat(model="m", messages=chat, request_options={"max_retries": 0})
    if sdk == "ollama":
        import ollama

        return ollama.Client(host=url, timeout=0.5).chat(model="m", messages=chat)
    from huggingface_hub import InferenceClient

    return InferenceClient(base_url=url, timeout=0.5).chat_completion(chat)


def test_a_model_answer_that_stops_too_early_or_is_filtered(places: Places) -> None:
    """The two finish reasons that openai's parser raises for."""

    class Point(BaseModel):
        x: int

    def parse(finish: str) -> object:
        choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": '{"x": '}}
        url = places.answer(200, {"id": "1", "object": "chat.completion", "created": 1, "model": "m",
                                  "choices": [choice]})  # fmt: skip
        return _openai(url).chat.completions.parse(
            model="m", messages=[{"role": "user", "content": "hi"}], response_format=Point
        )

    assert explain(_failure(lambda: parse("length"))).reason == "truncated_output"
    assert explain(_failure(lambda: parse("content_filter"))).reason == "content_policy"
    assert explain(_failure(lambda: parse("stop"))).category == "invalid_output"


def test_a_client_without_a_key_is_not_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is sent the SDKs complain in classes of their own."""
    import groq
    import openai

    for name in list(os.environ):
        if name.endswith("_API_KEY"):
            monkeypatch.delenv(name)

    for make in (openai.OpenAI, groq.Groq):
        answer = explain(_failure(make))

        assert answer.category == "unexpected", answer
        assert not answer.retryable


def test_instructor_tells_transport_from_form(places: Places) -> None:
    """When instructor gives up, what it gave up on decides: the server's trouble or the model's answer."""
    import instructor

    class Point(BaseModel):
        x: int

    def create(url: str) -> object:
        client = instructor.from_openai(_openai(url), mode=instructor.Mode.JSON)
        return client.chat.completions.create(
            model="m", max_retries=1, response_model=Point, messages=[{"role": "user", "content": "hi"}]
        )

    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": '{"x": "many"}'}}
    wrong = places.answer(200, {"id": "1", "object": "chat.completion", "created": 1, "model": "m",
                                "choices": [choice]})  # fmt: skip

    assert explain(_failure(lambda: create(_at(places, "busy")))).category == "rate_limit"
    assert explain(_failure(lambda: create(wrong))).reason == "schema_mismatch"


def test_pydantic_ai_runs() -> None:
    """Turns, status and form, through real agents on function models."""
    from pydantic_ai import Agent
    from pydantic_ai.exceptions import ModelHTTPError
    from pydantic_ai.messages import ModelResponse, TextPart
    from pydantic_ai.models.fallback import FallbackModel
    from pydantic_ai.models.function import FunctionModel
    from pydantic_ai.usage import UsageLimits

    def busy(messages: object, info: object) -> ModelResponse:
        raise ModelHTTPError(429, "m", {"message": "slow down"})

    def chatty(messages: object, info: object) -> ModelResponse:
        return ModelResponse(parts=[TextPart("not a number")])

    def turns() -> object:
        return Agent(FunctionModel(chatty)).run_sync("hi", usage_limits=UsageLimits(request_limit=0))

    assert explain(_failure(lambda: Agent(FunctionModel(busy)).run_sync("hi"))).reason == "throttled"
    both = FallbackModel(FunctionModel(busy), FunctionModel(busy))
    assert explain(_failure(lambda: Agent(both).run_sync("hi"))).reason == "throttled"
    wrong = _failure(lambda: Agent(FunctionModel(chatty), output_type=int).run_sync("hi"))
    assert explain(wrong).category == "invalid_output", wrong
    assert explain(_failure(turns)).reason == "turn_limit"


def test_smolagents_code_that_fails() -> None:
    """The interpreter's refusal, its failure, and its time limit."""
    from smolagents.local_python_executor import evaluate_python_code

    refused = _failure(lambda: evaluate_python_code("import socket", {}, state={}, authorized_imports=[]))
    failed = _failure(lambda: evaluate_python_code("1 / 0", {}, state={}))

    assert explain(refused).category == "sandbox", explain(refused)
    assert explain(failed).category in ("sandbox", "unexpected"), explain(failed)
    assert not explain(failed).retryable


def test_langchain_parsers_and_graphs() -> None:
    """A parser that finds no JSON, and a graph that never ends."""
    from langchain_core.output_parsers import JsonOutputParser, PydanticOutputParser
    from langgraph.graph import START, StateGraph

    class State(BaseModel):
        n: int = 0

    def again(state: State) -> dict[str, int]:
        return {"n": state.n + 1}

    graph = StateGraph(State)
    graph.add_node("again", again)
    graph.add_edge(START, "again")
    graph.add_edge("again", "again")
    loop = graph.compile()

    assert explain(_failure(lambda: JsonOutputParser().parse("I would rather not"))).reason == "not_json"
    wrong = _failure(lambda: PydanticOutputParser(pydantic_object=State).parse('{"n": "many"}'))
    assert explain(wrong).category == "invalid_output"
    assert explain(_failure(lambda: loop.invoke(State(), {"recursion_limit": 3}))).reason == "turn_limit"


def test_tenacity_stands_for_what_was_retried(places: Places) -> None:
    """The wrapper of the last attempt is looked through, with the wait that the server asked for."""
    import tenacity

    def give_up() -> object:
        retrying = tenacity.Retrying(stop=tenacity.stop_after_attempt(2), wait=tenacity.wait_none())
        return retrying(lambda: _ask(_openai(_at(places, "busy"))))

    answer = explain(_failure(give_up))

    assert answer.reason == "throttled"
    assert answer.retry_after_s == 7


def test_an_mcp_error_is_judged_by_its_words_and_code() -> None:
    """A protocol error of the peer is not retried; a lost connection is."""
    from mcp.shared.exceptions import MCPError

    invalid = explain(MCPError(code=-32602, message="Unknown tool: frobnicate"))
    closed = explain(MCPError(code=-32000, message="Connection closed"))

    assert not invalid.retryable, invalid
    assert closed.category == "connection", closed


def test_an_event_stream_that_turns_into_an_error(places: Places) -> None:
    """An error event under status 200 is an error, whatever the status says."""
    url = places.answer(
        200, 'event: error\ndata: {"error": {"message": "busy", "type": "overloaded_error"}}\n\n', "text/event-stream"
    )

    def stream() -> None:
        client = _openai(url)
        for _ in client.chat.completions.create(model="m", messages=[], stream=True):
            pass

    assert explain(_failure(stream)).category == "connection"


def test_asynchronous_clients_say_the_same(places: Places) -> None:
    """The async client's failure is the sync one's."""
    import openai

    async def call() -> object:
        async with openai.AsyncOpenAI(api_key="k", base_url=places.closed, max_retries=0, timeout=2) as client:
            return await _ask(client)

    assert explain(_failure(lambda: asyncio.run(call()))).reason == "refused"
