"""
How does a run go from step to step, and what is recorded when one fails? Written once, driven sync or async.

The conductor is a generator: it yields what is to be called next and is sent the result, or thrown the exception.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from classifier.errors import UnexpectedSystemError
from classifier.runs.hooks import FailedRun, FailureHooks, hook_failed
from classifier.runs.run import Run, failure_of, interrupted_failure, traceback_text
from classifier.runs.store import RunStore
from classifier.telemetry import count_classification

__all__ = ["CHOOSING", "Conduct", "Step", "conduct", "drive", "drive_async"]

logger = logging.getLogger(__name__)

CHOOSING: Final = "(choosing the next step)"
"""Stands for the step while no step is chosen."""

Results = Mapping[str, object]
"""What the steps before returned, by their names, with the inputs of the run."""


@dataclass(frozen=True, slots=True)
class Step:
    """
    One step.

    Attributes:
        name: Its result is found under this name.
        func: Gets the results so far; a function or a coroutine function.
    """

    name: str
    func: Callable[[Results], object]


Chooser = Callable[[Run], object]
"""Gets the run so far and returns the next step, or None at the end; may be a coroutine function."""

Conduct = Generator[Callable[[], object], Any, None]


def conduct(run: Run, choose: Chooser, hooks: FailureHooks, store: RunStore | None, max_steps: int) -> Conduct:
    """
    Conduct a run.

    Raises:
        Exception: The very object that a step, or the choice of one, raised; the run is recorded as failed before.
    """
    with nullcontext() if store is None else store.claim(run):
        step_name = CHOOSING
        try:
            run.start()
            _save(store, run)
            while (step := _checked((yield partial(choose, run)))) is not None:
                _check_length(run, max_steps)
                step_name = step.name
                run.begin_step(step_name)
                _save(store, run)
                result = yield partial(step.func, run.results)
                run.end_step(result)
                _save(store, run)
                step_name = CHOOSING
            run.succeed()
            _save(store, run)
        except Exception as exc:
            failed = _fail(run, exc, step_name, store)
            hook = hooks.hook_for(failed.classification)
            if hook is not None:
                try:
                    yield partial(hook, failed)
                except Exception as hook_exc:  # noqa: BLE001 - the failure of the run is what counts
                    hook_failed(failed, hook_exc)
            raise
        finally:
            if not run.is_ended:
                # Whatever is no Exception: the run was cancelled, the process is about to leave.
                run.fail(interrupted_failure(step_name, "cancelled", "the caller cancelled"))
                _save(store, run)


def drive(work: Conduct) -> None:
    """
    Carry out a conduct; coroutines run in one event loop that lives as long as the run.

    Raises:
        RuntimeError: If a step is a coroutine and an event loop runs already.
    """
    runner: asyncio.Runner | None = None
    try:
        move: Callable[[], Callable[[], object]] = partial(next, work)
        while (wanted := _next_call(move)) is not None:
            try:
                outcome = wanted()
                if inspect.isawaitable(outcome):
                    runner = runner or asyncio.Runner()
                    outcome = runner.run(_awaited(outcome))
            except Exception as exc:  # noqa: BLE001 - the conductor decides, and raises it again
                move = partial(work.throw, exc)
            else:
                move = partial(work.send, outcome)
    finally:
        work.close()
        if runner is not None:
            runner.close()


async def drive_async(work: Conduct) -> None:
    """Carry out a conduct in the running event loop; synchronous steps run in it too, and block it while they run."""
    try:
        move: Callable[[], Callable[[], object]] = partial(next, work)
        while (wanted := _next_call(move)) is not None:
            try:
                outcome = wanted()
                if inspect.isawaitable(outcome):
                    outcome = await outcome
            except Exception as exc:  # noqa: BLE001 - the conductor decides, and raises it again
                move = partial(work.throw, exc)
            else:
                move = partial(work.send, outcome)
    finally:
        work.close()


def _next_call(move: Callable[[], Callable[[], object]]) -> Callable[[], object] | None:
    wanted: Callable[[], object] | None = None
    try:
        wanted = move()
    except StopIteration:
        pass  # the conduct is at its end
    return wanted


async def _awaited(outcome: Awaitable[object]) -> object:
    return await outcome


def _checked(chosen: object) -> Step | None:
    if chosen is not None and not isinstance(chosen, Step):
        msg = f"the chooser returned {type(chosen).__name__}; expected a Step, or None at the end"
        raise TypeError(msg)
    return chosen


def _check_length(run: Run, max_steps: int) -> None:
    if len(run.steps) >= max_steps:
        msg = f"run {run.id} took {max_steps} steps and came to no end; raise max_steps if it needs more"
        raise UnexpectedSystemError(msg, reason="turn_limit")


def _save(store: RunStore | None, run: Run) -> None:
    if store is not None:
        store.save(run)


def _fail(run: Run, exc: Exception, step_name: str, store: RunStore | None) -> FailedRun:
    ref, text = traceback_text(exc)
    failure, found = failure_of(exc, step_name, ref)
    run.fail(failure, exc)
    count_classification(found)
    logger.error(
        "run %s of %r FAILED in step %r: %s/%s after %d attempt%s: %s [%s]",
        run.id,
        run.project,
        step_name,
        failure.category,
        failure.reason,
        failure.attempts,
        "" if failure.attempts == 1 else "s",
        failure.message,
        ref,
    )
    if store is not None:
        store.save(run, (ref, text))
    return FailedRun(run, failure, exc, found)
