"""
What does an error body say by its structure? Codes, messages, statuses and waits found in JSON, wherever it is nested.

JSON is looked for in a body that was already read and in the text of a message; strings that hold JSON again, lists of
errors and `metadata.raw` are unwrapped. Nothing is read from a stream, nothing raises, and the work is bounded.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

__all__ = ["MAX_JSON_CHARS", "BodyFacts", "find_json", "read_body", "stream_error"]

MAX_JSON_CHARS: Final = 16_384
"""A longer text is not parsed: 16 KB take 0.1 ms, and no provider's error body was seen to be longer than 6 KB."""

_MAX_DEPTH: Final = 6
_MAX_NODES: Final = 200
_MAX_FIELDS: Final = 200
_MAX_TEXTS: Final = 16
_SHORT_TEXT_CHARS: Final = 512
_MAX_TEXT_CHARS: Final = 2048
_MAX_EVENTS: Final = 16

#: Keys whose string is a code, whose number is a status, whose string is a sentence, that hold more, that tell a wait.
_CODE_KEYS: Final = (
    "code", "type", "status", "reason", "error_code", "errorCode", "errorType", "error_type", "__type", "Code", "kind",
    "native_finish_reason", "error",
)  # fmt: skip
_STATUS_KEYS: Final = (
    "status_code",
    "statusCode",
    "http_status",
    "httpStatus",
    "status",
    "code",
    "http_code",
    "httpCode",
    "HTTPStatusCode",
)
_TEXT_KEYS: Final = (
    "message", "msg", "error_message", "errorMessage", "error_msg", "error_description", "detail", "details", "Message",
    "description", "title", "status_msg", "raw", "info", "explanation",
)  # fmt: skip
_NESTED_KEYS: Final = (
    "error", "errors", "details", "detail", "metadata", "innererror", "inner_error", "base_resp", "response", "cause",
    "data", "raw", "message", "Error", "ResponseMetadata", "fault", "error_info", "args", "description", "body",
    "violations", "parameters", "Response",
)  # fmt: skip
_WAIT_KEYS: Final = (
    "retry_after", "retryAfter", "retry_after_s", "retry_after_seconds", "retryAfterSeconds", "retry_after_ms",
    "retryDelay",
    "resets_in_seconds", "resetsInSeconds", "reset_in_seconds", "resets_at", "resetsAt", "reset_at", "reset_time",
    "retry_delay", "quotaResetTimeStamp", "quotaResetDelay", "reset_after", "next_retry_at",
)  # fmt: skip
_CODE, _STATUS, _TEXT, _NESTED, _WAIT, _QUOTA = 1, 2, 4, 8, 16, 32
_ROLES: Final[dict[str, int]] = {}
for _keys, _role in (
    (_CODE_KEYS, _CODE), (_STATUS_KEYS, _STATUS), (_TEXT_KEYS, _TEXT), (_NESTED_KEYS, _NESTED), (_WAIT_KEYS, _WAIT),
    (("quotaId",), _QUOTA),
):  # fmt: skip
    for _key in _keys:
        _ROLES[_key] = _ROLES.get(_key, 0) | _role
_NOT_CODES: Final = frozenset(("error", "object", "function", "none", "null", "true", "false"))


@dataclass(slots=True)
class BodyFacts:
    """
    What was found in a body.

    Attributes:
        codes: Lower-cased codes and types, outermost first.
        texts: The human sentences.
        status: An HTTP status named inside the body, if any.
        waits: (key, value) of fields that tell a wait, such as `("retryDelay", "34s")`.
        per_day: True if a quota violation is of a day or a longer window.
        root: The parsed document.
        is_error: True if the document has the form of an error.
    """

    codes: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    status: int | None = None
    waits: list[tuple[str, object]] = field(default_factory=list)
    per_day: bool = False
    root: Any = None
    is_error: bool = False
    nodes: int = 0


def find_json(text: str) -> Any:
    """Return the first JSON object or list inside `text`, also a Python `repr` of one; None if there is none."""
    if len(text) > MAX_JSON_CHARS:
        text = text[:MAX_JSON_CHARS]
    start = text.find("{")
    bracket = text.find("[{")
    if bracket != -1 and (start == -1 or bracket < start):
        start = bracket
    for _ in range(3):
        if start == -1:
            return None
        value = _parse_at(text, start)
        if isinstance(value, dict | list) and value:
            return value
        start = text.find("{", start + 1)
    return None


def _parse_at(text: str, start: int) -> Any:
    try:
        return _DECODER.raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        pass
    end = max(text.rfind("}"), text.rfind("]")) + 1
    if end <= start:
        return None
    piece = text[start:end]
    if piece.startswith(("{'", '{"', "[{")) and "'" in piece and piece.count(",") <= _MAX_FIELDS:
        try:
            # A line break is not from `repr`: the window put it where it took the middle of a long message out.
            return ast.literal_eval(_escaped(piece.replace("\n", " ")))
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            return None
    if '\\"' in piece:
        try:
            return _DECODER.raw_decode(piece.replace('\\"', '"'))[0]
        except (ValueError, RecursionError):
            return None
    return None


_DECODER: Final = json.JSONDecoder(strict=False)
_ESCAPES: Final = frozenset("\\'\"nrtxuU")


def _escaped(piece: str) -> str:
    """Return `piece` with backslashes doubled that start no escape of `repr`: Python would print a warning of them."""
    if "\\" not in piece:
        return piece
    parts: list[str] = []
    start = 0
    while (at := piece.find("\\", start)) != -1:
        following = piece[at + 1 : at + 2]
        parts.append(piece[start:at] + ("\\" if following in _ESCAPES else "\\\\") + following)
        start = at + 2
    return "".join((*parts, piece[start:]))


