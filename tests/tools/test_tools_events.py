"""§5: what an event may hold, and that nothing else gets in."""

from __future__ import annotations

import dataclasses
import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifier.tools import (
    ToolError,
    ToolErrorCategory,
    ToolErrorEvent,
    Vocabulary,
    event_schema,
    recover,
)
from classifier.tools.events import MODES, PHASES, TOOL_NAMES, is_task_id
from classifier.tools.validation import EventValidator

EXAMPLE = {
    "schema_version": "1.1",
    "ts": "2026-05-17T00:00:00Z",
    "task_id": "TASK-XXXX",
    "event": "tool_error",
    "tool_error_category": "edit_patch_failure",
    "tool_name": "Edit",
    "phase": "D",
}
OLD = {"schema_version": "1.0", "ts": "2026-05-01T09:30:00+09:00", "task_id": "TASK-0093"}
AT = datetime(2026, 5, 17, 9, 0, 0, 123456, tzinfo=timezone(timedelta(hours=9)))
validator = EventValidator()


def problems(**changes: Any) -> dict[str, str]:
    event = {**EXAMPLE, **changes}
    return dict(validator.problems({key: value for key, value in event.items() if value is not None}))


def test_schema_is_a_good_one() -> None:
    """The shipped file is itself valid draft 2020-12."""
    schema = event_schema()

    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_shipped_file_knows_every_row_and_name() -> None:
    """The file and the tables of the code hold the same names; a new row needs the file written anew."""
    schema = json.loads(json.dumps(event_schema()))

    assert schema["properties"]["tool_error_category"]["enum"] == [c.value for c in ToolErrorCategory]
    assert schema["$defs"]["toolName"]["enum"] == [*TOOL_NAMES, "other"]
    assert schema["$defs"]["phase"]["enum"] == [*PHASES, "other"]
    assert schema["$defs"]["mode"]["enum"] == [*MODES, "other"]


def test_documents_example_is_valid() -> None:
    """The example of §5."""
    assert problems() == {}


@pytest.mark.parametrize("category", list(ToolErrorCategory))
def test_each_category_is_valid(category: ToolErrorCategory) -> None:
    """Every row of §2 can be recorded."""
    assert problems(tool_error_category=category.value) == {}


@pytest.mark.parametrize("field", ["message", "stack_trace", "command_output", "path", "release_blocker_violations"])
def test_forbidden_field_is_a_violation(field: str) -> None:
    """§5: message, trace and output are not emitted; §4: the evaluation's axis is another one."""
    assert field in problems(**{field: "x"})


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"schema_version": "1.0"}, "schema_version"),
        ({"schema_version": "2.0"}, "schema_version"),
        ({"schema_version": None}, "schema_version"),
        ({"ts": "yesterday"}, "ts"),
        ({"ts": "2026-05-17"}, "ts"),
        ({"ts": "2026-05-17T00:00:00"}, "ts"),
        ({"ts": "2026-13-17T00:00:00Z"}, "ts"),
        ({"ts": 5}, "ts"),
        ({"task_id": None}, "task_id"),
        ({"task_id": "fix /etc/passwd"}, "task_id"),
        ({"task_id": "TASK-1\n"}, "task_id"),
        ({"tool_error_category": None}, "tool_error_category"),
        ({"tool_error_category": "flaky"}, "tool_error_category"),
        ({"tool_error_category": "format_adherence"}, "tool_error_category"),
        ({"tool_name": "/usr/bin/secret"}, "tool_name"),
        ({"tool_name": "my tool"}, "tool_name"),
        ({"phase": "the phase in which it all went wrong"}, "phase"),
        ({"mode": "yolo"}, "mode"),
        ({"tool_error_classification": "fatal"}, "tool_error_classification"),
        ({"verdict": "PASS"}, "verdict"),
    ],
    ids=lambda value: str(value),
)
def test_violation_names_its_field(changes: dict[str, Any], field: str) -> None:
    """Each thing that is wrong is reported under the field it is wrong in, and nothing else is."""
    assert set(problems(**changes)) == {field}


