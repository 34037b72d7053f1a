"""
Which settings are worth having? Each is measured on held-out ideas and, separately, on held-out domains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from classifier.model.folding import NgramSettings
from classifier.model.scorer import FALLBACK_LABEL
from classifier.training.calibrate import calibrate
from classifier.training.data import Row
from classifier.training.fit import held_out_scores
from classifier.training.linear import targets_of
from classifier.training.options import LABELS, TrainingOptions
from classifier.training.splits import domain_folds, group_folds, held_out_folds

__all__ = ["STUDY_LANGUAGES", "rows_to_study", "study", "variations"]

_FOLDS: Final = 3
STUDY_LANGUAGES: Final = ("de", "en", "es", "ja", "ru", "zh-CN")
"""Languages whose rows are measured: one of each script and family, so that a study takes minutes."""


def variations(base: TrainingOptions) -> dict[str, TrainingOptions]:
    """Return the settings to measure by name: `base` and what differs from it in one thing."""
    grams = base.ngrams

    def with_grams(**change: int) -> TrainingOptions:
        values = {name: getattr(grams, name) for name in NgramSettings.__dataclass_fields__}
        return replace(base, ngrams=NgramSettings(**{**values, **change}))

    return {
        "as shipped": base,
        "n to 4": with_grams(max_n=4),
        "n to 6": with_grams(max_n=6),
        "n from 2": with_grams(min_n=2),
        "2^18 buckets": with_grams(bits=18),
        "2^21 buckets": with_grams(bits=21),
        "n-grams of any idea": replace(base, min_ideas=1),
        "n-grams of 6 ideas": replace(base, min_ideas=6),
        "logistic regression": replace(base, machine="logistic", penalty_c=10 * base.penalty_c),
        "C 0.5": replace(base, penalty_c=base.penalty_c / 2),
        "C 2": replace(base, penalty_c=base.penalty_c * 2),
        "languages balanced": replace(base, language_balance=0.5),
        "no variants": replace(base, variants=0),
        "2 variants a row": replace(base, variants=2),
    }


def rows_to_study(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of the languages that are measured; all of them where these are not among the rows."""
    chosen = [row for row in rows if row.lang in STUDY_LANGUAGES]
    return chosen if {row.lang for row in chosen} == set(STUDY_LANGUAGES) else list(rows)


def study(
    rows: Sequence[Row], base: TrainingOptions, progress: Callable[[str], None], *, n_jobs: int = 1
) -> list[dict[str, Any]]:
    """
    Measure every variation on `rows_to_study(rows)`.

    Returns:
        One dict a variation: its name, accuracy on held-out ideas, on held-out domains and on held-out origins, and
        on held-out domains the recall of the actionable categories at the wanted precision.
    """
    rows = rows_to_study(rows)
    splits = {
        "ideas": group_folds(rows, _FOLDS, base.seed)[:1],
        "domains": domain_folds(rows, _FOLDS),
        "origins": held_out_folds(rows, lambda row: row.origin, _FOLDS),
    }
    targets = targets_of(rows)
    table = []
    for name, options in variations(base).items():
        progress(f"study: {name}")
        measured: dict[str, Any] = {"name": name}
        for split, folds in splits.items():
            if not folds:
                continue
            scores = held_out_scores(rows, folds, options, n_jobs=n_jobs)
            known = ~np.isnan(scores[:, 0])
            likely = calibrate(scores[known], targets[known]).probabilities(scores[known])
            measured[f"accuracy_{split}"] = float((likely.argmax(axis=1) == targets[known]).mean())
            if split == "domains":
                measured["recall_at_precision"] = _recall_at(likely, targets[known], options.precision)
        table.append(measured)
    return table


def _recall_at(likely: np.ndarray[Any, np.dtype[np.float64]], targets: Any, precision: float) -> float:
    """Recall of the actionable categories where one threshold for all of them has that precision."""
    fallback = LABELS.index(FALLBACK_LABEL)
    best = likely.argmax(axis=1)
    acted = np.flatnonzero(best != fallback)
    order = acted[np.argsort(-likely[acted].max(axis=1), kind="stable")]
    right = np.cumsum(best[order] == targets[order])
    enough = np.flatnonzero(right >= precision * np.arange(1, len(order) + 1))
    return float(right[enough[-1]] / max(1, int((targets != fallback).sum()))) if len(enough) else 0.0
