"""
How does a file become chunks of rows? Text, JSON lines, CSV or Parquet, compressed or not, in constant memory.
"""

from __future__ import annotations

import csv
import gzip
import io
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

__all__ = ["CHUNK_ROWS", "FORMATS", "Chunk", "InputError", "Source", "format_named", "open_source", "read_chunks"]

FORMATS: Final = ("text", "jsonl", "csv", "parquet")
_ENDINGS: Final = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".csv": "csv", ".parquet": "parquet", ".pq": "parquet",
    ".txt": "text", ".log": "text",
}  # fmt: skip

CHUNK_ROWS: Final = 1_000
_CHUNK_BYTES: Final = 1 << 20
_MOST_LINE_BYTES: Final = 64 << 20


class InputError(ValueError):
    """The input cannot be read; the message says what is wrong and what helps."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """
    Some rows as they were read.

    Attributes:
        numbers: For each row the line it ends on (in Parquet its own number); the first is 1.
        rows: Lines as bytes (text, JSON lines), lists of cells (CSV) or mappings (Parquet); a `str` is the problem of a
            row that could not be read.
        position: Bytes of the file read so far; 0 if unknown.
    """

    numbers: Sequence[int]
    rows: Sequence[Any]
    position: int = 0


@dataclass(slots=True)
class Source:
    """
    An input that is open.

    Attributes:
        name: As the user knows it.
        stream: The bytes, decompressed.
        format: One of `FORMATS`.
        size: Bytes of the file; None if unknown.
        position: Tells how many bytes of the file were read.
        fields: Names of the columns, once known; () where each row has its own.
        schema: The Arrow schema of a Parquet file, else None.
    """

    name: str
    stream: BinaryIO
    format: str
    size: int | None
    position: Callable[[], int]
    fields: tuple[str, ...] = ()
    schema: object = None


def format_named(name: str) -> str | None:
    """Return the format that a file's name tells, or None."""
    path = Path(name.lower())
    return _ENDINGS.get((path.with_suffix("") if path.suffix == ".gz" else path).suffix)


@contextmanager
def open_source(source: str | Path | BinaryIO, format: str | None = None) -> Iterator[Source]:  # noqa: A002
    """
    Open a file, `"-"` for stdin, or a binary stream.

    Args:
        source: What to read; gzip is recognised by its first bytes.
        format: One of `FORMATS`; None goes by the name, and without a telling name by the first bytes.

    Raises:
        InputError: If it cannot be opened.
    """
    if format is not None and format not in FORMATS:
        msg = f"unknown format {format!r}; known: {', '.join(FORMATS)}"
        raise InputError(msg)
    if isinstance(source, str | Path) and str(source) != "-":
        try:
            with Path(source).open("rb") as file:
                yield _opened(file, str(source), format, Path(source).stat().st_size)
        except (FileNotFoundError, IsADirectoryError, PermissionError) as exc:
            if exc.filename != str(source):
                raise
            msg = f"cannot read {source}: {exc.strerror}"
            raise InputError(msg) from exc
        return
    stream = sys.stdin.buffer if isinstance(source, str | Path) else source
    yield _opened(stream, "stdin", format, None)


def _opened(raw: BinaryIO, name: str, form: str | None, size: int | None) -> Source:
    position = raw.tell if size is not None else int
    stream = raw if hasattr(raw, "peek") else cast("BinaryIO", io.BufferedReader(cast("io.RawIOBase", raw)))
    if _head(stream).startswith(b"\x1f\x8b"):
        stream = cast("BinaryIO", io.BufferedReader(gzip.GzipFile(fileobj=stream)))
    head = _head(stream)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        msg = f"{name} is UTF-16; convert it with: iconv -f UTF-16 -t UTF-8"
        raise InputError(msg)
    if form is None:
        form = format_named(name)
    if form is None:
        start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
        form = "parquet" if head.startswith(b"PAR1") else "jsonl" if start.startswith((b'{"', b"{ ")) else "text"
    return Source(name, stream, form, size, position)


def _head(stream: BinaryIO) -> bytes:
    try:
        head: bytes = stream.peek(16)  # type: ignore[attr-defined]
    except (OSError, EOFError) as exc:
        msg = f"cannot read it: {exc}"
        raise InputError(msg) from exc
    return head


def read_chunks(source: Source) -> Iterator[Chunk]:
    """
    Yield the rows of `source` in chunks of at most a thousand rows or about a megabyte.

    Raises:
        InputError: If the input breaks off or is not of its format.
        ModuleNotFoundError: If it is Parquet and pyarrow is not installed.
    """
    read = {"csv": _csv_rows, "parquet": _parquet_rows}.get(source.format, _lines)
    numbers: list[int] = []
    rows: list[Any] = []
    chars = 0
    last = 0
    try:
        for number, row, size in read(source):
            numbers.append(number)
            rows.append(row)
            chars += size
            last = number
            if len(rows) >= CHUNK_ROWS or chars >= _CHUNK_BYTES:
                yield Chunk(numbers, rows, source.position())
                numbers, rows, chars = [], [], 0
    except (EOFError, OSError, zlib.error) as exc:
        if rows:
            yield Chunk(numbers, rows, source.position())
        msg = f"{source.name} cannot be read beyond row {last:,}: {exc}"
        raise InputError(msg) from exc
    if rows:
        yield Chunk(numbers, rows, source.position())


def _lines(source: Source) -> Iterator[tuple[int, Any, int]]:
    readline, number = source.stream.readline, 0
    while line := readline(_MOST_LINE_BYTES):
        number += 1
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if len(line) >= _MOST_LINE_BYTES and not line.endswith(b"\n"):
            while (rest := readline(_MOST_LINE_BYTES)) and not rest.endswith(b"\n"):
                pass
            yield number, f"the line is longer than {_MOST_LINE_BYTES >> 20} MB", 0
            continue
        yield number, line, len(line)


def _csv_rows(source: Source) -> Iterator[tuple[int, Any, int]]:
    csv.field_size_limit(_MOST_LINE_BYTES)
    text = io.TextIOWrapper(source.stream, encoding="utf-8-sig", errors="surrogateescape", newline="")
    try:
        reader = csv.reader(text)
        try:
            source.fields = tuple(next(reader, ()))
        except csv.Error as exc:
            msg = f"{source.name} has no header row that can be read as CSV: {exc}"
            raise InputError(msg) from exc
        while True:
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as exc:
                yield reader.line_num, f"no CSV: {exc}", 0
                continue
            yield reader.line_num, row, sum(map(len, row))
    finally:
        text.detach()  # whoever opened the stream closes it


def _parquet_rows(source: Source) -> Iterator[tuple[int, Any, int]]:
    from pyarrow import ArrowException, parquet

    stream: Any = source.stream
    if source.size is None:
        stream = io.BytesIO(stream.read())  # Parquet is read from its end, which a pipe does not have
    number = 0
    try:
        file = parquet.ParquetFile(stream)
        source.schema = file.schema_arrow
        source.fields = tuple(file.schema_arrow.names)
        for batch in file.iter_batches(batch_size=CHUNK_ROWS):
            for row in batch.to_pylist():
                number += 1
                yield number, row, 0
    except ArrowException as exc:
        msg = f"{source.name} cannot be read as Parquet: {exc}"
        raise InputError(msg) from exc
