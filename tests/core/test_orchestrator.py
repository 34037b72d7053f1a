"""What an orchestrator makes of a step's failure."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from classifier import (
    InvalidModelOutputError,
    ModelRateLimitError,
    NexusCoreError,
    PatchApplyError,
    SandboxExecutionError,
    UnexpectedSystemError,
)
from classifier.llm import OpenAILLM
from classifier.llm.testing import ProviderServer, answer, failure
from classifier.retry import call
from classifier.runs import (
    BaseAgent,
    DynamicOrchestrator,
    FailedRun,
    FailureHooks,
    Orchestrator,
    Run,
    RunStatus,
    RunStore,
    Step,
)
from classifier.testing import no_sleep, scripted

Results = Mapping[str, object]


def raising(exc: Exception) -> Step:
    def func(_: Results) -> None:
        raise exc

    return Step("build", func)


def test_t9_failed_agent_call_makes_the_run_failed(tmp_path: Path) -> None:
    """T9, gate G1: a provider's failure ends the run as FAILED, on record before it reaches the caller."""
    store = RunStore(tmp_path / "runs.db")
    with (
        no_sleep(),
        ProviderServer() as server,
        OpenAILLM("some-model", api_key="key", base_url=server.url("openai")) as llm,
    ):
        server.script(answer("a plan"), *[failure(503)] * 4)
        agent = BaseAgent(llm)
        steps = [
            Step("plan", lambda _: agent.execute_llm_task("plan")),
            Step("code", lambda results: agent.execute_llm_task(f"code {results['plan']}")),
            Step("test", lambda _: pytest.fail("a step after the failed one ran")),
        ]

        with pytest.raises(NexusCoreError) as caught:
            Orchestrator(steps, store=store).run_full_project("shop")

    (run,) = store.runs()
    assert run.status == "FAILED"
    assert [(step.name, str(step.status)) for step in run.steps] == [("plan", "SUCCEEDED"), ("code", "FAILED")]
    assert run.failure is not None
    assert (run.failure.category, run.failure.reason, run.failure.step) == ("connection", "overloaded", "code")
    assert run.failure.attempts == 4
    assert "fallback_model" in run.failure.hints
    assert run.failure.error_class == type(caught.value).__name__ == "ModelConnectionError"
    assert "InternalServerError" in (store.traceback(run.failure.traceback_ref) or "")


def test_t9_dynamic_orchestrator_makes_the_run_failed(tmp_path: Path) -> None:
    """T9: the dynamic orchestrator records a failure in the same way."""
    store = RunStore(tmp_path / "runs.db")
    exc = ModelRateLimitError("slow down")

    with pytest.raises(ModelRateLimitError) as caught:
        DynamicOrchestrator(lambda _: raising(exc), store=store).run("shop")

    (run,) = store.runs(status="FAILED")
    assert caught.value is exc
    assert run.failure is not None
    assert (run.failure.category, run.failure.step) == ("rate_limit", "build")


def test_failed_run_is_returned_where_the_caller_chose_so() -> None:
    """With `on_failure="return"` the run carries the very exception, and the status says what happened."""
    exc = SandboxExecutionError("exit status 1")

    run = Orchestrator([raising(exc)], on_failure="return").run_full_project()

    assert run.status == "FAILED"
    assert run.exception is exc
    assert run.failure is not None
    assert run.failure.message == "exit status 1"


def test_steps_pass_their_results_on() -> None:
    """Each step gets the inputs and the results of those before; coroutine functions are steps too."""

    async def double(results: Results) -> int:
        await asyncio.sleep(0)
        return int(str(results["start"])) * 2

    steps = [Step("double", double), Step("text", lambda results: f"got {results['double']}")]

    run = Orchestrator(steps).run_full_project("sums", {"start": 21})
    arun = asyncio.run(Orchestrator(steps).arun_full_project("sums", {"start": 21}))

    assert run.status == arun.status == "SUCCEEDED"
    assert run.results["text"] == arun.results["text"] == "got 42"


