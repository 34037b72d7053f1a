"""A budget that many calls share."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from classifier.classification import Classification
from classifier.retry import RetryBudget, RetryPolicy, acall
from classifier.testing import no_sleep


def test_threads_never_spend_more_than_there_is() -> None:
    """A hundred threads on one bucket spend each token once."""
    budget = RetryBudget(500, name="threads")
    granted: list[float] = []

    def spend() -> None:
        granted.append(sum(budget.spend() for _ in range(100)))

    threads = [threading.Thread(target=spend) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sum(granted) == 500
    assert budget.available == 0


@pytest.mark.asyncio
async def test_tasks_share_one_budget() -> None:
    """A hundred failing tasks together make no more retries than the budget holds."""
    budget = RetryBudget(30)
    calls = 0

    class Down:
        def explain(self, failure: object, /) -> Classification:
            return Classification("connection", "refused", True)

    async def fail() -> None:
        nonlocal calls
        calls += 1
        await asyncio.sleep(0)
        raise ConnectionRefusedError

    with no_sleep():
        results = await asyncio.gather(
            *[acall(fail, budget=budget, classifier=Down(), policy=RetryPolicy(max_retries=3)) for _ in range(100)],
            return_exceptions=True,
        )

    assert calls == 130
    assert all(isinstance(result, ConnectionRefusedError) for result in results)


def test_names_mean_one_budget_in_the_process() -> None:
    """The same name is the same bucket; a registered one keeps its own numbers."""
    own = RetryBudget(7, name="seven")
    RetryBudget.register(own)
    RetryBudget.register(own)

    assert RetryBudget.named("seven") is own
    assert RetryBudget.named("another") is RetryBudget.named("another")
    with pytest.raises(ValueError, match="budget 'seven' exists already; register before its first use"):
        RetryBudget.register(RetryBudget(name="seven"))
    with pytest.raises(ValueError, match="budget name is ''; expected a non-empty str"):
        RetryBudget.named("")


def test_successes_pay_back_a_part() -> None:
    """Five clean successes at a fifth each earn one retry; the bucket never overflows, and can be filled by hand."""
    budget = RetryBudget(2, payback=0.2, name="five")
    assert [budget.spend(), budget.spend(), budget.spend()] == [1, 1, 0]

    for _ in range(6):
        budget.pay_back()

    assert budget.spend()
    assert not budget.spend()
    assert repr(budget) == "RetryBudget('five', available=0.2 of 2)"
    budget.reset()
    budget.pay_back(spent=1.0)
    assert budget.available == 2


def test_throttled_retries_cost_less() -> None:
    """A server that throttles is well, so a retry after it costs less, and is paid back in full when it succeeds."""
    budget = RetryBudget(1, throttled_cost=0.25)

    spent = [budget.spend(throttled=True) for _ in range(5)]
    budget.pay_back(spent[0])

    assert spent == [0.25, 0.25, 0.25, 0.25, 0.0]
    assert budget.available == 0.25


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"capacity": 0}, "RetryBudget capacity is 0; expected a number above 0, finite"),
        ({"capacity": float("inf")}, "RetryBudget capacity is inf; expected"),
        ({"capacity": True}, "RetryBudget capacity is True; expected"),
        ({"cost": 36}, "RetryBudget cost is 36; expected a number above 0, at most 35"),
        ({"throttled_cost": -1}, "RetryBudget throttled_cost is -1; expected a number above 0, at most 35"),
        ({"payback": 1.5}, "RetryBudget payback is 1.5; expected a number above 0, at most 1"),
    ],
)
def test_unusable_numbers_are_named(values: dict[str, Any], message: str) -> None:
    """A bucket without a bottom is refused."""
    with pytest.raises(ValueError, match=message):
        RetryBudget(**values)
