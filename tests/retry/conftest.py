"""A classifier that knows a few exceptions, so that these tests are about retrying alone."""

from __future__ import annotations

import pytest

from classifier.classification import Classification
from classifier.reasons import REASONS


class KnownFailures:
    """Says what an exception is by its type and, for RuntimeError, by the reason it names."""

    def __init__(self) -> None:
        self.seen: list[object] = []

    def explain(self, failure: object, /) -> Classification:
        """Return the classification."""
        self.seen.append(failure)
        if isinstance(failure, RuntimeError) and failure.args and failure.args[0] in REASONS:
            reason = REASONS[failure.args[0]]
        elif isinstance(failure, TimeoutError):
            reason = REASONS["read_timeout"]
        elif isinstance(failure, ConnectionError):
            reason = REASONS["reset"]
        else:
            reason = REASONS["unknown"]
        told_s = getattr(failure, "retry_after_s", None)
        return Classification(reason.category, reason.name, reason.retryable, retry_after_s=told_s)


@pytest.fixture
def known() -> KnownFailures:
    """A fresh one."""
    return KnownFailures()
