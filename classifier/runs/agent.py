"""
How does an agent ask a model? One method that retries by policy, and raises the last failure: never `{}`, never "".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from classifier.errors import NexusCoreError
from classifier.llm.base import BaseLLM
from classifier.llm.text import LLMText
from classifier.retry import DEFAULT_POLICY, RetryBudget, RetryContext, RetryPolicy, acall, call
from classifier.runs.output import Validator
from classifier.runs.router import Router
from classifier.runs.task import Task
from classifier.telemetry import call_span, count_give_up, count_retry

__all__ = ["BaseAgent"]


class BaseAgent:
    """
    Base of agents that ask models; safe to share between threads.

    Args:
        router: A router, one provider, or several in the order in which they are tried.
        policy: The numbers of the retries at each provider.
        budget: Shared with other calls; a str names one of the process's budgets.
        real_only: True refuses stubs with `StubOutputError`, also where no key is set.
    """

    def __init__(
        self,
        router: Router | BaseLLM | Sequence[BaseLLM],
        *,
        policy: RetryPolicy = DEFAULT_POLICY,
        budget: RetryBudget | str | None = None,
        real_only: bool = False,
    ) -> None:
        if isinstance(router, BaseLLM):
            router = Router([router])
        self.router = router if isinstance(router, Router) else Router(router)
        self.policy = policy
        self.budget = budget
        self.real_only = real_only

    def execute_llm_task(
        self,
        prompt: str,
        as_json: bool = False,
        task_type: str | None = None,
        retry_context: RetryContext | None = None,
        *,
        validate: Validator | None = None,
        policy: RetryPolicy | None = None,
        **options: Any,
    ) -> LLMText:
        """
        Ask until there is a usable answer, a lasting failure, or nothing left to try (C5 FR2, FR4).

        Transport failures are repeated as they are; an unusable answer is asked for again with what was wrong. When a
        provider is given up, the next one is asked if the failure says that this can help.

        Args:
            prompt: The user's message.
            as_json: The answer has to be JSON; what is returned is then bare JSON text, without a code fence.
            task_type: Chooses the providers at the router.
            retry_context: Receives all attempts, and the hops if it is a `TaskContext`.
            validate: Called with the parsed answer; what it raises makes the answer unusable. Only with `as_json`.
            policy: In place of the agent's.
            options: Handed to `BaseLLM.execute`, such as `system_prompt=` or `timeout_s=`.

        Raises:
            NexusCoreError: The last failure, of the class of its category; the original is its cause, the notes tell
                attempts, waits and hops.
        """
        task = self._task(prompt, as_json, task_type, retry_context, validate, options)
        with call_span("execute_llm_task", task_type=task_type or ""):
            try:
                while True:
                    try:
                        return call(
                            task.attempt,
                            prompt,
                            policy=policy or self.policy,
                            context=task.context,
                            budget=self.budget,
                            before_retry=task.reask,
                            on_retry=count_retry,
                            on_give_up=count_give_up,
                            classifier=task,
                        )
                    except NexusCoreError as exc:
                        if not task.hop(exc):
                            raise
            finally:
                task.publish()

    async def aexecute_llm_task(
        self,
        prompt: str,
        as_json: bool = False,
        task_type: str | None = None,
        retry_context: RetryContext | None = None,
        *,
        validate: Validator | None = None,
        policy: RetryPolicy | None = None,
        **options: Any,
    ) -> LLMText:
        """As `execute_llm_task`, under asyncio."""
        task = self._task(prompt, as_json, task_type, retry_context, validate, options)
        with call_span("execute_llm_task", task_type=task_type or ""):
            try:
                while True:
                    try:
                        return await acall(
                            task.aattempt,
                            prompt,
                            policy=policy or self.policy,
                            context=task.context,
                            budget=self.budget,
                            before_retry=task.reask,
                            on_retry=count_retry,
                            on_give_up=count_give_up,
                            classifier=task,
                        )
                    except NexusCoreError as exc:
                        if not task.hop(exc):
                            raise
            finally:
                task.publish()

    def _task(
        self,
        prompt: str,
        as_json: bool,
        task_type: str | None,
        given: RetryContext | None,
        validate: Validator | None,
        options: dict[str, Any],
    ) -> Task:
        if validate is not None and not as_json:
            msg = "validate was given without as_json=True; an answer that is not parsed cannot be validated"
            raise ValueError(msg)
        providers = self.router.providers(task_type)
        return Task(prompt, providers, as_json, validate, self.real_only, options, given)
