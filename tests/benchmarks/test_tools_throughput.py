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

EVENTS = 1_000_000
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def write_events(path: Path, count: int) -> None:
    """Write `count` events of all categories, three tools, a quarter of a second apart."""
    start = datetime(2026, 5, 17, tzinfo=UTC)
    categories = list(ToolErrorCategory)
    with path.open("wb") as file:
        for number in range(count):
            category = categories[number % len(categories)]
            error = ToolError(category, ("Edit", "Bash", "llm")[number % 3], "D", ("light", "standard")[number % 2])
            moment = start + timedelta(seconds=number / 4)
            file.write(ToolErrorEvent.of(error, f"TASK-{number % 5000}", at=moment).to_line())


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


def seconds(task: Callable[[Path], int], path: Path) -> float:
    started = time.process_time()
    task(path)
    return time.process_time() - started


@pytest.mark.parametrize("task", [report, validate, backlog])
def test_million_events_cost_little_more_than_their_json(
    million: Path, task: Callable[[Path], int], record_property: Callable[[str, object], None]
) -> None:
    """All events are seen, at no more than eight times the time that `json.loads` alone takes for the lines."""
    assert task(million) == EVENTS

    ratio = seconds(task, million) / seconds(parse, million)
    record_property("ratio_to_json", ratio)
    print(f"{task.__name__}: {ratio:.2f} times json.loads")
    assert ratio < 8


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
