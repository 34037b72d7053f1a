"""
Do unclassifiable failures pile up? Counts them in a sliding window and raises the alarm once per window.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from classifier.redact import shown

__all__ = ["LOGGER_NAME", "UnclassifiableMonitor"]

LOGGER_NAME: Final = "nexuscore.core.errors"
"""The logger's name of CR-NEXUS-051 §6.3."""

_log: Final = logging.getLogger(LOGGER_NAME)


class UnclassifiableMonitor:
    """
    A sliding window over unclassifiable results, CR-NEXUS-051 §3.4.2 step 4; safe for threads.

    Args:
        threshold: Results within one window that make an alarm, 1 or more.
        window_s: Length of the window in seconds, above 0.
        hook: Called with the count at each alarm; if it raises, a warning is logged and the classification goes on.
        clock: Monotonic seconds.

    Raises:
        ValueError: If a number is out of its range.
    """

    def __init__(
        self,
        threshold: int = 20,
        window_s: float = 60.0,
        hook: Callable[[int], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if threshold < 1 or not window_s > 0:
            msg = f"threshold={threshold!r}, window_s={window_s!r}: expected threshold >= 1 and window_s > 0"
            raise ValueError(msg)
        self.threshold = threshold
        self.window_s = window_s
        self._hook = hook
        self._clock = clock
        self._times: deque[float] = deque(maxlen=max(threshold, 1))
        self._alarmed_at: float | None = None
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, object]:
        """Leave out the lock: a copy in another process counts for itself."""
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, object]) -> None:
        """Count on with a lock of its own."""
        self.__dict__.update(state)
        self._lock = threading.Lock()

    def count(self) -> None:
        """Count one unclassifiable result; at the threshold log an error and call the hook, once per window."""
        with self._lock:
            now = self._clock()
            self._times.append(now)
            while self._times and now - self._times[0] > self.window_s:
                self._times.popleft()
            seen = len(self._times)
            quiet = self._alarmed_at is not None and now - self._alarmed_at <= self.window_s
            if seen < self.threshold or quiet:
                return
            self._alarmed_at = now
        _log.error(
            "%d failures within %g s could not be classified; look at the warnings before this line",
            seen,
            self.window_s,
            extra={"unclassifiable_count": seen, "window_s": self.window_s},
        )
        if self._hook is not None:
            try:
                self._hook(seen)
            except Exception as exc:  # noqa: BLE001 - an alarm that fails must not become the caller's failure
                _log.warning("the unclassifiable hook raised %s: %s", type(exc).__name__, shown(exc))
