"""The log: atomic, shared, rotating, and whole after a crash."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from classifier.tools import ToolError, ToolErrorCategory, ToolErrorLog
from classifier.tools.reading import MAX_LINE_BYTES, read_lines
from classifier.tools.validation import EventValidator

ERROR = ToolError(ToolErrorCategory.EDIT_PATCH_FAILURE, "Edit", "D", "standard")


def tasks(log: ToolErrorLog) -> list[str]:
    return [line.event["task_id"] for line in read_lines(log.files()) if line.event is not None]


def test_record_appends_one_line(tmp_path: Path) -> None:
    """Each event is one line of JSON; the folder is made."""
    log = ToolErrorLog(tmp_path / "deep" / "events.ndjson")

    log.record(ERROR, task_id="TASK-1")
    event = log.record(ERROR, task_id="TASK-2")

    lines = log.path.read_bytes().splitlines()
    assert len(lines) == 2
    assert json.loads(lines[1]) == event.to_dict()


def test_threads_do_not_mix_their_lines(tmp_path: Path) -> None:
    """Eight threads, one object, every event there once."""
    log = ToolErrorLog(tmp_path / "e.ndjson", max_bytes=20_000, backups=50)

    def write(thread: int) -> None:
        for number in range(100):
            log.record(ERROR, task_id=f"T{thread}-{number}")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(tasks(log)) == sorted(f"T{thread}-{number}" for thread in range(8) for number in range(100))


def test_full_file_is_rotated(tmp_path: Path) -> None:
    """No file grows beyond the limit, the order is kept, the oldest beyond `backups` is deleted."""
    log = ToolErrorLog(tmp_path / "e.ndjson", max_bytes=1000, backups=2)
    for number in range(30):
        log.record(ERROR, task_id=f"TASK-{number}")

    files = log.files()
    kept = tasks(log)
    assert [path.name for path in files] == ["e.ndjson.2", "e.ndjson.1", "e.ndjson"]
    assert all(path.stat().st_size <= 1000 for path in files)
    assert kept == [f"TASK-{number}" for number in range(30 - len(kept), 30)]


def test_gap_among_the_rotated_files_is_filled(tmp_path: Path) -> None:
    """A process killed between two renames leaves a gap; nothing is lost by the next rotation."""
    log = ToolErrorLog(tmp_path / "e.ndjson", max_bytes=400, backups=5)
    for number in range(6):
        log.record(ERROR, task_id=f"TASK-{number}")
    before = tasks(log)
    log.path.with_name("e.ndjson.1").rename(log.path.with_name("e.ndjson.3"))

    log.record(ERROR, task_id="TASK-99")
    log.record(ERROR, task_id="TASK-100")

    assert set(tasks(log)) == {*before, "TASK-99", "TASK-100"}


def test_event_larger_than_the_limit_is_still_written(tmp_path: Path) -> None:
    """A silly limit costs rotation, never an event."""
    log = ToolErrorLog(tmp_path / "e.ndjson", max_bytes=10, backups=3)

    log.record(ERROR, task_id="TASK-1")
    log.record(ERROR, task_id="TASK-2")

    assert tasks(log) == ["TASK-1", "TASK-2"]


def test_torn_line_is_kept_apart_and_reported(tmp_path: Path) -> None:
    """A line cut off by a crash is reported as torn, and the next event stands on a line of its own."""
    log = ToolErrorLog(tmp_path / "e.ndjson")
    log.record(ERROR, task_id="TASK-1")
    with log.path.open("ab") as file:
        file.write(b'{"schema_version":"1.1","ts":"2026-')

    torn = [line for line in read_lines([log.path]) if line.event is None]
    log.record(ERROR, task_id="TASK-2")
    later = [line for line in read_lines([log.path]) if line.event is None]

    assert [(line.number, line.torn) for line in torn] == [(2, True)]
    assert [(line.number, line.torn) for line in later] == [(2, False)]
    assert tasks(log) == ["TASK-1", "TASK-2"]


def test_whole_last_line_without_line_feed_counts(tmp_path: Path) -> None:
    """A line that parses is no torn one."""
    path = tmp_path / "e.ndjson"
    path.write_text('{"a": 1}', encoding="utf-8")

    assert [line.event for line in read_lines([path])] == [{"a": 1}]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"nonsense\n", "not well-formed JSON"),
        (b"[1]\n", "is list; expected a JSON object"),
        (b'{"a":1,"a":2}\n', "the field 'a' is there twice"),
        (b'{"a":NaN}\n', "NaN is not JSON"),
        (b"\xff\xfe\n", "not well-formed JSON"),
        (b"[" * 60_000 + b"\n", "not well-formed JSON"),
        (b"x" * (3 * MAX_LINE_BYTES) + b"\n", "the line is longer than"),
    ],
    ids=["words", "list", "twice", "nan", "bytes", "deep", "long"],
)
def test_unreadable_line_is_reported_and_the_rest_is_read(tmp_path: Path, text: bytes, problem: str) -> None:
    """One bad line costs that line."""
    path = tmp_path / "e.ndjson"
    path.write_bytes(b'{"n":1}\n' + text + b'\n{"n":2}\n')

    lines = list(read_lines([path]))

    assert [line.event for line in lines if line.event] == [{"n": 1}, {"n": 2}]
    assert [line.number for line in lines if line.event is None] == [2]
    assert problem in next(line.problem for line in lines if line.event is None)


@pytest.mark.parametrize(("arguments", "message"), [({"max_bytes": -1}, "max_bytes"), ({"backups": 0}, "backups")])
def test_unusable_limits_are_refused(tmp_path: Path, arguments: dict[str, int], message: str) -> None:
    """A wrong limit is named."""
    with pytest.raises(ValueError, match=message):
        ToolErrorLog(tmp_path / "e", **arguments)  # type: ignore[arg-type]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_failed_write_is_told(tmp_path: Path) -> None:
    """When `record` returns the event is there; when it cannot be, it raises."""
    with pytest.raises(OSError, match="No space left"):
        ToolErrorLog("/dev/full", max_bytes=0).record(ERROR, task_id="TASK-1")


WRITER = """
import os, sys
from classifier.tools.failure import ToolError
from classifier.tools.log import ToolErrorLog
from classifier.tools.taxonomy import ToolErrorCategory

