"""
What becomes of a failure above the call? The agent's task that retries and re-raises, and the runs that end as FAILED.
"""

from __future__ import annotations

from classifier.runs.agent import BaseAgent
from classifier.runs.conduct import Step
from classifier.runs.hooks import FailedRun, FailureHooks
from classifier.runs.locks import RunLockedError
from classifier.runs.orchestrator import DynamicOrchestrator, Orchestrator
from classifier.runs.router import Hop, Router, TaskContext, another_can_help
from classifier.runs.run import Failure, Run, RunStatus, StepRecord
from classifier.runs.store import RunStore

__all__ = [
    "BaseAgent",
    "DynamicOrchestrator",
    "FailedRun",
    "Failure",
    "FailureHooks",
    "Hop",
    "Orchestrator",
    "Router",
    "Run",
    "RunLockedError",
    "RunStatus",
    "RunStore",
    "Step",
    "StepRecord",
    "TaskContext",
    "another_can_help",
]
