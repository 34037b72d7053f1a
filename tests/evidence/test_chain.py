"""Causes, contexts, groups and wrappers: each exception once, within a bound, and the decisive one wins."""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
from typing import Any

import anyio
import httpx
import pytest
import tenacity

from classifier import classify_error, convert_http_error_to_nexus_error, explain
from classifier.evidence import gather
from classifier.evidence.chain import MAX_LINKS, walk


def caused(outer: BaseException, cause: BaseException) -> BaseException:
    """`outer` raised from `cause`."""
    try:
        raise outer from cause
    except BaseException as exc:
        return exc


def test_cause_is_followed() -> None:
    """An exception without a meaning of its own is what its cause is; the depth says which decided."""
    failure = caused(
        RuntimeError("step 3 failed"), caused(RuntimeError("call failed"), ConnectionRefusedError(111, "no"))
    )

    answer = explain(failure)

    assert (answer.category, answer.reason, answer.cause_depth) == ("connection", "refused", 2)


def test_context_is_followed_unless_suppressed() -> None:
    """What was being handled counts, but not behind `raise … from None`."""

    def raised(suppress: bool) -> BaseException:
        try:
            try:
                raise TimeoutError
            except TimeoutError:
                if suppress:
                    raise RuntimeError("step failed") from None
                raise RuntimeError("step failed")  # noqa: B904 - the implicit context is what is tested
        except RuntimeError as exc:
            return exc

    assert classify_error(raised(False)) == "timeout"
    assert classify_error(raised(True)) == "unexpected"


def test_context_does_not_overrule_a_meaning() -> None:
    """A bug in the handler of a timeout is a bug, not a timeout."""
    bug = KeyError("missing")
    bug.__context__ = TimeoutError()

    assert classify_error(bug) == "unexpected"


def test_cycles_end() -> None:
    """Causes that lead back to themselves are visited once each."""
    first, second = RuntimeError("a"), RuntimeError("b")
    first.__cause__, second.__cause__ = second, first
    own = RuntimeError("timed out")
    own.__cause__ = own

    assert [link.exc for link in walk(first)] == [first, second]
    assert classify_error(first) == "unexpected"
    assert classify_error(own) == "timeout"


def test_cycle_through_a_group_and_an_attribute() -> None:
    """A group whose member's attribute leads back to the group ends."""
    member = RuntimeError("connection refused")
    group = ExceptionGroup("several", [member])
    member.parent = group  # type: ignore[attr-defined]

    assert len(walk(group)) == 2
    assert classify_error(group) == "connection"


def test_deep_chain_is_bounded() -> None:
    """Of a thousand causes the first 64 are looked at, and the last of those still decides."""
    failure: BaseException = RuntimeError("bottom")
    for _ in range(1000):
        failure = caused(RuntimeError("wrapper"), failure)
    shallow: BaseException = ConnectionResetError(104, "reset")
    for _ in range(MAX_LINKS - 1):
        shallow = caused(RuntimeError("wrapper"), shallow)

    assert len(walk(failure)) == MAX_LINKS
    assert classify_error(failure) == "unexpected"
    assert explain(shallow).cause_depth == MAX_LINKS - 1


def test_wide_group_is_bounded() -> None:
    """A group of ten thousand is read to the bound."""
    assert len(walk(ExceptionGroup("many", [ValueError(str(n)) for n in range(10_000)]))) == MAX_LINKS


def test_real_task_group() -> None:
    """A TaskGroup's failure is its leaf's; the sibling that was cancelled for it does not count."""

    async def fails() -> None:
        raise ConnectionResetError(104, "reset")

    async def waits() -> None:
        await asyncio.Event().wait()

    async def main() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(waits())
            group.create_task(fails())

    with pytest.raises(ExceptionGroup) as caught:
        asyncio.run(main())

    answer = explain(caught.value)
    assert (answer.category, answer.reason, answer.cancelled) == ("connection", "reset", False)


def test_real_anyio_group_nested() -> None:
    """Groups inside groups, as anyio nests them, are flattened."""

    async def fails() -> None:
        raise httpx.ReadTimeout("")

    async def main() -> None:
        async with anyio.create_task_group() as outer, anyio.create_task_group() as inner:
            outer.start_soon(anyio.sleep_forever)
            inner.start_soon(fails)

    with pytest.raises(ExceptionGroup) as caught:
        asyncio.run(main())

    assert explain(caught.value).reason == "read_timeout"


def test_lasting_failure_of_a_group_decides() -> None:
    """Of a passing and a lasting failure in one group the lasting one decides: trying again would meet it."""
    request = httpx.Request("GET", "https://x.test")
    denied = httpx.HTTPStatusError("no", request=request, response=httpx.Response(401, request=request))

    answer = explain(ExceptionGroup("two", [ConnectionResetError(104, "reset"), denied]))

    assert (answer.category, answer.reason, answer.retryable) == ("unexpected", "auth_failed", False)
    assert answer.suspects == ("connection",)


