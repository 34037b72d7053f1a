"""Do answers and conversions read well, also for inputs that are no exceptions?"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from classifier import Classification, UnexpectedSystemError, classify_error, convert_http_error_to_nexus_error, explain


def test_answer_prints_as_one_line() -> None:
    """A person who prints an answer sees what to do and why, not twelve fields."""
    answer = explain({"status": 429, "headers": {"retry-after": "20"}})

    assert str(answer) == "rate_limit/throttled: retry after 20 s; wait (status:429)"


def test_answer_prints_its_reset() -> None:
    """The time the allowance comes back is part of the line."""
    when = datetime(2030, 1, 2, 3, 4, tzinfo=UTC)
    answer = Classification("rate_limit", "usage_window", retryable=True, resets_at=when, rule="x")

    assert str(answer) == "rate_limit/usage_window: retry, resets at 2030-01-02T03:04:00+00:00 (x)"


def test_answer_that_is_not_retried_says_so() -> None:
    """No is said in words."""
    assert str(explain(KeyError("x"))).startswith("unexpected/programming_error: do not retry; fix_code (")


@pytest.mark.parametrize("value", ["timed out", None, 429, b"timeout", {"status": 429}])
def test_what_is_no_exception_is_unexpected_everywhere(value: object) -> None:
    """§3.4.1: the classifier and the converter agree on inputs that are no exceptions."""
    assert classify_error(value) == "unexpected"  # type: ignore[arg-type]
    error = convert_http_error_to_nexus_error(value)  # type: ignore[arg-type]
    assert type(error) is UnexpectedSystemError
    assert str(error) == f"Unexpected error ({type(value).__name__}): {value}"
    assert error.reason == "unclassifiable"
