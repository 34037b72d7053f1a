"""
Which categories are there, and what belongs to each? One block a category; everything else reads this table.

The keywords are the table of CR-NEXUS-051 §3.1.2, in its order; `classifier.keywords` holds the further strong ones. A
category is added by one more block here, or at run time by `register_category`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from classifier import errors
from classifier.livetable import LiveTable
from classifier.reasons import REASONS, Reason, register_reason, unregister_reasons
from classifier.retryrule import RetryRule

__all__ = [
    "CATEGORIES",
    "Category",
    "Keyword",
    "Priority",
    "RetryRule",
    "category_named",
    "on_change",
    "register_category",
    "unregister_category",
]


class Priority(StrEnum):
    """How soon somebody should care, as in CR-NEXUS-051 §2.2."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Keyword:
    """
    A piece of lower-case text that speaks for a category.

    Attributes:
        text: Looked for with `in` on the lower-cased message.
        strong: Stands by itself; a weak one may be overruled by another category's strong one or by the model.
        decoys: Longer pieces inside which `text` does not count (`"dispatch"` for `"patch"`).
        free_standing: Counts only where no letter or digit adjoins it (429 inside a longer number does not).
        reason: The fine reason it speaks for; "" is the category's default.
    """

    text: str
    strong: bool = False
    decoys: tuple[str, ...] = ()
    free_standing: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Category:
    """
    One category with all that is known of it.

    Attributes:
        name: The string `classify_error` returns.
        label: Begins the message of the converted exception ("Rate limit: …").
        description: One plain sentence.
        exception: What the converter raises; a subclass of `NexusCoreError`.
        default_reason: Name of the reason taken when nothing finer is known.
        priority: How soon somebody should care.
        retry: How it is retried; None means never.
        keywords: Looked for in the message.
        type_keywords: Looked for in the lower-cased name of the exception's class.
        reasons: Further reasons the category brings along.
    """

    name: str
    label: str
    description: str
    exception: type[errors.NexusCoreError]
    default_reason: str
    priority: Priority = Priority.MEDIUM
    retry: RetryRule | None = None
    keywords: tuple[Keyword, ...] = ()
    type_keywords: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = field(default=())


_K = Keyword
_OPTION_CALLED_TIMEOUT: Final = (
    "invalid timeout", "timeout must", "timeout should", "timeout parameter", "timeout argument", "timeout value",
    "timeout option", "timeout=", "'timeout'", '"timeout"', "`timeout`", "--timeout", "timeout setting",
    "supplied: timeout",
)  # fmt: skip
_TABLE: Final = (
    Category(
        "rate_limit", "Rate limit", "The remote side refuses for now because the caller sent or spent too much.",
        errors.ModelRateLimitError, "throttled", Priority.HIGH,
        RetryRule(5, 2.0, 2.0, 120.0, floor_s=1.0, meaning="exponential backoff (long)"),
        (_K("429", True, free_standing=True), _K("rate limit", True)),
        ("ratelimit",),
    ),
    Category(
        "timeout", "Timeout", "No answer came in time.",
        errors.ModelTimeoutError, "read_timeout", Priority.HIGH,
        RetryRule(3, 1.0, 2.0, 60.0, meaning="exponential backoff (medium)"),
        (_K("timeout", True, _OPTION_CALLED_TIMEOUT), _K("timed out", True)),
        ("timeout",),
    ),
    Category(
        "connection", "Connection error", "The transport or the far server is down for the moment.",
        errors.ModelConnectionError, "unreachable", Priority.HIGH,
        RetryRule(3, 0.5, 2.0, 60.0, meaning="exponential backoff (short)"),
        (_K("connection", decoys=("connection string",)), _K("network"), _K("dns")),
        ("connection", "network"),
    ),
    Category(
        "invalid_output", "Invalid output", "The model's answer has not the expected form.",
        errors.InvalidModelOutputError, "not_json", Priority.MEDIUM,
        RetryRule(3, 0.5, 2.0, 8.0, first_wait=False, meaning="immediate retry (with a better prompt)"),
        (_K("json"), _K("parse", decoys=("sparse",)), _K("decode"), _K("invalid format", True)),
        ("json", "parse", "decode"),
    ),
    Category(
        "sandbox", "Sandbox error", "Running code, tests or a command failed.",
        errors.SandboxExecutionError, "nonzero_exit", Priority.MEDIUM,
        keywords=(_K("sandbox", decoys=("sandbox_mode", "sandbox mode")), _K("subprocess")),
    ),
    Category(
        "patch_apply", "Patch apply failed", "An edit could not be applied.",
        errors.PatchApplyError, "hunk_failed", Priority.MEDIUM,
        keywords=(
            _K("patch", decoys=("dispatch", "patch http", "patch /", "patchelf")),
            _K("apply", decoys=("apply for", "apply to your", "reapply")),
            _K("diff", decoys=("differ", "difficult", "diffus")),
        ),
    ),
    Category(
        "unexpected", "Unexpected error", "Everything else; never retried.",
        errors.UnexpectedSystemError, "unknown", Priority.LOW,
    ),
)  # fmt: skip

