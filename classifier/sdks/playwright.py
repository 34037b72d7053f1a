"""Exceptions of playwright 1.x; Chromium's `net::ERR_…` stands in the words."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic, left

TABLE = SdkTable(
    ("playwright",),
    {
        "Error": left("the browser's own words decide"),
        "TimeoutError": "deadline_exceeded",
        # The page or browser this object stands for is gone; the same call on it cannot succeed.
        "TargetClosedError": generic("container_failed"),
        "AbortError": "cancelled",
        "ValidationError": "programming_error",
    },
)
