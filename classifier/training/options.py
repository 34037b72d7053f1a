"""
What decides the outcome of a training beside the rows?
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from classifier.model.folding import NgramSettings

__all__ = ["LABELS", "TrainingOptions"]

LABELS: Final = (
    "rate_limit", "timeout", "connection", "invalid_output", "sandbox", "patch_apply", "unexpected",
)  # fmt: skip
"""Order of the model's columns: that of the categories in CR-NEXUS-051."""


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """
    Settings of one training; written into the artefact. The defaults won the study in the model card.

    Attributes:
        ngrams: How texts become buckets.
        machine: `"svm"`, a linear support vector machine, or `"logistic"`, a logistic regression; one label against the
            rest, either way.
        penalty_c: Inverse regularisation of the machine.
        min_ideas: An n-gram counts only if so many ideas share it.
        language_balance: 0 counts every row alike, 1 every language; between, a power of the language's share.
        variants: Augmented copies drawn for each row that the weights are fitted on.
        precision: What the thresholds aim at, on held-out domains.
        n_folds: Folds of held-out domains.
        seed: Of everything drawn.
    """

    ngrams: NgramSettings = field(default_factory=NgramSettings)
    machine: Literal["svm", "logistic"] = "svm"
    penalty_c: float = 1.0
    min_ideas: int = 3
    language_balance: float = 0.0
    variants: int = 1
    precision: float = 0.95
    n_folds: int = 9
    seed: int = 7
