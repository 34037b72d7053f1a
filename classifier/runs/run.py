"""
What is known of one run? Its status, its steps, and why it failed; plain values that a store can keep.
"""

from __future__ import annotations

import hashlib
import re
import traceback
import uuid
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from classifier.classification import Classification
from classifier.evidence.text import safe_str
from classifier.reasons import Reason, register_reason
from classifier.redact import redact
from classifier.telemetry import known_classification

__all__ = ["INTERRUPTED", "Failure", "Run", "RunStatus", "StepRecord", "failure_of", "traceback_text"]

INTERRUPTED: Final = Reason("interrupted", "unexpected", False, "the process ended before its run did")
register_reason(INTERRUPTED)

_MESSAGE_CHARS: Final = 500
_GAVE_UP: Final = re.compile(r"gave up after (\d+) attempts?")


class RunStatus(StrEnum):
    """Where a run or a step is."""

    PENDING = "PENDING"
    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"


@dataclass(frozen=True, slots=True)
class Failure:
    """
    Why a run failed.

    Attributes:
        category, reason: What the failure is.
        step: Where it happened.
        attempts: How often the step's call was made.
        error_class: Of the exception.
        message: Its text, redacted and cut short.
        traceback_ref: Finds the traceback in the store and in the log; "" if there is none.
        hints: What to do about it.
        retry_after_s: When to come back, if the server said so.
    """

    category: str
    reason: str
    step: str
    attempts: int
    error_class: str
    message: str
    traceback_ref: str = ""
    hints: tuple[str, ...] = ()
    retry_after_s: float | None = None

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Failure:
        """Build it back from `Run.to_dict()["failure"]`."""
        return cls(**{**values, "hints": tuple(values.get("hints", ()))})


@dataclass(slots=True)
class StepRecord:
    """One step of a run."""

    name: str
    status: RunStatus = RunStatus.RUNNING
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    ended_at: datetime | None = None


@dataclass(slots=True)
class Run:
    """
    One run.

    Attributes:
        project: What was run.
        id: Unique.
        status: `"PENDING"`, `"RUNNING"`, `"SUCCEEDED"` or `"FAILED"`.
        steps: In the order in which they were begun.
        failure: Why it failed; None unless `status` is `"FAILED"`.
        created_at, started_at, ended_at: With time zone.
        results: What each step returned, by its name; in memory only.
        exception: What ended it; in memory only.
    """

    project: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex[:12])
    status: RunStatus = RunStatus.PENDING
    steps: list[StepRecord] = field(default_factory=list)
    failure: Failure | None = None
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    started_at: datetime | None = None
    ended_at: datetime | None = None
    results: dict[str, object] = field(default_factory=dict, repr=False)
    exception: Exception | None = field(default=None, repr=False)

    @property
    def is_ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.status in (RunStatus.SUCCEEDED, RunStatus.FAILED)

    def start(self) -> None:
        """Mark it as running."""
        self.status = RunStatus.RUNNING
        self.started_at = datetime.now(UTC)

    def begin_step(self, name: str) -> None:
        """Add a step that runs now."""
        self.steps.append(StepRecord(name))

    def end_step(self, result: object) -> None:
        """Mark the last step as done."""
        step = self.steps[-1]
        step.status, step.ended_at = RunStatus.SUCCEEDED, datetime.now(UTC)
        self.results[step.name] = result

    def succeed(self) -> None:
        """Mark it as done."""
        self.status, self.ended_at = RunStatus.SUCCEEDED, datetime.now(UTC)

    def fail(self, failure: Failure, exception: Exception | None = None) -> None:
        """Mark it and the step that was running as failed."""
        self.status, self.ended_at = RunStatus.FAILED, datetime.now(UTC)
        self.failure, self.exception = failure, exception
        if self.steps and self.steps[-1].status is RunStatus.RUNNING:
            self.steps[-1].status, self.steps[-1].ended_at = RunStatus.FAILED, self.ended_at

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values; times as RFC 3339."""
        return {
            "id": self.id,
            "project": self.project,
            "status": str(self.status),
            "created_at": _stamp(self.created_at),
            "started_at": _stamp(self.started_at),
            "ended_at": _stamp(self.ended_at),
            "steps": [
                {"name": step.name, "status": str(step.status), "started_at": _stamp(step.started_at),
                 "ended_at": _stamp(step.ended_at)}
                for step in self.steps
            ],
            "failure": None if self.failure is None else {**asdict(self.failure), "hints": list(self.failure.hints)},
        }  # fmt: skip


def failure_of(exc: Exception, step: str, traceback_ref: str) -> tuple[Failure, Classification]:
    """Return what a step's exception means for its run, and the classification that says so."""
    found = known_classification(exc)
    failure = Failure(
        category=found.category,
        reason=found.reason,
        step=step,
        attempts=_attempts_of(exc),
        error_class=type(exc).__name__,
        message=redact(safe_str(exc)[0], _MESSAGE_CHARS),
        traceback_ref=traceback_ref,
        hints=found.hints,
        retry_after_s=found.retry_after_s,
    )
    return failure, found


def interrupted_failure(step: str, reason: str, message: str) -> Failure:
    """Return why a run failed that nobody ended."""
    return Failure("unexpected", reason, step, 1, "", message)


def traceback_text(exc: BaseException) -> tuple[str, str]:
    """Return a reference and the redacted traceback; the same failure at the same place has the same reference."""
    frames = []
    shown: BaseException | None = exc
    seen: set[int] = set()
    while shown is not None and id(shown) not in seen:
        seen.add(id(shown))
        said = redact(safe_str(shown)[0], _MESSAGE_CHARS)
        lines = [
            f'  File "{f.filename}", line {f.lineno}, in {f.name}' for f in traceback.extract_tb(shown.__traceback__)
        ]
        frames.append("\n".join([*lines, f"{type(shown).__module__}.{type(shown).__qualname__}: {said}"]))
        shown = shown.__cause__ or (None if shown.__suppress_context__ else shown.__context__)
    text = "\n\ncaused:\n\n".join(reversed(frames))
    return f"tb-{hashlib.sha256(text.encode()).hexdigest()[:12]}", text


def _attempts_of(exc: Exception) -> int:
    told = getattr(exc, "attempts", None)
    if isinstance(told, int) and told > 0:
        return told
    for line in reversed(getattr(exc, "__notes__", [])):
        found = _GAVE_UP.search(line) if isinstance(line, str) else None
        if found is not None:
            return int(found[1])
    return 1


def _stamp(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="milliseconds")
