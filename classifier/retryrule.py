"""
How is one kind of failure retried? The numbers, their ranges and their sources. Imports only the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

__all__ = ["RETRY_LIMITS", "RetryRule", "check_retry_number"]

RETRY_LIMITS: Final = MappingProxyType({
    "max_retries": (0, 100, int),
    "base_s": (0.0, 86_400.0, float),
    "factor": (1.0, 100.0, float),
    "cap_s": (0.0, 86_400.0, float),
    "floor_s": (0.0, 86_400.0, float),
    "jitter": (0.0, 1.0, float),
})  # fmt: skip
"""Lowest value, highest value and kind of each number of a `RetryRule`: every loop ends, no wait exceeds a day."""


@dataclass(frozen=True, slots=True)
class RetryRule:
    """
    How a category is retried, in seconds; `classifier.retry.RetryPolicy` can overrule each number.

    Where the numbers of the table come from (package constants as read in 2026):
        retries 5 for rate_limit: the six attempts of OpenAI's cookbook on rate limits. 3 for the others: the most
            attempts the SRE book ("Handling Overload") allows a request are three, google-genai retries an upload 3
            times; one failed prompt repair rarely helps after three.
        base, rate_limit 2.0: 2 + 4 + 8 + 16 + 32 = 62 s spans the one-minute window in which providers count.
            timeout 1.0: initial delay of google-api-core. connection and invalid_output 0.5: of openai and anthropic.
        factor 2.0: google-api-core, google-genai, openai and anthropic alike.
        cap, rate_limit 120: `MAX_RETRY_AFTER_DELAY` of openai. timeout and connection 60: the maximum delay of
            google-api-core and google-genai. invalid_output 8: the maximum delay of openai and anthropic.
        floor, rate_limit 1.0: the shortest wait in OpenAI's cookbook; a limit is never tried again within the second.

    Attributes:
        max_retries: Tries after the first one, 0 to 100.
        base_s: Wait before the first retry, before jitter, 0 to 86,400.
        factor: Growth of the wait per retry, 1 to 100.
        cap_s: Longest wait, 0 to 86,400; a server that asks for more means stop.
        floor_s: Shortest wait when the server named none, 0 to `cap_s`.
        first_wait: False to make the first retry at once.
        meaning: The document's word for the strategy, CR-NEXUS-051 §2.2.
        jitter: Share of the wait that is random, 0 to 1; 1 is "full jitter" (AWS Architecture Blog, 2015).

    Raises:
        ValueError: If a number is out of its range; the message names field, value and range.
    """

    max_retries: int
    base_s: float
    factor: float
    cap_s: float
    floor_s: float = 0.0
    first_wait: bool = True
    meaning: str = ""
    jitter: float = 1.0

    def __post_init__(self) -> None:
        for name, (low, high, kind) in RETRY_LIMITS.items():
            check_retry_number(name, getattr(self, name), low, high, kind)
        if self.floor_s > self.cap_s:
            msg = f"floor_s is {self.floor_s!r}; expected at most cap_s, which is {self.cap_s!r}"
            raise ValueError(msg)


def check_retry_number(where: str, value: object, low: float, high: float, kind: type) -> None:
    """
    Refuse a number that could make a retry endless or a wait impossible.

    Raises:
        ValueError: If `value` is no number of this kind, not finite, or outside `low` to `high`.
    """
    accepted: type | tuple[type, ...] = (int, float) if kind is float else kind
    is_usable = isinstance(value, accepted) and not isinstance(value, bool) and low <= value <= high  # type: ignore[operator]
    if not is_usable:
        what = "a whole number" if kind is int else "a number"
        msg = f"{where} is {value!r}; expected {what} from {low:g} to {high:g}"
        raise ValueError(msg)
