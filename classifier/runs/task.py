"""
What belongs to one task of an agent? The provider in turn, one attempt, its conversion, re-asking, and the hops.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any

from classifier.classification import Classification
from classifier.convert import convert_http_error_to_nexus_error
from classifier.errors import NexusCoreError
from classifier.llm.base import BaseLLM
from classifier.llm.text import LLMText, require_real
from classifier.retry.context import AttemptRecord, RetryContext, RetryDetails
from classifier.runs.output import Validator, checked_json, reask_prompt
from classifier.runs.router import Hop, TaskContext, another_can_help
from classifier.telemetry import count_classification, known_classification

__all__ = ["Task"]

logger = logging.getLogger(__name__)

Arguments = tuple[tuple[Any, ...], dict[str, Any]]


@dataclass(slots=True)
class Task:
    """
    One task while it runs.

    Attributes:
        prompt: As it was asked at first.
        providers: In the order in which they are tried.
        as_json, validate, real_only, options: As in `BaseAgent.execute_llm_task`.
        given: The caller's record, filled in when the task ends.
        context: Record of the calls at the present provider.
    """

    prompt: str
    providers: tuple[BaseLLM, ...]
    as_json: bool
    validate: Validator | None
    real_only: bool
    options: dict[str, Any]
    given: RetryContext | None
    context: RetryContext = field(default_factory=RetryContext)
    _past: list[AttemptRecord] = field(default_factory=list)
    _hops: list[Hop] = field(default_factory=list)
    _position: int = 0

    @property
    def llm(self) -> BaseLLM:
        """The provider in turn."""
        return self.providers[self._position]

    def attempt(self, prompt: str) -> LLMText:
        """
        Ask the provider once.

        Raises:
            NexusCoreError: Whatever failed, converted; the original is its cause.
        """
        try:
            return self._checked(self.llm.execute(prompt, as_json=self.as_json, **self.options))
        except NexusCoreError:
            raise
        except Exception as exc:
            raise convert_http_error_to_nexus_error(exc) from exc

    async def aattempt(self, prompt: str) -> LLMText:
        """As `attempt`, under asyncio."""
        try:
            return self._checked(await self.llm.aexecute(prompt, as_json=self.as_json, **self.options))
        except NexusCoreError:
            raise
        except Exception as exc:
            raise convert_http_error_to_nexus_error(exc) from exc

    def explain(self, failure: BaseException, /) -> Classification:
        """Return what the converter decided; the retry loop asks here, once for each failed attempt."""
        found = known_classification(failure)
        count_classification(found)
        return found

    def reask(self, details: RetryDetails, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Arguments | None:  # noqa: ARG002
        """Return the arguments of the next attempt: a better prompt where the answer was the trouble."""
        found = details.classification
        if found is None or found.category != "invalid_output":
            return None
        if isinstance(details.exception, NexusCoreError) and details.exception.classification is not None:
            return None  # it was converted, so what could not be read is the provider's document, not the model's text
        return (reask_prompt(self.prompt, found.reason, details.exception.__cause__),), kwargs

    def hop(self, exc: NexusCoreError) -> bool:
        """Move on to the next provider if there is one and it can help; tell and record it."""
        found = known_classification(exc)
        self._past += self.context.attempts
        attempts = len(self.context.attempts)
        self.context = RetryContext()
        if self._position + 1 == len(self.providers) or not another_can_help(found):
            exc.attempts = len(self._past)  # type: ignore[attr-defined]  # read by the orchestrators' failure report
            for hop in self._hops:
                exc.add_note(f"hop: {hop.from_model} -> {hop.to_model} for {hop.category}/{hop.reason}")
            return False
        before = self.llm
        self._position += 1
        hop = Hop(_name(before), _name(self.llm), found.category, found.reason, attempts)
        self._hops.append(hop)
        logger.warning(
            "%s failed with %s/%s after %d attempts; asking %s",
            hop.from_model,
            hop.category,
            hop.reason,
            attempts,
            hop.to_model,
        )
        return True

    def publish(self) -> None:
        """Fill in the caller's record."""
        if self.given is None:
            return
        self.given.begin()
        self.given.attempts += [*self._past, *self.context.attempts]
        if isinstance(self.given, TaskContext):
            self.given.hops += self._hops

    def _checked(self, text: LLMText) -> LLMText:
        if self.real_only:
            require_real(text)
        return checked_json(text, self.validate) if self.as_json else text


def _name(llm: BaseLLM) -> str:
    return f"{llm.provider} {llm.model}"
