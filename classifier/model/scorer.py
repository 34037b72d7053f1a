"""
How likely is each category, given a text? Plain arrays and numpy; scikit-learn is neither needed nor imported.

With sublinear counts and inverse document frequencies each text is a unit vector x. The stored weights are 8-bit, so
the scores are `raw @ x`, then `mixing @ scores + bias` calibrates them, then a softmax.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from classifier.model.folding import CodePoints, NgramSettings, code_points
from classifier.model.ngrams import count_many, count_points

__all__ = [
    "FALLBACK_LABEL",
    "Prediction",
    "TextModel",
    "gathered_table",
    "idf_values",
    "softmax",
    "spread_table",
    "sublinear",
]

FALLBACK_LABEL: Final = "unexpected"
"""The label given when none of the others is likely enough."""

_CHUNK_CHARS: Final = 49_152
"""Text scored at once in a batch. Measured on 600 texts of 45 characters: 4.9 times the single-call rate at 12,288 and
5.3 at 49,152, on longer ones no more beyond; it takes some 16 MB while it lasts."""
_BLOCK_TEXTS: Final = 40
_SUBLINEAR: Final = np.concatenate(([0.0], 1.0 + np.log(np.arange(1, 4096, dtype=np.float64))))


def sublinear(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return `1 + ln(count)`; a window holds fewer than 4,096 characters, and so no larger count."""
    return _SUBLINEAR.take(counts, mode="clip")


def idf_values(low: float, step: float) -> NDArray[np.float64]:
    """
    What the 256 levels of the inverse document frequency are worth.

    The lowest level is 0: a bucket that so few ideas share that it says nothing of others. The next is `low`.
    """
    return np.concatenate(([0.0], low + step * np.arange(255, dtype=np.float64)))


def spread_table(kept: NDArray[np.bool_], stored: NDArray[np.int8]) -> NDArray[np.int8]:
    """
    Return a row for every bucket: those of `stored` for the buckets kept, in order, and zeros for the others.

    In the last column the stored levels run from -128 up; spread, they are the bytes from 0 up, 0 saying nothing.
    """
    table = np.zeros((len(kept), stored.shape[1]), dtype=np.int8)
    rows = stored.copy()
    rows[:, -1] ^= np.int8(-128)
    table[kept] = rows
    return table