def read_body(root: Any, share: float = 1.0) -> BodyFacts:
    """
    Return the facts of a parsed document; an empty result for anything that is no mapping or list.

    Args:
        share: How much of a large document is read, above 0 to 1.
    """
    facts = BodyFacts(root=root, nodes=int(_MAX_NODES * (1 - share)))
    _visit(root, facts, 0)
    if len(facts.texts) > 4:
        # Many sentences, as of a long list of field errors: the beginnings of the first ones say what is wrong.
        facts.texts = [text[:_SHORT_TEXT_CHARS] for text in facts.texts[:_MAX_TEXTS]]
    return facts


def _visit(node: Any, facts: BodyFacts, depth: int) -> None:
    facts.nodes += 1
    if depth > _MAX_DEPTH or facts.nodes > _MAX_NODES:
        return
    if isinstance(node, str):
        inner = find_json(node)
        if inner is not None:
            _visit(inner, facts, depth + 1)
        return
    if isinstance(node, list | tuple):
        for item in node[:20]:
            if isinstance(item, str):
                facts.texts.append(item[:_MAX_TEXT_CHARS])
            else:
                _visit(item, facts, depth + 1)
        return
    if isinstance(node, Mapping):
        for value in _read_mapping(node, facts):
            _visit(value, facts, depth + 1)
        return
    _read_detail(node, facts)


def _read_detail(node: Any, facts: BodyFacts) -> None:
    """Read a google.rpc message, such as google-api-core hands out parsed, without importing protobuf."""
    kind = type(node).__name__
    if kind == "RetryInfo":
        delay = node.retry_delay
        facts.waits.append(("retryDelay", float(delay.seconds) + float(delay.nanos) / 1e9))
    elif kind == "ErrorInfo":
        facts.codes.append(str(node.reason).lower())
    elif kind == "QuotaFailure":
        for violation in node.violations[:20]:
            facts.texts.append(str(violation.description)[:_MAX_TEXT_CHARS])
            facts.per_day = facts.per_day or "PerDay" in str(getattr(violation, "quota_id", "") or violation.subject)


def _read_mapping(node: Mapping[Any, Any], facts: BodyFacts) -> list[Any]:
    """Read the fields of one object; return the values that may hold more."""
    inner: list[Any] = []
    minimax = "status_msg" in node
    for key, value in islice(node.items(), _MAX_FIELDS):
        role = _ROLES.get(key) if type(key) is str else None
        if role is None or value is None:
            continue
        if isinstance(value, str):
            if len(value) > MAX_JSON_CHARS:
                value = value[:MAX_JSON_CHARS]
            _read_string(key, role, value, facts)
            if role & _NESTED and "{" in value:
                inner.append(value)
        elif isinstance(value, bool):
            continue
        elif isinstance(value, int | float):
            if role & _WAIT:
                facts.waits.append((key, value))
            if isinstance(value, int):
                _read_number(key, role, value, facts, minimax=minimax)
        elif role & _WAIT:
            if isinstance(value, Mapping) and isinstance(seconds := value.get("seconds"), int | float):
                facts.waits.append((key, seconds))
        elif role & _NESTED:
            inner.append(value)
            if key in ("error", "errors") and value:
                facts.is_error = True
    return inner


def _read_string(key: str, role: int, value: str, facts: BodyFacts) -> None:
    if role & _CODE and 0 < len(value) < 80 and " " not in value:
        code = value.lower().rpartition("#")[2]
        if code == "error":
            facts.is_error = facts.is_error or key == "type"
        elif code not in _NOT_CODES:
            facts.codes.append(code)
        if key == "error":
            facts.is_error = True
    elif key == "error" and value:
        # A sentence under "error" is text, a single word is a code.
        facts.texts.append(value[:_MAX_TEXT_CHARS])
        facts.is_error = True
    if role & _STATUS and facts.status is None and len(value) == 3 and value.isascii() and value.isdigit():
        status = int(value)
        facts.status = status if 400 <= status <= 599 else None
    if role & _TEXT and value:
        facts.texts.append(value[:_MAX_TEXT_CHARS])
    if role & _WAIT:
        facts.waits.append((key, value))
    if role & _QUOTA and ("PerDay" in value or "PerWeek" in value or "PerMonth" in value):
        facts.per_day = True


def _read_number(key: str, role: int, value: int, facts: BodyFacts, *, minimax: bool) -> None:
    if role & _STATUS:
        if minimax and value:
            facts.codes.append(f"minimax:{value}")
        elif facts.status is None and 400 <= value <= 599:
            facts.status = value
    if role & _CODE and key != "status":
        facts.codes.append(str(value))


def stream_error(text: str) -> Any:
    """Return the payload of the first error event in the text of an event stream; None if there is none."""
    if "data:" not in text or not ("\ndata:" in text or text.startswith("data:")):
        return None
    # No document has the form of an error without this word, and most events of a stream are none.
    events = [line for line in text.splitlines() if line.startswith("data:") and "rror" in line]
    if len(events) > 2 * _MAX_EVENTS:
        events = [*events[:_MAX_EVENTS], *events[-_MAX_EVENTS:]]
    for line in events:
        payload = line.removeprefix("data:").strip()
        if payload.startswith("{"):
            parsed = find_json(payload)
            if parsed is not None and read_body(parsed).is_error:
                return parsed
    return None
