"""
How often do which tools fail, and is it getting better? One pass over the events, in constant memory.

Imports only the standard library and the reading of logs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from classifier.tools.events import is_identifier
from classifier.tools.reading import read_lines
from classifier.tools.taxonomy import ToolErrorCategory

__all__ = ["GroupBy", "Report", "Trend", "build_report", "moment_s", "name_of", "rfc3339", "tool_events"]

MAX_BUCKETS: Final = 240
MAX_GROUPS: Final = 500
"""More different names than this are counted together, so that a broken log cannot fill the memory."""
REST: Final = "(more)"
NONE: Final = "(none)"


class GroupBy(StrEnum):
    """What a report is split by."""

    MODE = "mode"
    PHASE = "phase"
    TOOL = "tool"

    @property
    def field(self) -> str:
        """The event's field of this name."""
        return "tool_name" if self is GroupBy.TOOL else self.value


@dataclass(slots=True)
class Trend:
    """
    Counts over time, in at most `MAX_BUCKETS` buckets that double in width when the time spanned outgrows them.

    Attributes:
        width_s: Seconds a bucket spans; begins with a minute.
        counts: From the bucket's number (seconds since 1970 divided by `width_s`) to (all, unknown).
    """

    width_s: int = 60
    counts: dict[int, tuple[int, int]] = field(default_factory=dict)
    _first: int | None = None
    _last: int | None = None

    def add(self, second: int, unknown: bool) -> None:
        """Count one event that happened at `second`."""
        bucket = second // self.width_s
        old = self.counts.get(bucket)
        if old is not None:
            self.counts[bucket] = (old[0] + 1, old[1] + unknown)
            return
        self._first = bucket if self._first is None else min(self._first, bucket)
        self._last = bucket if self._last is None else max(self._last, bucket)
        self.counts[bucket] = (1, int(unknown))
        while self._last - self._first >= MAX_BUCKETS:
            self._coarsen()

    def _coarsen(self) -> None:
        merged: dict[int, tuple[int, int]] = {}
        for bucket, (count, unknown) in self.counts.items():
            sums = merged.get(bucket // 2, (0, 0))
            merged[bucket // 2] = (sums[0] + count, sums[1] + unknown)
        self.counts = merged
        self.width_s *= 2
        self._first, self._last = min(merged), max(merged)

    def series(self) -> list[tuple[int, int, int]]:
        """Return (second the bucket begins, all, unknown) for every bucket between the first and the last."""
        if self._first is None or self._last is None:
            return []
        buckets = range(self._first, self._last + 1)
        return [(bucket * self.width_s, *self.counts.get(bucket, (0, 0))) for bucket in buckets]


@dataclass(slots=True)
class Report:
    """
    What the logs say.

    Attributes:
        total: Number of `tool_error` events.
        others: Number of other events, which are left alone.
        skipped: Lines that could not be read.
        torn: Torn last lines among them.
        by: What it is split by; None if it is not.
        categories: Count by category.
        groups: Count by name of the group, then by category.
        classifications: Count by classification after recovery, where it was recorded.
        trend: Counts over time.
        first: Time of the earliest event, as it stands in the log.
        last: Time of the latest.
    """

    by: GroupBy | None = None
    total: int = 0
    others: int = 0
    skipped: int = 0
    torn: int = 0
    categories: Counter[str] = field(default_factory=Counter)
    groups: dict[str, Counter[str]] = field(default_factory=dict)
    classifications: Counter[str] = field(default_factory=Counter)
    trend: Trend = field(default_factory=Trend)
    first: float | None = None
    last: float | None = None

    @property
    def unknown_share(self) -> float:
        """Share of `unknown_tool_error`, 0 to 1; 0 if there are no events."""
        return self.categories[ToolErrorCategory.UNKNOWN_TOOL_ERROR.value] / self.total if self.total else 0.0

    @property
    def per_hour(self) -> float | None:
        """Events an hour between the first and the last; None if less than a minute lies between."""
        if self.first is None or self.last is None or self.last - self.first < 60:
            return None
        return self.total / ((self.last - self.first) / 3600)

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "total": self.total,
            "others": self.others,
            "skipped": self.skipped,
            "torn": self.torn,
            "unknown_share": self.unknown_share,
            "per_hour": self.per_hour,
            "first": rfc3339(self.first),
            "last": rfc3339(self.last),
            "categories": dict(self.categories.most_common()),
            "classifications": dict(self.classifications.most_common()),
            "by": None if self.by is None else self.by.value,
            "groups": {name: dict(counts.most_common()) for name, counts in self.ranked()},
            "trend": [
                {"from": rfc3339(second), "total": count, "unknown": unknown}
                for second, count, unknown in self.trend.series()
            ],
        }

    def ranked(self) -> list[tuple[str, Counter[str]]]:
        """Return the groups, the largest first."""
        return sorted(self.groups.items(), key=lambda group: (-group[1].total(), group[0]))


def tool_events(
    paths: Iterable[str | Path], since: datetime | None = None, report: Report | None = None
) -> Iterator[tuple[dict[str, Any], float]]:
    """
    Yield each `tool_error` event with its time in seconds since 1970.

    Args:
        since: Leave out what happened earlier; with time zone.
        report: Where to count the lines that are not yielded, if anywhere.

    Raises:
        OSError: If a file cannot be read.
    """
    report = report or Report()
    from_s = None if since is None else since.timestamp()
    for line in read_lines(paths):
        event = line.event
        if event is None:
            report.skipped += 1
            report.torn += line.torn
            continue
        if event.get("event") != "tool_error":
            report.others += 1
            continue
        second = moment_s(event.get("ts"))
        if second is None or not isinstance(event.get("tool_error_category"), str):
            report.skipped += 1
            continue
        if from_s is None or second >= from_s:
            yield event, second


def build_report(paths: Iterable[str | Path], *, since: datetime | None = None, by: GroupBy | None = None) -> Report:
    """
    Read the logs once and count.

    Raises:
        OSError: If a file cannot be read.
    """
    report = Report(by=by)
    group_field = "" if by is None else by.field
    unknown = ToolErrorCategory.UNKNOWN_TOOL_ERROR.value
    for event, second in tool_events(paths, since, report):
        category = name_of(event["tool_error_category"])
        report.total += 1
        _count(report.categories, category)
        if "tool_error_classification" in event:
            _count(report.classifications, name_of(event["tool_error_classification"]))
        if by is not None:
            name = name_of(event.get(group_field))
            if name not in report.groups and len(report.groups) >= MAX_GROUPS:
                name = REST
            _count(report.groups.setdefault(name, Counter()), category)
        report.trend.add(int(second), category == unknown)
        if report.first is None or second < report.first:
            report.first = second
        if report.last is None or second > report.last:
            report.last = second
    return report


def _count(counter: Counter[str], name: str) -> None:
    counter[name if name in counter or len(counter) < MAX_GROUPS else REST] += 1


@lru_cache(maxsize=4096)
def _minute_s(minute: str) -> float | None:
    try:
        return datetime.fromisoformat(minute + ":00+00:00").timestamp()
    except ValueError:
        return None


def moment_s(moment: object) -> float | None:
    """Return the seconds since 1970 of an RFC 3339 time, or None if it is none."""
    if not isinstance(moment, str):
        return None
    # Nearly all lines look like 2026-05-17T00:00:00.000Z; parsing each minute once is three times as fast.
    seconds = moment[17:-1]
    if moment[-1:] == "Z" and moment[16:17] == ":" and seconds.replace(".", "", 1).isdecimal():
        minute = _minute_s(moment[:16])
        return None if minute is None or float(seconds) >= 61 else minute + float(seconds)
    try:
        parsed = datetime.fromisoformat(moment.upper())
    except ValueError:
        return None
    return None if parsed.tzinfo is None else parsed.timestamp()


def rfc3339(second: float | None) -> str | None:
    """Return the time as RFC 3339 in UTC, to the second."""
    return None if second is None else datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def name_of(value: object) -> str:
    """Return `value` if it can be shown: a log that was not written here may hold anything in these fields."""
    if value is None:
        return NONE
    return value if isinstance(value, str) and is_identifier(value, "_-.") else "(not a name)"
