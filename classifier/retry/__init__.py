"""
Shall a failure be tried again, when, and who counts? `decide` is pure; `retry`, `call` and `acall` run tenacity's loop.

Loading this package loads the standard library only; tenacity is loaded by the first `retry`, `call` or `acall`.
"""

from __future__ import annotations

from classifier.retry.budget import RetryBudget
from classifier.retry.context import AttemptRecord, RetryContext, RetryDetails, RetryHook, current_context
from classifier.retry.decision import DEFAULT_POLICY, Action, Decision, DecisionReason, decide
from classifier.retry.loop import acall, call, retry
from classifier.retry.owners import RetriesMultiplyWarning
from classifier.retry.policy import RetryPolicy

__all__ = [
    "DEFAULT_POLICY",
    "Action",
    "AttemptRecord",
    "Decision",
    "DecisionReason",
    "RetriesMultiplyWarning",
    "RetryBudget",
    "RetryContext",
    "RetryDetails",
    "RetryHook",
    "RetryPolicy",
    "acall",
    "call",
    "current_context",
    "decide",
    "retry",
]
