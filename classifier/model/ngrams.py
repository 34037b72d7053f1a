"""
Which buckets do the character n-grams of a text fall into? The one extractor of training and serving; numpy alone.

An n-gram's bucket is a polynomial of its letters' numbers, modulo 2**32, of which the upper bits count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from classifier.model.folding import CodePoints, NgramSettings, code_points, joined_code_points

__all__ = ["Counts", "count_many", "count_one", "count_points", "hash_grid"]

_BASE: Final = np.uint32(0x8DA6B343)
_NO_BUCKET: Final = 0x7FFFFFFF


@dataclass(frozen=True, slots=True)
class Counts:
    """
    Distinct buckets of several texts, text by text, ascending within each.

    Attributes:
        buckets: uint32 or uint64 array, shape (n_entries,).
        counts: int64 array, shape (n_entries,), 1 or more.
        starts: int64 array, shape (n_texts + 1,): the entries of text i are `starts[i]` to `starts[i + 1]`.
    """

    buckets: NDArray[np.uint32] | NDArray[np.uint64]
    counts: NDArray[np.int64]
    starts: NDArray[np.int64]


@cache
def _powers(size: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The first `size` powers of the base, and of its inverse, modulo 2**32."""
    inverse = pow(int(_BASE), -1, 1 << 32)
    up = np.full(size, _BASE, dtype=np.uint32)
    down = np.full(size, inverse, dtype=np.uint32)
    up[0] = down[0] = 1
    return np.multiply.accumulate(up, dtype=np.uint32), np.multiply.accumulate(down, dtype=np.uint32)


@cache
def _beyond(shortest: int, longest: int) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Which of the last places of each length reach beyond the text, and the numbers to put there; see `hash_grid`."""
    lengths, left = np.arange(shortest, longest + 1), np.arange(longest - 1, 0, -1)
    beyond = lengths[:, None] > left
    numbers = np.full(beyond.shape, _NO_BUCKET, dtype=np.int32)
    numbers[-1, -1:] = -1
    return beyond, numbers


def hash_grid(points: CodePoints, settings: NgramSettings) -> NDArray[np.int32]:
    """
    Put all n-grams of a text into buckets at once, as differences of one running sum.

    Returns:
        int32 array, shape (n_lengths, n_points): the bucket of the n-gram of that length that begins there. Where it
        would reach beyond the end, -1 once, at the end of the last row, and elsewhere the largest number, so that
        sorting parts them from the buckets. No row for lengths beyond that of the text.
    """
    size = len(points)
    shortest, longest = settings.min_n, min(settings.max_n, size)
    if shortest > longest:
        return np.empty((0, size), dtype=np.int32)
    # sizes in steps, so that few arrays of powers are kept
    up, down = _powers(((size + longest) // 1024 + 1) * 1024)
    sums = np.zeros(size + longest, dtype=np.uint32)
    terms = sums[1 : size + 1]
    np.multiply(points, down[:size], out=terms)
    np.add.accumulate(terms, out=terms)
    shape = (longest - shortest + 1, size)
    # row by row the same numbers, each row beginning one further on
    hashes = np.ndarray(shape, np.uint32, sums, 4 * shortest, (4, 4)) - sums[:size]
    hashes *= np.ndarray(shape, np.uint32, up, 4 * (shortest - 1), (4, 4))
    hashes >>= np.uint32(32 - settings.bits)
    buckets = hashes.view(np.int32)
    if longest > 1:
        beyond, numbers = _beyond(shortest, longest)
        np.copyto(buckets[:, 1 - longest :], numbers, where=beyond)
    return buckets


def count_points(points: CodePoints, settings: NgramSettings) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """
    Distinct buckets of one folded text and how often each occurs.

    Returns:
        int32 array of ascending buckets and int64 array of counts, both of shape (n_distinct,).
    """
    found = hash_grid(points, settings).reshape(-1)
    found.sort()
    if len(found) < 2 or found[0] >= 0 or found[-1] < _NO_BUCKET:
        # too short for n-grams that reach beyond the end on both sides of the buckets
        found = np.concatenate(([-1], found[(found >= 0) & (found < _NO_BUCKET)], [_NO_BUCKET]), dtype=np.int32)
    # the last places of each run, beginning with that of -1
    ends = (found[1:] != found[:-1]).nonzero()[0]
    lasts = ends[1:]
    return found.take(lasts), lasts - ends[:-1]


def count_one(text: str, settings: NgramSettings) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return what `count_points` does for a text as it is."""
    return count_points(code_points(text, settings), settings)


def count_many(texts: Sequence[str], settings: NgramSettings) -> Counts:
    """
    Distinct buckets of several texts, in one pass over all of them.

    The result is that of `count_one` for each text; a rolling hash over the joined texts saves the loop.
    """
    if not len(texts):
        none = np.zeros(1, dtype=np.int64)
        return Counts(np.empty(0, dtype=np.uint32), none[:0], none)
    points, borders = joined_code_points(texts, settings)
    # one number a bucket of a text; 32 bits where they suffice, since they sort four times as fast
    narrow = len(texts) < 1 << (32 - settings.bits)
    kind: Any = np.uint32 if narrow else np.uint64
    owners = np.zeros(len(points), dtype=kind)
    owners[borders] = kind(1 << settings.bits)
    np.cumsum(owners, out=owners)
    last = kind(np.iinfo(kind).max)
    shift = np.uint32(32 - settings.bits)
    keys = np.empty(len(points) * settings.max_n, dtype=kind)
    filled = 0
    rolling = points
    for n in range(1, min(settings.max_n, len(points)) + 1):
        if n > 1:
            rolling = rolling[:-1] * _BASE
            rolling += points[n - 1 :]
        if n >= settings.min_n:
            out = keys[filled : filled + len(rolling)]
            np.bitwise_or(owners[: len(rolling)], rolling >> shift, out=out)
            # what holds a border sorts to the end and is cut off there
            across = (borders[:, None] - np.arange(n)).ravel()
            across = across[(across >= 0) & (across < len(rolling))]
            out[across] = last
            filled += len(rolling)
    joined = keys[:filled]
    joined.sort()
    joined = joined[: np.searchsorted(joined, last)]
    first = np.empty(len(joined) + 1, dtype=np.bool_)
    first[0] = first[len(joined)] = True
    np.not_equal(joined[1:], joined[:-1], out=first[1 : len(joined)])
    edges = np.flatnonzero(first)
    distinct = joined[edges[:-1]]
    firsts = np.arange(len(texts) + 1, dtype=np.uint64) << np.uint64(settings.bits)
    starts = np.append(np.searchsorted(distinct, firsts[:-1].astype(kind)), len(distinct))
    return Counts(distinct & kind((1 << settings.bits) - 1), np.diff(edges), starts)
