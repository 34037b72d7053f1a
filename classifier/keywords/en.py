"""
English phrases that say one thing, by reason. A phrase is here because programs of several kinds print it.

A phrase ending in `|` must end where a word ends. Within one category the first reason listed wins, so that the money
of "quota exceeded, check your plan" is seen before its limit.
"""

from __future__ import annotations

from typing import Final

from classifier.keywords import en_lasting, en_local, en_remote

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, ...]]] = {**en_remote.PHRASES, **en_local.PHRASES, **en_lasting.PHRASES}
