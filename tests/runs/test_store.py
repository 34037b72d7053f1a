"""What survives the process, and that one run is run once."""

from __future__ import annotations

import logging
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
from contextlib import closing
from pathlib import Path

import pytest

from classifier import REASONS
from classifier.runs import Failure, Orchestrator, Run, RunLockedError, RunStatus, RunStore, Step

_WORKER = textwrap.dedent(
    """
    import sys
    from classifier.runs import Orchestrator, RunStore, Step

    def wait(_):
        print("waiting", flush=True)
        sys.stdin.read()

    store = RunStore(sys.argv[1])
    run_id = sys.argv[2] if len(sys.argv) > 2 else None
    steps = [Step("plan", lambda _: None), Step("wait", wait)]
    Orchestrator(steps, store=store).run_full_project("shop", run_id=run_id)
    """
)


def start_worker(*args: str) -> subprocess.Popen[str]:
    worker = subprocess.Popen(
        [sys.executable, "-c", _WORKER, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert worker.stdout is not None
    assert worker.stdout.readline() == "waiting\n"
    return worker


def end_worker(worker: subprocess.Popen[str]) -> int:
    worker.communicate("", timeout=30)
    return worker.returncode


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kill -9 is POSIX")
def test_killed_run_is_found_and_marked_by_the_next_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """After `kill -9` the run stands as RUNNING until a store is opened, which marks it FAILED/interrupted."""
    path = tmp_path / "runs.db"
    worker = start_worker(str(path))
    os.kill(worker.pid, signal.SIGKILL)
    end_worker(worker)
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute("SELECT status FROM runs").fetchall()

    with caplog.at_level(logging.WARNING):
        (run,) = RunStore(path).runs()

    assert before == [("RUNNING",)]
    assert run.status == "FAILED"
    assert run.failure is not None
    assert (run.failure.reason, run.failure.step) == ("interrupted", "wait")
    assert [str(step.status) for step in run.steps] == ["SUCCEEDED", "FAILED"]
    assert "was interrupted in step 'wait'" in caplog.text
    assert list((tmp_path / "runs.db.locks").iterdir()) == []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kill -9 is POSIX")
def test_start_of_a_run_finds_what_others_left(tmp_path: Path) -> None:
    """A process that goes on living marks the run of a dead one when it starts its own next run."""
    store = RunStore(tmp_path / "runs.db")
    worker = start_worker(str(store.path))
    worker.kill()
    end_worker(worker)

    Orchestrator([Step("a", lambda _: None)], store=store).run_full_project("other")

    assert {run.project: str(run.status) for run in store.runs()} == {"other": "SUCCEEDED", "shop": "FAILED"}


def test_run_of_a_living_process_is_left_alone(tmp_path: Path) -> None:
    """Opening the store elsewhere does not take a run away from whoever runs it."""
    store = RunStore(tmp_path / "runs.db")
    worker = start_worker(str(store.path))

    assert store.recover() == []
    assert RunStore(store.path).runs()[0].status == "RUNNING"

    assert end_worker(worker) == 0
    assert store.runs()[0].status == "SUCCEEDED"


def test_two_processes_cannot_run_the_same_run(tmp_path: Path) -> None:
    """The second one is refused while the first runs it, and also when it has ended."""
    store = RunStore(tmp_path / "runs.db")
    run = store.create("shop")
    worker = start_worker(str(store.path), run.id)
    orchestrator = Orchestrator([Step("a", lambda _: pytest.fail("it ran twice"))], store=store, on_failure="return")

    with pytest.raises(RunLockedError, match="another process"):
        orchestrator.run_full_project(run_id=run.id)

    assert end_worker(worker) == 0
    with pytest.raises(RunLockedError, match="SUCCEEDED already"):
        orchestrator.run_full_project(run_id=run.id)
    assert store.load(run.id).status == "SUCCEEDED"


def test_two_threads_cannot_run_the_same_run(tmp_path: Path) -> None:
    """The lock holds inside one process too."""
    store = RunStore(tmp_path / "runs.db")
    run = store.create("shop")
    started, go_on = threading.Event(), threading.Event()

    def wait(_: object) -> None:
        started.set()
        assert go_on.wait(30)

    first = threading.Thread(
        target=lambda: Orchestrator([Step("wait", wait)], store=store).run_full_project(run_id=run.id)
    )
    first.start()
    assert started.wait(30)

    with pytest.raises(RunLockedError):
        Orchestrator([Step("a", len)], store=store).run_full_project(run_id=run.id)

    go_on.set()
    first.join()
    assert store.load(run.id).status == "SUCCEEDED"


def test_stored_run_comes_back_equal(tmp_path: Path) -> None:
    """Steps, times and failure survive."""
    store = RunStore(tmp_path / "runs.db")
    run = store.create("shop")
    run.start()
    run.begin_step("plan")
    run.end_step("result")
    run.begin_step("code")
    run.fail(Failure("rate_limit", "throttled", "code", 6, "ModelRateLimitError", "langsam", "tb-1", ("wait",), 7.0))
    store.save(run, ("tb-1", "the traceback"))

    loaded = store.load(run.id)

    assert loaded.to_dict() == run.to_dict()
    assert loaded.failure == run.failure
    assert store.traceback("tb-1") == "the traceback"
    assert store.traceback("tb-2") is None


def test_latest_run_comes_first(tmp_path: Path) -> None:
    """The list is bounded, newest first, and can be narrowed to a status."""
    store = RunStore(tmp_path / "runs.db")
    for number in range(5):
        store.create(f"p{number}")

    assert [run.project for run in store.runs(limit=2)] == ["p4", "p3"]
    assert store.runs(status="FAILED") == []


def test_write_ahead_log_is_on(tmp_path: Path) -> None:
    """Readers do not block the writer."""
    store = RunStore(tmp_path / "runs.db")

    with closing(sqlite3.connect(store.path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_unknown_run_is_named(tmp_path: Path) -> None:
    """The message names run and file."""
    with pytest.raises(KeyError, match="no run 'x'"):
        RunStore(tmp_path / "runs.db").load("x")


def test_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    """It is not written over."""
    path = tmp_path / "runs.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version=99")

    with pytest.raises(ValueError, match="format 99"):
        RunStore(path)


def test_reason_of_an_interrupted_run_is_in_the_table() -> None:
    """The set of reasons stays closed, for telemetry and reports."""
    assert REASONS["interrupted"].category == "unexpected"
    assert not REASONS["interrupted"].retryable
    assert Run("p").status is RunStatus.PENDING


def test_lock_without_a_run_is_swept(tmp_path: Path) -> None:
    """A process that died between its lock and its first record leaves nothing behind for long."""
    store = RunStore(tmp_path / "runs.db")
    locks = tmp_path / "runs.db.locks"
    locks.mkdir()
    (locks / "fresh.lock").touch()
    (locks / "gone.lock").touch()
    os.utime(locks / "gone.lock", (0, 0))
    waiting = store.create("shop")
    (locks / f"{waiting.id}.lock").touch()

    store.recover()

    assert {path.stem for path in locks.iterdir()} == {"fresh", waiting.id}
    assert Orchestrator([Step("a", len)], store=store).run_full_project(run_id=waiting.id).status == "SUCCEEDED"
    assert {path.stem for path in locks.iterdir()} == {"fresh"}
