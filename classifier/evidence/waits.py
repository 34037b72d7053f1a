"""
How long did the server ask us to wait? One parser for every form seen in headers, bodies and sentences.

Forms: RFC 9110 §10.2.3 (seconds, HTTP date), `retry-after-ms` and its vendor variants, the `x-ratelimit-reset-*`
families (durations such as OpenAI's `6m0s`, epoch seconds or milliseconds, RFC 3339 times as Anthropic sends),
google.rpc RetryInfo, `resets_in_seconds`, and "try again in 1m42.653s" in text. Nothing raises, and nothing is
below zero.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from classifier.evidence.durations import duration_s, wait_in_text
from classifier.evidence.moments import time_in_text

__all__ = ["FAR_S", "PARK_S", "Wait", "header_lookup", "wait_from"]

FAR_S: Final = 365 * 86_400.0
"""A wait longer than a year is no wait but a mistake (a year 9999 date, a wrong unit) and is read as absent."""

PARK_S: Final = 3600.0
"""From an hour on `resets_at` is told as well: no policy of the table waits that long, so a caller has to come back."""

_EPOCH_S: Final = 1e9  # 2001-09-09; no server asks for 31 years of patience
_EPOCH_MS: Final = 1e12

#: Headers that say when this very request may be repeated, the most precise first; value: unit in seconds.
_RETRY_HEADERS: Final = (
    ("retry-after-ms", 0.001),
    ("x-ms-retry-after-ms", 0.001),
    ("x-retry-after-ms", 0.001),
    ("retry-after", 1.0),
    ("x-ms-retry-after", 1.0),
    ("x-retry-after", 1.0),
    ("x-amz-retry-after", 1.0),
    ("x-amzn-retry-after", 1.0),
    ("x-rate-limit-retry-after-seconds", 1.0),
    ("x-ratelimit-retry-after", 1.0),
    ("x-codex-primary-reset-after-seconds", 1.0),
    ("x-codex-secondary-reset-after-seconds", 1.0),
)
_RESET_PREFIXES: Final = (
    "x-ratelimit-reset", "ratelimit-reset", "x-rate-limit-reset", "anthropic-ratelimit-", "x-ratelimitbysize-reset",
)  # fmt: skip

Wait = tuple[float | None, datetime | None]
"""Seconds to wait (0 or more) or None, and the time of the reset or None."""

NOTHING: Final[Wait] = (None, None)


def header_lookup(headers: object) -> dict[str, str]:
    """Return `headers` of any mapping type, or pairs, as a plain dict with lower-case names; empty if unreadable."""
    found: dict[str, str] = {}
    try:
        items: Iterable[tuple[object, object]]
        if isinstance(headers, Mapping) or hasattr(headers, "items"):
            items = headers.items()
        elif isinstance(headers, list | tuple):
            items = headers
        else:
            return found
        for count, (name, value) in enumerate(items):
            if count >= 200:
                break
            key = name.decode("latin-1") if isinstance(name, bytes) else str(name)
            text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
            found.setdefault(key.lower().replace("_", "-"), text[:200])
    except Exception:
        # A header object that fails half-way has told what it could.
        pass
    return found


def wait_from(
    headers: Mapping[str, str],
    fields: Iterable[tuple[str, object]] = (),
    text: str = "",
    *,
    now_s: float | None = None,
) -> Wait:
    """
    Return how long to wait and when the limit resets, from the best of what is there.

    A retry header wins over fields of the body, these over a sentence, and that over a general reset header. An
    unusable value is passed over, so that a broken `retry-after-ms` does not hide a good `retry-after`.

    Args:
        headers: With lower-case names.
        fields: Named fields of the body.
        text: The message, lower case.
        now_s: Epoch seconds to measure dates from; the clock if None.
    """
    for name, unit in _RETRY_HEADERS if headers else ():
        value = headers.get(name)
        if value is not None:
            wait = _wait(value, unit, now_s)
            if wait is not NOTHING:
                return wait
    for name, raw in fields:
        wait = _wait(raw, 0.001 if name.endswith(("_ms", "Ms")) else 1.0, now_s)
        if wait is not NOTHING:
            return wait
    if text:
        seconds = wait_in_text(text)
        if seconds is not None and seconds <= FAR_S:
            return _in(seconds, now_s)
        when = time_in_text(text)
        if when is not None:
            wait = _of_date(when, now_s)
            if wait is not NOTHING:
                return wait
    best = NOTHING
    for name, value in headers.items():
        if name.startswith(_RESET_PREFIXES) and "reset" in name and _is_exhausted(headers, name):
            wait = _wait(value, 1.0, now_s)
            # Several windows reset at several times: only after the last of the exhausted ones can a call succeed.
            if wait[0] is not None and (best[0] is None or wait[0] > best[0]):
                best = wait
    return best


def _is_exhausted(headers: Mapping[str, str], name: str) -> bool:
    """Tell whether the window a reset header speaks of is used up; without a `remaining` beside it, it is."""
    remaining = headers.get(name.replace("reset", "remaining"))
    if remaining is None:
        return True
    try:
        return float(remaining) <= 0
    except ValueError:
        return True


def _wait(raw: object, unit: float, now_s: float | None) -> Wait:
    if isinstance(raw, int | float):
        # A JSON number may be larger than any float.
        return _of_number(float(raw), unit, now_s) if abs(raw) < 1e18 else NOTHING
    text = str(raw).strip()
    if not text or len(text) > 80:
        return NOTHING
    try:
        return _of_number(float(text), unit, now_s)
    except ValueError:
        pass
    seconds = duration_s(text.lower())
    if seconds is not None:
        return _in(seconds, now_s) if seconds <= FAR_S else NOTHING
    when = _date(text)
    return NOTHING if when is None else _of_date(when, now_s)


def _of_number(value: float, unit: float, now_s: float | None) -> Wait:
    if not math.isfinite(value):
        return NOTHING
    if value >= _EPOCH_MS:
        value /= 1000
    if value >= _EPOCH_S:
        try:
            return _of_date(datetime.fromtimestamp(value, UTC), now_s)
        except (ValueError, OverflowError, OSError):
            return NOTHING
    seconds = value * unit
    if seconds > FAR_S:
        return NOTHING
    return _in(max(0.0, seconds), now_s)


def _in(seconds: float, now_s: float | None) -> Wait:
    """Return a wait and, if it is one to park a task for rather than to sleep, when it is over."""
    if seconds < PARK_S:
        return seconds, None
    return seconds, datetime.fromtimestamp((time.time() if now_s is None else now_s) + seconds, UTC)


def _of_date(when: datetime, now_s: float | None) -> Wait:
    try:
        seconds = when.timestamp() - (time.time() if now_s is None else now_s)
    except (ValueError, OverflowError, OSError):
        return NOTHING
    if seconds > FAR_S:
        return NOTHING
    return max(0.0, seconds), when


def _date(text: str) -> datetime | None:
    try:
        when = datetime.fromisoformat(text) if text[:1].isdigit() else parsedate_to_datetime(text)
        return when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return None
