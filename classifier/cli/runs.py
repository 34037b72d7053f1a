"""
`nexus-classifier runs`: which runs were there, and why did one fail?
"""

from __future__ import annotations

import argparse
import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from classifier.cli._io import complain, print_json
from classifier.cli._terminal import Terminal, cut, seconds

if TYPE_CHECKING:
    from classifier.runs import Run, RunStore

__all__ = ["format_parser", "main"]

_VARIABLE: Final = "NEXUS_CLASSIFIER_RUNS"
_COLORS: Final = {"SUCCEEDED": "green", "FAILED": "red", "RUNNING": "yellow", "PENDING": "dim"}
_PROJECT_COLUMNS: Final = 24


_EXAMPLES: Final = """
examples:
  nexus-classifier runs list --status FAILED --limit 5
  nexus-classifier runs list --store /var/lib/app/runs.db --json
  nexus-classifier runs show 01JD8ZK3

Looking marks as FAILED what a process that died has left running.
"""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `runs` to `parser`."""
    parser.epilog = _EXAMPLES
    commands = parser.add_subparsers(dest="runs_command", required=True, metavar="COMMAND")
    listing = commands.add_parser(
        "list", help="the latest runs, newest first", description="List the latest runs, newest first."
    )
    listing.add_argument("--status", choices=list(_COLORS), help="only these")
    listing.add_argument("--limit", type=_positive, default=20, metavar="N", help="at most so many (default: 20)")
    show = commands.add_parser(
        "show", help="one run: its steps, and why it failed", description="Show one run: its steps, and why it failed."
    )
    show.add_argument("id", metavar="ID", help="as `runs list` prints it")
    for command in (listing, show):
        command.add_argument(
            "--store", type=Path, default=Path(os.environ.get(_VARIABLE) or "runs.db"), metavar="FILE",
            help=f"the store's file (default: ${_VARIABLE}, then runs.db)",
        )  # fmt: skip
        command.add_argument("--json", action="store_true", help="one JSON object a line")


def main(args: argparse.Namespace) -> int:
    """
    Run one of the commands.

    Returns:
        0 done, 1 failed (no such file, no such run, no store).
    """
    from sqlite3 import DatabaseError

    from classifier.runs import RunStore

    if not args.store.is_file():
        complain("runs", f"{args.store}: no such file; name the store with --store, or set {_VARIABLE}")
        return 1
    try:
        store = RunStore(args.store)
        return _list(store, args) if args.runs_command == "list" else _show(store, args)
    except (DatabaseError, ValueError) as exc:
        complain("runs", f"{args.store}: {exc}")
        return 1


def _list(store: RunStore, args: argparse.Namespace) -> int:
    runs = store.runs(status=args.status, limit=args.limit)
    if args.json:
        for run in runs:
            print_json(run.to_dict())
        return 0
    if not runs:
        complain("runs", "none yet" if args.status is None else f"none with the status {args.status}")
        return 0
    rows = [
        (
            run.id,
            str(run.status),
            cut(run.project, _PROJECT_COLUMNS),
            _local(run.created_at),
            _took(run.started_at, run.ended_at),
            f"{run.failure.category}/{run.failure.reason} in {run.failure.step}" if run.failure is not None else "",
        )
        for run in runs
    ]
    Terminal().rows(("ID", "STATUS", "PROJECT", "CREATED", "TOOK", "WHY"), rows, right=(4,))
    return 0


def _show(store: RunStore, args: argparse.Namespace) -> int:
    try:
        run = store.load(args.id)
    except KeyError as exc:
        complain("runs", f"{exc.args[0]}; see: nexus-classifier runs list")
        return 1
    traceback = store.traceback(run.failure.traceback_ref) if run.failure is not None else None
    if args.json:
        print_json({**run.to_dict(), "traceback": traceback})
        return 0
    terminal = Terminal()
    status = terminal.paint(str(run.status), "bold", _COLORS[run.status])
    terminal.print(
        f"{run.id}  {status}  {run.project}  {_local(run.created_at)}  {_took(run.started_at, run.ended_at)}"
    )
    if run.steps:
        terminal.print()
        rows = [(step.name, str(step.status), _took(step.started_at, step.ended_at)) for step in run.steps]
        terminal.rows(("STEP", "STATUS", "TOOK"), rows, right=(2,))
    _show_failure(terminal, run)
    if traceback is not None:
        terminal.print()
        for line in traceback.splitlines():
            terminal.print(terminal.paint(line, "dim"))
    return 0


def _show_failure(terminal: Terminal, run: Run) -> None:
    failure = run.failure
    if failure is None:
        return
    facts = [
        ("what", f"{failure.category}/{failure.reason}"),
        ("step", failure.step),
        ("attempts", str(failure.attempts)),
        ("error", failure.error_class),
        ("message", failure.message),
        ("hints", ", ".join(failure.hints)),
        ("come back", "" if failure.retry_after_s is None else f"in {seconds(failure.retry_after_s)}"),
        ("traceback", failure.traceback_ref),
    ]
    terminal.print()
    for name, value in facts:
        if value:
            for line in terminal.wrap(value, " " * 11, f"{name:<11}"):
                terminal.print(line)


def _local(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M:%S}"


def _took(start: datetime | None, end: datetime | None) -> str:
    return "" if start is None or end is None else seconds((end - start).total_seconds())


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        msg = f"{text!r} is not usable; expected a whole number, 1 or more"
        raise argparse.ArgumentTypeError(msg)
    return int(text)
