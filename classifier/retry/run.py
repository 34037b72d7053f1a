"""
What is decided and recorded after each attempt of one call? The callables that tenacity's loop asks; not the loop.
"""

from __future__ import annotations

import inspect
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from contextvars import Token
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from classifier.classification import Classification
from classifier.retry.budget import RetryBudget
from classifier.retry.clock import Clock, FakeClock, current_clock
from classifier.retry.context import (
    NOTE_PREFIX,
    AttemptRecord,
    RetryContext,
    RetryDetails,
    RetryHook,
    enter_context,
    leave_context,
    note,
)
from classifier.retry.decision import Action, Decision, DecisionReason, decide
from classifier.retry.policy import RetryPolicy

if TYPE_CHECKING:
    from tenacity import RetryCallState

__all__ = ["BeforeRetry", "Explainer", "Options", "Run", "default_explainer"]

logger = logging.getLogger(__name__)

Arguments = tuple[tuple[object, ...], Mapping[str, object]]
BeforeRetry = Callable[[RetryDetails, tuple[Any, ...], dict[str, Any]], Arguments | Awaitable[Arguments | None] | None]
"""Gets details, positional and keyword arguments; returns the new ones, or None to keep them."""


class Explainer(Protocol):
    """Whatever can say what a failure is."""

    def explain(self, failure: Any, /) -> Classification:
        """Return what `failure` is."""
        ...


def default_explainer() -> Explainer:
    """Return the process's classifier."""
    from classifier.engine import get_classifier

    return get_classifier()


@dataclass(frozen=True, slots=True)
class Options:
    """The arguments of `classifier.retry.retry`, checked."""

    policy: RetryPolicy
    budget: RetryBudget | None
    retry_on: tuple[type[Exception], ...]
    idempotent: bool
    on_retry: RetryHook | None
    on_give_up: RetryHook | None
    before_retry: BeforeRetry | None
    classifier: Explainer | None
    rng: random.Random | None

    def __post_init__(self) -> None:
        policy: object = self.policy  # a user's program may not be type-checked
        if not isinstance(policy, RetryPolicy):
            msg = f"policy is {policy!r}; expected a RetryPolicy, such as RetryPolicy(max_retries=3)"
            raise TypeError(msg)
        rng: object = self.rng
        if rng is not None and not isinstance(rng, random.Random):
            # Found at the first wait, it would take the place of the caller's failure.
            msg = f"rng is {rng!r}; expected a random.Random, such as random.Random(7)"
            raise TypeError(msg)


