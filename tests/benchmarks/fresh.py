"""
How is a failure measured that was not seen before? By making the classifier forget what it saw.
"""

from __future__ import annotations

from classifier import Classifier
from classifier.strategies.keyword import KeywordStrategy
from classifier.strategies.tfidf import TfidfStrategy

__all__ = ["forget"]


def forget(classifier: Classifier) -> None:
    """Let every message be a new one."""
    for strategy in classifier.strategies:
        if isinstance(strategy, KeywordStrategy | TfidfStrategy):
            strategy.forget()
