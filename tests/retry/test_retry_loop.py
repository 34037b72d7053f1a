"""Calling until it succeeds or a decision says stop: what the caller sees."""

from __future__ import annotations

import asyncio
import functools
import logging
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Protocol

import pytest
import tenacity

from classifier.classification import Classification
from classifier.retry import (
    DecisionReason,
    RetryBudget,
    RetryContext,
    RetryDetails,
    RetryPolicy,
    acall,
    call,
    current_context,
    retry,
)
from classifier.testing import no_sleep, scripted, scripted_async


class Known(Protocol):
    """The classifier of conftest.py."""

    seen: list[object]

    def explain(self, failure: object, /) -> Classification:
        """Return what it is."""
        ...


def test_result_comes_back_after_failures_that_pass(known: Known) -> None:
    """A passing failure costs a wait, not the result."""
    function = scripted(TimeoutError(), ConnectionResetError(), "answer")

    with no_sleep() as clock:
        assert call(function, classifier=known) == "answer"
    assert clock.waits_s == [1.0, 1.0]


def test_original_exception_reaches_caller_with_one_note(known: Known) -> None:
    """When retries run out the caller sees the very object the function raised, with a note of attempts and waits."""
    error = TimeoutError("slow")

    def function() -> None:
        raise error

    with no_sleep(), pytest.raises(TimeoutError) as caught:
        retry(classifier=known)(function)()
    with no_sleep(), pytest.raises(TimeoutError):
        retry(classifier=known)(function)()

    assert caught.value is error
    assert error.__cause__ is None
    assert error.__notes__ == [
        "retry: gave up after 4 attempts; waited 1 s, 2 s, 4 s; last failure timeout/read_timeout; "
        "stopped by max_retries"
    ]


def test_note_holds_no_text_of_the_failure(known: Known) -> None:
    """A key in a message does not travel on in the note or the summary."""
    context = RetryContext()
    error = TimeoutError("Bearer sk-live-0123456789abcdef")

    with no_sleep(), pytest.raises(TimeoutError):
        call(scripted(*[error] * 4), classifier=known, context=context)

    assert "sk-live" not in "".join(error.__notes__) + str(context.to_dict())


def test_non_retryable_failure_is_raised_after_one_call(known: Known) -> None:
    """What cannot pass is not tried again (T7 of the stub-fallback document)."""
    function = scripted(ValueError("bad"))

    with no_sleep() as clock, pytest.raises(ValueError, match="bad") as caught:
        call(function, classifier=known)

    assert (function.call_count, clock.waits_s) == (1, [])
    assert caught.value.__notes__ == [
        "retry: gave up after 1 attempt; no waits; last failure unexpected/unknown; stopped by not_retryable"
    ]


def test_note_tells_how_to_come_back(known: Known) -> None:
    """A wait beyond the cap stands in the note together with the hint to defer."""
    error = RuntimeError("throttled")
    error.retry_after_s = 3600.0  # type: ignore[attr-defined]

    with no_sleep(), pytest.raises(RuntimeError):
        call(scripted(error), classifier=known)

    assert "stopped by wait_exceeds_cap; server asks for 3600 s; hints defer" in error.__notes__[0]


def test_exception_that_refuses_notes_still_reaches_its_caller(known: Known) -> None:
    """Nothing about a strange exception class gets in the way."""

    class Stubborn(Exception):
        def add_note(self, note: str, /) -> None:
            raise RuntimeError("no notes here")

    error = Stubborn()
    with pytest.raises(Stubborn) as caught:
        call(scripted(error), classifier=known)

    assert caught.value is error


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError])
def test_interrupts_pass_at_once_and_are_not_classified(known: Known, interrupt: type[BaseException]) -> None:
    """What is no Exception is not ours to judge."""
    error = interrupt()
    with pytest.raises(interrupt) as caught:
        call(scripted(error), classifier=known)

    assert caught.value is error
    assert known.seen == []
    assert not hasattr(error, "__notes__")


