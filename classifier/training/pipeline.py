"""
What does scikit-learn see? The extractor of serving behind its interface, and a pipeline equal to the served model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline

from classifier.model.folding import NgramSettings
from classifier.model.ngrams import count_many
from classifier.model.scorer import TextModel, idf_values, sublinear

__all__ = ["NgramVectorizer", "TfidfUnit", "as_pipeline"]

_CHUNK_TEXTS = 512


class NgramVectorizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """
    Texts to sublinear counts of hashed n-grams; the code that serving runs.

    `transform` gives a CSR matrix, shape (n_texts, 2**bits); it learns nothing.
    """

    def __init__(
        self, min_n: int = 1, max_n: int = 5, bits: int = 20, head_chars: int = 1000, tail_chars: int = 500
    ) -> None:
        self.min_n = min_n
        self.max_n = max_n
        self.bits = bits
        self.head_chars = head_chars
        self.tail_chars = tail_chars

    def settings(self) -> NgramSettings:
        """Return the parameters as the value that serving uses."""
        return NgramSettings(self.min_n, self.max_n, self.bits, self.head_chars, self.tail_chars)

    def fit(self, X: Sequence[str], y: object = None) -> Self:  # noqa: ARG002, N803
        """Check the parameters."""
        self.settings()
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def transform(self, X: Sequence[str]) -> sparse.csr_matrix:  # noqa: N803
        """Count the n-grams of each text."""
        settings = self.settings()
        data, indices, sizes = [np.empty(0)], [np.empty(0, dtype=np.int32)], [np.zeros(1, dtype=np.int64)]
        for start in range(0, len(X), _CHUNK_TEXTS):
            found = count_many(list(X[start : start + _CHUNK_TEXTS]), settings)
            data.append(sublinear(found.counts))
            indices.append(found.buckets.astype(np.int32))
            sizes.append(np.diff(found.starts))
        pointers = np.cumsum(np.concatenate(sizes))
        shape = (len(X), 1 << settings.bits)
        return sparse.csr_matrix((np.concatenate(data), np.concatenate(indices), pointers), shape=shape)


class TfidfUnit(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """
    Weight the columns by inverse document frequency in 255 steps, and bring each row to length 1.

    Args:
        min_ideas: Columns that occur in fewer ideas get no weight, so that nothing is learnt by heart.

    Attributes:
        levels_: int8 array, shape (n_buckets,): what the artefact stores.
        low_: The frequency of level -127; level -128 is 0.
        step_: What one more adds.
        idf_: float array, shape (n_buckets,).
    """

    def __init__(self, min_ideas: int = 1) -> None:
        self.min_ideas = min_ideas

    def fit(
        self,
        X: sparse.csr_matrix,  # noqa: N803
        y: object = None,  # noqa: ARG002
        ideas: NDArray[np.int64] | None = None,
    ) -> Self:
        """
        Learn the document frequencies of X.

        Args:
            ideas: int array, shape (n_rows,): rows of one number count once for `min_ideas`; None: every row is one.
        """
        rows_with = np.bincount(X.indices, minlength=X.shape[1])
        exact = np.log((1.0 + X.shape[0]) / (1.0 + rows_with)) + 1.0
        kept = _ideas_with(X, ideas) >= self.min_ideas
        within = exact[kept] if kept.any() else exact
        self.low_ = float(within.min())
        self.step_ = float(within.max() - within.min()) / 254.0 or 1.0
        levels = np.clip(np.rint((exact - self.low_) / self.step_) - 127, -127, 127)
        self.levels_ = np.where(kept, levels, -128).astype(np.int8)
        self.idf_ = idf_values(self.low_, self.step_)[self.levels_.astype(np.int64) + 128]
        return self

    @classmethod
    def stored(cls, levels: NDArray[np.int8], idf: NDArray[np.float64]) -> TfidfUnit:
        """Build the step from what an artefact stores."""
        unit = cls()
        unit.levels_, unit.idf_ = levels, idf[levels.astype(np.int64) + 128]
        return unit

    def transform(self, X: sparse.csr_matrix) -> sparse.csr_matrix:  # noqa: N803
        """Weight and scale; a row without any weight stays empty."""
        out = sparse.csr_matrix((X.data * self.idf_[X.indices], X.indices.copy(), X.indptr.copy()), shape=X.shape)
        out.eliminate_zeros()
        lengths = np.sqrt(np.asarray(out.multiply(out).sum(axis=1)).ravel())
        lengths[lengths == 0] = 1.0
        out.data /= np.repeat(lengths, np.diff(out.indptr))
        return out


def _ideas_with(X: sparse.csr_matrix, ideas: NDArray[np.int64] | None) -> NDArray[np.int64]:  # noqa: N803
    """In how many ideas each column occurs."""
    if ideas is None:
        return np.bincount(X.indices, minlength=X.shape[1])
    names, of_row = np.unique(ideas, return_inverse=True)
    n_rows = X.shape[0]
    gather = sparse.csr_matrix(
        (np.ones(n_rows, dtype=np.float32), (of_row, np.arange(n_rows))), shape=(len(names), n_rows)
    )
    present = sparse.csr_matrix((np.ones(X.nnz, dtype=np.float32), X.indices, X.indptr), shape=X.shape)
    return np.bincount((gather @ present).indices, minlength=X.shape[1])


def as_pipeline(model: TextModel) -> Pipeline:
    """
    Return the scikit-learn pipeline whose `predict_proba` is that of `model`.

    Its linear step holds the very 8-bit weights, with the calibration multiplied in. For notebooks and tests: for
    one text it is many times slower, since it multiplies with all buckets.
    """
    settings = model.settings
    vectorizer = NgramVectorizer(
        settings.min_n, settings.max_n, settings.bits, settings.head_chars, settings.tail_chars
    )
    # scikit-learn sorts the classes; the columns follow
    order = np.argsort(np.array(model.labels))
    linear = LogisticRegression()
    linear.classes_ = np.array(model.labels)[order]
    table = model.table
    coefficients = (model.mixing @ table[:, :-1].T.astype(np.float64))[order]
    intercepts = model.bias[order]
    if len(order) == 2:
        # of two classes scikit-learn keeps one row, the second against the first
        coefficients, intercepts = coefficients[1:] - coefficients[:1], intercepts[1:] - intercepts[:1]
    linear.coef_, linear.intercept_ = coefficients, intercepts
    linear.n_features_in_ = 1 << settings.bits
    linear.n_iter_ = np.zeros(1, dtype=np.int32)
    unit = TfidfUnit.stored(table[:, -1] ^ np.int8(-128), model.idf)
    steps: list[tuple[str, Any]] = [("ngrams", vectorizer), ("tfidf", unit), ("linear", linear)]
    return Pipeline(steps)
