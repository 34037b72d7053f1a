"""
How does a browser show an evaluation? One HTML page that needs no other file, no network and no script.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files

from classifier.engine import DEFAULT_BUDGET_S
from classifier.evaluation import svg
from classifier.evaluation.curves import ALL
from classifier.evaluation.figures import FIGURES
from classifier.evaluation.result import Evaluation, SystemReport

__all__ = ["NAMES", "page", "percent"]

NAMES = {
    "accuracy": "accuracy",
    "macro_f1": "macro-F1",
    "precision": "precision",
    "recall": "recall",
    "recall_strict": "recall, strict",
    "false_alarms": "false alarms",
    "wrong_retry_share": "wrong retries",
    "missed_retry_share": "missed retries",
}
"""What people read for each figure."""

_PARTS = {"lang": "By language", "origin": "By origin", "domain": "By domain"}
_LONG = 24
"""Rows from which on a chart is parted into two columns."""

_TILES = ("accuracy", "macro_f1", "precision", "recall", "false_alarms")


def percent(value: float | None) -> str:
    """Write a share as `12.3 %`, and nothing to measure as `-`."""
    return "-" if value is None or not math.isfinite(value) else f"{100 * value:.1f} %"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows of ready-made cells."""
    cells = "".join(f'<th class="{"" if index == 0 else "n"}">{escape(name)}</th>' for index, name in enumerate(head))
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def _cell(words: str, kind: str = "n") -> str:
    return f'<td class="{kind}">{escape(words)}</td>'


def _chip(category: str, colors: Mapping[str, str]) -> str:
    hue = colors.get(category, "var(--ink)")
    return f'<span class="chip" style="--hue:{hue}">{escape(category)}</span>'


def _tiles(evaluation: Evaluation) -> Iterator[str]:
    first, last = evaluation.systems[0], evaluation.systems[-1]

    def tile(name: str, value: str, note: str = "", kind: str = "same") -> str:
        return (
            f'<div class="tile"><span>{escape(name)}</span><b>{escape(value)}</b>'
            f'<i class="{kind}">{escape(note)}</i></div>'
        )

    for figure in _TILES:
        note, kind = "", "same"
        change = last.figures[figure] - first.figures[figure]
        if first is not last and math.isfinite(change):
            note = f"{100 * change:+.1f} points"
            if abs(change) >= 0.0005:
                kind = "better" if (change > 0) == FIGURES[figure][0] else "worse"
        yield tile(NAMES[figure], percent(last.figures[figure]), note, kind)
    yield tile("wrong retries", f"{last.wrong_retries:,}", percent(last.figures["wrong_retry_share"]))
    yield tile("missed retries", f"{last.missed_retries:,}", percent(last.figures["missed_retry_share"]))
    if evaluation.calibration_error is not None:
        yield tile("calibration error", f"{evaluation.calibration_error:.3f}", "likeliest label")
    yield tile("median time", f"{last.latency_us['p50']:,.0f} µs", f"p99 {last.latency_us['p99']:,.0f} µs")


def _systems(evaluation: Evaluation) -> str:
    rows = []
    for one in evaluation.systems:
        cells = [_cell(one.name, "")] + [_cell(percent(one.figures[name])) for name in FIGURES]
        rows.append([*cells, _cell(f"{one.wrong_retries:,}"), _cell(f"{one.missed_retries:,}")])
    head = ["system", *(NAMES[name] for name in FIGURES), "wrong, rows", "missed, rows"]
    return f'<div class="card">{_table(head, rows)}</div>'


def _categories(system: SystemReport, colors: Mapping[str, str]) -> str:
    rows = []
    for name, told in system.by_category.items():
        cells = [f"<td>{_chip(name, colors)}</td>", _cell(f"{told['rows']:,.0f}")]
        rows.append(cells + [_cell(percent(told[figure])) for figure in ("precision", "recall", "f1")])
    return _table(["category", "rows", "precision", "recall", "F1"], rows)


def _confusion(system: SystemReport, categories: Sequence[str]) -> str:
    used = [
        index for index in range(len(categories))
        if sum(system.confusion[index]) or sum(row[index] for row in system.confusion)
    ]  # fmt: skip
    # a narrow column may break its name at the underscore
    head = "".join(f"<th>{escape(categories[index]).replace('_', '_<wbr>')}</th>" for index in used)
    lines = []
    for truth in used:
        total = sum(system.confusion[truth]) or 1
        cells = []
        for answer in used:
            count = system.confusion[truth][answer]
            share = count / total
            tip = f"{categories[truth]} answered {categories[answer]}: {count:,} rows, {share:.1%}"
            kind = ' class="zero"' if not count else ""
            shade = f"background:rgba(var(--heat),{0.75 * math.sqrt(share):.2f})" if count else ""
            cells.append(f'<td{kind} style="{shade}" title="{escape(tip)}">{count:,}</td>')
        lines.append(f"<tr><th>{escape(categories[truth])}</th>{''.join(cells)}</tr>")
    head = f"<thead><tr><th>truth \\ answer</th>{head}</tr></thead>"
    return f'<table class="heat">{head}<tbody>{"".join(lines)}</tbody></table>'