async def _cancelled_during(known: Known, function: Callable[[], Any]) -> int:
    calls = 0

    async def counted() -> Any:
        nonlocal calls
        calls += 1
        return await function()

    # this seed draws a wait of a quarter of a second; one in fifty would be over before the task is cancelled
    task = asyncio.create_task(acall(counted, classifier=known, rng=random.Random(3)))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return calls


@pytest.mark.asyncio
async def test_cancelling_a_task_ends_the_call_or_the_wait(known: Known) -> None:
    """A cancelled task neither finishes its wait nor tries again."""

    async def fail() -> None:
        raise TimeoutError

    assert await _cancelled_during(known, lambda: asyncio.sleep(60)) == 1
    assert await _cancelled_during(known, fail) == 1


@pytest.mark.asyncio
async def test_coroutine_functions_are_retried(known: Known) -> None:
    """The decorator and `acall` await, retry and return."""
    function = scripted_async(TimeoutError(), "answer", ConnectionError(), "again")

    with no_sleep() as clock:
        assert await acall(function, 1, key=2, classifier=known) == "answer"
        assert await retry(classifier=known)(function)(3) == "again"
    assert function.calls == [((1,), {"key": 2})] * 2 + [((3,), {})] * 2
    assert clock.waits_s == [1.0, 0.5]


@pytest.mark.asyncio
async def test_async_exception_is_the_same_object(known: Known) -> None:
    """The asynchronous loop wraps nothing either."""
    error = ValueError("bad")
    with pytest.raises(ValueError, match="bad") as caught:
        await acall(scripted_async(error), classifier=known)

    assert caught.value is error
    assert len(error.__notes__) == 1


def test_trio_is_served_too(known: Known) -> None:
    """The loop sleeps with whatever event loop runs it."""
    trio = pytest.importorskip("trio")
    function = scripted_async(RuntimeError("not_json"), "answer")

    assert trio.run(functools.partial(acall, function, classifier=known)) == "answer"


def test_methods_keep_their_self(known: Known) -> None:
    """Methods, class methods and static methods can be decorated."""

    class Client:
        calls = 0

        @retry(classifier=known)
        def ask(self, text: str) -> str:
            """Ask."""
            self.calls += 1
            if self.calls < 2:
                raise TimeoutError
            return text

        @classmethod
        @retry(classifier=known)
        def kind(cls) -> str:
            return cls.__name__

        @staticmethod
        @retry(classifier=known)
        def twice(number: int) -> int:
            return 2 * number

    client = Client()
    with no_sleep():
        assert client.ask("hello") == "hello"
    assert (client.calls, Client.kind(), Client.twice(2)) == (2, "Client", 4)
    assert (Client.ask.__name__, Client.ask.__doc__) == ("ask", "Ask.")


def _numbers() -> Iterator[int]:
    yield 1


async def _async_numbers() -> AsyncIterator[int]:
    yield 1


class _Stream:
    def __call__(self) -> Iterator[int]:
        yield 1


@pytest.mark.parametrize("function", [_numbers, _async_numbers, functools.partial(_numbers), _Stream()])
def test_generator_functions_are_refused(function: Callable[..., Any]) -> None:
    """A generator would run outside of the loop, so it is refused with the way out."""
    with pytest.raises(TypeError, match=r"cannot wrap the generator function .*; wrap the call that opens the stream"):
        retry(function)
    with pytest.raises(TypeError, match="cannot wrap the generator function"):
        call(function)


def test_wrong_uses_are_explained(known: Known) -> None:
    """Each misuse names the right use."""

    async def coroutine() -> None: ...

    with pytest.raises(TypeError, match="put @retry below @classmethod"):
        retry(classmethod(lambda cls: None))  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"call cannot run the coroutine function .*; use: await acall"):
        call(coroutine)  # type: ignore[unused-coroutine]
    with pytest.raises(TypeError, match="returned a coroutine, which a synchronous retry cannot await"):
        call(lambda: coroutine(), classifier=known)  # type: ignore[unused-coroutine]
    with pytest.raises(TypeError, match="retry_on names <class 'KeyboardInterrupt'>; expected subclasses of Exception"):
        retry(retry_on=KeyboardInterrupt)  # type: ignore[arg-type]


