"""
How is Anthropic called? Messages, through the SDK `anthropic`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from inspect import isawaitable
from typing import Any, Final

from classifier.llm.base import BaseLLM
from classifier.llm.client import Ask
from classifier.llm.outcome import Answer, checked, raise_error_in_answer, raise_no_answer
from classifier.llm.sdk import load_sdk
from classifier.llm.streaming import Piece
from classifier.llm.text import LLMText, Usage

__all__ = ["AnthropicLLM"]

_MAX_TOKENS: Final = 4096
"""The API asks for a limit; every model since 2024 accepts this one. `max_tokens=` in the call sets another."""


class AnthropicLLM(BaseLLM):
    """A model of Anthropic, through Messages."""

    provider = "anthropic"
    key_variables = ("ANTHROPIC_API_KEY",)
    model_variable = "ANTHROPIC_MODEL"
    base_url_variable = "ANTHROPIC_BASE_URL"
    default_base_url = "https://api.anthropic.com"

    def _make_client(self) -> Any:
        return load_sdk("anthropic", "anthropic").Anthropic(**self._settings())

    def _make_async_client(self) -> Any:
        return load_sdk("anthropic", "anthropic").AsyncAnthropic(**self._settings())

    def _close_client(self, client: Any) -> None:
        client.close()

    async def _aclose_client(self, client: Any) -> None:
        await client.close()

    def _settings(self) -> dict[str, Any]:
        return {"api_key": self._api_key, "base_url": self.base_url, "timeout": self.timeout_s, "max_retries": 0}

    def _parameters(self, ask: Ask) -> dict[str, Any]:
        parameters: dict[str, Any] = {
            "model": self.model,
            "max_tokens": _MAX_TOKENS,
            "messages": [{"role": "user", "content": ask.prompt}],
            "timeout": ask.timeout_s,
        }
        if ask.system:
            parameters["system"] = ask.system
        parameters |= ask.options
        if ask.temperature is not None:
            # anthropic 2.14 knows no parameter of this name any more, while the API still takes it.
            parameters["extra_body"] = {"temperature": ask.temperature, **(parameters.get("extra_body") or {})}
        return parameters

    def _send(self, client: Any, ask: Ask) -> LLMText:
        raw = client.messages.with_raw_response.create(**self._parameters(ask))
        return _read(raw.parse(), raw.headers, self.provider, self.model)

    async def _asend(self, client: Any, ask: Ask) -> LLMText:
        raw = await client.messages.with_raw_response.create(**self._parameters(ask))
        parsed = raw.parse()
        # A coroutine in some versions (anthropic 2.14), the answer itself in others (openai 3.57).
        message = await parsed if isawaitable(parsed) else parsed
        return _read(message, raw.headers, self.provider, self.model)

    @contextmanager
    def _open_stream(self, client: Any, ask: Ask) -> Iterator[Iterator[Piece]]:
        with client.messages.create(stream=True, **self._parameters(ask)) as events:
            yield (_piece(event) for event in events)

    @asynccontextmanager
    async def _aopen_stream(self, client: Any, ask: Ask) -> AsyncIterator[AsyncIterator[Piece]]:
        async with await client.messages.create(stream=True, **self._parameters(ask)) as events:
            yield (_piece(event) async for event in events)


def _read(message: Any, headers: Any, provider: str, asked_model: str) -> LLMText:
    if not hasattr(message, "model_dump"):
        # The SDK hands over the text of an answer whose content type is not JSON, such as a proxy's page.
        raise_no_answer(provider, "it is no JSON document", "not_json")
    error = (message.model_extra or {}).get("error")
    if error:
        raise_error_in_answer(provider, {"type": "error", "error": error}, headers)
    if message.content is None:
        raise_no_answer(provider, "it has no content")
    answer = Answer(
        text="".join(block.text for block in message.content if block.type == "text"),
        finish_reason=message.stop_reason,
        usage=_usage(message.usage),
        model=message.model or asked_model,
    )
    return checked(answer, provider)


def _piece(event: Any) -> Piece:
    if event.type == "message_start":
        return Piece(model=event.message.model or "", usage=_usage(event.message.usage))
    if event.type == "content_block_delta" and event.delta.type == "text_delta":
        return Piece(text=event.delta.text)
    if event.type == "message_delta":
        return Piece(finish_reason=event.delta.stop_reason, usage=_usage(event.usage))
    return Piece(is_end=event.type == "message_stop")


def _usage(usage: Any) -> Usage | None:
    return None if usage is None else Usage(getattr(usage, "input_tokens", None), usage.output_tokens)
