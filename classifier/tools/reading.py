"""
How is an event log of any size read in constant memory? Line by line, with what could not be read reported.

Imports only the standard library.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

__all__ = ["MAX_LINE_BYTES", "Line", "read_lines"]

MAX_LINE_BYTES: Final = 64 * 1024
"""A longer line is no event (ours have about 200 bytes) and is not kept in memory."""


@dataclass(slots=True)
class Line:
    """
    One line of a log.

    Attributes:
        path: The file.
        number: The first is 1.
        event: The JSON object; None if the line holds none.
        problem: Why not; "" if it does.
        torn: Whether it is a last line without line feed that does not parse: a writer was stopped in the middle of it.
    """

    path: Path
    number: int
    event: dict[str, Any] | None
    problem: str = ""
    torn: bool = False


def read_lines(paths: Iterable[str | Path]) -> Iterator[Line]:
    """
    Yield each line of the files that is not empty.

    A line that is no JSON object is yielded with its problem and never raises.

    Raises:
        OSError: If a file cannot be read.
    """
    for path in map(Path, paths):
        with path.open("rb") as file:
            number = 0
            while raw := file.readline(MAX_LINE_BYTES):
                number += 1
                whole = raw.endswith(b"\n")
                if not whole and len(raw) == MAX_LINE_BYTES:
                    while rest := file.readline(MAX_LINE_BYTES):
                        if rest.endswith(b"\n"):
                            break
                    yield Line(path, number, None, f"the line is longer than {MAX_LINE_BYTES} bytes")
                    continue
                if not raw.strip():
                    continue
                yield _parse(path, number, raw, whole)


def _parse(path: Path, number: int, raw: bytes, whole: bool) -> Line:
    try:
        event = _loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as exc:
        if not whole:
            return Line(path, number, None, "torn last line: its writer was stopped in the middle of it", torn=True)
        return Line(path, number, None, f"not well-formed JSON: {exc}")
    if not isinstance(event, dict):
        return Line(path, number, None, f"is {type(event).__name__}; expected a JSON object")
    return Line(path, number, event)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        # A reader that keeps the last value would not see what the first one gives away.
        names = [name for name, _ in pairs]
        msg = f"the field {next(name for name in names if names.count(name) > 1)!r} is there twice"
        raise ValueError(msg)
    return values


def _no_constant(name: str) -> Any:
    msg = f"{name} is not JSON"
    raise ValueError(msg)


_loads: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant).decode
