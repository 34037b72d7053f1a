"""
Exceptions of psycopg 3 and its pool, and of psycopg2, which has the same names.

The classes below `errors` are SQLSTATEs (PostgreSQL, appendix A); each derives from a DBAPI class only, so each whose
meaning is not its DBAPI class's is named here.
"""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic, left

_BUGS = (
    "ActiveSqlTransaction", "EventTriggerProtocolViolated", "ExternalRoutineException",
    "ExternalRoutineInvocationException", "HeldCursorRequiresSameIsolationLevel", "InFailedSqlTransaction",
    "InvalidCursorState", "InvalidSavepointSpecification", "InvalidSqlstateReturned", "InvalidTransactionState",
    "ModifyingSqlDataNotPermitted", "ModifyingSqlDataNotPermittedExt", "NoActiveSqlTransaction",
    "NullValueNotAllowedExt", "PipelineAborted", "ProhibitedSqlStatementAttempted",
    "ProhibitedSqlStatementAttemptedExt", "ReadingSqlDataNotPermitted", "ReadingSqlDataNotPermittedExt",
    "SavepointException", "SqlRoutineException", "FunctionExecutedNoReturnStatement", "SrfProtocolViolated",
    "TriggerProtocolViolated", "TriggeredDataChangeViolation", "UnsafeNewEnumValueUsage",
)  # fmt: skip

_FOREIGN_DATA = (
    "FdwColumnNameNotFound", "FdwDynamicParameterValueNeeded", "FdwFunctionSequenceError",
    "FdwInconsistentDescriptorInformation", "FdwInvalidAttributeValue", "FdwInvalidColumnName",
    "FdwInvalidColumnNumber", "FdwInvalidDataType", "FdwInvalidDataTypeDescriptors",
    "FdwInvalidDescriptorFieldIdentifier", "FdwInvalidHandle", "FdwInvalidOptionIndex", "FdwInvalidOptionName",
    "FdwInvalidStringFormat", "FdwInvalidStringLengthOrBufferLength", "FdwInvalidUseOfNullPointer", "FdwNoSchemas",
    "FdwOptionNameNotFound", "FdwReplyHandle", "FdwSchemaNotFound", "FdwTableNotFound", "FdwTooManyHandles",
)  # fmt: skip

_EXISTS = (
    "DuplicateAlias", "DuplicateColumn", "DuplicateCursor", "DuplicateDatabase", "DuplicateFile", "DuplicateFunction",
    "DuplicateObject", "DuplicatePreparedStatement", "DuplicateSchema", "DuplicateTable", "ExclusionViolation",
    "UniqueViolation",
)  # fmt: skip

TABLE = SdkTable(
    ("psycopg", "psycopg_pool", "psycopg2"),
    {
        **dict.fromkeys(_BUGS, "programming_error"),
        **dict.fromkeys(_FOREIGN_DATA, "bad_request"),
        **dict.fromkeys(_EXISTS, "already_exists"),
        "Error": left("its words decide"),
        "DatabaseError": left("its words decide"),
        # Without a SQLSTATE it comes from the client library: refused, a bad password and a lost server alike.
        "OperationalError": generic("unreachable"),
        "InterfaceError": generic("programming_error"),
        "InternalError": generic("server_error"),
        "IntegrityError": generic("bad_request"),
        "DataError": generic("bad_request"),
        "ProgrammingError": generic("programming_error"),
        "NotSupportedError": "unsupported",
        "Rollback": left("ends a transaction on purpose, no failure"),
        # Class 08 and psycopg's own.
        "ConnectionTimeout": "connect_timeout",
        "CancellationTimeout": "read_timeout",
        "ConnectionDoesNotExist": "reset",
        "ConnectionFailure": "reset",
        "SqlserverRejectedEstablishmentOfSqlconnection": "overloaded",
        "TransactionResolutionUnknown": "stream_broken",
        "StatementCompletionUnknown": "stream_broken",
        "ProtocolViolation": "stream_broken",
        # Class 28, 3D, 3F, 42.
        "InvalidAuthorizationSpecification": "auth_failed",
        "InvalidPassword": "auth_failed",
        "InsufficientPrivilege": "permission_denied",
        "InvalidCatalogName": "not_found",
        "InvalidSchemaName": "not_found",
        # Class 40: the manual asks to repeat the whole transaction, which is what passes once the others are done.
        "TransactionRollback": "overloaded",
        "SerializationFailure": "overloaded",
        "DeadlockDetected": "overloaded",
        "TransactionIntegrityConstraintViolation": "bad_request",
        # Class 53 and 54.
        "InsufficientResources": "overloaded",
        "OutOfMemory": "overloaded",
        "TooManyConnections": "overloaded",
        "DiskFull": "local_resource",
        "ConfigurationLimitExceeded": "misconfigured",
        "ProgramLimitExceeded": "bad_request",
        "StatementTooComplex": "bad_request",
        "TooManyColumns": "bad_request",
        "TooManyArguments": "bad_request",
        # Class 55, 57 and 58.
        "ObjectNotInPrerequisiteState": "stale_state",
        "ObjectInUse": "stale_state",
        "CantChangeRuntimeParam": "misconfigured",
        "LockNotAvailable": "command_timeout",
        # "due to statement timeout" and "due to user request" differ in their words only.
        "QueryCanceled": generic("command_timeout"),
        "TransactionTimeout": "command_timeout",
        "IdleInTransactionSessionTimeout": "reset",
        "IdleSessionTimeout": "reset",
        "OperatorIntervention": generic("overloaded"),
        "AdminShutdown": "reset",
        "CrashShutdown": "reset",
        "CannotConnectNow": "overloaded",
        "DatabaseDropped": "not_found",
        "SystemError": "local_resource",
        "IoError": "local_resource",
        "UndefinedFile": "not_found",
        "FileNameTooLong": "bad_request",
        "ReadOnlySqlTransaction": "permission_denied",
        "ConfigFileError": "misconfigured",
        "LockFileExists": "misconfigured",
        "FdwError": generic("server_error"),
        "FdwOutOfMemory": "overloaded",
        "FdwUnableToCreateExecution": "server_error",
        "FdwUnableToCreateReply": "server_error",
        "FdwUnableToEstablishConnection": "unreachable",
        "RaiseException": left("a stored procedure's own words decide"),
        # psycopg_pool.
        "PoolTimeout": "connect_timeout",
        "PoolClosed": "programming_error",
        "TooManyRequests": "throttled",
        # psycopg2.extensions.
        "QueryCanceledError": generic("command_timeout"),
        "TransactionRollbackError": "overloaded",
        "Warning": left("its words decide"),
    },
)
