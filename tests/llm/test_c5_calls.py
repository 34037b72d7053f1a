"""T1 to T4 and T8 of C5 §5, under their numbers; the matrix of failures is in test_provider_calls.py."""

from __future__ import annotations

import logging

import pytest

from classifier import explain
from classifier.llm import (
    GLMLLM,
    AnthropicLLM,
    BaseLLM,
    DeepSeekLLM,
    GeminiLLM,
    LLMText,
    MiniMaxLLM,
    MoonshotLLM,
    OpenAILLM,
    OpenRouterLLM,
)
from classifier.llm.testing import ProviderServer, answer, failure

BASE: dict[str, type[OpenAILLM] | type[AnthropicLLM] | type[GeminiLLM]] = {
    "openai": OpenAILLM,
    "anthropic": AnthropicLLM,
    "gemini": GeminiLLM,
}
COMPATIBLE = (DeepSeekLLM, GLMLLM, MiniMaxLLM, MoonshotLLM, OpenRouterLLM)
ALL: tuple[type[BaseLLM], ...] = (OpenAILLM, AnthropicLLM, GeminiLLM, *COMPATIBLE)


@pytest.mark.parametrize("wire", BASE)
def test_t1_failed_real_call_raises_instead_of_a_stub(server: ProviderServer, wire: str) -> None:
    """T1: `execute_real_or_fallback` raises the very object the call raised, and `execute` what the SDK raised."""
    exc = ConnectionResetError("reset")

    def broken() -> LLMText:
        raise exc

    server.script(failure(500))
    with BASE[wire]("m", api_key="key", base_url=server.url(wire)) as llm:
        with pytest.raises(ConnectionResetError) as from_call:
            llm.execute_real_or_fallback(broken)
        with pytest.raises(Exception) as from_sdk:
            llm.execute("question")

    assert from_call.value is exc
    assert type(from_sdk.value).__module__.split(".")[0] in ("openai", "anthropic", "google")
    assert llm.last_call_mode is None


@pytest.mark.parametrize("kind", COMPATIBLE)
def test_t2_failed_call_of_a_compatible_provider_raises(server: ProviderServer, kind: type[BaseLLM]) -> None:
    """T2: the five inherit it from one place."""
    server.script(failure(500))

    with kind("m", api_key="key", base_url=server.url("openai")) as llm, pytest.raises(Exception) as caught:
        llm.execute("question")

    assert type(caught.value).__name__ == "InternalServerError"
    assert explain(caught.value).category == "connection"


@pytest.mark.parametrize("wire", BASE)
def test_t3_real_answer_is_returned_as_before(server: ProviderServer, wire: str) -> None:
    """T3: the result comes back, and `last_call_mode` is "real"."""
    server.script(answer("result"))

    with BASE[wire]("m", api_key="key", base_url=server.url(wire)) as llm:
        assert llm.execute("question") == "result"
        assert llm.last_call_mode == "real"


@pytest.mark.parametrize("kind", ALL)
def test_t4_without_a_key_there_is_a_stub_and_a_warning(kind: type[BaseLLM], caplog: pytest.LogCaptureFixture) -> None:
    """T4: FR3, for all eight."""
    with kind("the-model") as llm, caplog.at_level(logging.WARNING):
        text = llm.execute("question")

    assert text.is_stub
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "the-model" in caplog.text


def test_t8_flag_alone_restores_the_fallback(server: ProviderServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """T8: the same failure raises without the flag, and is a marked stub with it."""
    server.script(failure(500), failure(500))

    with OpenAILLM("m", api_key="key", base_url=server.url("openai")) as llm:
        with pytest.raises(Exception, match="500"):
            llm.execute("question")
        monkeypatch.setenv("NEXUSCORE_ALLOW_STUB_FALLBACK", "1")
        assert llm.execute("question").mode == "stub-fallback"


def test_wait_beside_an_error_in_an_answer_is_kept(server: ProviderServer) -> None:
    """The headers of a 200 answer with an error in it still tell how long to wait."""
    from classifier.llm.testing import Reply, error_in_200

    def scene(request: object) -> Reply:
        reply = error_in_200(429, message="Rate limit exceeded")(request)  # type: ignore[arg-type]
        return Reply(200, {**reply.headers, "retry-after": "9"}, reply.body)

    for wire, kind in BASE.items():
        server.script(scene)
        with kind("m", api_key="key", base_url=server.url(wire)) as llm, pytest.raises(Exception) as caught:
            llm.execute("question")

        assert explain(caught.value).retry_after_s == 9.0


def test_tokens_of_a_stream_are_counted_from_start_to_end(server: ProviderServer) -> None:
    """Anthropic tells the input first and the output last; both are in the result."""
    with AnthropicLLM("m", api_key="key", base_url=server.url("anthropic")) as llm, llm.stream("question") as stream:
        list(stream)

    assert stream.result is not None
    assert stream.result.usage is not None
    assert (stream.result.usage.input_tokens, stream.result.usage.output_tokens) == (3, 2)


def test_failure_whose_text_raises_is_not_hidden_by_the_log() -> None:
    """What cannot be printed is raised all the same."""

    class Hostile(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no text")

    def broken() -> LLMText:
        raise Hostile

    with OpenAILLM("m", api_key="key") as llm, pytest.raises(Hostile):
        llm.execute_real_or_fallback(broken)
