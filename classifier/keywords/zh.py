"""Strong phrases."""

from __future__ import annotations

from typing import Final

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, ...]]] = {}
