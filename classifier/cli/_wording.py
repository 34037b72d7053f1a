"""
How is a decision said in a few words? Shared by the commands that talk to people.
"""

from __future__ import annotations

from classifier.classification import Classification
from classifier.cli._terminal import seconds
from classifier.retry.decision import DecisionReason, decide

__all__ = ["advice", "retry_words"]


def retry_words(answer: Classification) -> tuple[str, str]:
    """Return what the default policy does after the first failure, and the colour to say it in."""
    decision = decide(answer, 1, 0.0)
    if decision.reason is DecisionReason.TOLD:
        return f"retry after {seconds(decision.wait_s)}", "green"
    if decision.reason is DecisionReason.AT_ONCE:
        return "retry at once", "green"
    if decision.is_retry:
        return f"retry within {seconds(decision.wait_s)}", "green"
    if decision.reason is DecisionReason.WAIT_EXCEEDS_CAP and decision.retry_after_s is not None:
        return f"come back in {seconds(decision.retry_after_s)}", "yellow"
    if decision.reason is DecisionReason.RESET_UNKNOWN:
        if answer.resets_at is None:
            return "come back when the limit resets", "yellow"
        return f"come back at {answer.resets_at:%Y-%m-%d %H:%M %Z}", "yellow"
    return "do not retry", "red"


def advice(answer: Classification) -> str:
    """Return the hints as words."""
    return ", ".join(hint.replace("_", " ") for hint in answer.hints)
