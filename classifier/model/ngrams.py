"""
Which buckets do the character n-grams of a text fall into? The one extractor of training and serving; numpy alone.

An n-gram's bucket is a polynomial of its letters' numbers, modulo 2**32, of which the upper bits count.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from classifier.model.folding import MAX_N, CodePoints, NgramSettings

__all__ = ["buckets_of", "hash_grid", "hashes_of", "repetition"]

_BASE: Final = np.uint32(0x8DA6B343)
_SHIFTS: Final = [np.uint32(32 - bits) for bits in range(33)]
_FEWEST_POWERS: Final = 2048
_SHORT: Final = 256
"""Letters up to which multiplying out every n-gram is quicker than one running sum."""

_LONG: Final = 256
"""Letters up to which a text is not asked whether it repeats itself: most have fewer, and it takes 5 µs."""


@cache
def _powers(size: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """
    Powers of the base modulo 2**32, and of its inverse.

    Returns:
        uint32 array, shape (MAX_N, size): row by row the same powers, each row beginning one further on; and uint32
        array, shape (size,).
    """
    inverse = pow(int(_BASE), -1, 1 << 32)
    up = np.full(size + MAX_N, _BASE, dtype=np.uint32)
    down = np.full(size, inverse, dtype=np.uint32)
    up[0] = down[0] = 1
    up = np.multiply.accumulate(up, dtype=np.uint32)
    return np.lib.stride_tricks.sliding_window_view(up, size)[:MAX_N], np.multiply.accumulate(down, dtype=np.uint32)


@cache
def _multipliers(shortest: int, longest: int) -> NDArray[np.uint32]:
    """What the letters of the n-grams of each length are multiplied by; shape (n_lengths, longest)."""
    found = np.zeros((longest - shortest + 1, longest), dtype=np.uint32)
    for row, n in enumerate(range(shortest, longest + 1)):
        found[row, :n] = [pow(int(_BASE), n - 1 - at, 1 << 32) for at in range(n)]
    return found


def hashes_of(points: CodePoints, settings: NgramSettings) -> NDArray[np.uint32]:
    """
    Hash all n-grams of a text at once.

    Those that reach beyond the end, into the zeros, tell what a text ends with.

    Args:
        points: Ends in as many zeros as the longest n-gram has letters.

    Returns:
        uint32 array, shape (n_lengths, n_points - max_n): the hash of the n-gram of that length that begins there.
    """
    shortest, longest = settings.min_n, settings.max_n
    size = len(points) - longest
    if size <= _SHORT:
        # one operation where the sums take seven
        windows = np.ndarray((longest, size), np.uint32, points, 0, (4, 4))
        short: NDArray[np.uint32] = _multipliers(shortest, longest) @ windows
        return short
    # as differences of one running sum; the sizes are powers of two, so that few arrays are kept
    up, down = _powers(_FEWEST_POWERS if size <= _FEWEST_POWERS else 1 << size.bit_length())
    sums = np.zeros(size + longest, dtype=np.uint32)
    np.multiply(points[:size], down[:size], out=sums[1 : size + 1])
    np.add.accumulate(sums, out=sums)
    # row by row the same sums, each row beginning one further on
    hashes = np.ndarray((longest - shortest + 1, size), np.uint32, sums, 4 * shortest, (4, 4)) - sums[:size]
    hashes *= up[shortest - 1 : longest, :size]
    return hashes


def buckets_of(hashes: NDArray[np.uint32], settings: NgramSettings) -> NDArray[np.uint32]:
    """Return the bucket of each hash."""
    return hashes >> _SHIFTS[settings.bits]


def hash_grid(points: CodePoints, settings: NgramSettings) -> NDArray[np.int32]:
    """Return the bucket of each n-gram of a text, an int32 array, shape (n_lengths, n_points), as `hashes_of` does."""
    return buckets_of(hashes_of(points, settings), settings).view(np.int32)


def repetition(longest: NDArray[np.int32] | NDArray[np.uint32]) -> float:
    """
    Tell how often a text says the same: 1 if each of its longest n-grams stands once, k for one text k times.

    Without this a log of a hundred equal lines would be ten times as sure of what it means as the line. For texts of up
    to 256 letters it is 1.

    Args:
        longest: Integer array, shape (n_points,): the last row of what `hash_grid` returns for one text.
    """
    if len(longest) <= _LONG:
        return 1.0
    ordered = np.sort(longest)
    return len(ordered) / (1 + np.count_nonzero(ordered[1:] != ordered[:-1]))
