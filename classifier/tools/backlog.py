"""
Which unknown tool failures should the taxonomy learn next? The Markdown of §6, from the event logs, in one pass.

Imports only the standard library and the reading of logs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from classifier.tools.events import SCHEMA_VERSION
from classifier.tools.report import MAX_GROUPS, REST, Report, name_of, rfc3339, tool_events
from classifier.tools.taxonomy import ToolErrorCategory

__all__ = ["Backlog", "BacklogGroup", "backlog_markdown", "build_backlog"]

CANDIDATE_COUNT: Final = 3
"""Seen this often, a group is proposed as a category: once is chance, twice may be one cause retried."""


@dataclass(slots=True)
class BacklogGroup:
    """
    Unknown failures of one tool in one phase and mode.

    Attributes:
        tool_name: A known tool or `"other"`.
        phase: Or `"(none)"`.
        mode: Or `"(none)"`.
        count: How many.
        first: Seconds since 1970 of the earliest.
        last: Of the latest.
    """

    tool_name: str
    phase: str
    mode: str
    count: int
    first: float
    last: float


@dataclass(slots=True)
class Backlog:
    """
    All groups of unknown failures.

    Attributes:
        groups: The largest first.
        total: Number of all `tool_error` events, known ones too.
        skipped: Lines that could not be read.
    """

    groups: list[BacklogGroup]
    total: int
    skipped: int

    @property
    def unknown(self) -> int:
        """Number of unknown failures."""
        return sum(group.count for group in self.groups)


def build_backlog(paths: Iterable[str | Path], *, since: datetime | None = None) -> Backlog:
    """
    Read the logs once and group `unknown_tool_error` by tool, phase and mode.

    Raises:
        OSError: If a file cannot be read.
    """
    unknown = ToolErrorCategory.UNKNOWN_TOOL_ERROR.value
    seen = Report()
    groups: dict[tuple[str, str, str], BacklogGroup] = {}
    total = 0
    for event, second in tool_events(paths, since, seen):
        total += 1
        if event["tool_error_category"] != unknown:
            continue
        key = (name_of(event.get("tool_name")), name_of(event.get("phase")), name_of(event.get("mode")))
        if key not in groups and len(groups) >= MAX_GROUPS:
            key = (REST, REST, REST)
        group = groups.get(key)
        if group is None:
            groups[key] = BacklogGroup(*key, 1, second, second)
            continue
        group.count += 1
        group.first = min(group.first, second)
        group.last = max(group.last, second)
    ranked = sorted(groups.values(), key=lambda g: (-g.count, g.tool_name, g.phase, g.mode))
    return Backlog(ranked, total, seen.skipped)


def backlog_markdown(backlog: Backlog, *, candidate_count: int = CANDIDATE_COUNT) -> Iterator[str]:
    """
    Yield the lines of the Markdown: known issues for the handoff, then candidates for new categories.

    Args:
        candidate_count: A group seen at least this often is a candidate.
    """
    share = backlog.unknown / backlog.total if backlog.total else 0.0
    yield "# Unclassified tool errors"
    yield ""
    yield f"{backlog.unknown} of {backlog.total} tool errors ({share:.1%}) are `unknown_tool_error`."
    if backlog.skipped:
        yield f"{backlog.skipped} lines could not be read and are not counted."
    yield ""
    yield "## Known issues (for handoff.md)"
    yield ""
    if not backlog.groups:
        yield "None."
        return
    for group in backlog.groups:
        yield (
            f"- Unclassified tool error: tool `{group.tool_name}`, phase `{group.phase}`, mode `{group.mode}`; "
            f"seen {group.count}×, from {rfc3339(group.first)} to {rfc3339(group.last)}."
        )
    yield ""
    yield "## Candidates for a new category"
    yield ""
    candidates = [group for group in backlog.groups if group.count >= candidate_count and group.tool_name != REST]
    if not candidates:
        yield f"None: no group was seen {candidate_count} times."
        return
    yield "| tool | phase | mode | count | share of unknown |"
    yield "|---|---|---|---:|---:|"
    for group in candidates:
        part = group.count / backlog.unknown
        yield f"| {group.tool_name} | {group.phase} | {group.mode} | {group.count} | {part:.1%} |"
    major, minor = SCHEMA_VERSION.split(".")
    yield ""
    yield "A new category takes:"
    yield ""
    yield "- one row in the taxonomy: name, severity, classification, recovery plan, a one-sentence description;"
    yield f"- the next minor schema version, {major}.{int(minor) + 1}: old events stay valid, as the enum only grows;"
    yield "- the phrases or reasons that tell it, each with the tool output they were seen in, and a test for each;"
    yield "- a look at the logs afterwards: the share of unknown in the groups above should fall."
