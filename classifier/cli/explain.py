"""
`nexus-classifier explain`: say what one failure is, given as text or as the parts of an error response.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from classifier.categories import CATEGORIES
from classifier.classification import Classification
from classifier.cli._io import complain, decode, print_json, read_bounded, stdin_bytes
from classifier.cli._model import add_model_option, classifier_for, model_named
from classifier.cli._terminal import Terminal, seconds
from classifier.cli._wording import advice, retry_words
from classifier.model.errors import ModelLoadError
from classifier.reasons import REASONS

__all__ = ["format_parser", "main"]

_EXAMPLES: Final = """
examples:
  nexus-classifier explain "Error: connect ECONNREFUSED 127.0.0.1:5432"
  python script.py 2>&1 | nexus-classifier explain
  nexus-classifier explain --status 429 --header 'retry-after: 20' --body answer.json
  curl -s https://example.invalid/v1 | nexus-classifier explain --status 503 --body - --json
  nexus-classifier explain --model shipped "サーバーが応答しません"

A text piped in is one failure, however many lines it has; for one failure a line use: nexus-classifier batch -
"""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `explain` to `parser`."""
    parser.epilog = _EXAMPLES
    parser.add_argument("text", nargs="*", help="what the failure says; '-' or nothing: read from stdin")
    response = parser.add_argument_group("an error response")
    response.add_argument("--status", type=_status, metavar="CODE", help="its HTTP status, 100 to 599")
    response.add_argument(
        "--header", type=_header, action="append", default=[], metavar="'NAME: VALUE'", help="repeatable"
    )
    response.add_argument("--body", metavar="FILE", help="its body; '-': read from stdin")
    parser.add_argument(
        "--response-started", action="store_true", help="output had begun, so that a retry would repeat it"
    )
    parser.add_argument(
        "--own-timeout", action="store_true", help="the caller killed the process because its time was up"
    )
    add_model_option(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object on one line")


def main(args: argparse.Namespace) -> int:
    """Print the answer; 1 if the model is not usable, 2 if there is nothing to explain."""
    try:
        failure = _failure(args)
    except ValueError as exc:
        complain("explain", str(exc))
        return 2
    try:
        classifier = classifier_for(model_named(args.model))
    except ModelLoadError as exc:
        complain("explain", str(exc))
        return 1
    context = {"response_started": args.response_started, "own_timeout": args.own_timeout}
    answer = classifier.explain(failure, context={name: True for name, is_so in context.items() if is_so})
    if args.json:
        print_json(answer.to_dict())
    else:
        _print(answer, Terminal())
    return 0


def _failure(args: argparse.Namespace) -> object:
    """
    Return the text or the response to explain.

    Raises:
        ValueError: If there is none, or too much of it.
    """
    if args.body is not None and args.text:
        msg = "give the failure as text or as --body, not both"
        raise ValueError(msg)
    if args.body is not None:
        body = _read(args.body)
    elif args.text and args.text != ["-"]:
        body = " ".join(args.text)
    elif not args.text and (args.status is not None or args.header):
        body = ""
    else:
        if not args.text and sys.stdin.isatty():
            msg = "nothing to explain; give a text, pipe one in, or use --status; see nexus-classifier explain --help"
            raise ValueError(msg)
        body = _read("-")
        if not body.strip():
            msg = "nothing to explain: stdin is empty"
            raise ValueError(msg)
    if args.status is None and not args.header and args.body is None:
        return body
    return {"status": args.status, "headers": dict(args.header), "body": body}


def _read(name: str) -> str:
    if name == "-":
        return decode(read_bounded(stdin_bytes()))
    try:
        with Path(name).open("rb") as file:
            return decode(read_bounded(file))
    except OSError as exc:
        msg = f"cannot read {name}: {exc.strerror or exc}"
        raise ValueError(msg) from exc


def _status(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 100 <= int(text) <= 599):
        msg = f"{text!r} is no HTTP status; expected 100 to 599"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon or not name.strip():
        msg = f"{text!r} is no header; expected 'name: value'"
        raise argparse.ArgumentTypeError(msg)
    return name.strip(), value.strip()


def _print(answer: Classification, terminal: Terminal) -> None:
    reason = REASONS[answer.reason]
    words, color = retry_words(answer)
    terminal.print(f"{terminal.paint(answer.category, 'bold', 'cyan')} / {terminal.paint(answer.reason, 'bold')}")
    for line in terminal.wrap(reason.description, "  "):
        terminal.print(line)
    terminal.print()
    rows = [("next step", words + (_then(answer) if words.startswith("retry") else ""), color)]
    if answer.resets_at is not None:
        rows.append(("resets at", answer.resets_at.isoformat(sep=" ", timespec="seconds"), ""))
    if answer.hints:
        rows.append(("what helps", advice(answer), ""))
    rows.append(("decided by", f"{answer.rule} ({answer.strategy}, confidence {answer.confidence:.2f})", ""))
    if answer.cause_depth:
        rows.append(("found", f"{answer.cause_depth} down the chain of causes", ""))
    if answer.suspects:
        rows.append(("also like", ", ".join(answer.suspects), ""))
    for name, value, style in rows:
        for number, line in enumerate(terminal.wrap(value, " " * 14, f"  {name:<12}")):
            is_first = number == 0
            label, rest = (line[:14], line[14:]) if is_first else ("", line)
            terminal.print(terminal.paint(label, "dim") + terminal.paint(rest, *filter(None, (style,))))


def _then(answer: Classification) -> str:
    category = CATEGORIES[answer.category]
    if not answer.retryable or category.retry is None:
        return ""
    rule = category.retry
    return f"; at most {rule.max_retries} times, up to {seconds(rule.cap_s)} each: {rule.meaning}"
