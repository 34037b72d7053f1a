"""
What does the library answer? One frozen, picklable, JSON-stable value. Imports only the standard library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

__all__ = ["Classification"]


@dataclass(frozen=True, slots=True)
class Classification:
    """
    What happened, whether to try again, how long to wait, and what to do instead.

    Attributes:
        category: One of the categories, `"rate_limit"` … `"unexpected"`, or one that was registered.
        reason: The fine reason; see `classifier.reasons.REASONS`.
        retryable: Whether the same call can succeed later.
        retry_after_s: Seconds the server asked to wait, 0 or more; None if it did not say.
        resets_at: When the allowance comes back, with time zone; None if unknown.
        hints: What to do beside or instead of trying again; values of `classifier.Hint`.
        confidence: How sure, 0 to 1: 1 for exact facts, a calibrated probability where a model decided.
        strategy: Which strategy decided: `"exact"`, `"keyword"`, `"tfidf"`, a user's, or `"none"`.
        rule: Stable id of what decided, such as `"status:429"` or `"keyword:timed out"`.
        cause_depth: How many steps down the chain of causes the deciding exception was; 0 is the outermost.
        cancelled: Whether the caller cancelled; such a failure is never retried.
        suspects: Other categories that matched as well, the likeliest first.
    """

    category: str
    reason: str
    retryable: bool
    retry_after_s: float | None = None
    resets_at: datetime | None = None
    hints: tuple[str, ...] = ()
    confidence: float = 1.0
    strategy: str = "none"
    rule: str = "none"
    cause_depth: int = 0
    cancelled: bool = False
    suspects: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return one line for people, such as `rate_limit/throttled: retry after 20 s (status:429)`."""
        advice = "retry" if self.retryable else "do not retry"
        if self.retryable and self.retry_after_s is not None:
            advice += f" after {self.retry_after_s:g} s"
        if self.resets_at is not None:
            advice += f", resets at {self.resets_at.isoformat(timespec='seconds')}"
        hints = f"; {', '.join(map(str, self.hints))}" if self.hints else ""
        return f"{self.category}/{self.reason}: {advice}{hints} ({self.rule})"

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values; `resets_at` as an RFC 3339 string."""
        return {
            "category": self.category,
            "reason": self.reason,
            "retryable": self.retryable,
            "retry_after_s": self.retry_after_s,
            "resets_at": None if self.resets_at is None else self.resets_at.isoformat(),
            "hints": [str(hint) for hint in self.hints],
            "confidence": self.confidence,
            "strategy": self.strategy,
            "rule": self.rule,
            "cause_depth": self.cause_depth,
            "cancelled": self.cancelled,
            "suspects": list(self.suspects),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Classification:
        """
        Build the value back from `to_dict()`; keys of later versions are ignored, missing ones take their defaults.

        Raises:
            ValueError: If `category`, `reason` or `retryable` is missing, or `resets_at` is no RFC 3339 time.
        """
        missing = [name for name in ("category", "reason", "retryable") if name not in values]
        if missing:
            msg = f"a classification needs {', '.join(missing)}; got the keys {sorted(map(str, values))}"
            raise ValueError(msg)
        known = {name: values[name] for name in cls.__dataclass_fields__ if name in values}
        for name in ("hints", "suspects"):
            if name in known:
                known[name] = tuple(known[name])
        if isinstance(known.get("resets_at"), str):
            known["resets_at"] = datetime.fromisoformat(known["resets_at"])
        return cls(**known)
