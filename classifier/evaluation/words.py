"""
Which n-grams of a text spoke for which category? The parts and the bias sum to the answer's log-odds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from classifier.model.folding import code_points, letters
from classifier.model.ngrams import hash_grid, repetition
from classifier.model.scorer import TextModel

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

    The sum over all, plus the model's bias, equals the log-odds up to a number common to all labels. An n-gram that
    reaches beyond the end of the text is shown without what is missing, and so are those of other lengths that end
    there: each has its own part.
    """
    read, grid = _read(text, model)
    stored = model.table.take(grid, axis=0)
    squares = int(stored[:, :, -1].sum(dtype=np.int64)) * repetition(grid[-1])
    per_length = (squares * model.square) ** -0.5 if squares else 0.0
    logits = stored[:, :, :-1] * (model.scale * per_length)
    logits -= logits.mean(axis=2, keepdims=True)
    places: dict[tuple[str, int], list[int]] = {}
    for row, n in enumerate(range(model.settings.min_n, model.settings.max_n + 1)):
        for start in range(len(read)):
            places.setdefault((read[start : start + n], row), []).append(start)
    found = [Share(ngram, tuple(starts), logits[row, starts].sum(axis=0)) for (ngram, row), starts in places.items()]
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
