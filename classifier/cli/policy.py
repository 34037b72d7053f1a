"""
`nexus-classifier policy`: print the decision table, that is, how every kind of failure is retried.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from classifier.categories import CATEGORIES
from classifier.classification import Classification
from classifier.cli._io import complain
from classifier.reasons import REASONS
from classifier.retry.decision import decide
from classifier.retry.policy import OPTED_IN, RetryPolicy

__all__ = ["format_parser", "main"]


_EXAMPLES: Final = """
examples:
  nexus-classifier policy                                  what is retried, how often, after which waits
  nexus-classifier policy --category rate_limit
  nexus-classifier policy --policy retry.toml              a file of your own, checked and shown
  nexus-classifier policy --json | jq 'select(.max_retries > 0) | .reason'
"""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `policy` to `parser`."""
    parser.epilog = _EXAMPLES
    parser.add_argument("--policy", type=Path, metavar="FILE", help="a TOML file; default: the built-in numbers")
    parser.add_argument("--category", metavar="NAME", help="only this category")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def main(args: argparse.Namespace) -> int:
    """Print the table; 2 if the policy file or the category is not usable."""
    try:
        policy = RetryPolicy() if args.policy is None else RetryPolicy.from_toml(args.policy)
    except OSError as exc:
        complain("policy", f"cannot read {args.policy}: {exc.strerror or exc}")
        return 2
    except ValueError as exc:
        complain("policy", str(exc))
        return 2
    if args.category is not None and args.category not in CATEGORIES:
        complain("policy", f"unknown category {args.category!r}; known: {', '.join(CATEGORIES)}")
        return 2
    rows = [row for row in table(policy) if args.category in (None, row["category"])]
    if args.json:
        for row in rows:
            print(json.dumps(row))
        return 0
    try:
        from rich.console import Console
        from rich.table import Table
    except ModuleNotFoundError as exc:
        if exc.name is None or exc.name.partition(".")[0] != "rich":
            raise
        complain("policy", "needs 'rich'; install it with: pip install 'nexus-classifier[cli]', or use --json")
        return 1
    view = Table(title=f"Retries end after {policy.deadline_s:g} s at the latest")
    for name in ("category", "reason", "retries", "waits up to", "floor", "longest told wait", "instead or beside"):
        view.add_column(name, no_wrap=name in ("category", "reason"))
    last = None
    for row in rows:
        if row["category"] != last and last is not None:
            view.add_section()
        shown = row["category"] if row["category"] != last else ""
        last = row["category"]
        if row["max_retries"] == 0:
            view.add_row(shown, row["reason"], "never", "", "", "", ", ".join(row["hints"]))
            continue
        waits = ", ".join(f"{wait_s:g}" for wait_s in row["waits_s"]) + " s" if row["waits_s"] else "only as told"
        view.add_row(
            shown, row["reason"], str(row["max_retries"]), waits, f"{row['floor_s']:g} s", f"{row['cap_s']:g} s",
            ", ".join(row["hints"]),
        )  # fmt: skip
    Console(width=None if sys.stdout.isatty() else 140).print(view)
    return 0


def table(policy: RetryPolicy) -> list[dict[str, Any]]:
    """Return one row for each reason: its category, numbers, longest waits and hints."""
    rows = []
    for category in CATEGORIES.values():
        for reason in REASONS.values():
            if reason.category == category.name:
                hints = [str(hint) for hint in reason.hints]
                rows.append(_row(policy, category.name, reason.name, reason.retryable, hints))
    rows.append(_row(policy, OPTED_IN, "", False, []))
    return rows


def _row(policy: RetryPolicy, category: str, reason: str, retryable: bool, hints: list[str]) -> dict[str, Any]:
    opted_in = category == OPTED_IN
    if opted_in:
        category, reason = "unexpected", "unknown"
    rule = policy.rule_for(category, reason, opted_in=opted_in) if retryable or opted_in else None
    row: dict[str, Any] = {
        "category": OPTED_IN if opted_in else category,
        "reason": "retry_on=" if opted_in else reason,
        "max_retries": 0 if rule is None else rule.max_retries,
        "waits_s": [],
        "floor_s": None if rule is None else rule.floor_s,
        "cap_s": None if rule is None else rule.cap_s,
        "hints": hints,
    }
    for attempt in range(1, row["max_retries"] + 1):
        decision = decide(Classification(category, reason, retryable), attempt, 0.0, policy, opted_in=opted_in)
        if decision.is_retry:
            row["waits_s"].append(decision.wait_s)
    return row
