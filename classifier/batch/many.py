"""
How are many failures classified faster than one by one? What facts and keywords leave open, the model scores at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from classifier import engine
from classifier.classification import Classification
from classifier.engine import Classifier, get_classifier
from classifier.evidence import Evidence
from classifier.strategies.base import Verdict
from classifier.strategies.tfidf import TfidfStrategy

__all__ = ["classify_many"]

_LATER = Verdict("unexpected", "unknown", "later", 0.0)


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
    """Stands in for the model: puts the text by instead of scoring it."""

    name = TfidfStrategy.name

    def __init__(self, model: TfidfStrategy) -> None:
        self._model = model
        self.texts: list[str] = []
        self.priors: list[Verdict | None] = []

    def classify(self, evidence: Evidence, prior: Verdict | None, /) -> Verdict | None:
        """Return a verdict that means "later", or None where the model would pass."""
        text = self._model.text_of(evidence)
        if not text:
            return None
        self.texts.append(text)
        self.priors.append(prior)
        return _LATER


def _with_model(failures: Iterable[object], chosen: Classifier, model: TfidfStrategy) -> list[Classification]:
    later = _Later(model)
    first = Classifier(strategies=[*chosen.strategies[:-1], later], budget_s=chosen.budget_s, monitor=chosen.monitor)
    answers: list[Classification | None] = []
    waiting: list[tuple[int, Evidence, object]] = []
    for failure in failures:
        try:
            verdict, strategy, evidence = first._decide(failure, None)
            if verdict is _LATER:
                waiting.append((len(answers), evidence, failure))
                answers.append(None)
                continue
            answer = engine._answer(verdict, strategy, evidence)
        except Exception:  # noqa: BLE001 - a failure that breaks this path is answered on the ordinary one
            answers.append(chosen.explain(failure))
            continue
        if verdict is not engine._FAILED:
            chosen._tell(verdict, strategy, evidence, answer)
        answers.append(answer)
    if waiting:
        likely = model.model.probabilities_many(later.texts).tolist()
        for (at, evidence, failure), row, prior, text in zip(waiting, likely, later.priors, later.texts, strict=True):
            judged = model.judge(row, prior, text)
            if judged is None:
                # The word of an earlier step stands; which one, only the ordinary path tells.
                answers[at] = chosen.explain(failure)
                continue
            answer = engine._answer(judged, model.name, evidence)
            chosen._tell(judged, model.name, evidence, answer)
            answers[at] = answer
    return [answer for answer in answers if answer is not None]
