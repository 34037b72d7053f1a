"""
Which facts do the attributes of an exception hold? Only known names are read, each guarded.

No response is truth-tested, no unread body is fetched, no stream or file is touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from classifier.evidence.facts import (
    Facts,
    add_body,
    add_code,
    called,
    finish,
    set_body,
    set_grpc,
    set_status,
    set_text,
)
from classifier.evidence.text import plain_str, safe_str
from classifier.evidence.types import FIELD_NAMES, TypePlan

__all__ = ["load"]

_IS_STATUS, _IS_CODE, _IS_NUMBER, _IS_EXIT, _IS_WAIT = 1, 2, 3, 4, 5
_IS_BODY, _IS_RESPONSE, _IS_PROCESS, _IS_OTHER = 16, 32, 64, 128
_RESPONSE_FIELDS: Final = ("response", "http_response", "raw_response")
_BODY_FIELDS: Final = (
    "body", "response_body", "details", "error", "data", "info", "explanation", "server_message", "errors", "kwargs",
)  # fmt: skip
_KINDS: Final[dict[str, int]] = {
    **dict.fromkeys(("status_code", "status", "http_status", "http_code", "code"), _IS_STATUS),
    **dict.fromkeys(("error_code", "type", "error_type"), _IS_CODE),
    **dict.fromkeys(("errno", "winerror"), _IS_NUMBER),
    **dict.fromkeys(("returncode", "exit_status", "exit_code", "exitcode"), _IS_EXIT),
    **dict.fromkeys(("retry_after", "retry_after_s"), _IS_WAIT),
    **dict.fromkeys(_BODY_FIELDS, _IS_BODY),
    **dict.fromkeys(_RESPONSE_FIELDS, _IS_RESPONSE),
    **dict.fromkeys(("stderr", "stdout", "output", "cmd", "command"), _IS_PROCESS),
    **dict.fromkeys(("grpc_status_code", "sqlstate", "pgcode", "response_started", "trailing_metadata"), _IS_OTHER),
}

#: What is read of a link in the middle of a long chain.
_LEAN_FIELDS: Final = frozenset(
    ("status_code", "status", "http_status", "code", "errno", "winerror", "response", "grpc_status_code", "sqlstate",
     "returncode", "headers", "retry_after")
)  # fmt: skip


def load(facts: Facts) -> None:
    """Read the exception of `facts`, once; never raises."""
    exc = facts.take_exception()
    if exc is None:
        return
    plan = facts.plan
    facts.text, facts.note = safe_str(exc, facts.room)
    values = _values(exc, plan, lean=facts.lean) if plan is not None else {}
    if values:
        try:
            _interpret(values, facts)
        except Exception as err:
            # A hostile or unknown object under a known name: what was read so far stands.
            facts.note = facts.note or f"reading {type(exc).__name__} raised {type(err).__name__}"
    finish(facts)


def _values(exc: BaseException, plan: TypePlan, *, lean: bool) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in plan.fields:
        if lean and name not in _LEAN_FIELDS:
            continue
        try:
            value = getattr(exc, name)
        except Exception:
            continue
        if value is not None:
            values[name] = value
    try:
        fields = exc.__dict__
        if fields:
            for name in (_LEAN_FIELDS if lean else FIELD_NAMES).intersection(fields):
                value = fields[name]
                if value is not None:
                    values[name] = value
    except Exception:
        pass
    return values


def _interpret(values: dict[str, Any], facts: Facts) -> None:
    later = 0
    for name, value in values.items():
        kind = _KINDS.get(name, 0)
        if name == "status" and _is_of_a_command(facts):
            # GitPython keeps the exit status of git there.
            kind = _IS_EXIT
        if kind == _IS_STATUS:
            if type(value) is str:
                add_code(value, facts)
            set_status(value, facts)
        elif kind == _IS_CODE:
            if isinstance(value, str):
                add_code(value, facts)
        elif kind == _IS_NUMBER:
            if isinstance(value, int) and not isinstance(value, bool):
                setattr(facts, name, value)
        elif kind == _IS_EXIT:
            if isinstance(value, int) and not isinstance(value, bool) and facts.exit_code is None:
                facts.exit_code = value
        elif kind == _IS_WAIT:
            if isinstance(value, int | float | str) and not isinstance(value, bool):
                facts.waits = (*facts.waits, (name, value))
        else:
            later |= kind
    if "headers" in values:
        facts.headers = values["headers"]
    # The response first: its status is the firmest of facts, and a body that raises must not hide it.
    if later & _IS_RESPONSE:
        _read_responses(values, facts)
    try:
        if later & _IS_BODY:
            _read_bodies(values, facts)
    finally:
        if later & _IS_RESPONSE and facts.body is None and not facts.lean:
            _read_contents(values, facts)
    if later & _IS_PROCESS:
        _read_process(values, facts)
    if later & _IS_OTHER:
        _read_others(values, facts)


def _read_others(values: dict[str, Any], facts: Facts) -> None:
    if "grpc_status_code" in values:
        set_grpc(values["grpc_status_code"], facts)
    for name in ("sqlstate", "pgcode"):
        value = values.get(name)
        if isinstance(value, str):
            facts.sqlstate = facts.sqlstate or plain_str(value)
    facts.started = values.get("response_started") is True
    trailing = values.get("trailing_metadata")
    if callable(trailing):
        from classifier.evidence.grpcstatus import retry_delay_s  # needed for gRPC alone

        for key, value in called(trailing) or ():
            if key == "grpc-status-details-bin" and isinstance(value, bytes):
                delay = retry_delay_s(value)
                if delay is not None:
                    facts.waits = (*facts.waits, ("retryDelay", delay))
            elif key == "retry-after":
                facts.waits = (*facts.waits, ("retry-after", str(value)))


def _read_responses(values: dict[str, Any], facts: Facts) -> None:
    for name in _RESPONSE_FIELDS:
        if name not in values:
            continue
        response = values[name]
        if isinstance(response, dict):
            meta = response.get("ResponseMetadata")
            if isinstance(meta, Mapping):
                set_status(meta.get("HTTPStatusCode"), facts)
                facts.headers = facts.headers or meta.get("HTTPHeaders")
            if "Error" in response or "error" in response:
                set_body({key: response[key] for key in ("Error", "error") if key in response}, facts)
            continue
        if facts.status is None:
            for field in ("status_code", "status"):
                set_status(getattr(response, field, None), facts)
        if facts.headers is None:
            facts.headers = getattr(response, "headers", None)


def _read_contents(values: dict[str, Any], facts: Facts) -> None:
    """Read the body a response has read already; needless where the exception itself holds it, parsed."""
    for name in _RESPONSE_FIELDS:
        # httpx and requests keep a body that was read under this name; touching `.text` could start reading.
        known = getattr(values.get(name), "__dict__", None)
        if not known or facts.body is not None:
            continue
        content = known.get("_content")
        if not isinstance(content, bytes):
            content = known.get("_body")
        if isinstance(content, bytes) and content:
            set_body(content, facts)


def _read_bodies(values: dict[str, Any], facts: Facts) -> None:
    for name in _BODY_FIELDS:
        if name not in values:
            continue
        value = values[name]
        if type(value) is dict:
            add_body(value, facts)
        elif isinstance(value, list | tuple | str | bytes | Mapping):
            set_body(value, facts)
        elif name == "kwargs":
            continue
        elif callable(value):
            if name == "details":
                set_text(called(value), facts)
        elif not isinstance(value, int | float | BaseException):
            _read_object(value, facts)


def _read_object(value: object, facts: Facts) -> None:
    """Read `code`, `type` and `message` of a small error object, such as MCP's ErrorData or azure's ODataV4Error."""
    found = {name: getattr(value, name, None) for name in ("code", "type", "message", "innererror", "status", "reason")}
    set_body({name: one for name, one in found.items() if isinstance(one, str | int | Mapping)}, facts)


def _read_process(values: dict[str, Any], facts: Facts) -> None:
    pieces = []
    for name in ("stderr", "stdout", "output"):
        value = values.get(name)
        if isinstance(value, str | bytes) and value:
            text = value[-facts.room :]
            piece = text.decode("utf-8", "replace") if isinstance(text, bytes) else plain_str(text)
            if piece not in pieces:
                pieces.append(piece)
    facts.output = "\n".join(pieces)
    command = values.get("cmd", values.get("command"))
    if isinstance(command, list | tuple):
        facts.command = " ".join(safe_str(part, 100)[0] for part in command[:20])[:1000]
    elif isinstance(command, str | bytes):
        facts.command = safe_str(command)[0][:1000]


def _is_of_a_command(facts: Facts) -> bool:
    entry = facts.plan.entry if facts.plan is not None else None
    return entry is not None and entry.reason == "nonzero_exit"