def test_asynchronous_steps_of_one_run_share_their_loop() -> None:
    """A client opened in one step can be used in the next."""
    loops = []

    async def step(_: Results) -> None:
        loops.append(asyncio.get_running_loop())

    Orchestrator([Step("a", step), Step("b", step)]).run_full_project()

    assert loops[0] is loops[1]


def test_asynchronous_failure_is_recorded_too() -> None:
    """A coroutine's exception is handled like a function's."""
    exc = PatchApplyError("hunk 2 failed")

    async def step(_: Results) -> None:
        raise exc

    for run in (
        Orchestrator([Step("patch", step)], on_failure="return").run_full_project(),
        asyncio.run(Orchestrator([Step("patch", step)], on_failure="return").arun_full_project()),
        asyncio.run(DynamicOrchestrator(lambda _: Step("patch", step), on_failure="return").arun()),
    ):
        assert run.exception is exc
        assert run.status == "FAILED"


def test_next_step_is_chosen_from_what_happened() -> None:
    """The chooser sees steps and results, and ends the run with None."""

    def choose(run: Run) -> Step | None:
        count = len(run.steps)
        return Step(f"try {count}", lambda _: count) if run.results.get("try 2") is None else None

    run = DynamicOrchestrator(choose).run()

    assert [step.name for step in run.steps] == ["try 0", "try 1", "try 2"]
    assert run.status == "SUCCEEDED"


def test_run_without_end_fails() -> None:
    """`max_steps` ends a run whose chooser never does."""
    run = DynamicOrchestrator(lambda _: Step("again", lambda _: None), max_steps=3, on_failure="return").run()

    assert run.failure is not None
    assert (run.failure.category, run.failure.reason) == ("unexpected", "turn_limit")
    assert len(run.steps) == 3


def test_chooser_that_raises_fails_the_run() -> None:
    """A failure while choosing is a failure of the run."""

    def choose(_: Run) -> Step:
        raise KeyError("no plan")

    run = DynamicOrchestrator(choose, on_failure="return").run()

    assert run.failure is not None
    assert run.failure.step == "(choosing the next step)"
    assert run.failure.reason == "programming_error"


