"""
What is logged of a classification? One INFO line each, warnings for the doubtful and the unclassifiable; secrets
redacted.

Nothing is formatted while its level is off.
"""

from __future__ import annotations

import logging
from typing import Final

from classifier.classification import Classification
from classifier.evidence import Evidence
from classifier.monitor import LOGGER_NAME
from classifier.redact import redact
from classifier.strategies.base import Verdict

__all__ = ["report", "report_skipped", "report_step", "report_unclassifiable", "warn_if_doubtful"]

_log: Final = logging.getLogger(LOGGER_NAME)
_UNSURE: Final = 0.75
"""A verdict of several matching categories at or below this confidence is worth a warning (AU-2)."""


def _who(evidence: Evidence) -> str:
    return evidence.type_name or evidence.kind


def report_step(stage: str, found: Verdict | None) -> None:
    """Tell at DEBUG what one strategy said."""
    said = f"{found.category}/{found.reason} by {found.rule}" if found is not None else "nothing"
    _log.debug("%s says %s", stage, said, extra={"stage": stage})


def report(answer: Classification, evidence: Evidence) -> None:
    """Tell at INFO what was decided."""
    _log.info(
        "%s/%s by %s [%s] %s",
        answer.category,
        answer.reason,
        answer.rule,
        _who(evidence),
        redact(evidence.text),
        extra={
            "category": answer.category,
            "reason": answer.reason,
            "retryable": answer.retryable,
            "rule": answer.rule,
            "strategy": answer.strategy,
            "type_name": evidence.type_name,
            "cause_depth": answer.cause_depth,
        },
    )


def warn_if_doubtful(verdict: Verdict, evidence: Evidence) -> None:
    """Warn of a possible misclassification: weak evidence, or several categories that matched."""
    if not verdict.weak and (not verdict.suspects or verdict.confidence > _UNSURE):
        return
    if not _log.isEnabledFor(logging.WARNING):
        return
    doubt = f"also matched {', '.join(verdict.suspects)}" if verdict.suspects else "weak evidence"
    _log.warning(
        "perhaps misclassified as %s by %s (%s) [%s] %s",
        verdict.category,
        verdict.rule,
        doubt,
        _who(evidence),
        redact(evidence.text),
        extra={
            "category": verdict.category,
            "rule": verdict.rule,
            "suspects": verdict.suspects,
            "type_name": evidence.type_name,
        },
    )


def report_unclassifiable(stage: str, why: str, evidence: Evidence) -> None:
    """Warn that a failure could not be classified, naming the stage and the reason (CR-NEXUS-051 §3.4.2 step 2)."""
    if not _log.isEnabledFor(logging.WARNING):
        return
    _log.warning(
        "unclassifiable at %s: %s [%s] %s",
        stage,
        why,
        _who(evidence),
        redact(evidence.text),
        extra={"stage": stage, "why": why, "type_name": evidence.type_name, "category": "unexpected"},
    )


def report_skipped(stage: str, budget_s: float, standing: Verdict | None, evidence: Evidence) -> None:
    """Warn that a strategy did not fit into what was left of the time budget."""
    stands = f"{standing.category} stands" if standing is not None else "the answer is unexpected"
    _log.warning(
        "no time left for strategy %s in %g s: %s; raise budget_s if this is common",
        stage,
        budget_s,
        stands,
        extra={"stage": stage, "budget_s": budget_s, "type_name": evidence.type_name},
    )
