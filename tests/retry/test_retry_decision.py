"""Whether, when and why a failure is tried again."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from classifier.classification import Classification
from classifier.reasons import REASONS
from classifier.retry import Action, DecisionReason, RetryPolicy, decide


def found(category: str, reason: str, **more: object) -> Classification:
    """A classification as the classifier would give it."""
    return Classification(category, reason, more.pop("retryable", REASONS[reason].retryable), **more)  # type: ignore[arg-type]


THROTTLED = found("rate_limit", "throttled")
RESET = found("connection", "reset")
NOT_JSON = found("invalid_output", "not_json")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("reason", "waits"),
    [
        ("throttled", [2, 4, 8, 16, 32, None]),
        ("read_timeout", [1, 2, 4, None]),
        ("refused", [0.5, 1, 2, None]),
        ("not_json", [0, 0.5, 1, None]),
    ],
)
def test_waits_increase_long_medium_short(reason: str, waits: list[float | None]) -> None:
    """Each kind has its own growing waits and its own number of retries."""
    classification = found(REASONS[reason].category, reason)

    decisions = [decide(classification, attempt, 0.0) for attempt in range(1, len(waits) + 1)]

    assert [d.wait_s if d.is_retry else None for d in decisions] == waits
    assert decisions[-1].reason is DecisionReason.MAX_RETRIES


@pytest.mark.parametrize("reason", [name for name, r in REASONS.items() if not r.retryable])
def test_reasons_that_cannot_pass_stop_at_once(reason: str) -> None:
    """A reason that is not retryable is never retried."""
    decision = decide(found(REASONS[reason].category, reason), 1, 0.0)

    assert decision.action is Action.STOP
    assert decision.reason is DecisionReason.NOT_RETRYABLE


@pytest.mark.parametrize("category", ["unexpected", "sandbox", "patch_apply", "no_such_category"])
def test_never_retried_categories_stop_even_if_called_retryable(category: str) -> None:
    """No strategy can talk the policy into retrying a category that is never retried."""
    decision = decide(Classification(category, "unknown", retryable=True), 1, 0.0)

    assert decision.action is Action.STOP


def test_cancelled_stops_even_if_opted_in() -> None:
    """A cancelled call is never made again."""
    decision = decide(found("connection", "reset", cancelled=True), 1, 0.0, opted_in=True)

    assert decision.reason is DecisionReason.CANCELLED


@pytest.mark.parametrize("told_s", [0.0, 0.2, 17.0, 120.0])
def test_told_wait_wins(told_s: float) -> None:
    """The server's wait replaces ours, to the second."""
    decision = decide(found("rate_limit", "throttled", retry_after_s=told_s), 3, 0.0, rng=random.Random(1))

    assert decision.is_retry
    assert decision.wait_s == told_s
    assert decision.reason is DecisionReason.TOLD


@pytest.mark.parametrize("told_s", [120.1, 86_400.0, float("inf")])
def test_told_wait_beyond_cap_stops_and_reports(told_s: float) -> None:
    """A wait beyond the cap never becomes an earlier try, and the caller learns when to come back."""
    classification = found("rate_limit", "throttled", retry_after_s=told_s, resets_at=NOON)

    decision = decide(classification, 1, 0.0)

    assert (decision.action, decision.reason) == (Action.STOP, DecisionReason.WAIT_EXCEEDS_CAP)
    assert (decision.retry_after_s, decision.resets_at, decision.wait_s) == (told_s, NOON, 0.0)
    assert "defer" in decision.hints


@pytest.mark.parametrize("told_s", [-5.0, float("nan")])
def test_told_wait_in_the_past_means_now(told_s: float) -> None:
    """A negative or impossible wait is none."""
    assert decide(found("rate_limit", "throttled", retry_after_s=told_s), 1, 0.0).wait_s == 0.0


def test_usage_window_without_a_known_end_is_deferred() -> None:
    """Nobody guesses when a usage window opens again."""
    decision = decide(found("rate_limit", "usage_window", hints=("wait", "defer")), 1, 0.0)

    assert decision.reason is DecisionReason.RESET_UNKNOWN
    assert decision.hints == ("wait", "defer")


def test_usage_window_that_ends_soon_is_waited_for() -> None:
    """A usage window with a short told wait is retried after exactly that."""
    assert decide(found("rate_limit", "usage_window", retry_after_s=30.0), 1, 0.0).wait_s == 30.0


