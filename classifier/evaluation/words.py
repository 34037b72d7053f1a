"""
Which n-grams of a text spoke for which category? The parts and the bias sum to the answer's log-odds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from classifier.model.folding import code_points, letters
from classifier.model.ngrams import hash_grid
from classifier.model.scorer import TextModel, sublinear

__all__ = ["Share", "shares", "weight_of_letters"]


@dataclass(frozen=True, slots=True, eq=False)
class Share:
    """
    What one n-gram adds.

    Attributes:
        ngram: As the model reads it: lower case, runs of digits and of white space as one.
        starts: Where it begins in the text as read.
        logits: float array, shape (n_labels,), sums to 0: what it adds to each label's log-odds,
            relative to their mean.
    """

    ngram: str
    starts: tuple[int, ...]
    logits: NDArray[np.float64]


def _read(text: str, model: TextModel) -> tuple[str, NDArray[np.int32]]:
    """Return the letters the model sees, and the bucket of each n-gram, a row for each length."""
    # The extractor's own steps: an inspection that folds text in another way would explain another model.
    settings = model.settings
    return letters(text, settings), hash_grid(code_points(text, settings), settings)


def shares(model: TextModel, text: str) -> list[Share]:
    """
    Return what each n-gram adds, the most telling first.

    N-grams that fall into one bucket cannot be told apart by the model; each gets its part by how often it occurs. The
    sum over all, plus the model's bias, equals the log-odds up to a number common to all labels.
    """
    read, grid = _read(text, model)
    starts: dict[tuple[str, int], list[int]] = {}
    every: list[int] = []
    for n, row in enumerate(grid.tolist(), model.settings.min_n):
        whole = row[: len(read) - n + 1]
        every.extend(whole)
        for start, bucket in enumerate(whole):
            starts.setdefault((read[start : start + n], bucket), []).append(start)
    buckets = np.array(every, dtype=np.int32)
    distinct, at, counts = np.unique(buckets, return_inverse=True, return_counts=True)
    stored = model.table.take(distinct, axis=0)
    value = model.idf.take(stored[:, -1]) * sublinear(counts)
    norm = float(value @ value) ** 0.5 or 1.0
    logits = (stored[:, :-1] * (value / norm)[:, None]) @ model.mixing.T
    logits -= logits.mean(axis=1, keepdims=True)
    row_of = dict(zip(buckets.tolist(), at.tolist(), strict=True))
    found = [
        Share(ngram, tuple(places), logits[row_of[bucket]] * (len(places) / counts[row_of[bucket]]))
        for (ngram, bucket), places in starts.items()
    ]
    return sorted(found, key=lambda share: -float(np.abs(share.logits).max()))


def weight_of_letters(model: TextModel, text: str, label: str) -> tuple[str, NDArray[np.float64]]:
    """
    Spread what each n-gram adds to `label` evenly over its letters.

    Returns:
        The text as the model reads it, and a float array of its length: above 0 where letters speak for `label`.
    """
    read, _ = _read(text, model)
    column = model.labels.index(label)
    weights = np.zeros(len(read))
    for share in shares(model, text):
        each = share.logits[column] / (len(share.starts) * len(share.ngram))
        for start in share.starts:
            weights[start : start + len(share.ngram)] += each
    return read, weights
