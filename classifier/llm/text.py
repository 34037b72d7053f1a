"""
Is this text a model's answer or a stub? A `str` that knows where it came from, and the gate that lets no stub through.

Imports only the standard library and the project's exceptions.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, Literal, SupportsIndex

from classifier.errors import UnexpectedSystemError

__all__ = ["STUB_MARK", "LLMText", "Mode", "StubOutputError", "Usage", "require_real"]

Mode = Literal["real", "stub", "stub-fallback"]

STUB_MARK: Final = "[stub:"
"""Begins every stub's words, so that a stub is still known after its type was lost."""

_MODES: Final = ("real", "stub", "stub-fallback")


class StubOutputError(UnexpectedSystemError):
    """A stub, or a text of unknown origin, arrived where only a model's answer may pass."""

    reason = "misconfigured"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counted them; None where it did not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None


class LLMText(str):
    """
    What a provider call returns.

    Stripping, slicing, replacing and concatenating keep the marks; other `str` methods return a plain `str`.

    Attributes:
        mode: `"real"` from the provider; `"stub"` without a key or in dry-run; `"stub-fallback"` in place of a failed
            call, which only `NEXUSCORE_ALLOW_STUB_FALLBACK=1` allows.
        usage: Tokens, or None.
        model: The model that answered, as the provider names it.
        provider: Such as `"openai"`.
        finish_reason: The provider's own word for why it stopped, or None.
    """

    mode: Mode
    usage: Usage | None
    model: str
    provider: str
    finish_reason: str | None

    def __new__(
        cls,
        text: str = "",
        mode: Mode = "real",
        usage: Usage | None = None,
        model: str = "",
        provider: str = "",
        finish_reason: str | None = None,
    ) -> LLMText:
        if mode not in _MODES:
            msg = f"mode is {mode!r}; expected one of {', '.join(_MODES)}"
            raise ValueError(msg)
        made = super().__new__(cls, text)
        made.mode = mode
        made.usage = usage
        made.model = model
        made.provider = provider
        made.finish_reason = finish_reason
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return str(self), self.mode, self.usage, self.model, self.provider, self.finish_reason

    @property
    def is_stub(self) -> bool:
        """Whether no model wrote this."""
        return self.mode != "real"

    def with_text(self, text: str) -> LLMText:
        """Return `text` with the marks of this one."""
        return LLMText(text, self.mode, self.usage, self.model, self.provider, self.finish_reason)

    def json(self) -> Any:
        """
        Return the parsed text.

        Raises:
            ValueError: If it is no JSON (`json.JSONDecodeError`).
        """
        return json.loads(self)

    def strip(self, chars: str | None = None, /) -> LLMText:
        return self.with_text(super().strip(chars))

    def lstrip(self, chars: str | None = None, /) -> LLMText:
        return self.with_text(super().lstrip(chars))

    def rstrip(self, chars: str | None = None, /) -> LLMText:
        return self.with_text(super().rstrip(chars))

    def removeprefix(self, prefix: str, /) -> LLMText:
        return self.with_text(super().removeprefix(prefix))

    def removesuffix(self, suffix: str, /) -> LLMText:
        return self.with_text(super().removesuffix(suffix))

    def replace(self, old: str, new: str, count: SupportsIndex = -1, /) -> LLMText:
        return self.with_text(super().replace(old, new, count))

    def __getitem__(self, key: SupportsIndex | slice, /) -> LLMText:
        return self.with_text(super().__getitem__(key))

    def __add__(self, other: str, /) -> LLMText:
        return self.with_text(super().__add__(other))

    def __radd__(self, other: str, /) -> LLMText:
        return self.with_text(str.__add__(other, self))


def require_real(text: str) -> LLMText:
    """
    Return `text` if a model wrote it; the gate in front of whatever parses, applies or runs an answer.

    Raises:
        StubOutputError: If it is a stub, or carries a stub's words though its marks were lost.
        TypeError: If it is a plain `str`, of which nobody can tell who wrote it.
    """
    if isinstance(text, LLMText) and not text.is_stub:
        return text
    if isinstance(text, LLMText):
        msg = f"{text.provider} {text.model} did not write this, it is a {text.mode}; set the key, or stop here"
        raise StubOutputError(msg)
    if isinstance(text, str) and STUB_MARK in text:
        msg = f"the text holds {STUB_MARK!r}, so it was made from a stub; set the key, or stop here"
        raise StubOutputError(msg)
    msg = f"got a {type(text).__name__} that nobody marked; pass what execute returned, before it is changed"
    raise TypeError(msg)
