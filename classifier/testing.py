"""
How do I test code that retries, without waiting and without a network? Scripted failures and time that passes at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from classifier.retry.clock import FakeClock, pop_clock, push_clock

__all__ = ["AsyncScript", "FakeClock", "Script", "no_sleep", "scripted", "scripted_async"]


@contextmanager
def no_sleep(seed: int | None = None) -> Iterator[FakeClock]:
    """
    Let every wait of `classifier.retry` pass at once, in all threads and tasks, and record it.

        with no_sleep() as clock:
            assert fetch() == "ok"
        assert clock.waits_s == [1.0, 2.0]

    Time stands still but for the waits, and for what `clock.advance(seconds)` adds to act as a slow call, so
    deadlines are met or missed as they would be.

    Args:
        seed: Draws the jitter from a generator with this seed; None takes the longest wait each time.
    """
    clock = FakeClock(seed)
    push_clock(clock)
    try:
        yield clock
    finally:
        pop_clock(clock)


class _Outcomes:
    def __init__(self, outcomes: Sequence[object]) -> None:
        self._outcomes = tuple(outcomes)
        self.calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    @property
    def call_count(self) -> int:
        """How often it was called."""
        return len(self.calls)

    def _next(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        self.calls.append((args, kwargs))
        if len(self.calls) > len(self._outcomes):
            msg = f"the script has {len(self._outcomes)} outcomes, and this is call {len(self.calls)}"
            raise AssertionError(msg)
        outcome = self._outcomes[len(self.calls) - 1]
        if isinstance(outcome, BaseException):
            raise outcome
        if isinstance(outcome, type) and issubclass(outcome, BaseException):
            raise outcome
        return outcome


class Script(_Outcomes):
    """A function that plays outcomes in turn and keeps the arguments of each call in `calls`."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._next(args, kwargs)


class AsyncScript(_Outcomes):
    """A coroutine function that plays outcomes in turn and keeps the arguments of each call in `calls`."""

    async def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._next(args, kwargs)


def scripted(*outcomes: object) -> Script:
    """
    Return a function that raises or returns `outcomes` in turn: exceptions and their classes are raised.

    One call too many raises `AssertionError`, which no policy retries.
    """
    return Script(outcomes)


def scripted_async(*outcomes: object) -> AsyncScript:
    """Return a coroutine function that raises or returns `outcomes` in turn, as `scripted` does."""
    return AsyncScript(outcomes)
