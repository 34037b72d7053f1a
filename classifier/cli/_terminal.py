"""
How does text look good on a terminal, with the standard library alone? Colours, widths, wrapping, columns.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, TextIO

from classifier.cli._io import is_unicode

__all__ = ["Terminal", "cells", "cut", "pad", "seconds"]

_CODES: Final = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36}
_LEAST_COLUMNS: Final = 60
_MOST_COLUMNS: Final = 120
_PIPE_COLUMNS: Final = 100


class Terminal:
    """
    A stream for people.

    Attributes:
        width: Columns to fill, 60 to 120; 100 where there is no terminal.
        is_colored: Whether escape codes are written: on a terminal, unless `NO_COLOR` is set; anywhere with
            `FORCE_COLOR`.
        dot: What stands between parts of a line.
        arrow: What leads from a failure to the decision.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = sys.stdout if stream is None else stream
        is_terminal = self.stream.isatty()
        columns = shutil.get_terminal_size((_PIPE_COLUMNS, 24)).columns if is_terminal else _PIPE_COLUMNS
        self.width = max(_LEAST_COLUMNS, min(_MOST_COLUMNS, columns))
        self.is_colored = bool(os.environ.get("FORCE_COLOR")) or (
            is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and _is_ansi()
        )
        self.dot, self.arrow = ("·", "→") if is_unicode(self.stream) else ("-", "->")

    def paint(self, text: str, *styles: str) -> str:
        """Return `text` in the given styles, or as it is where nothing is coloured."""
        if not self.is_colored or not styles or not text:
            return text
        return f"\x1b[{';'.join(str(_CODES[style]) for style in styles)}m{text}\x1b[0m"

    def print(self, line: str = "") -> None:
        """Write one line."""
        print(line, file=self.stream)

    def wrap(self, text: str, indent: str = "", first: str | None = None) -> Iterator[str]:
        """Yield the lines of `text`, none wider than the terminal; `first` begins the first, `indent` the others."""
        return iter(textwrap.wrap(
            text, self.width, initial_indent=indent if first is None else first, subsequent_indent=indent,
            break_on_hyphens=False,
        ))  # fmt: skip

    def rows(self, header: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
        """Write columns as wide as what they hold; those numbered in `right` are aligned to the right."""
        widths = [max(cells(row[at]) for row in (header, *rows)) for at in range(len(header))]
        for number, row in enumerate((header, *rows)):
            parts = [
                pad(text, width, right=at in right) for at, (text, width) in enumerate(zip(row, widths, strict=True))
            ]
            line = "  ".join(parts).rstrip()
            self.print(self.paint(line, "bold") if number == 0 else line)


def _is_ansi() -> bool:
    """Tell whether escape codes are understood; old Windows consoles show them as text."""
    return os.name != "nt" or any(name in os.environ for name in ("WT_SESSION", "ANSICON", "ConEmuANSI", "TERM"))


def cells(text: str) -> int:
    """Return how many columns `text` takes: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def cut(text: str, columns: int) -> str:
    """Return `text`, or what of it fits into `columns` with "…" at the end."""
    if cells(text) <= columns:
        return text
    end = len(text)
    while end and cells(text[:end]) > columns - 1:
        end -= 1
    return text[:end].rstrip() + "…"


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Return `text` with spaces up to `columns`."""
    spaces = " " * max(0, columns - cells(text))
    return spaces + text if right else text + spaces


def seconds(value: float) -> str:
    """Return a wait as people say it: `0.5 s`, `20 s`, `1 min 42 s`, `5 h`."""
    if value < 60:
        return f"{value:.3g} s"
    parts = []
    rest = round(value)
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        amount, rest = divmod(rest, size)
        if amount:
            parts.append(f"{amount:,} {unit}")
    return " ".join(parts[:2])
