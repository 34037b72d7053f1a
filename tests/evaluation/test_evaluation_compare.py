"""
Does the bootstrap know better from chance?
"""

from __future__ import annotations

import math

import numpy as np

from classifier.evaluation import Answers, Difference, Sample, compare

from .builders import sample


def answers(*given: str) -> Answers:
    size = len(given)
    return Answers("some", given, np.ones(size), np.zeros(size, dtype=np.bool_), ("rule",) * size, np.zeros(size))


def accuracy(found: list[Difference]) -> Difference:
    return next(one for one in found if one.figure == "accuracy")


def rows(n_ideas: int, each: int = 1) -> list[Sample]:
    return [
        sample("timeout", text=f"{idea} {copy}", group=str(idea)) for idea in range(n_ideas) for copy in range(each)
    ]


def test_clear_difference_is_found() -> None:
    """Of 60 ideas one system is right in all, the other in a third."""
    found = accuracy(compare(rows(60), answers(*["timeout", "sandbox", "sandbox"] * 20), answers(*["timeout"] * 60)))

    assert (found.first, found.second) == (1 / 3, 1.0)
    assert found.low < found.change < found.high
    assert found.low > 0.4
    assert found.verdict == "better"
    assert accuracy(compare(rows(60), answers(*["timeout"] * 60), answers(*["sandbox"] * 60))).verdict == "worse"


def test_lower_error_rate_is_better() -> None:
    """Fewer false alarms are a fall, and good."""
    samples = [sample("unexpected", text=str(index)) for index in range(40)]

    found = compare(samples, answers(*["timeout"] * 40), answers(*["unexpected"] * 40))

    assert [(one.change, one.verdict) for one in found if one.figure == "false_alarms"] == [(-1.0, "better")]


def test_same_answers_differ_in_nothing() -> None:
    """The interval is the single point 0."""
    found = accuracy(compare(rows(9), answers(*["timeout"] * 9), answers(*["timeout"] * 9)))

    assert (found.low, found.high, found.verdict) == (0.0, 0.0, "same")


def test_copies_of_an_idea_prove_nothing_more() -> None:
    """Fifty translations of each of six ideas leave the interval as wide as the six ideas."""
    one = ["timeout", "timeout", "sandbox", "timeout", "timeout", "sandbox"]
    other = ["timeout", "timeout", "timeout", "timeout", "timeout", "timeout"]
    few = accuracy(compare(rows(6), answers(*one), answers(*other)))

    many = accuracy(compare(rows(6, 50), answers(*np.repeat(one, 50)), answers(*np.repeat(other, 50))))

    assert (few.low, few.high) == (many.low, many.high)
    assert many.verdict == "same"


def test_equal_seeds_give_equal_intervals() -> None:
    """And other seeds others, where so few draws do not yet agree."""
    pair = answers(*["timeout", "sandbox"] * 15), answers(*["timeout", "timeout", "sandbox"] * 10)

    first, again, other = (compare(rows(30), *pair, n_draws=5, seed=seed)[:2] for seed in (3, 3, 4))

    assert first == again
    assert first != other


def test_what_cannot_be_measured_is_none_in_json() -> None:
    """No message is unexpected, so there is no rate of false alarms."""
    found = compare(rows(3), answers(*["timeout"] * 3), answers(*["timeout"] * 3))

    alarms = next(one for one in found if one.figure == "false_alarms")

    assert math.isnan(alarms.change)
    assert alarms.verdict == "same"
    assert (alarms.to_dict()["change"], alarms.to_dict()["low"]) == (None, None)