def test_hooks_see_every_attempt(known: Known) -> None:
    """`on_retry` comes before each wait, `on_give_up` once at the end, both with the same frozen details."""
    told: list[tuple[str, int, str, float]] = []

    def tell(kind: str) -> Callable[[RetryDetails], None]:
        return lambda d: told.append((kind, d.attempt, d.decision.reason, d.decision.wait_s))

    with no_sleep(), pytest.raises(TimeoutError):
        call(
            scripted(*[TimeoutError()] * 3),
            classifier=known,
            policy=RetryPolicy(max_retries=2),
            on_retry=tell("retry"),
            on_give_up=tell("give_up"),
        )

    assert told == [("retry", 1, "backoff", 1.0), ("retry", 2, "backoff", 2.0), ("give_up", 3, "max_retries", 0.0)]


def test_hook_that_raises_is_logged_and_ignored(known: Known, caplog: pytest.LogCaptureFixture) -> None:
    """A broken hook costs a warning, never the result or the caller's exception."""

    def broken(details: RetryDetails) -> None:
        raise KeyError("hook")

    with no_sleep(), caplog.at_level(logging.WARNING):
        assert call(scripted(TimeoutError(), 1), classifier=known, on_retry=broken) == 1
        with pytest.raises(ValueError, match="bad"):
            call(scripted(ValueError("bad")), classifier=known, on_give_up=broken)
    assert caplog.text.count("a retry hook raised and was ignored") == 2


def test_before_retry_repairs_the_arguments(known: Known) -> None:
    """A prompt is repaired for the next attempt, at once the first time."""
    function = scripted(RuntimeError("not_json"), "fine")

    def repair(details: RetryDetails, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], Any]:
        assert details.classification is not None
        return (f"{args[0]} Answer in JSON only ({details.classification.reason}).",), kwargs

    with no_sleep() as clock:
        assert call(function, "List three.", model="m", classifier=known, before_retry=repair) == "fine"
    assert function.calls[1] == (("List three. Answer in JSON only (not_json).",), {"model": "m"})
    assert clock.waits_s == [0.0]


@pytest.mark.parametrize("answer", [ZeroDivisionError("repair"), "neither"])
def test_failing_repair_stops_with_the_original(known: Known, answer: object) -> None:
    """If the repair fails, the caller sees its own failure, not the repair's."""
    error = RuntimeError("not_json")
    context = RetryContext()

    with no_sleep(), pytest.raises(RuntimeError) as caught:
        call(scripted(error), classifier=known, before_retry=scripted(answer), context=context)

    assert caught.value is error
    assert context.attempts[0].decision is not None
    assert context.attempts[0].decision.reason is DecisionReason.REPAIR_FAILED


@pytest.mark.asyncio
async def test_async_hooks_and_repairs_are_awaited(known: Known) -> None:
    """Around a coroutine function the hooks may be coroutine functions."""
    function = scripted_async(RuntimeError("not_json"), ValueError("bad"))
    repair = scripted_async(((2,), {}))
    told = scripted_async(None, None)

    with no_sleep(), pytest.raises(ValueError, match="bad"):
        await acall(function, 1, classifier=known, before_retry=repair, on_retry=told, on_give_up=told)

    assert [args for args, _ in function.calls] == [(1,), (2,)]
    assert told.call_count == 2


@pytest.mark.asyncio
async def test_async_hooks_and_repairs_may_fail(known: Known) -> None:
    """A failing coroutine hook or repair ends like a plain one."""
    broken = scripted_async(ZeroDivisionError(), ZeroDivisionError())
    with no_sleep(), pytest.raises(RuntimeError, match="not_json"):
        await acall(scripted_async(RuntimeError("not_json")), classifier=known, before_retry=broken, on_give_up=broken)

    assert broken.call_count == 2