def gathered_table(table: NDArray[np.int8]) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
    """Return what `spread_table` was given; buckets that say nothing are not kept."""
    kept = table[:, -1] != 0
    stored = table[kept]
    stored[:, -1] ^= np.int8(-128)
    return kept, stored


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities along the last axis; rows sum to 1."""
    logits = logits - logits.max(axis=-1, keepdims=True)
    np.exp(logits, out=logits)
    logits /= logits.sum(axis=-1, keepdims=True)
    return logits


class Prediction(NamedTuple):
    """
    What the model makes of one text.

    Attributes:
        label: The likeliest category.
        probability: How likely it is, calibrated.
        accepted: Whether it is likely enough to act on; if not, take the text for `unexpected`.
        runner_up: The next likeliest category.
    """

    label: str
    probability: float
    accepted: bool
    runner_up: str

    @property
    def category(self) -> str:
        """The label if accepted, else `unexpected`."""
        return self.label if self.accepted else FALLBACK_LABEL


@dataclass(frozen=True, slots=True, eq=False)
class TextModel:
    """
    A linear model over hashed n-grams; immutable, so threads may share it.

    Attributes:
        settings: How texts become buckets.
        labels: Category names in the order of the columns.
        table: int8 array, shape (2**bits, n_labels + 1): the weights of each bucket, and in the last column the level
            of its inverse document frequency as a byte; see `spread_table`. One row is one cache line at most.
        idf: float array, shape (256,): what each level is worth; see `idf_values`.
        mixing: float array, shape (n_labels, n_labels): from stored scores to calibrated log-odds.
        bias: float array, shape (n_labels,).
        thresholds: Least probability at which a label is acted on; absent for `unexpected`.
        prior_threshold: Least probability at which a weak keyword's category is acted on.
        metadata: All that the artefact says of itself.
    """

    settings: NgramSettings
    labels: tuple[str, ...]
    table: NDArray[np.int8]
    idf: NDArray[np.float64]
    mixing: NDArray[np.float64]
    bias: NDArray[np.float64]
    thresholds: dict[str, float]
    prior_threshold: float = 1.0
    metadata: dict[str, Any] = field(default_factory=dict)
    _bias: list[float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # laid out in one way, so that a model that was trained and the same one read sum in the same order
        object.__setattr__(self, "mixing", np.ascontiguousarray(self.mixing))
        object.__setattr__(self, "_bias", self.bias.tolist())

    def probabilities(self, text: str) -> NDArray[np.float64]:
        """
        Score one text.

        Returns:
            float array, shape (n_labels,), sums to 1.
        """
        return np.array(self.likelihoods(self.fold(text)))

    def fold(self, text: str) -> CodePoints:
        """Return all that the model sees of a text: texts that differ in case or numbers alone fold alike."""
        return code_points(text, self.settings)

    def likelihoods(self, points: CodePoints) -> list[float]:
        """Return what `probabilities` does for a folded text, as the list that a caller of one text needs anyway."""
        buckets, counts = count_points(points, self.settings)
        found = self.table.take(buckets, axis=0)
        # a byte above 127 is a negative index, which counts from the end of 256
        value = self.idf.take(found[:, -1])
        value *= _SUBLINEAR.take(counts, mode="clip")
        scores = value @ found.astype(np.float64)
        norm = math.sqrt(value @ value) or 1.0
        logits = self.mixing @ scores[:-1]
        # seven numbers: Python is done with them before numpy has begun
        parts = [part / norm + bias for part, bias in zip(logits.tolist(), self._bias, strict=True)]
        top = max(parts)
        parts = [math.exp(part - top) for part in parts]
        total = sum(parts)
        return [part / total for part in parts]

    def probabilities_many(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """
        Score many texts in vectorised batches; each row equals `probabilities` of that text but for rounding.

        Returns:
            float array, shape (n_texts, n_labels), rows sum to 1.
        """
        out = np.empty((len(texts), len(self.labels)), dtype=np.float64)
        window = self.settings.head_chars + self.settings.tail_chars
        start, chars = 0, 0
        for stop, text in enumerate(texts, 1):
            chars += min(len(text), window) + 16
            if chars >= _CHUNK_CHARS or stop == len(texts):
                out[start:stop] = self._chunk(texts[start:stop])
                start, chars = stop, 0
        return out

    def _chunk(self, texts: Sequence[str]) -> NDArray[np.float64]:
        found = count_many(texts, self.settings)
        weights, buckets = sublinear(found.counts), found.buckets.astype(np.intp)
        first, sizes = found.starts[:-1], np.diff(found.starts)
        scores = np.empty((len(texts), self.table.shape[1]), dtype=np.float64)
        norm = np.empty(len(texts), dtype=np.float64)
        # texts of like size side by side, so that one product serves a block of them with little padding
        order = sizes.argsort(kind="stable")
        for start in range(0, len(order), _BLOCK_TEXTS):
            block = order[start : start + _BLOCK_TEXTS]
            places = np.arange(sizes[block[-1]])
            entries = first[block, None] + places
            stored = self.table.take(buckets.take(entries, mode="clip"), axis=0)
            value = self.idf.take(stored[:, :, -1].view(np.uint8), mode="clip")
            value *= weights.take(entries, mode="clip")
            np.copyto(value, 0.0, where=places >= sizes[block, None])
            scores[block] = np.matmul(value[:, None, :], stored.astype(np.float64))[:, 0]
            norm[block] = np.einsum("ij,ij->i", value, value)
        logits = scores[:, :-1] @ self.mixing.T
        logits /= np.where(norm > 0, np.sqrt(norm), 1.0)[:, None]
        logits += self.bias
        return softmax(logits)

    def classify(self, text: str) -> Prediction:
        """Score one text and compare the likeliest category with its threshold."""
        values = self.likelihoods(self.fold(text))
        first, second = sorted(range(len(values)), key=values.__getitem__, reverse=True)[:2]
        label = self.labels[first]
        return Prediction(label, values[first], values[first] >= self.thresholds.get(label, 0.0), self.labels[second])

    def classify_many(self, texts: Sequence[str]) -> list[Prediction]:
        """Return what `classify` returns for each text, several times faster a text."""
        likely = self.probabilities_many(texts)
        every = np.arange(len(likely))
        first = likely.argmax(axis=1)
        best = likely[every, first]
        likely[every, first] = -1.0
        second = likely.argmax(axis=1)
        least = np.array([self.thresholds.get(label, 0.0) for label in self.labels])
        names = np.array(self.labels, dtype=object)
        columns = (names[first].tolist(), best.tolist(), (best >= least[first]).tolist(), names[second].tolist())
        return list(map(Prediction._make, zip(*columns, strict=True)))
