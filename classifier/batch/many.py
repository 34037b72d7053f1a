"""
How are many failures classified faster than one by one? What facts and keywords leave open, the model scores at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final, NamedTuple

from classifier import engine
from classifier.classification import Classification
from classifier.engine import Classifier, get_classifier
from classifier.evidence import Evidence, gather
from classifier.model.scorer import TextModel
from classifier.strategies.base import Verdict
from classifier.strategies.tfidf import TfidfStrategy

__all__ = ["classify_many"]

_LATER: Final = Verdict("unexpected", "unknown", "later", 0.0)

_TOGETHER: Final = 256
"""Failures read and scored at once; what the model sees of them takes 40 bytes a letter while it lasts."""


def classify_many(failures: Iterable[object], *, classifier: Classifier | None = None) -> list[Classification]:
    """
    Return for each failure what `Classifier.explain` returns; never raises on any of them.

    Args:
        failures: Exceptions, texts and responses, mixed as you like.
        classifier: None for the process's default, see `classifier.configure`.
    """
    chosen = get_classifier() if classifier is None else classifier
    last = chosen.strategies[-1] if chosen.strategies else None
    if not isinstance(last, TfidfStrategy):
        return [chosen.explain(failure) for failure in failures]
    return _with_model(failures, chosen, last)


class _Later:
    """Stands in for the model: puts what it would score by."""

    name = TfidfStrategy.name

    def __init__(self, model: TfidfStrategy) -> None:
        self._model = model
        self.text = ""
        self.prior: Verdict | None = None

    def classify(self, evidence: Evidence, prior: Verdict | None, /) -> Verdict | None:
        """Return a verdict that means "later", or None where the model would pass."""
        self.text, self.prior = self._model.text_of(evidence), prior
        return _LATER if self.text else None


class _Waiting(NamedTuple):
    at: int
    evidence: Evidence
    failure: object
    text: str
    prior: Verdict | None


def _with_model(failures: Iterable[object], chosen: Classifier, model: TfidfStrategy) -> list[Classification]:
    later = _Later(model)
    first = Classifier(strategies=[*chosen.strategies[:-1], later], budget_s=chosen.budget_s, monitor=chosen.monitor)
    answers: list[Classification] = []
    remaining = iter(failures)
    while some := list(islice(remaining, _TOGETHER)):
        answers.extend(_some_with_model(some, chosen, first, later, model))
    return answers


def _some_with_model(
    failures: list[object], chosen: Classifier, first: Classifier, later: _Later, model: TfidfStrategy
) -> list[Classification]:
    answers: list[Classification | None] = []
    waiting: list[_Waiting] = []
    for failure, evidence in zip(failures, _read_together(failures, model.model), strict=True):
        try:
            verdict, strategy, evidence = first._decide(failure, None, evidence)
            if verdict is _LATER:
                waiting.append(_Waiting(len(answers), evidence, failure, later.text, later.prior))
                answers.append(None)
                continue
            answer = engine._answer(verdict, strategy, evidence)
        except Exception:  # noqa: BLE001 - a failure that breaks this path is answered on the ordinary one
            answers.append(chosen.explain(failure))
            continue
        if verdict is not engine._FAILED:
            chosen._tell(verdict, strategy, evidence, answer)
        answers.append(answer)
    for one, likely in zip(waiting, _scored(waiting, model.model), strict=True):
        judged = model.judge(likely, one.prior, one.text)
        if judged is None:
            # The word of an earlier step stands; which one, only the ordinary path tells.
            answers[one.at] = chosen.explain(one.failure)
            continue
        answer = engine._answer(judged, model.name, one.evidence)
        chosen._tell(judged, model.name, one.evidence, answer)
        answers[one.at] = answer
    return [answer for answer in answers if answer is not None]


def _read_together(failures: list[object], model: TextModel) -> list[Evidence]:
    """Gather the evidence of each failure, and let the model see all plain texts at once."""
    found = [gather(failure) for failure in failures]
    texts = [
        one.first for one in found
        if one.kind == "text" and one.first.bare and 0 < len(one.first.text) <= model.settings.head_chars
    ]  # fmt: skip
    for facts, ngrams in zip(texts, model.ngrams_many([facts.text for facts in texts]), strict=True):
        facts.ngrams = ngrams
    return found


def _scored(waiting: list[_Waiting], model: TextModel) -> list[list[float]]:
    """Return how likely each category is for each text that waits."""
    # The keywords may have asked another model since.
    seen = [model.own(one.evidence.first.ngrams) if one.evidence.kind == "text" else None for one in waiting]
    known = iter(model.likelihoods_many([ngrams for ngrams in seen if ngrams is not None]).tolist())
    texts = [one.text for one, ngrams in zip(waiting, seen, strict=True) if ngrams is None]
    others = iter(model.probabilities_many(texts).tolist())
    return [next(others if ngrams is None else known) for ngrams in seen]