def _part(evaluation: Evaluation, part: str) -> str:
    first, last = evaluation.systems[0], evaluation.systems[-1]
    old, new = first.by_part[part], last.by_part[part]
    rows = [(name, told["rows"], old[name]["accuracy"], told["accuracy"]) for name, told in new.items()]
    half = math.ceil(len(rows) / 2) if len(rows) > _LONG else len(rows)
    columns = [rows[:half], rows[half:]] if half < len(rows) else [rows]
    charts = "".join(f'<div class="card">{svg.dumbbells(one, first.name, last.name)}</div>' for one in columns)
    details = _table(
        ["", "rows", *(NAMES[name] for name in FIGURES)],
        (
            [_cell(name, ""), _cell(f"{told['rows']:,.0f}"), *(_cell(percent(told[figure])) for figure in FIGURES)]
            for name, told in new.items()
        ),
    )
    colors = f"grey {escape(first.name)}, blue {escape(last.name)}"
    return (
        f"<h2>{_PARTS[part]}</h2><p>Accuracy: {colors}; rows at the right.</p>"
        f'<div class="pair">{charts}</div>'
        f'<details><summary>All figures</summary><div class="card">{details}</div></details>'
    )


def _misses(evaluation: Evaluation, colors: Mapping[str, str]) -> str:
    rows = [
        [
            # bdi keeps a right-to-left message, or a stray mark of direction, from turning its neighbours around
            f'<td class="text"><bdi dir="auto" lang="{escape(miss.lang)}">{escape(miss.text)}</bdi></td>',
            _cell(miss.lang, ""),
            f"<td>{_chip(miss.label, colors)}</td>",
            f"<td>{_chip(miss.given, colors)}</td>",
            _cell(percent(miss.confidence)),
            f'<td class="rule">{escape(miss.rule)}</td>',
        ]
        for miss in evaluation.misses
    ]
    head = "".join(f"<th>{name}</th>" for name in ("message", "language", "is", "answered", "how surely", "decided by"))
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<div class="card"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _legend(names: Iterable[str], colors: Mapping[str, str]) -> str:
    return " &nbsp; ".join(_chip(name, colors) for name in names)


def _sections(evaluation: Evaluation) -> Iterator[str]:
    colors = {name: f"var(--c{index % 7})" for index, name in enumerate(evaluation.categories)}
    last = evaluation.systems[-1]
    yield f'<div class="tiles">{"".join(_tiles(evaluation))}</div>'
    yield "<h2>Side by side</h2><p>The same messages, as text alone. Points above are counted from the first line.</p>"
    yield _systems(evaluation)
    for name, found in evaluation.comparisons.items():
        yield f"<h2>{escape(name.replace('->', '→'))}</h2>"
        yield "<p>Change in percentage points with its 95 % interval, from a paired bootstrap over ideas.</p>"
        yield f'<div class="card">{svg.differences_chart(found, NAMES)}</div>'
    yield f"<h2>By category</h2><p>Measured: {escape(last.name)}. An accepted answer counts as the truth.</p>"
    yield f'<div class="pair uneven"><div class="card">{_categories(last, colors)}</div>'
    yield f'<div class="card">{_confusion(last, evaluation.categories)}</div></div>'
    if evaluation.curves:
        yield "<h2>How far to trust it</h2><p>The model alone. A dot is a threshold as it was chosen.</p>"
        legend = _legend((curve.category for curve in evaluation.curves), {ALL: "var(--ink)", **colors})
        yield '<div class="pair"><div class="card"><h3>Risk and coverage</h3>'
        yield f"{svg.risk_chart(evaluation.curves, colors)}<div>{legend}</div></div>"
        yield '<div class="card"><h3>Reliability of the likeliest label</h3>'
        yield svg.reliability_chart(evaluation.reliability)
        yield "<div>On the dashed line a probability of 80 % is right in 80 of 100.</div></div></div>"
    for part in _PARTS:
        if part in last.by_part:
            yield _part(evaluation, part)
    timed = [(one.name, one.latency_us) for one in evaluation.systems if one.latency_us]
    yield "<h2>Time of one classification</h2><p>Wall time in this run; whatever else the machine did is in it.</p>"
    yield f'<div class="card">{svg.latency_chart(timed, DEFAULT_BUDGET_S * 1e6)}</div>'
    if evaluation.misses:
        yield f"<h2>The worst misses</h2><p>Measured: {escape(last.name)}. The most confident ones come first.</p>"
        yield _misses(evaluation, colors)
    yield "<h2>What the figures mean</h2><dl>"
    yield "".join(f"<dt>{NAMES[name]}</dt><dd>{escape(told)}</dd>" for name, (_, told) in FIGURES.items())
    yield "</dl>"


def page(evaluation: Evaluation, title: str = "Evaluation") -> bytes:
    """Return the page as UTF-8."""
    style = files("classifier.evaluation").joinpath("page.css").read_text("utf-8")
    about = f"{evaluation.rows:,} messages, {evaluation.ideas:,} ideas"
    if evaluation.model:
        about += f"; model trained on {evaluation.model['data_rows'] or '?'} rows, data "
        about += str(evaluation.model["data_sha256"] or "unknown")[:12]
    text = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>"
        f"<h1>{escape(title)}</h1><p>{escape(about)}.</p>{''.join(_sections(evaluation))}</body></html>\n"
    )
    return text.encode("utf-8", "backslashreplace")
