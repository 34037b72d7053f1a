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

__all__ = ["hash_grid", "repetition"]

_BASE: Final = np.uint32(0x8DA6B343)
_SHIFTS: Final = [np.uint32(32 - bits) for bits in range(33)]
_FEWEST_POWERS: Final = 2048
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


def hash_grid(points: CodePoints, settings: NgramSettings) -> NDArray[np.int32]:
    """
    Put all n-grams of a text into buckets at once, as differences of one running sum.

    Zeros stand behind the end, so that the last n-grams of a text, which reach beyond it, tell what a text ends with.

    Returns:
        int32 array, shape (n_lengths, n_points): the bucket of the n-gram of that length that begins there.
    """
    size = len(points)
    shortest, longest = settings.min_n, settings.max_n
    # the sizes are powers of two, so that few arrays are kept
    up, down = _powers(_FEWEST_POWERS if size <= _FEWEST_POWERS else 1 << size.bit_length())
    sums = np.zeros(size + longest, dtype=np.uint32)
    np.multiply(points, down[:size], out=sums[1 : size + 1])
    np.add.accumulate(sums, out=sums)
    # row by row the same sums, each row beginning one further on
    hashes = np.ndarray((longest - shortest + 1, size), np.uint32, sums, 4 * shortest, (4, 4)) - sums[:size]
    hashes *= up[shortest - 1 : longest, :size]
    hashes >>= _SHIFTS[settings.bits]
    return hashes.view(np.int32)


def repetition(longest: NDArray[np.int32]) -> float:
    """
    Tell how often a text says the same: 1 if each of its longest n-grams stands once, k for one text k times.

    Without this a log of a hundred equal lines would be ten times as sure of what it means as the line. For texts of up
    to 256 letters it is 1.

    Args:
        longest: int32 array, shape (n_points,): the last row of what `hash_grid` returns for one text.
    """
    if len(longest) <= _LONG:
        return 1.0
    ordered = np.sort(longest)
    return len(ordered) / (1 + np.count_nonzero(ordered[1:] != ordered[:-1]))
