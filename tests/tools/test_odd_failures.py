"""A harness that hands in nonsense still gets an answer, soon."""

from __future__ import annotations

import time
from typing import Any

import pytest

from classifier.tools import ToolErrorCategory, ToolFailure, classify_tool_error


class _Mined:
    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)


@pytest.mark.parametrize(
    "failure", [None, "it failed", 5, _Mined(), {"failure": "x"}], ids=lambda one: type(one).__name__
)
def test_what_is_no_tool_failure(failure: Any) -> None:
    """Something else than a `ToolFailure` is an unknown error, not an exception in the harness."""
    found = classify_tool_error(failure)

    assert (found.category, found.reason) == (ToolErrorCategory.UNKNOWN_TOOL_ERROR, "unclassifiable")
    assert (found.tool_name, found.phase, found.mode) == ("", "", "")


@pytest.mark.parametrize(
    "command", [b"pytest -q " + b"x" * 10_000_000, ["pytest", *["x"] * 1_000_000]], ids=["bytes", "list"]
)
def test_huge_command_is_read_from_its_beginning(command: Any) -> None:
    """Ten megabytes of command line, even as bytes, cost no second."""
    start = time.thread_time()
    found = classify_tool_error(ToolFailure("2 failed", command=command, exit_code=1))
    taken_s = time.thread_time() - start

    assert found.category is ToolErrorCategory.TEST_COMMAND_FAILURE
    assert taken_s < 0.05
