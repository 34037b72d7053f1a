"""Answers of status 200 that few servers send, each of which could pass for a text."""

from __future__ import annotations

import json
import pickle

import pytest

from classifier import InvalidModelOutputError, explain
from classifier.llm import AnthropicLLM, GeminiLLM, MiniMaxLLM, OpenAILLM, OpenRouterLLM, ProviderReportedError
from classifier.llm.testing import ProviderServer, Reply, Scene, document


def completion(choice: dict[str, object] | None, **more: object) -> Scene:
    """A chat completion with this one choice."""
    body: dict[str, object] = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
    return document({**body, "choices": None if choice is None else [{"index": 0, **choice}], **more})


def events(*documents: dict[str, object]) -> Scene:
    """A stream of these documents."""
    body = "".join(f"data: {json.dumps(each)}\n\n" for each in documents)
    return lambda _: Reply(200, {"Content-Type": "text/event-stream"}, body.encode())


def chunk(**choice: object) -> dict[str, object]:
    """One event of a streamed chat completion."""
    head = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": None, **choice}]}


def test_parts_of_a_message_make_up_the_text(server: ProviderServer) -> None:
    """Some compatible servers answer in a list of parts."""
    parts = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    server.script(completion({"message": {"role": "assistant", "content": parts}, "finish_reason": "stop"}))

    with OpenAILLM("m", api_key="key", base_url=server.url("openai")) as llm:
        assert llm.execute("question") == "ab"


@pytest.mark.parametrize(
    "scene",
    [
        completion({"message": None, "finish_reason": "stop"}),
        completion(
            {"message": {"role": "assistant", "content": None, "tool_calls": []}, "finish_reason": "tool_calls"}
        ),
        completion({"message": {"role": "assistant", "content": " \n"}, "finish_reason": "stop"}),
        completion(None, base_resp={"status_code": 0, "status_msg": ""}),
    ],
    ids=["no message", "tool call", "white space", "all is well, they say"],
)
def test_answer_without_text_is_empty_output(server: ProviderServer, scene: Scene) -> None:
    """Whatever else is there, without text there is no answer."""
    server.script(scene)

    with (
        MiniMaxLLM("m", api_key="key", base_url=server.url("openai")) as llm,
        pytest.raises(InvalidModelOutputError) as caught,
    ):
        llm.execute("question")

    assert caught.value.reason == "empty_output"


def test_error_in_the_choice_of_a_stream_raises(server: ProviderServer) -> None:
    """OpenRouter ends a stream whose provider failed with such a choice."""
    error = {"code": 502, "message": "Provider disconnected"}
    server.script(events(chunk(delta={"content": "half "}), chunk(finish_reason="error", error=error)))
    pieces: list[str] = []

    with (
        OpenRouterLLM("m", api_key="key", base_url=server.url("openai")) as llm,
        pytest.raises(ProviderReportedError, match="Provider disconnected") as caught,
    ):
        pieces.extend(llm.stream("question"))

    assert pieces == ["half "]
    assert explain(caught.value).category == "connection"
    assert vars(caught.value)["response_started"] is True


def test_refusal_in_a_stream_raises(server: ProviderServer) -> None:
    """OpenAI streams a refusal in its own field."""
    server.script(events(chunk(delta={"refusal": "I cannot"}), chunk(finish_reason="stop")))

    with (
        OpenAILLM("m", api_key="key", base_url=server.url("openai")) as llm,
        pytest.raises(InvalidModelOutputError, match="declined") as caught,
    ):
        list(llm.stream("question"))

    assert caught.value.reason == "refusal"


def test_blocked_prompt_in_a_stream_raises(server: ProviderServer) -> None:
    """Gemini's stream holds one event that names the block."""
    server.script(events({"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 3}}))

    with (
        GeminiLLM("m", api_key="key", base_url=server.url("gemini")) as llm,
        pytest.raises(InvalidModelOutputError) as caught,
    ):
        list(llm.stream("question"))

    assert caught.value.reason == "refusal"


def test_thoughts_are_no_answer(server: ProviderServer) -> None:
    """A Gemini answer of thoughts alone holds no text."""
    parts = [{"text": "let me think", "thought": True}]
    server.script(document({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]}))

    with (
        GeminiLLM("m", api_key="key", base_url=server.url("gemini")) as llm,
        pytest.raises(InvalidModelOutputError, match="without text"),
    ):
        llm.execute("question")


@pytest.mark.parametrize(
    ("body", "reason"), [([], "schema_mismatch"), ("text", "schema_mismatch"), ({}, "empty_output")]
)
def test_gemini_document_of_another_form_is_invalid_output(server: ProviderServer, body: object, reason: str) -> None:
    """A document that is no answer is not read as an empty one."""
    server.script(document(body))

    with (
        GeminiLLM("m", api_key="key", base_url=server.url("gemini")) as llm,
        pytest.raises(InvalidModelOutputError) as caught,
    ):
        llm.execute("question")

    assert caught.value.reason == reason


def test_anthropic_document_without_content_is_empty_output(server: ProviderServer) -> None:
    """`content: null` is no text."""
    server.script(document({"id": "1", "type": "message", "role": "assistant", "model": "m", "content": None}))

    with (
        AnthropicLLM("m", api_key="key", base_url=server.url("anthropic")) as llm,
        pytest.raises(InvalidModelOutputError) as caught,
    ):
        llm.execute("question")

    assert caught.value.reason == "empty_output"


def test_reported_error_survives_pickling() -> None:
    """A worker can send it home with body and headers."""
    exc = ProviderReportedError("x", body={"error": {"code": "insufficient_quota"}}, headers={"retry-after": "9"})

    same = pickle.loads(pickle.dumps(exc))

    assert (str(same), same.body, same.headers, same.status_code) == ("x", exc.body, exc.headers, 200)
    assert explain(same).reason == "quota_exhausted"


def test_stream_tells_an_outer_retry_that_output_was_passed_on(server: ProviderServer) -> None:
    """A function that prints a stream is not repeated by `retry` once something was printed."""
    from classifier.llm.testing import answer, cut
    from classifier.retry import retry
    from classifier.testing import no_sleep

    server.script(cut("half an "), answer("whole"))
    printed: list[str] = []

    with OpenAILLM("m", api_key="key", base_url=server.url("openai")) as llm:

        @retry
        def show() -> None:
            for piece in llm.stream("question"):
                printed.append(piece)

        with no_sleep(), pytest.raises(Exception) as caught:
            show()

    assert printed == ["half an "]
    assert server.request_count == 1
    assert any("verify_first" in note for note in caught.value.__notes__)