@pytest.mark.parametrize(
    "more",
    [
        {"event": "task_initialized"},
        {"event": "plan_generated", "plan_hash": "sha256:" + "a" * 64, "phase": "B"},
        {"event": "c3_decided", "verdict": "APPROVED", "phase": "C-3", "by": "human"},
        {"event": "exec_started", "mode": "high-risk", "model_profile": "gpt-5_mini"},
        {"event": "hook_violation", "hook_id": "EHS-3", "hook_result": "block"},
        {"event": "v1_completed", "verdict": "PASS", "ac_total": 7, "ac_pass": 7, "ac_fail": 0, "ac_warn": 0},
        {"event": "fix_loop_incremented", "fix_loop_count": 2, "tool_name": "Bash", "tool_call_count": 9},
        {"event": "external_review_completed", "verdict": "REQUEST_CHANGES"},
        {"event": "pr_created", "pr_number": 12},
        {"event": "c4_decided", "verdict": "APPROVED"},
        {"event": "handoff_completed", "phase": "handoff"},
    ],
    ids=lambda more: str(more["event"]),
)
@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_old_event_stays_valid(more: dict[str, Any], version: str) -> None:
    """1.1 is additive: what was valid under 1.0 is valid still."""
    assert validator.problems({**OLD, **more, "schema_version": version}) == []


def test_old_event_cannot_carry_the_new_fields() -> None:
    """The fields of 1.1 belong to the event of 1.1."""
    event = {**OLD, "event": "plan_generated", "tool_error_category": "missing_context"}

    assert dict(validator.problems(event)) == {"tool_error_category": "not allowed in this event"}


def test_event_of_an_error_is_valid_and_in_the_documents_order() -> None:
    """What is written validates, field by field."""
    event = ToolErrorEvent.of(ToolError(ToolErrorCategory.EDIT_PATCH_FAILURE, "Edit", "D"), "TASK-0093", at=AT)

    assert event.to_dict() == {**EXAMPLE, "ts": "2026-05-17T00:00:00.123Z", "task_id": "TASK-0093"}
    assert list(event.to_dict()) == list(EXAMPLE)
    assert validator.problems(event.to_dict()) == []


def test_event_type_has_no_room_for_text() -> None:
    """Privacy by construction: these fields and no others."""
    names = [field.name for field in dataclasses.fields(ToolErrorEvent)]

    assert names == ["ts", "task_id", "category", "tool_name", "phase", "mode", "classification"]


def test_used_up_retries_are_recorded_as_a_soft_warning() -> None:
    """§4: a retryable failure beyond `max_retries` stands in the log as what it became."""
    error = ToolError(ToolErrorCategory.EDIT_PATCH_FAILURE, "Edit", "D")

    event = ToolErrorEvent.of(error, "TASK-0093", step=recover(error, 2, None))

    assert event.to_dict()["tool_error_classification"] == "soft_warning"
    assert validator.problems(event.to_dict()) == []


@pytest.mark.parametrize(
    ("given_name", "known"),
    [
        ("Edit", "Edit"),
        ("edit", "Edit"),
        ("str_replace_based_edit_tool", "str_replace"),
        ("mvn", "maven"),
        ("mcp__files__read", "mcp"),
        ("", "other"),
        ("/home/someone/secret.py", "other"),
        ("Read the file, then write it", "other"),
    ],
)
def test_tool_name_is_a_known_one_or_other(given_name: str, known: str) -> None:
    """Whatever the harness calls it, only a name of the list is written."""
    assert Vocabulary().tool_name(given_name) == known


