"""
How likely is each category, given a text? Plain arrays and numpy; scikit-learn is neither needed nor imported.

Each n-gram of a text finds one row of 8-bit numbers: what it adds to the log-odds of each label, and what to the square
of the text's length. The sums over all n-grams are divided by that length and scaled, then comes a softmax. Of a text
that repeats itself the length is the larger for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from classifier.model.folding import MAX_N, CodePoints, NgramSettings, code_points, joined_code_points
from classifier.model.ngrams import buckets_of, hash_grid, hashes_of, repetition

__all__ = ["FALLBACK_LABEL", "Ngrams", "Prediction", "TextModel", "gathered_table", "softmax", "spread_table"]

FALLBACK_LABEL: Final = "unexpected"
"""The label given when none of the others is likely enough."""

_CHUNK_CHARS: Final = 49_152
"""Text scored at once in a batch; it takes some 16 MB while it lasts."""

_NARROW_POINTS: Final = 2**31 // (128 * MAX_N)
"""Letters of a batch below which its sums fit 32 bits, which add up in half the time; a window of 100,000 characters
that normalising lengthens may hold more."""


def spread_table(kept: NDArray[np.bool_], stored: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return a row for every bucket: those of `stored` for the buckets kept, in order, and zeros for the others."""
    table = np.zeros((len(kept), stored.shape[1]), dtype=np.int8)
    table[kept] = stored
    return table


def gathered_table(table: NDArray[np.int8]) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
    """Return what `spread_table` was given; buckets that say nothing are not kept."""
    kept = table[:, -1] != 0
    return kept, table[kept]


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


