"""
Who is told of a failed run? One hook for each way on: come back later, learn, or look into it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from classifier.categories import CATEGORIES
from classifier.classification import Classification
from classifier.runs.run import Failure, Run

__all__ = ["FailedRun", "FailureHook", "FailureHooks"]

logger = logging.getLogger(__name__)

_LEARNABLE: Final = frozenset(("sandbox", "patch_apply"))
"""CR-NEXUS-051 §2.2: not to be retried, but to be learnt from."""


@dataclass(frozen=True, slots=True)
class FailedRun:
    """
    What a hook receives.

    Attributes:
        run: Already saved as failed.
        failure: The same as `run.failure`.
        exception: The very object that the step raised.
        classification: What it was found to be.
    """

    run: Run
    failure: Failure
    exception: Exception
    classification: Classification


FailureHook = Callable[[FailedRun], object]
"""May be a coroutine function; what it returns is ignored, what it raises is logged and noted on the exception."""


@dataclass(frozen=True, slots=True)
class FailureHooks:
    """
    The hooks of an orchestrator (CR-NEXUS-051 §1.3, §4.2); None for nobody.

    Attributes:
        on_transient_exhausted: A failure of a kind that is retried, whose retries are used up.
        on_learnable: `sandbox` or `patch_apply`: something for the FKB.
        on_unexpected: Everything else: something for a postmortem.
    """

    on_transient_exhausted: FailureHook | None = None
    on_learnable: FailureHook | None = None
    on_unexpected: FailureHook | None = None

    def hook_for(self, found: Classification) -> FailureHook | None:
        """Return the hook for a failure; none is told of a cancellation."""
        if found.cancelled:
            return None
        if found.category in _LEARNABLE:
            return self.on_learnable
        category = CATEGORIES.get(found.category)
        if category is not None and category.retry is not None:
            return self.on_transient_exhausted
        return self.on_unexpected


def hook_failed(failed: FailedRun, exc: Exception) -> None:
    """Tell that a hook raised; the run's own failure stays what is reported."""
    logger.error("run %s: the hook for its failure raised", failed.run.id, exc_info=exc)
    failed.exception.add_note(f"the hook for this failure raised {type(exc).__name__}")
