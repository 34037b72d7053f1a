"""Our decision inside other libraries' loops, each with the real library."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Protocol, TypedDict

import pytest
import stamina
import tenacity

from classifier.classification import Classification
from classifier.retry import RetryPolicy
from classifier.retry.handover import celery_retry, for_stamina, for_tenacity, retry_on, to_temporal
from classifier.testing import scripted, scripted_async


class Known(Protocol):
    """The classifier of conftest.py."""

    def explain(self, failure: object, /) -> Classification:
        """Return what it is."""
        ...


def _throttled(told_s: float) -> RuntimeError:
    error = RuntimeError("throttled")
    error.retry_after_s = told_s  # type: ignore[attr-defined]
    return error


def test_tenacity_follows_the_decision(known: Known) -> None:
    """tenacity waits as told, retries what can pass, and re-raises the very object."""
    waits: list[float] = []
    error = ValueError("bad")
    function = scripted(_throttled(7.0), RuntimeError("not_json"), error)
    wrapped = tenacity.retry(**for_tenacity(classifier=known), sleep=waits.append)(function)

    with pytest.raises(ValueError, match="bad") as caught:
        wrapped()

    assert caught.value is error
    assert waits[0] == 7.0
    assert 0 <= waits[1] <= 0.5
    assert function.call_count == 3


@pytest.mark.asyncio
async def test_async_tenacity_follows_the_decision(known: Known) -> None:
    """The same set serves the asynchronous loop, and ends it."""
    function = scripted_async(*[TimeoutError()] * 3)
    loop = tenacity.AsyncRetrying(
        **for_tenacity(RetryPolicy(max_retries=2), classifier=known), sleep=scripted_async(None, None)
    )

    with pytest.raises(TimeoutError):
        await loop(function)

    assert function.call_count == 3


def test_tenacity_leaves_interrupts_alone(known: Known) -> None:
    """What is no Exception passes tenacity's loop at once."""
    function = scripted(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        tenacity.Retrying(**for_tenacity(classifier=known))(function)

    assert function.call_count == 1


def test_stamina_follows_the_decision(known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    """stamina gets yes, no, or the told wait in seconds."""
    hook = for_stamina(classifier=known)
    assert hook(_throttled(7.0)) == 7.0
    assert hook(_throttled(3600.0)) is False
    assert hook(TimeoutError()) is True
    assert hook(ValueError("bad")) is False

    with stamina.set_testing(True, attempts=5):
        good = scripted(TimeoutError(), _throttled(0.0), "answer")
        assert stamina.retry(on=hook, attempts=5)(good)() == "answer"
        bad = scripted(ValueError("bad"))
        with pytest.raises(ValueError, match="bad"):
            stamina.retry(on=hook, attempts=5)(bad)()
    assert (good.call_count, bad.call_count) == (3, 1)


class _State(TypedDict):
    answer: str


def test_langgraph_retries_what_can_pass(known: Known) -> None:
    """A LangGraph node is run again for a timeout, and not for a wrong request."""
    from langgraph.graph import END, START, StateGraph
    from langgraph.types import RetryPolicy as NodePolicy

    def answer(script: Any) -> str:
        graph = StateGraph(_State)
        policy = NodePolicy(initial_interval=0.0, jitter=False, max_attempts=4, retry_on=retry_on(classifier=known))
        graph.add_node("ask", lambda state: {"answer": script()}, retry_policy=policy)
        graph.add_edge(START, "ask")
        graph.add_edge("ask", END)
        return str(graph.compile().invoke({"answer": ""})["answer"])

    good, bad = scripted(TimeoutError(), ConnectionError(), "fine"), scripted(KeyError("no such field"))
    assert answer(good) == "fine"
    with pytest.raises(KeyError):
        answer(bad)
    assert (good.call_count, bad.call_count) == (3, 1)


def test_langchain_middleware_retries_what_can_pass(known: Known) -> None:
    """LangChain's own check takes the predicate and answers as we decide."""
    from langchain.agents.middleware import ModelRetryMiddleware

    middleware = ModelRetryMiddleware(
        max_retries=3, retry_on=retry_on(classifier=known), initial_delay=0.0, jitter=False, on_failure="error"
    )
    good, bad = scripted(TimeoutError(), "fine"), scripted(ValueError("bad"))

    result = middleware.wrap_model_call(None, lambda request: good())  # type: ignore[arg-type]
    assert result == "fine"
    with pytest.raises(ValueError, match="bad"):
        middleware.wrap_model_call(None, lambda request: bad())  # type: ignore[arg-type]
    assert (good.call_count, bad.call_count) == (2, 1)


def test_celery_task_is_scheduled_again_or_fails(known: Known) -> None:
    """A bound task is retried with the decided countdown, and fails with its own exception otherwise."""
    from celery import Celery

    app = Celery("tests", broker="memory://", backend="cache+memory://")
    app.conf.task_always_eager = True

    def task_for(script: Any) -> Any:
        @app.task(bind=True, name=f"ask_{id(script)}")  # type: ignore[untyped-decorator]
        def ask(self: Any) -> Any:
            try:
                return script()
            except Exception as exc:
                celery_retry(self, exc, classifier=known)

        return ask

    error = ValueError("bad")
    good, bad = scripted(RuntimeError("not_json"), TimeoutError(), "fine"), scripted(error)
    endless = scripted(*[TimeoutError("slow")] * 9)

    assert task_for(good).delay().get() == "fine"
    with pytest.raises(ValueError, match="bad") as caught:
        task_for(bad).delay().get()
    with pytest.raises(TimeoutError):
        task_for(endless).delay().get()
    assert caught.value is error
    assert (good.call_count, bad.call_count, endless.call_count) == (3, 1, 4)


@pytest.mark.asyncio
async def test_temporal_activity_tells_the_server(known: Known) -> None:
    """An activity's error carries category, next delay and finality, seen in Temporal's own activity environment."""
    from temporalio import activity
    from temporalio.exceptions import ApplicationError
    from temporalio.testing import ActivityEnvironment

    @activity.defn  # type: ignore[untyped-decorator]
    async def ask(told_s: float | None) -> None:
        try:
            raise ValueError("bad") if told_s is None else _throttled(told_s)
        except Exception as exc:
            raise to_temporal(exc, activity.info().attempt, classifier=known) from exc

    async def error(told_s: float | None) -> ApplicationError:
        with pytest.raises(ApplicationError) as caught:
            await ActivityEnvironment().run(ask, told_s)
        return caught.value

    passing, parked, final = await error(7.0), await error(3600.0), await error(None)
    assert (passing.type, passing.non_retryable, passing.next_retry_delay) == (
        "rate_limit",
        False,
        timedelta(seconds=7),
    )
    assert (parked.non_retryable, parked.next_retry_delay) == (True, None)
    assert (final.type, final.non_retryable, final.message) == ("unexpected", True, "ValueError")
    assert isinstance(final.__cause__, ValueError)


def test_classifier_that_raises_means_no_retry() -> None:
    """A broken classifier never makes another loop go on."""

    class Broken:
        def explain(self, failure: object, /) -> Classification:
            raise LookupError

    assert retry_on(classifier=Broken())(TimeoutError()) is False
    assert to_temporal(TimeoutError(), 1, classifier=Broken()).non_retryable
