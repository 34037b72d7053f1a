"""Exceptions of sqlalchemy 1.4 to 2.1; those named after the DBAPI's wrap the driver's own, which is finer."""

from __future__ import annotations

from classifier.sdks.base import BY_CAUSE, SdkTable, generic

_BUGS = (
    "ArgumentError", "CircularDependencyError", "CompileError", "DetachedInstanceError", "FlushError",
    "IdentifierError", "InvalidRequestError", "ObjectDereferencedError",
)  # fmt: skip

TABLE = SdkTable(
    ("sqlalchemy",),
    {
        **dict.fromkeys(_BUGS, "programming_error"),
        "SQLAlchemyError": BY_CAUSE,
        "StatementError": BY_CAUSE,
        "DBAPIError": BY_CAUSE,
        "DatabaseError": BY_CAUSE,
        "OperationalError": BY_CAUSE,
        "InterfaceError": BY_CAUSE,
        "InternalError": generic("server_error"),
        "InternalServerError": generic("server_error"),
        "IntegrityError": generic("bad_request"),
        "UniqueViolationError": "already_exists",
        "DataError": generic("bad_request"),
        "ProgrammingError": generic("programming_error"),
        "NotSupportedError": "unsupported",
        "EmulatedDBAPIException": BY_CAUSE,
        "Error": BY_CAUSE,
        # The pool had no connection to give within its timeout.
        "TimeoutError": "connect_timeout",
        "Empty": "connect_timeout",
        "Full": "local_resource",
        "DisconnectionError": "reset",
        "PendingRollbackError": generic("programming_error"),
        "NoResultFound": "not_found",
        "NoSuchTableError": "not_found",
        "NoSuchModuleError": "misconfigured",
        "NoDBAPILoaded": "misconfigured",
        "StaleDataError": "stale_state",
        "ObjectDeletedError": "stale_state",
    },
)
