"""
What can be known of an exception's class alone? Worked out once per class and remembered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from classifier.errors import NexusCoreError
from classifier.evidence.text import class_name
from classifier.sdks import ClassEntry, entry_for, on_register

__all__ = ["FIELD_NAMES", "TypePlan", "forget_types", "plan_for"]

FIELD_NAMES: Final = frozenset(
    ("status_code", "status", "http_status", "http_code", "code", "errno", "winerror", "returncode", "exit_code",
     "exit_status", "exitcode", "sqlstate", "pgcode", "response", "http_response", "raw_response", "body", "headers",
     "details", "error", "stderr", "stdout", "output", "cmd", "command", "trailing_metadata", "error_code", "type",
     "explanation", "server_message", "data", "grpc_status_code", "info", "errors", "retry_after", "retry_after_s",
     "error_type", "response_body", "kwargs", "response_started")
)  # fmt: skip
"""Attributes that known libraries keep facts in; nothing else of an exception is read."""

_CACHE_TYPES: Final = 4096


@dataclass(frozen=True, slots=True)
class TypePlan:
    """
    What a class says.

    Attributes:
        name: Simple name.
        low_name: The same in lower case.
        qualified: `module.Name` over the MRO up to `Exception`, nearest first.
        is_own: True for `NexusCoreError` and its subclasses.
        is_cancel: True if it means that the caller cancelled.
        entry: What the nearest listed class of the MRO is listed as; None if none is.
        entry_name: `module.Name` of that class.
        entry_steps: Steps over the MRO to it; 0 means the class itself is listed.
        fields: Names among `FIELD_NAMES` that the class itself offers.
        is_os_error: True for `OSError` and the built-in classes below it, whose `errno` says all there is.
    """

    name: str
    low_name: str
    qualified: tuple[str, ...]
    is_own: bool
    is_cancel: bool
    entry: ClassEntry | None
    entry_name: str
    entry_steps: int
    fields: tuple[str, ...]
    is_os_error: bool


_plans: Final[dict[type, TypePlan]] = {}

_CANCEL_NAMES: Final = frozenset(
    ("asyncio.exceptions.CancelledError", "concurrent.futures._base.CancelledError", "builtins.KeyboardInterrupt",
     "builtins.SystemExit", "builtins.GeneratorExit", "trio.Cancelled", "anyio.get_cancelled_exc_class")
)  # fmt: skip


def plan_for(cls: type) -> TypePlan:
    """Return the plan of an exception class."""
    plan = _plans.get(cls)
    if plan is None:
        if len(_plans) >= _CACHE_TYPES:
            # Classes made at run time must not be kept alive for ever.
            _plans.clear()
        plan = _plans[cls] = _make(cls)
    return plan


def forget_types() -> None:
    """Work every class out anew; called after a table of class names has changed."""
    _plans.clear()


on_register(forget_types)


def _make(cls: type) -> TypePlan:
    entry: ClassEntry | None = None
    entry_name, entry_steps = "", 0
    qualified = []
    for steps, base in enumerate(cls.__mro__):
        if base is BaseException or base is object:
            continue
        qualified.append(f"{base.__module__}.{base.__name__}")
        if entry is None and base is not Exception:
            entry = entry_for(base)
            entry_name, entry_steps = qualified[-1], steps
    name = class_name(cls)
    return TypePlan(
        name=name,
        low_name=name.lower(),
        qualified=tuple(qualified),
        is_own=issubclass(cls, NexusCoreError),
        is_cancel=any(
            one in _CANCEL_NAMES or (one.startswith("trio.") and one.endswith(".Cancelled")) for one in qualified
        ),
        entry=entry,
        entry_name=entry_name if entry is not None else "",
        entry_steps=entry_steps if entry is not None else 0,
        fields=tuple(name for name in FIELD_NAMES if hasattr(cls, name)),
        is_os_error=issubclass(cls, OSError) and qualified[0].startswith("builtins."),
    )
