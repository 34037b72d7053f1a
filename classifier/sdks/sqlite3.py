"""Exceptions of sqlite3; "database is locked" and "no such table" are both `OperationalError`."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic, left

TABLE = SdkTable(
    ("sqlite3",),
    {
        "Error": left("its words decide"),
        "Warning": left("its words decide"),
        "DatabaseError": generic("local_resource"),
        "OperationalError": left("its words, such as 'database is locked', decide"),
        "IntegrityError": generic("bad_request"),
        "DataError": "bad_request",
        "ProgrammingError": "programming_error",
        "InterfaceError": "programming_error",
        "NotSupportedError": "unsupported",
        "InternalError": generic("local_resource"),
    },
)
