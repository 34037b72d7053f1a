"""Categories that come and go while other threads classify."""

from __future__ import annotations

import sys
import threading
import time

import pytest

from classifier import (
    Category,
    ModelRateLimitError,
    NexusCoreError,
    convert_http_error_to_nexus_error,
    explain,
    register_category,
    unregister_category,
)
from classifier.categories import CATEGORIES, Keyword
from classifier.livetable import LiveTable
from classifier.reasons import Reason
from classifier.retry import RetryPolicy


class TapeJammedError(NexusCoreError):
    """Of a category that exists for moments."""


TAPE = Category(
    "tape_jam",
    "Tape jam",
    "The tape is stuck.",
    TapeJammedError,
    "tape_stuck",
    keywords=(Keyword("tape is stuck", strong=True),),
    reasons=(Reason("tape_stuck", "tape_jam", False, "the tape does not move"),),
)
RUN_S = 1.0


@pytest.mark.parametrize("threads", [2, 8])
def test_categories_change_while_threads_classify(threads: int) -> None:
    """No thread sees a table half changed: other failures keep their answer, nothing raises."""
    wrong: list[object] = []
    end = time.monotonic() + RUN_S
    interval = sys.getswitchinterval()

    def change() -> None:
        while time.monotonic() < end:
            register_category(TAPE)
            unregister_category("tape_jam")

    def ask() -> None:
        expected = {"rate limit": "rate_limit", "read timed out": "timeout", "connection refused": "connection"}
        while time.monotonic() < end:
            try:
                for text, category in expected.items():
                    if (found := explain(text)).category != category:
                        wrong.append((text, found))
                if (found := explain(ModelRateLimitError("slow down"))).category != "rate_limit":
                    wrong.append(found)
                if list(CATEGORIES)[-1] != "unexpected":
                    wrong.append(list(CATEGORIES))
                if explain("the tape is stuck").category not in ("tape_jam", "unexpected"):
                    wrong.append("tape")
                convert_http_error_to_nexus_error(RuntimeError("the tape is stuck"))
                RetryPolicy(max_retries=2)
            except Exception as exc:
                wrong.append(exc)

    asking = [threading.Thread(target=ask) for _ in range(threads - 1)]
    sys.setswitchinterval(1e-5)
    try:
        for thread in asking:
            thread.start()
        change()
        for thread in asking:
            thread.join()
    finally:
        sys.setswitchinterval(interval)

    assert wrong == []
    assert "tape_jam" not in CATEGORIES
    assert explain("the tape is stuck").category == "unexpected"


def test_iteration_is_over_one_state() -> None:
    """Rows, names and pairs of a view are of one moment, and a new state shows at once."""
    table = LiveTable({"a": 1, "b": 2})

    pairs, names, rows = iter(table.items()), iter(table), iter(table.values())
    table.replace_all({"c": 3})

    assert list(pairs) == [("a", 1), ("b", 2)]
    assert (list(names), list(rows)) == (["a", "b"], [1, 2])
    assert list(table.keys()) == ["c"]
    assert "a" not in table
    assert len(table) == 1
    assert repr(table) == "LiveTable({'c': 3})"
