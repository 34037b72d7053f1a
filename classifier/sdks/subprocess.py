"""Exceptions of subprocess; the exit code or signal, and what the command printed, are finer."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic

TABLE = SdkTable(
    ("subprocess",),
    {
        "CalledProcessError": generic("nonzero_exit"),
        "TimeoutExpired": "command_timeout",
        "SubprocessError": generic("start_failed"),
    },
)
