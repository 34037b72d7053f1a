"""
Is one system better than another, or is it chance? A paired bootstrap over ideas.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from classifier.categories import CATEGORIES
from classifier.evaluation.answers import Answers
from classifier.evaluation.figures import FIGURES, N_EXTRA, cells_of, figures
from classifier.evaluation.samples import Sample

__all__ = ["Difference", "compare"]

_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Difference:
    """
    One figure of two systems.

    Attributes:
        figure: Its name in `FIGURES`.
        first: The value of the first system; NaN where there is nothing to measure.
        second: The value of the second.
        change: `second - first`.
        low: Lower end of the 95 % interval of the change.
        high: Its upper end.
        verdict: `"better"`, `"worse"`, or `"same"` where the interval holds 0: what the second is.
    """

    figure: str
    first: float
    second: float
    change: float
    low: float
    high: float
    verdict: str

    def to_dict(self) -> dict[str, object]:
        """Return plain JSON values; what could not be measured is None."""
        return {
            name: None if isinstance(value, float) and not math.isfinite(value) else value
            for name in self.__dataclass_fields__
            for value in (getattr(self, name),)
        }


def _by_group(samples: Sequence[Sample], answers: Answers, at: NDArray[np.int64], n_groups: int) -> NDArray[np.float64]:
    """Float array, shape (n_groups, n_categories ** 2 + 6): the counts of each group."""
    cells, extra = cells_of(samples, answers.given, answers.retries)
    size = len(CATEGORIES) ** 2
    counts = np.zeros((n_groups, size + N_EXTRA))
    np.add.at(counts, (at, cells), 1.0)
    np.add.at(counts[:, size:], at, extra)
    return counts


def _figures(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    size = len(CATEGORIES)
    table = counts[..., : size * size].reshape(*counts.shape[:-1], size, size)
    return figures(table, counts[..., size * size :])


def _verdict(low: float, high: float, *, higher_is_better: bool) -> str:
    if low > 0 or high < 0:
        return "better" if (low > 0) == higher_is_better else "worse"
    return "same"


def compare(
    samples: Sequence[Sample], first: Answers, second: Answers, *, n_draws: int = 1000, seed: int = 7
) -> list[Difference]:
    """
    Compare two systems on the same rows.

    Rows of one group are variants, or translations, of one idea and say less than so many rows; so groups are drawn
    with replacement, the same ones for both systems.

    Args:
        n_draws: How many times; the ends of a 95 % interval from 1,000 draws are steady to about a tenth of its width.
        seed: Equal seeds give equal intervals.
    """
    names, at = np.unique([sample.group for sample in samples], return_inverse=True)
    before, after = (_by_group(samples, answers, at, len(names)) for answers in (first, second))
    draw = np.random.default_rng(seed)
    changes: dict[str, list[NDArray[np.float64]]] = {name: [] for name in FIGURES}
    for start in range(0, n_draws, _CHUNK):
        picked = draw.integers(0, len(names), size=(min(_CHUNK, n_draws - start), len(names)))
        weights = np.stack([np.bincount(row, minlength=len(names)) for row in picked]).astype(np.float64)
        old, new = _figures(weights @ before), _figures(weights @ after)
        for name in FIGURES:
            changes[name].append(new[name] - old[name])
    old, new = _figures(before.sum(axis=0)), _figures(after.sum(axis=0))
    found = []
    for name, (higher_is_better, _) in FIGURES.items():
        drawn = np.concatenate(changes[name])
        drawn = drawn[~np.isnan(drawn)]
        low, high = np.quantile(drawn, (0.025, 0.975)).tolist() if len(drawn) else (float("nan"), float("nan"))
        one, other = float(old[name]), float(new[name])
        verdict = _verdict(low, high, higher_is_better=higher_is_better)
        found.append(Difference(name, one, other, other - one, low, high, verdict))
    return found
