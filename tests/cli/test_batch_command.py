"""`nexus-classifier batch`: rows on stdout, table and bad rows on stderr, exit codes."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from classifier.batch import BatchReport
from classifier.cli import batch, main
from classifier.model import ModelLoadError

from .conftest import ROOT, Run

LINES = b"Connection refused\nread timed out\nread timed out\nwhatever\n"


def test_rows_go_to_stdout_and_the_table_to_stderr(run: Run) -> None:
    """Categories in the table's order, reasons by frequency, shares, and how many in what time."""
    code, out, err = run("batch", "-", stdin=LINES)

    assert code == 0
    assert [json.loads(line)["category"] for line in out.splitlines()] == [
        "connection" if number == 0 else "timeout" if number < 3 else "unexpected" for number in range(4)
    ]
    *table, total = err.splitlines()
    assert table == [
        "category    reason        rows  share  retryable",
        "timeout     read_timeout     2  50.0%  yes",
        "connection  refused          1  25.0%  yes",
        "unexpected  unknown          1  25.0%  no",
    ]
    assert total.startswith("4 rows in 0.")


def test_quiet_says_nothing_but_bad_rows(run: Run) -> None:
    """Each bad row is named by file and line; the rest goes on; the exit code tells."""
    code, out, err = run("batch", "-", "-q", "--format", "jsonl", stdin=b'"timed out"\n{oops\n"timed out"\n')

    assert code == 1
    assert out.count("\n") == 2
    assert err == "stdin:2: no JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)\n"


def test_many_bad_rows_do_not_flood_the_terminal(run: Run) -> None:
    """The first twenty are shown, all are counted."""
    code, _, err = run("batch", "-", "--format", "jsonl", stdin=b"[]\n" * 300)

    lines = err.splitlines()
    assert code == 1
    assert [line.split(":")[1] for line in lines[:20]] == [str(number) for number in range(1, 21)]
    assert lines[20] == "batch: more bad rows are only counted"
    assert lines[21].startswith("0 rows in ")
    assert lines[21].endswith(", 300 bad")
    assert len(lines) == 22


def test_from_file_to_file_with_workers(tmp_path: Path, run: Run) -> None:
    """Formats by name, a column, two workers."""
    source, out = tmp_path / "in.csv", tmp_path / "out.jsonl"
    source.write_bytes(b"id,log\n7,timed out\n")

    code, shown, _ = run("batch", source, "--column", "log", "--out", out, "--jobs", 2, "--backend", "threading")

    assert (code, shown) == (0, "")
    assert json.loads(out.read_text())["category"] == "timeout"


