"""
How is Gemini called? generateContent, through the SDK `google-genai`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from typing import Any

from classifier.llm.base import BaseLLM
from classifier.llm.client import Ask
from classifier.llm.outcome import Answer, checked, raise_error_in_answer, raise_no_answer
from classifier.llm.sdk import load_sdk
from classifier.llm.streaming import Piece
from classifier.llm.text import LLMText, Usage

__all__ = ["GeminiLLM"]


class GeminiLLM(BaseLLM):
    """A Gemini model of Google, through the Gemini API."""

    provider = "gemini"
    key_variables = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
    model_variable = "GEMINI_MODEL"
    base_url_variable = "GEMINI_BASE_URL"

    def _make_client(self) -> Any:
        genai = load_sdk("google.genai", "google-genai")
        http_options: dict[str, Any] = {"timeout": _milliseconds(self.timeout_s), "retry_options": {"attempts": 1}}
        if self.base_url:
            http_options["base_url"] = self.base_url
        return genai.Client(api_key=self._api_key, vertexai=False, http_options=http_options)

    def _make_async_client(self) -> Any:
        return self._make_client()

    def _close_client(self, client: Any) -> None:
        client.close()

    async def _aclose_client(self, client: Any) -> None:
        await client.aio.aclose()
        client.close()

    def _parameters(self, ask: Ask, *, raw: bool) -> dict[str, Any]:
        config: dict[str, Any] = {"http_options": {"timeout": _milliseconds(ask.timeout_s)}}
        if ask.system:
            config["system_instruction"] = ask.system
        if ask.temperature is not None:
            config["temperature"] = ask.temperature
        if ask.as_json:
            config["response_mime_type"] = "application/json"
        if raw:
            # The SDK's own model of the answer drops an error object; the document itself has it.
            config["should_return_http_response"] = True
        return {"model": self.model, "contents": ask.prompt, "config": config | ask.options}

    def _send(self, client: Any, ask: Ask) -> LLMText:
        return _read(client.models.generate_content(**self._parameters(ask, raw=True)), self.provider, self.model)

    async def _asend(self, client: Any, ask: Ask) -> LLMText:
        response = await client.aio.models.generate_content(**self._parameters(ask, raw=True))
        return _read(response, self.provider, self.model)

    @contextmanager
    def _open_stream(self, client: Any, ask: Ask) -> Iterator[Iterator[Piece]]:
        with closing(client.models.generate_content_stream(**self._parameters(ask, raw=False))) as events:
            yield (_piece(event) for event in events)

    @asynccontextmanager
    async def _aopen_stream(self, client: Any, ask: Ask) -> AsyncIterator[AsyncIterator[Piece]]:
        events = await client.aio.models.generate_content_stream(**self._parameters(ask, raw=False))
        try:
            yield (_piece(event) async for event in events)
        finally:
            await events.aclose()


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))


def _read(response: Any, provider: str, asked_model: str) -> LLMText:
    raw = response.sdk_http_response
    document = json.loads(raw.body or "null")
    if isinstance(document, list) and document:
        document = document[0]
    if not isinstance(document, Mapping):
        raise_no_answer(provider, "it is no JSON object", "schema_mismatch")
    if document.get("error"):
        raise_error_in_answer(provider, {"error": document["error"]}, raw.headers)
    model = document.get("modelVersion") or asked_model
    counted = document.get("usageMetadata")
    usage = None
    if isinstance(counted, Mapping):
        usage = Usage(counted.get("promptTokenCount"), counted.get("candidatesTokenCount"))
    candidates = document.get("candidates")
    if not candidates:
        feedback = document.get("promptFeedback")
        block = feedback.get("blockReason") if isinstance(feedback, Mapping) else None
        if block is None:
            raise_no_answer(provider, "it has no candidates")
        return checked(Answer("", str(block), f"prompt blocked: {block}", usage, model), provider)
    candidate = candidates[0]
    content = candidate.get("content") or {}
    parts = content.get("parts") or ()
    text = "".join(part["text"] for part in parts if isinstance(part.get("text"), str) and not part.get("thought"))
    return checked(Answer(text, candidate.get("finishReason"), None, usage, model), provider)


def _piece(event: Any) -> Piece:
    counted = event.usage_metadata
    usage = None if counted is None else Usage(counted.prompt_token_count, counted.candidates_token_count)
    model = event.model_version or ""
    feedback = event.prompt_feedback
    if not event.candidates and feedback is not None and feedback.block_reason is not None:
        block = _word(feedback.block_reason)
        return Piece(refusal=f"prompt blocked: {block}", finish_reason=block, usage=usage, model=model)
    if not event.candidates:
        return Piece(usage=usage, model=model)
    candidate = event.candidates[0]
    parts = (candidate.content.parts or ()) if candidate.content is not None else ()
    text = "".join(part.text for part in parts if part.text and not part.thought)
    return Piece(text=text, finish_reason=_word(candidate.finish_reason), usage=usage, model=model)


def _word(value: Any) -> str | None:
    return None if value is None else str(getattr(value, "value", value))
