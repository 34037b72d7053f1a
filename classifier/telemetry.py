"""
What do traces and metrics tell of calls, attempts, retries and give-ups? OpenTelemetry if installed, else nothing.

Names follow its semantic conventions where they have one; `error.type` is always a name from `classifier.REASONS`. No
text of a prompt, an answer or an error is ever an attribute.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final

from classifier.classification import Classification
from classifier.engine import get_classifier
from classifier.errors import NexusCoreError
from classifier.reasons import REASONS

if TYPE_CHECKING:
    from classifier.retry import RetryDetails

__all__ = ["attempt_span", "call_span", "count_classification", "count_give_up", "count_retry", "known_classification"]

_SCOPE: Final = "nexus_classifier"
_COUNTERS: Final = {
    "classifications": "Failures by what they were found to be.",
    "retries": "Attempts made again.",
    "give_ups": "Calls whose failure reached their caller.",
}


def known_classification(exc: BaseException) -> Classification:
    """Return what the converter decided about `exc`, or classify it now."""
    if isinstance(exc, NexusCoreError) and exc.classification is not None:
        return exc.classification
    return get_classifier().explain(exc)


@contextmanager
def attempt_span(provider: str, model: str, resend_count: int = 0, *, is_stream: bool = False) -> Iterator[None]:
    """
    Trace one request to a provider.

    Args:
        resend_count: How often it was made before.
        is_stream: True where the caller's own code runs in between, which is not to count as part of the request.
    """
    attributes: dict[str, str | int] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider,
        "gen_ai.request.model": model,
    }
    if resend_count:
        attributes["http.request.resend_count"] = resend_count
    with _span(f"chat {model}", attributes, is_client=True, is_current=not is_stream):
        yield


@contextmanager
def call_span(name: str, **attributes: str) -> Iterator[None]:
    """Trace one call with all its attempts."""
    with _span(name, {f"nexus.{key}": value for key, value in attributes.items() if value}):
        yield


def count_classification(found: Classification) -> None:
    """Count a failure by category and reason."""
    _count("classifications", {"nexus.category": found.category, "error.type": _reason(found)})


def count_retry(details: RetryDetails) -> None:
    """Count an attempt that is made again; usable as `on_retry=`."""
    _count("retries", _of_details(details))


def count_give_up(details: RetryDetails) -> None:
    """Count a failure that reaches its caller; usable as `on_give_up=`."""
    _count("give_ups", {**_of_details(details), "nexus.stopped_by": str(details.decision.reason)})


def _of_details(details: RetryDetails) -> dict[str, str]:
    found = details.classification
    if found is None:
        return {"nexus.category": "unexpected", "error.type": "unclassifiable"}
    return {"nexus.category": found.category, "error.type": _reason(found)}


def _reason(found: Classification) -> str:
    return found.reason if found.reason in REASONS else "unknown"


def _api() -> Any:
    try:
        import opentelemetry.metrics
        import opentelemetry.trace
    except ModuleNotFoundError as exc:
        if exc.name is None or exc.name.partition(".")[0] != "opentelemetry":
            raise
        return None
    return opentelemetry


def _count(name: str, attributes: dict[str, str]) -> None:
    api = _api()
    if api is None:
        return
    # The API keeps one instrument for a name; asking again is a look-up, and a provider that is set later still counts.
    meter = api.metrics.get_meter(_SCOPE)
    meter.create_counter(f"{_SCOPE}.{name}", unit="1", description=_COUNTERS[name]).add(1, attributes)


@contextmanager
def _span(name: str, attributes: dict[str, Any], *, is_client: bool = False, is_current: bool = True) -> Iterator[None]:
    api = _api()
    if api is None:
        yield
        return
    trace = api.trace
    kind = trace.SpanKind.CLIENT if is_client else trace.SpanKind.INTERNAL
    tracer = trace.get_tracer(_SCOPE)
    span = tracer.start_span(name, kind=kind, attributes=attributes)
    # What the API would record of an exception holds its message, so that is off.
    current = trace.use_span(span, record_exception=False, set_status_on_exception=False)
    try:
        with current if is_current else nullcontext():
            yield
    except Exception as exc:
        span.set_attribute("error.type", _reason(known_classification(exc)))
        span.set_status(trace.StatusCode.ERROR)
        raise
    finally:
        span.end()
