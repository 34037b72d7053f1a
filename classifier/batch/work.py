"""
What is done with one chunk of rows, here or in another process? Parse, classify, encode; a bad row costs only itself.
"""

from __future__ import annotations

import csv
import io
import json
import logging
import multiprocessing
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from classifier.batch.many import classify_many
from classifier.batch.rows import Chunk
from classifier.classification import Classification
from classifier.engine import Classifier
from classifier.monitor import LOGGER_NAME

__all__ = ["ANSWER_FIELDS", "TEXT_FIELDS", "Done", "Task", "answer_names", "classifier_for", "fields_of", "work"]

ANSWER_FIELDS: Final = tuple(Classification("unexpected", "unknown", retryable=False).to_dict())
TEXT_FIELDS: Final = ("text", "message", "error", "exception", "msg")
"""Where the text of a row is looked for, in this order, if no column is named."""
_STATUS_FIELDS: Final = ("status", "status_code", "http_status")
_PATIENT_S: Final = 1.0
"""Budget of one classification: offline nobody waits, and the load of the machine must not change an answer."""


@dataclass(frozen=True, slots=True)
class Task:
    """
    What a worker needs to know; picklable.

    Attributes:
        format: How the rows are written, see `Chunk`.
        out_format: `"jsonl"`, `"csv"`, or `"rows"` for mappings of strings (Parquet).
        column: The field that holds the text; None looks for `TEXT_FIELDS`.
        fields: Names of the input's columns; for `out_format="jsonl"` only needed if the rows are CSV.
        model: See `Classifier`; a path or True, so that each process loads it once.
        plugins: Modules to import first.
        keeps_types: Whether values of the input go into `"rows"` as they are.
    """

    format: str
    out_format: str
    column: str | None = None
    fields: tuple[str, ...] = ()
    model: str | bool | None = None
    plugins: tuple[str, ...] = ()
    keeps_types: bool = False


@dataclass(slots=True)
class Done:
    """
    What became of a chunk.

    Attributes:
        data: Encoded lines, or rows as mappings.
        counts: How often each (category, reason) came out.
        problems: (number, problem) of each bad row.
        dropped: Fields that have no column in the output.
        position: Of the chunk.
    """

    data: bytes | list[dict[str, Any]] = b""
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    problems: list[tuple[int, str]] = field(default_factory=list)
    dropped: set[str] = field(default_factory=set)
    position: int = 0


class _RowError(ValueError):
    """This row cannot be used; the message says why."""


@lru_cache(maxsize=4)
def classifier_for(model: str | bool | None, plugins: tuple[str, ...]) -> Classifier:
    """
    Return this process's classifier for a task; it is made once.

    Raises:
        ModelLoadError: If the model is not usable.
        ImportError: If a plugin, or numpy for the model, is missing.
    """
    log = logging.getLogger(LOGGER_NAME)
    log.addHandler(logging.NullHandler())  # no handler at all would print to stderr
    if multiprocessing.parent_process() is not None and not log.level:
        log.setLevel(logging.CRITICAL + 1)  # nobody reads a worker's log, so nothing is formatted for it
    for name in plugins:
        import_module(name)
    if not model:
        return Classifier(budget_s=_PATIENT_S)
    from classifier import model as serving

    # Loaded here and not by Classifier: a batch that was asked for a model must not go on without.
    return Classifier(model=serving.load_default() if model is True else serving.load(model), budget_s=_PATIENT_S)


def work(chunk: Chunk, task: Task) -> Done:
    """
    Classify the rows of one chunk.

    Raises:
        ModelLoadError: If the model is not usable.
        ImportError: If a plugin, or numpy for the model, is missing.
    """
    done = Done(position=chunk.position)
    kept: list[dict[str, Any]] = []
    failures: list[object] = []
    for number, raw in zip(chunk.numbers, chunk.rows, strict=True):
        try:
            fields = _parsed(raw, task)
            if fields is None:
                continue
            failures.append(_failure(fields, task.column))
            kept.append(fields)
        except _RowError as exc:
            done.problems.append((number, str(exc)))
    answers = classify_many(failures, classifier=classifier_for(task.model, task.plugins))
    done.counts.update((answer.category, answer.reason) for answer in answers)
    _encode(kept, answers, task, done)
    return done


