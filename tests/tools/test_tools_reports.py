"""Reports and backlog: counts, rates, trend, and what to learn next."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifier.tools import ToolError, ToolErrorCategory, ToolErrorLog, recover
from classifier.tools.backlog import backlog_markdown, build_backlog
from classifier.tools.html import render_html
from classifier.tools.report import MAX_BUCKETS, GroupBy, Trend, build_report, moment_s, rfc3339
from classifier.tools.report_text import report_lines, sparkline

C = ToolErrorCategory
START = datetime(2026, 5, 17, 12, 0, tzinfo=UTC)


@pytest.fixture
def log(tmp_path: Path) -> ToolErrorLog:
    """Twelve events over two hours: five patches, four unknown from two places, three timeouts; and one torn line."""
    log = ToolErrorLog(tmp_path / "e.ndjson")
    failures = (
        [ToolError(C.EDIT_PATCH_FAILURE, "Edit", "D", "standard")] * 5
        + [ToolError(C.UNKNOWN_TOOL_ERROR, "Bash", "D", "standard")] * 3
        + [ToolError(C.UNKNOWN_TOOL_ERROR, "WebFetch", "B", "light")]
        + [ToolError(C.PROVIDER_TIMEOUT, "llm", "B", "light")] * 3
    )
    for number, error in enumerate(failures):
        step = recover(error, 9) if error.category is C.PROVIDER_TIMEOUT else None
        log.record(error, task_id="TASK-1", step=step, at=START + timedelta(minutes=10 * number))
    with log.path.open("ab") as file:
        file.write(
            b'{"schema_version":"1.0","ts":"2026-05-17T12:00:00Z","task_id":"TASK-1","event":"pr_created"}\n{"ev'
        )
    return log


def test_report_counts(log: ToolErrorLog) -> None:
    """Counts, share of unknown, rate and what was left out."""
    report = build_report([log.path])

    assert (report.total, report.others, report.skipped, report.torn) == (12, 1, 1, 1)
    assert report.categories == {"edit_patch_failure": 5, "unknown_tool_error": 4, "provider_timeout": 3}
    assert report.classifications == {"soft_warning": 3}
    assert report.unknown_share == pytest.approx(4 / 12)
    assert report.per_hour == pytest.approx(12 / (110 / 60))
    assert (rfc3339(report.first), rfc3339(report.last)) == ("2026-05-17T12:00:00Z", "2026-05-17T13:50:00Z")


@pytest.mark.parametrize(
    ("by", "groups"),
    [
        (GroupBy.MODE, {"standard": 8, "light": 4}),
        (GroupBy.PHASE, {"D": 8, "B": 4}),
        (GroupBy.TOOL, {"Edit": 5, "Bash": 3, "llm": 3, "WebFetch": 1}),
    ],
)
def test_report_is_split(log: ToolErrorLog, by: GroupBy, groups: dict[str, int]) -> None:
    """By mode, phase or tool, the largest first."""
    report = build_report([log.path], by=by)

    assert {name: counts.total() for name, counts in report.ranked()} == groups
    assert list(report.to_dict()["groups"]) == list(groups)


def test_since_leaves_out_what_is_earlier(log: ToolErrorLog) -> None:
    """The bound itself is within."""
    assert build_report([log.path], since=START + timedelta(minutes=90)).total == 3
    assert build_backlog([log.path], since=START + timedelta(minutes=80)).unknown == 1


def test_trend_covers_every_event(log: ToolErrorLog) -> None:
    """The buckets add up, gaps are there as zeros."""
    series = build_report([log.path]).trend.series()

    assert sum(count for _, count, _ in series) == 12
    assert sum(unknown for _, _, unknown in series) == 4
    assert len(series) == 111


@given(seconds=st.lists(st.integers(0, 4_000_000_000), min_size=1, max_size=50))
def test_trend_stays_small_and_loses_nothing(seconds: list[int]) -> None:
    """Whatever the span, a bounded number of buckets holds every event."""
    trend = Trend()
    for second in seconds:
        trend.add(second, second % 2 == 0)

    series = trend.series()
    assert len(series) <= MAX_BUCKETS
    assert sum(count for _, count, _ in series) == len(seconds)
    assert sum(unknown for _, _, unknown in series) == sum(second % 2 == 0 for second in seconds)
    assert series[0][0] <= min(seconds)
    assert len(sparkline(trend)) <= 60


@given(moment=st.datetimes(min_value=datetime(1971, 1, 1), timezones=st.just(UTC)))
def test_quick_reading_of_a_time_is_the_thorough_one(moment: datetime) -> None:
    """Times in UTC and their twins in another zone are the same second."""
    text = moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    assert moment_s(text) == pytest.approx(moment.timestamp(), abs=1e-5)
    assert moment_s(text.replace("Z", "+00:00")) == pytest.approx(moment.timestamp(), abs=1e-5)


@pytest.mark.parametrize(
    "text", ["", "Z", "2026-05-17", "2026-05-17T00:00:00", "2026-99-17T00:00:00Z", "2026-05-17T00:00:99Z", None, 3]
)
def test_no_time_is_none(text: object) -> None:
    """What is no RFC 3339 time is not guessed at."""
    assert moment_s(text) is None


def test_names_of_a_foreign_log_cannot_fill_the_memory(tmp_path: Path) -> None:
    """A log with ten thousand different tools is counted, in a bounded number of groups."""
    path = tmp_path / "foreign.ndjson"
    line = '{{"event":"tool_error","ts":"2026-05-17T12:00:00Z","tool_error_category":"c{0}","tool_name":"t{0}"}}\n'
    path.write_text("".join(line.format(number) for number in range(10_000)), encoding="utf-8")

    report = build_report([path], by=GroupBy.TOOL)

    assert report.total == 10_000
    assert len(report.groups) <= 501
    assert len(report.categories) <= 501
    assert sum(counts.total() for counts in report.groups.values()) == 10_000


def test_foreign_names_are_not_repeated(tmp_path: Path) -> None:
    """A log not written here may hold anything; it reaches neither terminal nor page."""
    path = tmp_path / "foreign.ndjson"
    event = {"event": "tool_error", "ts": "2026-05-17T12:00:00Z"}
    bad = "<script>alert(1)</script>"
    path.write_text(json.dumps({**event, "tool_error_category": bad, "tool_name": bad}) + "\n", encoding="utf-8")

    report = build_report([path], by=GroupBy.TOOL)

    assert "script" not in render_html(report) + "\n".join(report_lines(report))


def test_text_report_says_what_matters(log: ToolErrorLog) -> None:
    """Total, rate, share, groups, trend and the torn line."""
    text = "\n".join(report_lines(build_report([log.path], by=GroupBy.PHASE)))

    assert "tool errors: 12, from 2026-05-17T12:00:00Z to 2026-05-17T13:50:00Z, 6.5 an hour" in text
    assert "unknown share: 33.3%" in text
    assert "phase D" in text
    assert "trend, a column spans 1 min: " in text
    assert "skipped lines: 1, of these torn: 1" in text


def test_empty_log_makes_an_empty_report(tmp_path: Path) -> None:
    """Nothing to report is no error."""
    path = tmp_path / "e.ndjson"
    path.touch()

    assert list(report_lines(build_report([path]))) == ["no tool_error events"]
    assert "No tool_error events." in render_html(build_report([path]))
    assert "None." in list(backlog_markdown(build_backlog([path])))


def test_axis_of_one_event_ends_where_its_bar_does(tmp_path: Path) -> None:
    """One event is said in the singular, and its minute has a beginning and an end."""
    log = ToolErrorLog(tmp_path / "e.ndjson")
    log.record(ToolError(C.EDIT_PATCH_FAILURE, "Edit", "D", "standard"), task_id="TASK-0001", at=START)

    page = render_html(build_report([log.path]))

    assert "<p>1 event from " in page
    assert ">2026-05-17T12:00:00Z</text>" in page
    assert ">2026-05-17T12:01:00Z</text>" in page


class Tags(HTMLParser):
    """Counts the tags of a page and keeps what it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: dict[str, int] = {}
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one tag."""
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self.loads += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]


def test_page_is_self_contained_and_plots_the_trend(log: ToolErrorLog) -> None:
    """Nothing is loaded; each bucket with events is a bar, the unknown ones a second."""
    tags = Tags()
    page = render_html(build_report([log.path], by=GroupBy.TOOL))
    tags.feed(page)

    assert tags.loads == []
    assert "http" not in page
    assert tags.counts["svg"] == 1
    assert tags.counts["rect"] == 12 + 4
    assert tags.counts["table"] == 2 + 4
    assert "script" not in tags.counts


def test_backlog_groups_the_unknown(log: ToolErrorLog) -> None:
    """By tool, phase and mode, the most frequent first."""
    backlog = build_backlog([log.path])

    assert [(g.tool_name, g.phase, g.mode, g.count) for g in backlog.groups] == [
        ("Bash", "D", "standard", 3),
        ("WebFetch", "B", "light", 1),
    ]
    assert (backlog.unknown, backlog.total, backlog.skipped) == (4, 12, 1)


def test_backlog_markdown_has_what_section_6_wants(log: ToolErrorLog) -> None:
    """Known issues for the handoff; candidates with counts; what a new category takes."""
    text = "\n".join(backlog_markdown(build_backlog([log.path])))

    assert "4 of 12 tool errors (33.3%) are `unknown_tool_error`." in text
    assert "- Unclassified tool error: tool `Bash`, phase `D`, mode `standard`; seen 3×, from 2026-05" in text
    assert "| Bash | D | standard | 3 | 75.0% |" in text
    assert "| WebFetch |" not in text
    assert "the next minor schema version, 1.2" in text


def test_backlog_without_frequent_groups_has_no_candidates(log: ToolErrorLog) -> None:
    """Rare failures stay known issues."""
    text = "\n".join(backlog_markdown(build_backlog([log.path]), candidate_count=4))

    assert "None: no group was seen 4 times." in text
    assert "tool `WebFetch`" in text
