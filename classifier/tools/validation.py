"""
Does an event log keep to the schema? Names line and field of every violation, through `jsonschema`.

Imports jsonschema when a validator is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from classifier.tools.events import Vocabulary, event_schema, is_identifier
from classifier.tools.reading import read_lines

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

__all__ = ["EventValidator", "Violation"]

_REMEMBERED: Final = 4096


@dataclass(frozen=True, slots=True)
class Violation:
    """
    One thing wrong with one line; never repeats a value that does not belong there, it may be private.

    Attributes:
        path: The file.
        line: The first is 1.
        field: The event's field, or "" for the line as a whole.
        problem: What is wrong and what was expected.
        torn: Whether it is a torn last line.
    """

    path: Path
    line: int
    field: str
    problem: str
    torn: bool = False

    def __str__(self) -> str:
        """Return it as `file:line: field: problem`."""
        where = f"{self.path}:{self.line}"
        return f"{where}: {self.field}: {self.problem}" if self.field else f"{where}: {self.problem}"


class EventValidator:
    """
    Checks events against the shipped schema.

    Events differ mostly in time and task, so the verdict on the rest of an event is remembered and these two fields are
    checked by themselves; nothing in the schema ties them to others.

    Args:
        vocabulary: Names known beside the built-in ones.

    Raises:
        ImportError: If jsonschema is absent; the message has the pip command.
    """

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        try:
            import jsonschema
        except ModuleNotFoundError as exc:
            if exc.name != "jsonschema":
                raise
            msg = "validating events needs 'jsonschema'; install it with: pip install 'nexus-classifier[tools]'"
            raise ModuleNotFoundError(msg, name="jsonschema") from exc
        schema = event_schema(vocabulary)
        checker = jsonschema.FormatChecker(formats=())
        # jsonschema itself checks date-time only if a further package is there; the check must not depend on that.
        checker.checks("date-time")(_is_moment)
        self._validator = jsonschema.Draft202012Validator(schema, format_checker=checker)
        self._moment = re.compile(schema["properties"]["ts"]["pattern"])
        self._task = re.compile(schema["properties"]["task_id"]["pattern"])
        self._task_chars: int = schema["properties"]["task_id"]["maxLength"]
        self._good: set[str] = set()

    def problems(self, event: dict[str, Any]) -> list[tuple[str, str]]:
        """Return (field, problem) for everything that is wrong with `event`, in a stable order."""
        rest = {key: value for key, value in event.items() if key not in ("ts", "task_id")}
        # repr tells True from 1, which compare equal.
        shape = repr(rest)
        if shape in self._good and self._plain(event):
            return []
        found: dict[str, str] = {}
        for error in _leaves(self._validator.iter_errors(event)):
            for field, problem in _explained(error):
                found.setdefault(field, problem)
        if not found and len(self._good) < _REMEMBERED:
            self._good.add(shape)
        return sorted(found.items())

    def check(self, paths: Iterable[str | Path]) -> Iterator[Violation | None]:
        """
        Yield, for each line of the files, None if it is good, else each of its violations.

        Raises:
            OSError: If a file cannot be read.
        """
        for line in read_lines(paths):
            if line.event is None:
                yield Violation(line.path, line.number, "", line.problem, line.torn)
                continue
            problems = self.problems(line.event)
            if not problems:
                yield None
            for field, problem in problems:
                yield Violation(line.path, line.number, field, problem)

    def _plain(self, event: dict[str, Any]) -> bool:
        moment, task = event.get("ts"), event.get("task_id")
        return (
            isinstance(moment, str)
            and isinstance(task, str)
            and len(task) <= self._task_chars
            and self._task.search(task) is not None
            and self._moment.search(moment) is not None
            and _is_moment(moment)
        )


def _is_moment(value: object) -> bool:
    if not isinstance(value, str):
        return True
    try:
        return datetime.fromisoformat(value.upper()).tzinfo is not None
    except ValueError:
        return False


def _leaves(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    for error in errors:
        if error.context:
            yield from _leaves(error.context)
        else:
            yield error


def _explained(error: ValidationError) -> Iterator[tuple[str, str]]:
    field = str(error.absolute_path[0]) if error.absolute_path else ""
    # jsonschema fills these in for every error it yields; its types also know an error not yet filled in.
    kind: object = error.validator
    expected: Any = error.validator_value
    instance: Any = error.instance
    schema: Any = error.schema
    if kind == "required":
        for name in expected:
            if name not in instance:
                yield name, "missing"
    elif kind == "additionalProperties":
        for name in instance:
            if name not in schema["properties"]:
                yield _shown(name), "not an allowed field"
    elif "propertyNames" in error.absolute_schema_path:
        yield _shown(instance), "not an allowed field of a tool_error event"
    elif kind == "not":
        yield field, "not allowed in this event" if expected == {} else "a tool_error event needs 1.1 or later"
    elif kind == "enum":
        yield field, f"not one of the known values {', '.join(map(str, expected))}"
    elif kind == "format":
        yield field, "is no RFC 3339 date and time"
    elif kind == "type":
        yield field, f"is {type(instance).__name__}; expected {expected}"
    else:
        yield field, f"breaks {kind} {expected}"


def _shown(name: str) -> str:
    # The name of a foreign field may be anything at all; only a plain one is repeated.
    return name if is_identifier(name, "_-.") else "(a field whose name is no identifier)"
