"""
How are OpenAI and the servers that speak its Chat Completions called? One wire for seven classes, the SDK is `openai`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from inspect import isawaitable
from typing import Any, ClassVar

from classifier.llm.base import DEFAULT_TIMEOUT_S, BaseLLM
from classifier.llm.client import Ask
from classifier.llm.outcome import Answer, checked, raise_error_in_answer, raise_no_answer
from classifier.llm.sdk import load_sdk
from classifier.llm.streaming import Piece
from classifier.llm.text import LLMText, Usage

__all__ = ["OpenAICompatLLM", "OpenAILLM"]


class OpenAILLM(BaseLLM):
    """A model of OpenAI, through Chat Completions."""

    provider = "openai"
    key_variables: ClassVar[tuple[str, ...]] = ("OPENAI_API_KEY",)
    model_variable = "OPENAI_MODEL"
    base_url_variable = "OPENAI_BASE_URL"
    default_base_url: ClassVar[str | None] = "https://api.openai.com/v1"
    has_json_mode: ClassVar[bool] = True

    def _make_client(self) -> Any:
        return load_sdk("openai", "openai").OpenAI(**self._settings())

    def _make_async_client(self) -> Any:
        return load_sdk("openai", "openai").AsyncOpenAI(**self._settings())

    def _close_client(self, client: Any) -> None:
        client.close()

    async def _aclose_client(self, client: Any) -> None:
        await client.close()

    def _settings(self) -> dict[str, Any]:
        return {"api_key": self._api_key, "base_url": self.base_url, "timeout": self.timeout_s, "max_retries": 0}

    def _parameters(self, ask: Ask) -> dict[str, Any]:
        messages = [{"role": "user", "content": ask.prompt}]
        if ask.system:
            messages.insert(0, {"role": "system", "content": ask.system})
        parameters: dict[str, Any] = {"model": self.model, "messages": messages, "timeout": ask.timeout_s}
        if ask.temperature is not None:
            parameters["temperature"] = ask.temperature
        if ask.as_json and self.has_json_mode:
            parameters["response_format"] = {"type": "json_object"}
        return parameters | ask.options

    def _send(self, client: Any, ask: Ask) -> LLMText:
        raw = client.chat.completions.with_raw_response.create(**self._parameters(ask))
        return _read(raw.parse(), raw.headers, self.provider, self.model)

    async def _asend(self, client: Any, ask: Ask) -> LLMText:
        raw = await client.chat.completions.with_raw_response.create(**self._parameters(ask))
        parsed = raw.parse()
        # A coroutine in some versions (anthropic 2.14), the answer itself in others (openai 3.57).
        message = await parsed if isawaitable(parsed) else parsed
        return _read(message, raw.headers, self.provider, self.model)

    @contextmanager
    def _open_stream(self, client: Any, ask: Ask) -> Iterator[Iterator[Piece]]:
        with client.chat.completions.create(stream=True, **self._parameters(ask)) as events:
            yield (_piece(event, self.provider) for event in events)

    @asynccontextmanager
    async def _aopen_stream(self, client: Any, ask: Ask) -> AsyncIterator[AsyncIterator[Piece]]:
        async with await client.chat.completions.create(stream=True, **self._parameters(ask)) as events:
            yield (_piece(event, self.provider) async for event in events)


class OpenAICompatLLM(OpenAILLM):
    """
    A model behind any server that speaks Chat Completions; a subclass for one provider only sets values.

    Raises:
        ValueError: If no base URL is given and neither the environment nor the class names one.
    """

    provider = "openai-compatible"
    key_variables: ClassVar[tuple[str, ...]] = ("OPENAI_COMPAT_API_KEY",)
    model_variable = "OPENAI_COMPAT_MODEL"
    base_url_variable = "OPENAI_COMPAT_BASE_URL"
    default_base_url: ClassVar[str | None] = None

    def __init__(
        self,
        model: str | None = None,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout_s: float = DEFAULT_TIMEOUT_S,
        dry_run: bool | None = None,
    ) -> None:
        super().__init__(model, api_key=api_key, base_url=base_url, timeout_s=timeout_s, dry_run=dry_run)
        if self.base_url is None:
            msg = f"{type(self).__name__} got no base_url; pass the server's address, or set {self.base_url_variable}"
            raise ValueError(msg)


def _read(completion: Any, headers: Any, provider: str, asked_model: str) -> LLMText:
    if not hasattr(completion, "model_dump"):
        # The SDK hands over the text of an answer whose content type is not JSON, such as a proxy's page.
        raise_no_answer(provider, "it is no JSON document", "not_json")
    choices = completion.choices
    if not choices:
        _raise_if_error(completion.model_dump(), headers, provider)
        raise_no_answer(provider, "it has no choices")
    choice = choices[0]
    extra = choice.model_extra or {}
    if choice.finish_reason == "error" or extra.get("error"):
        raise_error_in_answer(provider, {"error": extra.get("error") or {"code": "server_error"}}, headers)
    message = choice.message
    if message is None:
        raise_no_answer(provider, "its choice has no message")
    answer = Answer(
        text=_text(message.content),
        finish_reason=choice.finish_reason,
        refusal=message.refusal,
        usage=_usage(completion.usage),
        model=completion.model or asked_model,
    )
    return checked(answer, provider)


def _raise_if_error(body: dict[str, Any], headers: Any, provider: str) -> None:
    told = {name: body[name] for name in ("error", "base_resp", "code", "message", "msg", "detail") if body.get(name)}
    status = told.get("base_resp")
    if isinstance(status, dict) and not status.get("status_code"):
        del told["base_resp"]  # MiniMax sends it with every answer; 0 means that all is well
    if "error" in told or "base_resp" in told or "code" in told:
        raise_error_in_answer(provider, told, headers)


def _piece(event: Any, provider: str) -> Piece:
    choices = event.choices
    if not choices:
        _raise_if_error(event.model_dump(), None, provider)
        return Piece(usage=_usage(event.usage), model=event.model or "")
    choice = choices[0]
    extra = choice.model_extra or {}
    if choice.finish_reason == "error" or extra.get("error"):
        raise_error_in_answer(provider, {"error": extra.get("error") or {"code": "server_error"}})
    delta = choice.delta
    return Piece(
        text=(delta.content or "") if delta is not None else "",
        refusal=(delta.refusal or "") if delta is not None else "",
        finish_reason=choice.finish_reason,
        usage=_usage(event.usage),
        model=event.model or "",
    )


def _text(content: Any) -> str:
    if isinstance(content, list):  # some servers answer in parts, as the input may be written
        return "".join(part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str))
    return content if isinstance(content, str) else ""


def _usage(usage: Any) -> Usage | None:
    return None if usage is None else Usage(usage.prompt_tokens, usage.completion_tokens)
