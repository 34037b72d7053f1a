"""
Failures of an agent's tools: classify, recover, record, report; on the same evidence and reasons as everything else.
"""

from __future__ import annotations

from classifier.tools.detect import classify_tool_error, tool_category
from classifier.tools.events import ToolErrorEvent, Vocabulary, event_schema
from classifier.tools.failure import ToolError, ToolFailure
from classifier.tools.log import ToolErrorLog
from classifier.tools.profile import Backoff, ModelProfile, OnEditFailure, OnTestFailure, ProfileError, load_profiles
from classifier.tools.recovery import RecoveryContext, RecoveryStep, recover
from classifier.tools.taxonomy import (
    DIRECT_IMPLEMENTER_MODE,
    RecoveryAction,
    Severity,
    ToolClassification,
    ToolErrorCategory,
)

__all__ = [
    "DIRECT_IMPLEMENTER_MODE",
    "Backoff",
    "ModelProfile",
    "OnEditFailure",
    "OnTestFailure",
    "ProfileError",
    "RecoveryAction",
    "RecoveryContext",
    "RecoveryStep",
    "Severity",
    "ToolClassification",
    "ToolError",
    "ToolErrorCategory",
    "ToolErrorEvent",
    "ToolErrorLog",
    "ToolFailure",
    "Vocabulary",
    "classify_tool_error",
    "event_schema",
    "load_profiles",
    "recover",
    "tool_category",
]
