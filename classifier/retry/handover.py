"""
How do other libraries' loops ask our decision? One short adapter each; a library is imported only by its own adapter.

An adapter decides, and the other loop counts, sleeps and raises. Give one loop the work, never two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NoReturn, TypedDict

from classifier.retry.clock import current_clock
from classifier.retry.decision import DEFAULT_POLICY, Action, Decision, DecisionReason, decide
from classifier.retry.policy import RetryPolicy
from classifier.retry.run import Explainer, default_explainer

if TYPE_CHECKING:
    from celery import Task
    from temporalio.exceptions import ApplicationError
    from tenacity import RetryCallState

__all__ = ["TenacityOptions", "celery_retry", "for_stamina", "for_tenacity", "retry_on", "to_temporal"]


class TenacityOptions(TypedDict):
    """What `for_tenacity` returns: keyword arguments of `tenacity.retry`, `Retrying` and `AsyncRetrying`."""

    retry: Callable[[RetryCallState], bool]
    wait: Callable[[RetryCallState], float]
    stop: Callable[[RetryCallState], bool]
    reraise: bool


def for_tenacity(policy: RetryPolicy = DEFAULT_POLICY, classifier: Explainer | None = None) -> TenacityOptions:
    """
    Return `retry=`, `wait=` and `stop=` for tenacity: `@tenacity.retry(**for_tenacity())`.

    All three follow the decision, so nothing is retried against it; other options of tenacity stay free.
    """
    judge = _Judge(policy, classifier)

    def should_retry(state: RetryCallState) -> bool:
        return judge.decision_on(state).is_retry

    def wait_s(state: RetryCallState) -> float:
        return judge.decision_on(state).wait_s

    def should_stop(state: RetryCallState) -> bool:
        return not judge.decision_on(state).is_retry

    return {"retry": should_retry, "wait": wait_s, "stop": should_stop, "reraise": True}


def for_stamina(
    policy: RetryPolicy = DEFAULT_POLICY, classifier: Explainer | None = None
) -> Callable[[Exception], bool | float]:
    """
    Return a hook for stamina: `@stamina.retry(on=for_stamina())`.

    The hook says no, or how long the server asked to wait, or yes. stamina counts the attempts and, where no wait was
    told, chooses it, so only the policy's caps and exclusions apply.
    """
    judge = _Judge(policy, classifier)

    def should_retry(exc: Exception) -> bool | float:
        decision = judge.decision(exc)
        if decision.is_retry and decision.reason is DecisionReason.TOLD:
            return decision.wait_s
        return decision.is_retry

    return should_retry


def retry_on(policy: RetryPolicy = DEFAULT_POLICY, classifier: Explainer | None = None) -> Callable[[Exception], bool]:
    """
    Return a predicate for whoever takes one: LangGraph's `RetryPolicy(retry_on=retry_on())`, LangChain's middleware.

    Such a loop has waits of its own. A told wait that is longer than the policy's cap makes the answer no.
    """
    judge = _Judge(policy, classifier)
    return lambda exc: judge.decision(exc).is_retry


def celery_retry(
    task: Task, exc: Exception, policy: RetryPolicy = DEFAULT_POLICY, classifier: Explainer | None = None
) -> NoReturn:
    """
    End a bound Celery task's attempt: schedule the next one if that can help, else raise `exc` itself.

        @app.task(bind=True)
        def summarise(self, text):
            try:
                return ask_model(text)
            except Exception as exc:
                celery_retry(self, exc)

    Raises:
        celery.exceptions.Retry: If another attempt was scheduled; Celery's own signal.
        Exception: `exc`, if not.
    """
    decision = _Judge(policy, classifier).decision(exc, attempt=task.request.retries + 1)
    if not decision.is_retry:
        raise exc
    raise task.retry(exc=exc, countdown=decision.wait_s, max_retries=policy.largest_max_retries)


def to_temporal(
    exc: Exception, attempt: int, policy: RetryPolicy = DEFAULT_POLICY, classifier: Explainer | None = None
) -> ApplicationError:
    """
    Return what a Temporal activity raises so that the server retries as decided: `raise to_temporal(…) from exc`.

    The type of the error is the category, so that a workflow can match on it; its text is the class name only.

    Args:
        attempt: `temporalio.activity.info().attempt`.
    """
    from temporalio.exceptions import ApplicationError

    judge = _Judge(policy, classifier)
    decision = judge.decision(exc, attempt=attempt)
    delay = timedelta(seconds=decision.wait_s) if decision.is_retry else None
    category = "unexpected" if judge.last_category is None else judge.last_category
    return ApplicationError(
        type(exc).__name__, type=category, non_retryable=not decision.is_retry, next_retry_delay=delay
    )


@dataclass(slots=True)
class _Judge:
    policy: RetryPolicy
    classifier: Explainer | None
    last_category: str | None = None

    def decision(self, exc: BaseException | None, attempt: int = 1, elapsed_s: float = 0.0) -> Decision:
        if not isinstance(exc, Exception):
            return Decision(Action.STOP, 0.0, DecisionReason.CANCELLED)
        try:
            found = (self.classifier or default_explainer()).explain(exc)
            self.last_category = found.category
            return decide(found, attempt, elapsed_s, self.policy, rng=current_clock().rng)
        except Exception:  # noqa: BLE001 - a classifier that raises means no retry, and the caller's error stands
            return Decision(Action.STOP, 0.0, DecisionReason.CLASSIFIER_FAILED)

    def decision_on(self, state: RetryCallState) -> Decision:
        """Decide once for each outcome: tenacity's three questions must get one answer, with one draw of jitter."""
        known: Any = getattr(state, "_classifier_decision", None)
        if known is not None and known[0] is state.outcome:
            decision: Decision = known[1]
            return decision
        exc = None if state.outcome is None else state.outcome.exception()
        decision = self.decision(exc, state.attempt_number, state.seconds_since_start or 0.0)
        state._classifier_decision = (state.outcome, decision)  # type: ignore[attr-defined]
        return decision
