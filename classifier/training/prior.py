"""
How much of the model's consent does a weak keyword need? Measured on the rows whose text holds one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from classifier.evidence import gather
from classifier.strategies.keyword import KeywordStrategy
from classifier.training.data import Row

__all__ = ["prior_threshold", "weak_priors"]

_FEWEST = 50
_DEFAULT = 0.5


def weak_priors(rows: Sequence[Row], labels: Sequence[str]) -> NDArray[np.int64]:
    """
    Ask the keyword strategy about each text.

    Returns:
        int64 array, shape (n_rows,): the column of a weak verdict's category, -1 where there is no weak verdict.
    """
    strategy = KeywordStrategy()
    column = {label: index for index, label in enumerate(labels)}
    found = np.full(len(rows), -1, dtype=np.int64)
    for index, row in enumerate(rows):
        verdict = strategy.classify(gather(row.text))
        if verdict is not None and verdict.weak:
            found[index] = column.get(verdict.category, -1)
    return found


def prior_threshold(probabilities: NDArray[np.float64], targets: NDArray[np.int64], priors: NDArray[np.int64]) -> float:
    """
    Choose the least probability at which a weak keyword's category is more often right than wrong.

    The rows abound in near misses, written to name a category's nouns and be none of it, so the wanted precision of
    the other thresholds would silence keywords that the world uses in earnest.

    Args:
        probabilities: float array, shape (n_rows, n_labels), of held-out rows.
        targets: int array, shape (n_rows,).
        priors: int array, shape (n_rows,), as `weak_priors` gives them.

    Returns:
        The probability of the keyword's category; 0.5 where too few rows have a weak keyword to say.
    """
    with_prior = np.flatnonzero(priors >= 0)
    if len(with_prior) < _FEWEST:
        return _DEFAULT
    agreed = probabilities[with_prior, priors[with_prior]]
    order = np.argsort(-agreed, kind="stable")
    gain = np.cumsum(np.where((targets[with_prior] == priors[with_prior])[order], 1, -1))
    return float(agreed[order][int(gain.argmax())]) if gain.max() > 0 else _DEFAULT
