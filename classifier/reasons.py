"""
What exactly happened? The table of fine reasons that every category, policy and report projects from.

Imports only the standard library. Each reason belongs to one category and says whether the same call, later, with
nothing changed but time (or the prompt, for invalid output), can succeed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from classifier.livetable import LiveTable

__all__ = ["REASONS", "Hint", "Reason", "reason_named", "register_reason", "unregister_reasons"]


class Hint(StrEnum):
    """What to do beside, or instead of, trying again."""

    WAIT = "wait"
    DEFER = "defer"
    TOP_UP = "top_up"
    REDUCE_INPUT = "reduce_input"
    FALLBACK_MODEL = "fallback_model"
    VERIFY_THEN_RETRY = "verify_then_retry"
    RAISE_LIMIT = "raise_limit"
    REASK = "reask"
    FIX_CODE = "fix_code"
    REREAD_FILE = "reread_file"
    WIDEN_CONTEXT = "widen_context"
    ROTATE_CREDENTIAL = "rotate_credential"
    ASK_HUMAN = "ask_human"
    FIX_CONFIG = "fix_config"
    RECONNECT = "reconnect"


@dataclass(frozen=True, slots=True)
class Reason:
    """
    One fine answer.

    Attributes:
        name: Stable identifier, unique over all categories.
        category: Name of the category it belongs to.
        retryable: Whether the same call can succeed later.
        hints: What to do beside or instead of trying again.
        description: One plain phrase.
    """

    name: str
    category: str
    retryable: bool
    description: str
    hints: tuple[Hint, ...] = ()


_H = Hint
_TABLE: Final = (
    ("rate_limit", True, (
        ("throttled", "too many requests or tokens for now", _H.WAIT),
        ("usage_window", "a longer window (hours, a day) is used up until it resets", _H.WAIT, _H.DEFER),
        ("!quota_exhausted", "money, credit or plan is exhausted; waiting does not help", _H.TOP_UP),
        ("!request_exceeds_limit", "this one request is larger than the whole limit", _H.REDUCE_INPUT),
    )),
    ("timeout", True, (
        ("connect_timeout", "no connection within the time allowed"),
        ("read_timeout", "connected, but no answer within the time allowed"),
        ("gateway_timeout", "a gateway gave up waiting for the server behind it"),
        ("deadline_exceeded", "the caller's own deadline ran out"),
        ("command_timeout", "a command, test or lock took longer than allowed"),
    )),
    ("connection", True, (
        ("refused", "nobody accepts connections there"),
        ("reset", "the other side closed the connection"),
        ("dns", "the name could not be resolved"),
        ("unreachable", "no route, or the transport failed without saying why"),
        ("tls_handshake", "the TLS handshake broke off"),
        ("stream_broken", "the answer broke off after it had begun", _H.VERIFY_THEN_RETRY),
        ("server_error", "the far server failed (500, 502, 52x)"),
        ("overloaded", "the far server has no capacity for the moment (503, 529)", _H.FALLBACK_MODEL),
    )),
    ("invalid_output", True, (
        ("not_json", "the answer is no well-formed JSON, XML or literal"),
        ("schema_mismatch", "the answer is well-formed but breaks the schema"),
        ("empty_output", "the answer is empty"),
        ("truncated_output", "the answer was cut off at the length limit", _H.RAISE_LIMIT),
        ("malformed_tool_call", "a tool call names no tool or has unusable arguments", _H.REASK),
        ("corrupt_data", "bytes could not be decoded or an archive is damaged"),
        ("!refusal", "the model declined to answer", _H.ASK_HUMAN),
    )),
    ("sandbox", False, (
        ("nonzero_exit", "a command ended with a failure status", _H.FIX_CODE),
        ("tests_failed", "tests, lint or build ran and failed", _H.FIX_CODE),
        ("oom_killed", "the process was killed for using too much memory"),
        ("killed", "the process was killed by a signal"),
        ("crashed", "the process crashed (segmentation fault, abort)", _H.FIX_CODE),
        ("start_failed", "the command could not be started", _H.FIX_CONFIG),
        ("sandbox_denied", "the sandbox refused the operation", _H.ASK_HUMAN),
        ("container_failed", "the container or sandbox itself is not usable"),
    )),
    ("patch_apply", False, (
        ("hunk_failed", "a hunk does not match the file", _H.REREAD_FILE),
        ("target_missing", "the text to replace is not in the file", _H.REREAD_FILE),
        ("target_ambiguous", "the text to replace occurs more than once", _H.WIDEN_CONTEXT),
        ("merge_conflict", "both sides changed the same place", _H.REREAD_FILE),
        ("malformed_patch", "the patch itself is not well-formed"),
    )),
    ("unexpected", False, (
        ("bad_request", "the request is wrong and stays wrong"),
        ("auth_failed", "the key, token or login was not accepted", _H.ROTATE_CREDENTIAL),
        ("permission_denied", "known, but not allowed to do this", _H.ASK_HUMAN),
        ("not_found", "the address or object does not exist"),
        ("model_not_found", "the model does not exist or is not open to this account", _H.FALLBACK_MODEL),
        ("context_length", "the prompt is longer than the model's context", _H.REDUCE_INPUT),
        ("payload_too_large", "the request body is larger than the server accepts", _H.REDUCE_INPUT),
        ("content_policy", "a content filter refused the input or the output"),
        ("tls_certificate", "the certificate could not be verified", _H.FIX_CONFIG),
        ("local_resource", "this machine ran out of disk, memory, handles or quota"),
        ("missing_file", "a local file, folder or command is missing"),
        ("already_exists", "the thing to be created is there already"),
        ("stale_state", "the state changed since it was read (409, 412, a lock)", _H.REREAD_FILE),
        ("unsupported", "the operation is not supported here, and will not be (501, 505)"),
        ("misconfigured", "a local setting is missing or wrong", _H.FIX_CONFIG),
        ("turn_limit", "the agent used up its own allowance of turns", _H.ASK_HUMAN),
        ("programming_error", "a bug in the calling code", _H.FIX_CODE),
        ("cancelled", "the caller cancelled"),
        ("unclassifiable", "the failure could not be examined"),
        ("unknown", "nothing known matched"),
    )),
)  # fmt: skip


def _build() -> dict[str, Reason]:
    reasons: dict[str, Reason] = {}
    for category, retryable, rows in _TABLE:
        for mark, description, *hints in rows:
            name = mark.removeprefix("!")
            reasons[name] = Reason(name, category, retryable and mark == name, description, tuple(hints))
    return reasons


REASONS: Final = LiveTable(_build())
"""Every known reason by name, in the order of the categories; a live read-only view."""


def register_reason(reason: Reason) -> None:
    """
    Add a reason at run time; it is known to `explain` and the reports at once.

    Raises:
        ValueError: If a different reason of this name exists.
    """
    known = REASONS.get(reason.name)
    if known is not None and known != reason:
        msg = f"reason {reason.name!r} exists already in category {known.category!r}; choose another name"
        raise ValueError(msg)
    REASONS.replace_all({**dict(REASONS.items()), reason.name: reason})


def unregister_reasons(category: str) -> None:
    """Forget the reasons of a category that is taken back."""
    REASONS.replace_all({name: reason for name, reason in REASONS.items() if reason.category != category})


def reason_named(name: str) -> Reason:
    """
    Look up a reason.

    Raises:
        ValueError: If there is none of this name; the message lists the known ones.
    """
    try:
        return REASONS[name]
    except KeyError:
        msg = f"unknown reason {name!r}; known: {', '.join(sorted(REASONS))}"
        raise ValueError(msg) from None
