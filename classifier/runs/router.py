"""
Which provider is asked, and when does another one take over? Order by task type; a hop only where it can help.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from classifier.classification import Classification
from classifier.llm.base import BaseLLM
from classifier.reasons import REASONS, Hint
from classifier.retry.context import RetryContext

__all__ = ["Hop", "Router", "TaskContext", "another_can_help"]

_TIED_TO_PROVIDER: Final = frozenset(
    ("throttled", "usage_window", "quota_exhausted", "connect_timeout", "read_timeout", "gateway_timeout",
     "deadline_exceeded", "auth_failed", "permission_denied", "model_not_found", "not_found", "unsupported")
)  # fmt: skip
"""Reasons that hold for this provider, account or model; every reason of `connection` does so too."""


def another_can_help(found: Classification) -> bool:
    """
    Tell whether the same request can succeed at another provider.

    A bad request, a prompt that is too long, refused content or a bug of the caller's stays what it is everywhere.
    """
    if found.cancelled:
        return False
    if found.category == "connection" or found.reason in _TIED_TO_PROVIDER or Hint.FALLBACK_MODEL in found.hints:
        return True
    reason = REASONS.get(found.reason)
    return reason is not None and Hint.FALLBACK_MODEL in reason.hints


@dataclass(frozen=True, slots=True)
class Hop:
    """
    A change of provider.

    Attributes:
        from_model, to_model: `"<provider> <model>"`.
        category, reason: Of the failure that caused it.
        attempts: Made at `from_model`.
    """

    from_model: str
    to_model: str
    category: str
    reason: str
    attempts: int


@dataclass(slots=True)
class TaskContext(RetryContext):
    """
    A record of one task, over all providers; hand it in as `retry_context`.

    Attributes:
        hops: Every change of provider.
    """

    hops: list[Hop] = field(default_factory=list)

    def begin(self) -> None:
        """Forget an earlier task."""
        # Two arguments: a dataclass with slots is a new class, which the short form does not find.
        super(TaskContext, self).begin()
        self.hops.clear()


class Router:
    """
    The providers of an agent, in the order in which they are tried.

    Args:
        llms: For tasks of any type.
        by_task_type: For tasks of these types, in place of `llms`.

    Raises:
        ValueError: If a list is empty.
    """

    def __init__(self, llms: Sequence[BaseLLM], by_task_type: Mapping[str, Sequence[BaseLLM]] | None = None) -> None:
        self._llms = tuple(llms)
        self._by_task_type = {name: tuple(each) for name, each in (by_task_type or {}).items()}
        for name, each in {"": self._llms, **self._by_task_type}.items():
            if not each:
                msg = f"the router got no provider for {name or 'tasks of any type'!r}; pass at least one"
                raise ValueError(msg)

    def providers(self, task_type: str | None = None) -> tuple[BaseLLM, ...]:
        """Return the providers for a type of task; an unknown type takes those for any."""
        return self._by_task_type.get(task_type or "", self._llms)
