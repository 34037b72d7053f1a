"""
Are the figures what their names say? Held against scikit-learn and against counts made by hand.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from classifier.categories import CATEGORIES
from classifier.evaluation import FIGURES, Sample
from classifier.evaluation.curves import ALL, curves
from classifier.evaluation.figures import (
    calibration_error,
    cells_of,
    figures,
    per_category,
    reliability,
    rows_right,
    settled,
    summed,
)

from .builders import sample

NAMES = st.sampled_from(tuple(CATEGORIES))


def measured(samples: list[Sample], answers: list[str], retries: list[bool] | None = None) -> dict[str, float]:
    would = np.array(retries if retries is not None else [False] * len(samples))
    return {name: float(value) for name, value in figures(*summed(*cells_of(samples, answers, would))).items()}


def test_accepted_answer_is_right_everywhere() -> None:
    """A row that accepts what was answered is neither a miss, nor a false alarm, nor a lost recall."""
    samples = [sample("connection", "unexpected"), sample("unexpected", "timeout"), sample("sandbox")]
    answers = ["unexpected", "timeout", "sandbox"]

    found = measured(samples, answers)

    assert settled(samples, answers) == answers
    assert rows_right(samples, answers).all()
    assert (found["accuracy"], found["macro_f1"], found["precision"], found["recall"]) == (1.0, 1.0, 1.0, 1.0)
    assert found["false_alarms"] == 0.0
    assert found["recall_strict"] == 0.5


def test_figures_by_hand() -> None:
    """Four answers name a category, three rightly, of five rows that have one; one of three calm rows is disturbed."""
    samples = [sample(label) for label in ["timeout"] * 3 + ["sandbox"] * 2 + ["unexpected"] * 3]
    answers = ["timeout", "timeout", "unexpected", "sandbox", "unexpected", "unexpected", "unexpected", "connection"]

    found = measured(samples, answers)

    assert found["precision"] == pytest.approx(3 / 4)
    assert found["recall"] == found["recall_strict"] == pytest.approx(3 / 5)
    assert found["false_alarms"] == pytest.approx(1 / 3)
    assert found["accuracy"] == pytest.approx(5 / 8)


def test_retries_are_counted_where_a_row_tells() -> None:
    """A row that allows either is counted on no side."""
    samples = [sample("timeout", should_retry=should) for should in (True, True, False, False, False, None)]

    found = measured(samples, ["timeout"] * 6, [True, False, True, False, False, True])

    assert found["missed_retry_share"] == pytest.approx(1 / 2)
    assert found["wrong_retry_share"] == pytest.approx(1 / 3)


def test_nothing_to_measure_is_nan() -> None:
    """A share without a whole is no zero."""
    found = measured([sample("unexpected")], ["unexpected"])

    assert [name for name in FIGURES if np.isnan(found[name])] == [
        "precision", "recall", "recall_strict", "wrong_retry_share", "missed_retry_share",
    ]  # fmt: skip


@given(st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=60))
@settings(deadline=None)
def test_macro_f1_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    """On rows that accept their label alone."""
    truth, answers = [one for one, _ in pairs], [other for _, other in pairs]

    found = measured([sample(label) for label in truth], answers)

    assert found["macro_f1"] == pytest.approx(f1_score(truth, answers, average="macro", zero_division=0.0))


def test_categories_that_do_not_occur_are_left_out() -> None:
    """Rows, precision, recall and F1 of those that do."""
    cells, extra = cells_of([sample("timeout"), sample("timeout")], ["timeout", "sandbox"], np.array([True, False]))

    found = per_category(summed(cells, extra)[0])

    assert list(found) == ["timeout", "sandbox"]
    assert found["timeout"] == {"rows": 2.0, "precision": 1.0, "recall": 0.5, "f1": pytest.approx(2 / 3)}
    assert np.isnan(found["sandbox"]["recall"])


def test_calibration_error_is_the_weighted_gap() -> None:
    """Ten rows promised 0.95 of which nine are right, and ten promised 0.55 of which one is."""
    promised = np.repeat([0.95, 0.55], 10)
    right = np.array([True] * 9 + [False] + [True] + [False] * 9)

    bins = reliability(promised, right, n_bins=10)

    assert [one["rows"] for one in bins] == [10.0, 10.0]
    assert calibration_error(bins) == pytest.approx((abs(0.95 - 0.9) + abs(0.55 - 0.1)) / 2)
    assert np.isnan(calibration_error([]))


def test_certainty_of_one_falls_into_the_last_bin() -> None:
    """The upper end belongs to a bin as well."""
    (one,) = reliability(np.array([1.0]), np.array([True]))

    assert one["high"] == 1.0


def test_risk_curve_passes_the_threshold() -> None:
    """Two of three answers reach 0.8, one of these is wrong; the whole curve ends at the overall risk."""
    likeliest = ["timeout", "timeout", "timeout", "unexpected"]
    found = curves(
        likeliest,
        np.array([0.9, 0.8, 0.3, 0.99]),
        np.array([True, False, False, True]),
        {"timeout": 0.8, "sandbox": 0.5},
    )

    together, timeout = found

    assert (together.category, timeout.category) == (ALL, "timeout")
    assert timeout.at_coverage == pytest.approx(2 / 3)
    assert timeout.at_risk == pytest.approx(1 / 2)
    assert timeout.risk == pytest.approx((0.0, 1 / 2, 2 / 3))
    assert together.to_dict()["threshold"] is None


def test_unreachable_threshold_has_no_risk() -> None:
    """Where nothing is acted on, nothing can be wrong; and without an answer to act on there is no curve."""
    found = curves(["timeout"], np.array([0.9]), np.array([True]), {"timeout": 1.01})

    assert [(one.at_coverage, one.at_risk) for one in found] == [(0.0, None), (0.0, None)]
    assert curves(["unexpected"], np.array([0.9]), np.array([True]), {"timeout": 0.5}) == []
