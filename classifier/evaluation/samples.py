"""
Which labelled messages are answers measured on? Reads JSON Lines; imports training only for sealed rows.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classifier.categories import CATEGORIES
from classifier.reasons import REASONS

if TYPE_CHECKING:
    from classifier.training.data import Row

__all__ = ["Sample", "SampleError", "read_samples", "samples_of", "sealed_samples"]


class SampleError(ValueError):
    """A file cannot be read, or a row of it cannot be measured on."""


@dataclass(frozen=True, slots=True)
class Sample:
    """
    One message and what may be answered.

    Attributes:
        text: The message.
        label: The category it has.
        accept: Every category that counts as right, the label among them.
        lang: BCP 47 tag; `"und"` if nobody said.
        origin: Where it comes from: a program, a round of writing; "" if nobody said.
        domain: What kind of program prints it; "" if nobody said.
        group: Messages that share it are variants of one idea and are resampled together.
        should_retry: Whether a retry is right; None where either is.
    """

    text: str
    label: str
    accept: frozenset[str]
    lang: str = "und"
    origin: str = ""
    domain: str = ""
    group: str = ""
    should_retry: bool | None = None


def _is_retried(category: str) -> bool:
    return CATEGORIES[category].retry is not None


def _should_retry(label: str, accept: frozenset[str], reason: str, told: bool | None) -> bool | None:
    if told is not None:
        return told
    wanted = {_is_retried(name) for name in accept}
    if len(wanted) > 1:
        return None
    known = REASONS.get(reason)
    if known is not None and known.category == label:
        return known.retryable
    return wanted.pop()


def _text_of(values: dict[str, Any], name: str, where: str) -> str:
    value = values.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        msg = f"{where}: {name} is {value!r}; expected a string"
        raise SampleError(msg)
    return value


def _sample(where: str, values: Any) -> Sample:
    if not isinstance(values, dict):
        msg = f"{where}: expected an object with text and label, got {type(values).__name__}"
        raise SampleError(msg)
    text, label = _text_of(values, "text", where), _text_of(values, "label", where)
    if not text or not label:
        msg = f"{where}: {'text' if not text else 'label'} is missing or empty"
        raise SampleError(msg)
    others = values.get("accept") or []
    if not isinstance(others, list) or not all(isinstance(name, str) for name in others):
        msg = f"{where}: accept is {others!r}; expected a list of categories"
        raise SampleError(msg)
    unknown = [name for name in (label, *others) if name not in CATEGORIES]
    if unknown:
        msg = f"{where}: unknown category {unknown[0]!r}; known: {', '.join(CATEGORIES)}"
        raise SampleError(msg)
    told = values.get("retryable")
    if told is not None and not isinstance(told, bool):
        msg = f"{where}: retryable is {told!r}; expected true, false or null"
        raise SampleError(msg)
    accept = frozenset((label, *others))
    return Sample(
        text,
        label,
        accept,
        _text_of(values, "lang", where) or "und",
        _text_of(values, "source", where) or _text_of(values, "origin", where),
        _text_of(values, "domain", where),
        _text_of(values, "group", where) or _text_of(values, "msgid", where) or where,
        _should_retry(label, accept, _text_of(values, "reason", where), told),
    )


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    try:
        text = sys.stdin.buffer.read().decode() if str(path) == "-" else path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        msg = f"{path} cannot be read: {exc}"
        raise SampleError(msg) from exc
    # not splitlines: a message may hold U+2028 and its like unescaped
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"{path}:{number}", line


def read_samples(sources: Iterable[Path], languages: Sequence[str] | None = None) -> list[Sample]:
    """
    Read files and folders of `*.jsonl`; `-` is standard input.

    A row has `text` and `label`, and may have `accept`, `lang`, `source` or `origin`, `domain`, `group` or `msgid`,
    `reason`, `retryable`. Without `retryable` the reason tells, and without a reason the categories accepted.

    Args:
        languages: Only rows of these languages; None takes all.

    Raises:
        SampleError: If a source cannot be read, a row cannot be measured on, or none is left.
    """
    found: list[Sample] = []
    named = list(sources)
    for source in named:
        paths = sorted(source.glob("*.jsonl")) if source.is_dir() else [source]
        for path in paths:
            for where, line in _lines(path):
                try:
                    values = json.loads(line)
                except ValueError as exc:
                    msg = f"{where}: not JSON: {exc}"
                    raise SampleError(msg) from exc
                sample = _sample(where, values)
                if languages is None or sample.lang in languages:
                    found.append(sample)
    if not found:
        wanted = "" if languages is None else f" in the languages {', '.join(languages)}"
        msg = f"no rows{wanted} in {', '.join(map(str, named)) or 'no file'}"
        raise SampleError(msg)
    return found


def samples_of(rows: Iterable[Row]) -> list[Sample]:
    """Return what a model can be measured on of rows that training reads."""
    return [
        Sample(
            row.text,
            row.label,
            frozenset((row.label,)),
            row.lang,
            row.origin,
            row.domain,
            row.group,
            _should_retry(row.label, frozenset((row.label,)), row.reason, None),
        )
        for row in rows
    ]


def sealed_samples(sources: Iterable[Path], languages: Sequence[str] | None = None) -> list[Sample]:
    """
    Read only what no training sees of a data folder: the sealed ideas, see `classifier.training.sealed`.

    Raises:
        SampleError: If there are none.
        ImportError: If the `train` extra is missing; the message has the exact pip command.
    """
    from classifier.training import LABELS, read_rows, sealed
    from classifier.training.data import DataError

    try:
        # all rows first: an idea is sealed in every language or in none
        rows = read_rows(sources, LABELS)
    except DataError as exc:
        raise SampleError(str(exc)) from exc
    hidden = [row for row, is_hidden in zip(rows, sealed(rows), strict=True) if is_hidden]
    kept = samples_of(row for row in hidden if languages is None or row.lang in languages)
    if not kept:
        msg = f"none of the {len(rows)} rows is sealed; leave --sealed out to measure on all of them"
        raise SampleError(msg)
    return kept
