"""
Where do runs survive the process? One SQLite file (standard library, WAL); each change is durable before the next step.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from classifier.runs.locks import RunLockedError, hold_lock
from classifier.runs.run import INTERRUPTED, Failure, Run, RunStatus, StepRecord, interrupted_failure

__all__ = ["RunStore"]

logger = logging.getLogger(__name__)

_FORMAT: Final = 1
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS runs (
    id TEXT PRIMARY KEY, project TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL, started_at TEXT,
    ended_at TEXT, failure TEXT
);
CREATE TABLE IF NOT EXISTS steps (
    run_id TEXT NOT NULL REFERENCES runs(id), position INTEGER NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
    started_at TEXT NOT NULL, ended_at TEXT, PRIMARY KEY (run_id, position)
);
CREATE TABLE IF NOT EXISTS tracebacks (ref TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS runs_by_status ON runs (status);
"""
_FRESH_S: Final = 60.0
"""Age below which a lock that belongs to no run is left alone; taking it takes milliseconds."""

_BUSY_S: Final = 30.0
"""How long a writer waits for another one; a write takes milliseconds."""


class RunStore:
    """
    Runs in a file; safe to share between threads and between processes on one machine.

    Opening it, and starting a run, marks as failed what a process that died has left running.

    Args:
        path: The file; made if it is missing. Beside it, `<name>.locks` holds a lock for each unfinished run.

    Raises:
        ValueError: If the file was written by a later version.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._locks = self.path.with_name(f"{self.path.name}.locks")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._connected() as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            found = connection.execute("PRAGMA user_version").fetchone()[0]
            if found > _FORMAT:
                msg = f"{self.path} has format {found}, this version knows {_FORMAT}; update nexus-classifier"
                raise ValueError(msg)
            connection.executescript(_SCHEMA)
            connection.execute(f"PRAGMA user_version={_FORMAT}")
        self.recover()

    def create(self, project: str) -> Run:
        """Add a run that waits to be run, and return it."""
        run = Run(project)
        self.save(run)
        return run

    def save(self, run: Run, traceback: tuple[str, str] | None = None) -> None:
        """Write a run with its steps, and a traceback under its reference; durable when this returns."""
        row = run.to_dict()
        failure = None if row["failure"] is None else json.dumps(row["failure"], ensure_ascii=False)
        with self._connected() as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                "INSERT INTO runs VALUES (:id, :project, :status, :created_at, :started_at, :ended_at, :failure) "
                "ON CONFLICT (id) DO UPDATE SET status = :status, started_at = :started_at, ended_at = :ended_at, "
                "failure = :failure",
                {**{key: row[key] for key in ("id", "project", "status", "created_at", "started_at", "ended_at")},
                 "failure": failure},
            )  # fmt: skip
            connection.executemany(
                "INSERT OR REPLACE INTO steps VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (run.id, position, step["name"], step["status"], step["started_at"], step["ended_at"])
                    for position, step in enumerate(row["steps"])
                ],
            )
            if traceback is not None:
                connection.execute("INSERT OR IGNORE INTO tracebacks VALUES (?, ?)", traceback)
            connection.execute("COMMIT")

    def load(self, run_id: str) -> Run:
        """
        Return a run.

        Raises:
            KeyError: If there is none of this id.
        """
        with self._connected() as connection:
            row = connection.execute("SELECT * FROM runs WHERE id = ?", (run_id,)).fetchone()
            if row is None:
                msg = f"no run {run_id!r} in {self.path}"
                raise KeyError(msg)
            return _run(row, _steps(connection, run_id))

    def runs(self, status: str | None = None, limit: int = 100) -> list[Run]:
        """Return runs, the latest first."""
        with self._connected() as connection:
            rows = connection.execute(
                "SELECT * FROM runs WHERE ? IS NULL OR status = ? ORDER BY created_at DESC, rowid DESC LIMIT ?",
                (status, status, limit),
            ).fetchall()
            return [_run(row, _steps(connection, row["id"])) for row in rows]

    def traceback(self, ref: str) -> str | None:
        """Return the redacted traceback of a reference, or None."""
        with self._connected() as connection:
            row = connection.execute("SELECT text FROM tracebacks WHERE ref = ?", (ref,)).fetchone()
        return None if row is None else str(row["text"])

    @contextmanager
    def claim(self, run: Run) -> Iterator[None]:
        """
        Hold a run, stored or new, while the block runs, so that nobody else runs it.

        Raises:
            RunLockedError: If somebody else holds it, or it has ended already.
        """
        lock = self._lock_file(run.id)
        with hold_lock(lock):
            status = self._status(run.id) or RunStatus.PENDING
            if status is not RunStatus.PENDING:
                msg = f"run {run.id} is {status} already; run a new one"
                raise RunLockedError(msg)
            yield
        # Whoever finds the old file or a new one finds the run ended, so taking it away cannot let two in.
        lock.unlink(missing_ok=True)

    def recover(self) -> list[Run]:
        """Mark as failed what is running without anybody holding it, and return it."""
        recovered = []
        for run in self.runs(RunStatus.RUNNING, limit=1_000_000):
            lock = self._lock_file(run.id)
            try:
                with hold_lock(lock):
                    run = self.load(run.id)
                    if run.status is not RunStatus.RUNNING:
                        continue
                    step = run.steps[-1].name if run.steps else ""
                    run.fail(interrupted_failure(step, INTERRUPTED.name, INTERRUPTED.description))
                    self.save(run)
            except RunLockedError:
                continue
            lock.unlink(missing_ok=True)
            logger.warning("run %s of %r was interrupted in step %r; it is marked FAILED", run.id, run.project, step)
            recovered.append(run)
        self._sweep()
        return recovered

    def _sweep(self) -> None:
        """Take away locks that dead processes left of runs that have ended, or were never stored."""
        for lock in list(self._locks.glob("*.lock")) if self._locks.is_dir() else []:
            if self._status(lock.stem) in (RunStatus.PENDING, RunStatus.RUNNING):
                continue
            try:
                # A fresh one may have been made this moment, by a process that is about to lock it.
                if time.time() - lock.stat().st_mtime < _FRESH_S:
                    continue
                with hold_lock(lock):
                    pass
            except (RunLockedError, FileNotFoundError):
                continue
            lock.unlink(missing_ok=True)

    def _status(self, run_id: str) -> RunStatus | None:
        with self._connected() as connection:
            row = connection.execute("SELECT status FROM runs WHERE id = ?", (run_id,)).fetchone()
        return None if row is None else RunStatus(row["status"])

    def _lock_file(self, run_id: str) -> Path:
        return self._locks / f"{run_id}.lock"

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        # A connection for each use: none is shared between threads, carried over a fork, or left open.
        with closing(sqlite3.connect(self.path, timeout=_BUSY_S, isolation_level=None)) as connection:
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA synchronous=FULL")
            yield connection


def _steps(connection: sqlite3.Connection, run_id: str) -> list[StepRecord]:
    rows = connection.execute("SELECT * FROM steps WHERE run_id = ? ORDER BY position", (run_id,))
    return [
        StepRecord(
            row["name"], RunStatus(row["status"]), datetime.fromisoformat(row["started_at"]), _moment(row["ended_at"])
        )
        for row in rows
    ]


def _run(row: sqlite3.Row, steps: list[StepRecord]) -> Run:
    failure: dict[str, Any] | None = None if row["failure"] is None else json.loads(row["failure"])
    return Run(
        project=row["project"],
        id=row["id"],
        status=RunStatus(row["status"]),
        steps=steps,
        failure=None if failure is None else Failure.from_dict(failure),
        created_at=datetime.fromisoformat(row["created_at"]),
        started_at=_moment(row["started_at"]),
        ended_at=_moment(row["ended_at"]),
    )


def _moment(stamp: str | None) -> datetime | None:
    return None if stamp is None else datetime.fromisoformat(stamp)
