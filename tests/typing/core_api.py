"""How type checkers see the front door; checked by mypy, never run."""

from __future__ import annotations

from datetime import datetime
from typing import assert_type

from classifier import (
    CATEGORIES,
    Category,
    Classification,
    Classifier,
    Evidence,
    Keyword,
    NexusCoreError,
    Reason,
    Strategy,
    UnclassifiableMonitor,
    Verdict,
    classify_error,
    configure,
    convert_http_error_to_nexus_error,
    explain,
    register_category,
)


class Mine:
    """Has the form of a strategy without deriving from it."""

    name = "mine"

    def classify(self, evidence: Evidence, prior: Verdict | None, /) -> Verdict | None:
        """Pass."""
        assert_type(evidence.text, str)
        assert_type(evidence.status, int | None)
        assert_type(evidence.codes, tuple[str, ...])
        return prior


def front_door(exc: Exception) -> None:
    """Use every public function."""
    assert_type(classify_error(exc), str)
    error = convert_http_error_to_nexus_error(exc)
    assert_type(error, NexusCoreError)
    assert_type(error.classification, Classification | None)
    answer = explain("text", context={"response_started": True})
    assert_type(answer.retry_after_s, float | None)
    assert_type(answer.resets_at, datetime | None)
    assert_type(answer.hints, tuple[str, ...])
    assert_type(Classification.from_dict(answer.to_dict()), Classification)
    strategy: Strategy = Mine()
    classifier = configure(strategies=[strategy, Mine()], budget_s=0.002, monitor=UnclassifiableMonitor(hook=print))
    assert_type(classifier, Classifier)
    assert_type(CATEGORIES["timeout"], Category)


def register() -> None:
    """Add a category."""

    class DiskFullError(NexusCoreError):
        """No room."""

    register_category(
        Category(
            "disk_full",
            "Disk full",
            "No room is left.",
            DiskFullError,
            "no_room",
            keywords=(Keyword("disk full", strong=True),),
            reasons=(Reason("no_room", "disk_full", False, "no room"),),
        )
    )
    classify_error("text")  # type: ignore[arg-type]
    Classifier(strategies=[object()])  # type: ignore[list-item]
