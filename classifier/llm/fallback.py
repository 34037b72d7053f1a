"""
May a stub stand in for a call that failed? Only where `NEXUSCORE_ALLOW_STUB_FALLBACK=1` says so; the one place for it.

The flag is for integration tests that run with real keys (C5 §4.4). It is read at each use, so that a test can set it.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Final

from classifier.llm.text import LLMText

__all__ = ["FLAG", "acall_or_stub", "call_or_stub"]

FLAG: Final = "NEXUSCORE_ALLOW_STUB_FALLBACK"


def call_or_stub(call: Callable[[], LLMText], stub: Callable[[Exception], LLMText]) -> LLMText:
    """
    Make the call; if it fails, raise what it raised, or return the stub under the flag.

    Args:
        stub: Makes the stub for a failure, and warns.
    """
    try:
        return call()
    except Exception as exc:
        if os.environ.get(FLAG) != "1":
            raise
        return stub(exc)


async def acall_or_stub(call: Callable[[], Awaitable[LLMText]], stub: Callable[[Exception], LLMText]) -> LLMText:
    """As `call_or_stub`, for an awaitable call."""
    try:
        return await call()
    except Exception as exc:
        if os.environ.get(FLAG) != "1":
            raise
        return stub(exc)