class Ngrams(NamedTuple):
    """
    All that a model sees of one text.

    Attributes:
        settings: Of the model.
        points: The folded text: texts that differ in case or numbers alone fold alike.
        hashes: uint32 array, shape (n_lengths, n_points), see `hashes_of`.
        buckets: uint32 array of the same shape.
    """

    settings: NgramSettings
    points: CodePoints
    hashes: NDArray[np.uint32]
    buckets: NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class TextModel:
    """
    A linear model over hashed n-grams; immutable, so threads may share it.

    Attributes:
        settings: How texts become buckets.
        labels: Category names in the order of the columns.
        table: int8 array, shape (2**bits, n_labels + 1): what each bucket adds to each label, and in the last column,
            0 to 127, to the square of the text's length. One row is one cache line at most.
        scale: float array, shape (n_labels,): calibrated log-odds that one step of each column is worth.
        square: What one step of the last column is worth.
        bias: float array, shape (n_labels,): the log-odds of a text without any n-gram that is known.
        thresholds: Least probability at which a label is acted on; absent for `unexpected`.
        prior_threshold: Least probability at which a weak keyword's category is acted on.
        metadata: All that the artefact says of itself.
    """

    settings: NgramSettings
    labels: tuple[str, ...]
    table: NDArray[np.int8]
    scale: NDArray[np.float64]
    square: float
    bias: NDArray[np.float64]
    thresholds: dict[str, float]
    prior_threshold: float = 1.0
    metadata: dict[str, Any] = field(default_factory=dict)
    _steps: list[tuple[float, float]] = field(init=False, repr=False)
    _ones: NDArray[np.float32] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_steps", list(zip(self.scale.tolist(), self.bias.tolist(), strict=True)))
        window = self.settings.head_chars + self.settings.tail_chars + 3
        lengths = self.settings.max_n - self.settings.min_n + 1
        object.__setattr__(self, "_ones", np.ones(window * lengths, dtype=np.float32))

    def probabilities(self, text: str) -> NDArray[np.float64]:
        """
        Score one text.

        Returns:
            float array, shape (n_labels,), sums to 1.
        """
        return np.array(self.likelihoods(self.ngrams(self.fold(text))))

    def fold(self, text: str) -> CodePoints:
        """Return the text as the model sees it; texts that differ in case or numbers alone fold alike."""
        return code_points(text, self.settings)

    def ngrams(self, points: CodePoints) -> Ngrams:
        """Find the n-grams of a folded text, each by its hash and in its bucket."""
        settings = self.settings
        hashes = hashes_of(points, settings)
        return Ngrams(settings, points, hashes, buckets_of(hashes, settings))

    def own(self, ngrams: Ngrams | None) -> Ngrams | None:
        """Return `ngrams` if this model found them; to another its buckets mean nothing."""
        return ngrams if ngrams is not None and ngrams.settings is self.settings else None

    def ngrams_many(self, texts: Sequence[str]) -> list[Ngrams]:
        """Return what `ngrams(fold(text))` does for each of some texts, several times faster a text."""
        settings = self.settings
        points, starts, ends = joined_code_points(texts, settings)
        hashes = hashes_of(points, settings)
        buckets = buckets_of(hashes, settings)
        return [
            Ngrams(settings, points[start : end + settings.max_n], hashes[:, start:end], buckets[:, start:end])
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        ]

    def likelihoods(self, ngrams: Ngrams) -> list[float]:
        """Return what `probabilities` does, as the list that a caller of one text needs anyway."""
        grid = ngrams.buckets
        found = self.table.take(grid.reshape(-1), axis=0)
        ones = self._ones
        # whole numbers, below 2**24: 32 bits sum them exactly, in whatever order
        if len(found) <= len(ones):
            sums = ones[: len(found)].dot(found.astype(np.float32)).tolist()
        else:
            # Normalising may lengthen a text: one ligature stands for eighteen letters. Of more at once BLAS would use
            # threads, which do not survive a fork.
            blocks = [found[at : at + len(ones)] for at in range(0, len(found), len(ones))]
            exact = [ones[: len(block)].dot(block.astype(np.float32)) for block in blocks]
            sums = np.sum(exact, axis=0, dtype=np.float64).tolist()
        squares = sums[-1] * repetition(grid[-1])
        per_length = 1.0 / sqrt(squares * self.square) if squares else 0.0
        # seven numbers: Python is done with them before numpy has begun
        parts = zip(sums, self._steps, strict=False)
        try:
            powers = [exp(total * per_length * scale + bias) for total, (scale, bias) in parts]
            whole = sum(powers)
            return [power / whole for power in powers]
        except (OverflowError, ZeroDivisionError):
            # log-odds beyond 700, which no training gives
            shifted: list[float] = softmax(np.array(sums[:-1]) * per_length * self.scale + self.bias).tolist()
            return shifted

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

    def likelihoods_many(self, many: Sequence[Ngrams]) -> NDArray[np.float64]:
        """Return what `probabilities_many` does, for texts whose n-grams are known; some hundreds at once."""
        if not many:
            return np.empty((0, len(self.labels)))
        ends = np.cumsum([one.buckets.shape[1] for one in many])
        starts = np.concatenate(([0], ends[:-1]))
        return self._scores(np.concatenate([one.buckets for one in many], axis=1), starts, ends)

    def _chunk(self, texts: Sequence[str]) -> NDArray[np.float64]:
        points, starts, ends = joined_code_points(texts, self.settings)
        return self._scores(hash_grid(points, self.settings), starts, ends)

    def _scores(
        self, grid: NDArray[np.int32] | NDArray[np.uint32], starts: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        found = self.table.take(grid, axis=0)
        # what begins at each place, n-grams of all lengths together; twelve bytes stay far below 2**15
        at_place = found[0].astype(np.int16)
        for length in found[1:]:
            np.add(at_place, length, out=at_place)
        kind: Any = np.int32 if len(at_place) < _NARROW_POINTS else np.int64
        running = np.zeros((len(at_place) + 1, self.table.shape[1]), dtype=kind)
        np.add.accumulate(at_place, axis=0, dtype=kind, out=running[1:])
        sums = (running[ends] - running[starts]).astype(np.float64)
        repeated = [repetition(grid[-1, start:end]) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        squares = sums[:, -1:] * self.square * np.array(repeated)[:, None]
        logits = sums[:, :-1] * self.scale
        logits /= np.sqrt(np.where(squares > 0, squares, 1.0))
        logits += self.bias
        return softmax(logits)

    def classify(self, text: str) -> Prediction:
        """Score one text and compare the likeliest category with its threshold."""
        values = self.likelihoods(self.ngrams(self.fold(text)))
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
