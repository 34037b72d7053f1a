"""
What becomes of a failure above the call? The agent's task that retries and re-raises, and the runs that end as FAILED.
"""

from __future__ import annotations

from classifier.runs.agent import BaseAgent
from classifier.runs.router import Hop, Router, TaskContext, another_can_help

__all__ = ["BaseAgent", "Hop", "Router", "TaskContext", "another_can_help"]
