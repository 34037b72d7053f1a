"""
Which labelled messages is a model trained on? Reads JSON Lines, checks each row, and names what is wrong with it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["DataError", "Row", "data_hash", "default_data_dir", "read_rows"]


class DataError(ValueError):
    """A data file is missing or a row of it is not usable."""


@dataclass(frozen=True, slots=True)
class Row:
    """
    One labelled message.

    Attributes:
        text: The message.
        label: Its category.
        lang: BCP 47 tag of its language.
        group: Rows that share it are variants of one idea and never straddle a split.
        domain: What kind of program prints it; "" if nobody said.
        origin: Which round of writing it comes from.
        reason: The fine reason; "" if nobody said.
    """

    text: str
    label: str
    lang: str
    group: str
    domain: str = ""
    origin: str = "user"
    reason: str = ""


def default_data_dir() -> Path:
    """
    Return the project's own data, which a checkout has and the wheel has not.

    Raises:
        DataError: If it is not there.
    """
    path = Path(__file__).resolve().parents[2] / "data"
    if path.is_dir():
        return path
    msg = f"no data in {path}: the wheel carries the model only; pass --data DIR, or run from a checkout of the project"
    raise DataError(msg)


def _row(where: str, values: Any, labels: Sequence[str]) -> Row:
    if not isinstance(values, dict):
        msg = f"{where}: expected an object with text, label and lang, got {type(values).__name__}"
        raise DataError(msg)
    fields: dict[str, str] = {}
    for name in Row.__dataclass_fields__:
        value = values.get(name)
        if value is None or value == "":
            continue
        if not isinstance(value, str):
            msg = f"{where}: {name} is {value!r}; expected a string"
            raise DataError(msg)
        fields[name] = value
    missing = [name for name in ("text", "label", "lang") if name not in fields]
    if missing:
        msg = f"{where}: {', '.join(missing)} missing or empty"
        raise DataError(msg)
    if fields["label"] not in labels:
        msg = f"{where}: unknown label {fields['label']!r}; known: {', '.join(labels)}"
        raise DataError(msg)
    # a row that names no group is an idea of its own
    fields.setdefault("group", f"text:{hashlib.sha256(fields['text'].encode('utf-8', 'replace')).hexdigest()[:16]}")
    return Row(**fields)


def _rows(path: Path, labels: Sequence[str]) -> Iterator[Row]:
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as exc:
        msg = f"{path} cannot be read: {exc}"
        raise DataError(msg) from exc
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"{path}:{number}"
            try:
                values = json.loads(line)
            except ValueError as exc:
                msg = f"{where}: not JSON: {exc}"
                raise DataError(msg) from exc
            yield _row(where, values, labels)


def _present(languages: set[str]) -> str:
    return ", ".join(sorted(languages)) or "none"


def read_rows(sources: Iterable[Path], labels: Sequence[str], languages: Sequence[str] | None = None) -> list[Row]:
    """
    Read `*.jsonl` files and folders of them.

    A text that occurs twice in a language with one label is taken once. The order of `sources` does not matter.

    Args:
        labels: The labels a row may have.
        languages: Only rows of these languages; None takes all.

    Raises:
        DataError: If a source holds no rows, a row is not usable, or one text has two labels in one language.
    """
    seen: dict[tuple[str, str], Row] = {}
    found: set[str] = set()
    for source in sources:
        paths = sorted(source.glob("*.jsonl")) if source.is_dir() else [source]
        if not paths:
            msg = f"{source} holds no *.jsonl file"
            raise DataError(msg)
        for path in paths:
            for row in _rows(path, labels):
                found.add(row.lang)
                if languages is not None and row.lang not in languages:
                    continue
                other = seen.setdefault((row.lang, row.text), row)
                if other.label != row.label:
                    both = f"labelled {row.label} here and {other.label} in the group {other.group}"
                    msg = f"{path}: {row.text!r} is {both}"
                    raise DataError(msg)
    if not seen:
        wanted = "" if languages is None else f" in the languages {', '.join(languages)} (there are {_present(found)})"
        msg = f"no rows{wanted} in {', '.join(map(str, sources)) or 'no source'}"
        raise DataError(msg)
    return sorted(seen.values(), key=lambda row: (row.group, row.lang, row.text))


def data_hash(rows: Sequence[Row]) -> str:
    """Return the SHA-256 of what training sees of `rows`."""
    digest = hashlib.sha256()
    for row in rows:
        parts = (row.text, row.label, row.lang, row.group, row.domain, row.origin)
        digest.update(json.dumps(parts).encode())
        digest.update(b"\n")
    return digest.hexdigest()
