"""Exceptions of google-genai 1.0 to 3.6, whose interactions API brings the generated tree with it."""

from __future__ import annotations

from classifier.sdks._stainless import STAINLESS
from classifier.sdks.base import BY_CAUSE, BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("google.genai",),
    {
        **STAINLESS,
        "ClientError": BY_STATUS,
        "ServerError": generic("server_error"),
        "UnknownApiResponseError": generic("not_json"),
        "ContinuationInterruptedError": "stream_broken",
        "ContinuationTimeoutError": "deadline_exceeded",
        "FunctionInvocationError": left("the caller's own function failed; its cause decides"),
        "UnknownFunctionCallArgumentError": "malformed_tool_call",
        "UnsupportedFunctionError": "unsupported",
        "EphemeralTokenAPIKeyError": "misconfigured",
        "GeminiNextGenAPIClientError": generic("misconfigured"),
        "APIWebSocketError": generic("reset"),
        "GenAiError": BY_STATUS,
        "NoResponseError": generic("reset"),
        "ResponseValidationError": "schema_mismatch",
        "PermanentError": BY_CAUSE,
        "TemporaryError": BY_CAUSE,
    },
)