CANCELS: list[BaseException] = [asyncio.CancelledError(), KeyboardInterrupt(), SystemExit(3), GeneratorExit()]


@pytest.mark.parametrize("cancel", CANCELS, ids=lambda exc: type(exc).__name__)
def test_cancellation_is_never_retried(cancel: BaseException) -> None:
    """Cancelled is unexpected/cancelled, alone, in a group, and as the cause of something that says nothing."""
    cause = RuntimeError("worker stopped")
    cause.__cause__ = cancel
    for failure in (cancel, BaseExceptionGroup("g", [BaseExceptionGroup("h", [cancel])]), cause):
        answer = explain(failure)

        assert (answer.category, answer.reason) == ("unexpected", "cancelled"), failure
        assert (answer.retryable, answer.cancelled) == (False, True)
        assert classify_error(failure) == "unexpected"


def test_futures_cancelled() -> None:
    """A cancelled future of concurrent.futures is cancelled too."""
    future: concurrent.futures.Future[int] = concurrent.futures.Future()
    future.cancel()

    with pytest.raises(concurrent.futures.CancelledError) as caught:
        future.result(timeout=0)

    assert explain(caught.value).cancelled is True


def test_interrupt_in_a_group_is_the_users_wish() -> None:
    """Ctrl-C beside a network failure stops; a cancelled task beside one does not."""
    reset = ConnectionResetError(104, "reset")

    assert explain(BaseExceptionGroup("g", [reset, KeyboardInterrupt()])).cancelled is True
    assert explain(BaseExceptionGroup("g", [KeyboardInterrupt(), reset])).retryable is False
    assert explain(BaseExceptionGroup("g", [reset, asyncio.CancelledError()])).retryable is True
    assert explain(BaseExceptionGroup("g", [asyncio.CancelledError(), LookupError("odd")])).cancelled is False


def test_timeout_caused_by_cancellation_is_a_timeout() -> None:
    """asyncio.timeout() cancels inside and raises TimeoutError from it: that is a timeout."""

    async def main() -> None:
        async with asyncio.timeout(0):
            await asyncio.Event().wait()

    with pytest.raises(TimeoutError) as caught:
        asyncio.run(main())

    answer = explain(caught.value)
    assert (answer.category, answer.cancelled) == ("timeout", False)


def test_retry_error_is_unwrapped() -> None:
    """tenacity's RetryError is what its last attempt was; an unfinished attempt is not waited for."""

    @tenacity.retry(stop=tenacity.stop_after_attempt(2))
    def fails() -> None:
        raise ConnectionRefusedError(111, "no")

    with pytest.raises(tenacity.RetryError) as caught:
        fails()

    assert explain(caught.value).reason == "refused"
    unfinished = tenacity.RetryError(tenacity.Future(1))
    assert gather(unfinished).unread[0].depth == 0
    assert classify_error(unfinished) == "unexpected"
    finished = tenacity.Future(1)
    finished.set_result(5)
    assert len(walk(tenacity.RetryError(finished))) == 1


def test_exception_among_arguments_and_attributes() -> None:
    """Wrappers keep the original in an argument or an attribute of any name."""
    held = Exception("wrapped")
    held.orig = ConnectionResetError(104, "reset")  # type: ignore[attr-defined]

    assert explain(Exception("wrapped", ConnectionRefusedError(111, "no"))).reason == "refused"
    assert explain(held).reason == "reset"


def test_members_that_raise() -> None:
    """A group, a dict or an attempt that raises when read costs its links, not the others."""

    class Broken(BaseExceptionGroup[BaseException]):
        @property
        def exceptions(self) -> Any:
            raise RuntimeError

    group = Broken("timed out", [ValueError("x")])
    group.__cause__ = TimeoutError()
    assert classify_error(group) == "timeout"

    class Attempt:
        def done(self) -> bool:
            raise RuntimeError

    odd = Exception("timed out")
    odd.last_attempt = Attempt()  # type: ignore[attr-defined]
    assert classify_error(odd) == "timeout"

    class NoDict(Exception):
        @property
        def __dict__(self) -> Any:  # type: ignore[override]
            raise RuntimeError

    assert classify_error(NoDict("timed out")) == "timeout"


def test_converter_keeps_the_chain() -> None:
    """`__cause__` of the converted exception is the original with its own causes."""
    failure = caused(RuntimeError("step failed"), TimeoutError())

    converted = convert_http_error_to_nexus_error(failure)

    assert converted.__cause__ is failure
    assert converted.classification is not None
    assert converted.classification.cause_depth == 1
    assert str(converted) == "Timeout: step failed"


def test_json_error_is_no_value_error() -> None:
    """A JSONDecodeError is invalid output although it is a ValueError, also as the cause of one."""
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads("")

    assert classify_error(caught.value) == "invalid_output"
    assert classify_error(caused(ValueError("bad answer"), caught.value)) == "invalid_output"
    assert classify_error(ValueError("bad answer")) == "unexpected"
