"""
What does the harness do after a tool failed? Pure: the failure, the attempt and the profile in, one step out.

Follows §3, §4 and §7 of the tool error taxonomy; imports only the rest of `classifier.tools` that is data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from classifier.tools.failure import ToolError
from classifier.tools.profile import BACKOFF_CAP_S, ModelProfile, OnEditFailure, OnTestFailure
from classifier.tools.taxonomy import RecoveryAction, Retries, ToolClassification, ToolErrorCategory

__all__ = ["RecoveryContext", "RecoveryStep", "recover"]

_TRIES: Final = frozenset(
    {
        RecoveryAction.REREAD_AND_REGENERATE,
        RecoveryAction.WIDEN_CONTEXT,
        RecoveryAction.FIX_AND_RERUN,
        RecoveryAction.RETRY_SAME,
        RecoveryAction.WAIT_AND_RETRY,
        RecoveryAction.RETRY_ONCE,
    }
)


@dataclass(frozen=True, slots=True)
class RecoveryContext:
    """
    What only the harness can know about a failure.

    Attributes:
        implementation_defect: The tests failed because the implementation is wrong, not the environment.
        target_unresolvable: The text to replace cannot be made unique by quoting more of it.
    """

    implementation_defect: bool = False
    target_unresolvable: bool = False


@dataclass(frozen=True, slots=True)
class RecoveryStep:
    """
    The next step.

    Attributes:
        action: What to do.
        wait_s: Seconds to wait first, 0 or more.
        classification: What the failure means for the flow now; `retryable` becomes `soft_warning` once the tries are
            used up.
        note: Why, in one sentence.
    """

    action: RecoveryAction
    wait_s: float
    classification: ToolClassification
    note: str

    @property
    def is_retry(self) -> bool:
        """Whether the tool is called again."""
        return self.action in _TRIES

    @property
    def stops(self) -> bool:
        """Whether the flow must not go on before this is put right."""
        return (
            self.classification is ToolClassification.RELEASE_BLOCKER
            or self.action is RecoveryAction.STOP_AND_ASK_HUMAN
        )


_DEFAULT_PROFILE: Final = ModelProfile()
_DEFAULT_CONTEXT: Final = RecoveryContext()


def recover(
    error: ToolError,
    attempt: int,
    profile: ModelProfile | None = None,
    context: RecoveryContext | None = None,
) -> RecoveryStep:
    """
    Say what to do after `attempt` failed with `error`.

    Args:
        attempt: The attempt that just failed; the first is 1.
        profile: None is the conservative default: one retry, no wait.
        context: What only the harness can know; None means nothing special.

    Raises:
        ValueError: If `attempt` is below 1.
    """
    if attempt < 1:
        msg = f"attempt is {attempt!r}; expected 1 or more, the first attempt being 1"
        raise ValueError(msg)
    profile = profile or _DEFAULT_PROFILE
    context = context or _DEFAULT_CONTEXT
    category = error.category
    plan = category.plan
    if category is ToolErrorCategory.TEST_COMMAND_FAILURE and context.implementation_defect:
        return _defect(attempt, profile)
    if error.cancelled and plan.retries is not Retries.NEVER:
        note = "The caller cancelled; whether to start again is for a person to decide."
        return RecoveryStep(RecoveryAction.HAND_TO_HUMAN, 0.0, ToolClassification.SOFT_WARNING, note)
    if plan.retries is Retries.NEVER:
        return RecoveryStep(plan.action, 0.0, category.classification, plan.note)
    allowed = _allowed(category, profile)
    unresolvable = category is ToolErrorCategory.EDIT_REPLACE_FAILURE and context.target_unresolvable
    if attempt > allowed or unresolvable:
        return _used_up(category)
    wait_s = _wait_s(error, attempt, profile)
    if wait_s > BACKOFF_CAP_S:
        note = f"The server asks to wait {wait_s:g} s, longer than {BACKOFF_CAP_S:g} s; asking sooner would be refused."
        return RecoveryStep(RecoveryAction.HAND_TO_HUMAN, 0.0, ToolClassification.SOFT_WARNING, note)
    return RecoveryStep(_action(category, profile), wait_s, category.classification, plan.note)


def _defect(attempt: int, profile: ModelProfile) -> RecoveryStep:
    blocker = ToolErrorCategory.TEST_COMMAND_FAILURE.defect_classification or ToolClassification.RELEASE_BLOCKER
    if attempt > _allowed(ToolErrorCategory.TEST_COMMAND_FAILURE, profile):
        note = "The fix loop is used up and the implementation is still wrong; escalate (EHS-3)."
        return RecoveryStep(RecoveryAction.ESCALATE_EHS3, 0.0, blocker, note)
    note = "The implementation is wrong: stop and go through the fix loop (V-1)."
    return RecoveryStep(RecoveryAction.FIX_LOOP, 0.0, blocker, note)


def _used_up(category: ToolErrorCategory) -> RecoveryStep:
    # §4: what was retryable goes into the record as a soft warning, so that nothing is tried for ever.
    classification = category.classification
    if classification is ToolClassification.RETRYABLE:
        classification = ToolClassification.SOFT_WARNING
    return RecoveryStep(category.plan.then, 0.0, classification, category.plan.then_note)


def _allowed(category: ToolErrorCategory, profile: ModelProfile) -> int:
    plan = category.plan
    if plan.retries is Retries.ONCE:
        # The one careful retry is the document's, but a profile without any retry means none.
        return min(1, profile.max_retries)
    escalates = (plan.family == "edit" and profile.on_edit_failure is OnEditFailure.ESCALATE) or (
        plan.family == "test" and profile.on_test_failure is OnTestFailure.ESCALATE
    )
    return 0 if escalates else profile.max_retries


def _action(category: ToolErrorCategory, profile: ModelProfile) -> RecoveryAction:
    family = category.plan.family
    if family == "edit" and profile.on_edit_failure is OnEditFailure.RETRY_SAME:
        return RecoveryAction.RETRY_SAME
    if family == "test" and profile.on_test_failure is OnTestFailure.RETRY_SAME:
        return RecoveryAction.RETRY_SAME
    return category.plan.action


def _wait_s(error: ToolError, attempt: int, profile: ModelProfile) -> float:
    # A throttled provider is none of the ten, but its wait holds for the one careful retry of the unknown as well.
    ours = profile.backoff.wait_s(attempt) if error.category.plan.waits else 0.0
    return max(ours, error.retry_after_s or 0.0)