def test_vocabulary_can_grow_by_names_only() -> None:
    """A project may make its own tools known, but no sentence and no path."""
    words = Vocabulary(tool_names=("deploy",), phases=("rollout",), modes=("dry-run",))
    error = ToolError(ToolErrorCategory.UNKNOWN_TOOL_ERROR, "Deploy", "Rollout", "dry_run")

    event = ToolErrorEvent.of(error, "TASK-1", vocabulary=words)

    assert (event.tool_name, event.phase, event.mode) == ("deploy", "rollout", "dry-run")
    assert EventValidator(words).problems(event.to_dict()) == []
    assert {field for field, _ in validator.problems(event.to_dict())} == {"tool_name", "phase", "mode"}
    with pytest.raises(ValueError, match="is no name; expected 1 to 48 ASCII"):
        Vocabulary(tool_names=("/etc/passwd",))


@given(tool=st.text(), phase=st.text(), mode=st.text())
def test_no_text_survives_into_the_event(tool: str, phase: str, mode: str) -> None:
    """Any text at all in any field gives an event that validates."""
    error = ToolError(ToolErrorCategory.UNKNOWN_TOOL_ERROR, tool, phase, mode)

    assert validator.problems(ToolErrorEvent.of(error, "TASK-1").to_dict()) == []


@given(task_id=st.text() | st.from_regex(r"[A-Z]{1,4}(-[A-Z0-9]{1,3}){0,3}\n?", fullmatch=True))
def test_task_id_is_refused_exactly_when_the_schema_refuses_it(task_id: str) -> None:
    """The quick check of the writer and the pattern of the schema agree."""
    assert is_task_id(task_id) == (validator.problems({**EXAMPLE, "task_id": task_id}) == [])


@pytest.mark.parametrize("task_id", ["", "task-1", "TASK 1", "../x", "TASK-", "fix the bug"])
def test_task_id_that_says_too_much_is_refused(task_id: str) -> None:
    """A task is named by its number."""
    with pytest.raises(ValueError, match="expected capitals and digits joined by '-'"):
        ToolErrorEvent.of(ToolError(ToolErrorCategory.MISSING_CONTEXT), task_id)


def test_time_without_zone_is_refused() -> None:
    """A log read elsewhere must not guess."""
    with pytest.raises(ValueError, match="has no time zone"):
        ToolErrorEvent.of(ToolError(ToolErrorCategory.MISSING_CONTEXT), "TASK-1", at=datetime(2026, 1, 1))


FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "schema_version": st.sampled_from(["1.0", "1.1", 1.1]),
        "ts": st.sampled_from(["2026-05-17T00:00:00Z", "2026-02-30T00:00:00Z", "2026-05", 3, "2026-05-17T00:00:00Z\n"]),
        "task_id": st.sampled_from(["TASK-1", "task-1", "T" * 60 + "-1", None]),
        "event": st.sampled_from(["tool_error", "pr_created", "x"]),
        "tool_error_category": st.sampled_from(["missing_context", "x"]),
        "tool_name": st.sampled_from(["Edit", "Frob", "a b"]),
        "phase": st.sampled_from(["D", "Z"]),
        "pr_number": st.sampled_from([1, True, 0, 1.0]),
        "message": st.just("x"),
    },
)


@given(events=st.lists(FIELDS, min_size=1, max_size=8))
def test_remembered_verdict_is_that_of_the_schema(events: list[dict[str, Any]]) -> None:
    """Remembering shapes changes the speed and never the answer."""
    remembering = EventValidator()
    for event in events:
        fresh = EventValidator().problems(event)
        assert remembering.problems(event) == fresh
        assert remembering.problems(event) == fresh


def test_now_is_in_utc() -> None:
    """Without `at` the time is now, in UTC."""
    event = ToolErrorEvent.of(ToolError(ToolErrorCategory.MISSING_CONTEXT), "TASK-1")

    assert event.ts.endswith("Z")
    assert abs(datetime.fromisoformat(event.ts) - datetime.now(UTC)) < timedelta(minutes=1)
