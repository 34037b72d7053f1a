"""Exceptions and numbers that the loop's own tools would stumble over."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from classifier.retry import RetryBudget, RetryPolicy, acall, call
from classifier.testing import no_sleep


class FalseError(Exception):
    """A collection of problems, of which none is listed."""

    def __len__(self) -> int:
        return 0


@pytest.mark.parametrize("text", ["odd", "timed out"])
def test_failure_that_is_false_is_no_success(text: str) -> None:
    """An exception with a length of 0 reaches the caller, retried or not; it is not taken for a returned None."""
    failure = FalseError(text)

    def fail() -> None:
        raise failure

    async def fail_later() -> None:
        raise failure

    with no_sleep():
        with pytest.raises(FalseError) as direct:
            call(fail)
        with pytest.raises(FalseError) as awaited:
            asyncio.run(acall(fail_later))

    assert direct.value is failure
    assert awaited.value is failure


def test_success_after_a_failure_that_is_false() -> None:
    """What an earlier attempt raised does not spoil the result of a later one."""
    results: list[object] = [FalseError("timed out"), "done"]

    def step() -> object:
        found = results.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    with no_sleep():
        assert call(step) == "done"


def test_numbers_beyond_floats_are_refused() -> None:
    """An integer that no float holds is out of range like any other."""
    with pytest.raises(ValueError, match="RetryBudget capacity is 1000"):
        RetryBudget(10**400)


@pytest.mark.parametrize("exclude", [[[]], [None], [5], [{"rate_limit"}]], ids=repr)
def test_names_to_exclude_are_texts(exclude: Any) -> None:
    """What cannot be a name is refused as an unknown one."""
    with pytest.raises(ValueError, match="exclude names"):
        RetryPolicy(exclude=exclude)
