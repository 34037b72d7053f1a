"""The public test mode: waits that take no time, and scripted failures."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from classifier.errors import ModelTimeoutError
from classifier.retry import RetryPolicy, acall, call
from classifier.testing import no_sleep, scripted, scripted_async


def test_waits_are_recorded_and_take_no_time() -> None:
    """Sixty-two seconds of backoff pass at once, the longest wait each time."""
    started = time.monotonic()
    with no_sleep() as clock:
        result = call(scripted(*[ModelTimeoutError("slow")] * 3, "answer"))

    assert result == "answer"
    assert clock.waits_s == [1.0, 2.0, 4.0]
    assert clock.now_s() == 7.0
    assert time.monotonic() - started < 1.0


def test_seed_draws_repeatable_jitter() -> None:
    """With a seed the jitter is drawn, equally each time."""

    def waits(seed: int) -> list[float]:
        with no_sleep(seed) as clock:
            call(scripted(*[ModelTimeoutError("slow")] * 3, 1))
        return clock.waits_s

    assert waits(1) == waits(1) != waits(2)


def test_mode_ends_with_its_block() -> None:
    """After the block, also after an error in it, real time is back; blocks may be nested."""
    with no_sleep() as outer:
        with pytest.raises(ZeroDivisionError), no_sleep() as inner:
            raise ZeroDivisionError(call(scripted(ModelTimeoutError("slow"), 1)))
        call(scripted(ModelTimeoutError("slow"), 1))

    assert inner.waits_s == [1.0]
    assert outer.waits_s == [1.0]
    started = time.monotonic()
    call(scripted(ModelTimeoutError("slow"), 1), policy=RetryPolicy(base_s=0.05, jitter=0.0))
    assert time.monotonic() - started >= 0.05


def test_threads_and_tasks_do_not_sleep_either() -> None:
    """The mode reaches loops that other threads and event loops run."""

    def in_thread() -> None:
        asyncio.run(acall(scripted_async(ModelTimeoutError("slow"), 1)))

    with no_sleep() as clock:
        thread = threading.Thread(target=in_thread)
        thread.start()
        thread.join()

    assert clock.waits_s == [1.0]


def test_script_plays_its_outcomes_in_turn() -> None:
    """Values are returned, exceptions and their classes are raised, arguments are kept, and the end is noticed."""
    function = scripted(1, KeyError("k"), ValueError)

    assert function("a", b=2) == 1
    with pytest.raises(KeyError):
        function()
    with pytest.raises(ValueError, match=r"^$"):
        function()
    assert function.calls == [(("a",), {"b": 2}), ((), {}), ((), {})]
    with pytest.raises(AssertionError, match="the script has 3 outcomes, and this is call 4"):
        function()


def test_script_that_is_too_short_is_not_retried() -> None:
    """A missing outcome fails the test at once instead of being retried away."""
    function = scripted(ModelTimeoutError("slow"))
    with no_sleep(), pytest.raises(AssertionError):
        call(function)

    assert function.call_count == 2
