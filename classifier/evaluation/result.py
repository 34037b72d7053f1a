"""
What is there to say of a classifier on labelled messages? Plain values, for the terminal, for JSON and for the page.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from classifier.evaluation.compare import Difference
from classifier.evaluation.curves import Curve

__all__ = ["Evaluation", "Miss", "SystemReport"]


@dataclass(frozen=True, slots=True)
class SystemReport:
    """
    All figures of one system.

    Attributes:
        name: What answered.
        figures: By the names of `FIGURES`; NaN where there is nothing to measure.
        wrong_retries: Rows that would be retried in vain.
        missed_retries: Rows that a retry could help and that would not be retried.
        by_category: Rows, precision, recall and F1 by category.
        by_part: Figures by language, origin and domain: `by_part["lang"]["ja"]`; `rows` among them.
        confusion: Rows by truth and answer, in the order of the categories.
        latency_us: Microseconds of one classification by percentile, and `mean`; empty if not timed.
    """

    name: str
    figures: dict[str, float]
    wrong_retries: int
    missed_retries: int
    by_category: dict[str, dict[str, float]]
    by_part: dict[str, dict[str, dict[str, float]]]
    confusion: tuple[tuple[int, ...], ...]
    latency_us: dict[str, float]


@dataclass(frozen=True, slots=True)
class Miss:
    """
    A wrong answer.

    Attributes:
        text: The message, without secrets, cut short.
        lang: Its language.
        label: What it is.
        given: What was answered.
        confidence: How surely.
        rule: What decided.
    """

    text: str
    lang: str
    label: str
    given: str
    confidence: float
    rule: str


@dataclass(frozen=True, slots=True)
class Evaluation:
    """
    What came out.

    Attributes:
        rows: How many messages.
        ideas: How many groups of them.
        categories: In the order of the tables.
        systems: By name; the last is the one that `misses` are of.
        misses: The most confident wrong answers first.
        reliability: Bins of the likeliest label's probability; empty without a model.
        calibration_error: Expected calibration error of the likeliest label; None without a model.
        curves: Risk against coverage; empty without a model.
        comparisons: Differences by `"first -> second"`.
        model: What the model says of itself: data hash, thresholds, versions; empty without a model.
    """

    rows: int
    ideas: int
    categories: tuple[str, ...]
    systems: tuple[SystemReport, ...]
    misses: tuple[Miss, ...]
    reliability: tuple[dict[str, float], ...]
    calibration_error: float | None
    curves: tuple[Curve, ...]
    comparisons: dict[str, tuple[Difference, ...]]
    model: dict[str, Any]

    def system(self, name: str) -> SystemReport:
        """
        Return the report of one system.

        Raises:
            KeyError: If it was not measured; the message lists those that were.
        """
        for one in self.systems:
            if one.name == name:
                return one
        msg = f"no system {name!r}; measured: {', '.join(one.name for one in self.systems)}"
        raise KeyError(msg)

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values; what could not be measured is None."""
        plain = {
            "rows": self.rows,
            "ideas": self.ideas,
            "categories": list(self.categories),
            "systems": {
                one.name: {name: getattr(one, name) for name in SystemReport.__dataclass_fields__ if name != "name"}
                for one in self.systems
            },
            "misses": [{name: getattr(miss, name) for name in Miss.__dataclass_fields__} for miss in self.misses],
            "reliability": list(self.reliability),
            "calibration_error": self.calibration_error,
            "curves": [curve.to_dict() for curve in self.curves],
            "comparisons": {name: [one.to_dict() for one in found] for name, found in self.comparisons.items()},
            "model": self.model,
        }
        return {name: _plain(value) for name, value in plain.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value
