"""
`nexus-classifier evaluate`: how good are the answers on labelled messages, and which of two models is better?
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from classifier.cli._io import complain, is_unicode, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from classifier.evaluation import Evaluation
    from classifier.model.scorer import TextModel

__all__ = ["format_parser", "main"]

_MOST_PARTS = 40
#: Rows below which a rate may be off by more than ten points.
_ROUGH = 100
_PARTS = {"lang": "language", "origin": "origin", "domain": "domain"}


_EXAMPLES: Final = """
examples:
  nexus-classifier evaluate labelled.jsonl                 tables for the shipped model behind the keywords
  nexus-classifier evaluate labelled.jsonl --report out/   and a page with plots, out/evaluation.html
  nexus-classifier evaluate labelled.jsonl --languages ja ko --misses 100
  nexus-classifier evaluate labelled.jsonl --model my-model/ --compare shipped
  echo '{"text": "接続拒否", "label": "connection"}' | nexus-classifier evaluate - --json
"""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `evaluate` to `parser`."""
    parser.epilog = _EXAMPLES
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE",
        help="JSON lines with text and label, and if need be accept, lang, source or origin, retryable; a folder of "
        "them, or - for standard input",
    )  # fmt: skip
    parser.add_argument(
        "--model", default="shipped", metavar="NAME",
        help="'shipped', a folder that 'train' wrote, or 'none' for the keywords alone (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--compare", metavar="NAME", help="another model; is --model better than this one?")
    parser.add_argument(
        "--report", type=Path, metavar="DIR", help="also write evaluation.html, to look at, and evaluation.json"
    )
    parser.add_argument("--languages", nargs="+", metavar="TAG", help="only rows of these languages, such as en pt-BR")
    parser.add_argument(
        "--sealed", action="store_true",
        help="only the ideas that no training sees; FILE is then the data folder the model was trained on",
    )  # fmt: skip
    parser.add_argument(
        "--misses", type=_count, default=30, metavar="N", help="how many wrong answers to show (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=7, help="of the bootstrap (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        msg = f"{text} is below 0"
        raise argparse.ArgumentTypeError(msg)
    return value


def main(args: argparse.Namespace) -> int:
    """
    Measure, print, and write the report.

    Returns:
        0 measured, 1 a file or a model cannot be used, 2 the arguments contradict each other.
    """
    from classifier.evaluation import SampleError, evaluate, page, read_samples, sealed_samples
    from classifier.model import ModelLoadError

    if args.compare is not None and args.model == "none":
        complain("evaluate", "--compare needs a --model to be compared with, got none")
        return 2
    if not args.json:
        import rich  # noqa: F401 - what is missing shows now, not after minutes of measuring
    try:
        read = sealed_samples if args.sealed else read_samples
        samples = read(args.files, args.languages)
        model = _loaded(args.model)
        rival = None if args.compare is None else _loaded(args.compare)
    except (SampleError, ModelLoadError) as exc:
        complain("evaluate", str(exc))
        return 1
    if len(samples) < _ROUGH:
        off = 100 * (0.25 / len(samples)) ** 0.5 * 1.96
        complain("evaluate", f"{len(samples)} rows are few: each rate may be off by {off:.0f} points (95 %)")
    evaluation = evaluate(
        samples, model=model, rival=rival, rival_name=f"with {Path(args.compare or 'rival').name}",
        n_misses=args.misses, seed=args.seed,
        progress=_told if sys.stderr.isatty() else lambda _step: None,
    )  # fmt: skip
    if args.report is not None:
        try:
            args.report.mkdir(parents=True, exist_ok=True)
            (args.report / "evaluation.html").write_bytes(page(evaluation, _title(args.files)))
            told = json.dumps(evaluation.to_dict(), indent=1, allow_nan=False)
            (args.report / "evaluation.json").write_text(told + "\n", "utf-8")
        except OSError as exc:
            complain("evaluate", f"the report cannot be written: {exc}")
            return 1
        complain("evaluate", f"written: {args.report / 'evaluation.html'}")
    if args.json:
        print(to_json(evaluation.to_dict(), ascii_only=not is_unicode(sys.stdout)))
    else:
        _print(evaluation)
    return 0


def _loaded(name: str) -> TextModel | None:
    from classifier.model import load, load_default

    if name == "none":
        return None
    return load_default() if name == "shipped" else load(name)


def _title(paths: list[Path]) -> str:
    return f"How failures are classified: {', '.join(path.name or str(path) for path in paths)}"


def _told(step: str) -> None:
    complain("evaluate", f"measuring {step}")


def _print(evaluation: Evaluation) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from classifier.strategies.tfidf import ENGLISH_LEAST

    console = Console(highlight=False)

    def show(title: str, head: list[str], rows: Iterator[list[str]], n_words: int = 1) -> None:
        table = Table(title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False)
        for index, name in enumerate(head):
            table.add_column(name, justify="left" if index < n_words else "right", overflow="fold")
        for row in rows:
            table.add_row(*map(escape, row))
        console.print(table)

    from classifier.evaluation.figures import FIGURES
    from classifier.evaluation.page import NAMES, percent

    last = evaluation.systems[-1]
    title = f"{evaluation.rows:,} messages, {evaluation.ideas:,} ideas"
    head = ["", *(one.name for one in evaluation.systems)]
    show(title, head, ([NAMES[name], *(percent(one.figures[name]) for one in evaluation.systems)] for name in FIGURES))
    show(
        "Retries, in rows", head,
        iter([
            ["wrong", *(f"{one.wrong_retries:,}" for one in evaluation.systems)],
            ["missed", *(f"{one.missed_retries:,}" for one in evaluation.systems)],
        ]),
    )  # fmt: skip
    for name, found in evaluation.comparisons.items():
        show(
            f"{name}, change in points and its 95 % interval",
            ["", "before", "after", "change", "low", "high", ""],
            (
                [NAMES[one.figure], percent(one.first), percent(one.second),
                 *(f"{100 * value:+.2f}" for value in (one.change, one.low, one.high)), one.verdict]
                for one in found
            ),
        )  # fmt: skip
    show(
        f"By category, {last.name}", ["category", "rows", "precision", "recall", "F1"],
        (
            [name, f"{told['rows']:,.0f}", *(percent(told[figure]) for figure in ("precision", "recall", "f1"))]
            for name, told in last.by_category.items()
        ),
    )  # fmt: skip
    few = ("accuracy", "macro_f1", "precision", "recall", "false_alarms")
    for part, found_parts in last.by_part.items():
        left_out = len(found_parts) - _MOST_PARTS
        more = f" (and {left_out} more in the report)" if left_out > 0 else ""
        show(
            f"By {_PARTS[part]}, {last.name}{more}", [_PARTS[part], "rows", *(NAMES[name] for name in few)],
            (
                [name, f"{told['rows']:,.0f}", *(percent(told[figure]) for figure in few)]
                for name, told in list(found_parts.items())[:_MOST_PARTS]
            ),
        )  # fmt: skip
    points = list(last.latency_us)
    show(
        "Microseconds a message, wall time", ["", *points],
        ([one.name, *(f"{one.latency_us[point]:,.0f}" for point in points)]
         for one in evaluation.systems if one.latency_us),
    )  # fmt: skip
    if evaluation.calibration_error is not None:
        console.print(f"Calibration error of the likeliest label: {evaluation.calibration_error:.3f}\n")
        show(
            "At the thresholds, model alone", ["category", "threshold", "acted on", "wrong among them"],
            (
                [curve.category, "" if curve.threshold is None else f"{curve.threshold:.3f}",
                 percent(curve.at_coverage), percent(curve.at_risk)]
                for curve in evaluation.curves
            ),
        )  # fmt: skip
        console.print(
            f"Behind the keywords, an English text that no phrase matches is acted on from {ENGLISH_LEAST} on.\n"
        )
    if evaluation.misses:
        show(
            f"The worst misses, {last.name}", ["message", "is", "answered", "surely"],
            ([miss.text, miss.label, miss.given, percent(miss.confidence)] for miss in evaluation.misses), 3,
        )  # fmt: skip
