"""
What would a policy do to one call, and to a server that is down? Decisions played through on paper, seeded, at once.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

from classifier.categories import CATEGORIES
from classifier.classification import Classification
from classifier.reasons import REASONS
from classifier.retry.budget import RetryBudget
from classifier.retry.decision import DEFAULT_POLICY, Decision, decide
from classifier.retry.policy import RetryPolicy
from classifier.retry.run import default_explainer

__all__ = ["Fleet", "Load", "Step", "classification_of", "simulate_call", "simulate_fleet"]


@dataclass(frozen=True, slots=True)
class Step:
    """
    One attempt on the timeline of a call.

    Attributes:
        attempt: The first is 1.
        at_s: When it fails or succeeds, seconds from the start; the attempts themselves take no time.
        classification: What the failure is; None for success.
        decision: What follows; None after success.
    """

    attempt: int
    at_s: float
    classification: Classification | None = None
    decision: Decision | None = None


def classification_of(token: str) -> Classification:
    """
    Return what a word of `--errors` stands for: an HTTP status, a category or a reason; `@30` adds a told wait of 30 s.

    Raises:
        ValueError: If it stands for nothing; the message lists what is known.
    """
    word, _, told = token.strip().partition("@")
    try:
        told_s = float(told) if told else None
    except ValueError:
        msg = f"error {token!r}: {told!r} after the @ is no number of seconds, such as 429@30"
        raise ValueError(msg) from None
    if word.isdigit() and 100 <= int(word) <= 599:
        headers = {} if told_s is None else {"retry-after": f"{told_s:g}"}
        return default_explainer().explain({"status": int(word), "headers": headers, "body": ""})
    reason = REASONS.get(CATEGORIES[word].default_reason if word in CATEGORIES else word)
    if reason is None:
        msg = f"unknown error {token!r}; expected an HTTP status, or one of: {', '.join([*CATEGORIES, *REASONS])}"
        raise ValueError(msg)
    hints = tuple(map(str, reason.hints))
    return Classification(reason.category, reason.name, reason.retryable, retry_after_s=told_s, hints=hints)


def simulate_call(
    failures: Sequence[Classification], policy: RetryPolicy = DEFAULT_POLICY, seed: int | None = None
) -> list[Step]:
    """
    Play a call that fails in the given ways, in turn, and would succeed after the last of them.

    Args:
        seed: For the jitter; None takes the longest wait each time.
    """
    rng = None if seed is None else random.Random(seed)
    steps: list[Step] = []
    at_s = 0.0
    for attempt, failure in enumerate(failures, start=1):
        decision = decide(failure, attempt, at_s, policy, rng=rng)
        steps.append(Step(attempt, at_s, failure, decision))
        if not decision.is_retry:
            return steps
        at_s += decision.wait_s
    return [*steps, Step(len(failures) + 1, at_s)]


@dataclass(frozen=True, slots=True)
class Fleet:
    """
    Clients of one server that is down for a while; each begins calls at random, whatever became of earlier ones.

    Attributes:
        clients: How many.
        outage_s: How long the server refuses all requests.
        period_s: Mean seconds from one call of a client to its next.
        processes: Over how many processes the clients are spread; each has one budget.
        before_s: Seconds simulated before the outage.
        after_s: Seconds simulated after it.
        latency_s: Seconds until the server answers or refuses.
        seed: Of arrivals and jitter; the same one gives the same calls with and without retries.

    Raises:
        ValueError: If a number is not above 0.
    """

    clients: int = 1_000
    outage_s: float = 60.0
    period_s: float = 10.0
    processes: int = 10
    before_s: float = 30.0
    after_s: float = 60.0
    latency_s: float = 0.2
    seed: int = 0

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name != "seed" and not 0 < value < float("inf"):
                msg = f"fleet {each.name} is {value!r}; expected a finite number above 0"
                raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Load:
    """
    What the server saw.

    Attributes:
        per_second: Requests in each second, from the start of the simulation.
        outage_requests: Requests during the outage.
        outage_first_attempts: Those of them that were no retries: what a fleet without retries sends.
        calls: Calls begun.
        failed_calls: Calls that ended with a failure.
    """

    per_second: tuple[int, ...]
    outage_requests: int
    outage_first_attempts: int
    calls: int
    failed_calls: int

    @property
    def amplification(self) -> float:
        """Requests during the outage, over those without any retry."""
        return self.outage_requests / max(1, self.outage_first_attempts)


NO_RETRY: Final = RetryPolicy(max_retries=0)


def simulate_fleet(
    fleet: Fleet,
    policy: RetryPolicy = DEFAULT_POLICY,
    *,
    with_budget: bool,
    failure: Classification | None = None,
) -> Load:
    """
    Run the fleet through the outage, event by event.

    Args:
        with_budget: Whether the retries of a process come out of one `RetryBudget` with its default numbers.
        failure: What the refusals are; None for `overloaded`.
    """
    failure = classification_of("overloaded") if failure is None else failure
    down_s, up_s = fleet.before_s, fleet.before_s + fleet.outage_s
    end_s = up_s + fleet.after_s
    jitter = random.Random(fleet.seed + 1)
    budgets = [RetryBudget(name=f"process {number}") for number in range(fleet.processes)] if with_budget else []
    # (time, order, client, attempt, start of the call, tokens spent): `order` keeps equal times in a fixed sequence.
    events = [(at_s, order, client, 1, at_s, 0.0) for order, (at_s, client) in enumerate(_arrivals(fleet, end_s))]
    heapq.heapify(events)
    calls = order = len(events)
    throttled = failure.category == "rate_limit"
    per_second: Counter[int] = Counter()
    outage_requests = outage_first_attempts = failed_calls = 0
    while events:
        at_s, _, client, attempt, started_s, spent = heapq.heappop(events)
        if at_s < end_s:
            per_second[int(at_s)] += 1
        budget = budgets[client % fleet.processes] if budgets else None
        if not down_s <= at_s < up_s:
            if budget is not None:
                budget.pay_back(spent)
            continue
        outage_requests += 1
        outage_first_attempts += attempt == 1
        failed_s = at_s + fleet.latency_s
        decision = decide(failure, attempt, failed_s - started_s, policy, rng=jitter)
        spent = 0.0 if budget is None or not decision.is_retry else budget.spend(throttled=throttled)
        if decision.is_retry and (budget is None or spent):
            order += 1
            heapq.heappush(events, (failed_s + decision.wait_s, order, client, attempt + 1, started_s, spent))
        else:
            failed_calls += 1
    seconds = tuple(per_second[second] for second in range(int(end_s)))
    return Load(seconds, outage_requests, outage_first_attempts, calls, failed_calls)


def _arrivals(fleet: Fleet, end_s: float) -> list[tuple[float, int]]:
    rng = random.Random(fleet.seed)
    arrivals: list[tuple[float, int]] = []
    for client in range(fleet.clients):
        at_s = rng.expovariate(1.0 / fleet.period_s)
        while at_s < end_s:
            arrivals.append((at_s, client))
            at_s += rng.expovariate(1.0 / fleet.period_s)
    return arrivals
