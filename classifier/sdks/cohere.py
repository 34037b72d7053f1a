"""Exceptions of cohere 5.x to 7.3; one class a status, on one `ApiError`."""

from __future__ import annotations

from classifier.sdks.base import BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("cohere",),
    {
        "ApiError": BY_STATUS,
        "BadRequestError": generic("bad_request"),
        "UnauthorizedError": generic("auth_failed"),
        "InvalidTokenError": "auth_failed",
        "ForbiddenError": generic("permission_denied"),
        "NotFoundError": generic("not_found"),
        "UnprocessableEntityError": generic("bad_request"),
        "TooManyRequestsError": generic("throttled"),
        "ClientClosedRequestError": BY_STATUS,
        "InternalServerError": generic("server_error"),
        "NotImplementedError": "unsupported",
        "ServiceUnavailableError": generic("overloaded"),
        "GatewayTimeoutError": "gateway_timeout",
        "ParsingError": "schema_mismatch",
        "SSEError": "stream_broken",
        "CohereError": left("the SageMaker and Bedrock client's words decide"),
    },
)