def fields_of(chunk: Chunk, task: Task) -> tuple[str, ...]:
    """Return the fields that the rows of `chunk` have, in the order they first appear."""
    found: dict[str, None] = {}
    for raw in chunk.rows:
        try:
            found.update(dict.fromkeys(_parsed(raw, task) or ()))
        except _RowError:
            continue
    return tuple(found)


def _parsed(raw: Any, task: Task) -> dict[str, Any] | None:
    """Return a row as a mapping; None for a blank line."""
    if isinstance(raw, str):
        raise _RowError(raw)
    if task.format == "parquet":
        return dict(raw)
    if task.format == "csv":
        if len(raw) != len(task.fields):
            if not raw:
                return None
            msg = f"{len(raw)} cells; the header has {len(task.fields)}"
            raise _RowError(msg)
        return dict(zip(task.fields, raw, strict=True))
    line = raw.rstrip(b"\r\n").decode("utf-8", "surrogateescape")
    if not line.strip():
        return None
    if task.format == "text":
        return {"text": line}
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as exc:
        msg = f"no JSON: {exc}"
        raise _RowError(msg) from exc
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, dict):
        return value
    msg = f"a JSON {type(value).__name__}; expected an object or a string"
    raise _RowError(msg)


def _failure(fields: Mapping[str, Any], column: str | None) -> object:
    if column is not None and column not in fields:
        msg = f"no field {column!r}; this row has {', '.join(fields) or 'none'}"
        raise _RowError(msg)
    names = TEXT_FIELDS if column is None else (column,)
    texts = [fields[name] for name in names if fields.get(name) is not None]
    text = next((text for text in texts if text != ""), texts[0] if texts else None)
    status = next((fields[name] for name in _STATUS_FIELDS if fields.get(name) not in (None, "")), None)
    headers, body = fields.get("headers") or None, fields.get("body")
    if text is None and status is None and body is None:
        msg = f"nothing to classify; expected one of {', '.join((*names, 'status', 'body'))}"
        raise _RowError(msg)
    if status is None and headers is None and body in (None, "") and isinstance(text, str):
        return text
    return {"status": _status(status), "headers": _headers(headers), "body": text if body in (None, "") else body}


def _status(value: Any) -> int | None:
    try:
        return None if value is None else int(value)
    except (TypeError, ValueError, OverflowError):
        msg = f"status is {value!r}; expected a number"
        raise _RowError(msg) from None


def _headers(value: Any) -> Mapping[str, object] | None:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            value = None
    elif isinstance(value, list) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
        value = dict(value)  # Arrow gives a map as pairs
    elif value is None:
        return None
    if not isinstance(value, Mapping):
        msg = "headers are no JSON object"
        raise _RowError(msg)
    return value


def answer_names(fields: Sequence[str] | Mapping[str, Any]) -> dict[str, str]:
    """Return the name in the output of each field of the answer; what the input has already is never overwritten."""
    names = {}
    for name in ANSWER_FIELDS:
        written = name
        while written in fields:
            written = f"predicted_{written}"
        names[name] = written
    return names


def _encode(kept: list[dict[str, Any]], answers: list[Classification], task: Task, done: Done) -> None:
    if task.out_format == "jsonl":
        lines = []
        for fields, answer in zip(kept, answers, strict=True):
            names = answer_names(fields)
            fields.update((names[name], value) for name, value in answer.to_dict().items())
            lines.append(_json_line(fields))
        done.data = b"".join(lines)
        return
    names = answer_names(task.fields)
    known = frozenset(task.fields)
    rows = []
    for fields, answer in zip(kept, answers, strict=True):
        done.dropped.update(fields.keys() - known)
        row = {name: _cell(fields.get(name), task) for name in task.fields}
        row.update((names[name], value) for name, value in answer.to_dict().items())
        rows.append(row)
    if task.out_format == "rows":
        done.data = rows
        return
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_csv_cell(value) for value in row.values()] for row in rows)
    done.data = text.getvalue().encode("utf-8", "backslashreplace")


def _json_line(fields: dict[str, Any]) -> bytes:
    try:
        return json.dumps(fields, ensure_ascii=False, default=str).encode() + b"\n"
    except UnicodeEncodeError:  # lone surrogates, which JSON can write as escapes
        return json.dumps(fields, default=str).encode() + b"\n"


def _cell(value: Any, task: Task) -> Any:
    if task.keeps_types or value is None:
        return value
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if task.out_format == "csv" else text.encode("utf-8", "backslashreplace").decode()


def _csv_cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(str, value))
    return value
