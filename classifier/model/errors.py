"""
What is raised when a model cannot be used? Imports nothing, so that it can be caught where numpy is absent.
"""

from __future__ import annotations

__all__ = ["ModelLoadError"]


class ModelLoadError(Exception):
    """An artefact is missing, truncated, tampered with, foreign, or of a format this version does not read."""
