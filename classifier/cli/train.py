"""
`nexus-classifier train`: train a text model, compare it with the one in place, and keep the better.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from classifier.cli._io import complain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from classifier.model.scorer import TextModel
    from classifier.training.compare import Comparison

__all__ = ["format_parser", "main"]


_EXAMPLES: Final = """
examples:
  nexus-classifier train --data my-messages/ --with-shipped-data --out my-model/ --jobs 2
  nexus-classifier train --languages ja en --out small-model/
  nexus-classifier train --precision 0.98 --out careful-model/ --cache .cache/ --jobs 2
  nexus-classifier evaluate my-messages/ --sealed --model my-model/ --compare shipped

A model needs rows of all seven labels, of several hundred ideas and two domains; with fewer rows of your own, add those
of this project with --with-shipped-data. One idea in twenty is sealed: no training sees it, and both models are
compared on these, side by side. Yours is written only if it is not worse.
Use it with configure(model="my-model/"), --model my-model/ or NEXUS_CLASSIFIER_MODEL=my-model/.
"""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `train` to `parser`."""
    parser.epilog = _EXAMPLES
    parser.add_argument(
        "--data", type=Path, action="append", metavar="DIR",
        help="a folder of *.jsonl files, or one file: rows with text, label and lang, and if need be group (rows of "
        "one idea), domain, reason, origin; repeatable (default: the rows of this project)",
    )  # fmt: skip
    parser.add_argument(
        "--with-shipped-data", action="store_true", help="with --data: also train on the rows of this project"
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where the artefact goes (default: models/tfidf of this checkout)"
    )
    parser.add_argument(
        "--champion", type=Path, metavar="DIR",
        help="the model to beat (default: the one in --out, else the shipped one)",
    )  # fmt: skip
    parser.add_argument("--languages", nargs="+", metavar="TAG", help="only rows of these languages, such as en pt-BR")
    parser.add_argument(
        "--precision", type=_share, default=0.95, help="what the thresholds aim at (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=7, help="of all that is drawn (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that fit folds at once (default: %(default)s)")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="keep what was fitted, for the next run")
    parser.add_argument(
        "--study", action="store_true", help="also measure other settings; the table enters the model card"
    )
    parser.add_argument("--force", action="store_true", help="write the model even if it is worse")


def _share(text: str) -> float:
    value = float(text)
    if not 0.5 <= value < 1:
        msg = f"{text} is not a share from 0.5 up to but not including 1"
        raise argparse.ArgumentTypeError(msg)
    return value


def main(args: argparse.Namespace) -> int:
    """
    Train, compare, and write the model if it is not worse.

    Returns:
        0 written, 1 not written (worse than the champion, or the data is not usable).
    """
    try:
        from classifier.training.data import DataError
    except ImportError as exc:
        if not (exc.msg or "").startswith("classifier.training needs"):
            raise
        complain("train", str(exc))
        return 1
    try:
        return _train(args)
    except (DataError, ValueError) as exc:
        complain("train", str(exc))
        return 1


def _train(args: argparse.Namespace) -> int:
    from classifier.training.artefact import write
    from classifier.training.data import default_data_dir, read_rows
    from classifier.training.options import LABELS, TrainingOptions
    from classifier.training.run import challenge

    out: Path = args.out or _place_in_checkout()
    sources = list(args.data or [])
    if args.with_shipped_data or not sources:
        sources.append(default_data_dir())
    rows = read_rows(sources, LABELS, args.languages)
    options = TrainingOptions(precision=args.precision, seed=args.seed)
    with _Steps() as step:
        champion = _champion(args.champion, out)
        outcome = challenge(rows, options, champion, step, n_jobs=args.jobs, cache=args.cache, with_study=args.study)
    _print_comparison(outcome.comparison)
    if not outcome.comparison.replaces and not args.force:
        complain("train", f"nothing written to {out}; write it all the same with --force")
        return 1
    write(outcome.model, out)
    complain("train", f"written: {out}")
    return 0


def _place_in_checkout() -> Path:
    root = Path(__file__).resolve().parents[2]
    if not (root / "pyproject.toml").is_file():
        msg = f"{root} is no checkout of the project; say with --out DIR where the model goes"
        raise ValueError(msg)
    return root / "models" / "tfidf"


def _champion(named: Path | None, out: Path) -> TextModel | None:
    """Return the model to beat; one that does not load is named and then ignored, unless it was asked for."""
    from classifier.model import ModelLoadError, default_path, load

    if named is not None:
        try:
            return load(named)
        except ModelLoadError as exc:
            raise ValueError(str(exc)) from exc
    try:
        return load(out if out.exists() else default_path())
    except ModelLoadError as exc:
        complain("train", f"no champion: {exc}")
        return None


class _Steps:
    """A progress bar on stderr that counts the steps it is told of."""

    def __enter__(self) -> Callable[[str, int], None]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        )  # fmt: skip
        self._bar = Progress(*columns, console=Console(stderr=True), transient=False)
        self._bar.start()
        self._task = self._bar.add_task("reading", total=None)
        return self._told

    def _told(self, step: str, total: int) -> None:
        self._bar.update(self._task, description=step[:60], total=total, advance=1)

    def __exit__(self, *_exc: object) -> None:
        self._bar.stop()


def _cells(comparison: Comparison) -> Iterator[tuple[str, str, str, str]]:
    for figure in comparison.figures:
        champion = "-" if figure.champion is None else f"{figure.champion:.3f}"
        name = figure.name if figure.higher_is_better else f"{figure.name} (lower is better)"
        yield name, champion, f"{figure.challenger:.3f}", "worse" if figure.is_worse else ""


def _print_comparison(comparison: Comparison) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("figure", "champion", "challenger", "", title=f"On {comparison.n_rows} sealed rows")
    for cells in _cells(comparison):
        table.add_row(*cells)
    console = Console()
    console.print(table)
    console.print(comparison.verdict, highlight=False)
