"""
What goes in and what comes out of the classification of tool failures? Two plain values. Imports only the taxonomy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from classifier.tools.taxonomy import Severity, ToolClassification, ToolErrorCategory

__all__ = ["ToolError", "ToolFailure"]


@dataclass(frozen=True, slots=True)
class ToolFailure:
    """
    A failed call of a tool, with whatever the harness knows of it.

    Attributes:
        failure: The exception, the text the tool answered with, or a response (status, headers, body).
        tool_name: The harness's name of the tool, such as `"Edit"` or `"Bash"`.
        phase: Where in the workflow, such as `"D"` or `"V-1"`.
        mode: How careful the run is, such as `"standard"`.
        exit_code: Of the command; negative for a signal, as in `subprocess`; None if there was none.
        stdout: Its end, if the harness kept it.
        stderr: Its end, if the harness kept it.
        command: What was run, as one text or as a list of arguments.
    """

    failure: object
    tool_name: str = ""
    phase: str = ""
    mode: str = ""
    exit_code: int | None = None
    stdout: str = ""
    stderr: str = ""
    command: str | Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ToolError:
    """
    What kind of tool failure it is; holds no message, path or output, so that it can be recorded as it is.

    Attributes:
        category: One of the ten.
        tool_name: As the harness gave it; the log maps it to a known name.
        phase: As the harness gave it.
        mode: As the harness gave it.
        reason: The fine reason, see `classifier.reasons.REASONS`; "" if none was found.
        rule: Stable id of what decided, such as `"marker:pytest"` or `"reason:hunk_failed"`.
        retry_after_s: Seconds the server asked to wait, 0 or more; None if it did not say.
        cancelled: Whether the caller cancelled; such a failure is never tried again.
    """

    category: ToolErrorCategory
    tool_name: str = ""
    phase: str = ""
    mode: str = ""
    reason: str = ""
    rule: str = ""
    retry_after_s: float | None = None
    cancelled: bool = False

    @property
    def severity(self) -> Severity:
        """How grave it is."""
        return self.category.severity

    @property
    def classification(self) -> ToolClassification:
        """What it means for the flow, before any try is used up."""
        return self.category.classification
