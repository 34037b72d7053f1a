"""
How does an answer arrive piece by piece without a broken stream passing for a whole one? No SDK is known here.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from dataclasses import dataclass
from types import TracebackType

from classifier.errors import ModelConnectionError
from classifier.llm.outcome import Answer, checked
from classifier.llm.text import LLMText, Usage
from classifier.retry.context import current_context

__all__ = ["AsyncTextStream", "Piece", "StreamReader", "TextStream"]


@dataclass(frozen=True, slots=True)
class Piece:
    """
    What one event of a stream adds.

    Attributes:
        text, refusal: Further characters.
        finish_reason, usage, model: Known from this event on; None or "" if it does not say.
        is_end: The provider's own end mark, where it has one beside the finish reason.
    """

    text: str = ""
    refusal: str = ""
    finish_reason: str | None = None
    usage: Usage | None = None
    model: str = ""
    is_end: bool = False


class StreamReader:
    """Collects the pieces of one answer and judges it at its end."""

    def __init__(self, provider: str, model: str) -> None:
        self.provider = provider
        self.has_started = False
        self._model = model
        self._texts: list[str] = []
        self._refusals: list[str] = []
        self._finish_reason: str | None = None
        self._usage: Usage | None = None
        self._has_ended = False

    def take(self, piece: Piece) -> LLMText | None:
        """Return the text to pass on, or None if the piece holds none."""
        self._finish_reason = piece.finish_reason or self._finish_reason
        self._usage = _merged(self._usage, piece.usage)
        self._model = piece.model or self._model
        self._has_ended = self._has_ended or piece.is_end
        if piece.refusal:
            self._refusals.append(piece.refusal)
        if not piece.text:
            return None
        self._texts.append(piece.text)
        self.has_started = True
        context = current_context()
        if context is not None:
            context.response_started = True
        return LLMText(piece.text, "real", None, self._model, self.provider)

    def end(self) -> LLMText:
        """
        Return the whole answer.

        Raises:
            ModelConnectionError: If the stream stopped without its end mark, though it was closed in good order.
            InvalidModelOutputError: As for an answer that came in one piece.
        """
        if self._finish_reason is None and not self._has_ended:
            msg = f"{self.provider} {self._model} ended its stream in the middle of the answer"
            raise ModelConnectionError(msg, reason="stream_broken")
        refusal = "".join(self._refusals) or None
        return checked(
            Answer("".join(self._texts), self._finish_reason, refusal, self._usage, self._model), self.provider
        )

    def mark(self, exc: Exception) -> None:
        """Set `response_started` on what broke the stream: True if text was passed on, which a retry would repeat."""
        try:
            exc.response_started = self.has_started  # type: ignore[attr-defined]
        except AttributeError:
            exc.add_note(f"response_started={self.has_started}")


def _merged(known: Usage | None, told: Usage | None) -> Usage | None:
    """Return both: Anthropic counts the input at the start of a stream, the output at its end."""
    if known is None or told is None:
        return told or known
    return Usage(
        known.input_tokens if told.input_tokens is None else told.input_tokens,
        known.output_tokens if told.output_tokens is None else told.output_tokens,
    )


class TextStream(Iterator[LLMText]):
    """
    The pieces of an answer as they come; a failure raises in the middle of the loop.

    Leave it with `with` or `close()` if it is not read to its end.

    Attributes:
        result: The whole answer, once the loop has ended; None before.
    """

    def __init__(self, pieces: Generator[LLMText, None, LLMText]) -> None:
        self.result: LLMText | None = None
        self._pieces = pieces

    def __next__(self) -> LLMText:
        try:
            return next(self._pieces)
        except StopIteration as stop:
            if isinstance(stop.value, LLMText):
                self.result = stop.value
            raise

    def close(self) -> None:
        """Close the connection; no effect after the end."""
        self._pieces.close()

    def __enter__(self) -> TextStream:
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class AsyncTextStream(AsyncIterator[LLMText]):
    """As `TextStream`, for `async for`."""

    def __init__(self, pieces: AsyncGenerator[LLMText, None], reader: list[LLMText]) -> None:
        self._pieces = pieces
        self._results = reader

    @property
    def result(self) -> LLMText | None:
        """The whole answer, once the loop has ended; None before."""
        return self._results[0] if self._results else None

    async def __anext__(self) -> LLMText:
        return await self._pieces.__anext__()

    async def aclose(self) -> None:
        """Close the connection; no effect after the end."""
        await self._pieces.aclose()

    async def __aenter__(self) -> AsyncTextStream:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.aclose()
