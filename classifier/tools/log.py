"""
How do tool failures get into a file that several processes share? One appended line an event, under a lock, rotated.

The lock is `flock` on the log itself, taken on a file opened anew for each event. That excludes threads and processes
alike, survives fork, and the kernel drops it when a process is killed. Where there is no `fcntl` a lock of this process
guards the append, so there one process at a time should write.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from classifier.tools.events import ToolErrorEvent, Vocabulary
from classifier.tools.failure import ToolError
from classifier.tools.recovery import RecoveryStep

__all__ = ["ToolErrorLog"]

_process_lock: Final = threading.Lock()


def _find_flock() -> Callable[[int], None] | None:
    try:
        from fcntl import LOCK_EX, flock
    except ImportError:  # Windows
        return None
    return lambda descriptor: flock(descriptor, LOCK_EX)


_flock: Final = _find_flock()


class ToolErrorLog:
    """
    An append-only log of `tool_error` events as NDJSON.

    Safe from several threads and processes. When `record` returns, the event is in the file, whatever happens to the
    process afterwards; with `durable` it is on the disk, whatever happens to the machine. A process killed in the
    middle of a write leaves at most one torn line, which the next writer closes with a line feed and readers report.

    Args:
        path: The log; its folder is made if it is absent. Rotated files are `path.1` (the newest), `path.2`, ….
        max_bytes: Rotate before the file would grow beyond this; 0 never rotates.
        backups: How many rotated files to keep, 1 or more; the oldest is deleted.
        durable: Whether to wait for the disk after each event.
        vocabulary: Names of tools, phases and modes known beside the built-in ones.

    Raises:
        ValueError: If `max_bytes` is below 0 or `backups` below 1.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        max_bytes: int = 64 * 1024 * 1024,
        backups: int = 10,
        durable: bool = False,
        vocabulary: Vocabulary | None = None,
    ) -> None:
        if max_bytes < 0:
            msg = f"max_bytes is {max_bytes!r}; expected 0 (never rotate) or more"
            raise ValueError(msg)
        if backups < 1:
            msg = f"backups is {backups!r}; expected 1 or more, or pass max_bytes=0 to never rotate"
            raise ValueError(msg)
        self.path: Final = Path(path)
        self.max_bytes: Final = max_bytes
        self.backups: Final = backups
        self.durable: Final = durable
        self.vocabulary: Final = vocabulary or Vocabulary()

    def record(
        self,
        error: ToolError,
        *,
        task_id: str,
        step: RecoveryStep | None = None,
        at: datetime | None = None,
    ) -> ToolErrorEvent:
        """
        Append the event of `error` and return it.

        Args:
            task_id: Such as `"TASK-0093"`.
            step: What `recover` answered; its classification is recorded, so that a retryable failure whose tries are
                used up stands in the log as the soft warning it became.
            at: When it happened, with time zone; now if absent.

        Raises:
            ValueError: If `task_id` or `at` is not usable.
            OSError: If the line could not be written; then none of it is in the file.
        """
        event = ToolErrorEvent.of(error, task_id, step=step, at=at, vocabulary=self.vocabulary)
        self._append(event.to_line())
        return event

    def files(self) -> list[Path]:
        """Return the files of the log that exist, the oldest first."""
        numbered = [self._backup(number) for number in range(self.backups, 0, -1)]
        return [path for path in (*numbered, self.path) if path.exists()]

    def _append(self, line: bytes) -> None:
        if _flock is not None:
            self._append_locked(line)
            return
        with _process_lock:
            self._append_locked(line)

    def _append_locked(self, line: bytes) -> None:
        descriptor = self._open_locked()
        try:
            size = os.fstat(descriptor).st_size
            if self.max_bytes and size and size + len(line) > self.max_bytes:
                descriptor = self._rotate(descriptor)
                size = os.fstat(descriptor).st_size
            if size and not _ends_in_line_feed(descriptor, size):
                # Another process was killed inside its write: keep its torn line apart from ours.
                line = b"\n" + line
            written = os.write(descriptor, line)
            if written != len(line):
                os.ftruncate(descriptor, size)
                msg = f"only {written} of {len(line)} bytes fit into {self.path}; free some space"
                raise OSError(msg)
            if self.durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _open_locked(self) -> int:
        """Return a descriptor of the file that is now at `path`, locked until it is closed."""
        while True:
            try:
                descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | _CLOEXEC, 0o644)
            except FileNotFoundError:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                continue
            if _flock is None:
                return descriptor
            try:
                _flock(descriptor)
                opened = os.fstat(descriptor)
                try:
                    named = self.path.stat()
                except FileNotFoundError:
                    named = None
            except BaseException:
                os.close(descriptor)
                raise
            if named is not None and (opened.st_ino, opened.st_dev) == (named.st_ino, named.st_dev):
                return descriptor
            # Somebody rotated it while we waited for the lock.
            os.close(descriptor)

    def _rotate(self, descriptor: int) -> int:
        """Move the full file away, the last step being the one that lets others go on; return the new, locked one."""
        last = next((n for n in range(1, self.backups) if not self._backup(n).exists()), self.backups)
        for number in range(last - 1, 0, -1):
            self._backup(number).replace(self._backup(number + 1))
        if _flock is None:
            # Windows cannot rename an open file.
            os.close(descriptor)
            self.path.replace(self._backup(1))
            return self._open_locked()
        self.path.replace(self._backup(1))
        fresh = self._open_locked()
        os.close(descriptor)
        return fresh

    def _backup(self, number: int) -> Path:
        return self.path.with_name(f"{self.path.name}.{number}")


_CLOEXEC: Final = getattr(os, "O_CLOEXEC", 0)


def _ends_in_line_feed(descriptor: int, size: int) -> bool:
    # Not pread, which Windows lacks; appending ignores the position anyway.
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1) == b"\n"
