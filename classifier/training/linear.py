"""
Which weights tell the labels apart? A linear support vector machine over hashed n-grams.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import normalize
from sklearn.svm import LinearSVC

from classifier.training.augment import augmented
from classifier.training.data import Row
from classifier.training.options import LABELS, TrainingOptions
from classifier.training.pipeline import NgramVectorizer, TfidfUnit
from classifier.training.splits import components

__all__ = ["Fitted", "fit_rows", "require_every_label", "row_weights", "targets_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """
    A linear model before calibration.

    Attributes:
        vectorizer: From texts to counts.
        unit: The TF-IDF step.
        weights: float array, shape (n_labels, n_buckets).
        intercept: float array, shape (n_labels,).
    """

    vectorizer: NgramVectorizer
    unit: TfidfUnit
    weights: NDArray[np.float64]
    intercept: NDArray[np.float64]

    def scores(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """
        Score texts.

        Returns:
            float array, shape (n_texts, n_labels).
        """
        values = self.unit.transform(self.vectorizer.transform(texts))
        scores: NDArray[np.float64] = values @ self.weights.T + self.intercept
        return scores


def targets_of(rows: Sequence[Row]) -> NDArray[np.int64]:
    """Return the column of each row's label, shape (n_rows,)."""
    return np.array([LABELS.index(row.label) for row in rows], dtype=np.int64)


def row_weights(rows: Sequence[Row], language_balance: float) -> NDArray[np.float64]:
    """
    Weigh rows so that small languages are heard.

    Returns:
        float array, shape (n_rows,), of mean 1.
    """
    languages, of_row = np.unique([row.lang for row in rows], return_inverse=True)
    sizes = np.bincount(of_row, minlength=len(languages)).astype(np.float64)
    weights = sizes[of_row] ** -language_balance
    return np.asarray(weights / weights.mean())


def require_every_label(rows: Sequence[Row]) -> None:
    """
    Check that a model can be fitted.

    Raises:
        ValueError: If a label has no rows.
    """
    missing = set(LABELS) - {row.label for row in rows}
    if missing:
        msg = f"no row is labelled {', '.join(sorted(missing))}; a model needs rows of every label: {', '.join(LABELS)}"
        raise ValueError(msg)


def fit_rows(rows: Sequence[Row], options: TrainingOptions) -> Fitted:
    """
    Fit one label against the rest, for each label.

    Raises:
        ValueError: If a label has no rows.
    """
    require_every_label(rows)
    rows = augmented(rows, options.seed, each=options.variants)
    vectorizer = NgramVectorizer(**asdict(options.ngrams))
    counts: sparse.csr_matrix = vectorizer.transform([row.text for row in rows])
    unit = TfidfUnit(options.min_ideas).fit(counts, ideas=components(rows))
    # at length 1 the few texts that say one thing over and over do not keep the machine from converging
    values = normalize(unit.transform(counts), copy=False)
    weights, intercept = _separate(values, targets_of(rows), row_weights(rows, options.language_balance), options)
    return Fitted(vectorizer, unit, weights, intercept)


def _separate(
    values: sparse.csr_matrix, targets: NDArray[np.int64], sample_weight: NDArray[np.float64], options: TrainingOptions
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Fit one label against the rest; return weights, shape (n_labels, n_buckets), and intercepts, (n_labels,)."""
    if options.machine == "svm":
        machine = LinearSVC(C=options.penalty_c, random_state=options.seed, max_iter=2000)
        machine.fit(values, targets, sample_weight=sample_weight)
        return machine.coef_, machine.intercept_
    coefficients, intercepts = [], []
    for column in range(len(LABELS)):
        regression = LogisticRegression(solver="liblinear", C=options.penalty_c, random_state=options.seed)
        regression.fit(values, targets == column, sample_weight=sample_weight)
        coefficients.append(regression.coef_[0])
        intercepts.append(float(regression.intercept_[0]))
    return np.array(coefficients), np.array(intercepts)
