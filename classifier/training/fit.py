"""
How do labelled messages become a model? Fit, then calibrate and set thresholds on domains that were held out.
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from itertools import compress
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import scipy
import sklearn
from numpy.typing import NDArray

from classifier.model.artefact import FORMAT, KIND
from classifier.model.scorer import FALLBACK_LABEL, TextModel
from classifier.training.calibrate import Calibration, calibrate, thresholds_for
from classifier.training.data import Row, data_hash
from classifier.training.linear import Fitted, fit_rows, require_every_label, targets_of
from classifier.training.options import LABELS, TrainingOptions
from classifier.training.prior import prior_threshold, weak_priors
from classifier.training.splits import Fold, domain_folds

__all__ = ["Progress", "fit", "held_out_scores"]

Progress = Callable[[str], None]
"""Told what begins next."""


def _silent(_step: str) -> None:
    pass


def _fold_scores(rows: list[Row], texts: list[str], options: TrainingOptions) -> NDArray[np.float64]:
    return fit_rows(rows, options).scores(texts)


def held_out_scores(
    rows: Sequence[Row],
    folds: Sequence[Fold],
    options: TrainingOptions,
    progress: Progress = _silent,
    *,
    n_jobs: int = 1,
    cache: Path | None = None,
) -> NDArray[np.float64]:
    """
    Score each row by a model that saw nothing of its fold.

    Args:
        n_jobs: Processes at once; the result does not depend on it.
        cache: A folder where joblib keeps what was computed.

    Returns:
        float array, shape (n_rows, n_labels); NaN where no fold holds the row out.
    """
    compute = joblib.Memory(cache, verbose=0).cache(_fold_scores) if cache is not None else _fold_scores
    scores = np.full((len(rows), len(LABELS)), np.nan)
    # what the thresholds aim at changes no score, so another aim finds the folds in the cache
    options = replace(options, precision=TrainingOptions().precision)
    calls = (
        joblib.delayed(compute)(
            list(compress(rows, fold.train)), [row.text for row in compress(rows, fold.test)], options
        )
        for fold in folds
    )
    found = joblib.Parallel(n_jobs=n_jobs, return_as="generator")(calls)
    for fold in folds:
        progress(f"holding out {fold.name}")
        scores[fold.test] = next(found)
    return scores


def fit(
    rows: Sequence[Row],
    options: TrainingOptions,
    progress: Progress = _silent,
    *,
    n_jobs: int = 1,
    cache: Path | None = None,
) -> TextModel:
    """
    Train a model on `rows`, as `read_rows` gives them.

    Calibration and thresholds come from domains held out one fold after the other, since rows of one author resemble
    each other more than the world does. Equal rows and options give equal arrays on one machine.

    Raises:
        ValueError: If a label has no rows, or all rows are of one domain.
    """
    require_every_label(rows)
    folds = domain_folds(rows, options.n_folds)
    if len(folds) < 2:
        msg = "all rows are of one domain, so none can be held out to set the thresholds; tag rows with their domain"
        raise ValueError(msg)
    for fold in folds:
        left = set(LABELS) - {row.label for row in compress(rows, fold.train)}
        if left:
            msg = (
                f"all rows labelled {', '.join(sorted(left))} are of {fold.name}; each label needs two domains at least"
            )
            raise ValueError(msg)
    scores = held_out_scores(rows, folds, options, progress, n_jobs=n_jobs, cache=cache)
    targets = targets_of(rows)
    calibration = calibrate(scores, targets)
    likely = calibration.probabilities(scores)
    thresholds = thresholds_for(likely, targets, LABELS, options.precision)
    prior = prior_threshold(likely, targets, weak_priors(rows, LABELS))
    progress("fitting all rows")
    metadata = _metadata(rows, options)
    metadata["held_out_domains"] = _held_out_figures(likely, targets, thresholds)
    return _model(fit_rows(rows, options), calibration, thresholds, prior, metadata)


def _metadata(rows: Sequence[Row], options: TrainingOptions) -> dict[str, Any]:
    return {
        "kind": KIND,
        "format": FORMAT,
        "labels": list(LABELS),
        "ngrams": asdict(options.ngrams),
        "training": {name: value for name, value in asdict(options).items() if name != "ngrams"},
        "data": {
            "sha256": data_hash(rows),
            "rows": len(rows),
            "ideas": len({row.group for row in rows}),
            "rows_by_language": dict(sorted(Counter(row.lang for row in rows).items())),
            "rows_by_label": {label: sum(row.label == label for row in rows) for label in LABELS},
            "rows_by_domain": dict(sorted(Counter(row.domain or "not given" for row in rows).items())),
        },
        "versions": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scipy": scipy.__version__,
            "scikit-learn": sklearn.__version__,
        },
    }


def _held_out_figures(
    likely: NDArray[np.float64], targets: NDArray[np.int64], thresholds: dict[str, float]
) -> dict[str, Any]:
    fallback = LABELS.index(FALLBACK_LABEL)
    best = likely.argmax(axis=1)
    least = np.array([thresholds.get(label, 2.0) for label in LABELS])
    acted = likely.max(axis=1) >= least[best]
    right = best == targets
    return {
        "accuracy": float(right.mean()),
        "precision": float(right[acted].mean()) if acted.any() else 1.0,
        "recall": float((right & acted)[targets != fallback].mean()),
        "false_alarms": float(acted[targets == fallback].mean()),
        "by_label": {
            label: {
                "precision": float(right[acted & (best == column)].mean()) if (acted & (best == column)).any() else 1.0,
                "recall": float((acted & right)[targets == column].mean()),
            }
            for column, label in enumerate(LABELS)
            if column != fallback
        },
    }


def _model(
    fitted: Fitted,
    calibration: Calibration,
    thresholds: dict[str, float],
    prior: float,
    metadata: dict[str, Any],
) -> TextModel:
    levels = fitted.unit.levels_
    # what is asked of the table is the product of all three, so that is what is rounded
    table, scale = _rounded(calibration.mixing @ fitted.weights * fitted.unit.idf_)
    bias = calibration.mixing @ fitted.intercept + calibration.bias
    metadata = {
        **metadata,
        "scale": scale.tolist(),
        "square": fitted.unit.square_,
        "bias": bias.tolist(),
        "thresholds": thresholds,
        "prior_threshold": prior,
    }
    return TextModel(
        fitted.vectorizer.settings(),
        LABELS,
        np.ascontiguousarray(np.column_stack([table.T, levels])),
        scale,
        fitted.unit.square_,
        bias,
        thresholds,
        prior,
        metadata,
    )


def _rounded(exact: NDArray[np.float64]) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Return numbers in 8 bits and what one step is worth; the largest of each row becomes 127 steps."""
    scale = np.abs(exact).max(axis=1) / 127.0
    scale[scale == 0] = 1.0
    return np.rint(exact / scale[:, None]).astype(np.int8), scale
