"""
Who opens and closes an SDK's clients, and what has a provider to implement? No SDK is imported here.
"""

from __future__ import annotations

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self
from weakref import WeakKeyDictionary

from classifier.llm.streaming import Piece
from classifier.llm.text import LLMText

__all__ = ["Ask", "SdkCalls"]

_JSON_WISH: Final = "Answer with one JSON value and nothing else."
"""Goes into the system prompt with `as_json`; OpenAI refuses its JSON mode if no message speaks of JSON."""


@dataclass(frozen=True, slots=True)
class Ask:
    """
    What is asked in one request.

    Attributes:
        prompt, system_prompt, as_json, temperature, timeout_s: As in `BaseLLM.execute`.
        options: Further keyword arguments, handed to the SDK as they are.
    """

    prompt: str
    system_prompt: str | None
    as_json: bool
    temperature: float | None
    timeout_s: float
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def system(self) -> str | None:
        """The system prompt with the wish for JSON."""
        if not self.as_json:
            return self.system_prompt
        return f"{self.system_prompt}\n\n{_JSON_WISH}" if self.system_prompt else _JSON_WISH


class SdkCalls(ABC):
    """
    The clients of one provider's SDK: one for all threads, one for each event loop, opened when first needed.

    An asynchronous client belongs to the loop it was opened in, because its connections do.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._client: Any = None
        self._async_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()

    def close(self) -> None:
        """Close the synchronous client; the next call opens a new one."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            self._close_client(client)

    async def aclose(self) -> None:
        """Close the client of the running event loop; call it before the loop ends."""
        with self._lock:
            client = self._async_clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await self._aclose_client(client)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.aclose()
        self.close()

    def _open(self) -> Any:
        with self._lock:
            if self._client is None:
                self._client = self._make_client()
            return self._client

    def _open_async(self) -> Any:
        loop = asyncio.get_running_loop()
        with self._lock:
            client = self._async_clients.get(loop)
            if client is None:
                client = self._async_clients[loop] = self._make_async_client()
            return client

    @abstractmethod
    def _make_client(self) -> Any:
        """Build the SDK's client, its retries off."""

    @abstractmethod
    def _make_async_client(self) -> Any:
        """Build the SDK's asynchronous client, its retries off."""

    @abstractmethod
    def _close_client(self, client: Any) -> None:
        """Close what `_make_client` built."""

    @abstractmethod
    async def _aclose_client(self, client: Any) -> None:
        """Close what `_make_async_client` built."""

    @abstractmethod
    def _send(self, client: Any, ask: Ask) -> LLMText:
        """Make one request and return the checked answer."""

    @abstractmethod
    async def _asend(self, client: Any, ask: Ask) -> LLMText:
        """Make one request and return the checked answer."""

    @abstractmethod
    def _open_stream(self, client: Any, ask: Ask) -> AbstractContextManager[Iterator[Piece]]:
        """Make one request and give its events; leaving closes the connection."""

    @abstractmethod
    def _aopen_stream(self, client: Any, ask: Ask) -> AbstractAsyncContextManager[AsyncIterator[Piece]]:
        """Make one request and give its events; leaving closes the connection."""
