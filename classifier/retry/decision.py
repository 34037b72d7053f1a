"""
Shall this failure be tried again, and when? One pure function: no clock, no randomness but what is passed in.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from classifier.reasons import Hint
from classifier.retry.policy import RetryPolicy

if TYPE_CHECKING:
    from classifier.classification import Classification
    from classifier.retryrule import RetryRule

__all__ = ["DEFAULT_POLICY", "Action", "Decision", "DecisionReason", "decide"]

DEFAULT_POLICY: Final = RetryPolicy()
"""The policy of all defaults."""


class Action(StrEnum):
    """What to do next."""

    RETRY = "retry"
    STOP = "stop"


class DecisionReason(StrEnum):
    """Why the decision is what it is; the first three mean retry, the others stop."""

    BACKOFF = "backoff"
    """Our own increasing wait."""
    TOLD = "told"
    """The server said how long."""
    AT_ONCE = "at_once"
    """The first retry of this kind needs no wait."""

    CANCELLED = "cancelled"
    """The caller cancelled."""
    NOT_RETRYABLE = "not_retryable"
    """Trying again cannot help, or this kind is never retried."""
    EXCLUDED = "excluded"
    """The policy leaves this kind out."""
    VERIFY_FIRST = "verify_first"
    """The call may have taken effect already, so somebody has to look before it is made again."""
    MAX_RETRIES = "max_retries"
    """The retries of this kind are used up."""
    WAIT_EXCEEDS_CAP = "wait_exceeds_cap"
    """The server asks for a longer wait than the policy allows."""
    RESET_UNKNOWN = "reset_unknown"
    """A usage window is spent, and nobody said how long until it opens again."""
    DEADLINE = "deadline"
    """The wait would end after the deadline."""
    BUDGET = "budget"
    """The budget that all calls of the group share is spent; set by the loop, not by `decide`."""
    CLASSIFIER_FAILED = "classifier_failed"
    """The failure could not be classified; set by the loop."""
    REPAIR_FAILED = "repair_failed"
    """`before_retry` raised; set by the loop."""


@dataclass(frozen=True, slots=True)
class Decision:
    """
    What to do about a failure.

    Attributes:
        action: Retry or stop.
        wait_s: Seconds to wait before the retry, 0 to the cap; 0 when stopping.
        reason: Why.
        retry_after_s: What the server asked for, also when it is beyond the cap, so that the work can be parked.
        resets_at: When the allowance comes back, with time zone; None if unknown.
        hints: What to do beside or instead of trying again; values of `classifier.Hint`. `defer` is among them when
            stopping now and coming back at `resets_at` or after `retry_after_s` is what helps.
    """

    action: Action
    wait_s: float
    reason: DecisionReason
    retry_after_s: float | None = None
    resets_at: datetime | None = None
    hints: tuple[str, ...] = ()

    @property
    def is_retry(self) -> bool:
        """Whether the call is to be made again."""
        return self.action is Action.RETRY


def decide(
    classification: Classification,
    attempt: int,
    elapsed_s: float,
    policy: RetryPolicy = DEFAULT_POLICY,
    *,
    rng: random.Random | float | None = None,
    idempotent: bool = True,
    response_started: bool = False,
    opted_in: bool = False,
    now: datetime | None = None,
) -> Decision:
    """
    Decide whether and when to try again; the same arguments always give the same answer.

    The server's wait wins over ours and is kept exactly. One that is longer than the cap, or a usage window without
    a known end, means stop, never an earlier try.

    Args:
        attempt: The attempt that just failed; the first is 1.
        elapsed_s: Seconds since the first attempt began, 0 or more.
        rng: Where in its range our own wait falls: a number from 0 (shortest) to 1 (longest), or a generator to draw
            it from. None takes the longest, which makes the answer an upper bound.
        idempotent: Whether making the call twice does no harm.
        response_started: Whether output of the failed call has been passed on already.
        opted_in: Whether the caller asked for this exception type to be retried, though its kind is not.
        now: The present, with time zone, if a `resets_at` without `retry_after_s` shall become a wait.

    Raises:
        ValueError: If `attempt` is below 1, `elapsed_s` below 0, or `rng` a number outside 0 to 1.
    """
    if attempt < 1:
        msg = f"attempt is {attempt!r}; expected 1 or more, the first attempt is 1"
        raise ValueError(msg)
    if not elapsed_s >= 0:
        msg = f"elapsed_s is {elapsed_s!r}; expected seconds, 0 or more"
        raise ValueError(msg)
    if classification.cancelled:
        return _stop(classification, DecisionReason.CANCELLED)
    if not (classification.retryable or opted_in):
        return _stop(classification, DecisionReason.NOT_RETRYABLE)
    rule = policy.rule_for(classification.category, classification.reason, opted_in=opted_in)
    if rule is None:
        return _stop(classification, _why_no_rule(classification, policy))
    if not idempotent or response_started:
        return _stop(classification, DecisionReason.VERIFY_FIRST, Hint.VERIFY_THEN_RETRY)
    told_s = _told_s(classification, now)
    if told_s is not None and told_s > rule.cap_s:
        return _stop(classification, DecisionReason.WAIT_EXCEEDS_CAP, Hint.DEFER, told_s)
    if told_s is None and (classification.reason == "usage_window" or classification.resets_at is not None):
        return _stop(classification, DecisionReason.RESET_UNKNOWN, Hint.DEFER)
    if attempt > rule.max_retries:
        return _stop(classification, DecisionReason.MAX_RETRIES, told_s=told_s)
    if told_s is not None:
        wait_s, reason = told_s, DecisionReason.TOLD
    elif attempt == 1 and not rule.first_wait and rule.floor_s == 0:
        wait_s, reason = 0.0, DecisionReason.AT_ONCE
    else:
        wait_s, reason = _backoff_s(rule, attempt, rng), DecisionReason.BACKOFF
    if elapsed_s + wait_s > policy.deadline_s:
        return _stop(classification, DecisionReason.DEADLINE, told_s=told_s)
    return Decision(Action.RETRY, wait_s, reason, told_s, classification.resets_at, classification.hints)


def _told_s(classification: Classification, now: datetime | None) -> float | None:
    told_s = classification.retry_after_s
    if told_s is not None:
        return told_s if told_s > 0 else 0.0  # a time in the past, or NaN, means now
    if classification.resets_at is None or now is None:
        return None
    try:
        return max(0.0, (classification.resets_at - now).total_seconds())
    except TypeError:  # one of the two lacks its time zone
        return None


def _backoff_s(rule: RetryRule, attempt: int, rng: random.Random | float | None) -> float:
    if rng is None:
        unit = 1.0
    elif isinstance(rng, random.Random):
        unit = rng.random()
    else:
        unit = rng
        if not 0 <= unit <= 1:
            msg = f"rng is {rng!r}; expected a number from 0 to 1, or random.Random"
            raise ValueError(msg)
    steps = attempt - 1 if rule.first_wait else max(0, attempt - 2)
    # At most 100 ** 99 * 86,400, which a float still holds.
    longest_s = max(rule.floor_s, min(rule.cap_s, rule.base_s * rule.factor**steps))
    shortest_s = max(rule.floor_s, longest_s * (1.0 - rule.jitter))
    return min(longest_s, shortest_s + unit * (longest_s - shortest_s))  # rounding must not pass the cap


def _why_no_rule(classification: Classification, policy: RetryPolicy) -> DecisionReason:
    excluded = frozenset(policy.exclude)
    if classification.category in excluded or classification.reason in excluded:
        return DecisionReason.EXCLUDED
    return DecisionReason.NOT_RETRYABLE


def _stop(
    classification: Classification, reason: DecisionReason, hint: Hint | None = None, told_s: float | None = None
) -> Decision:
    hints = classification.hints
    if hint is not None and hint not in hints:
        hints = (*hints, hint)
    if told_s is None:
        told_s = classification.retry_after_s
    return Decision(Action.STOP, 0.0, reason, told_s, classification.resets_at, hints)
