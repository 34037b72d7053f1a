"""
Which buckets do the character n-grams of a text fall into? The one extractor of training and serving; numpy alone.

Text is brought to NFKC and lower case, accents of Latin, Greek and Cyrillic letters are dropped, every run of digits
becomes one 0 and every run of white space one space; what is left are code points, hashed with a rolling polynomial.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["CodePoints", "Counts", "NgramSettings", "code_points", "count_many", "count_one", "folded"]

CodePoints: TypeAlias = NDArray[np.uint32]

_BMP: Final = 0x10000
_BASE: Final = np.uint32(0x8DA6B343)
_DIGITS: Final = re.compile(r"\d+")
_DOT_ABOVE: Final = "\u0307"


@dataclass(frozen=True, slots=True)
class NgramSettings:
    """
    How text becomes buckets; written into the artefact, since weights mean nothing without it.

    Attributes:
        min_n: Shortest n-gram, in code points.
        max_n: Longest n-gram.
        bits: The table has 2 to the power of `bits` buckets.
        head_chars: Characters read from the start of a text.
        tail_chars: Characters read from the end of a longer one.
    """

    min_n: int = 1
    max_n: int = 5
    bits: int = 18
    head_chars: int = 1000
    tail_chars: int = 500

    def __post_init__(self) -> None:
        if not 1 <= self.min_n <= self.max_n <= 12:
            msg = f"n-grams of {self.min_n} to {self.max_n} code points: expected 1 <= min_n <= max_n <= 12"
            raise ValueError(msg)
        if not 8 <= self.bits <= 22:
            msg = f"a table of 2**{self.bits} buckets: expected 8 to 22 bits"
            raise ValueError(msg)
        if self.head_chars < 1 or self.tail_chars < 0:
            msg = f"a window of {self.head_chars} and {self.tail_chars} characters: expected at least 1 and 0"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Counts:
    """
    Distinct buckets of several texts, text by text, ascending within each.

    Attributes:
        buckets: int64 array, shape (n_entries,).
        counts: int64 array, shape (n_entries,), 1 or more.
        starts: int64 array, shape (n_texts + 1,): the entries of text i are `starts[i]` to `starts[i + 1]`.
    """

    buckets: NDArray[np.int64]
    counts: NDArray[np.int64]
    starts: NDArray[np.int64]


def _letter(char: str) -> str:
    """What a character counts as: its base letter, "0" for a digit, a space for white space and control codes."""
    if char.isdecimal():
        return "0"
    if char.isspace() or unicodedata.category(char) == "Cc":
        return " "
    base = unicodedata.normalize("NFD", char)
    # the marks of Indic and Thai script carry vowels and tones, so only those of U+0300..036F are dropped
    if len(base) > 1 and all(0x300 <= ord(mark) < 0x370 for mark in base[1:]):
        return base[0]
    return char


@cache
def _spread() -> CodePoints:
    """
    A pseudo-random number for each code point of the basic plane, equal for those that count as the same letter.

    Code points outside it all take the number of the last one: emoji and rare ideographs say nothing of a failure.
    """
    points = np.arange(_BMP, dtype=np.uint32)
    for point in range(0x2000):
        points[point] = ord(_letter(chr(point)))
    for stroked, plain in ("ıi", "łl", "øo", "đd", "ħh", "ŧt", "ςσ"):
        points[ord(stroked)] = ord(plain)
    points ^= np.uint32(0x5BD1E995)
    points *= np.uint32(0x9E3779B1)
    points ^= points >> np.uint32(15)
    points *= np.uint32(0x85EBCA77)
    points ^= points >> np.uint32(13)
    points *= np.uint32(0xC2B2AE3D)
    points ^= points >> np.uint32(16)
    points.flags.writeable = False
    return points


def _windowed(text: str, settings: NgramSettings) -> str:
    head, tail = settings.head_chars, settings.tail_chars
    if len(text) <= head + tail:
        return text
    return f"{text[:head]} {text[-tail:]}" if tail else text[:head]


def _lowered(text: str) -> str:
    if text.isascii():
        return text.lower()
    # casefold turns the Turkish capital İ into i and a loose dot
    return unicodedata.normalize("NFKC", text).casefold().replace(_DOT_ABOVE, "")


def _collapsed(text: str) -> str:
    text = " ".join(_DIGITS.sub("0", text).split())
    return f" {text} " if text else " "


def folded(text: str, settings: NgramSettings) -> str:
    """Return the window of `text` as it is hashed, but for accents: one space at each end, never raising."""
    return _collapsed(_lowered(_windowed(text, settings).replace("\0", " ")))


def code_points(text: str, settings: NgramSettings) -> CodePoints:
    """
    Fold one text and number its letters.

    Returns:
        uint32 array, shape (n,), n of 1 or more: one pseudo-random number a letter.
    """
    raw = folded(text, settings).encode("utf-32-le", "surrogatepass")
    return _spread().take(np.frombuffer(raw, dtype=np.uint32), mode="clip")


def _hashes(points: CodePoints, settings: NgramSettings) -> NDArray[np.uint32]:
    """Hashes of all n-grams in `points`, length by length, and within one length from left to right."""
    size = len(points)
    longest = min(settings.max_n, size)
    if settings.min_n > longest:
        return np.empty(0, dtype=np.uint32)
    out = np.empty(longest * size - longest * (longest - 1) // 2, dtype=np.uint32)
    out[:size] = points
    start, skipped = 0, 0
    for n in range(2, longest + 1):
        length = size - n + 1
        stop = start + length + 1
        rolling = out[stop : stop + length]
        np.multiply(out[start : stop - 1], _BASE, out=rolling)
        rolling += points[n - 1 :]
        start = stop
        if n == settings.min_n:
            skipped = start
    return out[skipped:]


def count_one(text: str, settings: NgramSettings) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """
    Distinct buckets of one text and how often each occurs.

    Returns:
        uint32 array of ascending buckets and int64 array of counts, both of shape (n_distinct,).
    """
    found = _hashes(code_points(text, settings), settings)
    found >>= np.uint32(32 - settings.bits)
    found.sort()
    size = len(found)
    first = np.empty(size + 1, dtype=np.bool_)
    first[0] = first[size] = True
    np.not_equal(found[1:], found[:-1], out=first[1:size])
    edges = np.flatnonzero(first)
    return found[edges[:-1]], edges[1:] - edges[:-1]


def count_many(texts: Sequence[str], settings: NgramSettings) -> Counts:
    """
    Distinct buckets of several texts, in one pass over all of them.

    The result is that of `count_one` for each text; a rolling hash over the joined texts saves the loop.
    """
    if not len(texts):
        empty = np.empty(0, dtype=np.int64)
        return Counts(empty, empty, np.zeros(1, dtype=np.int64))
    # folding is C code over one long string; the NUL between two texts joins no neighbour into one character
    whole = " \0 ".join([_windowed(text, settings).replace("\0", " ") for text in texts])
    raw = _collapsed(_lowered(whole)).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(raw, dtype=np.uint32)
    between = codes == 0
    owners = np.cumsum(between, dtype=np.uint32)
    kept = ~between
    points = _spread().take(codes[kept], mode="clip")
    owners = owners[kept]
    # one number a bucket of a text; 32 bits where they suffice, since they sort four times as fast
    narrow = len(texts) <= 1 << (32 - settings.bits)
    bits = np.uint32(settings.bits)
    marked = owners << bits if narrow else owners.astype(np.uint64) << np.uint64(settings.bits)
    shift = np.uint32(32 - settings.bits)
    keys = []
    rolling = points
    for n in range(1, min(settings.max_n, len(points)) + 1):
        if n > 1:
            rolling = rolling[:-1] * _BASE
            rolling += points[n - 1 :]
        if n >= settings.min_n:
            inside = owners[: len(rolling)] == owners[n - 1 :]
            keys.append((marked[: len(rolling)] | (rolling >> shift))[inside])
    joined = np.concatenate(keys)
    joined.sort()
    first = np.empty(len(joined) + 1, dtype=np.bool_)
    first[0] = first[len(joined)] = True
    np.not_equal(joined[1:], joined[:-1], out=first[1 : len(joined)])
    edges = np.flatnonzero(first)
    distinct = joined[edges[:-1]]
    starts = np.zeros(len(texts) + 1, dtype=np.int64)
    of_text = (distinct >> distinct.dtype.type(settings.bits)).astype(np.int64)
    np.cumsum(np.bincount(of_text, minlength=len(texts)), out=starts[1:])
    buckets = (distinct & distinct.dtype.type((1 << settings.bits) - 1)).astype(np.int64)
    return Counts(buckets, np.diff(edges), starts)