def test_reset_time_becomes_a_wait_only_with_a_clock() -> None:
    """`resets_at` alone stops; with the present passed in it is a wait like any told one."""
    classification = found("rate_limit", "throttled", resets_at=NOON)

    assert decide(classification, 1, 0.0).reason is DecisionReason.RESET_UNKNOWN
    assert decide(classification, 1, 0.0, now=NOON - timedelta(seconds=20)).wait_s == 20.0
    assert decide(classification, 1, 0.0, now=NOON + timedelta(days=1)).wait_s == 0.0
    assert decide(classification, 1, 0.0, now=NOON - timedelta(days=1)).reason is DecisionReason.WAIT_EXCEEDS_CAP
    assert decide(classification, 1, 0.0, now=datetime(2026, 3, 1)).reason is DecisionReason.RESET_UNKNOWN


@pytest.mark.parametrize("unit", [0.0, 0.3, 1.0])
def test_rate_limit_without_told_wait_keeps_the_floor(unit: float) -> None:
    """Jitter never brings a rate limit below its floor."""
    assert decide(THROTTLED, 1, 0.0, rng=unit).wait_s == pytest.approx(1.0 + unit * 1.0)


def test_full_jitter_covers_the_whole_range_and_repeats_by_seed() -> None:
    """Waits fall anywhere between nothing and the full backoff, and a seed repeats them."""
    waits = [decide(RESET, 3, 0.0, rng=rng).wait_s for rng in [random.Random(7)] for _ in range(2_000)]
    again = [decide(RESET, 3, 0.0, rng=rng).wait_s for rng in [random.Random(7)] for _ in range(2_000)]

    assert waits == again
    assert min(waits) < 0.02
    assert max(waits) > 1.98
    assert sum(waits) / len(waits) == pytest.approx(1.0, abs=0.05)


def test_jitter_share_bounds_the_randomness() -> None:
    """A share of one half leaves half of the wait fixed."""
    policy = RetryPolicy(jitter=0.5)

    assert decide(RESET, 1, 0.0, policy, rng=0.0).wait_s == 0.25
    assert decide(RESET, 1, 0.0, policy, rng=1.0).wait_s == 0.5


def test_deadline_counts_the_coming_wait() -> None:
    """A wait that would end after the deadline is not begun."""
    policy = RetryPolicy(deadline_s=10)

    assert decide(RESET, 1, 9.5, policy).is_retry
    assert decide(RESET, 1, 9.51, policy).reason is DecisionReason.DEADLINE
    assert decide(found("connection", "overloaded", retry_after_s=10.5), 1, 0.0, policy).retry_after_s == 10.5


@pytest.mark.parametrize("what", [{"idempotent": False}, {"response_started": True}])
def test_unsafe_replay_stops_with_a_hint(what: dict[str, bool]) -> None:
    """A call that may have taken effect is looked at before it is made again."""
    decision = decide(RESET, 1, 0.0, **what)  # type: ignore[arg-type]

    assert decision.reason is DecisionReason.VERIFY_FIRST
    assert decision.hints == ("verify_then_retry",)


def test_broken_stream_is_retried_while_nothing_was_passed_on() -> None:
    """A body that broke off inside the call costs nothing to ask for again, and the hint stays visible."""
    decision = decide(found("connection", "stream_broken", hints=("verify_then_retry",)), 1, 0.0)

    assert decision.is_retry
    assert decision.hints == ("verify_then_retry",)


def test_opted_in_type_follows_its_own_numbers() -> None:
    """What `retry_on=` adds is retried, and bounded like the rest."""
    unknown = found("unexpected", "unknown")

    assert not decide(unknown, 1, 0.0).is_retry
    assert decide(unknown, 1, 0.0, opted_in=True).wait_s == 0.5
    assert not decide(unknown, 4, 0.0, opted_in=True).is_retry
    assert not decide(unknown, 2, 0.0, RetryPolicy(max_retries={"opted_in": 1}), opted_in=True).is_retry


def test_same_arguments_give_the_same_decision() -> None:
    """Without a generator the answer is the upper bound, each time."""
    assert decide(NOT_JSON, 3, 1.0) == decide(NOT_JSON, 3, 1.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((RESET, 0, 0.0), "attempt is 0; expected 1 or more"),
        ((RESET, 1, -1.0), "elapsed_s is -1.0; expected seconds, 0 or more"),
        ((RESET, 1, float("nan")), "elapsed_s is nan"),
    ],
)
def test_impossible_arguments_are_named(arguments: tuple[Classification, int, float], message: str) -> None:
    """A wrong argument is a ValueError with name, value and range."""
    with pytest.raises(ValueError, match=message):
        decide(*arguments)


def test_unit_outside_its_range_is_named() -> None:
    """A jitter unit above 1 would pass the cap."""
    with pytest.raises(ValueError, match=r"rng is 1.5; expected a number from 0 to 1"):
        decide(RESET, 1, 0.0, rng=1.5)
