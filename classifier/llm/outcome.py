"""
Did a provider that answered with status 200 really answer? What says no becomes an exception here.

Imports no SDK: the providers' modules hand in plain values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NoReturn

from classifier.errors import InvalidModelOutputError, ModelConnectionError
from classifier.llm.text import LLMText, Usage

__all__ = ["Answer", "ProviderReportedError", "checked", "raise_error_in_answer", "raise_no_answer"]


class ProviderReportedError(Exception):
    """
    An error that came inside an answer of status 200; its body says what kind.

    Attributes:
        status_code: 200.
        body: The answer, parsed.
        headers: Its headers, if known.
    """

    def __init__(self, message: str, *, body: Mapping[str, object], headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status_code = 200
        self.body = body
        self.headers = headers

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (str(self), dict(self.body), None if self.headers is None else dict(self.headers))


def _rebuild(message: str, body: Mapping[str, object], headers: Mapping[str, str] | None) -> ProviderReportedError:
    return ProviderReportedError(message, body=body, headers=headers)


@dataclass(frozen=True, slots=True)
class Answer:
    """
    One answer in plain values.

    Attributes:
        text: What the model wrote.
        finish_reason: The provider's own word; None if it named none.
        refusal: What the model said when it declined; None if it did not.
        usage, model: As in `LLMText`.
    """

    text: str
    finish_reason: str | None = None
    refusal: str | None = None
    usage: Usage | None = None
    model: str = ""


#: Finish reasons by what they mean, lower case. OpenAI "Chat Completions object", Anthropic "Handling stop reasons",
#: Gemini "FinishReason" and "BlockedReason", DeepSeek, GLM (`sensitive`, `network_error`) and MiniMax API pages.
_BY_MEANING: Final = {
    "truncated_output": "length max_tokens model_context_window_exceeded",
    "refusal": """refusal content_filter sensitive safety recitation blocklist prohibited_content spii image_safety
        image_prohibited_content image_recitation language jailbreak model_armor""",
    "malformed_tool_call": """malformed_function_call unexpected_tool_call missing_thought_signature too_many_tool_calls
        malformed_response""",
    "overloaded": "insufficient_system_resource",
    "server_error": "network_error",
}
_FINISH_REASONS: Final = {word: reason for reason, words in _BY_MEANING.items() for word in words.split()}
_PASSING: Final = frozenset(("overloaded", "server_error"))


def checked(answer: Answer, provider: str) -> LLMText:
    """
    Return the answer as text.

    Raises:
        InvalidModelOutputError: If it was cut off, refused, malformed or holds no text; `reason` says which.
        ModelConnectionError: If the provider's finish reason is trouble of its own.
    """
    finish = answer.finish_reason
    reason = _FINISH_REASONS.get(finish.lower()) if finish else None
    who = f"{provider} {answer.model}".strip()
    if answer.refusal is not None:
        raise InvalidModelOutputError(f"{who} declined to answer", reason="refusal")
    if reason in _PASSING:
        raise ModelConnectionError(f"{who} broke off its answer: finish reason {finish!r}", reason=reason)
    if reason is not None:
        raise InvalidModelOutputError(f"{who} gave no usable answer: finish reason {finish!r}", reason=reason)
    if not answer.text.strip():
        msg = f"{who} answered without text: finish reason {finish!r}"
        raise InvalidModelOutputError(msg, reason="empty_output")
    return LLMText(answer.text, "real", answer.usage, answer.model, provider, finish)


def raise_error_in_answer(provider: str, body: Mapping[str, object], headers: object = None) -> NoReturn:
    """
    Raise what an error inside an answer of status 200 says.

    Raises:
        ProviderReportedError: Always.
    """
    known = {str(name): str(value) for name, value in headers.items()} if isinstance(headers, Mapping) else None
    said = _message_in(body)
    msg = f"{provider} sent an error inside an answer of status 200" + (f": {said}" if said else "")
    raise ProviderReportedError(msg, body=body, headers=known)


def raise_no_answer(provider: str, why: str, reason: str = "empty_output") -> NoReturn:
    """
    Raise that there is no answer to read.

    Raises:
        InvalidModelOutputError: Always.
    """
    raise InvalidModelOutputError(f"{provider} sent no answer: {why}", reason=reason)


def _message_in(body: Mapping[str, object]) -> str:
    error = body.get("error", body.get("base_resp"))
    if isinstance(error, Mapping):
        found = error.get("message", error.get("status_msg"))
        return found if isinstance(found, str) else ""
    return error if isinstance(error, str) else ""
