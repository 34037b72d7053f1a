"""Exceptions of azure-core 1.x, on which every Azure client stands."""

from __future__ import annotations

from classifier.sdks.base import BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("azure.core",),
    {
        "AzureError": left("its words decide"),
        "HttpResponseError": BY_STATUS,
        "ODataV4Error": BY_STATUS,
        "ClientAuthenticationError": generic("auth_failed"),
        "ResourceNotFoundError": generic("not_found"),
        "ResourceExistsError": generic("already_exists"),
        "ResourceModifiedError": "stale_state",
        "ResourceNotModifiedError": "stale_state",
        "TooManyRedirectsError": "bad_request",
        "DecodeError": generic("schema_mismatch"),
        "IncompleteReadError": "stream_broken",
        # The request never got out; the response never came in.
        "ServiceRequestError": generic("unreachable"),
        "ServiceRequestTimeoutError": "connect_timeout",
        "ServiceResponseError": generic("reset"),
        "ServiceResponseTimeoutError": "read_timeout",
        "SerializationError": "bad_request",
        "DeserializationError": "schema_mismatch",
        "StreamConsumedError": "programming_error",
        "StreamClosedError": "programming_error",
        "ResponseNotReadError": "programming_error",
        "BadStatus": BY_STATUS,
        "BadResponse": "schema_mismatch",
        "OperationFailed": left("what the long-running operation reported decides"),
    },
)
