"""
What stands in for an answer when no provider is asked? Marked text, never made without a warning.
"""

from __future__ import annotations

import json
import logging

from classifier.llm.text import STUB_MARK, LLMText, Mode

__all__ = ["stub_text", "warn_of_stub"]

logger = logging.getLogger("classifier.llm")


def stub_text(provider: str, model: str, mode: Mode, *, as_json: bool = False) -> LLMText:
    """Return a stub; with `as_json` a JSON object, so that code without a key still runs through its parser."""
    words = f"{STUB_MARK}{provider}:{model}] no model wrote this"
    return LLMText(json.dumps({"stub": words}) if as_json else words, mode, None, model, provider)


def warn_of_stub(provider: str, model: str, why: str) -> None:
    """Warn that a stub is about to be answered."""
    logger.warning(
        "%s %s answers with a STUB (%s); it is marked, and require_real() stops it",
        provider,
        model,
        why,
        extra={"provider": provider, "model": model},
    )
