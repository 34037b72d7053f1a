"""
How sure is a score, and from where on may it be acted on? Both learnt from rows that the weights have not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from classifier.model.scorer import FALLBACK_LABEL, softmax

__all__ = ["NEVER", "Calibration", "calibrate", "thresholds_for"]

NEVER = 1.01
"""A threshold no probability reaches: of a label that cannot be had at the wanted precision."""

_FEWEST = 20
"""Accepted rows below which a measured precision says nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """
    Turns scores into log-odds: `mixing @ scores + bias`.

    Attributes:
        mixing: float array, shape (n_labels, n_labels).
        bias: float array, shape (n_labels,).
    """

    mixing: NDArray[np.float64]
    bias: NDArray[np.float64]

    def probabilities(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return a float array of the shape of `scores`, (n_rows, n_labels), rows sum to 1."""
        return softmax(scores @ self.mixing.T + self.bias)


def calibrate(scores: NDArray[np.float64], targets: NDArray[np.int64]) -> Calibration:
    """
    Fit a multinomial logistic regression on held-out scores.

    Args:
        scores: float array, shape (n_rows, n_labels).
        targets: int array, shape (n_rows,), columns of the true labels; every column must occur.
    """
    regression = LogisticRegression(C=1.0, max_iter=1000, tol=1e-8)
    regression.fit(scores, targets)
    return Calibration(regression.coef_, regression.intercept_)


def thresholds_for(
    probabilities: NDArray[np.float64], targets: NDArray[np.int64], labels: Sequence[str], precision: float
) -> dict[str, float]:
    """
    Choose for each label the least probability from which on it is acted on.

    Of all choices under which the labels together are right often enough, the one that acts rightly most often: every
    label goes on to the point where its next rows would be right with the same chance. No label goes below
    `precision` by more than half of what is missing to 1.

    Args:
        probabilities: float array, shape (n_rows, n_labels), of held-out rows.
        targets: int array, shape (n_rows,).
        precision: Least share of right rows among those acted on.

    Returns:
        Thresholds by label, without `unexpected`; `NEVER` for a label that cannot be had at that precision.
    """
    likeliest = probabilities.argmax(axis=1)
    curves: dict[str, tuple[NDArray[np.float64], NDArray[np.int64]]] = {}
    floor = precision - (1.0 - precision) / 2.0
    for column, label in enumerate(labels):
        if label == FALLBACK_LABEL:
            continue
        of_label = np.flatnonzero(likeliest == column)
        values = probabilities[of_label, column]
        order = np.argsort(-values, kind="stable")
        right = np.cumsum(targets[of_label][order] == column)
        allowed = np.flatnonzero(right >= floor * np.arange(1, len(order) + 1))
        length = int(allowed[-1]) + 1 if len(allowed) else 0
        curves[label] = (values[order][:length], np.concatenate(([0], right[:length])))
    chosen = dict.fromkeys(curves, 0)
    for price in np.linspace(0.0, 1.0, 401):
        for label, (_, right) in curves.items():
            gain = right - price * np.arange(len(right))
            chosen[label] = len(gain) - 1 - int(gain[::-1].argmax())
        accepted = sum(chosen.values())
        rightly = sum(int(curves[label][1][length]) for label, length in chosen.items())
        if accepted and rightly >= precision * accepted:
            break
    return {
        label: float(curves[label][0][length - 1]) if length >= _FEWEST else NEVER for label, length in chosen.items()
    }
