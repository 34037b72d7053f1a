"""Exceptions of tenacity 8 and 9, which stand for what was retried."""

from __future__ import annotations

from classifier.sdks.base import BY_CAUSE, SdkTable

TABLE = SdkTable(("tenacity",), {"RetryError": BY_CAUSE, "TryAgain": BY_CAUSE})
