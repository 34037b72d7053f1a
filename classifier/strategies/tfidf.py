"""
What does the text model say of a failure that no strong keyword named? The last step of the cascade.

A weak keyword is evidence too: where it and the model agree, less certainty is asked of the model. Alone it does not
stand against the model.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Final

from classifier.categories import CATEGORIES
from classifier.evidence.text import words_of
from classifier.model.errors import ModelLoadError
from classifier.strategies.base import Verdict, remember

if TYPE_CHECKING:
    from classifier.evidence import Evidence
    from classifier.model.scorer import TextModel

__all__ = ["ENGLISH_LEAST", "TfidfStrategy", "is_english"]

_FALLBACK: Final = "unexpected"
#: At least as likely as not: below that the model has merely no better guess, which is worth no warning.
_SUSPECT: Final = 0.5

#: Longer folded texts are scored anew each time. An outage gives one message from every call and every attempt, with
#: other numbers at most. At most 2 MB.
_RECENT_BYTES: Final = 8_192
_PROBE: Final = "Zeitüberschreitung 接続 connexion refusée 42 "


ENGLISH_LEAST: Final = 0.99
"""Least probability at which an English text is acted on, unless it agrees with a weak keyword.

English has a table of a thousand phrases, so what it does not know is rarely of the six. Measured on 143 harmless
English messages that name their nouns and on 531 failures, both seen while building: at the ordinary thresholds the
model takes 11 and 2 wrongly, from 0.98 on 1 and none. On the sealed English rows that no phrase matches, 0.94 of what
is acted on is right at the ordinary thresholds, 0.97 from 0.98 on, 0.98 from 0.99 on.
"""

#: Words that English messages hold and other languages in the same letters do not: nine of ten English rows of `data`
#: have one of them, of the rows of no other language more than four in a hundred (Malay), mostly one in a thousand.
_ENGLISH_WORDS: Final = """
    aborted access after again allowance allowed already ambiguous and another answer answers any are attempts
    away bad be because been before behind between blocked both broke broken busy by call called calls can
    cancelled cannot changed changes characters chosen closed configured conflicts could couldn crashed created
    daily damaged declined deleted denied detected did didn died differs disabled does doesn done down dropped
    during empty ended ends exceeded exhausted exists expected failed failure field fields finished first found
    from gave given gone good had halted has have here hit holds hung illegal installed into invalid isn it its
    killed knowledge knows lacks left locked longer lost malformed matches missing more must named needed needs
    never new not nothing now number off one only or overloaded passed permitted picked please quit raised ran
    range reach reached reading received refused refuses rejected reply reports required returned rows running
    said same saved selected sent setting short should silent starting stopped storage such taken than that the
    their then there this timed too twice two unable unavailable unexpected unknown unreachable unreadable
    unsupported updated value values waited waiting wanted wants were when which while window with within
    without won would write written wrong you your
"""
_ENGLISH: Final = frozenset(_ENGLISH_WORDS.split())


#: "resolved", "aborted": verbs are too many to list. Shorter words end so in Dutch and the Nordic languages.
_PAST: Final = "ed"
_PAST_LEAST: Final = 6

#: Raised digits and fractions count as letters in a pattern, and stand in English texts as well.
_OTHER_LETTER: Final = re.compile(r"[^\W\d_\x00-\x7f¹²³¼½¾]")


def is_english(text: str) -> bool:
    """Tell whether all letters of a text are plain ones, and it holds a word that is English alone."""
    if _OTHER_LETTER.search(text) is not None:
        return False
    words = words_of(text.lower())
    return not _ENGLISH.isdisjoint(words) or any(word.endswith(_PAST) and len(word) >= _PAST_LEAST for word in words)


class TfidfStrategy:
    """
    Asks a `TextModel`; answers `unexpected` below the threshold, and passes only on failures without any text.

    Attributes:
        name: `"tfidf"`.
        cost_s: CPU seconds of the longest text it reads, the median of a few, measured at construction.
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
        self._recent: dict[bytes, list[float]] = {}

    def __getstate__(self) -> dict[str, object]:
        """Leave out what is remembered: a copy made while another thread classifies must not meet it changing."""
        return {**self.__dict__, "_recent": {}}

    def forget(self) -> None:
        """Take every message for a new one; for those who measure."""
        self._recent = {}

    def _measured_cost_s(self) -> float:
        window = self.model.settings.head_chars + self.model.settings.tail_chars
        text = (_PROBE * (window // len(_PROBE) + 1))[:window]
        self.model.probabilities(text)
        taken = []
        for _ in range(5):
            # like the budget, CPU time of this thread: a pause now would switch the model off for good
            start = time.thread_time()
            self.model.probabilities(text)
            taken.append(time.thread_time() - start)
        return sorted(taken)[len(taken) // 2]

    def classify(self, evidence: Evidence, prior: Verdict | None) -> Verdict | None:
        """Return the model's verdict on the texts of `evidence`, taken together, the outermost first."""
        text = self.text_of(evidence)
        if not text:
            return None
        model = self.model
        links = evidence.links
        # The keyword step may have asked already.
        ngrams = model.own(links[0].ngrams) if len(links) == 1 else None
        points = model.fold(text) if ngrams is None else ngrams.points
        key = points.tobytes()
        recent = self._recent
        likely = recent.get(key)
        if likely is None:
            likely = model.likelihoods(ngrams or model.ngrams(points))
            if len(key) <= _RECENT_BYTES:
                remember(recent, key, likely)
        return self.judge(likely, prior, text)

    def text_of(self, evidence: Evidence) -> str:
        """Return the text to score, "" if there is none, or none with a letter in it."""
        links = evidence.links
        text = links[0].text if len(links) == 1 else "\n".join(evidence.texts)
        return text if any(map(str.isalpha, text)) else ""

    def judge(self, likely: list[float], prior: Verdict | None, text: str) -> Verdict | None:
        """
        Return the verdict on a text whose categories are as likely as `likely`; many texts are scored at once.

        Returns:
            None where a weak keyword names a category that the model was not trained for, and nothing else is sure.
        """
        model = self.model
        certain = max(likely)
        best = likely.index(certain)
        label = model.labels[best]
        if prior is not None:
            expected = self._columns.get(prior.category)
            if expected not in (None, self._fallback) and likely[expected] >= model.prior_threshold:
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
        least = model.thresholds.get(label, 2.0)
        if best != self._fallback and certain >= least and (certain >= ENGLISH_LEAST or not is_english(text)):
            suspects = (prior.category,) if prior is not None and prior.category != label else ()
            return Verdict(label, CATEGORIES[label].default_reason, f"tfidf:{label}", certain, suspects=suspects)
        if prior is not None and prior.category not in self._columns:
            return None
        doubted = [label] if best != self._fallback and certain >= _SUSPECT else []
        if prior is not None and prior.category not in (label, _FALLBACK):
            doubted.append(prior.category)
        rule = "tfidf:unexpected" if best == self._fallback else "tfidf:below_threshold"
        reason = CATEGORIES[_FALLBACK].default_reason
        return Verdict(_FALLBACK, reason, rule, likely[self._fallback], suspects=tuple(doubted))
