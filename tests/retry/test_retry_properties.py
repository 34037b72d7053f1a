"""What holds for every policy that can be built and every sequence of failures."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classifier.categories import CATEGORIES
from classifier.classification import Classification
from classifier.reasons import REASONS
from classifier.retry import Action, RetryBudget, RetryContext, RetryPolicy, call, decide
from classifier.testing import no_sleep

RETRIED = [c.name for c in CATEGORIES.values() if c.retry is not None]
RETRIED_REASONS = [r.name for r in REASONS.values() if r.retryable and r.category in RETRIED]


def numbers(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """One number for all, or some by category and reason."""
    keys = st.sampled_from([*RETRIED, *RETRIED_REASONS, "opted_in"])
    return st.one_of(values, st.dictionaries(keys, values, max_size=4))


@st.composite
def policies(draw: st.DrawFn) -> RetryPolicy:
    """Any policy that can be built, from the ends of each range to the middle."""
    values: dict[str, Any] = {
        "max_retries": draw(numbers(st.integers(0, 12) | st.just(100))),
        "base_s": draw(numbers(st.floats(0, 86_400))),
        "factor": draw(numbers(st.floats(1, 100))),
        "cap_s": draw(numbers(st.floats(1, 86_400))),
        "floor_s": draw(numbers(st.floats(0, 1))),
        "jitter": draw(numbers(st.floats(0, 1))),
        "first_wait": draw(numbers(st.booleans())),
        "deadline_s": draw(st.floats(0, 86_400)),
        "exclude": draw(st.lists(st.sampled_from([*RETRIED, *RETRIED_REASONS]), max_size=2)),
    }
    for name in draw(st.sets(st.sampled_from(sorted(values)))):
        del values[name]
    return RetryPolicy(**values)


@st.composite
def classifications(draw: st.DrawFn) -> Classification:
    """Any answer of a classifier, sensible or not."""
    reason = REASONS[draw(st.sampled_from(sorted(REASONS) + RETRIED_REASONS * 3))]
    return Classification(
        draw(st.sampled_from([reason.category] * 9 + ["unheard_of"])),
        reason.name,
        draw(st.sampled_from([reason.retryable] * 4 + [True])),
        retry_after_s=draw(st.none() | st.none() | st.floats(0, 300) | st.floats()),
        cancelled=draw(st.sampled_from([False] * 19 + [True])),
    )


@settings(max_examples=150, deadline=None)
@given(policies(), st.lists(classifications(), min_size=1, max_size=120), st.integers(), st.data())
def test_every_loop_ends_within_its_numbers(
    policy: RetryPolicy, answers: list[Classification], seed: int, data: st.DataObject
) -> None:
    """Calls, waits and total time stay within the policy, and the object raised is the object the function raised."""
    raised: list[Exception] = []
    starts: list[float] = []
    durations = data.draw(st.lists(st.floats(0, 1_000), min_size=1, max_size=5))

    class Answers:
        def explain(self, failure: object, /) -> Classification:
            return answers[(len(raised) - 1) % len(answers)]

    context = RetryContext()
    with no_sleep() as clock:

        def function() -> None:
            starts.append(clock.now_s())
            clock.advance(durations[len(raised) % len(durations)])
            raised.append(OSError("scripted"))
            raise raised[-1]

        with pytest.raises(OSError, match="scripted") as caught:
            call(function, policy=policy, classifier=Answers(), rng=random.Random(seed), context=context)

    assert caught.value is raised[-1]
    assert len(raised) <= 1 + policy.largest_max_retries
    assert len(clock.waits_s) == len(raised) - 1 == context.retry_count
    assert starts[-1] <= policy.deadline_s + 1e-6 or len(starts) == 1
    for record, wait_s in zip(context.attempts, clock.waits_s, strict=False):
        assert record.classification is not None
        rule = policy.rule_for(record.classification.category, record.classification.reason)
        assert rule is not None
        assert 0 <= wait_s <= rule.cap_s
        if record.classification.category == "rate_limit" and record.classification.retry_after_s is None:
            assert wait_s >= rule.floor_s


@settings(max_examples=150, deadline=None)
@given(
    policies(), classifications(), st.integers(1, 10**9), st.floats(0, 1e9), st.none() | st.floats(0, 1), st.booleans()
)
def test_decide_is_total_and_deterministic(
    policy: RetryPolicy, found: Classification, attempt: int, elapsed_s: float, unit: float | None, opted_in: bool
) -> None:
    """Every answer of a classifier gets a decision, the same one each time, and never an early try."""
    decision = decide(found, attempt, elapsed_s, policy, rng=unit, opted_in=opted_in)

    assert decision == decide(found, attempt, elapsed_s, policy, rng=unit, opted_in=opted_in)
    if decision.action is Action.RETRY:
        assert not found.cancelled
        assert attempt <= policy.largest_max_retries
        assert found.retry_after_s is None or not decision.wait_s < found.retry_after_s
        assert opted_in or found.category in RETRIED
    else:
        assert decision.wait_s == 0.0


@settings(max_examples=100, deadline=None)
@given(policies())
def test_policies_come_back_from_plain_values(policy: RetryPolicy) -> None:
    """`to_dict` loses nothing."""
    assert RetryPolicy.from_dict(policy.to_dict()) == policy


@settings(max_examples=200, deadline=None)
@given(st.floats(0.5, 50), st.floats(0.01, 1), st.floats(0, 1), st.lists(st.sampled_from(["spend", "first", "late"])))
def test_budget_stays_between_nothing_and_full(capacity: float, cost: float, share: float, steps: list[str]) -> None:
    """Whatever is spent and paid back, retries never exceed what was there and what came back."""
    cost = capacity * cost
    budget = RetryBudget(capacity, cost=cost, throttled_cost=cost, payback=cost * share)
    spent = paid = 0.0
    for step in steps:
        if step == "spend":
            spent += cost if budget.spend() else 0.0
        else:
            budget.pay_back(cost if step == "late" else 0.0)
            paid += cost if step == "late" else cost * share
        assert 0 <= budget.available <= capacity
        assert spent <= capacity + paid + 1e-6
