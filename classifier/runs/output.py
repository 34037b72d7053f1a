"""
Is the answer the JSON that was asked for, and what is the model told if not?
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NoReturn

from classifier.errors import InvalidModelOutputError
from classifier.evidence.text import safe_str
from classifier.llm.text import LLMText

__all__ = ["Validator", "checked_json", "reask_prompt"]

Validator = Callable[[Any], object]
"""Gets the parsed answer; what it raises makes the answer a `schema_mismatch`."""

_FENCE: Final = "```"
_SAID_CHARS: Final = 300

_WISHES: Final = {
    "not_json": "was not valid JSON. Answer with one JSON value and nothing else",
    "schema_mismatch": "was valid JSON of the wrong form. Answer with one JSON value of the form asked for",
    "empty_output": "was empty. Answer with text",
    "truncated_output": "was cut off at its length limit. Answer more briefly",
    "malformed_tool_call": "was a tool call that could not be read. Answer with text",
}


def checked_json(text: LLMText, validate: Validator | None = None) -> LLMText:
    """
    Return the answer without the code fence that models put around JSON; a stub is not validated.

    Raises:
        InvalidModelOutputError: If it is no JSON, or `validate` raises; `reason` says which, the cause is kept.
    """
    bare = _without_fence(text)
    try:
        value = json.loads(bare, parse_constant=_no_such_number)
    except (ValueError, RecursionError) as exc:
        msg = f"{text.provider} {text.model} answered what is no JSON: {exc}"
        raise InvalidModelOutputError(msg, reason="not_json") from exc
    if validate is not None and not text.is_stub:
        try:
            validate(value)
        except Exception as exc:
            msg = f"{text.provider} {text.model} answered JSON of the wrong form: {safe_str(exc)[0]}"
            raise InvalidModelOutputError(msg, reason="schema_mismatch") from exc
    return bare


def reask_prompt(prompt: str, reason: str, said: BaseException | None) -> str:
    """Return the prompt with what was wrong with the last answer, so that the model can do better."""
    wish = _WISHES.get(reason, "could not be used. Answer in the form asked for")
    detail = f" ({safe_str(said)[0][:_SAID_CHARS]})" if said is not None else ""
    return f"{prompt}\n\nYour last answer {wish}.{detail}"


def _without_fence(text: LLMText) -> LLMText:
    bare = text.strip()
    if bare.startswith(_FENCE) and bare.endswith(_FENCE) and "\n" in bare:
        return bare.with_text(str(bare).partition("\n")[2].removesuffix(_FENCE).strip())
    return bare


def _no_such_number(name: str) -> NoReturn:
    msg = f"{name} is no JSON number"
    raise ValueError(msg)