CATEGORIES: Final = LiveTable({category.name: category for category in _TABLE})
"""Every known category by name, in the document's order; a live read-only view."""

_changing: Final = threading.Lock()
_listeners: Final[list[Callable[[], None]]] = []


def on_change(listener: Callable[[], None]) -> None:
    """Call `listener` after each change of the table, so that what was compiled from it can be built anew."""
    _listeners.append(listener)


def category_named(name: str) -> Category:
    """
    Look up a category.

    Raises:
        ValueError: If there is none of this name; the message lists the known ones.
    """
    try:
        return CATEGORIES[name]
    except KeyError:
        msg = f"unknown category {name!r}; known: {', '.join(CATEGORIES)}"
        raise ValueError(msg) from None


def _check(category: Category) -> None:
    if not isinstance(category.name, str) or not category.name.isidentifier() or category.name != category.name.lower():
        msg = f"category name {category.name!r} must be a lower-case identifier, such as 'disk_full'"
        raise ValueError(msg)
    exception: object = category.exception  # a user's program may not be type-checked
    if not (isinstance(exception, type) and issubclass(exception, errors.NexusCoreError)):
        msg = f"category {category.name!r}: exception is {exception!r}; expected a subclass of NexusCoreError"
        raise ValueError(msg)
    holder = next((one.name for one in CATEGORIES.values() if one.exception is category.exception), "the base of all")
    if category.exception is errors.NexusCoreError or holder != "the base of all":
        msg = (
            f"category {category.name!r}: exception {category.exception.__name__} belongs to {holder}; "
            "derive a class of its own"
        )
        raise ValueError(msg)
    for reason in category.reasons:
        if reason.category != category.name or REASONS.get(reason.name, reason) != reason:
            msg = (
                f"category {category.name!r}: reason {reason.name!r} is of category {reason.category!r}"
                if reason.category != category.name
                else f"category {category.name!r}: reason {reason.name!r} exists already; choose another name"
            )
            raise ValueError(msg)
    reasons = {**dict(REASONS.items()), **{reason.name: reason for reason in category.reasons}}
    default = reasons.get(category.default_reason)
    if default is None or default.category != category.name:
        msg = (
            f"category {category.name!r}: default_reason {category.default_reason!r} is not a reason of this category; "
            "pass it in `reasons`"
        )
        raise ValueError(msg)
    words: tuple[object, ...] = category.keywords
    for word in words:
        if not isinstance(word, Keyword):
            msg = f"category {category.name!r}: keyword {word!r} is no Keyword; write Keyword({word!r})"
            raise ValueError(msg)
    for keyword in category.keywords:
        if keyword.reason and (keyword.reason not in reasons or reasons[keyword.reason].category != category.name):
            named = f"keyword {keyword.text!r} names reason {keyword.reason!r}"
            msg = f"category {category.name!r}: {named}, not one of its own"
            raise ValueError(msg)
    for text in (*(keyword.text for keyword in category.keywords), *category.type_keywords):
        if not text or text != text.lower():
            msg = f"category {category.name!r}: keyword {text!r} must be non-empty and lower case"
            raise ValueError(msg)


def register_category(category: Category) -> None:
    """
    Add a category at run time, before `unexpected` and after all others.

    It comes out of `classify_error`, the converter, `explain`, the retry policy and the reports at once.

    Raises:
        ValueError: If the name is taken, or a part of the category is not usable; the message names it.
    """
    with _changing:
        if category.name in CATEGORIES:
            msg = f"category {category.name!r} exists already; known: {', '.join(CATEGORIES)}"
            raise ValueError(msg)
        _check(category)
        for reason in category.reasons:
            register_reason(reason)
        rows = dict(CATEGORIES.items())
        last = rows.pop("unexpected")
        CATEGORIES.replace_all({**rows, category.name: category, last.name: last})
        _notify()


def unregister_category(name: str) -> None:
    """
    Take back a category that was registered at run time.

    Raises:
        ValueError: If it is unknown or one of the seven built in.
    """
    with _changing:
        category = category_named(name)
        if category in _TABLE:
            msg = f"category {name!r} is built in and cannot be unregistered"
            raise ValueError(msg)
        CATEGORIES.replace_all({one: row for one, row in CATEGORIES.items() if one != name})
        # What was built from the category must be gone before its reasons are.
        _notify()
        unregister_reasons(name)
        _notify()


def _notify() -> None:
    for listener in _listeners:
        listener()