def test_retry_on_adds_a_type(known: Known) -> None:
    """A type named by the caller is retried although its kind is not."""

    class Flaky(Exception): ...

    function = scripted(Flaky(), Flaky(), "answer")

    with no_sleep() as clock:
        assert call(function, classifier=known, retry_on=Flaky) == "answer"
    assert clock.waits_s == [0.5, 1.0]


class _Raises:
    def explain(self, failure: object, /) -> Classification:
        raise LookupError("classifier")


class _Garbage:
    def explain(self, failure: object, /) -> Any:
        return "rate_limit"


@pytest.mark.parametrize("broken", [_Raises(), _Garbage()])
def test_no_retry_after_a_classifier_failure(broken: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A classifier that raises or answers nonsense ends the retrying, even of a type the caller asked for."""
    error = TimeoutError("slow")
    context = RetryContext()

    with no_sleep(), pytest.raises(TimeoutError) as caught:
        call(scripted(error), classifier=broken, retry_on=TimeoutError, context=context)

    assert caught.value is error
    assert context.to_dict()["error_summary"] == "TimeoutError: could not be classified"
    assert "stopped by classifier_failed" in error.__notes__[0]
    assert "so nothing is retried" in caplog.text


def test_context_records_every_attempt(known: Known) -> None:
    """The record holds each attempt with its times, and sums up as the documents ask."""
    context = RetryContext()
    with no_sleep() as clock:

        def slow(_: RetryDetails) -> None:
            clock.advance(3.0)

        call(scripted(TimeoutError(), ConnectionError(), 1), classifier=known, context=context, on_retry=slow)

    assert [(r.attempt, r.started_s, r.ended_s, r.error_class) for r in context.attempts] == [
        (1, 0.0, 0.0, "TimeoutError"),
        (2, 4.0, 4.0, "ConnectionError"),
        (3, 8.0, 8.0, None),
    ]
    assert context.to_dict() == {
        "retry_count": 2,
        "last_error_class": "ConnectionError",
        "error_summary": "ConnectionError: connection/reset, the other side closed the connection",
    }


def test_context_of_a_clean_call_is_empty(known: Known) -> None:
    """Without a failure there is nothing to sum up; a second call starts anew."""
    context = RetryContext()
    with no_sleep():
        call(scripted(TimeoutError(), 1), classifier=known, context=context)
        call(scripted(1), classifier=known, context=context)

    assert context.to_dict() == {"retry_count": 0, "last_error_class": None, "error_summary": None}


def test_output_that_started_is_not_repeated(known: Known) -> None:
    """Once the function says that output has gone out, a failure stops with the hint to verify."""
    calls = 0

    @retry(classifier=known)
    def stream() -> None:
        nonlocal calls
        calls += 1
        context = current_context()
        assert context is not None
        context.response_started = calls > 1
        raise ConnectionResetError

    with no_sleep(), pytest.raises(ConnectionResetError) as caught:
        stream()

    assert calls == 2
    assert "stopped by verify_first; hints verify_then_retry" in caught.value.__notes__[0]
    assert current_context() is None


def test_call_that_is_not_idempotent_is_made_once(known: Known) -> None:
    """A write whose outcome is unclear is never repeated blindly."""
    function = scripted(TimeoutError())
    with no_sleep(), pytest.raises(TimeoutError):
        call(function, classifier=known, idempotent=False)

    assert function.call_count == 1


def test_deadline_ends_the_loop(known: Known) -> None:
    """Time spent in slow calls counts, and the last call starts before the deadline."""
    starts: list[float] = []
    with no_sleep() as clock:

        def slow() -> None:
            starts.append(clock.now_s())
            clock.advance(40.0)
            raise TimeoutError

        with pytest.raises(TimeoutError) as caught:
            call(slow, classifier=known, policy=RetryPolicy(max_retries=50, deadline_s=100, cap_s=1.0, floor_s=0))

    assert starts == [0.0, 41.0, 82.0]
    assert "stopped by deadline" in caught.value.__notes__[0]


def test_budget_is_spent_and_paid_back(known: Known) -> None:
    """Calls of a group stop when their common budget is spent; a success after a retry pays it back."""
    budget = RetryBudget(2, name="two")
    with no_sleep():
        call(scripted(TimeoutError(), 1), classifier=known, budget=budget)
        assert budget.available == 2
        with pytest.raises(TimeoutError) as caught:
            call(scripted(*[TimeoutError()] * 4), classifier=known, budget=budget)

    assert budget.available == 0
    assert "gave up after 3 attempts" in caught.value.__notes__[0]
    assert "stopped by budget" in caught.value.__notes__[0]


def test_tenacity_try_again_does_not_get_around_the_decision(known: Known) -> None:
    """tenacity's own signal to retry always is judged like any other failure."""
    function = scripted(tenacity.TryAgain())
    with no_sleep(), pytest.raises(tenacity.TryAgain):
        call(function, classifier=known)

    function = scripted(tenacity.TryAgain(), 1)
    with no_sleep() as clock:
        assert call(function, classifier=known, retry_on=tenacity.TryAgain) == 1
    assert clock.waits_s == [0.5]


@pytest.mark.asyncio
async def test_tenacity_try_again_is_judged_in_the_async_loop_too(known: Known) -> None:
    """The asynchronous loop has the same gap to close."""
    with no_sleep(), pytest.raises(tenacity.TryAgain):
        await acall(scripted_async(tenacity.TryAgain()), classifier=known)


def test_seed_repeats_the_waits(known: Known) -> None:
    """Two runs with equal seeds wait equally."""

    def waits() -> list[float]:
        with no_sleep() as clock, pytest.raises(TimeoutError):
            call(scripted(*[TimeoutError()] * 4), classifier=known, rng=random.Random(3))
        return clock.waits_s

    assert waits() == waits()
    assert all(0 <= wait_s <= limit for wait_s, limit in zip(waits(), [1, 2, 4], strict=True))


def test_nothing_but_the_standard_library_is_loaded_until_a_call() -> None:
    """`decide` works where tenacity is not installed, and what needs it says how to get it."""
    code = """
import sys, importlib.abc
class Block(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "tenacity":
            raise ModuleNotFoundError("No module named 'tenacity'", name=name)
sys.meta_path[:0] = [Block()]
from classifier.retry import RetryPolicy, decide, retry
try:
    retry(lambda: None)
except ModuleNotFoundError as exc:
    print(exc.name, exc)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.stderr == ""
    assert done.stdout == (
        "tenacity classifier.retry needs 'tenacity'; install it with: pip install 'nexus-classifier[retry]'\n"
    )


def test_broken_tenacity_shows_its_own_error() -> None:
    """Only an absent tenacity is reported as absent."""
    code = """
import sys, importlib.abc
class Block(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "tenacity.retry":
            raise ModuleNotFoundError("broken below", name=name)
sys.meta_path[:0] = [Block()]
from classifier.retry import retry
try:
    retry(lambda: None)
except ModuleNotFoundError as exc:
    print(exc.name)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.stderr, done.stdout) == ("", "tenacity.retry\n")


def test_source_of_jitter_is_checked_before_the_first_call() -> None:
    """Found out at the first wait, a wrong one would take the place of the caller's own failure."""
    calls: list[int] = []

    with pytest.raises(TypeError, match=r"rng is 'seven'; expected a random.Random"):
        call(calls.append, 1, rng="seven")  # type: ignore[arg-type]

    assert calls == []


def test_policy_of_a_wrong_type_is_refused_at_once() -> None:
    """It shows where the function is decorated or called, and never hides the failure that it should judge."""
    message = r"policy is 3; expected a RetryPolicy, such as RetryPolicy\(max_retries=3\)"
    with pytest.raises(TypeError, match=message):
        retry(policy=3)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=message):
        call(print, policy=3)  # type: ignore[arg-type]
