"""
What is answered to each message, how sure, and how fast? Asks the whole cascade, or the text model alone.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from classifier.categories import CATEGORIES
from classifier.engine import Classifier
from classifier.evaluation.samples import Sample
from classifier.monitor import LOGGER_NAME
from classifier.reasons import REASONS

if TYPE_CHECKING:
    from classifier.model.scorer import TextModel

__all__ = ["PATIENT_S", "Answers", "ask_classifier", "ask_model", "cascade"]

PATIENT_S = 1.0
"""Budget of one classification while measuring: what is answered must not hang on how busy the machine is."""

_WARM_UP = 50


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """
    What one system made of all messages, in their order.

    Attributes:
        system: What answered.
        given: The categories.
        confidences: float array, shape (n_rows,): how sure of the category given.
        retries: bool array, shape (n_rows,): whether a retry would follow.
        rules: What decided each.
        seconds: float array, shape (n_rows,): wall time of each classification.
        likeliest: The model's most likely labels, whatever the thresholds; empty for a cascade.
        likelihoods: float array, shape (n_rows,): their probabilities; empty for a cascade.
    """

    system: str
    given: tuple[str, ...]
    confidences: NDArray[np.float64]
    retries: NDArray[np.bool_]
    rules: tuple[str, ...]
    seconds: NDArray[np.float64]
    likeliest: tuple[str, ...] = ()
    likelihoods: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the library's warnings of doubtful messages out of the terminal and out of the clock."""
    log = logging.getLogger(LOGGER_NAME)
    was = log.disabled
    log.disabled = True
    try:
        yield
    finally:
        log.disabled = was


def cascade(model: TextModel | None = None) -> Classifier:
    """Return the cascade that is measured: facts, keywords, plugged-in strategies, and the model if there is one."""
    return Classifier(model=model, budget_s=PATIENT_S)


def ask_classifier(system: str, classifier: Classifier, samples: Sequence[Sample]) -> Answers:
    """
    Classify each message as text, one after the other.

    Args:
        system: What to call it in reports.
    """
    given, rules, confidences, retries = [], [], [], []
    seconds = np.empty(len(samples))
    clock = time.perf_counter
    with _quiet():
        for sample in samples[:_WARM_UP]:
            classifier.explain(sample.text)
        for index, sample in enumerate(samples):
            start = clock()
            answer = classifier.explain(sample.text)
            seconds[index] = clock() - start
            given.append(answer.category)
            rules.append(answer.rule)
            confidences.append(answer.confidence)
            retries.append(answer.retryable and CATEGORIES[answer.category].retry is not None)
    return Answers(
        system, tuple(given), np.array(confidences), np.array(retries, dtype=np.bool_), tuple(rules), seconds
    )


def ask_model(system: str, model: TextModel, samples: Sequence[Sample]) -> Answers:
    """Ask the model alone, without facts or keywords, one message after the other."""
    found: list[Any] = []
    seconds = np.empty(len(samples))
    clock = time.perf_counter
    for sample in samples[:_WARM_UP]:
        model.classify(sample.text)
    for index, sample in enumerate(samples):
        start = clock()
        prediction = model.classify(sample.text)
        seconds[index] = clock() - start
        found.append(prediction)
    given = tuple(prediction.category for prediction in found)
    retries = [
        CATEGORIES[name].retry is not None and REASONS[CATEGORIES[name].default_reason].retryable for name in given
    ]
    likelihoods = np.array([prediction.probability for prediction in found])
    return Answers(
        system,
        given,
        likelihoods,
        np.array(retries, dtype=np.bool_),
        tuple(f"tfidf:{prediction.label if prediction.accepted else 'below_threshold'}" for prediction in found),
        seconds,
        tuple(prediction.label for prediction in found),
        likelihoods,
    )
