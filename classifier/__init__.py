"""
What happened, can trying again help, how long to wait, what to do instead? The front door of nexus-classifier.

Importing this package loads the standard library only; each name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from classifier._version import __version__
    from classifier.categories import CATEGORIES, Category, Keyword, register_category, unregister_category
    from classifier.classification import Classification
    from classifier.convert import classify_error, convert_http_error_to_nexus_error, explain
    from classifier.engine import Classifier, configure, get_classifier
    from classifier.errors import (
        InvalidModelOutputError,
        ModelConnectionError,
        ModelRateLimitError,
        ModelTimeoutError,
        NexusCoreError,
        PatchApplyError,
        SandboxExecutionError,
        UnexpectedSystemError,
    )
    from classifier.evidence import Evidence
    from classifier.monitor import UnclassifiableMonitor
    from classifier.reasons import REASONS, Hint, Reason, register_reason
    from classifier.sdks import SdkTable, register_table
    from classifier.strategies.base import Strategy, Verdict

__all__ = [
    "CATEGORIES",
    "REASONS",
    "Category",
    "Classification",
    "Classifier",
    "Evidence",
    "Hint",
    "InvalidModelOutputError",
    "Keyword",
    "ModelConnectionError",
    "ModelRateLimitError",
    "ModelTimeoutError",
    "NexusCoreError",
    "PatchApplyError",
    "Reason",
    "SandboxExecutionError",
    "SdkTable",
    "Strategy",
    "UnclassifiableMonitor",
    "UnexpectedSystemError",
    "Verdict",
    "__version__",
    "classify_error",
    "configure",
    "convert_http_error_to_nexus_error",
    "explain",
    "get_classifier",
    "register_category",
    "register_reason",
    "register_table",
    "unregister_category",
]

_HOMES = {
    "categories": "CATEGORIES Category Keyword register_category unregister_category",
    "classification": "Classification",
    "convert": "classify_error convert_http_error_to_nexus_error explain",
    "engine": "Classifier configure get_classifier",
    "errors": "InvalidModelOutputError ModelConnectionError ModelRateLimitError ModelTimeoutError NexusCoreError "
    "PatchApplyError SandboxExecutionError UnexpectedSystemError",
    "evidence": "Evidence",
    "monitor": "UnclassifiableMonitor",
    "reasons": "REASONS Hint Reason register_reason",
    "sdks": "SdkTable register_table",
    "strategies.base": "Strategy Verdict",
    "_version": "__version__",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