class Run:
    """
    One call with all its attempts.

    tenacity asks `should_retry` after each attempt; when that answers no, tenacity re-raises the very exception
    object, or returns the result. `wait_s` and `should_stop` repeat what was decided.
    """

    def __init__(
        self,
        name: str,
        options: Options,
        context: RetryContext | None,
        args: tuple[object, ...],
        kwargs: dict[str, object],
    ) -> None:
        self.name = name
        self.args = args
        self.kwargs = kwargs
        self.context = RetryContext() if context is None else context
        self._options = options
        self._clock: Clock = current_clock()
        self._started_s = self._attempt_started_s = self._clock.now_s()
        self._settled_attempt = 0
        self._spent = 0.0
        self._decision: Decision | None = None
        self._failure: Exception | None = None
        self._token: Token[RetryContext | None] | None = None

    def __enter__(self) -> Run:
        self.context.begin()
        self._token = enter_context(self.context)
        return self

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            leave_context(self._token)

    def sleep_option(self, *, is_async: bool = False) -> dict[str, Any]:
        """Return the `sleep=` for tenacity: none for its own, the fake one while `classifier.testing` is on."""
        if not isinstance(self._clock, FakeClock):
            return {}
        return {"sleep": self._clock.asleep if is_async else self._clock.sleep}

    def begin_attempt(self) -> None:
        """Remember when the attempt begins."""
        self._attempt_started_s = self._clock.now_s()

    def raise_failure(self) -> None:
        """Raise the failure of the last attempt, if tenacity returned nevertheless."""
        # The standard library's Future takes an exception that is false, such as one with a length of 0, for none.
        if self._failure is not None:
            raise self._failure

    def should_retry(self, state: RetryCallState) -> bool:
        """Decide about the attempt that just ended."""
        details = self._settle(state)
        if details is None:
            return False
        if details.decision.is_retry and self._options.before_retry is not None:
            try:
                self._take(self._options.before_retry(details, self.args, dict(self.kwargs)))
            except Exception as exc:  # noqa: BLE001 - the caller shall see its own failure, not the repair's
                details = self._repair_failed(details, exc)
        hook = self._conclude(details)
        if hook is not None:
            try:
                hook(details)
            except Exception:
                logger.warning("%s: a retry hook raised and was ignored", self.name, exc_info=True)
        return details.decision.is_retry

    async def should_retry_async(self, state: RetryCallState) -> bool:
        """Decide about the attempt that just ended; hooks may be coroutine functions."""
        details = self._settle(state)
        if details is None:
            return False
        if details.decision.is_retry and self._options.before_retry is not None:
            try:
                arguments = self._options.before_retry(details, self.args, dict(self.kwargs))
                self._take(await arguments if inspect.isawaitable(arguments) else arguments)
            except Exception as exc:  # noqa: BLE001 - as above
                details = self._repair_failed(details, exc)
        hook = self._conclude(details)
        if hook is not None:
            try:
                result = hook(details)
                if inspect.isawaitable(result):
                    await result
            except Exception:
                logger.warning("%s: a retry hook raised and was ignored", self.name, exc_info=True)
        return details.decision.is_retry

    def wait_s(self, state: RetryCallState) -> float:
        """Return the wait that was decided."""
        # tenacity skips the question for its own TryAgain, so it is asked here: no failure gets around the decision.
        if self._settled_attempt != state.attempt_number:
            self.should_retry(state)
        return 0.0 if self._decision is None else self._decision.wait_s

    async def wait_s_async(self, state: RetryCallState) -> float:
        """Return the wait that was decided."""
        if self._settled_attempt != state.attempt_number:
            await self.should_retry_async(state)
        return 0.0 if self._decision is None else self._decision.wait_s

    def should_stop(self, _: RetryCallState) -> bool:
        """Tell whether stop was decided."""
        return self._decision is None or not self._decision.is_retry

    def _settle(self, state: RetryCallState) -> RetryDetails | None:
        """Decide, spend from the budget, record; None if there is nothing to decide."""
        self._settled_attempt = attempt = state.attempt_number
        self._decision = None
        exc = None if state.outcome is None else state.outcome.exception()
        if exc is not None and not isinstance(exc, Exception):
            return None
        self._failure = exc
        now_s = self._clock.now_s()
        elapsed_s = max(0.0, now_s - self._started_s)
        budget = self._options.budget
        started_s = self._attempt_started_s - self._started_s
        if exc is None:
            self.context.attempts.append(AttemptRecord(attempt, started_s, elapsed_s))
            if budget is not None:
                budget.pay_back(self._spent)
            return None
        classification = self._explained(exc)
        if classification is None:
            decision = Decision(Action.STOP, 0.0, DecisionReason.CLASSIFIER_FAILED)
        else:
            decision = decide(
                classification,
                attempt,
                elapsed_s,
                self._options.policy,
                rng=self._options.rng or self._clock.rng,
                idempotent=self._options.idempotent,
                response_started=self.context.response_started,
                opted_in=isinstance(exc, self._options.retry_on),
            )
        if decision.is_retry and budget is not None and not self._spend(budget, classification):
            decision = replace(decision, action=Action.STOP, wait_s=0.0, reason=DecisionReason.BUDGET)
        record = AttemptRecord(attempt, started_s, elapsed_s, type(exc).__name__, classification, decision)
        self.context.attempts.append(record)
        self._decision = decision
        return RetryDetails(self.name, attempt, exc, classification, decision, elapsed_s, self.context)

    def _spend(self, budget: RetryBudget, classification: Classification | None) -> bool:
        throttled = classification is not None and classification.category == "rate_limit"
        self._spent = budget.spend(throttled=throttled)
        return self._spent > 0

    def _explained(self, exc: Exception) -> Classification | None:
        try:
            found: object = (self._options.classifier or default_explainer()).explain(exc)
        except Exception:
            logger.warning("%s: the classifier raised, so nothing is retried", self.name, exc_info=True)
            return None
        if not isinstance(found, Classification):
            logger.warning("%s: the classifier returned %s, so nothing is retried", self.name, type(found).__name__)
            return None
        return found

    def _take(self, arguments: object) -> None:
        if arguments is None:
            return
        if not (
            isinstance(arguments, tuple)
            and len(arguments) == 2
            and isinstance(arguments[0], tuple)
            and isinstance(arguments[1], Mapping)
        ):
            msg = f"before_retry returned {type(arguments).__name__}; expected None or a tuple (args, kwargs)"
            raise TypeError(msg)
        self.args, self.kwargs = arguments[0], dict(arguments[1])

    def _repair_failed(self, details: RetryDetails, exc: Exception) -> RetryDetails:
        logger.warning("%s: before_retry raised %s, so nothing is retried", self.name, type(exc).__name__, exc_info=exc)
        self._decision = decision = replace(
            details.decision, action=Action.STOP, wait_s=0.0, reason=DecisionReason.REPAIR_FAILED
        )
        self.context.attempts[-1] = replace(self.context.attempts[-1], decision=decision)
        return replace(details, decision=decision)

    def _conclude(self, details: RetryDetails) -> RetryHook | None:
        """Reset what belongs to one attempt, or leave the note; return the hook that is to be told."""
        if details.decision.is_retry:
            self.context.response_started = False
            return self._options.on_retry
        add_note(details.exception, note(self.context))
        return self._options.on_give_up


def add_note(exc: Exception, line: str) -> None:
    """Add `line` to the notes of `exc` in place of an earlier one of ours; never raises."""
    try:
        notes = getattr(exc, "__notes__", None)
        if isinstance(notes, list):
            notes[:] = [each for each in notes if not (isinstance(each, str) and each.startswith(NOTE_PREFIX))]
        exc.add_note(line)
    except Exception:  # noqa: BLE001 - an exception class that refuses attributes still has to reach its caller
        logger.debug("no note could be added to %s", type(exc).__name__)
