"""
How does a report look in a browser? One self-contained page with the trend as inline SVG; nothing is loaded.

Imports only the standard library and the report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import Final

from classifier.tools.report import Report, rfc3339
from classifier.tools.report_text import span

__all__ = ["render_html"]

_WIDTH: Final = 720
_HEIGHT: Final = 180
_LEFT: Final = 48
_BOTTOM: Final = 24

_STYLE: Final = """
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0;width:100%}
th,td{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #8884}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
svg{width:100%;height:auto}
.all{fill:#4477aa}.unknown{fill:#cc6677}
text{fill:currentColor;font:11px system-ui,sans-serif}line{stroke:#8888}
"""


def render_html(report: Report) -> str:
    """Return the whole page."""
    return "\n".join(_page(report)) + "\n"


def _page(report: Report) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>Tool errors</title>\n<style>{_STYLE}</style>\n<h1>Tool errors</h1>"
    if not report.total:
        yield "<p>No tool_error events.</p>"
    else:
        rate = report.per_hour
        noun = "event" if report.total == 1 else "events"
        yield (
            f"<p>{report.total} {noun} from {rfc3339(report.first)} to {rfc3339(report.last)}"
            + ("" if rate is None else f", {rate:.1f} an hour")
            + f"; unknown share {report.unknown_share:.1%}.</p>"
        )
        yield from _trend(report)
        yield from _table("Category", report.categories, report.total)
        if report.classifications:
            yield from _table("Classification after recovery", report.classifications, report.classifications.total())
        if report.by is not None:
            for name, counts in report.ranked():
                yield from _table(f"{report.by.value}: {name}", counts, report.total)
    if report.skipped:
        yield f"<p>Skipped lines: {report.skipped}, of these torn: {report.torn}.</p>"
    yield "</html>"


def _table(title: str, counts: Counter[str], whole: int) -> Iterator[str]:
    yield f'<table><thead><tr><th>{escape(title)}<th class="n">count<th class="n">share<tbody>'
    for name, count in counts.most_common():
        yield f'<tr><td>{escape(name)}<td class="n">{count}<td class="n">{count / whole:.1%}'
    yield "</table>"


def _trend(report: Report) -> Iterator[str]:
    series = report.trend.series()
    top = max(count for _, count, _ in series)
    step = (_WIDTH - _LEFT) / len(series)
    base = _HEIGHT - _BOTTOM
    end = series[-1][0] + report.trend.width_s  # the axis ends where the last bar does
    label = f"Tool errors over time, a bar spans {span(report.trend.width_s)}; the lower part is unknown"
    yield f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(label)}">'
    yield f'<line x1="{_LEFT}" y1="{base}" x2="{_WIDTH}" y2="{base}"/>'
    yield f'<text x="{_LEFT - 6}" y="12" text-anchor="end">{top}</text>'
    yield f'<text x="{_LEFT - 6}" y="{base}" text-anchor="end">0</text>'
    for position, (second, count, unknown) in enumerate(series):
        if not count:
            continue
        x = _LEFT + position * step
        yield from _bar(x, step, base, count / top, "all", f"{rfc3339(second)}: {count}, unknown {unknown}")
        yield from _bar(x, step, base, unknown / top, "unknown", "")
    yield f'<text x="{_LEFT}" y="{_HEIGHT - 6}">{rfc3339(series[0][0])}</text>'
    yield f'<text x="{_WIDTH}" y="{_HEIGHT - 6}" text-anchor="end">{rfc3339(end)}</text>'
    yield f"</svg>\n<p>{escape(label)}.</p>"


def _bar(x: float, step: float, base: int, share: float, kind: str, title: str) -> Iterator[str]:
    if not share:
        return
    height = share * (base - 4)
    width = max(step * 0.9, 0.5)
    told = f"<title>{escape(title)}</title>" if title else ""
    place = f'x="{x:.1f}" y="{base - height:.1f}" width="{width:.2f}" height="{height:.1f}"'
    yield f'<rect class="{kind}" {place}>{told}</rect>'
