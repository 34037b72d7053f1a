"""
How do the figures look as pictures? Inline SVG made by hand, coloured by the page's style sheet, light or dark.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from classifier.evaluation.compare import Difference
from classifier.evaluation.curves import ALL, Curve

__all__ = ["differences_chart", "dumbbells", "latency_chart", "reliability_chart", "risk_chart"]

_WIDTH = 520


def _svg(height: float, parts: Sequence[str], title: str, width: float = _WIDTH) -> str:
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}" '
        f'style="max-width:{width * 1.5:g}px">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str = "grid", style: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}" style="{style}"/>'


def _dot(x: float, y: float, radius: float, fill: str, tip: str) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" style="fill:{fill};stroke:var(--card);stroke-width:1.5">'
        f"<title>{escape(tip)}</title></circle>"
    )


def _path(points: Sequence[tuple[float, float]], color: str, style: str = "") -> str:
    steps = " ".join(f"{'L' if index else 'M'}{x:.1f} {y:.1f}" for index, (x, y) in enumerate(points))
    return f'<path d="{steps}" class="line" style="stroke:{color};{style}"/>'


def _frame(height: float, left: float, bottom: float, x_name: str, y_name: str, top_value: float) -> Iterator[str]:
    """Axes from 0 to 1 across, and 0 to `top_value` up."""
    right, top = _WIDTH - 16, 26
    for step in range(6):
        x = left + (right - left) * step / 5
        y = bottom - (bottom - top) * step / 5
        yield _line(x, top, x, bottom)
        yield _line(left, y, right, y)
        yield _text(x, bottom + 16, f"{step * 20} %", "soft n", "middle")
        yield _text(left - 8, y + 4, f"{100 * top_value * step / 5:.3g} %", "soft n", "end")
    yield _text((left + right) / 2, height - 6, x_name, "soft", "middle")
    yield _text(left - 40, 12, y_name, "soft")


def risk_chart(curves: Sequence[Curve], colors: Mapping[str, str]) -> str:
    """Draw the share of wrong answers against the share acted on; a dot marks each chosen threshold."""
    height, left, bottom = 380.0, 56.0, 338.0
    right, top = _WIDTH - 16, 26
    # the first few rows of a curve jump wildly; the scale follows what comes after
    highest = max((risk for curve in curves for risk in curve.risk[len(curve.risk) // 4 :]), default=0.0)
    highest = max([highest, *(curve.at_risk or 0.0 for curve in curves), 0.01])
    scale = next((one for one in (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8) if highest <= one), 1.0)
    parts = list(_frame(height, left, bottom, "answers acted on", "wrong among them", scale))

    def at(coverage: float, risk: float) -> tuple[float, float]:
        return left + (right - left) * coverage, bottom - (bottom - top) * min(risk, scale) / scale

    for curve in curves:
        color = colors.get(curve.category, "var(--ink)")
        width = 2.6 if curve.category == ALL else 1.5
        points = [at(coverage, risk) for coverage, risk in zip(curve.coverage, curve.risk, strict=True)]
        parts.append(_path(points, color, f"stroke-width:{width};opacity:.9"))
    for curve in curves:
        if curve.at_risk is not None:
            tip = f"{curve.category}: {curve.at_coverage:.1%} acted on, {curve.at_risk:.1%} of these wrong"
            if curve.threshold is not None:
                tip += f"; threshold {curve.threshold:.3f}"
            x, y = at(curve.at_coverage, curve.at_risk)
            parts.append(_dot(x, y, 5.5, colors.get(curve.category, "var(--ink)"), tip))
    return _svg(height, parts, "Risk against coverage")


def reliability_chart(bins: Sequence[Mapping[str, float]]) -> str:
    """Draw how often the likeliest label is right against how likely it was said to be; dots grow with their rows."""
    height, left, bottom = 380.0, 56.0, 338.0
    right, top = _WIDTH - 16, 26
    parts = list(_frame(height, left, bottom, "promised probability", "right", 1.0))
    parts.append(_line(left, bottom, right, top, "axis", "stroke-dasharray:5 4;stroke:var(--soft)"))
    most = max((one["rows"] for one in bins), default=1.0)
    points = [(left + (right - left) * one["promised"], bottom - (bottom - top) * one["right"]) for one in bins]
    parts.append(_path(points, "var(--main)"))
    for one, (x, y) in zip(bins, points, strict=True):
        tip = f"promised {one['promised']:.1%}, right {one['right']:.1%}, {one['rows']:.0f} rows"
        parts.append(_dot(x, y, 3 + 9 * math.sqrt(one["rows"] / most), "var(--main)", tip))
    return _svg(height, parts, "Reliability")


def dumbbells(rows: Sequence[tuple[str, float, float, float]], before: str, after: str) -> str:
    """
    Draw two shares of each row and the way between them.

    Args:
        rows: Name, number of messages, the share before, the share after.
        before: What the first share is of.
        after: What the second is of.
    """
    pitch, left, right, top = 19.0, 150.0, _WIDTH - 108.0, 24.0
    bottom = top + pitch * len(rows)
    parts = []
    for step in range(6):
        x = left + (right - left) * step / 5
        parts += [_line(x, top - 4, x, bottom), _text(x, 12, f"{step * 20} %", "soft n", "middle")]
    for index, (name, size, old, new) in enumerate(rows):
        y = top + pitch * (index + 0.5)
        shown = name if len(name) <= 22 else name[:21] + "…"
        parts.append(_text(left - 12, y + 4, shown, "", "end"))
        before_x, after_x = (left + (right - left) * share for share in (old, new))
        parts.append(_line(before_x, y, after_x, y, "", "stroke:var(--before);stroke-width:2"))
        parts.append(_dot(before_x, y, 5, "var(--before)", f"{name}: {old:.1%} {before}, {size:.0f} rows"))
        parts.append(_dot(after_x, y, 5, "var(--main)", f"{name}: {new:.1%} {after}, {size:.0f} rows"))
        parts.append(_text(right + 58, y + 4, f"{100 * new:.1f} %", "n", "end"))
        parts.append(_text(_WIDTH - 2, y + 4, f"{size:,.0f}", "soft n", "end"))
    return _svg(bottom + 6, parts, f"{before} and {after}")


def differences_chart(found: Sequence[Difference], names: Mapping[str, str]) -> str:
    """Draw each change with its 95 % interval around zero, in percentage points."""
    pitch, left, right, top = 30.0, 190.0, _WIDTH * 1.6 - 190.0, 24.0
    width = _WIDTH * 1.6
    ends = [abs(end) for one in found for end in (one.low, one.high, one.change) if math.isfinite(end)]
    reach = max([*ends, 0.005]) * 1.08
    middle = (left + right) / 2
    bottom = top + pitch * len(found)

    def at(value: float) -> float:
        return middle + (right - left) / 2 * value / reach

    parts = [_line(middle, top - 6, middle, bottom, "axis", "stroke:var(--soft)")]
    for part in (-1.0, -0.5, 0.5, 1.0):
        parts.append(_line(at(part * reach / 1.08), top, at(part * reach / 1.08), bottom))
        parts.append(_text(at(part * reach / 1.08), 12, f"{part * reach / 1.08 * 100:+.1f}", "soft n", "middle"))
    colors = {"better": "var(--good)", "worse": "var(--bad)", "same": "var(--soft)"}
    for index, one in enumerate(found):
        y = top + pitch * (index + 0.5)
        parts.append(_text(left - 14, y + 4, names.get(one.figure, one.figure), "", "end"))
        if not math.isfinite(one.change):
            continue
        color = colors[one.verdict]
        told = f"{one.change * 100:+.2f} [{one.low * 100:+.2f}, {one.high * 100:+.2f}]"
        # drawn from the same rows, an interval is there wherever a change is
        style = f"stroke:{color};stroke-width:3;stroke-linecap:round;opacity:.55"
        parts.append(_line(at(one.low), y, at(one.high), y, "", style))
        parts.append(_dot(at(one.change), y, 5.5, color, f"{one.first:.1%} to {one.second:.1%}: {told} points"))
        parts.append(_text(width - 2, y + 4, told, one.verdict + " n", "end"))
    return _svg(bottom + 8, parts, "Differences with 95 % intervals", width)


def latency_chart(systems: Sequence[tuple[str, Mapping[str, float]]], limit_us: float) -> str:
    """Draw the percentiles of each system on a logarithmic scale, and the limit."""
    pitch, left, right, top = 44.0, 120.0, _WIDTH * 1.6 - 24.0, 30.0
    width = _WIDTH * 1.6
    values = [value for _, told in systems for value in told.values() if value > 0]
    low = 10 ** math.floor(math.log10(min([*values, limit_us])))
    high = 10 ** math.ceil(math.log10(max([*values, limit_us])) + 1e-9)
    bottom = top + pitch * len(systems)

    def at(value: float) -> float:
        share = math.log(max(value, low) / low) / math.log(high / low)
        return left + (right - left) * share

    parts = []
    power = low
    while power <= high * 1.001:
        parts.append(_line(at(power), top - 6, at(power), bottom))
        told = f"{power / 1000:g} ms" if power >= 1000 else f"{power:g} µs"
        parts.append(_text(at(power), 14, told, "soft n", "middle"))
        power *= 10
    style = "stroke:var(--bad);stroke-width:1.5;stroke-dasharray:4 3"
    parts.append(_line(at(limit_us), top - 6, at(limit_us), bottom, "", style))
    for index, (name, told_us) in enumerate(systems):
        y = top + pitch * (index + 0.45)
        points = [(point, value) for point, value in told_us.items() if point != "mean"]
        parts.append(_text(left - 14, y + 4, name, "", "end"))
        span = "stroke:var(--before);stroke-width:2"
        parts.append(_line(at(points[0][1]), y, at(points[-1][1]), y, "", span))
        free_from = 0.0
        for number, (point, value) in enumerate(points):
            fill = "var(--main)" if number == 0 else "var(--before)"
            parts.append(_dot(at(value), y, 5, fill, f"{name}, {point}: {value:,.0f} µs"))
            if at(value) >= free_from:
                parts.append(_text(at(value), y + 19, point, "soft", "middle"))
                free_from = at(value) + 38
    return _svg(bottom + 4, parts, "Latency percentiles", width)
