"""
Many failures at once: `classify_many` in memory, `classify_file` from file to file in constant memory, on joblib.

    report = classify_file("errors.jsonl", "classified.parquet", BatchOptions(jobs=-1))

Importing this package loads the standard library only.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Final

from classifier.batch.engines import run
from classifier.batch.many import classify_many
from classifier.batch.outputs import OUT_FORMATS, open_sink, out_format_of
from classifier.batch.rows import FORMATS, Chunk, InputError, Source, open_source, read_chunks
from classifier.batch.work import Task, classifier_for, fields_of

__all__ = [
    "FORMATS",
    "OUT_FORMATS",
    "BatchOptions",
    "BatchReport",
    "InputError",
    "classify_file",
    "classify_many",
]

_MOST_PROBLEMS: Final = 1_000
"""Problems that the report remembers; each is told to `on_problem` all the same."""


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """
    How to classify a file.

    Attributes:
        format: Of the input: `"text"` (one failure a line), `"jsonl"`, `"csv"`, `"parquet"`; None goes by the name.
        out_format: `"jsonl"`, `"csv"` or `"parquet"`; None goes by the name of the output, else `"jsonl"`.
        column: The field that holds the text; None looks for `text`, `message`, `error`, `exception`, `msg`.
        model: True for the shipped model, or the path of one; each worker loads it once.
        plugins: Modules that each worker imports first, for the categories they register.
        jobs: Workers; -1 for one a core, or for all of a cluster.
        backend: Of joblib, such as `"loky"`, `"threading"`, `"dask"`; None works in this process if `jobs` is 1.
        scheduler: Address of the Dask scheduler for `backend="dask"`.
    """

    format: str | None = None
    out_format: str | None = None
    column: str | None = None
    model: str | bool | None = None
    plugins: tuple[str, ...] = ()
    jobs: int = 1
    backend: str | None = None
    scheduler: str | None = None


@dataclass(slots=True)
class BatchReport:
    """
    What became of a file; grows while it is worked on.

    Attributes:
        rows: Rows classified.
        bad_rows: Rows that could not be used.
        counts: How often each (category, reason) came out.
        problems: (number, problem) of the first bad rows.
        dropped: Fields that appeared too late to get a column in CSV or Parquet.
        position: Bytes of the input read so far; 0 if unknown.
        size: Bytes of the input; None if unknown.
        elapsed_s: Seconds since the start.
    """

    rows: int = 0
    bad_rows: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    problems: list[tuple[int, str]] = field(default_factory=list)
    dropped: set[str] = field(default_factory=set)
    position: int = 0
    size: int | None = None
    elapsed_s: float = 0.0


def classify_file(
    source: str | Path | BinaryIO,
    out: str | Path | BinaryIO | None = None,
    options: BatchOptions | None = None,
    *,
    report: BatchReport | None = None,
    on_progress: Callable[[BatchReport], object] | None = None,
    on_problem: Callable[[int, str], object] | None = None,
    on_warning: Callable[[str], object] | None = None,
) -> BatchReport:
    """
    Classify every row of `source` and write it to `out` with the answer's fields added, in the same order.

    A row is a text, or has a text and, or instead, `status`, `headers` and `body`. Its own fields are kept; an answer's
    field whose name is taken is written as `predicted_<name>`. A bad row is left out and reported; the rest goes on.

    Args:
        source: A path, `"-"` for stdin, or a binary stream; gzip is recognised.
        out: A path, None or `"-"` for stdout, or a binary stream.
        options: None for the defaults.
        report: Is filled while the work goes on, so that its numbers outlive an interruption; None makes one.
        on_progress: Called with the report after each chunk.
        on_problem: Called with number and problem of each bad row.
        on_warning: Called with one sentence when something was lost on the way but no row.

    Raises:
        InputError: If the input cannot be read (on); rows before that have been written.
        ModelLoadError: If the model is not usable.
        ImportError: If a package is missing.
        OSError: If the output cannot be written, or a scheduler does not answer.
        ValueError: If joblib does not know the backend.
    """
    chosen = BatchOptions() if options is None else options
    report = BatchReport() if report is None else report
    out_format = out_format_of(out, chosen.out_format)
    started = time.perf_counter()
    with open_source(source, chosen.format) as opened:
        if isinstance(source, str | Path) and isinstance(out, str | Path) and _is_same(source, out):
            msg = f"{out} is the input; give the output another name"
            raise InputError(msg)
        report.size = opened.size
        chunks = read_chunks(opened)
        first = next(chunks, None)
        task = _task(opened, out_format, chosen, first)
        classifier_for(task.model, task.plugins)  # fails now, and not when the output has been emptied
        with open_sink(out, out_format, task.fields, opened) as sink, ExitStack() as stack:
            rows: Iterator[Chunk] = chain(() if first is None else (first,), chunks)
            results = stack.enter_context(closing(run(
                rows, task, jobs=chosen.jobs, backend=chosen.backend, scheduler=chosen.scheduler, warn=on_warning
            )))  # fmt: skip
            for done in results:
                sink.write(done)
                report.rows += done.counts.total()
                report.counts.update(done.counts)
                report.bad_rows += len(done.problems)
                report.problems.extend(done.problems[: max(0, _MOST_PROBLEMS - len(report.problems))])
                report.dropped |= done.dropped
                report.position = max(report.position, done.position)
                report.elapsed_s = time.perf_counter() - started
                if on_problem is not None:
                    for number, problem in done.problems:
                        on_problem(number, problem)
                if on_progress is not None:
                    on_progress(report)
    report.elapsed_s = time.perf_counter() - started
    return report


def _task(source: Source, out_format: str, options: BatchOptions, first: Chunk | None) -> Task:
    if options.column is not None and source.fields and options.column not in source.fields:
        msg = f"{source.name} has no column {options.column!r}; it has {', '.join(source.fields)}"
        raise InputError(msg)
    task = Task(
        format=source.format,
        out_format="rows" if out_format == "parquet" else out_format,
        column=options.column,
        fields=source.fields,
        model=options.model,
        plugins=options.plugins,
        keeps_types=source.schema is not None and out_format == "parquet",
    )
    if not task.fields and first is not None:
        task = replace(task, fields=fields_of(first, task))
    return task


def _is_same(source: str | Path, out: str | Path) -> bool:
    try:
        return Path(source).samefile(out)
    except OSError:
        return False
