"""
How are all figures come by? Asks each system once, measures its answers, and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from classifier.categories import CATEGORIES
from classifier.evaluation.answers import Answers, ask_classifier, ask_model, cascade
from classifier.evaluation.compare import Difference, compare
from classifier.evaluation.curves import Curve, curves
from classifier.evaluation.figures import (
    calibration_error,
    cells_of,
    figures,
    per_category,
    reliability,
    rows_right,
    summed,
)
from classifier.evaluation.result import Evaluation, Miss, SystemReport
from classifier.evaluation.samples import Sample
from classifier.redact import redact

if TYPE_CHECKING:
    from classifier.model.scorer import TextModel

__all__ = ["KEYWORDS", "LIKELIEST", "MODEL", "WITH_MODEL", "evaluate"]

KEYWORDS = "keywords alone"
WITH_MODEL = "with model"
MODEL = "model alone"
LIKELIEST = "likeliest label"

_PARTS = ("lang", "origin", "domain")
_PERCENTILES = (50.0, 90.0, 99.0, 99.9)


def _figures_of(cells: NDArray[np.int64], extra: NDArray[np.int64]) -> dict[str, float]:
    return {name: float(value) for name, value in figures(*summed(cells, extra)).items()}


def _report(samples: Sequence[Sample], answers: Answers) -> SystemReport:
    cells, extra = cells_of(samples, answers.given, answers.retries)
    table, counts = summed(cells, extra)
    by_part: dict[str, dict[str, dict[str, float]]] = {}
    for part in _PARTS:
        values = np.array([getattr(sample, part) for sample in samples])
        names, sizes = np.unique(values, return_counts=True)
        if len(names) > 1 or names[0] not in ("", "und"):
            by_part[part] = {
                str(name) or "(none)": {
                    "rows": float(size),
                    **_figures_of(cells[values == name], extra[values == name]),
                }
                for name, size in sorted(zip(names.tolist(), sizes.tolist(), strict=True), key=lambda one: -one[1])
            }
    latency: dict[str, float] = {}
    if len(answers.seconds):
        at = np.percentile(answers.seconds * 1e6, _PERCENTILES)
        latency = {f"p{point:g}": float(value) for point, value in zip(_PERCENTILES, at, strict=True)}
        latency["mean"] = float(answers.seconds.mean() * 1e6)
    return SystemReport(
        answers.system,
        _figures_of(cells, extra),
        int(counts[2]),
        int(counts[1]),
        per_category(table),
        by_part,
        tuple(tuple(int(count) for count in row) for row in table),
        latency,
    )


def _misses(samples: Sequence[Sample], answers: Answers, n_misses: int) -> tuple[Miss, ...]:
    wrong = np.flatnonzero(~rows_right(samples, answers.given))
    order = wrong[np.argsort(-answers.confidences[wrong], kind="stable")][:n_misses]
    return tuple(
        Miss(
            redact(samples[index].text),
            samples[index].lang,
            samples[index].label,
            answers.given[index],
            float(answers.confidences[index]),
            answers.rules[index],
        )
        for index in order.tolist()
    )


def _likeliest(answers: Answers) -> Answers:
    """What would be answered without thresholds; its time is that of the model."""
    retries = np.array([CATEGORIES[name].retry is not None for name in answers.likeliest], dtype=np.bool_)
    return Answers(LIKELIEST, answers.likeliest, answers.likelihoods, retries, answers.rules, np.empty(0))


def evaluate(
    samples: Sequence[Sample],
    *,
    model: TextModel | None = None,
    rival: TextModel | None = None,
    rival_name: str = "rival",
    n_misses: int = 30,
    n_draws: int = 1000,
    seed: int = 7,
    progress: Callable[[str], object] = lambda _step: None,
) -> Evaluation:
    """
    Measure the keywords alone, the cascade with the model, and the model alone.

    Args:
        samples: At least one.
        model: The model; None measures the keywords alone.
        rival: Another model to compare with, in the whole cascade.
        rival_name: What to call it.
        n_misses: How many wrong answers are kept.
        n_draws: Draws of the bootstrap.
        seed: Of the bootstrap.
        progress: Told what begins next.

    Raises:
        ValueError: If there is no sample, or a rival but no model.
    """
    if not samples or (rival is not None and model is None):
        msg = "nothing to measure: no messages" if not samples else "a rival needs a model to be compared with"
        raise ValueError(msg)
    progress(KEYWORDS)
    baseline = ask_classifier(KEYWORDS, cascade(), samples)
    asked = [baseline]
    comparisons: dict[str, tuple[Difference, ...]] = {}
    bins: list[dict[str, float]] = []
    drawn: list[Curve] = []

    def compared(first: Answers, second: Answers) -> None:
        progress(f"{first.system} -> {second.system}")
        found = compare(samples, first, second, n_draws=n_draws, seed=seed)
        comparisons[f"{first.system} -> {second.system}"] = tuple(found)

    if model is not None:
        progress(MODEL)
        alone = ask_model(MODEL, model, samples)
        progress(WITH_MODEL)
        together = ask_classifier(WITH_MODEL, cascade(model), samples)
        asked += [alone, _likeliest(alone)]
        right = rows_right(samples, alone.likeliest)
        bins = reliability(alone.likelihoods, right)
        drawn = curves(alone.likeliest, alone.likelihoods, right, model.thresholds)
        compared(baseline, together)
        if rival is not None:
            progress(rival_name)
            other = ask_classifier(rival_name, cascade(rival), samples)
            asked.append(other)
            compared(other, together)
        asked.append(together)
    return Evaluation(
        len(samples),
        len({sample.group for sample in samples}),
        tuple(CATEGORIES),
        tuple(_report(samples, answers) for answers in asked),
        _misses(samples, asked[-1], n_misses),
        tuple(bins),
        calibration_error(bins) if bins else None,
        tuple(drawn),
        comparisons,
        _described(model),
    )


def _described(model: TextModel | None) -> dict[str, Any]:
    if model is None:
        return {}
    told: dict[str, Any] = {name: model.metadata[name] for name in ("format", "versions") if name in model.metadata}
    data = model.metadata.get("data", {})
    return {
        **told,
        "data_sha256": data.get("sha256"),
        "data_rows": data.get("rows"),
        "thresholds": dict(model.thresholds),
        "prior_threshold": model.prior_threshold,
    }
