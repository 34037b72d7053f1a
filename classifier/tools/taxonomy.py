"""
Which kinds of tool failure are there, how grave is each, and how is it recovered from? One row a category.

The rows are §2 and §3 of the tool error taxonomy; everything else in `classifier.tools` reads them. A further category
is one more row with the `since` of the next minor schema version (§6: growing the enum is minor, requiring is major).
Imports only the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = [
    "DIRECT_IMPLEMENTER_MODE",
    "RecoveryAction",
    "RecoveryPlan",
    "Retries",
    "Severity",
    "ToolClassification",
    "ToolErrorCategory",
]

DIRECT_IMPLEMENTER_MODE: Final = "direct-implementer-mode"
"""The topology that needs no helper agent; where `delegation_unavailable` falls back to (§2, §3)."""


class Severity(StrEnum):
    """How grave a failure is: the four levels of the review principles, the gravest first."""

    CRITICAL = "critical"
    MAJOR = "major"
    MINOR = "minor"
    INFO = "info"


class ToolClassification(StrEnum):
    """What a failure means for the flow (§4)."""

    RETRYABLE = "retryable"
    """Trying again by machine is likely to help."""
    SOFT_WARNING = "soft_warning"
    """Not recovered by machine, but nothing has to stop; a person looks at it later."""
    RELEASE_BLOCKER = "release_blocker"
    """Going on would leave inconsistent results: stop, put it right, resume."""


class RecoveryAction(StrEnum):
    """What the harness does next (§3)."""

    REREAD_AND_REGENERATE = "reread_and_regenerate"
    WIDEN_CONTEXT = "widen_context"
    FIX_AND_RERUN = "fix_and_rerun"
    RETRY_SAME = "retry_same"
    WAIT_AND_RETRY = "wait_and_retry"
    RETRY_ONCE = "retry_once"
    FIX_LOOP = "fix_loop"
    ESCALATE_EHS3 = "escalate_ehs3"
    FIX_ARTIFACT = "fix_artifact"
    OBTAIN_CONTEXT = "obtain_context"
    REAPPROVE_OR_REVERT = "reapprove_or_revert"
    DIRECT_IMPLEMENTER_MODE = DIRECT_IMPLEMENTER_MODE
    HAND_TO_HUMAN = "hand_to_human"
    STOP_AND_ASK_HUMAN = "stop_and_ask_human"
    BACKLOG = "backlog"


class Retries(StrEnum):
    """Who says how often a category is tried again."""

    NEVER = "never"
    ONCE = "once"
    PROFILE = "profile"


@dataclass(frozen=True, slots=True)
class RecoveryPlan:
    """
    One line of §3.

    Attributes:
        action: The next step while tries are left, or at once where there are none.
        note: Why, in one sentence for the person who reads the log.
        retries: Who says how often.
        then: The step when the tries are used up.
        then_note: The sentence that goes with it.
        waits: Whether the profile's backoff is waited for before trying again.
        family: Which override of the profile applies: `"edit"`, `"test"` or none.
    """

    action: RecoveryAction
    note: str
    retries: Retries = Retries.NEVER
    then: RecoveryAction = RecoveryAction.HAND_TO_HUMAN
    then_note: str = ""
    waits: bool = False
    family: str = ""


_A = RecoveryAction
_MINOR, _MAJOR, _CRITICAL = Severity.MINOR, Severity.MAJOR, Severity.CRITICAL
_RETRYABLE, _SOFT, _BLOCKER = ToolClassification
_HAND_OVER: Final = RecoveryPlan(RecoveryAction.HAND_TO_HUMAN, "A person takes over.")
"""For a row that says nothing of its recovery; it also lets type checkers see a look-up by value."""


class ToolErrorCategory(StrEnum):
    """
    The ten categories of §2, each with all that is known of it.

    Attributes:
        severity: How grave it is.
        classification: What it means for the flow before any try is used up.
        plan: How it is recovered from.
        defect_classification: What it becomes if a defect of the implementation caused it; None if that cannot be.
        eval_aspect: The evaluation aspect of §4 near in meaning, for reading only: another axis, never in events.
        description: One plain sentence.
        since: Schema version that first knew it.
    """

    _value_: str
    severity: Severity
    classification: ToolClassification
    plan: RecoveryPlan
    defect_classification: ToolClassification | None
    eval_aspect: str | None
    description: str
    since: str

    def __new__(
        cls,
        value: str,
        severity: Severity = _MAJOR,
        classification: ToolClassification = _SOFT,
        plan: RecoveryPlan = _HAND_OVER,
        description: str = "",
        eval_aspect: str | None = None,
        defect: ToolClassification | None = None,
        since: str = "1.1",
    ) -> ToolErrorCategory:
        """Make a member whose value is its name and whose attributes are the rest of the row."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.severity = severity
        member.classification = classification
        member.plan = plan
        member.description = description
        member.eval_aspect = eval_aspect
        member.defect_classification = defect
        member.since = since
        return member

    EDIT_PATCH_FAILURE = (
        "edit_patch_failure", _MINOR, _RETRYABLE,
        RecoveryPlan(
            _A.REREAD_AND_REGENERATE, "Read the file as it is now and make the patch anew.", Retries.PROFILE,
            _A.HAND_TO_HUMAN, "The patch still does not apply; a person takes over.", family="edit",
        ),
        "A patch does not apply.",
    )  # fmt: skip
    EDIT_REPLACE_FAILURE = (
        "edit_replace_failure", _MINOR, _RETRYABLE,
        RecoveryPlan(
            _A.WIDEN_CONTEXT, "Quote more of the surroundings, so that the target is found once, and try again.",
            Retries.PROFILE, _A.STOP_AND_ASK_HUMAN, "The target is still not unique; stop and let a person confirm it.",
            family="edit",
        ),
        "The text to replace is not in the file, or more than once.",
    )  # fmt: skip
    TEST_COMMAND_FAILURE = (
        "test_command_failure", _MAJOR, _SOFT,
        RecoveryPlan(
            _A.FIX_AND_RERUN, "Read the log of the failure, fix its cause, run it again.", Retries.PROFILE,
            _A.ESCALATE_EHS3, "The number of tries is used up; escalate (EHS-3).", family="test",
        ),
        "Tests, lint or build failed.", None, _BLOCKER,
    )  # fmt: skip
    PROVIDER_TIMEOUT = (
        "provider_timeout", _MINOR, _RETRYABLE,
        RecoveryPlan(
            _A.WAIT_AND_RETRY, "Wait as the profile says and try again.", Retries.PROFILE,
            _A.HAND_TO_HUMAN, "Still no answer; whether to use another provider or profile is for a person to decide.",
            waits=True,
        ),
        "A provider or a command gave no answer in time.",
    )  # fmt: skip
    SCHEMA_VALIDATION_FAILURE = (
        "schema_validation_failure", _MAJOR, _BLOCKER,
        RecoveryPlan(_A.FIX_ARTIFACT, "Stop; make the artefact or event fit its schema, then run again."),
        "An artefact or event breaks its schema.", "format_adherence",
    )  # fmt: skip
    MISSING_CONTEXT = (
        "missing_context", _MAJOR, _BLOCKER,
        RecoveryPlan(_A.OBTAIN_CONTEXT, "Stop; make or fetch plan, test cases or approval the regular way, resume."),
        "Something the step needs (plan, test cases, approval) is not there.", "approval_discipline",
    )  # fmt: skip
    PERMISSION_DENIED = (
        "permission_denied", _MAJOR, _SOFT,
        RecoveryPlan(_A.HAND_TO_HUMAN, "Rights are for people to give; hand it to one."),
        "A file, command or connector is not open to us.",
    )  # fmt: skip
    STALE_CONTRACT = (
        "stale_contract", _CRITICAL, _BLOCKER,
        RecoveryPlan(_A.REAPPROVE_OR_REVERT, "Stop; have the plan approved again (new plan_hash) or revert it (EH-3)."),
        "The plan, its hash or its approval is out of date.", "approval_discipline",
    )  # fmt: skip
    DELEGATION_UNAVAILABLE = (
        "delegation_unavailable", _MINOR, _RETRYABLE,
        RecoveryPlan(
            _A.DIRECT_IMPLEMENTER_MODE, f"Go on without helper agents, in {DIRECT_IMPLEMENTER_MODE}; this is no retry.",
        ),
        "A helper agent cannot be started, or it cannot be told whether it can.",
    )  # fmt: skip
    UNKNOWN_TOOL_ERROR = (
        "unknown_tool_error", _MAJOR, _SOFT,
        RecoveryPlan(
            _A.RETRY_ONCE, "Nothing known matched; one careful retry.", Retries.ONCE,
            _A.BACKLOG, "Still unknown; put it into the backlog, so that the taxonomy can grow.",
        ),
        "Nothing known matched.",
    )  # fmt: skip
