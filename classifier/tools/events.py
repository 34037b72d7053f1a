"""
What does a recorded tool failure look like? The event's type, the names it may hold, and its JSON Schema.

There is no field for a message, stack trace, path or output, and no field takes free text: that is the privacy rule of
§5, kept by construction. Imports only the standard library.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from typing import Any, Final

from classifier.tools.failure import ToolError
from classifier.tools.recovery import RecoveryStep
from classifier.tools.taxonomy import ToolClassification, ToolErrorCategory

__all__ = ["MODES", "OTHER", "PHASES", "SCHEMA_VERSION", "TOOL_NAMES", "ToolErrorEvent", "Vocabulary", "event_schema"]

OTHER: Final = "other"
"""Stands for every name that is not known, so that no free text gets in."""

SCHEMA_VERSION: Final = max((category.since for category in ToolErrorCategory), key=lambda v: [*map(int, v.split("."))])
"""`MAJOR.MINOR` of the events written here; a new category raises the minor."""

TOOL_NAMES: Final = (
    "Edit", "MultiEdit", "Write", "Read", "NotebookEdit", "Bash", "Grep", "Glob", "LS", "WebFetch", "WebSearch", "Task",
    "Agent", "TodoWrite", "apply_patch", "str_replace", "git", "patch", "pytest", "unittest", "jest", "vitest", "go",
    "cargo", "maven", "gradle", "tsc", "eslint", "ruff", "mypy", "make", "npm", "pip", "docker", "shell", "python",
    "jsonschema", "ajv", "pydantic", "mcp", "http", "browser", "sql", "llm",
)  # fmt: skip
PHASES: Final = (
    "A", "B", "C-1", "C-2", "C-3", "D", "L-0", "V-1", "V-2", "V-3", "V-4", "PR", "C-4", "WF-01", "WF-02", "WF-03",
    "WF-04", "WF-05", "WF-06", "handoff", "classify", "plan", "execute", "review",
)  # fmt: skip
MODES: Final = ("ultra-light", "light", "standard", "high-risk", "critical")

_ALIASES: Final = {
    "str_replace_editor": "str_replace", "str_replace_based_edit_tool": "str_replace", "search_replace": "str_replace",
    "replace": "str_replace", "edit_file": "Edit", "write_file": "Write", "read_file": "Read",
    "applypatch": "apply_patch", "mvn": "maven", "gradlew": "gradle", "pip3": "pip", "gmake": "make", "sh": "shell",
    "zsh": "shell",
    "git apply": "git", "run_shell_command": "shell", "python3": "python",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """
    The names that may appear in an event; everything else becomes `"other"`.

    Attributes:
        tool_names: Known beside `TOOL_NAMES`.
        phases: Known beside `PHASES`.
        modes: Known beside `MODES`.

    Raises:
        ValueError: If a name is not a short identifier; paths and sentences cannot be made known.
    """

    tool_names: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    _maps: tuple[dict[str, str], ...] = field(default=(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for key, names in (("tool_names", self.tool_names), ("phases", self.phases), ("modes", self.modes)):
            for name in names:
                if not is_identifier(name, "_-."):
                    msg = f"{key}: {name!r} is no name; expected 1 to 48 ASCII letters, digits, '_', '-' or '.'"
                    raise ValueError(msg)
        tools = {name.lower(): name for name in (*TOOL_NAMES, *self.tool_names, OTHER)}
        tools |= {alias: name for alias, name in _ALIASES.items() if alias not in tools}
        phases = {name.lower(): name for name in (*PHASES, *self.phases, OTHER)}
        modes = {name.lower(): name for name in (*MODES, *self.modes, OTHER)}
        object.__setattr__(self, "_maps", (tools, phases, modes))

    def tool_name(self, given: str) -> str:
        """Return the known name for `given`, whatever its case; an MCP tool is `"mcp"`, anything unknown `"other"`."""
        lowered = given.strip().lower()
        known = self._maps[0].get(lowered)
        if known is None:
            return "mcp" if lowered.startswith("mcp__") else OTHER
        return known

    def phase(self, given: str) -> str | None:
        """Return the known phase, `"other"`, or None if none was given."""
        return self._maps[1].get(given.strip().lower(), OTHER) if given.strip() else None

    def mode(self, given: str) -> str | None:
        """Return the known mode, `"other"`, or None if none was given; `high_risk` is `high-risk`."""
        return self._maps[2].get(given.strip().lower().replace("_", "-"), OTHER) if given.strip() else None


@dataclass(frozen=True, slots=True)
class ToolErrorEvent:
    """
    One `tool_error` event; every field is a name from a closed list, a time, or the number of a task.

    Attributes:
        ts: When, RFC 3339 in UTC.
        task_id: Such as `"TASK-0093"`.
        category: One of the ten.
        tool_name: A known name or `"other"`.
        phase: A known phase, `"other"`, or None.
        mode: A known mode, `"other"`, or None.
        classification: What the failure was in the end, where the recovery step said so; else None.
    """

    ts: str
    task_id: str
    category: ToolErrorCategory
    tool_name: str
    phase: str | None = None
    mode: str | None = None
    classification: ToolClassification | None = None

    @classmethod
    def of(
        cls,
        error: ToolError,
        task_id: str,
        *,
        step: RecoveryStep | None = None,
        at: datetime | None = None,
        vocabulary: Vocabulary | None = None,
    ) -> ToolErrorEvent:
        """
        Make the event of `error`.

        Raises:
            ValueError: If `task_id` does not look like `TASK-0093`, or `at` has no time zone.
        """
        words = vocabulary or _DEFAULT_VOCABULARY
        if not is_task_id(task_id):
            msg = f"task_id {task_id!r} is not usable; expected capitals and digits joined by '-', such as 'TASK-0093'"
            raise ValueError(msg)
        if at is not None and at.tzinfo is None:
            msg = f"at={at!r} has no time zone; pass datetime.now(UTC)"
            raise ValueError(msg)
        moment = (at or datetime.now(UTC)).astimezone(UTC)
        return cls(
            ts=moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z",
            task_id=task_id,
            category=error.category,
            tool_name=words.tool_name(error.tool_name),
            phase=words.phase(error.phase),
            mode=words.mode(error.mode),
            classification=None if step is None else step.classification,
        )

    def to_dict(self) -> dict[str, str]:
        """Return the event's JSON object, fields in the document's order, absent ones left out."""
        values = {
            "schema_version": SCHEMA_VERSION,
            "ts": self.ts,
            "task_id": self.task_id,
            "event": "tool_error",
            "tool_error_category": self.category.value,
            "tool_name": self.tool_name,
            "phase": self.phase,
            "mode": self.mode,
            "tool_error_classification": None if self.classification is None else self.classification.value,
        }
        return {key: value for key, value in values.items() if value is not None}

    def to_line(self) -> bytes:
        """Return the event as one line of NDJSON, ASCII, with its line feed."""
        return json.dumps(self.to_dict(), separators=(",", ":")).encode("ascii") + b"\n"


def is_identifier(text: str, more: str) -> bool:
    """Whether `text` is 1 to 48 ASCII letters, digits or characters of `more`, beginning with a letter or digit."""
    return 0 < len(text) <= 48 and text.isascii() and text[0].isalnum() and all(c.isalnum() or c in more for c in text)


def is_task_id(text: str) -> bool:
    """Whether `text` looks like `TASK-0093`: the schema's pattern, without a regular expression."""
    parts = text.split("-")
    return (
        len(text) <= 48
        and len(parts) >= 2
        and "A" <= text[:1] <= "Z"
        and all(part.isascii() and part.isalnum() and part == part.upper() for part in parts)
    )


_DEFAULT_VOCABULARY: Final = Vocabulary()


@cache
def _schema_text() -> str:
    return resources.files("classifier.tools").joinpath("event.schema.json").read_text(encoding="utf-8")


def event_schema(vocabulary: Vocabulary | None = None) -> dict[str, Any]:
    """
    Return the JSON Schema (draft 2020-12) of the events: the shipped file, with the taxonomy's rows filled in.

    Args:
        vocabulary: Names known beside those of the file.
    """
    schema: dict[str, Any] = json.loads(_schema_text())
    properties: Mapping[str, Any] = schema["properties"]
    _extend(properties["schema_version"]["enum"], [SCHEMA_VERSION])
    _extend(properties["tool_error_category"]["enum"], [category.value for category in ToolErrorCategory])
    if vocabulary is not None:
        definitions = schema["$defs"]
        _extend(definitions["toolName"]["enum"], vocabulary.tool_names)
        _extend(definitions["phase"]["enum"], vocabulary.phases)
        _extend(definitions["mode"]["enum"], vocabulary.modes)
    return schema


def _extend(values: list[str], more: Iterable[str]) -> None:
    values.extend(value for value in more if value not in values)
