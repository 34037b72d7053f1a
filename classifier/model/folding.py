"""
What does the model see of a text? Its letters as numbers, the same for all spellings of one message; numpy alone.

Text is brought to NFKC and lower case, accents of Latin, Greek and Cyrillic letters are dropped, every run of digits
becomes one 0 and every run of white space one space.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from classifier.evidence.plain import nfkc, plain_latin

__all__ = ["MAX_N", "CodePoints", "NgramSettings", "code_points", "joined_code_points", "letters"]

CodePoints: TypeAlias = NDArray[np.uint32]

MAX_N: Final = 12
"""Code points of the longest n-gram that settings may ask for."""

_MOST_CHARS: Final = 100_000
_BMP: Final = 0x10000
_NUL: Final = "\0"
"""Parts one text from the next, so within a text it is a space."""

_ENDS: Final = [f" {_NUL * n}" for n in range(MAX_N + 1)]
"""What stands behind a folded text, by the letters of the longest n-gram."""

_BYTES_END: Final = [end.encode() for end in _ENDS]

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
        odd = [name for name in self.__slots__ if type(getattr(self, name)) is not int]
        if odd:
            msg = f"{odd[0]} is {getattr(self, odd[0])!r}: expected an int"
            raise TypeError(msg)
        if not 1 <= self.min_n <= self.max_n <= MAX_N:
            msg = f"n-grams of {self.min_n} to {self.max_n} code points: expected 1 <= min_n <= max_n <= {MAX_N}"
            raise ValueError(msg)
        if not 8 <= self.bits <= 22:
            msg = f"a table of 2**{self.bits} buckets: expected 8 to 22 bits"
            raise ValueError(msg)
        if not (1 <= self.head_chars <= _MOST_CHARS and 0 <= self.tail_chars <= _MOST_CHARS):
            msg = (
                f"a window of {self.head_chars} and {self.tail_chars} characters: expected at least 1 and 0, at most "
                f"{_MOST_CHARS}"
            )
            raise ValueError(msg)


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


def _folded_byte(code: int) -> int:
    """Fold a character of Latin-1 but for its accent, which its number leaves out."""
    letter = _letter(chr(code))
    return ord(letter if letter in "0 " else chr(code).lower())


_LATIN_FOLDED: Final = bytes(map(_folded_byte, range(256)))


@cache
def _spread() -> CodePoints:
    """
    A pseudo-random number for each code point of the basic plane, the same for all that count as one letter.

    NUL, which no text holds and which parts one text from the next, has the number 0. Code points outside the plane
    all take the number of the last one: emoji and rare ideographs say nothing of a failure.
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
    points[0] = 0
    points.flags.writeable = False
    return points


_BY_THEMSELVES: Final = ((0x01, 0x3400), (0xA640, 0xAC00), (0xF900, _BMP))
"""Where code points may fold to others; Han, Yi and the syllables of Hangul stay what they are."""


@cache
def _one_for_one() -> CodePoints:
    """
    The same numbers for whatever a UTF-16 unit becomes by folding, or 0 if that is not one letter whatever its
    neighbours: combining marks, ligatures, halves of a surrogate pair.
    """
    spread = _spread()
    points = spread.copy()
    points[0xD800:0xE000] = 0
    # what may unite with the letter before: marks, and the vowels and finals of Hangul
    uniting = {*map(chr, range(0x1161, 0x1176)), *map(chr, range(0x11A8, 0x11C3))}
    for first, end in _BY_THEMSELVES:
        chars = list(map(chr, range(first, end)))
        for char in chars:
            pair = unicodedata.decomposition(char).split()
            if len(pair) == 2 and not pair[0].startswith("<"):
                uniting.add(chr(int(pair[1], 16)))
        whole = _NUL.join(chars)
        folded = _cased(unicodedata.normalize("NFKC", whole)).split(_NUL)
        apart = unicodedata.normalize("NFKD", whole).split(_NUL)
        for char, becomes, parts in zip(chars, folded, apart, strict=True):
            base = parts[0]
            alone = len(becomes) == 1 and not unicodedata.combining(base) and base not in uniting
            points[ord(char)] = spread[min(ord(becomes), _BMP - 1)] if alone else 0
    points.flags.writeable = False
    return points


@cache
def _collapsing() -> tuple[int, int]:
    """The numbers of a space and of a digit, runs of which become one."""
    points = _spread()
    return int(points[ord(" ")]), int(points[ord("0")])


def _windowed(text: str, settings: NgramSettings) -> str:
    """Both ends of a long text."""
    head, tail = settings.head_chars, settings.tail_chars
    if len(text) <= head + tail:
        return text
    return f"{text[:head]} {text[-tail:]}" if tail else text[:head]


