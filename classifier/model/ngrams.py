"""
Which buckets do the character n-grams of a text fall into? The one extractor of training and serving; numpy alone.

Text is brought to NFKC and lower case, accents of Latin, Greek and Cyrillic letters are dropped, every run of digits
becomes one 0 and every run of white space one space; what is left are code points, hashed with a rolling polynomial.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["CodePoints", "Counts", "NgramSettings", "code_points", "count_many", "count_one"]

CodePoints: TypeAlias = NDArray[np.uint32]

_BMP: Final = 0x10000
_BASE: Final = np.uint32(0x8DA6B343)
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
    bits: int = 20
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
    if char != "\0" and (char.isspace() or unicodedata.category(char) == "Cc"):
        return " "
    base = unicodedata.normalize("NFD", char)
    # the marks of Indic and Thai script carry vowels and tones, so only those of U+0300..036F are dropped
    if len(base) > 1 and all(0x300 <= ord(mark) < 0x370 for mark in base[1:]):
        return base[0]
    return char


@cache
def _spread() -> tuple[CodePoints, NDArray[np.bool_]]:
    """
    A pseudo-random number for each code point of the basic plane, and whether runs of it become one.

    The number is the same for all that count as one letter. Code points outside the plane all take the number of the
    last one:
    emoji and rare ideographs say nothing of a failure.
    """
    points = np.arange(_BMP, dtype=np.uint32)
    for point in range(0x2000):
        points[point] = ord(_letter(chr(point)))
    for stroked, plain in ("ıi", "łl", "øo", "đd", "ħh", "ŧt", "ςσ"):
        points[ord(stroked)] = ord(plain)
    collapsing = (points == ord(" ")) | (points == ord("0"))
    points ^= np.uint32(0x5BD1E995)
    points *= np.uint32(0x9E3779B1)
    points ^= points >> np.uint32(15)
    points *= np.uint32(0x85EBCA77)
    points ^= points >> np.uint32(13)
    points *= np.uint32(0xC2B2AE3D)
    points ^= points >> np.uint32(16)
    points.flags.writeable = False
    return points, collapsing


def _windowed(text: str, settings: NgramSettings) -> str:
    """Both ends of a long text, without NUL, which is kept to part one text from the next."""
    head, tail = settings.head_chars, settings.tail_chars
    if len(text) > head + tail:
        text = f"{text[:head]} {text[-tail:]}" if tail else text[:head]
    return text.replace("\0", " ")


def _lowered(text: str) -> str:
    if text.isascii():
        return text.lower()
    # casefold turns the Turkish capital İ into i and a loose dot
    return unicodedata.normalize("NFKC", text).casefold().replace(_DOT_ABOVE, "")


def _raw(text: str) -> CodePoints:
    return np.frombuffer(f" {text} ".encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _kept(codes: CodePoints, points: CodePoints) -> NDArray[np.bool_] | None:
    """Say which letters stay when runs of digits and of white space become one; None if all do."""
    _, collapsing = _spread()
    run = points[1:] == points[:-1]
    run &= collapsing.take(codes[1:], mode="clip")
    if not run.any():
        return None
    kept = np.ones(len(codes), dtype=np.bool_)
    np.logical_not(run, out=kept[1:])
    return kept


def code_points(text: str, settings: NgramSettings) -> CodePoints:
    """
    Fold one text and number its letters.

    Returns:
        uint32 array, shape (n,), n of 1 or more: one pseudo-random number a letter, that of a space at each end.
    """
    codes = _raw(_lowered(_windowed(text, settings)))
    points = _spread()[0].take(codes, mode="clip")
    kept = _kept(codes, points)
    return points if kept is None else points[kept]


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
    whole = " \0 ".join([_windowed(text, settings) for text in texts])
    codes = _raw(_lowered(whole))
    points = _spread()[0].take(codes, mode="clip")
    kept = _kept(codes, points)
    if kept is not None:
        codes, points = codes[kept], points[kept]
    borders = np.flatnonzero(codes == 0)
    # one number a bucket of a text; 32 bits where they suffice, since they sort four times as fast
    narrow = len(texts) < 1 << (32 - settings.bits)
    kind: Any = np.uint32 if narrow else np.uint64
    owners = np.zeros(len(codes), dtype=kind)
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
    buckets = (distinct & kind((1 << settings.bits) - 1)).astype(np.int64)
    return Counts(buckets, np.diff(edges), starts)
