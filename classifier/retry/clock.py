"""
Where do the loop's time, sleep and randomness come from? One replaceable object, so that tests need no real seconds.
"""

from __future__ import annotations

import random
import threading
import time
from typing import Final

__all__ = ["Clock", "FakeClock", "current_clock", "pop_clock", "push_clock"]


class Clock:
    """Real time; the sleeping itself is left to tenacity."""

    is_fake = False

    def __init__(self) -> None:
        self.rng: random.Random = random.Random()

    def now_s(self) -> float:
        """Return seconds on a clock that never goes back."""
        return time.monotonic()


class FakeClock(Clock):
    """
    Time that passes only by sleeping, at once.

    Args:
        seed: Makes the jitter repeatable; None draws the longest wait each time.

    Attributes:
        waits_s: Every wait so far, in seconds.
    """

    is_fake = True

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self.rng = _Longest() if seed is None else random.Random(seed)
        self.waits_s: list[float] = []
        self._lock = threading.Lock()
        self._now_s = 0.0

    def __repr__(self) -> str:
        return f"{type(self).__name__}(waits_s={self.waits_s})"

    def now_s(self) -> float:
        """Return the seconds that have passed since this clock was made."""
        with self._lock:
            return self._now_s

    def sleep(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        with self._lock:
            self.waits_s.append(float(seconds))
            self._now_s += seconds

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass without counting them as a wait, as a slow call would."""
        with self._lock:
            self._now_s += seconds

    async def asleep(self, seconds: float) -> None:
        """Let `seconds` pass at once, whatever the event loop."""
        self.sleep(seconds)


class _Longest(random.Random):
    def random(self) -> float:
        return 1.0


_stack: Final[list[Clock]] = [Clock()]


def current_clock() -> Clock:
    """Return the clock in use."""
    return _stack[-1]


def push_clock(clock: Clock) -> None:
    """Use `clock` until it is popped; for all threads."""
    _stack.append(clock)


def pop_clock(clock: Clock) -> None:
    """Go back to what was used before `clock`."""
    _stack.remove(clock)
