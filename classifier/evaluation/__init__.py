"""
How good are the answers on labelled messages, and which of two models is better? Not imported in production.

    samples = read_samples([Path("messages.jsonl")])
    evaluation = evaluate(samples, model=classifier.model.load_default())
    Path("evaluation.html").write_bytes(page(evaluation))
"""

from __future__ import annotations

try:
    import numpy as _numpy  # noqa: F401
except ImportError as exc:
    # a broken numpy must show its own error, so only the very package may be what is missing
    if exc.name != "numpy":
        raise
    msg = "classifier.evaluation needs 'numpy'; install it with: pip install 'nexus-classifier[model]'"
    raise ImportError(msg, name="numpy") from exc

from classifier.evaluation.answers import Answers, ask_classifier, ask_model
from classifier.evaluation.compare import Difference, compare
from classifier.evaluation.evaluate import evaluate
from classifier.evaluation.figures import FIGURES
from classifier.evaluation.page import page
from classifier.evaluation.result import Evaluation
from classifier.evaluation.samples import Sample, SampleError, read_samples, samples_of, sealed_samples
from classifier.evaluation.words import Share, shares, weight_of_letters

__all__ = [
    "FIGURES",
    "Answers",
    "Difference",
    "Evaluation",
    "Sample",
    "SampleError",
    "Share",
    "ask_classifier",
    "ask_model",
    "compare",
    "evaluate",
    "page",
    "read_samples",
    "samples_of",
    "sealed_samples",
    "shares",
    "weight_of_letters",
]
