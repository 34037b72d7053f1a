"""
Probabilities mean what they say, and thresholds keep their promise.
"""

from __future__ import annotations

import numpy as np
import pytest

from classifier.training.calibrate import NEVER, calibrate, thresholds_for

LABELS = ("timeout", "connection", "unexpected")


def test_calibrated_probabilities_match_the_shares() -> None:
    """Of the rows given a probability of about p, about p are right."""
    draw = np.random.default_rng(3)
    targets = draw.integers(0, 3, 6000)
    scores = draw.normal(0.0, 1.0, (6000, 3)) + 1.5 * np.eye(3)[targets]

    likely = calibrate(scores, targets).probabilities(scores)

    best = likely.max(axis=1)
    for low in (0.4, 0.6, 0.8):
        inside = (best >= low) & (best < low + 0.2)
        assert (likely.argmax(axis=1) == targets)[inside].mean() == pytest.approx(best[inside].mean(), abs=0.04)


def test_thresholds_reach_the_precision_with_the_most_rows() -> None:
    """Together the labels are right as often as wanted, and one more step of either would be one too many."""
    draw = np.random.default_rng(5)
    certainty = draw.uniform(0.34, 1.0, 4000)
    column = draw.integers(0, 2, 4000)
    right = draw.uniform(size=4000) < certainty
    targets = np.where(right, column, 2)
    likely = np.full((4000, 3), 0.0)
    likely[np.arange(4000), column] = certainty
    likely[:, 2] = 0.0

    chosen = thresholds_for(likely, targets, LABELS, 0.9)

    acted = certainty >= np.array([chosen["timeout"], chosen["connection"]])[column]
    assert right[acted].mean() >= 0.9
    assert 0.75 < chosen["timeout"] < 0.9
    assert "unexpected" not in chosen


def test_hopeless_label_is_never_acted_on() -> None:
    """A label that is wrong every other time gets a threshold no probability reaches."""
    likely = np.tile([0.9, 0.05, 0.05], (100, 1))
    targets = np.array([0, 2] * 50)

    assert thresholds_for(likely, targets, LABELS, 0.95)["timeout"] == NEVER
