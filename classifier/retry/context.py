"""
What happened during one call? A record of its attempts, which the called function, hooks and logs can read.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from classifier.reasons import REASONS

if TYPE_CHECKING:
    from classifier.classification import Classification
    from classifier.retry.decision import Decision

__all__ = ["AttemptRecord", "RetryContext", "RetryDetails", "current_context"]

_current: Final[ContextVar[RetryContext | None]] = ContextVar("classifier_retry_context", default=None)


def current_context() -> RetryContext | None:
    """Return the record of the call this code runs inside of, or None outside of one."""
    return _current.get()


def enter_context(context: RetryContext) -> Token[RetryContext | None]:
    """Make `context` the current one of this thread or task."""
    return _current.set(context)


def leave_context(token: Token[RetryContext | None]) -> None:
    """Go back to what was current before."""
    _current.reset(token)


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """
    One attempt.

    Attributes:
        attempt: The first is 1.
        started_s: Seconds from the start of the call to the start of this attempt.
        ended_s: Seconds from the start of the call to its end.
        error_class: Name of the exception's class; None if the attempt succeeded.
        classification: What the failure is; None if it succeeded or could not be classified.
        decision: What was decided; None if it succeeded.
    """

    attempt: int
    started_s: float
    ended_s: float
    error_class: str | None = None
    classification: Classification | None = None
    decision: Decision | None = None


@dataclass(slots=True)
class RetryContext:
    """
    The attempts of one call; hand in your own to read it afterwards. Used for a second call, it starts anew.

    Attributes:
        attempts: One record for each attempt that ended.
        response_started: Set it to True once output has been passed on: a failure after that is not retried.
    """

    attempts: list[AttemptRecord] = field(default_factory=list)
    response_started: bool = False

    @property
    def retry_count(self) -> int:
        """How many attempts were made after the first one."""
        return max(0, len(self.attempts) - 1)

    @property
    def waits_s(self) -> list[float]:
        """Seconds waited before each retry."""
        return [r.decision.wait_s for r in self.attempts if r.decision is not None and r.decision.is_retry]

    @property
    def last_failure(self) -> AttemptRecord | None:
        """The latest attempt that failed, or None."""
        return next((record for record in reversed(self.attempts) if record.error_class is not None), None)

    def to_dict(self) -> dict[str, Any]:
        """Return `retry_count`, `last_error_class`, `error_summary`; no text of the failure itself, so no secrets."""
        failure = self.last_failure
        return {
            "retry_count": self.retry_count,
            "last_error_class": None if failure is None else failure.error_class,
            "error_summary": None if failure is None else summary(failure),
        }

    def begin(self) -> None:
        """Forget an earlier call."""
        self.attempts.clear()
        self.response_started = False


@dataclass(frozen=True, slots=True)
class RetryDetails:
    """
    What a hook receives.

    Attributes:
        name: Qualified name of the called function.
        attempt: The attempt that just failed; the first is 1.
        exception: The very object the function raised.
        classification: What it is; None if it could not be classified.
        decision: What will be done.
        elapsed_s: Seconds since the first attempt began.
        context: All attempts so far, this one included.
    """

    name: str
    attempt: int
    exception: Exception
    classification: Classification | None
    decision: Decision
    elapsed_s: float
    context: RetryContext


RetryHook = Callable[[RetryDetails], object]
"""Called with the details; what it returns is ignored, and what it raises is logged."""


def summary(record: AttemptRecord) -> str:
    """Return one line about a failed attempt, made of known words only."""
    found = record.classification
    if found is None:
        return f"{record.error_class}: could not be classified"
    reason = REASONS.get(found.reason)
    what = "" if reason is None else f", {reason.description}"
    return f"{record.error_class}: {found.category}/{found.reason}{what}"


def note(context: RetryContext) -> str:
    """Return the line that is added to an exception when its retrying ends."""
    failure = context.last_failure
    if failure is None or failure.decision is None:
        return f"{NOTE_PREFIX}no attempt failed"
    count = len(context.attempts)
    waits = ", ".join(f"{wait_s:.3g} s" for wait_s in context.waits_s)
    found = failure.classification
    parts = [
        f"{NOTE_PREFIX}gave up after {count} attempt{'s' if count > 1 else ''}",
        f"waited {waits}" if waits else "no waits",
        "last failure could not be classified" if found is None else f"last failure {found.category}/{found.reason}",
        f"stopped by {failure.decision.reason}",
    ]
    if failure.decision.retry_after_s is not None:
        parts.append(f"server asks for {failure.decision.retry_after_s:.6g} s")
    if failure.decision.resets_at is not None:
        parts.append(f"resets at {failure.decision.resets_at.isoformat()}")
    if failure.decision.hints:
        parts.append(f"hints {', '.join(failure.decision.hints)}")
    return "; ".join(parts)


NOTE_PREFIX: Final = "retry: "
