"""
How do bytes come in and text go out, whatever the terminal can show? Imports only the standard library.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Final, TextIO

__all__ = [
    "complain",
    "decode",
    "is_unicode",
    "prepare_streams",
    "print_json",
    "read_bounded",
    "silence_stdout",
    "stdin_bytes",
    "to_json",
]

HALF_BYTES: Final = 1 << 20
"""What is kept of each end of a single failure: far more than the classifier reads, little enough for any pipe."""


def prepare_streams() -> None:
    """Let no character and no closed stdin end the program: what cannot be encoded is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    given: object = sys.stdin
    if given is None:
        # Closed by the caller: the same as empty.
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - it lives as long as the process


def silence_stdout() -> None:
    """Point stdout nowhere after its reader went away, so that the interpreter's last flush is quiet."""
    try:
        target = sys.stdout.fileno()
    except (OSError, ValueError):
        return  # stdout is no file here
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, target)
    os.close(nowhere)


def complain(who: str, what: str) -> None:
    """Write one line to stderr, if there is one: `print` would take stdout instead."""
    stream: object = sys.stderr
    if stream is None:
        return
    print(f"{who}: {' '.join(what.split())}", file=sys.stderr)


def stdin_bytes() -> BinaryIO:
    """Return stdin as bytes."""
    return sys.stdin.buffer


def read_bounded(stream: BinaryIO, half_bytes: int = HALF_BYTES) -> bytes:
    """Read all of `stream` and return it, or its first and last `half_bytes` when it is longer."""
    head = stream.read(half_bytes)
    tail = b""
    while piece := stream.read(half_bytes):
        tail = (tail + piece)[-half_bytes:]
    return head + tail


def decode(data: bytes) -> str:
    """Return UTF-8 text; what is no UTF-8 becomes lone surrogates, from which the very bytes can be had back."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")  # PowerShell writes its redirections so
    return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")


def is_unicode(stream: TextIO) -> bool:
    """Tell whether `stream` can show every character."""
    return (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "").startswith("utf")


def to_json(values: Mapping[str, object], *, ascii_only: bool = False) -> str:
    """Return one line of JSON that can be encoded as UTF-8, lone surrogates as escapes."""
    line = json.dumps(values, ensure_ascii=ascii_only, default=str)
    try:
        line.encode()
    except UnicodeEncodeError:
        return json.dumps(values, default=str)
    return line


def print_json(values: Mapping[str, object]) -> None:
    """Write one JSON object on a line of stdout."""
    print(to_json(values, ascii_only=not is_unicode(sys.stdout)))
