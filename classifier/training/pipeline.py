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

from classifier.model.folding import NgramSettings, joined_code_points
from classifier.model.ngrams import hash_grid, repetition
from classifier.model.scorer import TextModel

__all__ = ["NgramVectorizer", "TfidfUnit", "as_pipeline"]

_CHUNK_TEXTS = 512
_LEVELS = 127


class NgramVectorizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """
    Texts to counts of hashed n-grams; the code that serving runs.

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
        """Count the n-grams of each text; one that repeats itself k times counts once."""
        settings = self.settings()
        shape = (0, 1 << settings.bits)
        parts = [sparse.csr_matrix(shape)]
        for start in range(0, len(X), _CHUNK_TEXTS):
            texts = list(X[start : start + _CHUNK_TEXTS])
            points, starts, ends = joined_code_points(texts, settings)
            grid = hash_grid(points, settings)
            within = np.concatenate([np.arange(*one) for one in zip(starts, ends, strict=True)])
            buckets = grid[:, within].T.ravel()
            pointers = np.concatenate(([0], np.cumsum(ends - starts) * len(grid)))
            counts = [1 / repetition(grid[-1, start:end]) for start, end in zip(starts, ends, strict=True)]
            data = np.repeat(counts, np.diff(pointers))
            part = sparse.csr_matrix((data, buckets, pointers), shape=(len(texts), shape[1]))
            part.sum_duplicates()
            parts.append(part)
        return sparse.vstack(parts, format="csr")


class TfidfUnit(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """
    Weight the counts by inverse document frequency, and divide each row by its length.

    The square of the length is the sum of the squared frequencies over all n-grams, one that stands twice counted
    twice, so that serving need not find out which n-grams are equal. Rows come out a few percent longer than 1.

    Args:
        min_ideas: Columns that occur in fewer ideas get no weight, so that nothing is learnt by heart.

    Attributes:
        levels_: int8 array, shape (n_buckets,): the squared frequency in steps, 1 to 127; 0 for no weight.
        square_: What one step is worth.
        squares_: float array, shape (n_buckets,).
        idf_: float array, shape (n_buckets,): the root of `squares_`.
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
        squares = (np.log((1.0 + X.shape[0]) / (1.0 + rows_with)) + 1.0) ** 2
        kept = _ideas_with(X, ideas) >= self.min_ideas
        square = float(squares[kept].max() if kept.any() else squares.max()) / _LEVELS
        levels = np.clip(np.rint(squares / square), 1, _LEVELS)
        return self._set(np.where(kept, levels, 0).astype(np.int8), square)

    def _set(self, levels: NDArray[np.int8], square: float) -> Self:
        self.levels_, self.square_ = levels, square
        self.squares_ = levels * square
        self.idf_ = np.sqrt(self.squares_)
        return self

    @classmethod
    def stored(cls, levels: NDArray[np.int8], square: float) -> TfidfUnit:
        """Build the step from what an artefact stores."""
        return cls()._set(levels, square)

    def transform(self, X: sparse.csr_matrix) -> sparse.csr_matrix:  # noqa: N803
        """Weight and scale; a row without any weight stays empty."""
        lengths = np.sqrt(X @ self.squares_)
        lengths[lengths == 0] = 1.0
        data = X.data * self.idf_[X.indices] / np.repeat(lengths, np.diff(X.indptr))
        out = sparse.csr_matrix((data, X.indices.copy(), X.indptr.copy()), shape=X.shape)
        out.eliminate_zeros()
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

    Its linear step holds the very 8-bit weights, in the order in which scikit-learn keeps those it trained. For
    notebooks and tests: for one text it is many times slower, since each prediction copies all of them.
    """
    settings = model.settings
    vectorizer = NgramVectorizer(
        settings.min_n, settings.max_n, settings.bits, settings.head_chars, settings.tail_chars
    )
    # scikit-learn sorts the classes; the columns follow
    order = np.argsort(np.array(model.labels))
    linear = LogisticRegression()
    linear.classes_ = np.array(model.labels)[order]
    unit = TfidfUnit.stored(model.table[:, -1], model.square)
    # the table holds what an n-gram adds, its frequency multiplied in
    exact = model.table[:, :-1].T * model.scale[:, None]
    coefficients = np.divide(exact, unit.idf_, out=np.zeros_like(exact), where=unit.idf_ > 0)[order]
    intercepts = model.bias[order]
    if len(order) == 2:
        # of two classes scikit-learn keeps one row, the second against the first
        coefficients, intercepts = coefficients[1:] - coefficients[:1], intercepts[1:] - intercepts[:1]
    linear.coef_, linear.intercept_ = coefficients, intercepts
    linear.n_features_in_ = 1 << settings.bits
    linear.n_iter_ = np.zeros(1, dtype=np.int32)
    steps: list[tuple[str, Any]] = [("ngrams", vectorizer), ("tfidf", unit), ("linear", linear)]
    return Pipeline(steps)
