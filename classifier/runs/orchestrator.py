"""
Who runs the steps, and what does a failure make of the run? It ends as FAILED, on record (C5 FR5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from classifier.runs.conduct import Chooser, Step, conduct, drive, drive_async
from classifier.runs.hooks import FailureHooks
from classifier.runs.run import Run
from classifier.runs.store import RunStore

__all__ = ["DynamicOrchestrator", "Orchestrator"]

OnFailure = Literal["raise", "return"]


class _Base:
    def __init__(self, store: RunStore | None, hooks: FailureHooks | None, on_failure: OnFailure) -> None:
        if on_failure not in ("raise", "return"):
            msg = f"on_failure is {on_failure!r}; expected 'raise' or 'return'"
            raise ValueError(msg)
        self.store = store
        self.hooks = hooks or FailureHooks()
        self.on_failure = on_failure

    def _prepared(self, project: str, inputs: Mapping[str, object] | None, run_id: str | None) -> Run:
        if self.store is None:
            if run_id is not None:
                msg = f"run_id {run_id!r} was given to an orchestrator without a store; pass store=RunStore(path)"
                raise ValueError(msg)
            run = Run(project)
        else:
            self.store.recover()
            # A new run is first stored as running, under its lock: a process that dies leaves none that waits for ever.
            run = Run(project) if run_id is None else self.store.load(run_id)
        run.results.update(inputs or {})
        return run

    def _run(self, run: Run, choose: Chooser, max_steps: int) -> Run:
        try:
            drive(conduct(run, choose, self.hooks, self.store, max_steps))
        except Exception:
            if self.on_failure == "raise" or run.exception is None:
                raise
        return run

    async def _arun(self, run: Run, choose: Chooser, max_steps: int) -> Run:
        try:
            await drive_async(conduct(run, choose, self.hooks, self.store, max_steps))
        except Exception:
            if self.on_failure == "raise" or run.exception is None:
                raise
        return run


class Orchestrator(_Base):
    """
    A fixed sequence of steps.

    Args:
        steps: In their order.
        store: Keeps the runs; None keeps them in memory only.
        hooks: Who is told of a failure.
        on_failure: `"raise"` lets the step's exception reach the caller, after the run is recorded; `"return"` returns
            the run, whose `status` is `"FAILED"` and whose `exception` is that object.

    Raises:
        ValueError: If there is no step, or two have one name.
    """

    def __init__(
        self,
        steps: Sequence[Step],
        *,
        store: RunStore | None = None,
        hooks: FailureHooks | None = None,
        on_failure: OnFailure = "raise",
    ) -> None:
        super().__init__(store, hooks, on_failure)
        self.steps = tuple(steps)
        names = [step.name for step in self.steps]
        doubles = sorted({name for name in names if names.count(name) > 1})
        if not names or doubles:
            msg = f"steps have the names {names}; expected at least one step, and every name once"
            raise ValueError(msg)

    def run_full_project(
        self, project: str = "project", inputs: Mapping[str, object] | None = None, *, run_id: str | None = None
    ) -> Run:
        """
        Run all steps.

        Args:
            project: Name of what is run.
            inputs: What the first step finds among its results.
            run_id: A run that `store.create` made; None makes a new one.

        Raises:
            Exception: What a step raised, unless `on_failure` is `"return"`.
            RunLockedError: If another process runs it, or it has ended.
        """
        return self._run(self._prepared(project, inputs, run_id), self._chooser(), len(self.steps))

    async def arun_full_project(
        self, project: str = "project", inputs: Mapping[str, object] | None = None, *, run_id: str | None = None
    ) -> Run:
        """As `run_full_project`, inside an event loop."""
        return await self._arun(self._prepared(project, inputs, run_id), self._chooser(), len(self.steps))

    def _chooser(self) -> Chooser:
        left: Iterator[Step] = iter(self.steps)
        return lambda _: next(left, None)


class DynamicOrchestrator(_Base):
    """
    Steps that are chosen one by one from what happened so far.

    Args:
        choose: Gets the run with its steps and results; returns the next step, or None at the end.
        max_steps: A run that comes to no end fails after so many, with the reason `turn_limit`.
        store, hooks, on_failure: As in `Orchestrator`.

    Raises:
        ValueError: If `max_steps` is below 1.
    """

    def __init__(
        self,
        choose: Chooser,
        *,
        max_steps: int = 100,
        store: RunStore | None = None,
        hooks: FailureHooks | None = None,
        on_failure: OnFailure = "raise",
    ) -> None:
        super().__init__(store, hooks, on_failure)
        if max_steps < 1:
            msg = f"max_steps is {max_steps!r}; expected 1 or more"
            raise ValueError(msg)
        self.choose = choose
        self.max_steps = max_steps

    def run(
        self, project: str = "project", inputs: Mapping[str, object] | None = None, *, run_id: str | None = None
    ) -> Run:
        """Run until the chooser says that it is done; arguments and exceptions as `Orchestrator.run_full_project`."""
        return self._run(self._prepared(project, inputs, run_id), self.choose, self.max_steps)

    async def arun(
        self, project: str = "project", inputs: Mapping[str, object] | None = None, *, run_id: str | None = None
    ) -> Run:
        """As `run`, inside an event loop."""
        return await self._arun(self._prepared(project, inputs, run_id), self.choose, self.max_steps)
