"""
A challenger replaces the champion only if no held figure got worse.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from classifier.model.scorer import TextModel
from classifier.training.compare import compare, rates
from classifier.training.data import Row


def test_equal_model_may_replace(toy_model: TextModel, toy_rows: list[Row]) -> None:
    """Nothing got worse, so that the new data's model goes in."""
    found = compare(toy_model, toy_model, toy_rows)

    assert found.replaces
    assert "not worse in any figure" in found.verdict


def test_worse_model_stays_out(toy_model: TextModel, toy_rows: list[Row]) -> None:
    """The verdict names the figures that got worse."""
    blind = replace(toy_model, scale=np.zeros_like(toy_model.scale))

    found = compare(toy_model, blind, toy_rows)

    assert not found.replaces
    assert "worse in accuracy" in found.verdict
    assert {figure.name for figure in found.figures if figure.is_worse} >= {"accuracy", "accuracy de", "accuracy ja"}


def test_eager_model_stays_out(toy_model: TextModel, toy_rows: list[Row]) -> None:
    """Equal labels do not excuse more wrong retries."""
    near_misses = [replace(row, label="unexpected") if row.label == "timeout" else row for row in toy_rows]
    careful = replace(toy_model, thresholds={**toy_model.thresholds, "timeout": 1.01})

    found = compare(careful, toy_model, near_misses)

    assert "wrong retries" in {figure.name for figure in found.figures if figure.is_worse}
    assert not found.replaces


def test_first_model_has_nobody_to_beat(toy_model: TextModel, toy_rows: list[Row]) -> None:
    """Without a champion the challenger takes the place."""
    found = compare(None, toy_model, toy_rows)

    assert found.replaces
    assert all(figure.champion is None for figure in found.figures)


def test_rates_are_counted_as_said() -> None:
    """Precision and recall of the actionable, false alarms, and wrong and missed retries, by hand."""
    truth = ["timeout", "timeout", "unexpected", "unexpected", "sandbox"]
    given = ["timeout", "unexpected", "timeout", "unexpected", "connection"]

    found = rates(truth, given, given)

    assert found["precision"] == pytest.approx(1 / 3)
    assert found["recall"] == pytest.approx(1 / 3)
    assert found["false alarms"] == pytest.approx(1 / 2)
    assert found["wrong retries"] == pytest.approx(2 / 3)
    assert found["missed retries"] == pytest.approx(1 / 2)