@pytest.mark.parametrize(
    ("exc", "told"),
    [
        (ModelRateLimitError("x"), "transient"),
        (InvalidModelOutputError("x"), "transient"),
        (SandboxExecutionError("x"), "learnable"),
        (PatchApplyError("x"), "learnable"),
        (UnexpectedSystemError("x"), "unexpected"),
        (KeyError("x"), "unexpected"),
        (ConnectionResetError("x"), "transient"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else value,
)
def test_hook_of_the_category_is_told(exc: Exception, told: str) -> None:
    """CR-NEXUS-051 §1.3, §4.2: come back later, learn, or look into it; one of the three, after the run is recorded."""
    heard: list[tuple[str, FailedRun]] = []
    hooks = FailureHooks(
        on_transient_exhausted=lambda failed: heard.append(("transient", failed)),
        on_learnable=lambda failed: heard.append(("learnable", failed)),
        on_unexpected=lambda failed: heard.append(("unexpected", failed)),
    )

    Orchestrator([raising(exc)], hooks=hooks, on_failure="return").run_full_project()

    ((name, failed),) = heard
    assert name == told
    assert failed.exception is exc
    assert failed.run.status == "FAILED"


def test_hook_that_raises_does_not_hide_the_failure(caplog: pytest.LogCaptureFixture) -> None:
    """The step's exception reaches the caller; the hook's is logged and noted."""
    exc = SandboxExecutionError("exit status 1")

    async def hook(_: FailedRun) -> None:
        raise RuntimeError("FKB is down")

    with pytest.raises(SandboxExecutionError) as caught, caplog.at_level(logging.ERROR):
        Orchestrator([raising(exc)], hooks=FailureHooks(on_learnable=hook)).run_full_project()

    assert caught.value is exc
    assert "FKB is down" in caplog.text
    assert "the hook for this failure raised RuntimeError" in exc.__notes__


def test_attempts_of_a_retried_step_are_counted() -> None:
    """A step that retries with `classifier.retry` reports its attempts as an agent's task does."""
    step = Step("fetch", lambda _: call(scripted(*[ConnectionResetError("reset")] * 4)))

    with no_sleep():
        run = Orchestrator([step], on_failure="return").run_full_project()

    assert run.failure is not None
    assert run.failure.attempts == 4


def test_message_and_traceback_are_redacted(tmp_path: Path) -> None:
    """No key reaches the store or the log."""
    store = RunStore(tmp_path / "runs.db")
    secret = "sk-abcdefghijklmnopqrstuvwx"

    with pytest.raises(UnexpectedSystemError):
        Orchestrator([raising(UnexpectedSystemError(f"bad key {secret}"))], store=store).run_full_project()

    with sqlite3.connect(store.path) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert "bad key" in dump
    assert secret not in dump


def test_cancelled_run_is_failed_and_the_interrupt_passes(tmp_path: Path) -> None:
    """Ctrl-C leaves no run behind that seems to be running, and is not swallowed."""
    store = RunStore(tmp_path / "runs.db")

    def interrupt(_: Results) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Orchestrator([Step("wait", interrupt)], store=store, on_failure="return").run_full_project()

    (run,) = store.runs()
    assert run.status is RunStatus.FAILED
    assert run.failure is not None
    assert (run.failure.reason, run.failure.step) == ("cancelled", "wait")


def test_cancelled_task_fails_its_run(tmp_path: Path) -> None:
    """Cancelling the task that runs it is recorded, and goes on."""
    store = RunStore(tmp_path / "runs.db")

    async def cancelled_soon() -> None:
        async def wait(_: Results) -> None:
            await asyncio.Event().wait()

        task = asyncio.ensure_future(Orchestrator([Step("wait", wait)], store=store).arun_full_project())
        await asyncio.sleep(0.01)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled_soon())

    (run,) = store.runs()
    assert run.failure is not None
    assert run.failure.reason == "cancelled"


def test_every_change_is_stored_before_the_next_step(tmp_path: Path) -> None:
    """A step that looks finds itself running, and the one before done."""
    store = RunStore(tmp_path / "runs.db")
    seen = []

    def look(_: Results) -> None:
        (run,) = store.runs()
        seen.append([(step.name, str(step.status)) for step in run.steps])

    Orchestrator([Step("first", look), Step("second", look)], store=store).run_full_project()

    assert seen == [[("first", "RUNNING")], [("first", "SUCCEEDED"), ("second", "RUNNING")]]
    assert store.runs()[0].status == "SUCCEEDED"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Orchestrator([]), "at least one step"),
        (lambda: Orchestrator([Step("a", len), Step("a", len)]), "every name once"),
        (lambda: DynamicOrchestrator(lambda _: None, max_steps=0), "1 or more"),
        (lambda: Orchestrator([Step("a", len)]).run_full_project(run_id="1"), "without a store"),
        (lambda: DynamicOrchestrator(lambda _: "a step").run(), "expected a Step"),
    ],
)
def test_wrong_use_is_refused(make: object, message: str) -> None:
    """The message says what was expected."""
    assert callable(make)
    with pytest.raises((ValueError, TypeError), match=message):
        make()


def test_failure_whose_text_raises_is_still_a_failure() -> None:
    """A hostile exception fails the run like any other, and arrives as itself."""

    class Hostile(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no text")

    exc = Hostile()

    run = Orchestrator([raising(exc)], on_failure="return").run_full_project()

    assert run.exception is exc
    assert run.failure is not None
    assert run.failure.error_class == "Hostile"


def test_unknown_way_to_end_is_refused() -> None:
    """A misspelt `on_failure` would decide what happens to failures."""
    with pytest.raises(ValueError, match="'raise' or 'return'"):
        Orchestrator([Step("a", len)], on_failure="ignore")  # type: ignore[arg-type]
