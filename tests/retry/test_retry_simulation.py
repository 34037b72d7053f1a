"""Policies played through: one call, and a fleet whose server is down."""

from __future__ import annotations

import pytest

from classifier.retry import DecisionReason, RetryPolicy
from classifier.retry.simulation import NO_RETRY, Fleet, classification_of, simulate_call, simulate_fleet


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_budget_keeps_an_outage_from_multiplying_traffic(seed: int) -> None:
    """1,000 clients, 60 s outage: at most 1.2 times the requests of a fleet without retries; 3.9 without budget."""
    fleet = Fleet(clients=1_000, outage_s=60.0, seed=seed)

    none = simulate_fleet(fleet, NO_RETRY, with_budget=False)
    free = simulate_fleet(fleet, with_budget=False)
    held = simulate_fleet(fleet, with_budget=True)

    assert held.outage_requests <= 1.2 * none.outage_requests
    assert free.outage_requests > 3.5 * none.outage_requests
    assert none.outage_requests == free.outage_first_attempts == held.outage_first_attempts
    assert free.failed_calls < held.failed_calls <= none.failed_calls


def test_same_seed_gives_the_same_load() -> None:
    """A simulation can be repeated."""
    fleet = Fleet(clients=50, seed=4)

    assert simulate_fleet(fleet, with_budget=True) == simulate_fleet(fleet, with_budget=True)
    assert simulate_fleet(fleet, with_budget=True) != simulate_fleet(Fleet(clients=50, seed=5), with_budget=True)


def test_every_request_is_counted_once() -> None:
    """Requests a second add up to the calls, plus the retries of the outage."""
    load = simulate_fleet(Fleet(clients=50), NO_RETRY, with_budget=False)

    assert sum(load.per_second) == load.calls
    assert load.failed_calls == load.outage_requests == sum(load.per_second[30:90])


def test_throttled_fleet_keeps_its_floor() -> None:
    """A fleet that is throttled retries less often than one that is refused: waits are longer."""
    fleet = Fleet(clients=200)
    one = RetryPolicy(max_retries=1)

    throttled = simulate_fleet(fleet, one, with_budget=False, failure=classification_of("429"))
    held = simulate_fleet(fleet, one, with_budget=True, failure=classification_of("429"))

    assert 1.9 < throttled.amplification <= 2.0
    assert held.amplification < throttled.amplification


def test_one_call_is_played_to_its_end() -> None:
    """A timeline holds each attempt with its time, and ends with success or with the reason to stop."""
    steps = simulate_call([classification_of(word) for word in ("429@20", "503", "timeout")])
    stopped = simulate_call([classification_of(word) for word in ("not_json", "401", "503")])

    assert [(s.attempt, s.at_s) for s in steps] == [(1, 0.0), (2, 20.0), (3, 21.0), (4, 25.0)]
    assert steps[-1].classification is None
    assert len(stopped) == 2
    assert stopped[-1].decision is not None
    assert stopped[-1].decision.reason is DecisionReason.NOT_RETRYABLE


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("bogus", "unknown error 'bogus'; expected an HTTP status, or one of: rate_limit, "),
        ("429@x", "no number of sec"),
    ],
)
def test_unknown_words_are_named(token: str, message: str) -> None:
    """A word that stands for nothing is answered with what is known."""
    with pytest.raises(ValueError, match=message):
        classification_of(token)


def test_unusable_fleet_is_named() -> None:
    """A fleet needs positive finite numbers."""
    with pytest.raises(ValueError, match="fleet clients is 0; expected a finite number above 0"):
        Fleet(clients=0)