def _joined(texts: Sequence[str], settings: NgramSettings) -> str:
    """All texts in NFKC, after each as many NULs as the longest n-gram has letters."""
    parts = [text if len(text) <= settings.head_chars else _windowed(text, settings) for text in texts]
    # text by text, so that an odd one does not make all of them slow
    parts = [part if part.isascii() else nfkc(part) for part in parts]
    apart = _NUL * settings.max_n
    whole = f" {f' {apart} '.join(parts)} {apart}"
    if whole.count(_NUL) > len(parts) * settings.max_n:
        parts = [part.replace(_NUL, " ") for part in parts]
        whole = f" {f' {apart} '.join(parts)} {apart}"
    return whole


def _cased(text: str) -> str:
    # casefold turns the Turkish capital İ into i and a loose dot
    return text.casefold().replace(_DOT_ABOVE, "")


def _raw(text: str) -> CodePoints:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _kept(points: CodePoints) -> NDArray[np.bool_] | None:
    """Say which letters stay when runs of digits and of white space become one; None if all do."""
    run = points[1:] == points[:-1]
    # most texts hold double letters, and no run of digits: a list of the few is looked through at once
    doubled = points[1:][run].tolist()
    space, zero = _collapsing()
    if space not in doubled and zero not in doubled:
        return None
    kept = np.empty(len(points), dtype=np.bool_)
    kept[0] = True
    following = points[1:]
    run &= (following == space) | (following == zero)
    np.logical_not(run, out=kept[1:])
    return kept


def _latin(text: str, settings: NgramSettings) -> NDArray[np.uint8] | None:
    """Fold a text that Latin-1 holds in normal form, zeros behind it; None for any other."""
    data = text.encode() if text.isascii() else plain_latin(text)
    if data is None:
        return None
    # bytes are folded in a few steps of C, where arrays take several times as long
    folded = b" " + data.replace(b"\xdf", b"ss").translate(_LATIN_FOLDED) + _BYTES_END[settings.max_n]
    while b"  " in folded:
        folded = folded.replace(b"  ", b" ")
    while b"00" in folded:
        folded = folded.replace(b"00", b"0")
    return np.frombuffer(folded, dtype=np.uint8)


def _general(text: str, settings: NgramSettings) -> CodePoints:
    """Fold any text but for runs and accents, zeros behind it."""
    return _raw(f" {_cased(nfkc(text.replace(_NUL, ' ')))}{_ENDS[settings.max_n]}")


def code_points(text: str, settings: NgramSettings) -> CodePoints:
    """
    Fold one text and number its letters.

    Returns:
        uint32 array, shape (n + max_n,), n of 1 or more: one pseudo-random number a letter, that of a space at each
        end, then zeros.
    """
    if len(text) > settings.head_chars:
        text = _windowed(text, settings)
    short = _latin(text, settings)
    if short is not None:
        return _spread().take(short, mode="clip")
    padded = f" {text}{_ENDS[settings.max_n]}".encode("utf-16-le", "surrogatepass")
    points = _one_for_one().take(np.frombuffer(padded, dtype=np.uint16))
    if np.count_nonzero(points) != len(points) - settings.max_n:
        points = _spread().take(_general(text, settings), mode="clip")
    kept = _kept(points)
    return points if kept is None else points[kept]


def letters(text: str, settings: NgramSettings) -> str:
    """Return the letters that `code_points` numbers, for people to read: accents stay, runs of digits are one 0."""
    text = _windowed(text, settings)
    codes: NDArray[np.uint8] | CodePoints | None = _latin(text, settings)
    if codes is None:
        codes = _general(text, settings)
        kept = _kept(_spread().take(codes, mode="clip"))
        codes = codes if kept is None else codes[kept]
    chars = map(chr, codes[: -settings.max_n].tolist())
    return "".join("0" if char.isdecimal() else char for char in chars)


def joined_code_points(
    texts: Sequence[str], settings: NgramSettings
) -> tuple[CodePoints, NDArray[np.int64], NDArray[np.int64]]:
    """
    Return what `code_points` does for several texts, one after the other, and where each of them begins and ends.

    Behind each stand as many zeros as the longest n-gram has letters, so that none reaches from one into the next.

    Returns:
        uint32 array, shape (n + max_n,), and two int64 arrays, shape (n_texts,).
    """
    if not len(texts):
        none = np.zeros(0, dtype=np.int64)
        return np.zeros(settings.max_n, dtype=np.uint32), none, none
    # folding is C code over one long string
    codes = _raw(_cased(_joined(texts, settings)))
    points = _spread().take(codes, mode="clip")
    kept = _kept(points)
    if kept is not None:
        codes, points = codes[kept], points[kept]
    ends = np.flatnonzero(codes == 0)[:: settings.max_n]
    starts = np.concatenate(([0], ends[:-1] + settings.max_n))
    return points, starts, ends
