"""
Which exception types does the project itself raise and convert to? Imports nothing.

    Exception
        NexusCoreError                base of all, itself `unexpected`
            ModelRateLimitError       the far side refuses for now: too much sent or spent
            ModelTimeoutError         no answer in time
            ModelConnectionError      the transport or the far server is down for the moment
            InvalidModelOutputError   the model's answer has not the expected form
            SandboxExecutionError     running code or tests failed
            PatchApplyError           an edit could not be applied
            UnexpectedSystemError     everything else
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from classifier.classification import Classification

__all__ = [
    "InvalidModelOutputError",
    "ModelConnectionError",
    "ModelRateLimitError",
    "ModelTimeoutError",
    "NexusCoreError",
    "PatchApplyError",
    "SandboxExecutionError",
    "UnexpectedSystemError",
]


class NexusCoreError(Exception):
    """
    Base of every failure this project names.

    Attributes:
        reason: Name of the fine reason, if the raiser knows it (`"truncated_output"`); else the category has a default.
        classification: What the converter decided, with waits and hints; None if the error was raised directly.
    """

    reason: str | None = None
    classification: Classification | None = None

    def __init__(self, *args: object, reason: str | None = None) -> None:
        super().__init__(*args)
        if reason is not None:
            self.reason = reason


class ModelRateLimitError(NexusCoreError):
    """The remote side refuses for now because the caller sent or spent too much."""


class ModelTimeoutError(NexusCoreError):
    """No answer came in time."""


class ModelConnectionError(NexusCoreError):
    """The transport or the far server is down for the moment."""


class InvalidModelOutputError(NexusCoreError):
    """The model's answer has not the expected form."""


class SandboxExecutionError(NexusCoreError):
    """Running code, tests or a command failed."""


class PatchApplyError(NexusCoreError):
    """An edit could not be applied."""


class UnexpectedSystemError(NexusCoreError):
    """Everything else; never retried."""
