"""
`nexus-classifier batch`: classify a file of failures, one after the other or on many workers, in constant memory.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from classifier.batch import FORMATS, OUT_FORMATS, BatchOptions, BatchReport, InputError, classify_file
from classifier.categories import CATEGORIES
from classifier.cli._io import complain
from classifier.cli._model import add_model_option, model_named
from classifier.cli._terminal import Terminal
from classifier.model.errors import ModelLoadError
from classifier.reasons import REASONS

__all__ = ["format_parser", "main"]

_MOST_SHOWN: Final = 20
"""Bad rows that are reported one by one."""

_EXAMPLES: Final = """
examples:
  nexus-classifier batch app.log                                  one failure a line; JSON lines on stdout
  nexus-classifier batch errors.jsonl --out classified.csv
  nexus-classifier batch big.csv.gz --column message --jobs -1 --out big.parquet
  zcat *.log.gz | grep ERROR | nexus-classifier batch - | jq -r .reason | sort | uniq -c
  nexus-classifier batch errors.parquet --model shipped --backend dask --scheduler tcp://10.0.0.1:8786 --out out.parquet

A row is a text, or an object with 'text' (or message, error, exception, msg) and, or instead, 'status', 'headers' and
'body'. Its own fields are kept; an answer's field whose name is taken is written as predicted_<name>. A bad row is
reported with its number on stderr and left out; the rest goes on, and the exit code is 1.
"""

_MAX_JOBS: Final = 512
"""More processes than this are a slip of the keyboard, and starting them takes the machine down."""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `batch` to `parser`."""
    parser.epilog = _EXAMPLES
    parser.add_argument("file", metavar="FILE", help="what to classify, gzipped or not; '-': stdin")
    parser.add_argument("--out", metavar="FILE", help="where the rows go (default: stdout); .gz is compressed")
    parser.add_argument("--format", choices=FORMATS, help="of the input (default: by its name, or its first bytes)")
    parser.add_argument(
        "--out-format", choices=OUT_FORMATS, help="of the output (default: by its name, else JSON lines)"
    )
    parser.add_argument("--column", metavar="NAME", help="the field that holds the text")
    parser.add_argument(
        "--jobs", type=_jobs, metavar="N",
        help="workers, -1: one a core (default: this process alone, or all that --backend has)",
    )  # fmt: skip
    parser.add_argument(
        "--backend", metavar="NAME", help="of joblib: loky (processes; the default of --jobs), threading, dask, ..."
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of the Dask cluster, for --backend dask")
    add_model_option(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress and no table on stderr")


def main(args: argparse.Namespace) -> int:
    """
    Classify the file.

    Returns:
        0 done, 1 a row was bad, or input, output, model or cluster failed on the way, 2 wrong usage.
    """
    if (args.backend == "dask") != (args.scheduler is not None):
        complain("batch", "--backend dask and --scheduler ADDRESS go together")
        return 2
    if args.out_format == "parquet" and args.out is None and sys.stdout.isatty():
        complain("batch", "Parquet is not for a terminal; name a file with --out")
        return 2
    jobs = args.jobs if args.jobs is not None else 1 if args.backend is None else -1
    options = BatchOptions(
        args.format, args.out_format, args.column, model_named(args.model), tuple(args.plugin), jobs, args.backend,
        args.scheduler,
    )  # fmt: skip
    report = BatchReport()
    code = 0
    try:
        with _quiet_interrupt(), _progress(args) as advance:
            classify_file(
                args.file, args.out, options, report=report, on_progress=advance, on_problem=_Problems(args.file),
                on_warning=lambda what: complain("batch", what),
            )  # fmt: skip
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        _print_table(report, args)
        raise
    except InputError as exc:
        complain("batch", str(exc))
        if not report.rows and not report.bad_rows:
            return 2
        code = 1
    except ValueError as exc:  # a backend that joblib does not know
        complain("batch", str(exc))
        return 2
    except (ModelLoadError, OSError) as exc:
        where = getattr(exc, "filename", None)
        complain("batch", f"{where}: {exc.strerror}" if isinstance(exc, OSError) and where else str(exc))
        code = 1
    if report.dropped:
        complain("batch", f"left out, for they appeared too late to get a column: {', '.join(sorted(report.dropped))}")
    _print_table(report, args)
    return 1 if report.bad_rows else code


def _jobs(text: str) -> int:
    try:
        jobs = int(text)
    except ValueError:
        jobs = 0
    if jobs == 0 or not -1 <= jobs <= _MAX_JOBS:
        msg = f"{text!r} is not usable; expected 1 or more, or -1 for one a core, {_MAX_JOBS} at most"
        raise argparse.ArgumentTypeError(msg)
    return jobs


class _Problems:
    """Reports the first bad rows one by one."""

    def __init__(self, name: str) -> None:
        self._name = "stdin" if name == "-" else name
        self._seen = 0

    def __call__(self, number: int, problem: str) -> None:
        self._seen += 1
        if self._seen <= _MOST_SHOWN:
            complain(f"{self._name}:{number}", problem)
        elif self._seen == _MOST_SHOWN + 1:
            complain("batch", "more bad rows are only counted")


@contextmanager
def _progress(args: argparse.Namespace) -> Iterator[Callable[[BatchReport], object] | None]:
    """Show a bar on stderr if that is a terminal, with rich if it is installed, else a line that counts."""
    if args.quiet or not sys.stderr.isatty():
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
    except ModuleNotFoundError as exc:
        if (exc.name or "").partition(".")[0] != "rich":
            raise
        yield _Line()
        print(file=sys.stderr)
        return
    columns = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[rows]}"),
        TimeRemainingColumn(compact=True),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("classifying", total=None, rows="")
        yield lambda report: bar.update(
            task, total=report.size, completed=report.position, rows=f"{report.rows:,} rows{_rate(report)}"
        )


@contextmanager
def _quiet_interrupt() -> Iterator[None]:
    """Keep Ctrl-C to one line: loky 3.6.0 forgets its tasks before the thread that hands them out has ended."""
    told = threading.excepthook

    def tell(args: threading.ExceptHookArgs) -> None:
        is_loky = args.thread is not None and args.thread.name == "ExecutorManagerThread"
        if not (is_loky and args.exc_type is KeyError):
            told(args)

    threading.excepthook = tell
    try:
        yield
    finally:
        threading.excepthook = told


class _Line:
    """One line that is written anew a few times a second."""

    def __init__(self) -> None:
        self._shown_at = 0.0

    def __call__(self, report: BatchReport) -> None:
        now = time.monotonic()
        if now - self._shown_at >= 0.2:
            self._shown_at = now
            share = f" {report.position / report.size:4.0%}" if report.size else ""
            print(f"\rclassifying{share} {report.rows:,} rows{_rate(report)}   ", end="", file=sys.stderr, flush=True)


def _rate(report: BatchReport) -> str:
    return f", {report.rows / report.elapsed_s:,.0f} a second" if report.elapsed_s > 0.1 else ""


def _print_table(report: BatchReport, args: argparse.Namespace) -> None:
    if args.quiet:
        return
    terminal = Terminal(sys.stderr)
    order = {name: number for number, name in enumerate(CATEGORIES)}
    found = sorted(report.counts.items(), key=lambda item: (order.get(item[0][0], len(order)), -item[1], item[0]))
    rows = []
    for (category, reason), count in found:
        known = REASONS.get(reason)
        rows.append(
            (category, reason, f"{count:,}", f"{count / report.rows:.1%}", "yes" if known and known.retryable else "no")
        )
    if rows:
        terminal.rows(("category", "reason", "rows", "share", "retryable"), rows, right=(2, 3))
    bad = f", {report.bad_rows:,} bad" if report.bad_rows else ""
    terminal.print(f"{report.rows:,} rows in {report.elapsed_s:.1f} s{_rate(report)}{bad}")
