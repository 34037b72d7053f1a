"""A million events: how fast are `report` and `validate`, and does the memory stay flat?"""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from classifier.tools import ToolError, ToolErrorCategory, ToolErrorEvent
from classifier.tools.backlog import build_backlog
from classifier.tools.report import GroupBy, build_report
from classifier.tools.validation import EventValidator

EVENTS = 1_000_080  # whole minutes of four events a second
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def write_events(path: Path, count: int) -> None:
    """Write `count` events of all categories, three tools, a quarter of a second apart."""
    start = datetime(2026, 5, 17, tzinfo=UTC)
    lines = [
        ToolErrorEvent.of(ToolError(category, tool, "D", mode), "TASK-N", at=start).to_line().decode()
        for category in ToolErrorCategory
        for tool in ("Edit", "Bash", "llm")
        for mode in ("light", "standard")
    ]
    with path.open("w", encoding="ascii") as file:
        for minute in range(count // 240):
            moment = (start + timedelta(minutes=minute)).strftime("%Y-%m-%dT%H:%M:")
            for quarter in range(240):
                number = minute * 240 + quarter
                line = lines[number % len(lines)].replace("2026-05-17T00:00:00.000", f"{moment}{quarter / 4:06.3f}")
                file.write(line.replace("TASK-N", f"TASK-{number % 5000}"))


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log."""
    path = tmp_path_factory.mktemp("million") / "e.ndjson"
    write_events(path, EVENTS)
    return path


@pytest.fixture(scope="module")
def tenth(million: Path) -> Path:
    """Its first tenth."""
    path = million.with_name("tenth.ndjson")
    with million.open("rb") as source, path.open("wb") as target:
        for _ in range(EVENTS // 10):
            target.write(source.readline())
    return path


def validate(path: Path) -> int:
    return sum(violation is None for violation in EventValidator().check([path]))


def report(path: Path) -> int:
    return build_report([path], by=GroupBy.TOOL).total


def backlog(path: Path) -> int:
    return build_backlog([path]).total


def parse(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for line in file if json.loads(line))


def timed(task: Callable[[Path], int], path: Path) -> tuple[int, float]:
    started = time.process_time()
    return task(path), time.process_time() - started


@pytest.fixture(scope="module")
def json_s(million: Path) -> float:
    """Seconds that `json.loads` alone takes for the lines."""
    return timed(parse, million)[1]


@pytest.mark.parametrize("task", [report, validate, backlog])
def test_million_events_cost_little_more_than_their_json(
    million: Path, json_s: float, task: Callable[[Path], int], record_property: Callable[[str, object], None]
) -> None:
    """All events are seen, at no more than eight times the time that `json.loads` alone takes for the lines."""
    seen, task_s = timed(task, million)

    record_property("ratio_to_json", task_s / json_s)
    print(f"{task.__name__}: {EVENTS / task_s:,.0f} events/s, {task_s / json_s:.2f} times json.loads")
    assert seen == EVENTS
    assert task_s / json_s < 8


@pytest.mark.parametrize("task", [report, validate, backlog])
def test_memory_does_not_grow_with_the_log(tenth: Path, task: Callable[[Path], int]) -> None:
    """A hundred times the events, the same peak of memory within half a megabyte."""
    small = tenth.with_name("small.ndjson")
    if not small.exists():
        with tenth.open("rb") as source, small.open("wb") as target:
            for _ in range(EVENTS // 1000):
                target.write(source.readline())
    task(small)
    peaks = []
    for path in (small, tenth):
        tracemalloc.start()
        task(path)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    print(f"{task.__name__}: peak {peaks[0] / 1e6:.2f} MB, then {peaks[1] / 1e6:.2f} MB")

    assert peaks[1] < peaks[0] + 500_000
