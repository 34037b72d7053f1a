"""
Which of the project's own exceptions does a failure become? CR-NEXUS-051 §3.2, with the original kept as the cause.
"""

from __future__ import annotations

from collections.abc import Mapping

from classifier.categories import CATEGORIES
from classifier.classification import Classification
from classifier.engine import get_classifier
from classifier.errors import NexusCoreError, UnexpectedSystemError
from classifier.evidence.text import class_name, full_str

__all__ = ["classify_error", "convert_http_error_to_nexus_error", "explain"]


def classify_error(exc: BaseException) -> str:
    """
    Return the category of an exception, CR-NEXUS-051 §3.1; never raises, always one of the known categories.

    Whatever is no exception is `"unexpected"`, with a warning (§3.4.1).
    """
    # Not isinstance: an object may lie about its `__class__`, or raise when asked for it.
    if not issubclass(type(exc), BaseException):
        return get_classifier().refuse(exc).category
    return get_classifier().classify(exc)


def explain(failure: object, *, context: Mapping[str, object] | None = None) -> Classification:
    """
    Return what happened, whether to retry, how long to wait and what to do instead; never raises.

    Args:
        failure: An exception, a text, or a response (an object or a mapping with status, headers, body).
        context: What the caller knows beside; see `Classifier.explain`.
    """
    return get_classifier().explain(failure, context=context)


def convert_http_error_to_nexus_error(exc: BaseException) -> NexusCoreError:
    """
    Return the project's own exception for a failure, CR-NEXUS-051 §3.2; never raises.

    The message is `"<Label>: <original message>"`, for `unexpected` `"Unexpected error (<TypeName>): <original>"`.
    `__cause__` is the original, `classification` holds what was decided. A `NexusCoreError` comes back as it is.
    """
    if issubclass(type(exc), NexusCoreError):
        return exc  # type: ignore[return-value]
    is_exception = issubclass(type(exc), BaseException)
    answer = get_classifier().explain(exc) if is_exception else get_classifier().refuse(exc)
    category = CATEGORIES.get(answer.category, CATEGORIES["unexpected"])
    try:
        original = full_str(exc)
    except Exception:  # noqa: BLE001 - an exception whose text raises still has a type
        original = "(no text)"
    label = f"{category.label} ({class_name(type(exc))})" if category.name == "unexpected" else category.label
    msg = f"{label}: {original}"
    try:
        error = category.exception(msg)
    except Exception:  # noqa: BLE001 - a user's class that wants more than a message must not cost the conversion
        error = NexusCoreError(msg) if category.name != "unexpected" else UnexpectedSystemError(msg)
    error.reason = answer.reason
    error.classification = answer
    if is_exception:
        error.__cause__ = exc
    return error
