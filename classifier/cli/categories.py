"""
`nexus-classifier categories`: print the knowledge base, that is, every category with its reasons, rules and words.
"""

from __future__ import annotations

import argparse
import pkgutil
from importlib import import_module
from typing import Any, Final

from classifier import keywords
from classifier.categories import CATEGORIES, Category, Keyword
from classifier.cli._io import complain, print_json
from classifier.cli._terminal import Terminal, seconds
from classifier.reasons import REASONS, Reason

__all__ = ["describe", "format_parser", "main"]

_EXAMPLES: Final = """
examples:
  nexus-classifier categories
  nexus-classifier categories timeout connection --phrases
  nexus-classifier categories --json | jq -r '.reasons[] | select(.retryable) | .name'
  nexus-classifier categories --plugin mycategories      with what your module mycategories registers

'word*' is strong: it stands by itself. A word without a star is weak: another category's strong word, or the text
model, overrules it.
"""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `categories` to `parser`."""
    parser.epilog = _EXAMPLES
    parser.add_argument("names", nargs="*", metavar="CATEGORY", help="only these")
    parser.add_argument("--phrases", action="store_true", help="also the further strong phrases, in all languages")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, with everything")


def main(args: argparse.Namespace) -> int:
    """Print the table; 2 if a category is unknown."""
    unknown = [name for name in args.names if name not in CATEGORIES]
    if unknown:
        complain("categories", f"unknown category {unknown[0]!r}; known: {', '.join(CATEGORIES)}")
        return 2
    chosen = [category for category in CATEGORIES.values() if not args.names or category.name in args.names]
    if args.json:
        for category in chosen:
            print_json(describe(category))
        return 0
    terminal = Terminal()
    for number, category in enumerate(chosen):
        if number:
            terminal.print()
        _print(category, terminal, with_phrases=args.phrases)
    return 0


def describe(category: Category) -> dict[str, Any]:
    """Return all that is known of a category as plain values."""
    rule = category.retry
    return {
        "category": category.name,
        "label": category.label,
        "description": category.description,
        "priority": str(category.priority),
        "retry": None if rule is None else {
            "strategy": rule.meaning, "max_retries": rule.max_retries, "base_s": rule.base_s, "factor": rule.factor,
            "floor_s": rule.floor_s, "cap_s": rule.cap_s, "first_wait": rule.first_wait, "jitter": rule.jitter,
        },
        "exception": category.exception.__name__,
        "default_reason": category.default_reason,
        "reasons": [
            {
                "name": reason.name, "retryable": reason.retryable, "hints": [str(hint) for hint in reason.hints],
                "description": reason.description, "phrases": _phrases(reason.name),
            }
            for reason in _reasons(category)
        ],
        "keywords": [
            {
                "text": keyword.text, "strong": keyword.strong, "free_standing": keyword.free_standing,
                "decoys": list(keyword.decoys), "reason": keyword.reason or category.default_reason,
            }
            for keyword in category.keywords
        ],
        "type_keywords": list(category.type_keywords),
    }  # fmt: skip


def _reasons(category: Category) -> list[Reason]:
    return [reason for reason in REASONS.values() if reason.category == category.name]


def _phrases(reason: str) -> dict[str, list[str]]:
    """Return the further strong phrases of a reason by language; the marks of the tables are taken off."""
    found = {}
    for _, language, _ in pkgutil.iter_modules(keywords.__path__):
        table: dict[str, tuple[str, ...]] = getattr(import_module(f"classifier.keywords.{language}"), "PHRASES", {})
        words = [word.rstrip("|") for key, words in table.items() if key.lstrip("~!") == reason for word in words]
        if words:
            found[language] = words
    return found


def _print(category: Category, terminal: Terminal, *, with_phrases: bool) -> None:
    paint = terminal.paint
    terminal.print(f"{paint(category.name, 'bold', 'cyan')}  {paint(category.description, 'bold')}")
    rule = category.retry
    retry = "never"
    if rule is not None:
        first = "at once, then from" if not rule.first_wait else "from"
        retry = (
            f"{rule.meaning + ': ' if rule.meaning else ''}at most {rule.max_retries} times, waits {first} "
            f"{seconds(rule.base_s)} up to {seconds(rule.cap_s)}"
        )
    for name, value in (
        ("retry", retry),
        ("priority", str(category.priority)),
        ("raises", f"{category.exception.__name__}('{category.label}: ...')"),
        ("keywords", ", ".join(map(_shown, category.keywords)) or "none"),
        ("in type name", ", ".join(category.type_keywords) or "none"),
    ):
        for line in terminal.wrap(value, " " * 16, f"  {name:<14}"):
            terminal.print(line)
    reasons = _reasons(category)
    width = max(len(reason.name) for reason in reasons)
    for reason in reasons:
        mark = paint("retry", "green") if reason.retryable and rule is not None else paint("stop ", "red")
        hints = "".join(f" [{str(hint).replace('_', ' ')}]" for hint in reason.hints)
        is_default = " (default)" if reason.name == category.default_reason else ""
        # Escape codes have no width, so the line is wrapped without its coloured beginning.
        indent = " " * (width + 11)
        lines = list(terminal.wrap(reason.description + is_default + hints, indent))
        lines[0] = f"  {mark}  {paint(f'{reason.name:<{width}}', 'bold')}  {lines[0][len(indent) :]}"
        for line in lines:
            terminal.print(line)
        if with_phrases:
            for language, phrases in _phrases(reason.name).items():
                for line in terminal.wrap(", ".join(phrases), indent + "    ", f"{indent}{language}: "):
                    terminal.print(paint(line, "dim"))


def _shown(keyword: Keyword) -> str:
    decoys = (
        f" (not in {', '.join(keyword.decoys[:3])}{', ...' if len(keyword.decoys) > 3 else ''})"
        if keyword.decoys
        else ""
    )
    return f"{keyword.text}{'*' if keyword.strong else ''}{decoys}"
