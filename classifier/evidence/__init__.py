"""
What can be known of a failure? Gathered once, bounded, never raising, and without touching network, files or streams.
"""

from __future__ import annotations

from classifier.evidence.gather import Evidence, gather

__all__ = ["Evidence", "gather"]