path, writer, count, told = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
log = ToolErrorLog(path, max_bytes=2_000_000, backups=20)
error = ToolError(ToolErrorCategory.EDIT_PATCH_FAILURE, "Edit", "D", "standard")
for number in range(count):
    log.record(error, task_id=f"W{writer}-{number}")
    # A pipe keeps what was written to it when the writer is killed: four bytes say how many events returned.
    os.write(told, (number + 1).to_bytes(4, "big"))
"""


def _drain(source: int, into: dict[int, int], writer: int, after: int, ready: threading.Event) -> None:
    rest = b""
    while piece := os.read(source, 65536):
        rest += piece
        whole = len(rest) // 4 * 4
        if whole:
            into[writer] = int.from_bytes(rest[whole - 4 : whole], "big")
            rest = rest[whole:]
        if into[writer] >= after:
            ready.set()
    ready.set()
    os.close(source)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL and fork")
def test_eight_processes_two_of_them_killed(tmp_path: Path) -> None:
    """Every event whose `record` returned is there once, every line parses and validates, whoever is killed."""
    writers, count, killed = 8, 10_000, (2, 5)
    log = ToolErrorLog(tmp_path / "e.ndjson", max_bytes=2_000_000, backups=20)
    returned = dict.fromkeys(range(writers), 0)
    processes, drains, ready = [], [], {}
    for writer in range(writers):
        source, told = os.pipe()
        os.set_inheritable(told, True)
        arguments = [sys.executable, "-c", WRITER, str(log.path), str(writer), str(count), str(told)]
        pid = os.posix_spawn(sys.executable, arguments, os.environ)
        os.close(told)
        processes.append(pid)
        ready[writer] = threading.Event()
        drains.append(
            threading.Thread(target=_drain, args=(source, returned, writer, 1000 + 500 * writer, ready[writer]))
        )
        drains[-1].start()
    for writer in killed:
        assert ready[writer].wait(60)
        os.kill(processes[writer], signal.SIGKILL)
    ends = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in processes]
    for drain in drains:
        drain.join()

    seen: dict[int, list[int]] = {writer: [] for writer in range(writers)}
    validator = EventValidator()
    for line in read_lines(log.files()):
        assert line.event is not None, line.problem
        assert validator.problems(line.event) == []
        writer, number = line.event["task_id"].removeprefix("W").split("-")
        seen[int(writer)].append(int(number))
    assert len(log.files()) > 3
    for writer in range(writers):
        assert ends[writer] == (-signal.SIGKILL if writer in killed else 0)
        written = len(seen[writer])
        assert seen[writer] == list(range(written))
        # The last event may be in the file though its `record` had no time left to return.
        assert returned[writer] <= written <= returned[writer] + 1
        assert written < count if writer in killed else written == count
