"""
May this model replace that one? Both are measured on the sealed ideas, which neither was trained on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import f1_score

from classifier.categories import CATEGORIES
from classifier.model.scorer import FALLBACK_LABEL, TextModel
from classifier.training.data import Row

__all__ = ["DEEP_LANGUAGES", "Comparison", "Figure", "compare", "judged", "rates"]

DEEP_LANGUAGES: Final = (
    "en", "ja", "zh-CN", "zh-TW", "ko", "de", "fr", "es", "pt-BR", "it", "ru", "pl", "tr", "vi", "id", "uk",
)  # fmt: skip
"""Languages with the most rows; a challenger is held to each of them."""

_SLACK: Final = 0.002
"""Overall figures may be so much worse: a sealed row or a few, out of three thousand."""

_CHANCE: Final = 0.05
"""A language got worse if chance alone would do that to so few of two equal models."""


@dataclass(frozen=True, slots=True)
class Figure:
    """
    One number of both models.

    Attributes:
        name: What is measured.
        champion: The value of the model in place; None if there is none.
        challenger: The value of the new model.
        is_worse: Whether the challenger is worse by more than chance or rounding allow.
        higher_is_better: False for error rates.
    """

    name: str
    champion: float | None
    challenger: float
    is_worse: bool
    higher_is_better: bool = True


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    All figures, and what follows.

    Attributes:
        figures: In the fixed order.
        replaces: Whether the challenger may replace the champion.
        verdict: The same in one sentence.
        n_rows: Sealed rows measured on.
    """

    figures: tuple[Figure, ...]
    replaces: bool
    verdict: str
    n_rows: int


def judged(model: TextModel, rows: Sequence[Row]) -> tuple[list[str], list[str]]:
    """Return the likeliest label of each row, and the category it is given at the model's thresholds."""
    found = model.classify_many([row.text for row in rows])
    return [prediction.label for prediction in found], [prediction.category for prediction in found]


def rates(truth: Sequence[str], likeliest: Sequence[str], given: Sequence[str]) -> dict[str, float]:
    """
    Measure predictions against labels.

    Args:
        truth: The labels.
        likeliest: The most likely labels.
        given: The categories at the thresholds.

    Returns:
        Shares from 0 to 1: accuracy and macro-F1 of the likeliest label; precision and recall of the six actionable
        categories, false alarms on `unexpected`, and wrong and missed retries, at the thresholds.
    """
    wanted, top, final = np.array(truth), np.array(likeliest), np.array(given)
    actionable, acted = wanted != FALLBACK_LABEL, final != FALLBACK_LABEL
    right = final == wanted
    retried = [name for name, category in CATEGORIES.items() if category.retry is not None]
    should, would = np.isin(wanted, retried), np.isin(final, retried)

    def share(of: NDArray[np.bool_], among: NDArray[np.bool_], empty: float) -> float:
        return float(of[among].mean()) if among.any() else empty

    return {
        "accuracy": float((top == wanted).mean()),
        "macro-F1": float(f1_score(wanted, top, average="macro", zero_division=0.0)),
        "precision": share(right, acted, 1.0),
        "recall": share(right, actionable, 1.0),
        "false alarms": share(acted, ~actionable, 0.0),
        "wrong retries": share(would, ~should, 0.0),
        "missed retries": share(~would, should, 0.0),
    }


_LOWER_IS_BETTER: Final = frozenset({"false alarms", "wrong retries", "missed retries"})
_HELD_TO: Final = frozenset({"accuracy", "macro-F1", "precision", "wrong retries"})


def _by_chance(lost: int, won: int) -> float:
    """Probability that of `lost + won` differing rows so many or more are lost when either is equally likely."""
    total = lost + won
    return float(sum(comb(total, wins) for wins in range(won + 1)) / 2**total)


def compare(champion: TextModel | None, challenger: TextModel, rows: Sequence[Row]) -> Comparison:
    """
    Measure both models on sealed rows.

    Args:
        champion: The model in place, or None if there is none; then any challenger takes the place.
        rows: Rows that neither was trained on.
    """
    truth = [row.label for row in rows]
    new_top, new_given = judged(challenger, rows)
    old_top, old_given = judged(champion, rows) if champion is not None else ([], [])
    new = rates(truth, new_top, new_given)
    old = rates(truth, old_top, old_given) if champion is not None else None
    figures = []
    for name, value in new.items():
        before = None if old is None else old[name]
        higher = name not in _LOWER_IS_BETTER
        loss = 0.0 if before is None else (before - value if higher else value - before)
        figures.append(Figure(name, before, value, name in _HELD_TO and loss > _SLACK, higher))
    languages = [row.lang for row in rows]
    for language in DEEP_LANGUAGES:
        of_language = [index for index, lang in enumerate(languages) if lang == language]
        if not of_language:
            continue
        now = [new_top[index] == truth[index] for index in of_language]
        value = sum(now) / len(now)
        if champion is None:
            figures.append(Figure(f"accuracy {language}", None, value, is_worse=False))
            continue
        then = [old_top[index] == truth[index] for index in of_language]
        lost = sum(a and not b for a, b in zip(then, now, strict=True))
        won = sum(b and not a for a, b in zip(then, now, strict=True))
        is_worse = lost > won and _by_chance(lost, won) < _CHANCE
        figures.append(Figure(f"accuracy {language}", sum(then) / len(then), value, is_worse))
    worse = [figure.name for figure in figures if figure.is_worse]
    if champion is None:
        verdict = "there is no model yet; the new one takes its place"
    elif worse:
        verdict = f"the new model is worse in {', '.join(worse)}; the old one stays"
    else:
        verdict = "the new model is not worse in any figure; it replaces the old one"
    return Comparison(tuple(figures), not worse, verdict, len(rows))