def test_a_backend_alone_uses_all_it_has(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--jobs` is -1 if only the backend is named, else 1."""
    seen: list[Any] = []
    monkeypatch.setattr(batch, "classify_file", lambda _file, _out, options, **_rest: seen.append(options))

    run("batch", "-", "--backend", "threading", "--plugin", "json")
    run("batch", "-", "--model", "shipped")

    assert [(one.jobs, one.backend, one.model, one.plugins) for one in seen] == [
        (-1, "threading", None, ("json",)), (1, None, True, ()),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["/no/such/file"], "cannot read /no/such/file: No such file or directory"),
        (["-", "--backend", "dask"], "--backend dask and --scheduler ADDRESS go together"),
        (["-", "--scheduler", "tcp://x"], "--backend dask and --scheduler ADDRESS go together"),
        (["-", "--out", "x.log"], "cannot write 'text'; known: jsonl, csv, parquet"),
        (["-", "--jobs", "2", "--backend", "nope"], "Invalid backend: nope"),
    ],
    ids=["file", "no scheduler", "no dask", "output", "backend"],
)
def test_wrong_usage(words: list[str], said: str, run: Run) -> None:
    """Exit 2, one line about it."""
    code, out, err = run("batch", *words, stdin=LINES)

    assert (code, out) == (2, "")
    assert err.startswith(f"batch: {said}")
    assert err.count("\n") == 1


def test_what_fails_on_the_way_is_exit_1(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An output that cannot be written, a model, a scheduler, an input that breaks off."""
    absent = run("batch", "-", "-q", "--out", tmp_path / "no" / "out.jsonl", stdin=LINES)
    model = run("batch", "-", "-q", "--model", tmp_path, stdin=LINES)
    import gzip

    broken = gzip.compress(os.urandom(200_000).hex("\n").encode())
    torn = run("batch", "-", "-q", stdin=broken[: len(broken) // 2])

    assert absent == (1, "", f"batch: {tmp_path / 'no' / 'out.jsonl'}: No such file or directory\n")
    assert model[0] == 1
    assert model[2].startswith(f"batch: {tmp_path} is no model")
    assert torn[0] == 1
    assert torn[1].count("\n") > 1_000
    assert torn[2].startswith("batch: stdin cannot be read beyond row ")


@pytest.mark.parametrize("error", [OSError("no answer"), ModelLoadError("no answer")], ids=["cluster", "model"])
def test_an_error_without_a_file_name(error: Exception, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own words are shown."""

    def fail(*_args: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr(batch, "classify_file", fail)

    assert run("batch", "-", "-q") == (1, "", "batch: no answer\n")


@pytest.mark.parametrize("error", [BrokenPipeError, KeyboardInterrupt])
def test_stopping_is_left_to_the_entry_point(
    error: type[BaseException], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C shows the table of what was done first; a reader that went away wants nothing."""

    def fail(*_args: object, report: BatchReport, **_options: object) -> None:
        report.rows = 3
        report.elapsed_s = 0.5
        raise error

    monkeypatch.setattr(batch, "classify_file", fail)
    monkeypatch.setattr("classifier.cli.silence_stdout", lambda: None)

    code, _, err = run("batch", "-")

    assert (code, err) == (
        (141, "") if error is BrokenPipeError else (130, "3 rows in 0.5 s, 6 a second\nnexus-classifier: interrupted\n")
    )


def test_fields_without_a_column_and_lost_workers_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are one line on stderr."""

    def classify(*_args: object, report: BatchReport, on_warning: Callable[[str], object], **_rest: object) -> None:
        report.dropped |= {"late", "b"}
        on_warning("workers were lost")

    monkeypatch.setattr(batch, "classify_file", classify)

    assert run("batch", "-", "-q") == (
        0, "", "batch: workers were lost\nbatch: left out, for they appeared too late to get a column: b, late\n",
    )  # fmt: skip


def test_a_reader_that_goes_away_ends_workers_quietly(tmp_path: Path) -> None:
    """`| head` with workers: one line is read, nothing is printed about the rest."""
    source = tmp_path / "in.log"
    source.write_bytes(LINES * 5_000)
    with subprocess.Popen(
        [sys.executable, "-m", "classifier", "batch", str(source), "--jobs", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()

    assert json.loads(first)["category"] == "connection"
    assert (process.returncode, said) == (141, b"")


@pytest.mark.parametrize(
    ("name", "error", "is_told"),
    [("ExecutorManagerThread", KeyError, False), ("ExecutorManagerThread", OSError, True), ("other", KeyError, True)],
)
def test_only_the_known_noise_of_an_interrupt_is_dropped(
    name: str, error: type[Exception], is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any other exception in a thread is still told."""
    told: list[object] = []
    monkeypatch.setattr(threading, "excepthook", told.append)

    def fail() -> None:
        raise error

    with batch._quiet_interrupt():
        thread = threading.Thread(target=fail, name=name)
        thread.start()
        thread.join()

    assert bool(told) is is_told


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("has_rich", [True, False])
def test_progress_is_shown_on_a_terminal(has_rich: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar with rich, a counting line without."""
    source = tmp_path / "in.log"
    source.write_bytes(LINES * 1_000)
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    if not has_rich:
        monkeypatch.setitem(sys.modules, "rich.console", None)

    code = main(["batch", str(source), "--out", str(tmp_path / "out.jsonl")])

    assert code == 0
    assert "classifying" in screen.getvalue()
    assert "rows" in screen.getvalue()
    assert ("\rclassifying" in screen.getvalue()) is not has_rich


def test_a_broken_rich_shows_its_own_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a missing rich is done without."""
    import builtins

    real = builtins.__import__

    def fails(name: str, *args: Any, **options: Any) -> Any:
        if name == "rich.console":
            msg = "No module named 'pygments'"
            raise ModuleNotFoundError(msg, name="pygments")
        return real(name, *args, **options)

    monkeypatch.setattr(sys, "stderr", Screen())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES)))
    monkeypatch.setattr(builtins, "__import__", fails)

    with pytest.raises(ModuleNotFoundError, match="pygments"):
        main(["batch", "-"])


@pytest.mark.skipif(os.name == "nt", reason="opens a pseudo-terminal")
def test_parquet_is_not_written_to_a_terminal() -> None:
    """It would only confuse it."""
    primary, secondary = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "classifier", "batch", "-", "--out-format", "parquet"],
            stdin=subprocess.DEVNULL, stdout=secondary, stderr=subprocess.PIPE, cwd=ROOT, check=False, timeout=60,
        )  # fmt: skip
    finally:
        os.close(secondary)
        os.close(primary)

    assert done.returncode == 2
    assert done.stderr == b"batch: Parquet is not for a terminal; name a file with --out\n"
