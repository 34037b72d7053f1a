"""
What does acting on more answers cost? Risk against coverage, category by category, with the chosen thresholds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from classifier.evaluation.figures import FALLBACK

__all__ = ["ALL", "Curve", "curves"]

ALL = "all together"
_POINTS = 200


@dataclass(frozen=True, slots=True)
class Curve:
    """
    One category's answers, the surest first.

    Attributes:
        category: Its name, or `ALL`.
        coverage: Share of its answers acted on, ascending.
        risk: Share of these that are wrong.
        threshold: The chosen least probability; None for `ALL`, which has one a category.
        at_coverage: Coverage at the threshold.
        at_risk: Risk there; None if nothing is acted on.
    """

    category: str
    coverage: tuple[float, ...]
    risk: tuple[float, ...]
    threshold: float | None
    at_coverage: float
    at_risk: float | None

    def to_dict(self) -> dict[str, object]:
        """Return plain JSON values."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def _curve(
    name: str,
    likelihoods: NDArray[np.float64],
    wrong: NDArray[np.bool_],
    acted: NDArray[np.bool_],
    threshold: float | None,
) -> Curve:
    order = np.argsort(-likelihoods, kind="stable")
    size = len(order)
    risk = np.cumsum(wrong[order]) / np.arange(1, size + 1)
    shown = np.unique(np.linspace(0, size - 1, min(size, _POINTS)).astype(np.int64))
    return Curve(
        name,
        tuple(((shown + 1) / size).tolist()),
        tuple(risk[shown].tolist()),
        threshold,
        float(acted.mean()),
        float(wrong[acted].mean()) if acted.any() else None,
    )


def curves(
    likeliest: Sequence[str],
    likelihoods: NDArray[np.float64],
    right: NDArray[np.bool_],
    thresholds: Mapping[str, float],
) -> list[Curve]:
    """
    Draw the curves of all categories that are acted on, together and each by itself.

    Args:
        likeliest: The most likely label of each row.
        likelihoods: float array, shape (n_rows,).
        right: bool array, shape (n_rows,): whether that label is accepted.
        thresholds: Least probability by label.
    """
    labels = np.array(likeliest)
    least = np.array([thresholds.get(name, 0.0) for name in likeliest])
    acted = likelihoods >= least
    found = []
    candidates = labels != FALLBACK
    if candidates.any():
        found.append(_curve(ALL, likelihoods[candidates], ~right[candidates], acted[candidates], None))
    for name, threshold in thresholds.items():
        mine = labels == name
        if mine.any():
            found.append(_curve(name, likelihoods[mine], ~right[mine], acted[mine], threshold))
    return found
