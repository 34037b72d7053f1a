"""Exceptions of GitPython 3.x and gitdb; what git printed is finer than its exit status."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic, left

TABLE = SdkTable(
    ("git", "gitdb"),
    {
        "GitError": left("its words decide"),
        "CommandError": generic("nonzero_exit"),
        "GitCommandNotFound": "start_failed",
        "CacheError": left("its words decide"),
        "UnmergedEntriesError": "merge_conflict",
        "CheckoutError": "stale_state",
        "RepositoryDirtyError": "stale_state",
        "InvalidGitRepositoryError": "missing_file",
        "NoSuchPathError": "missing_file",
        "WorkTreeRepositoryUnsupported": "unsupported",
        "UnsafeOptionError": "sandbox_denied",
        "UnsafeProtocolError": "sandbox_denied",
        "ODBError": left("its words decide"),
        "BadName": "not_found",
        "BadObject": "not_found",
        "BadObjectType": "bad_request",
        "AmbiguousObjectName": "bad_request",
        "InvalidDBRoot": "missing_file",
        "ParseError": "corrupt_data",
        "UnsupportedOperation": "unsupported",
    },
)
