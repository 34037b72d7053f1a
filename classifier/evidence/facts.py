"""
What does one exception, or one response, hold as facts? Status, codes, OS numbers, exit status, body and headers.

Only attributes of known names are read, each guarded; no response is truth-tested, no unread body is fetched.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from classifier.evidence.body import MAX_JSON_CHARS, BodyFacts, find_json, html_title, read_body, stream_error
from classifier.evidence.text import plain_str, safe_str, window, words_of
from classifier.evidence.types import FIELD_NAMES, TypePlan

__all__ = ["Facts", "facts_of_response"]

_OUTPUT_CHARS: Final = 2048


class Facts:
    """
    Facts of one link of the chain; every attribute is a plain value or None.

    Attributes:
        plan: What the class says; None for a response or a text.
        depth, implicit, grouped: See `Link`.
        text: The windowed message, as written.
        low: The same in lower case, with the texts of the body and the output of a process appended.
        note: Why the text could not be read, or "".
        status: HTTP status 400 to 599.
        success: True if the answer had a 2xx status: an error inside it is known from its body.
        codes: Lower-cased provider codes and types, outermost first.
        body: What the body says, if there is one.
        headers: The header object, unread.
        errno, winerror: OS numbers.
        grpc: gRPC status name.
        exit_code: Exit status of a process, negative for a signal.
        output: Windowed tail of what a process printed, stderr first.
        command: Its command line.
        waits: (name, value) of fields that tell a wait.
        sqlstate: SQLSTATE of a database error.
        html: The title, if the text is an HTML page.
        started: True if output had begun before the failure.
    """

    note = ""
    text = ""
    low = ""
    implicit = False
    grouped = False
    status: int | None = None
    success = False
    codes: Sequence[str] = ()
    body: BodyFacts | None = None
    headers: object = None
    errno: int | None = None
    winerror: int | None = None
    grpc: str | None = None
    exit_code: int | None = None
    output = ""
    command = ""
    sqlstate = ""
    html: str | None = None
    started = False
    waits: Sequence[tuple[str, object]] = ()
    _words: frozenset[str] | None = None
    _exc: BaseException | None = None

    def __init__(self, plan: TypePlan | None = None, depth: int = 0, exc: BaseException | None = None) -> None:
        self.plan = plan
        self.depth = depth
        self._exc = exc

    def own_reason(self) -> str | None:
        """Return the reason that a `NexusCoreError` names; call it before `load`."""
        reason = getattr(self._exc, "reason", None)
        return reason if isinstance(reason, str) else None

    def load(self) -> None:
        """Read the exception, once; what its class alone says needs no reading."""
        exc = self._exc
        if exc is not None:
            self._exc = None
            _read_exception(exc, self)

    @property
    def words(self) -> frozenset[str]:
        """The words of `low`: its runs of letters and digits."""
        if self._words is None:
            self._words = words_of(self.low)
        return self._words


def _read_exception(exc: BaseException, facts: Facts) -> None:
    plan = facts.plan
    facts.text, facts.note = safe_str(exc)
    values = _values(exc, plan) if plan is not None else {}
    if values:
        try:
            _interpret(values, facts)
        except Exception as err:
            # A hostile or unknown object under a known name: what was read so far stands.
            facts.note = facts.note or f"reading {type(exc).__name__} raised {type(err).__name__}"
    _finish(facts)


def facts_of_response(status: object, headers: object, body: object, text: str = "") -> Facts:
    """Return the facts of a response given by its parts; `body` is text, bytes, a parsed document or None."""
    facts = Facts()
    facts.text = text
    facts.headers = headers
    _set_status(status, facts)
    _set_body(body, facts)
    answer = facts.body.root if facts.body is not None else None
    if isinstance(answer, Mapping) and "choices" in answer and not answer["choices"]:
        facts.codes = ("no_choices",)
    _finish(facts)
    return facts


def _values(exc: BaseException, plan: TypePlan) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in plan.fields:
        try:
            value = getattr(exc, name)
        except Exception:
            continue
        if value is not None:
            values[name] = value
    try:
        fields = exc.__dict__
        if fields:
            for name in FIELD_NAMES.intersection(fields):
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
                _add_code(value, facts)
            _set_status(value, facts)
        elif kind == _IS_CODE:
            if isinstance(value, str):
                _add_code(value, facts)
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
    if later & _IS_BODY:
        _read_bodies(values, facts)
    if later & _IS_RESPONSE:
        _read_responses(values, facts)
    if later & _IS_PROCESS:
        _read_process(values, facts)
    if later & _IS_OTHER:
        _read_others(values, facts)


def _is_of_a_command(facts: Facts) -> bool:
    entry = facts.plan.entry if facts.plan is not None else None
    return entry is not None and entry.reason == "nonzero_exit"


def _add_code(value: str, facts: Facts) -> None:
    if value and len(value) < 80 and " " not in value and not value.isdigit():
        facts.codes = (*facts.codes, str.lower(value))


def _read_others(values: dict[str, Any], facts: Facts) -> None:
    if "grpc_status_code" in values:
        _set_grpc(values["grpc_status_code"], facts)
    for name in ("sqlstate", "pgcode"):
        value = values.get(name)
        if isinstance(value, str):
            facts.sqlstate = facts.sqlstate or plain_str(value)
    facts.started = values.get("response_started") is True
    trailing = values.get("trailing_metadata")
    if callable(trailing):
        from classifier.evidence.grpcstatus import retry_delay_s  # needed for gRPC alone

        for key, value in _called(trailing) or ():
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
                _set_status(meta.get("HTTPStatusCode"), facts)
                facts.headers = facts.headers or meta.get("HTTPHeaders")
            if "Error" in response or "error" in response:
                _set_body({key: response[key] for key in ("Error", "error") if key in response}, facts)
            continue
        if facts.status is None:
            for field in ("status_code", "status"):
                _set_status(getattr(response, field, None), facts)
        if facts.headers is None:
            facts.headers = getattr(response, "headers", None)
        if facts.body is None:
            # httpx and requests keep a body that was read under this name; touching `.text` could start reading.
            known = getattr(response, "__dict__", None) or {}
            content = known.get("_content")
            if not isinstance(content, bytes):
                content = known.get("_body")
            if isinstance(content, bytes) and content:
                _set_body(content, facts)


def _read_bodies(values: dict[str, Any], facts: Facts) -> None:
    for name in _BODY_FIELDS:
        if name not in values:
            continue
        value = values[name]
        if type(value) is dict:
            _add_body(value, facts)
        elif isinstance(value, list | tuple | str | bytes | Mapping):
            _set_body(value, facts)
        elif name == "kwargs":
            continue
        elif callable(value):
            if name == "details":
                _set_text(_called(value), facts)
        elif not isinstance(value, int | float | BaseException):
            _read_object(value, facts)


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


def _read_object(value: object, facts: Facts) -> None:
    """Read `code`, `type` and `message` of a small error object, such as MCP's ErrorData or azure's ODataV4Error."""
    found = {name: getattr(value, name, None) for name in ("code", "type", "message", "innererror", "status", "reason")}
    _set_body({name: one for name, one in found.items() if isinstance(one, str | int | Mapping)}, facts)


def _read_process(values: dict[str, Any], facts: Facts) -> None:
    pieces = []
    for name in ("stderr", "stdout", "output"):
        value = values.get(name)
        if isinstance(value, str | bytes) and value:
            text = value[-_OUTPUT_CHARS:]
            piece = text.decode("utf-8", "replace") if isinstance(text, bytes) else plain_str(text)
            if piece not in pieces:
                pieces.append(piece)
    facts.output = "\n".join(pieces)
    command = values.get("cmd", values.get("command"))
    if isinstance(command, list | tuple):
        facts.command = " ".join(str(part)[:200] for part in command[:20])[:1000]
    elif isinstance(command, str | bytes):
        facts.command = safe_str(command)[0][:1000]


def _called(method: Any) -> Any:
    try:
        return method()
    except Exception:
        return None


def _set_status(value: Any, facts: Facts) -> None:
    if value is None:
        return
    if type(value) is not int and callable(value):
        # grpc's `code()`; an HTTPStatus is callable as a class only.
        _set_grpc(_called(value), facts)
        return
    if type(value) is str:
        if len(value) != 3 or not value.isascii() or not value.isdigit():
            return
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        if 400 <= value <= 599:
            if facts.status is None:
                facts.status = int(value)
        elif 200 <= value <= 299:
            facts.success = True
    else:
        _set_grpc(value, facts)


def _set_grpc(value: object, facts: Facts) -> None:
    name = getattr(value, "name", None)
    if isinstance(name, str) and type(value).__name__ in ("StatusCode", "Code") and facts.grpc is None:
        facts.grpc = name.upper()


def _set_text(value: object, facts: Facts) -> None:
    if isinstance(value, str) and value and value not in facts.text:
        facts.text = f"{facts.text}\n{window(plain_str(value))}" if facts.text else window(plain_str(value))


def _set_body(value: object, facts: Facts) -> None:
    if type(value) is dict:
        _add_body(value, facts)
        return
    if isinstance(value, bytes | bytearray):
        value = bytes(value[: 4 * MAX_JSON_CHARS]).decode("utf-8", "replace")
    if isinstance(value, str):
        value = plain_str(value)
        parsed = _parse(value)
        if parsed is None:
            title = html_title(value)
            if title is None:
                _set_text(value, facts)
            else:
                facts.html = title
                _set_text(title, facts)
            return
        value = parsed
    if isinstance(value, Mapping | list | tuple):
        _add_body(value, facts)


def _add_body(value: object, facts: Facts) -> None:
    found = read_body(value)
    known = facts.body
    if known is None:
        facts.body = found
        return
    known.codes.extend(found.codes)
    known.texts.extend(found.texts)
    known.waits.extend(found.waits)
    known.status = known.status or found.status
    known.per_day = known.per_day or found.per_day
    known.is_error = known.is_error or found.is_error


def _parse(text: str) -> Any:
    event = stream_error(text[:MAX_JSON_CHARS])
    if event is not None:
        return event
    head = text[:64].lstrip()
    if head.startswith(("{", "[")) and len(text) <= MAX_JSON_CHARS:
        try:
            return json.loads(text, strict=False)
        except (ValueError, RecursionError):
            pass
    if "{" not in text or html_title(text) is not None:
        return None
    return find_json(text)


def _finish(facts: Facts) -> None:
    text = facts.text
    body = facts.body
    if body is None and "{" in text:
        parsed = find_json(text)
        if parsed is not None:
            _set_body(parsed, facts)
            body = facts.body
    low = text.lower()
    if body is not None:
        if body.codes:
            facts.codes = (*facts.codes, *body.codes)
        if body.waits:
            facts.waits = (*facts.waits, *body.waits)
        if facts.status is None and (body.is_error or not facts.success):
            facts.status = body.status
        for said in body.texts:
            if said not in text:
                low = f"{low}\n{said.lower()}"
    if facts.output:
        low = f"{low}\n{facts.output.lower()}"
    if facts.html is None and "<" in text:
        title = html_title(text)
        if title is not None:
            facts.html = title
            low = title.lower()
    facts.low = low
