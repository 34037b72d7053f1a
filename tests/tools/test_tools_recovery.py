"""§3, §4 and §7 of the taxonomy, line by line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifier.tools import (
    Backoff,
    ModelProfile,
    OnEditFailure,
    OnTestFailure,
    RecoveryAction,
    RecoveryContext,
    ToolClassification,
    ToolError,
    ToolErrorCategory,
    recover,
)

C = ToolErrorCategory
A = RecoveryAction
RETRYABLE, SOFT, BLOCKER = ToolClassification
THREE = ModelProfile(max_retries=3, backoff=Backoff.EXPONENTIAL)
BLOCKERS = [C.SCHEMA_VALIDATION_FAILURE, C.MISSING_CONTEXT, C.STALE_CONTRACT]


@pytest.mark.parametrize(
    ("category", "action", "classification"),
    [
        (C.EDIT_PATCH_FAILURE, A.REREAD_AND_REGENERATE, RETRYABLE),
        (C.EDIT_REPLACE_FAILURE, A.WIDEN_CONTEXT, RETRYABLE),
        (C.TEST_COMMAND_FAILURE, A.FIX_AND_RERUN, SOFT),
        (C.PROVIDER_TIMEOUT, A.WAIT_AND_RETRY, RETRYABLE),
        (C.SCHEMA_VALIDATION_FAILURE, A.FIX_ARTIFACT, BLOCKER),
        (C.MISSING_CONTEXT, A.OBTAIN_CONTEXT, BLOCKER),
        (C.PERMISSION_DENIED, A.HAND_TO_HUMAN, SOFT),
        (C.STALE_CONTRACT, A.REAPPROVE_OR_REVERT, BLOCKER),
        (C.DELEGATION_UNAVAILABLE, A.DIRECT_IMPLEMENTER_MODE, RETRYABLE),
        (C.UNKNOWN_TOOL_ERROR, A.RETRY_ONCE, SOFT),
    ],
    ids=lambda value: str(value),
)
def test_first_step_is_that_of_the_table(
    category: ToolErrorCategory, action: RecoveryAction, classification: ToolClassification
) -> None:
    """After the first failed attempt each category takes the step of its line in §3."""
    step = recover(ToolError(category), 1, THREE)

    assert (step.action, step.classification) == (action, classification)


@pytest.mark.parametrize(
    ("category", "action", "classification"),
    [
        (C.EDIT_PATCH_FAILURE, A.HAND_TO_HUMAN, SOFT),
        (C.EDIT_REPLACE_FAILURE, A.STOP_AND_ASK_HUMAN, SOFT),
        (C.TEST_COMMAND_FAILURE, A.ESCALATE_EHS3, SOFT),
        (C.PROVIDER_TIMEOUT, A.HAND_TO_HUMAN, SOFT),
        (C.SCHEMA_VALIDATION_FAILURE, A.FIX_ARTIFACT, BLOCKER),
        (C.MISSING_CONTEXT, A.OBTAIN_CONTEXT, BLOCKER),
        (C.PERMISSION_DENIED, A.HAND_TO_HUMAN, SOFT),
        (C.STALE_CONTRACT, A.REAPPROVE_OR_REVERT, BLOCKER),
        (C.DELEGATION_UNAVAILABLE, A.DIRECT_IMPLEMENTER_MODE, RETRYABLE),
        (C.UNKNOWN_TOOL_ERROR, A.BACKLOG, SOFT),
    ],
    ids=lambda value: str(value),
)
def test_step_beyond_the_allowed_tries(
    category: ToolErrorCategory, action: RecoveryAction, classification: ToolClassification
) -> None:
    """Beyond `max_retries` a retryable failure is a soft warning (§4) and goes where §3 sends it."""
    step = recover(ToolError(category), 4, THREE)

    assert (step.action, step.classification) == (action, classification)
    assert not step.is_retry


@pytest.mark.parametrize("category", [C.EDIT_PATCH_FAILURE, C.EDIT_REPLACE_FAILURE, C.PROVIDER_TIMEOUT])
@pytest.mark.parametrize("max_retries", [0, 1, 2, 10])
def test_retryable_is_tried_max_retries_times(category: ToolErrorCategory, max_retries: int) -> None:
    """The profile's number is the number of tries after the first."""
    profile = ModelProfile(max_retries=max_retries)

    tries = [recover(ToolError(category), attempt, profile).is_retry for attempt in range(1, max_retries + 3)]

    assert tries == [True] * max_retries + [False, False]


