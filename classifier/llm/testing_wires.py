"""
How do the three wire formats spell an answer, a stream and an error? For `classifier.llm.testing`.

OpenAI "Chat Completions", Anthropic "Messages" and "Errors", Gemini "generateContent" pages, read November 2026.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

__all__ = ["Wire", "answer_body", "answer_events", "empty_body", "error_body", "error_event", "wire_of"]


class Wire(StrEnum):
    """A wire format."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"


#: The provider's usual code for a status; what is not listed is spelled after the status.
_CODES: Final[dict[Wire, dict[int, str]]] = {
    Wire.OPENAI: {400: "invalid_request_error", 401: "invalid_api_key", 404: "not_found_error",
                  429: "rate_limit_exceeded", 500: "server_error", 503: "service_unavailable_error"},
    Wire.ANTHROPIC: {400: "invalid_request_error", 401: "authentication_error", 403: "permission_error",
                     404: "not_found_error", 413: "request_too_large", 429: "rate_limit_error", 500: "api_error",
                     504: "timeout_error", 529: "overloaded_error"},
    Wire.GEMINI: {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
                  429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 501: "UNIMPLEMENTED", 503: "UNAVAILABLE",
                  504: "DEADLINE_EXCEEDED"},
}  # fmt: skip
_END_WORDS: Final = {Wire.OPENAI: "stop", Wire.ANTHROPIC: "end_turn", Wire.GEMINI: "STOP"}


def wire_of(path: str) -> tuple[Wire, bool | None] | None:
    """Return the format of a path and whether it asks for a stream (None: the body says); None if it is neither."""
    path, _, _ = path.partition("?")
    if path.endswith("/chat/completions"):
        return Wire.OPENAI, None
    if path.endswith("/v1/messages"):
        return Wire.ANTHROPIC, None
    if path.endswith(":generateContent"):
        return Wire.GEMINI, False
    if path.endswith(":streamGenerateContent"):
        return Wire.GEMINI, True
    return None


def answer_body(wire: Wire, text: str, finish: str | None, model: str) -> dict[str, Any]:
    """Return a whole answer."""
    finish = finish or _END_WORDS[wire]
    if wire is Wire.OPENAI:
        message = {"role": "assistant", "content": text, "refusal": None}
        choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
        usage = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
        return {
            "id": "c-1",
            "object": "chat.completion",
            "created": 1,
            "model": model,
            "choices": [choice],
            "usage": usage,
        }
    if wire is Wire.ANTHROPIC:
        usage = {"input_tokens": 3, "output_tokens": 2}
        content = [{"type": "text", "text": text}] if text else []
        return {"id": "m-1", "type": "message", "role": "assistant", "model": model, "content": content,
                "stop_reason": finish, "stop_sequence": None, "usage": usage}  # fmt: skip
    candidate = {"index": 0, "finishReason": finish, "content": {"role": "model", "parts": [{"text": text}]}}
    return {
        "candidates": [candidate],
        "modelVersion": model,
        "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 2},
    }


def answer_events(
    wire: Wire, pieces: Sequence[str], finish: str | None, model: str, *, ends: bool = True
) -> list[bytes]:
    """Return the events of a streamed answer; without its end marks if `ends` is False."""
    finish = finish or _END_WORDS[wire]
    if wire is Wire.OPENAI:
        head = {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": model}
        events = [
            _data({**head, "choices": [{"index": 0, "delta": {"content": one}, "finish_reason": None}]})
            for one in pieces
        ]
        if ends:
            events.append(_data({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}))
            events.append(b"data: [DONE]\n\n")
        return events
    if wire is Wire.ANTHROPIC:
        message = {**answer_body(wire, "", None, model), "stop_reason": None}
        events = [
            _named("message_start", {"message": message}),
            _named("content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}),
        ]
        for one in pieces:
            events.append(_named("content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": one}}))
        if ends:
            events.append(_named("content_block_stop", {"index": 0}))
            delta = {"delta": {"stop_reason": finish, "stop_sequence": None}, "usage": {"output_tokens": 2}}
            events.append(_named("message_delta", delta))
            events.append(_named("message_stop", {}))
        return events
    events = []
    for position, one in enumerate(pieces):
        candidate: dict[str, Any] = {"index": 0, "content": {"role": "model", "parts": [{"text": one}]}}
        if ends and position == len(pieces) - 1:
            candidate["finishReason"] = finish
        events.append(_data({"candidates": [candidate], "modelVersion": model}))
    return events


def error_body(
    wire: Wire, status: int, code: str | None, message: str, details: Sequence[object] = ()
) -> dict[str, Any]:
    """Return an error document."""
    code = code or _CODES[wire].get(status, f"error_{status}")
    if wire is Wire.OPENAI:
        return {"error": {"message": message, "type": code, "param": None, "code": code}}
    if wire is Wire.ANTHROPIC:
        return {"type": "error", "error": {"type": code, "message": message}, "request_id": "r-1"}
    return {"error": {"code": status, "message": message, "status": code, "details": list(details)}}


def error_event(wire: Wire, status: int, code: str | None, message: str) -> bytes:
    """Return an error as an event of a stream that began with status 200."""
    body = error_body(wire, status, code, message)
    if wire is Wire.ANTHROPIC:
        return b"event: error\n" + _data(body)
    return _data(body)


def empty_body(wire: Wire, model: str) -> dict[str, Any]:
    """Return an answer without choices, content or candidates."""
    body = answer_body(wire, "", None, model)
    body[{Wire.OPENAI: "choices", Wire.ANTHROPIC: "content", Wire.GEMINI: "candidates"}[wire]] = []
    return body


def _data(document: object) -> bytes:
    return b"data: " + json.dumps(document).encode() + b"\n\n"


def _named(name: str, fields: dict[str, Any]) -> bytes:
    return f"event: {name}\n".encode() + _data({"type": name, **fields})
