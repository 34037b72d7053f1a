"""What an agent's task does with failures, over real HTTP and through the real SDKs."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from classifier import (
    InvalidModelOutputError,
    ModelConnectionError,
    ModelRateLimitError,
    ModelTimeoutError,
    NexusCoreError,
    UnexpectedSystemError,
)
from classifier.llm import (
    GLMLLM,
    AnthropicLLM,
    BaseLLM,
    DeepSeekLLM,
    GeminiLLM,
    MiniMaxLLM,
    MoonshotLLM,
    OpenAILLM,
    OpenRouterLLM,
    StubOutputError,
)
from classifier.llm.testing import (
    ProviderServer,
    Scene,
    answer,
    bad_json,
    cut,
    error_in_200,
    failure,
    no_choices,
    page,
    slow,
)
from classifier.retry import RetryContext, RetryPolicy
from classifier.runs import BaseAgent, Router, TaskContext
from classifier.testing import FakeClock

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
TIMEOUT_S = 0.2

#: Name: the scene, the exception in the end, and the requests until then.
OUTCOMES: dict[str, tuple[Scene, type[NexusCoreError], int]] = {
    "429": (failure(429), ModelRateLimitError, 6),
    "429 with a wait": (failure(429, headers={"retry-after": "7"}), ModelRateLimitError, 6),
    "429 with a wait beyond the cap": (failure(429, headers={"retry-after": "3600"}), ModelRateLimitError, 1),
    "429 without credit": (failure(429, "insufficient_quota", "Check your plan."), ModelRateLimitError, 1),
    "400 without credit": (failure(400, message="Your credit balance is too low."), ModelRateLimitError, 1),
    "400": (failure(400), UnexpectedSystemError, 1),
    "401": (failure(401), UnexpectedSystemError, 1),
    "404": (failure(404), UnexpectedSystemError, 1),
    "500": (failure(500), ModelConnectionError, 4),
    "501": (failure(501), UnexpectedSystemError, 1),
    "502 with a page": (page(502, "<html><title>502 Bad Gateway</title></html>"), ModelConnectionError, 4),
    "503": (failure(503), ModelConnectionError, 4),
    "504": (failure(504), ModelTimeoutError, 4),
    "529": (failure(529, message="Overloaded"), ModelConnectionError, 4),
    "slow": (slow(5.0), ModelTimeoutError, 4),
    "cut": (cut(), ModelConnectionError, 4),
    "bad JSON": (bad_json(), InvalidModelOutputError, 4),
    "no choices": (no_choices(), InvalidModelOutputError, 4),
    "no text": (answer(""), InvalidModelOutputError, 4),
    "429 inside 200": (error_in_200(429, message="Rate limit exceeded"), ModelRateLimitError, 6),
    "no credit inside 200": (error_in_200(429, "insufficient_quota"), ModelRateLimitError, 1),
    "overload inside 200": (error_in_200(503, "overloaded_error", "Overloaded"), ModelConnectionError, 4),
}


@pytest.fixture(scope="module")
def llms(running_server: ProviderServer) -> Iterator[dict[str, BaseLLM]]:
    """All eight, opened once: building a client takes a tenth of a second."""
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(kind("some-model", api_key="key", base_url=running_server.url(wire)))
            for name, (kind, wire) in PROVIDERS.items()
        }


@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize("case", OUTCOMES)
def test_task_raises_the_last_failure_after_the_retries_of_its_kind(
    server: ProviderServer, llms: dict[str, BaseLLM], name: str, case: str
) -> None:
    """T5, T6, T7: never an empty text; transient failures are retried by policy, lasting ones stop at once."""
    scene, error, requests = OUTCOMES[case]
    server.script(*[scene] * 10)
    context = RetryContext()

    with pytest.raises(NexusCoreError) as caught:
        BaseAgent(llms[name]).execute_llm_task(
            "question", retry_context=context, timeout_s=TIMEOUT_S if case == "slow" else 5.0
        )

    assert type(caught.value) is error
    assert server.request_count == len(context.attempts) == requests
    assert any(note.startswith("retry: gave up") for note in caught.value.__notes__)


@pytest.mark.parametrize("case", OUTCOMES)
def test_task_raises_the_same_under_asyncio(server: ProviderServer, case: str) -> None:
    """`aexecute_llm_task` makes as many requests and ends in the same exception."""
    scene, error, requests = OUTCOMES[case]
    server.script(*[scene] * 10)

    async def ask() -> None:
        async with OpenAILLM("some-model", api_key="key", base_url=server.url("openai")) as llm:
            await BaseAgent(llm).aexecute_llm_task("question", timeout_s=TIMEOUT_S if case == "slow" else 5.0)

    with pytest.raises(error):
        asyncio.run(ask())

    assert server.request_count == requests


@pytest.mark.parametrize("name", PROVIDERS)
def test_rate_limited_call_waits_as_told_and_then_answers(
    server: ProviderServer, llms: dict[str, BaseLLM], clock: FakeClock, name: str
) -> None:
    """T6: a 429 is a ModelRateLimitError that is retried after the server's own wait."""
    server.script(
        failure(429, headers={"retry-after": "7"}), failure(429, headers={"retry-after-ms": "1500"}), answer()
    )

    text = BaseAgent(llms[name]).execute_llm_task("question")

    assert text == "hello"
    assert clock.waits_s == [7.0, 1.5]
    assert server.request_count == 3