@pytest.mark.parametrize("category", list(C))
def test_missing_profile_means_at_most_one_retry(category: ToolErrorCategory) -> None:
    """§7: without a profile the conservative default is one retry."""
    assert not recover(ToolError(category), 2, None).is_retry


@pytest.mark.parametrize("category", BLOCKERS)
@pytest.mark.parametrize("attempt", [1, 2, 11])
def test_blocker_is_never_retried(category: ToolErrorCategory, attempt: int) -> None:
    """A release blocker stops the flow whatever the profile says."""
    step = recover(ToolError(category), attempt, ModelProfile(max_retries=10, backoff=Backoff.LINEAR))

    assert not step.is_retry
    assert step.stops
    assert step.wait_s == 0


@pytest.mark.parametrize("attempt", [1, 2, 50])
def test_delegation_falls_back_and_is_never_retried(attempt: int) -> None:
    """`retryable*`: the topology changes, the count of tries plays no part, no person is needed."""
    step = recover(ToolError(C.DELEGATION_UNAVAILABLE), attempt, ModelProfile(max_retries=0))

    assert step.action == "direct-implementer-mode"
    assert not step.is_retry
    assert not step.stops


def test_permission_is_never_retried() -> None:
    """Rights are for people to give."""
    assert recover(ToolError(C.PERMISSION_DENIED), 1, THREE).action is A.HAND_TO_HUMAN


def test_unknown_is_retried_once_whatever_the_profile_allows() -> None:
    """§3: one careful retry, then the backlog."""
    profile = ModelProfile(max_retries=10)

    actions = [recover(ToolError(C.UNKNOWN_TOOL_ERROR), attempt, profile).action for attempt in (1, 2, 3)]

    assert actions == [A.RETRY_ONCE, A.BACKLOG, A.BACKLOG]


def test_unknown_is_not_retried_by_a_profile_without_retries() -> None:
    """`max_retries: 0` means none, for the careful retry as well."""
    assert recover(ToolError(C.UNKNOWN_TOOL_ERROR), 1, ModelProfile(max_retries=0)).action is A.BACKLOG


def test_defect_makes_failed_tests_a_blocker() -> None:
    """A defect of the implementation goes through the fix loop (V-1) and blocks."""
    step = recover(ToolError(C.TEST_COMMAND_FAILURE), 1, THREE, RecoveryContext(implementation_defect=True))

    assert (step.action, step.classification) == (A.FIX_LOOP, BLOCKER)
    assert not step.is_retry


def test_defect_beyond_the_limit_escalates_and_still_blocks() -> None:
    """The fix loop ends in EHS-3."""
    step = recover(ToolError(C.TEST_COMMAND_FAILURE), 4, THREE, RecoveryContext(implementation_defect=True))

    assert (step.action, step.classification) == (A.ESCALATE_EHS3, BLOCKER)


def test_defect_means_nothing_for_other_categories() -> None:
    """Only tests tell of a defect."""
    context = RecoveryContext(implementation_defect=True)

    for category in C:
        if category is not C.TEST_COMMAND_FAILURE:
            assert recover(ToolError(category), 1, THREE, context) == recover(ToolError(category), 1, THREE)


def test_target_that_cannot_be_made_unique_stops_at_once() -> None:
    """Widening the context is of no use then; a person confirms."""
    step = recover(ToolError(C.EDIT_REPLACE_FAILURE), 1, THREE, RecoveryContext(target_unresolvable=True))

    assert step.action is A.STOP_AND_ASK_HUMAN
    assert step.stops


@pytest.mark.parametrize("category", [C.EDIT_PATCH_FAILURE, C.EDIT_REPLACE_FAILURE])
def test_escalate_on_edit_failure_means_no_retry(category: ToolErrorCategory) -> None:
    """`on_edit_failure: escalate` outranks `max_retries`."""
    step = recover(ToolError(category), 1, replace(THREE, on_edit_failure=OnEditFailure.ESCALATE))

    assert not step.is_retry
    assert step.classification is SOFT


@pytest.mark.parametrize("defect", [False, True])
def test_escalate_on_test_failure_means_no_retry(defect: bool) -> None:
    """`on_test_failure: escalate` goes to EHS-3 at once."""
    profile = replace(THREE, on_test_failure=OnTestFailure.ESCALATE)

    step = recover(ToolError(C.TEST_COMMAND_FAILURE), 1, profile, RecoveryContext(implementation_defect=defect))

    assert step.action is A.ESCALATE_EHS3


