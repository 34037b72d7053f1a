"""Exceptions of the groq SDK 1.7, the generated tree and nothing more."""

from __future__ import annotations

from classifier.sdks._stainless import STAINLESS
from classifier.sdks.base import SdkTable, generic

TABLE = SdkTable(("groq",), {**STAINLESS, "GroqError": generic("misconfigured")})