def test_original_exception_is_the_cause(server: ProviderServer, llms: dict[str, BaseLLM]) -> None:
    """The converted exception keeps what the SDK raised, its message and what was decided."""
    server.script(failure(401, message="no such key"))

    with pytest.raises(UnexpectedSystemError, match="no such key") as caught:
        BaseAgent(llms["anthropic"]).execute_llm_task("question")

    assert type(caught.value.__cause__).__name__ == "AuthenticationError"
    assert caught.value.classification is not None
    assert caught.value.classification.reason == "auth_failed"


def test_policy_can_leave_a_reason_out(server: ProviderServer, llms: dict[str, BaseLLM]) -> None:
    """Who takes every 5xx for lasting, as C5 T7 does, says so in the policy."""
    server.script(*[failure(500)] * 5)

    with pytest.raises(ModelConnectionError):
        BaseAgent(llms["openai"], policy=RetryPolicy(exclude=["server_error"])).execute_llm_task("question")

    assert server.request_count == 1


def test_bad_json_is_asked_for_again_with_the_reason(server: ProviderServer, llms: dict[str, BaseLLM]) -> None:
    """The second prompt tells what was wrong with the first answer; the answer comes back without its fence."""
    server.script(answer("Sure! Here it is"), answer('```json\n{"a": 1}\n```'))

    text = BaseAgent(llms["openai"]).execute_llm_task("question", as_json=True)

    asked = server.requests[1].body["messages"][-1]["content"]
    assert text == '{"a": 1}'
    assert text.json() == {"a": 1}
    assert text.mode == "real"
    assert asked.startswith("question\n\nYour last answer was not valid JSON.")
    assert "Expecting value" in asked


def test_reasons_do_not_pile_up_in_the_prompt(server: ProviderServer, llms: dict[str, BaseLLM]) -> None:
    """Each new prompt tells of the last answer only."""
    server.script(answer("one"), answer("two"), answer("3"))

    BaseAgent(llms["openai"]).execute_llm_task("question", as_json=True)

    assert server.requests[2].body["messages"][-1]["content"].count("Your last answer") == 1


@pytest.mark.parametrize("text", ["", "no json", '{"a": ', "NaN", "[1, 2"])
def test_answer_that_is_never_json_raises(server: ProviderServer, llms: dict[str, BaseLLM], text: str) -> None:
    """T5: with `as_json` there is no `{}` in place of an answer."""
    server.script(*[answer(text)] * 4)

    with pytest.raises(InvalidModelOutputError) as caught:
        BaseAgent(llms["openai"]).execute_llm_task("question", as_json=True)

    assert caught.value.reason == ("not_json" if text else "empty_output")
    assert server.request_count == 4


def test_json_of_the_wrong_form_is_a_schema_mismatch(server: ProviderServer, llms: dict[str, BaseLLM]) -> None:
    """What the validator raises is told to the model and kept as the cause."""
    server.script(answer('{"b": 1}'), answer('{"a": 1}'))

    text = BaseAgent(llms["openai"]).execute_llm_task("question", as_json=True, validate=lambda value: value["a"])

    assert json.loads(text) == {"a": 1}
    assert "wrong form" in server.requests[1].body["messages"][-1]["content"]


