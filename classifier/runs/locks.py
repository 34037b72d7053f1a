"""
Does another process run this run? A lock that the operating system frees when its holder dies, however it dies.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from classifier.errors import UnexpectedSystemError

__all__ = ["RunLockedError", "hold_lock"]


class RunLockedError(UnexpectedSystemError):
    """The run is in the hands of another process or thread, or has ended already."""

    reason = "stale_state"


@contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """
    Hold the lock on `path` while the block runs.

    An exclusive transaction on an SQLite file of its own: the same on every system, without a process number that
    another process could have inherited.

    Raises:
        RunLockedError: If somebody holds it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as exc:
            if exc.sqlite_errorcode not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            msg = f"run {path.stem} is being run by another process or thread; wait until it ends, or run a new one"
            raise RunLockedError(msg) from exc
        yield
