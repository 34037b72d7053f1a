"""
Which numbers tell how good the answers are? Pure functions of counts, for a table and its bootstrap alike.

An accepted answer counts as right everywhere: where a row accepts what was answered, that is its truth. So every figure
follows from one table of truth against answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from classifier.categories import CATEGORIES
from classifier.evaluation.samples import Sample

__all__ = [
    "FALLBACK",
    "FIGURES",
    "calibration_error",
    "cells_of",
    "figures",
    "per_category",
    "reliability",
    "rows_right",
    "settled",
    "summed",
]

FALLBACK: Final = "unexpected"

FIGURES: Final[dict[str, tuple[bool, str]]] = {
    "accuracy": (True, "answers that are right"),
    "macro_f1": (True, "mean over the categories of the harmonic mean of precision and recall"),
    "precision": (True, "of the answers that name a category other than unexpected, those that are right"),
    "recall": (True, "of the messages that belong to such a category, those that get it"),
    "recall_strict": (True, "the same where answering unexpected counts as a miss even if the row accepts it"),
    "false_alarms": (False, "of the messages that are unexpected, those taken for something else"),
    "wrong_retry_share": (False, "of the messages a retry cannot help, those that would be retried"),
    "missed_retry_share": (False, "of the messages a retry can help, those that would not be"),
}
"""Name of each figure: whether higher is better, and what it is a share of."""

N_EXTRA: Final = 6
"""Counts beside the table: should and would retry, should only, would only, neither; strict hits and their total."""


def settled(samples: Sequence[Sample], given: Sequence[str]) -> list[str]:
    """Return each row's truth: the answer where it is accepted, else the label."""
    return [answer if answer in sample.accept else sample.label for sample, answer in zip(samples, given, strict=True)]


def rows_right(samples: Sequence[Sample], given: Sequence[str]) -> NDArray[np.bool_]:
    """Return a bool array, shape (n_rows,): whether the answer is accepted."""
    return np.array([answer in sample.accept for sample, answer in zip(samples, given, strict=True)], dtype=np.bool_)


def cells_of(
    samples: Sequence[Sample], given: Sequence[str], retries: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """
    Say into which cells each row falls.

    Returns:
        int array, shape (n_rows,): cell of the flattened table of truth against answer, in the order of `CATEGORIES`;
        int array, shape (n_rows, 6): the further counts, see `N_EXTRA`.
    """
    column = {name: index for index, name in enumerate(CATEGORIES)}
    truth = settled(samples, given)
    cells = np.array([column[one] * len(column) + column[other] for one, other in zip(truth, given, strict=True)])
    extra = np.zeros((len(samples), N_EXTRA), dtype=np.int64)
    for row, (sample, answer, would) in enumerate(zip(samples, given, retries.tolist(), strict=True)):
        if sample.should_retry is not None:
            extra[row, (0 if would else 1) if sample.should_retry else (2 if would else 3)] = 1
        if sample.label != FALLBACK:
            extra[row, 4] = answer != FALLBACK and answer in sample.accept
            extra[row, 5] = 1
    return cells, extra


def summed(cells: NDArray[np.int64], extra: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the table, shape (n_categories, n_categories), and the further counts, shape (6,)."""
    size = len(CATEGORIES)
    table = np.bincount(cells, minlength=size * size).reshape(size, size).astype(np.float64)
    return table, extra.sum(axis=0).astype(np.float64)


def _share(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    """NaN where there is nothing to take a share of."""
    out = np.full(np.shape(whole), np.nan)
    np.divide(part, whole, out=out, where=whole > 0)
    return out


def figures(table: NDArray[np.float64], extra: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """
    Compute `FIGURES`.

    Args:
        table: float array, shape (..., n_categories, n_categories), truth by answer.
        extra: float array, shape (..., 6).

    Returns:
        float arrays, shape (...); NaN where a share has no whole.
    """
    fallback = list(CATEGORIES).index(FALLBACK)
    right = np.diagonal(table, axis1=-2, axis2=-1)
    of_truth, of_answer = table.sum(axis=-1), table.sum(axis=-2)
    seen = of_truth + of_answer
    f1 = _share(2.0 * right, seen)
    rightly = right.sum(axis=-1) - right[..., fallback]
    acted = of_answer.sum(axis=-1) - of_answer[..., fallback]
    actionable = of_truth.sum(axis=-1) - of_truth[..., fallback]
    calm = of_truth[..., fallback]
    return {
        "accuracy": _share(right.sum(axis=-1), of_truth.sum(axis=-1)),
        "macro_f1": _share(np.nansum(f1, axis=-1), (seen > 0).sum(axis=-1).astype(np.float64)),
        "precision": _share(rightly, acted),
        "recall": _share(rightly, actionable),
        "recall_strict": _share(extra[..., 4], extra[..., 5]),
        "false_alarms": _share(calm - right[..., fallback], calm),
        "wrong_retry_share": _share(extra[..., 2], extra[..., 2] + extra[..., 3]),
        "missed_retry_share": _share(extra[..., 1], extra[..., 0] + extra[..., 1]),
    }


def per_category(table: NDArray[np.float64]) -> dict[str, dict[str, float]]:
    """Return rows, precision, recall and F1 of each category that occurs as truth or as answer."""
    right = np.diagonal(table)
    of_truth, of_answer = table.sum(axis=1), table.sum(axis=0)
    columns = {
        "rows": of_truth,
        "precision": _share(right, of_answer),
        "recall": _share(right, of_truth),
        "f1": _share(2.0 * right, of_truth + of_answer),
    }
    return {
        name: {figure: float(values[index]) for figure, values in columns.items()}
        for index, name in enumerate(CATEGORIES)
        if of_truth[index] + of_answer[index] > 0
    }


def reliability(likelihoods: NDArray[np.float64], right: NDArray[np.bool_], n_bins: int = 15) -> list[dict[str, float]]:
    """
    Compare what is promised with what comes true.

    Returns:
        Of each of `n_bins` equally wide bins that holds a row: `low`, `high`, `rows`, mean `promised`, share `right`.
    """
    at = np.clip((likelihoods * n_bins).astype(np.int64), 0, n_bins - 1)
    bins = []
    for number in range(n_bins):
        inside = at == number
        if inside.any():
            bins.append({
                "low": number / n_bins,
                "high": (number + 1) / n_bins,
                "rows": float(inside.sum()),
                "promised": float(likelihoods[inside].mean()),
                "right": float(right[inside].mean()),
            })  # fmt: skip
    return bins


def calibration_error(bins: Sequence[dict[str, float]]) -> float:
    """Return the expected calibration error: the mean gap between promised and right, weighted by rows."""
    total = sum(one["rows"] for one in bins)
    return sum(one["rows"] * abs(one["promised"] - one["right"]) for one in bins) / total if total else float("nan")
