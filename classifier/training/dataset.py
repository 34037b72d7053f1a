"""
Are the labelled messages of a folder sound, and how many are there of what? The check and the counts of the datasheet.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from classifier.categories import CATEGORIES
from classifier.reasons import REASONS
from classifier.training.data import DataError

__all__ = ["Finding", "checked", "counts_in", "counts_table", "schema_path", "with_counts"]

BEGIN: Final = "<!-- counts: written by `nexus-classifier data --update` -->"
END: Final = "<!-- end of counts -->"


@dataclass(frozen=True, slots=True)
class Finding:
    """
    Something wrong with a row.

    Attributes:
        where: File and line.
        what: One sentence.
    """

    where: str
    what: str


def schema_path() -> Path:
    """
    Find the JSON Schema of a row: inside the wheel, or with the data of a checkout.

    Raises:
        DataError: If it is in neither place.
    """
    here = Path(__file__).resolve()
    tried = (here.with_name("row.schema.json"), here.parents[2] / "data" / "schema.json")
    for path in tried:
        if path.is_file():
            return path
    msg = f"no schema in {' or '.join(map(str, tried))}; install nexus-classifier anew"
    raise DataError(msg)


def _files(sources: Iterable[Path]) -> Iterator[Path]:
    for source in sources:
        paths = sorted(source.glob("*.jsonl")) if source.is_dir() else [source]
        if not paths:
            msg = f"{source} holds no *.jsonl file"
            raise DataError(msg)
        yield from paths


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        msg = f"{path} cannot be read: {exc}"
        raise DataError(msg) from exc
    for number, line in enumerate(text.split("\n"), 1):
        if line:
            yield f"{path}:{number}", line


class _Memory:
    """What was seen before: texts by language, labels by group."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], tuple[str, str]] = {}
        self._labels: dict[str, tuple[str, str]] = {}

    def complaints(self, where: str, row: dict[str, Any]) -> Iterator[str]:
        label, reason = row["label"], row["reason"]
        known = REASONS.get(reason)
        if known is None or known.category != label:
            own = ", ".join(one.name for one in REASONS.values() if one.category == label)
            yield f"reason {reason!r} is not one of {label}: {own}"
        key = (row["lang"], " ".join(row["text"].casefold().split()))
        before, other = self._texts.setdefault(key, (where, label))
        if before != where:
            yield f"the text occurs already in {before}" + (f", labelled {other}" if other != label else "")
        first, kept = self._labels.setdefault(row["group"], (where, label))
        if kept != label:
            yield f"group {row['group']!r} is labelled {label} here and {kept} in {first}; end its name in ~{label}"


def _told(errors: Iterable[Any]) -> Iterator[str]:
    """Say what is wrong with one row; all fields that it lacks in one sentence."""
    missing: list[str] = []
    for error in errors:
        if error.validator == "required":
            missing += [name for name in error.validator_value if name not in error.instance]
        else:
            yield f"{'.'.join(map(str, error.path)) or 'row'}: {error.message}"
    if missing:
        yield f"row: lacks {', '.join(dict.fromkeys(missing))}"


def checked(sources: Iterable[Path], schema: Path | None = None) -> tuple[list[dict[str, str]], list[Finding]]:
    """
    Check each row against the schema, its reason against its label, and rows against each other.

    Args:
        sources: Files, and folders of `*.jsonl`.
        schema: See `schema_path`.

    Returns:
        The rows that fit the schema, and all that is wrong.

    Raises:
        DataError: If a file or the schema cannot be read.
        ImportError: If jsonschema is missing; the message has the exact pip command.
    """
    try:
        from jsonschema import Draft202012Validator
    except ModuleNotFoundError as exc:
        if exc.name != "jsonschema":
            raise
        msg = "checking data needs 'jsonschema'; install it with: pip install 'nexus-classifier[train]'"
        raise ImportError(msg, name="jsonschema") from exc
    validator = Draft202012Validator(json.loads((schema or schema_path()).read_text("utf-8")))
    rows: list[dict[str, str]] = []
    findings: list[Finding] = []
    memory = _Memory()
    for path in _files(sources):
        for where, line in _lines(path):
            try:
                row = json.loads(line)
            except ValueError as exc:
                findings.append(Finding(where, f"not JSON: {exc}"))
                continue
            wrong = [Finding(where, what) for what in _told(validator.iter_errors(row))]
            if not wrong:
                rows.append(row)
                wrong = [Finding(where, what) for what in memory.complaints(where, row)]
            findings += wrong
    return rows, findings


def _counts(rows: Sequence[dict[str, str]], name: str, order: Iterable[str] = ()) -> list[tuple[str, int]]:
    found = Counter(row[name] for row in rows)
    wanted = [value for value in order if value in found]
    return [(value, found[value]) for value in wanted or sorted(found)]


def _markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    def cell(value: object) -> str:
        return f"{value:,}" if isinstance(value, int) else str(value)

    body = list(rows)
    marks = ["--:" if isinstance(value, int) else "---" for value in body[0]] if body else ["---"] * len(head)
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join(marks)} |"]
    lines += [f"| {' | '.join(map(cell, row))} |" for row in body]
    return "\n".join(lines)


def counts_table(rows: Sequence[dict[str, str]]) -> str:
    """
    Count rows and ideas by language, domain, origin and reason, as Markdown.

    Args:
        rows: As `checked` gives them.
    """
    labels = [name for name, _ in _counts(rows, "label", CATEGORIES)]

    def line(part: str, value: str) -> list[object]:
        mine = [row for row in rows if row[part] == value] if part else list(rows)
        by_label = Counter(row["label"] for row in mine)
        # an idea whose row was labelled anew is still one
        ideas = len({row["group"].partition("~")[0] for row in mine})
        return [value, len(mine), ideas, *(by_label[label] for label in labels)]

    tables = []
    for part, title in (("lang", "language"), ("domain", "domain"), ("origin", "origin")):
        lines = [line(part, value) for value, _ in _counts(rows, part)]
        if part == "lang":
            lines.append(line("", "all"))
        tables.append(_markdown([title, "rows", "ideas", *labels], lines))
    reasons = [
        (REASONS[name].category if name in REASONS else "", name, count)
        for name, count in _counts(rows, "reason", REASONS)
    ]
    return "\n\n".join([*tables, _markdown(["category", "reason", "rows"], reasons)])


def counts_in(datasheet: str) -> str:
    """
    Return what stands between the marks.

    Raises:
        DataError: If the marks are missing.
    """
    _, begun, rest = datasheet.partition(f"{BEGIN}\n")
    inside, ended, _ = rest.partition(f"\n{END}")
    if not begun or not ended:
        msg = f"the datasheet lacks the lines {BEGIN!r} and {END!r}, between which the counts stand"
        raise DataError(msg)
    return inside


def with_counts(datasheet: str, rows: Sequence[dict[str, str]]) -> str:
    """
    Return the datasheet with the counts of `rows`.

    Raises:
        DataError: If the marks are missing.
    """
    inside = counts_in(datasheet)
    return datasheet.replace(f"{BEGIN}\n{inside}\n{END}", f"{BEGIN}\n{counts_table(rows)}\n{END}")
