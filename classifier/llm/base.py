"""
How is any provider called? The part that all eight share: settings, stubs when there is no key, one request a call.

Retrying is not done here: the SDKs' own retries are off, and `classifier.retry` owns the policy.
"""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from typing import Any, ClassVar

from classifier.evidence.text import safe_str
from classifier.llm.client import Ask, SdkCalls
from classifier.llm.fallback import FLAG, acall_or_stub, call_or_stub
from classifier.llm.streaming import AsyncTextStream, StreamReader, TextStream
from classifier.llm.stub import stub_text, warn_of_stub
from classifier.llm.text import LLMText, Mode
from classifier.redact import redact
from classifier.retry.context import current_context
from classifier.telemetry import attempt_span

__all__ = ["DEFAULT_TIMEOUT_S", "BaseLLM"]

logger = logging.getLogger(__name__)

DEFAULT_TIMEOUT_S = 60.0
"""Longest silence of the server; long answers take tens of seconds, the SDKs' own 600 s hold a worker for too long."""


class BaseLLM(SdkCalls):
    """
    One model of one provider; safe to share between threads, usable in `with` and `async with`.

    A provider sets the class attributes and implements what `SdkCalls` asks for.

    Args:
        model: Its name; None reads the environment.
        api_key: None reads the environment. Without any, answers are stubs, marked and warned of.
        base_url: None reads the environment, then takes the provider's own.
        timeout_s: Longest silence of the server, for requests that name no other.
        dry_run: True answers with stubs though there is a key; None reads `NEXUSCORE_DRY_RUN`.

    Raises:
        ValueError: If no model is named, or `timeout_s` is not above 0.
    """

    provider: ClassVar[str]
    key_variables: ClassVar[tuple[str, ...]]
    model_variable: ClassVar[str]
    base_url_variable: ClassVar[str]
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
        model = model or os.environ.get(self.model_variable)
        if not model:
            msg = f"{type(self).__name__} got no model; pass its name, or set {self.model_variable}"
            raise ValueError(msg)
        if not timeout_s > 0:
            msg = f"timeout_s is {timeout_s!r}; expected seconds above 0"
            raise ValueError(msg)
        self.model = model
        self.base_url = base_url or os.environ.get(self.base_url_variable) or self.default_base_url
        self.timeout_s = timeout_s
        self.dry_run = os.environ.get("NEXUSCORE_DRY_RUN") == "1" if dry_run is None else dry_run
        self.last_call_mode: Mode | None = None
        self._api_key = api_key or next(filter(None, map(os.environ.get, self.key_variables)), None)
        super().__init__()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.model!r})"

    @property
    def is_real(self) -> bool:
        """Whether calls reach the provider; False without a key, or in dry-run."""
        return self._api_key is not None and not self.dry_run

    def execute(
        self,
        prompt: str,
        system_prompt: str | None = None,
        *,
        as_json: bool = False,
        temperature: float | None = None,
        timeout_s: float | None = None,
        **kwargs: Any,
    ) -> LLMText:
        """
        Ask once and return the answer; whatever fails, raises.

        Args:
            prompt: The user's message.
            system_prompt: None for none.
            as_json: Ask for JSON, with the provider's JSON mode where it has one. The answer is not parsed here.
            temperature: None leaves it to the provider; some models accept no other.
            timeout_s: Longest silence of the server in this request; None takes the object's.
            kwargs: Handed to the SDK as they are, such as `max_tokens=`.

        Raises:
            InvalidModelOutputError: If the answer holds no text, a refusal, or was cut off; `reason` says which.
            ProviderReportedError: If the provider sent an error with status 200.
            ModuleNotFoundError: If the provider's SDK is not installed.
            Exception: Whatever the SDK raised, unchanged.
        """
        ask = self._ask(prompt, system_prompt, as_json, temperature, timeout_s, kwargs)
        if not self.is_real:
            return self._stub_response(as_json=as_json)
        client = self._open()
        return self.execute_real_or_fallback(lambda: self._send(client, ask), as_json=as_json)

    async def aexecute(
        self,
        prompt: str,
        system_prompt: str | None = None,
        *,
        as_json: bool = False,
        temperature: float | None = None,
        timeout_s: float | None = None,
        **kwargs: Any,
    ) -> LLMText:
        """As `execute`, under asyncio."""
        ask = self._ask(prompt, system_prompt, as_json, temperature, timeout_s, kwargs)
        if not self.is_real:
            return self._stub_response(as_json=as_json)
        client = self._open_async()
        return await self.aexecute_real_or_fallback(lambda: self._asend(client, ask), as_json=as_json)

    def stream(
        self,
        prompt: str,
        system_prompt: str | None = None,
        *,
        temperature: float | None = None,
        timeout_s: float | None = None,
        **kwargs: Any,
    ) -> TextStream:
        """
        Ask once and return the answer piece by piece; what fails, raises in the loop.

        The exception carries `response_started`: True if text was passed on already, so that asking again would repeat
        it. A stream that ends in the middle raises even if its connection was closed in good order.
        """
        ask = self._ask(prompt, system_prompt, False, temperature, timeout_s, kwargs)
        return TextStream(self._follow(ask) if self.is_real else self._stub_pieces())

    def astream(
        self,
        prompt: str,
        system_prompt: str | None = None,
        *,
        temperature: float | None = None,
        timeout_s: float | None = None,
        **kwargs: Any,
    ) -> AsyncTextStream:
        """As `stream`, for `async for`."""
        ask = self._ask(prompt, system_prompt, False, temperature, timeout_s, kwargs)
        results: list[LLMText] = []
        return AsyncTextStream(self._afollow(ask, results), results)

    def execute_real_or_fallback(self, call: Callable[[], LLMText], *, as_json: bool = False) -> LLMText:
        """
        Make the real call; what it raises reaches the caller as it is (C5 FR1), unless the flag allows a stub (§4.4).

        Args:
            call: Makes one request.
            as_json: Whether a stub has to be JSON.
        """
        return call_or_stub(lambda: self._real(call), lambda exc: self._stub_fallback_response(exc, as_json=as_json))

    async def aexecute_real_or_fallback(
        self, call: Callable[[], Awaitable[LLMText]], *, as_json: bool = False
    ) -> LLMText:
        """As `execute_real_or_fallback`, for an awaitable call."""
        return await acall_or_stub(
            lambda: self._areal(call), lambda exc: self._stub_fallback_response(exc, as_json=as_json)
        )

    def _real(self, call: Callable[[], LLMText]) -> LLMText:
        try:
            with attempt_span(self.provider, self.model, _resend_count()):
                text = call()
        except Exception as exc:
            self._log_failure(exc)
            raise
        self.last_call_mode = "real"
        return text

    async def _areal(self, call: Callable[[], Awaitable[LLMText]]) -> LLMText:
        try:
            with attempt_span(self.provider, self.model, _resend_count()):
                text = await call()
        except Exception as exc:
            self._log_failure(exc)
            raise
        self.last_call_mode = "real"
        return text

    def _ask(
        self,
        prompt: str,
        system_prompt: str | None,
        as_json: bool,
        temperature: float | None,
        timeout_s: float | None,
        options: dict[str, Any],
    ) -> Ask:
        given_s = self.timeout_s if timeout_s is None else timeout_s
        if not given_s > 0:
            msg = f"timeout_s is {given_s!r}; expected seconds above 0"
            raise ValueError(msg)
        return Ask(prompt, system_prompt, as_json, temperature, given_s, options)

    def _stub_response(self, *, as_json: bool = False) -> LLMText:
        """Answer without a provider: no key, or dry-run (C5 FR3)."""
        why = "dry-run" if self._api_key is not None else f"no API key; set {self.key_variables[0]}"
        warn_of_stub(self.provider, self.model, why)
        self.last_call_mode = "stub"
        return stub_text(self.provider, self.model, "stub", as_json=as_json)

    def _stub_fallback_response(self, exc: Exception, *, as_json: bool = False) -> LLMText:
        """Stand in for a call that failed; reached under the flag alone."""
        warn_of_stub(self.provider, self.model, f"the call failed with {type(exc).__name__}, and {FLAG}=1")
        self.last_call_mode = "stub-fallback"
        return stub_text(self.provider, self.model, "stub-fallback", as_json=as_json)

    def _stub_pieces(self) -> Generator[LLMText, None, LLMText]:
        text = self._stub_response()
        yield text
        return text

    def _follow(self, ask: Ask) -> Generator[LLMText, None, LLMText]:
        client = self._open()
        reader = StreamReader(self.provider, self.model)
        try:
            with (
                attempt_span(self.provider, self.model, _resend_count(), is_stream=True),
                self._open_stream(client, ask) as pieces,
            ):
                for piece in pieces:
                    text = reader.take(piece)
                    if text is not None:
                        yield text
                whole = reader.end()
        except Exception as exc:
            reader.mark(exc)
            self._log_failure(exc)
            raise
        self.last_call_mode = "real"
        return whole

    async def _afollow(self, ask: Ask, results: list[LLMText]) -> AsyncGenerator[LLMText, None]:
        if not self.is_real:
            results.append(self._stub_response())
            yield results[0]
            return
        client = self._open_async()
        reader = StreamReader(self.provider, self.model)
        try:
            with attempt_span(self.provider, self.model, _resend_count(), is_stream=True):
                async with self._aopen_stream(client, ask) as pieces:
                    async for piece in pieces:
                        text = reader.take(piece)
                        if text is not None:
                            yield text
                    results.append(reader.end())
        except Exception as exc:
            reader.mark(exc)
            self._log_failure(exc)
            raise
        self.last_call_mode = "real"

    def _log_failure(self, exc: Exception) -> None:
        logger.error(
            "%s %s: the call failed: %s: %s", self.provider, self.model, type(exc).__name__, redact(safe_str(exc)[0])
        )


def _resend_count() -> int:
    context = current_context()
    return 0 if context is None else len(context.attempts)
