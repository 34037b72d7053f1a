"""
Which numbers govern retrying? An immutable set per category and reason, every one finite. No clock, no tenacity.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from classifier.categories import CATEGORIES
from classifier.reasons import REASONS
from classifier.retryrule import RETRY_LIMITS, RetryRule, check_retry_number

__all__ = ["OPTED_IN", "OPTED_IN_RULE", "Numbers", "RetryPolicy"]

Numbers: TypeAlias = float | Mapping[str, float]
"""One number for everything that is retried, or numbers by category, by reason, or for `"opted_in"`."""

OPTED_IN: Final = "opted_in"
"""Key, beside the categories and reasons, for failures that are retried only because `retry_on=` names their type."""

OPTED_IN_RULE: Final = RetryRule(3, 0.5, 2.0, 60.0, meaning="exponential backoff (short)")
"""Rule for `OPTED_IN`: the numbers of `connection`, the shortest of the increasing waits."""

_DEFAULT_DEADLINE_S: Final = 600.0
_DEADLINE_LIMITS: Final = (0.0, 86_400.0)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """
    How often, how long and how late failures are retried.

    Each of the numbers is either one for all categories that are retried, or a mapping from category or reason to a
    number; a reason beats its category, and what is not named keeps the default of `classifier.categories`, where
    each default has its source. Whatever is built here ends: no number can be infinite, missing or NaN.

        RetryPolicy(max_retries=2)
        RetryPolicy(max_retries={"rate_limit": 8, "overloaded": 5}, deadline_s=120, exclude=["server_error"])

    Attributes:
        max_retries: Tries after the first one, 0 to 100. Default 5, 3, 3 and 3 for rate_limit, timeout, connection and
            invalid_output.
        base_s: Wait before the first retry, before jitter. Default 2, 1, 0.5, 0.5 for the four.
        factor: Growth of the wait per retry, 1 to 100. Default 2.
        cap_s: Longest wait. A server that asks for more means stop. Default 120, 60, 60, 8 for the four.
        floor_s: Shortest wait when the server named none. Default 1 for rate_limit, else 0.
        jitter: Share of the wait that is random, 0 to 1. Default 1, full jitter.
        first_wait: False to make the first retry at once. Default False for invalid_output, else True.
        deadline_s: Longest time from the start of the first call to the start of the last one. Default 600, the time
            that openai and anthropic give a single request.
        exclude: Categories and reasons that are not retried, whatever else is said.

    Raises:
        ValueError: If a name is unknown or a number out of its range; the message names field, value and range.
    """

    max_retries: Numbers = field(default_factory=dict)
    base_s: Numbers = field(default_factory=dict)
    factor: Numbers = field(default_factory=dict)
    cap_s: Numbers = field(default_factory=dict)
    floor_s: Numbers = field(default_factory=dict)
    jitter: Numbers = field(default_factory=dict)
    first_wait: bool | Mapping[str, bool] = field(default_factory=dict)
    deadline_s: float = _DEFAULT_DEADLINE_S
    exclude: Iterable[str] = ()
    _rules: dict[tuple[str, str, bool], tuple[RetryRule | None, RetryRule | None]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        for name in _NUMBER_FIELDS:
            object.__setattr__(self, name, _checked(name, getattr(self, name)))
        check_retry_number("deadline_s", self.deadline_s, *_DEADLINE_LIMITS, float)
        if isinstance(self.exclude, str) or not isinstance(self.exclude, Iterable):
            msg = f"exclude is {self.exclude!r}; expected a list of categories and reasons, such as ['server_error']"
            raise ValueError(msg)
        names = tuple(self.exclude)
        for name in names:
            _check_name("exclude", name)
        excluded = frozenset(names)
        object.__setattr__(self, "exclude", excluded)
        for category in CATEGORIES.values():
            if category.retry is not None:
                for reason in ("", *(r.name for r in REASONS.values() if r.category == category.name)):
                    self._resolved(category.name, reason, category.retry)
        self._resolved("", OPTED_IN, OPTED_IN_RULE)

    def rule_for(self, category: str, reason: str = "", *, opted_in: bool = False) -> RetryRule | None:
        """
        Return the numbers that hold for a failure, or None if its kind is never retried.

        Args:
            opted_in: The caller asked for this exception type with `retry_on=`; a category that is never retried
                then follows the numbers for `"opted_in"`.
        """
        known = CATEGORIES.get(category)
        default = None if known is None else known.retry
        key = (category, reason, opted_in)
        cached = self._rules.get(key)
        if cached is not None and cached[0] is default:
            return cached[1]
        excluded = frozenset(self.exclude)
        rule: RetryRule | None = None
        if category not in excluded and reason not in excluded:
            if default is not None:
                rule = self._resolved(category, reason, default)
            elif opted_in and OPTED_IN not in excluded:
                rule = self._resolved("", OPTED_IN, OPTED_IN_RULE)
        # A new key only where both names are known, so that odd names from outside cannot fill the memory.
        if known is not None and reason in REASONS:
            self._rules[key] = (default, rule)
        return rule

    @property
    def largest_max_retries(self) -> int:
        """The most retries any kind of failure gets: no call is made more often than one more than this."""
        rules = [self.rule_for("unexpected", "unknown", opted_in=True)]
        rules += [self.rule_for(category) for category in CATEGORIES]
        rules += [self.rule_for(reason.category, reason.name) for reason in REASONS.values()]
        return max((rule.max_retries for rule in rules if rule is not None), default=0)

    def _resolved(self, category: str, reason: str, default: RetryRule) -> RetryRule:
        values: dict[str, Any] = {}
        for name in _NUMBER_FIELDS:
            given = getattr(self, name)
            if isinstance(given, Mapping):
                values[name] = given.get(reason, given.get(category, getattr(default, name)))
            else:
                values[name] = given
        try:
            return RetryRule(**values, meaning=default.meaning)
        except ValueError as exc:
            msg = f"RetryPolicy for {reason or category!r}: {exc}"
            raise ValueError(msg) from None

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> RetryPolicy:
        """
        Build a policy from plain values, as they stand in JSON or TOML.

        Raises:
            ValueError: If a key is unknown, or as for the constructor.
        """
        known = [f.name for f in fields(cls) if f.init]
        unknown = sorted(set(map(str, values)) - set(known))
        if unknown:
            msg = f"unknown policy key {unknown[0]!r}; known: {', '.join(known)}"
            raise ValueError(msg)
        return cls(**values)

    @classmethod
    def from_toml(cls, path: str | Path) -> RetryPolicy:
        """
        Read a policy from a TOML file whose top-level keys are the attributes.

        Raises:
            ValueError: If the file is no TOML, or as for `from_dict`; the message begins with the path.
            OSError: If the file cannot be read.
        """
        try:
            return cls.from_dict(tomllib.loads(Path(path).read_text(encoding="utf-8")))
        except ValueError as exc:
            msg = f"{path}: {exc}"
            raise ValueError(msg) from exc

    def to_dict(self) -> dict[str, Any]:
        """Return what was given as plain values; `from_dict` builds an equal policy from them."""
        values: dict[str, Any] = {}
        for name in _NUMBER_FIELDS:
            given = getattr(self, name)
            if not isinstance(given, Mapping):
                values[name] = given
            elif given:
                values[name] = dict(given)
        values["deadline_s"] = self.deadline_s
        values["exclude"] = sorted(self.exclude)
        return values

    def __repr__(self) -> str:
        given = self.to_dict()
        if self.deadline_s == _DEFAULT_DEADLINE_S:
            del given["deadline_s"]
        if not self.exclude:
            del given["exclude"]
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)  # a mapping proxy does not pickle


_NUMBER_FIELDS: Final = (*RETRY_LIMITS, "first_wait")


def _check_name(where: str, name: object) -> None:
    if isinstance(name, str) and (name in CATEGORIES or name in REASONS or name == OPTED_IN):
        return
    retried = [category.name for category in CATEGORIES.values() if category.retry is not None]
    msg = f"{where} names {name!r}; expected a category ({', '.join(retried)}), one of its reasons, or {OPTED_IN!r}"
    raise ValueError(msg)


def _is_never_retried(name: str) -> bool:
    if name == OPTED_IN:
        return False
    reason = REASONS.get(name)
    category = CATEGORIES.get(name if reason is None else reason.category)
    return category is None or category.retry is None or (reason is not None and not reason.retryable)


def _checked(name: str, given: object) -> object:
    if not isinstance(given, Mapping):
        _check_value(name, name, given)
        return given
    for key, value in given.items():
        _check_name(name, key)
        _check_value(name, f"{name}[{key!r}]", value)
        if name == "max_retries" and value and _is_never_retried(key):
            msg = f"{name}[{key!r}] is {value!r}; expected 0, because a failure of this kind is never retried"
            raise ValueError(msg)
    return MappingProxyType(dict(given))


def _check_value(name: str, where: str, value: object) -> None:
    if name == "first_wait":
        if not isinstance(value, bool):
            msg = f"{where} is {value!r}; expected true or false"
            raise ValueError(msg)
        return
    check_retry_number(where, value, *RETRY_LIMITS[name])