def test_broken_document_of_the_provider_repeats_the_prompt_unchanged(
    server: ProviderServer, llms: dict[str, BaseLLM]
) -> None:
    """The model is not blamed for a body that its provider did not finish."""
    server.script(bad_json(), answer())

    BaseAgent(llms["openai"]).execute_llm_task("question")

    assert server.requests[1].body["messages"][-1]["content"] == "question"


@pytest.mark.parametrize(
    ("scenes", "reason"),
    [
        ([failure(429, "insufficient_quota")], "quota_exhausted"),
        ([failure(401)], "auth_failed"),
        ([failure(404, "model_not_found", "no such model")], "model_not_found"),
        ([failure(503)] * 4, "overloaded"),
        ([failure(429, headers={"retry-after": "9999"})], "throttled"),
    ],
    ids=["quota", "auth", "model", "overloaded", "long wait"],
)
def test_router_moves_on_where_another_provider_can_help(
    server: ProviderServer,
    llms: dict[str, BaseLLM],
    caplog: pytest.LogCaptureFixture,
    scenes: list[Scene],
    reason: str,
) -> None:
    """Each hop is logged, and stands in the context with its cause."""
    server.script(*scenes, answer("from the second"))
    context = TaskContext()

    with caplog.at_level(logging.WARNING):
        text = BaseAgent([llms["openai"], llms["anthropic"]]).execute_llm_task("question", retry_context=context)

    assert (text, text.provider) == ("from the second", "anthropic")
    assert [(hop.from_model, hop.to_model, hop.reason) for hop in context.hops] == [
        ("openai some-model", "anthropic some-model", reason)
    ]
    assert len(context.attempts) == len(scenes) + 1
    assert f"{reason} after {len(scenes)} attempts; asking anthropic some-model" in caplog.text


@pytest.mark.parametrize(
    "scene",
    [failure(400), failure(400, "context_length_exceeded", "the maximum is 8192 tokens"), answer("", "content_filter")],
    ids=["bad request", "context length", "refusal"],
)
def test_router_stays_where_another_provider_cannot_help(
    server: ProviderServer, llms: dict[str, BaseLLM], scene: Scene
) -> None:
    """A request that is wrong is wrong everywhere."""
    server.script(scene)
    context = TaskContext()

    with pytest.raises(NexusCoreError):
        BaseAgent([llms["openai"], llms["anthropic"]]).execute_llm_task("question", retry_context=context)

    assert server.request_count == 1
    assert context.hops == []


def test_last_failure_tells_all_hops(server: ProviderServer, llms: dict[str, BaseLLM]) -> None:
    """When every provider fails, the last one's failure is raised, and its notes tell the way there."""
    server.script(failure(401), failure(429, "insufficient_quota"))

    with pytest.raises(ModelRateLimitError) as caught:
        BaseAgent([llms["openai"], llms["glm"]]).execute_llm_task("question")

    assert "hop: openai some-model -> glm some-model for unexpected/auth_failed" in caught.value.__notes__


def test_task_type_chooses_the_providers(server: ProviderServer, llms: dict[str, BaseLLM]) -> None:
    """The router keeps another list for a type of task."""
    agent = BaseAgent(Router([llms["openai"]], {"review": [llms["gemini"]]}))

    assert agent.execute_llm_task("question", task_type="review").provider == "gemini"
    assert agent.execute_llm_task("question", task_type="other").provider == "openai"


def test_stub_comes_back_marked_or_not_at_all(caplog: pytest.LogCaptureFixture) -> None:
    """FR3 and L2: without a key a task still answers, marked; an agent that wants real answers refuses it."""
    with OpenAILLM("some-model") as llm:
        text = BaseAgent(llm).execute_llm_task("question", as_json=True, validate=lambda value: value["a"])

        assert text.mode == "stub"
        assert "stub" in text.json()
        assert "STUB" in caplog.text
        with pytest.raises(StubOutputError, match="openai some-model did not write this"):
            BaseAgent(llm, real_only=True).execute_llm_task("question")


def test_validator_without_json_is_refused(llms: dict[str, BaseLLM]) -> None:
    """A validator that would never be called is a mistake of the caller."""
    with pytest.raises(ValueError, match="as_json=True"):
        BaseAgent(llms["openai"]).execute_llm_task("question", validate=len)


def test_router_without_providers_is_refused() -> None:
    """An empty list shows when the router is built, not in the middle of a task."""
    with pytest.raises(ValueError, match="at least one"):
        Router([])
