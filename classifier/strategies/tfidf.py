"""
What does the text model say of a failure that no strong keyword named? The last step of the cascade.

A weak keyword is evidence too: where it and the model agree, less certainty is asked of the model. Alone it does not
stand against the model.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from classifier.categories import CATEGORIES
from classifier.model.errors import ModelLoadError
from classifier.strategies.base import Verdict

if TYPE_CHECKING:
    from classifier.evidence import Evidence
    from classifier.model.scorer import TextModel

__all__ = ["TfidfStrategy"]

_FALLBACK: Final = "unexpected"
_PROBE: Final = "Zeitüberschreitung 接続 connexion refusée 42 "


class TfidfStrategy:
    """
    Asks a `TextModel`; answers `unexpected` below the threshold, and passes only on failures without any text.

    Attributes:
        name: `"tfidf"`.
        cost_s: The slowest of a few classifications of the longest text it reads, measured at construction.
    """

    name = "tfidf"

    def __init__(self, model: TextModel) -> None:
        unknown = [label for label in model.labels if label not in CATEGORIES]
        if unknown:
            msg = (
                f"the model knows the categories {', '.join(unknown)}, which nobody registered; known: "
                f"{', '.join(CATEGORIES)}; call register_category first"
            )
            raise ModelLoadError(msg)
        self.model = model
        self._columns = {label: column for column, label in enumerate(model.labels)}
        self._fallback = self._columns[_FALLBACK]
        self.cost_s = self._measured_cost_s()

    def _measured_cost_s(self) -> float:
        window = self.model.settings.head_chars + self.model.settings.tail_chars
        text = (_PROBE * (window // len(_PROBE) + 1))[:window]
        self.model.probabilities(text)
        slowest = 0.0
        for _ in range(5):
            start = time.perf_counter()
            self.model.probabilities(text)
            slowest = max(slowest, time.perf_counter() - start)
        return slowest

    def classify(self, evidence: Evidence, prior: Verdict | None) -> Verdict | None:
        """Return the model's verdict on the texts of `evidence`, taken together, the outermost first."""
        text = self.text_of(evidence)
        return self.judge(self.model.probabilities(text).tolist(), prior) if text else None

    def text_of(self, evidence: Evidence) -> str:
        """Return the text to score, "" if there is none."""
        texts = evidence.texts
        text = texts[0] if len(texts) == 1 else "\n".join(texts)
        return text if text and not text.isspace() else ""

    def judge(self, likely: list[float], prior: Verdict | None) -> Verdict:
        """Return the verdict on a text whose categories are as likely as `likely`; many texts are scored at once."""
        model = self.model
        best = max(range(len(likely)), key=likely.__getitem__)
        label = model.labels[best]
        if prior is not None:
            expected = self._columns.get(prior.category)
            if expected is None or expected == self._fallback:
                expected = None
            elif likely[expected] >= model.prior_threshold:
                # the keyword's own reason is finer than the category's default
                suspects = (label,) if best not in (expected, self._fallback) else ()
                return Verdict(
                    prior.category,
                    prior.reason,
                    f"tfidf+{prior.rule}",
                    likely[expected],
                    suspects=suspects,
                    cause_depth=prior.cause_depth,
                )
        if best != self._fallback and likely[best] >= model.thresholds[label]:
            suspects = (prior.category,) if prior is not None and prior.category != label else ()
            return Verdict(label, CATEGORIES[label].default_reason, f"tfidf:{label}", likely[best], suspects=suspects)
        doubted = dict.fromkeys(name for name in (label, prior.category if prior else label) if name != _FALLBACK)
        rule = "tfidf:unexpected" if best == self._fallback else "tfidf:below_threshold"
        reason = CATEGORIES[_FALLBACK].default_reason
        return Verdict(_FALLBACK, reason, rule, likely[self._fallback], suspects=tuple(doubted))
