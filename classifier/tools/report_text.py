"""
How does a report look in a terminal? Plain text with a sparkline; imports only the standard library and the report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from classifier.tools.report import Report, Trend, rfc3339

__all__ = ["report_lines", "span", "sparkline"]


def report_lines(report: Report) -> Iterator[str]:
    """Yield the report as lines of plain text."""
    if not report.total:
        yield "no tool_error events"
    else:
        rate = report.per_hour
        yield f"tool errors: {report.total}, from {rfc3339(report.first)} to {rfc3339(report.last)}" + (
            "" if rate is None else f", {rate:.1f} an hour"
        )
        yield f"unknown share: {report.unknown_share:.1%}"
        yield ""
        yield from _table("category", report.categories, report.total)
        if report.classifications:
            yield ""
            yield from _table("classification", report.classifications, report.classifications.total())
        if report.by is not None:
            for name, counts in report.ranked():
                yield ""
                yield from _table(f"{report.by.value} {name}", counts, report.total)
        yield ""
        yield f"trend, a column spans {span(report.trend.width_s)}: {sparkline(report.trend)}"
    if report.skipped:
        yield f"skipped lines: {report.skipped}, of these torn: {report.torn}; see: nexus-classifier tools validate"


def _table(title: str, counts: Counter[str], whole: int) -> Iterator[str]:
    yield f"{title:40s} {counts.total():>9d} {counts.total() / whole:>7.1%}"
    for name, count in counts.most_common():
        yield f"  {name:38s} {count:>9d} {count / whole:>7.1%}"


def sparkline(trend: Trend, columns: int = 60) -> str:
    """Return the trend as one line of block characters, at most `columns` wide."""
    counts = [count for _, count, _ in trend.series()]
    step = -(-len(counts) // columns) if counts else 1
    sums = [sum(counts[start : start + step]) for start in range(0, len(counts), step)]
    top = max(sums, default=0) or 1
    return "".join(" ▁▂▃▄▅▆▇█"[-(-8 * count // top)] for count in sums)


def span(seconds: int) -> str:
    """Return a length of time in its largest fitting unit."""
    for name, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{seconds / length:.3g} {name}"
    return f"{seconds} s"
