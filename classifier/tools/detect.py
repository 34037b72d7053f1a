"""
Which of the ten categories is a failed call of a tool? The reason first, the tool and phase next, words last.

Reads the failure through `classifier.evidence` and `classifier.explain`, like every other answer of the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from classifier.classification import Classification
from classifier.engine import get_classifier
from classifier.evidence import Evidence, gather
from classifier.evidence.text import plain_str, window
from classifier.reasons import REASONS
from classifier.tools.commands import tool_named, tool_of_command, tool_of_package
from classifier.tools.failure import ToolError, ToolFailure
from classifier.tools.markers import TOOLS
from classifier.tools.marks import Mark, Tool
from classifier.tools.taxonomy import ToolErrorCategory

__all__ = ["CATEGORY_OF_REASON", "classify_tool_error", "tool_category"]

_C = ToolErrorCategory
_WINDOW_CHARS: Final = 1024
"""Characters searched at each end of each text. Measured: all phrases take 0.25 ms a thousand characters on a busy
two-core machine, and tools tell what went wrong in their first or last lines."""

CATEGORY_OF_REASON: Final = {
    **dict.fromkeys(("hunk_failed", "merge_conflict", "malformed_patch"), _C.EDIT_PATCH_FAILURE),
    **dict.fromkeys(("target_missing", "target_ambiguous"), _C.EDIT_REPLACE_FAILURE),
    **dict.fromkeys(
        ("nonzero_exit", "tests_failed", "oom_killed", "killed", "crashed", "start_failed"), _C.TEST_COMMAND_FAILURE
    ),
    **dict.fromkeys(
        ("connect_timeout", "read_timeout", "gateway_timeout", "deadline_exceeded", "command_timeout"),
        _C.PROVIDER_TIMEOUT,
    ),
    **dict.fromkeys(("schema_mismatch", "not_json", "malformed_tool_call"), _C.SCHEMA_VALIDATION_FAILURE),
    **dict.fromkeys(("missing_file", "not_found", "model_not_found"), _C.MISSING_CONTEXT),
    **dict.fromkeys(("permission_denied", "auth_failed", "sandbox_denied"), _C.PERMISSION_DENIED),
    "stale_state": _C.STALE_CONTRACT,
}
"""The tool category of each fine reason; a reason that is not here is `unknown_tool_error`."""

_REFINABLE: Final = frozenset(
    ("nonzero_exit", "hunk_failed", "bad_request", "stale_state", "programming_error", "missing_file", "not_json",
     "container_failed", "unknown", "unclassifiable", "start_failed", "misconfigured", "not_found", "server_error")
)  # fmt: skip
"""Reasons that, even as exact facts, leave open what the tool was at; tool, phase and words may say more."""

_EDITS: Final = (_C.EDIT_PATCH_FAILURE, _C.EDIT_REPLACE_FAILURE)
_SHELLS: Final = ("bash", "shell", "sh", "terminal", "run_shell_command", "execute_command", "exec_command")
_VERIFYING: Final = ("l-0", "v-1", "v-2", "v-3", "v-4", "test", "lint", "build", "verify")


def classify_tool_error(failure: ToolFailure) -> ToolError:
    """
    Say what kind of tool failure it is; never raises.

    A reason known from facts decides (a status, an error number, an exception's class); then the tool that ran, known
    from the command, the harness's name for it or the exception's package, with the phrases it prints; then the phrases
    of all tools; then the reason that words or the model gave; then the exit status.
    """
    try:
        return _classify(failure)
    except Exception as exc:  # noqa: BLE001 - a harness asks this in the middle of handling a failure
        rule = f"failed:{type(exc).__name__}"
        names = (_name(failure, "tool_name"), _name(failure, "phase"), _name(failure, "mode"))
        return ToolError(_C.UNKNOWN_TOOL_ERROR, *names, "unclassifiable", rule)


def _name(failure: object, field: str) -> str:
    try:
        value = getattr(failure, field, "")
    except Exception:  # noqa: BLE001 - what is no ToolFailure may do anything when asked
        return ""
    return value if isinstance(value, str) else ""


def tool_category(failure: object) -> str:
    """Return the name of the tool category of an exception, a text or a response; never raises."""
    return classify_tool_error(ToolFailure(failure)).category.value


def _classify(failure: ToolFailure) -> ToolError:
    subject = failure.failure
    if isinstance(subject, str) and (failure.stderr or failure.stdout):
        subject = "\n".join(part for part in (subject, failure.stderr, failure.stdout) if part)
    evidence = gather(subject)
    answer = get_classifier().explain(subject)
    exit_code = failure.exit_code if failure.exit_code is not None else evidence.exit_code
    category, rule = _decide(failure, evidence, answer, exit_code)
    return ToolError(
        category=category,
        tool_name=failure.tool_name,
        phase=failure.phase,
        mode=failure.mode,
        reason=answer.reason,
        rule=rule,
        retry_after_s=answer.retry_after_s,
        cancelled=answer.cancelled,
    )


def _decide(
    failure: ToolFailure, evidence: Evidence, answer: Classification, exit_code: int | None
) -> tuple[ToolErrorCategory, str]:
    tool = _tool(failure, evidence)
    from_reason = CATEGORY_OF_REASON.get(answer.reason, _C.UNKNOWN_TOOL_ERROR)
    is_helper = tool is not None and tool.name == "contract"
    if _is_firm(answer):
        packaged = _packaged(evidence)
        if from_reason in _EDITS and packaged is not None and packaged.otherwise in _EDITS:
            # A diff library misses its target as a patch, not as a replacement.
            return packaged.otherwise, f"package:{packaged.name}"
        if is_helper and from_reason is _C.UNKNOWN_TOOL_ERROR and not answer.cancelled:
            return _C.DELEGATION_UNAVAILABLE, "tool:helper agent"
        return from_reason, f"reason:{answer.reason}"
    text = _text(failure, evidence)
    if tool is not None:
        marked = _marked(tool, text)
        if marked is not None:
            return marked, f"marker:{tool.name}"
        if tool.otherwise is not None:
            return tool.otherwise, f"tool:{tool.name}"
    if exit_code not in (None, 0) and failure.phase.strip().lower() in _VERIFYING:
        return _C.TEST_COMMAND_FAILURE, "phase"
    for other in TOOLS:
        marked = _marked(other, text)
        if marked is not None:
            return marked, f"marker:{other.name}"
    if is_helper:
        return _C.DELEGATION_UNAVAILABLE, "tool:helper agent"
    if answer.reason == "stale_state" and not ("412" in answer.rule or "precondition" in answer.rule):
        # A 409 or a lock says that somebody is in the way, not that what we hold is out of date.
        return _C.UNKNOWN_TOOL_ERROR, answer.rule
    if answer.reason == "missing_file" and failure.tool_name.strip().lower() in _SHELLS:
        # What a shell could not find is the command.
        return _C.TEST_COMMAND_FAILURE, "reason:missing_file"
    by_exit = _by_exit_code(exit_code)
    if by_exit is not None and answer.rule == f"exit:{exit_code}":
        return by_exit, answer.rule
    if from_reason is not _C.UNKNOWN_TOOL_ERROR and answer.reason != "nonzero_exit":
        return from_reason, f"reason:{answer.reason}"
    if by_exit is not None and _says_nothing(answer):
        return by_exit, f"exit:{exit_code}"
    return from_reason, f"reason:{answer.reason}"


def _tool(failure: ToolFailure, evidence: Evidence) -> Tool | None:
    command: str | Sequence[str] = failure.command
    if not command:
        command = next((facts.command for facts in evidence.links if facts.command), "")
    tool = tool_of_command(command) if command else None
    if tool is None and failure.tool_name:
        tool = tool_named(failure.tool_name)
    return tool or _packaged(evidence)


def _packaged(evidence: Evidence) -> Tool | None:
    for facts in evidence.links:
        for qualified in facts.plan.qualified if facts.plan is not None else ():
            tool = tool_of_package(qualified)
            if tool is not None:
                return tool
    return None


def _is_firm(answer: Classification) -> bool:
    if answer.strategy != "exact" or answer.reason in _REFINABLE:
        return False
    # The words of a 400 are about the request: `'format' is not permitted` is no matter of rights.
    return not answer.rule.startswith("status:400+")


def _text(failure: ToolFailure, evidence: Evidence) -> str:
    parts = [facts.low for facts in evidence.links]
    # MCP's exceptions keep the JSON-RPC code beside the text; its other SDK writes it into the text like this.
    parts += [f"mcp error {code}" for code in evidence.codes if code.startswith("-32")]
    if not isinstance(failure.failure, str):
        parts += [window(plain_str(tail)).lower() for tail in (failure.stderr, failure.stdout)]
    return "\n".join(window(part, _WINDOW_CHARS) for part in parts if part) + "\n"


def _marked(tool: Tool, text: str) -> ToolErrorCategory | None:
    return next((mark.category for mark in tool.marks if _is_there(mark, text)), None)


def _is_there(mark: Mark, text: str) -> bool:
    if not any(phrase in text for phrase in mark.phrases):
        return False
    if not mark.also:
        return True
    if not any(phrase in text for phrase in mark.also):
        return False
    return any(
        any(phrase in line for phrase in mark.phrases)
        and any(phrase in line for phrase in mark.also)
        and not any(phrase in line for phrase in mark.unless)
        for line in text.splitlines()
    )


def _by_exit_code(exit_code: int | None) -> ToolErrorCategory | None:
    if not exit_code:
        return None
    if exit_code == 124:
        # What timeout(1) ends with.
        return _C.PROVIDER_TIMEOUT
    if exit_code == 126:
        return _C.PERMISSION_DENIED
    return _C.TEST_COMMAND_FAILURE


def _says_nothing(answer: Classification) -> bool:
    reason = REASONS.get(answer.reason)
    return answer.reason in _REFINABLE or (reason is not None and reason.category in ("unexpected", "sandbox"))
