"""
Where do classified rows go? JSON lines, CSV or Parquet, in constant memory.
"""

from __future__ import annotations

import csv
import gzip
import io
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol

from classifier.batch.rows import InputError, Source, format_named
from classifier.batch.work import Done, answer_names

__all__ = ["OUT_FORMATS", "Sink", "open_sink", "out_format_of"]

OUT_FORMATS: Final = ("jsonl", "csv", "parquet")


class Sink(Protocol):
    """Takes what became of each chunk."""

    def write(self, done: Done) -> None:
        """Write its rows."""
        ...


def out_format_of(out: str | Path | BinaryIO | None, out_format: str | None) -> str:
    """
    Return the format to write: the one asked for, else what the name tells, else JSON lines.

    Raises:
        InputError: If there is no such format.
    """
    chosen = out_format or (format_named(str(out)) if isinstance(out, str | Path) else None) or "jsonl"
    if chosen not in OUT_FORMATS:
        msg = f"cannot write {chosen!r}; known: {', '.join(OUT_FORMATS)}"
        raise InputError(msg)
    return chosen


@contextmanager
def open_sink(
    out: str | Path | BinaryIO | None, out_format: str, fields: tuple[str, ...], source: Source
) -> Iterator[Sink]:
    """
    Open the output, None or `"-"` for stdout; a name that ends in `.gz` is compressed.

    Args:
        fields: Names of the input's columns, for CSV and Parquet.
        source: The input; the types of a Parquet file are kept.

    Raises:
        OSError: If it cannot be opened.
        ModuleNotFoundError: If it is Parquet and pyarrow is not installed.
    """
    with ExitStack() as stack:
        if out_format == "parquet":
            import_module("pyarrow")  # if it is missing, no file has been emptied yet
        stream: Any = sys.stdout.buffer if out is None or out == "-" else out
        if isinstance(stream, str | Path):
            stream = stack.enter_context(_created(Path(stream)))
        if out_format == "parquet":
            sink: Sink = stack.enter_context(_ParquetSink(stream, fields, source))
        else:
            sink = _ByteSink(stream)
            if out_format == "csv":
                header = io.StringIO(newline="")
                csv.writer(header, lineterminator="\n").writerow([*fields, *answer_names(fields).values()])
                stream.write(header.getvalue().encode("utf-8", "backslashreplace"))
        yield sink
        if out_format != "parquet":
            stream.flush()


def _created(path: Path) -> AbstractContextManager[Any]:
    return gzip.open(path, "wb") if path.suffix == ".gz" else path.open("wb")


class _ByteSink:
    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, done: Done) -> None:
        assert isinstance(done.data, bytes)
        self._stream.write(done.data)


class _ParquetSink:
    def __init__(self, stream: BinaryIO, fields: tuple[str, ...], source: Source) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        texts = pa.list_(pa.string())
        kinds = {
            "retryable": pa.bool_(), "cancelled": pa.bool_(), "retry_after_s": pa.float64(), "confidence": pa.float64(),
            "cause_depth": pa.int64(), "hints": texts, "suspects": texts,
        }  # fmt: skip
        known: Any = source.schema
        columns = list(known) if known is not None else [pa.field(name, pa.string()) for name in fields]
        columns.extend(
            pa.field(written, kinds.get(name, pa.string())) for name, written in answer_names(fields).items()
        )
        self._schema = pa.schema(columns)
        self._table = pa.Table
        self._writer = parquet.ParquetWriter(stream, self._schema)

    def __enter__(self) -> _ParquetSink:
        return self

    def __exit__(self, *exc: object) -> None:
        self._writer.close()

    def write(self, done: Done) -> None:
        self._writer.write_table(self._table.from_pylist(done.data, schema=self._schema))
