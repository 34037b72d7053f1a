"""
Messages from what a test needs to say.
"""

from __future__ import annotations

from classifier.evaluation import Sample

__all__ = ["sample"]


def sample(label: str, *others: str, text: str = "x", group: str = "", should_retry: bool | None = None) -> Sample:
    """Build a message from what a test needs to say."""
    return Sample(text, label, frozenset((label, *others)), group=group or text, should_retry=should_retry)
