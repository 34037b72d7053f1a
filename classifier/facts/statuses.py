"""
What does an HTTP status mean by itself, and which finer reasons may a body give it? Data only.

Meanings: RFC 9110 §15, RFC 6585, and for 52x/530 Cloudflare's "HTTP error codes", 529 Anthropic's "Errors", 498 Groq's
"Error codes" pages (read November 2026).
"""

from __future__ import annotations

from typing import Final

__all__ = ["BY_CODE_ALONE", "MAY_BE", "STATUS_REASONS", "may_be", "reason_of_status"]

STATUS_REASONS: Final = {
    400: "bad_request",
    401: "auth_failed",
    402: "quota_exhausted",
    403: "permission_denied",
    404: "not_found",
    405: "bad_request",
    406: "bad_request",
    407: "auth_failed",
    408: "read_timeout",
    409: "stale_state",
    410: "not_found",
    411: "bad_request",
    412: "stale_state",
    413: "payload_too_large",
    414: "payload_too_large",
    415: "unsupported",
    416: "bad_request",
    417: "bad_request",
    421: "bad_request",
    422: "bad_request",
    423: "stale_state",
    424: "server_error",
    425: "overloaded",
    426: "unsupported",
    428: "bad_request",
    429: "throttled",
    431: "payload_too_large",
    440: "auth_failed",
    451: "content_policy",
    498: "overloaded",
    499: "cancelled",
    500: "server_error",
    501: "unsupported",
    502: "server_error",
    503: "overloaded",
    504: "gateway_timeout",
    505: "unsupported",
    506: "misconfigured",
    507: "local_resource",
    508: "misconfigured",
    509: "quota_exhausted",
    510: "unsupported",
    511: "misconfigured",
    520: "server_error",
    521: "refused",
    522: "unreachable",
    523: "unreachable",
    524: "server_error",
    525: "tls_handshake",
    526: "tls_certificate",
    527: "unreachable",
    529: "overloaded",
    530: "unreachable",
    598: "read_timeout",
    599: "connect_timeout",
}

_MONEY = ("quota_exhausted",)
_INPUT = ("context_length", "content_policy", "model_not_found", "payload_too_large")
_LOGIN = ("auth_failed", "permission_denied")

MAY_BE: Final[dict[int, frozenset[str]]] = {
    400: frozenset((*_MONEY, *_INPUT, *_LOGIN, "usage_window", "unsupported", "not_found", "request_exceeds_limit")),
    401: frozenset((*_MONEY, *_LOGIN, "misconfigured")),
    402: frozenset((*_MONEY, "usage_window")),
    403: frozenset((*_MONEY, *_INPUT, *_LOGIN, "throttled", "usage_window", "unsupported", "not_found")),
    404: frozenset(("not_found", "model_not_found", "unsupported", "content_policy")),
    409: frozenset(("stale_state", "already_exists", "overloaded", "container_failed")),
    410: frozenset(("not_found", "model_not_found")),
    412: frozenset(("stale_state", *_INPUT)),
    413: frozenset(("payload_too_large", "context_length", "request_exceeds_limit")),
    422: frozenset((*_MONEY, *_INPUT, "unsupported", "not_found")),
    424: frozenset(("server_error", "overloaded", *_INPUT)),
    429: frozenset((*_MONEY, "throttled", "usage_window", "request_exceeds_limit")),
}
"""Status to the finer reasons that words or codes in its own body may give it."""

BY_CODE_ALONE: Final = frozenset(("schema_mismatch", "malformed_tool_call", "truncated_output", "empty_output"))
"""Reasons that only a code may give to a status: what the model wrote was unusable, though the request was refused."""

_SERVER_MAY_BE: Final = frozenset(
    (*_MONEY, *_INPUT, "throttled", "usage_window", "request_exceeds_limit", "server_error", "overloaded",
     "gateway_timeout", "read_timeout", "deadline_exceeded", "auth_failed", "unreachable", "refused", "dns", "reset")
)  # fmt: skip
_OTHER_MAY_BE: Final = frozenset(("bad_request",))


def reason_of_status(status: int) -> str:
    """Return the reason a status stands for by itself; `"bad_request"` and `"unsupported"` for the unlisted ones."""
    return STATUS_REASONS.get(status) or ("bad_request" if status < 500 else "unsupported")


def may_be(status: int) -> frozenset[str]:
    """Return the finer reasons that the body of such an answer may give."""
    if status >= 500:
        return _SERVER_MAY_BE
    return MAY_BE.get(status, _OTHER_MAY_BE)
