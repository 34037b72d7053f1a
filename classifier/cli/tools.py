"""
`nexus-classifier tools`: validate event logs, report on them, and list what the taxonomy does not know yet.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from classifier.cli._io import complain
from classifier.tools.backlog import CANDIDATE_COUNT, backlog_markdown, build_backlog
from classifier.tools.events import Vocabulary
from classifier.tools.html import render_html
from classifier.tools.report import GroupBy, build_report
from classifier.tools.report_text import report_lines
from classifier.tools.validation import EventValidator

__all__ = ["format_parser", "main"]


_EXAMPLES: Final = """
examples:
  nexus-classifier tools validate events.ndjson
  nexus-classifier tools report events.ndjson --by tool --html report.html
  nexus-classifier tools backlog events.ndjson --since 2025-01-01 --min-count 5
"""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tools` to `parser`."""
    parser.epilog = _EXAMPLES
    commands = parser.add_subparsers(dest="tools_command", required=True, metavar="COMMAND")
    validate = commands.add_parser(
        "validate", help="check event logs against the schema; names line and field",
        description="Check event logs against the schema; names line and field. Exit code 1: something is not valid.",
    )  # fmt: skip
    validate.add_argument("--tool-name", action="append", default=[], metavar="NAME", help="a further known tool")
    validate.add_argument("--phase", action="append", default=[], metavar="NAME", help="a further known phase")
    validate.add_argument("--mode", action="append", default=[], metavar="NAME", help="a further known mode")
    report = commands.add_parser(
        "report", help="counts, rates, trend and the share of unknown",
        description="Print counts, rates, trend and the share of unknown_tool_error.",
    )  # fmt: skip
    report.add_argument("--by", choices=[by.value for by in GroupBy], help="split by mode, phase or tool")
    report.add_argument("--html", type=Path, metavar="FILE", help="also write a self-contained page with a plot")
    backlog = commands.add_parser(
        "backlog", help="unknown tool errors as Markdown: known issues, candidates",
        description="Print unknown tool errors as Markdown: known issues, and candidates for a category.",
    )  # fmt: skip
    backlog.add_argument(
        "--min-count", type=_positive, default=CANDIDATE_COUNT, metavar="N",
        help="a group seen at least this often is a candidate (default: %(default)s)",
    )  # fmt: skip
    for command in (report, backlog):
        command.add_argument(
            "--since", type=_moment, metavar="TIME", help="leave out what is earlier (RFC 3339 or date)"
        )
    for command in (validate, report):
        command.add_argument("--json", action="store_true", help="one JSON object a line")
    for command in (validate, report, backlog):
        command.add_argument("files", nargs="+", type=Path, metavar="FILE", help="event log, NDJSON")


def main(args: argparse.Namespace) -> int:
    """
    Run one of the commands.

    Returns:
        0 done, 1 failed (a violation, an unreadable file, a missing package), 2 wrong usage.
    """
    run = {"validate": _validate, "report": _report, "backlog": _backlog}[args.tools_command]
    try:
        return run(args)
    except BrokenPipeError:
        raise  # the reader of stdout went away; no file of ours is at fault
    except OSError as exc:
        complain("tools", f"{exc.filename or 'file'}: {exc.strerror or exc}")
        return 1
    except ModuleNotFoundError as exc:
        if "pip install" not in str(exc):
            raise
        complain("tools", str(exc))
        return 1


def _validate(args: argparse.Namespace) -> int:
    try:
        words = Vocabulary(tuple(args.tool_name), tuple(args.phase), tuple(args.mode))
    except ValueError as exc:
        complain("tools", str(exc))
        return 2
    validator = EventValidator(words)
    good = torn = 0
    last_bad: tuple[Path, int] | None = None
    bad_lines = 0
    for violation in validator.check(args.files):
        if violation is None:
            good += 1
            continue
        torn += violation.torn
        if (violation.path, violation.line) != last_bad:
            last_bad = (violation.path, violation.line)
            bad_lines += 1
        if args.json:
            row = {"file": str(violation.path), "line": violation.line, "field": violation.field,
                   "problem": violation.problem, "torn": violation.torn}  # fmt: skip
            print(json.dumps(row, ensure_ascii=False))
        else:
            print(violation)
    print(f"{good} valid, {bad_lines} not valid" + (f", of these torn: {torn}" if torn else ""), file=sys.stderr)
    return 1 if bad_lines else 0


def _report(args: argparse.Namespace) -> int:
    report = build_report(args.files, since=args.since, by=GroupBy(args.by) if args.by else None)
    if args.html is not None:
        args.html.write_text(render_html(report), encoding="utf-8")
    if args.json:
        print(json.dumps(report.to_dict(), ensure_ascii=False))
    else:
        for line in report_lines(report):
            print(line)
    return 0


def _backlog(args: argparse.Namespace) -> int:
    for line in backlog_markdown(build_backlog(args.files, since=args.since), candidate_count=args.min_count):
        print(line)
    return 0


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text.strip().upper())
    except ValueError:
        msg = f"{text!r} is no time; expected RFC 3339 such as 2026-05-17T00:00:00Z, or a date"
        raise argparse.ArgumentTypeError(msg) from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        msg = f"{text!r} is not usable; expected a whole number, 1 or more"
        raise argparse.ArgumentTypeError(msg)
    return int(text)