def test_retry_same_is_the_profiles_choice() -> None:
    """A profile may want the same call again instead of a new one."""
    profile = ModelProfile(on_edit_failure=OnEditFailure.RETRY_SAME, on_test_failure=OnTestFailure.RETRY_SAME)

    assert recover(ToolError(C.EDIT_PATCH_FAILURE), 1, profile).action is A.RETRY_SAME
    assert recover(ToolError(C.TEST_COMMAND_FAILURE), 1, profile).action is A.RETRY_SAME
    assert recover(ToolError(C.PROVIDER_TIMEOUT), 1, profile).action is A.WAIT_AND_RETRY


@pytest.mark.parametrize(
    ("backoff", "waits"),
    [(Backoff.NONE, [0, 0, 0, 0]), (Backoff.LINEAR, [1, 2, 3, 4]), (Backoff.EXPONENTIAL, [1, 2, 4, 8])],
)
def test_timeout_waits_as_the_profile_says(backoff: Backoff, waits: list[int]) -> None:
    """§7: `backoff` is how `provider_timeout` waits."""
    profile = ModelProfile(max_retries=4, backoff=backoff)

    assert [recover(ToolError(C.PROVIDER_TIMEOUT), attempt, profile).wait_s for attempt in range(1, 5)] == waits


@pytest.mark.parametrize("category", [category for category in C if category is not C.PROVIDER_TIMEOUT])
def test_nothing_else_waits(category: ToolErrorCategory) -> None:
    """Rereading, fixing and asking need no pause."""
    assert recover(ToolError(category), 1, THREE).wait_s == 0


def test_servers_longer_wait_wins() -> None:
    """Asking sooner than the server allows would only be refused."""
    assert recover(ToolError(C.PROVIDER_TIMEOUT, retry_after_s=20.0), 1, THREE).wait_s == 20.0


def test_servers_wait_holds_for_the_careful_retry_too() -> None:
    """A throttled call is an unknown tool error; it is not repeated sooner than the server allows."""
    step = recover(ToolError(C.UNKNOWN_TOOL_ERROR, retry_after_s=20.0), 1, THREE)

    assert (step.action, step.wait_s) == (A.RETRY_ONCE, 20.0)


@pytest.mark.parametrize("category", [C.PROVIDER_TIMEOUT, C.UNKNOWN_TOOL_ERROR])
def test_wait_beyond_the_cap_is_not_cut_short(category: ToolErrorCategory) -> None:
    """A day's wait is handed to a person, not slept through nor shortened."""
    step = recover(ToolError(category, retry_after_s=86400.0), 1, THREE)

    assert (step.action, step.classification) == (A.HAND_TO_HUMAN, SOFT)


@pytest.mark.parametrize("category", [C.UNKNOWN_TOOL_ERROR, C.PROVIDER_TIMEOUT])
def test_cancelled_call_is_not_retried(category: ToolErrorCategory) -> None:
    """Whoever cancelled does not want it again."""
    assert not recover(ToolError(category, cancelled=True), 1, THREE).is_retry


@pytest.mark.parametrize("attempt", [0, -1])
def test_attempt_below_one_is_refused(attempt: int) -> None:
    """The first attempt is 1."""
    with pytest.raises(ValueError, match="expected 1 or more"):
        recover(ToolError(C.PROVIDER_TIMEOUT), attempt, THREE)


@given(
    category=st.sampled_from(list(C)),
    max_retries=st.integers(0, 10),
    backoff=st.sampled_from(list(Backoff)),
    edit=st.sampled_from(list(OnEditFailure)),
    test=st.sampled_from(list(OnTestFailure)),
    defect=st.booleans(),
    retry_after_s=st.none() | st.floats(0, 1e6),
)
def test_every_loop_ends(
    category: ToolErrorCategory,
    max_retries: int,
    backoff: Backoff,
    edit: OnEditFailure,
    test: OnTestFailure,
    defect: bool,
    retry_after_s: float | None,
) -> None:
    """Whatever the profile, no more than `max_retries` tries, finite waits, and never retryable at the end."""
    profile = ModelProfile(max_retries, backoff, edit, test)
    error = ToolError(category, retry_after_s=retry_after_s)
    steps = [recover(error, attempt, profile, RecoveryContext(defect)) for attempt in range(1, 14)]

    assert sum(step.is_retry for step in steps) <= max_retries
    assert all(0 <= step.wait_s <= 60 for step in steps)
    assert not steps[-1].is_retry
    assert steps[-1].classification is not RETRYABLE or category is C.DELEGATION_UNAVAILABLE
