"""
In which order are the strategies asked, and what happens when one fails? The cascade; it never raises.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from classifier.categories import CATEGORIES
from classifier.classification import Classification
from classifier.errors import NexusCoreError
from classifier.evidence import Evidence, gather
from classifier.evidence.types import plan_for
from classifier.monitor import LOGGER_NAME, UnclassifiableMonitor
from classifier.reasons import REASONS, Hint
from classifier.redact import shown
from classifier.reporting import report, report_skipped, report_step, report_unclassifiable, warn_if_doubtful
from classifier.strategies.base import Strategy, Verdict, check_strategy
from classifier.strategies.exact import ExactStrategy
from classifier.strategies.keyword import KeywordStrategy
from classifier.strategies.phrases import load_phrases

__all__ = ["DEFAULT_BUDGET_S", "Classifier", "configure", "get_classifier"]

DEFAULT_BUDGET_S: Final = 0.001
"""CR-NEXUS-051 PR-1: a classification takes at most 1 ms."""

_log: Final = logging.getLogger(LOGGER_NAME)
_UNKNOWN: Final = Verdict("unexpected", "unknown", "none", 0.0)
_FAILED: Final = Verdict("unexpected", "unclassifiable", "none", 0.0)
_NOBODY: Final = "none"
_WAITLESS: Final = frozenset(("invalid_output", "sandbox", "patch_apply", "unexpected"))
"""Categories that no server sends away with a time to come back; one that a user registered may be."""


class Classifier:
    """
    An ordered cascade of strategies; one object serves threads, forks and tasks at once.

    Args:
        strategies: What is asked, in order; None for the exact facts, the keywords, and what installed packages offer
            under the entry point `classifier.strategies`.
        model: True for the shipped model, a path, or a loaded model; asked last. A model that cannot be loaded costs
            one warning, not the classifier.
        budget_s: CPU seconds of the calling thread for one classification; a step that no longer fits is skipped.
        monitor: Counts unclassifiable results and raises the alarm.

    Raises:
        TypeError: If a strategy has not the form of `Strategy`; the message says which, and what was expected.
        ValueError: If `budget_s` is not above 0.
    """

    def __init__(
        self,
        *,
        strategies: Iterable[Strategy] | None = None,
        model: object = None,
        budget_s: float = DEFAULT_BUDGET_S,
        monitor: UnclassifiableMonitor | None = None,
    ) -> None:
        if not budget_s > 0:
            msg = f"budget_s is {budget_s!r}; expected seconds above 0, such as {DEFAULT_BUDGET_S}"
            raise ValueError(msg)
        from classifier.strategies.loading import model_strategy, plugged_in  # loads importlib.metadata

        learned = model_strategy(model)
        if strategies is None:
            words = KeywordStrategy(None if learned is None else learned.model)
            chosen: list[Strategy] = [ExactStrategy(), words, *plugged_in()]
        else:
            chosen = [check_strategy(strategy) for strategy in strategies]
        if learned is not None:
            chosen.append(learned)
        self.strategies: tuple[Strategy, ...] = tuple(chosen)
        self._timed_from = next(
            (at for at, one in enumerate(chosen) if type(one) not in (ExactStrategy, KeywordStrategy)), len(chosen)
        )
        # What is not of this package may return anything.
        self._foreign = frozenset(at for at, one in enumerate(chosen) if at >= self._timed_from and one is not learned)
        self._words = tuple(one for one in chosen if type(one) is KeywordStrategy)
        if self._timed_from < len(chosen):
            # What the first failure would load must not eat the time of the steps that are timed.
            self._prepare()
            plan_for(RuntimeError)
        self.budget_s = float(budget_s)
        self.monitor = monitor if monitor is not None else UnclassifiableMonitor()

    def classify(self, failure: object) -> str:
        """Return the name of the category; never raises."""
        try:
            verdict, strategy, evidence = self._decide(failure, None, None)
        except Exception as exc:  # noqa: BLE001 - the last net: whatever fails here is `unexpected`
            return self._last_resort(exc).category
        if verdict is not _FAILED and (verdict.suspects or verdict.weak or _log.isEnabledFor(logging.INFO)):
            self._tell(verdict, strategy, evidence)
        return verdict.category

    def explain(self, failure: object, *, context: Mapping[str, object] | None = None) -> Classification:
        """
        Return the full answer; never raises.

        Args:
            failure: An exception, a text, or a response (an object or a mapping with status, headers, body).
            context: What the caller knows beside: `response_started` (output had begun, so that a retry would repeat
                it), `own_timeout` (the caller killed the process because its time was up).
        """
        try:
            if isinstance(failure, NexusCoreError) and isinstance(failure.classification, Classification):
                # The converter knew the original with all it carried.
                answer = _with_context(failure.classification, context or {})
                if _log.isEnabledFor(logging.INFO):
                    self._tell(_UNKNOWN, _NOBODY, gather(failure), answer)
                return answer
            verdict, strategy, evidence = self._decide(failure, context, None)
            answer = _answer(verdict, strategy, evidence)
        except Exception as exc:  # noqa: BLE001 - the last net: whatever fails here is `unexpected`
            return self._last_resort(exc)
        if verdict is not _FAILED:
            self._tell(verdict, strategy, evidence, answer)
        return answer

    def _tell(self, verdict: Verdict, strategy: str, evidence: Evidence, answer: Classification | None = None) -> None:
        try:
            if _log.isEnabledFor(logging.INFO):
                report(answer or _answer(verdict, strategy, evidence), evidence)
            if verdict.suspects or verdict.weak:
                warn_if_doubtful(verdict, evidence)
        except Exception:  # noqa: BLE001 - a log handler that raises costs its line, not the caller's answer
            pass

    def _decide(
        self, failure: object, context: Mapping[str, object] | None, gathered: Evidence | None
    ) -> tuple[Verdict, str, Evidence]:
        # The two built-in steps read bounded windows and always fit; only what comes after them is timed. CPU time of
        # this thread, so that a busy machine does not make the same failure come out differently.
        started = 0.0
        if self._timed_from < len(self.strategies):
            # A category may have been registered since: building the tables anew is not this failure's time either.
            self._prepare()
            started = time.thread_time()
        evidence = gather(failure, context) if gathered is None else gathered
        if evidence.kind == "nothing":
            return self._give_up("input", "; ".join(evidence.notes), evidence)
        verdict: Verdict | None = None
        decided_by = _NOBODY
        debugging = _log.isEnabledFor(logging.DEBUG)
        for position, strategy in enumerate(self.strategies):
            try:
                if position >= self._timed_from and position and self._is_late(started, strategy):
                    report_skipped(strategy.name, self.budget_s, verdict, evidence)
                    continue
                found = strategy.classify(evidence, verdict)
                if found is not None and position in self._foreign:
                    _check_verdict(found)
            except Exception as exc:  # noqa: BLE001 - CR-NEXUS-051 §3.4: whatever fails here is `unexpected`
                return self._give_up(strategy.name, f"it raised {type(exc).__name__}: {shown(exc)}", evidence)
            if debugging:
                report_step(strategy.name, found)
            if found is not None:
                verdict, decided_by = found, strategy.name
                if not found.weak:
                    break
        if verdict is None:
            if evidence.notes:
                return self._give_up("evidence", "; ".join(evidence.notes), evidence)
            return _UNKNOWN, _NOBODY, evidence
        return verdict, decided_by, evidence

    def _prepare(self) -> None:
        load_phrases()
        for strategy in self._words:
            strategy.prepare()

    def _is_late(self, started: float, strategy: Strategy) -> bool:
        return time.thread_time() - started + float(getattr(strategy, "cost_s", 0.0)) >= self.budget_s

    def _give_up(self, stage: str, why: str, evidence: Evidence) -> tuple[Verdict, str, Evidence]:
        report_unclassifiable(stage, why, evidence)
        self.monitor.count()
        return _FAILED, _NOBODY, evidence

    def refuse(self, value: object) -> Classification:
        """Return `unexpected`/`unclassifiable` for an input that is no exception, and warn of it."""
        try:
            name = type(value).__name__
            self._give_up("input", f"{name} is no exception; explain() takes texts and responses as well", gather(None))
        except Exception:  # noqa: BLE001 - not even the log can be written; the answer stands
            pass
        return Classification(_FAILED.category, _FAILED.reason, retryable=False, confidence=0.0)

    def _last_resort(self, exc: Exception) -> Classification:
        try:
            self._give_up("engine", f"it raised {type(exc).__name__}: {shown(exc)}", gather(None))
        except Exception:  # noqa: BLE001 - not even the log can be written; the answer stands
            pass
        return Classification(_FAILED.category, _FAILED.reason, retryable=False, confidence=0.0)


def _check_verdict(found: object) -> None:
    if not isinstance(found, Verdict):
        msg = f"returned {type(found).__name__}; expected a Verdict or None"
        raise TypeError(msg)
    reason = REASONS.get(found.reason)
    if reason is None or reason.category != found.category or found.category not in CATEGORIES:
        msg = f"returned reason {found.reason!r} for category {found.category!r}; it is not one of that category's"
        raise ValueError(msg)
    if not isinstance(found.confidence, int | float) or not 0 <= found.confidence <= 1:
        msg = f"returned confidence {found.confidence!r}; expected a number from 0 to 1"
        raise ValueError(msg)
    if type(found.rule) is not str or type(found.suspects) is not tuple or type(found.hints) is not tuple:
        msg = f"returned {found!r}; expected a str as rule, and tuples of str as suspects and hints"
        raise TypeError(msg)


def _answer(verdict: Verdict, strategy: str, evidence: Evidence) -> Classification:
    reason = REASONS[verdict.reason]
    retryable = reason.retryable if verdict.retryable is None else verdict.retryable
    retry_after_s = resets_at = None
    if verdict.category not in _WAITLESS:
        try:
            retry_after_s, resets_at = evidence.wait()
        except Exception as exc:  # noqa: BLE001 - a hostile header object costs the wait, not the answer
            report_unclassifiable("wait", f"reading it raised {type(exc).__name__}", evidence)
        if verdict.rule.endswith("+per_day"):
            # The body names a daily quota: a wait of seconds told beside it would only meet the same wall.
            retry_after_s = None
    hints: dict[str, None] = dict.fromkeys((*map(str, reason.hints), *verdict.hints))
    answer = Classification(
        category=verdict.category,
        reason=verdict.reason,
        retryable=retryable,
        retry_after_s=retry_after_s,
        resets_at=resets_at,
        hints=tuple(hints),
        confidence=verdict.confidence,
        strategy=strategy,
        rule=verdict.rule,
        cause_depth=verdict.cause_depth,
        cancelled=verdict.reason == "cancelled" and strategy == "exact",
        suspects=verdict.suspects,
    )
    return _with_context(answer, evidence.context)


def _with_context(answer: Classification, context: Mapping[str, object]) -> Classification:
    """Add what the caller's context asks for beside the answer."""
    hint = str(Hint.VERIFY_THEN_RETRY)
    if context.get("response_started") is True and answer.retryable and hint not in answer.hints:
        return replace(answer, hints=(*answer.hints, hint))
    return answer


_default: Classifier | None = None


def get_classifier() -> Classifier:
    """Return the process's default classifier, made on first use."""
    global _default
    if _default is None:
        _default = Classifier()
    return _default


def configure(
    *,
    strategies: Iterable[Strategy] | None = None,
    model: object = None,
    budget_s: float = DEFAULT_BUDGET_S,
    monitor: UnclassifiableMonitor | None = None,
) -> Classifier:
    """
    Set the process's default classifier at start-up, so that no first error pays for loading; see `Classifier`.

    Args:
        strategies: See `Classifier`.
        model: See `Classifier`; None reads the environment variable `NEXUS_CLASSIFIER_MODEL` (a path, or `shipped`).
        budget_s: See `Classifier`.
        monitor: See `Classifier`.
    """
    global _default
    if model is None:
        import os

        named = os.environ.get("NEXUS_CLASSIFIER_MODEL", "")
        model = True if named == "1" else named or None
    _default = Classifier(strategies=strategies, model=model, budget_s=budget_s, monitor=monitor)
    return _default
