"""Exceptions of instructor 1.x (module `instructor.exceptions`, later `instructor.core` and `instructor.v2.core`)."""

from __future__ import annotations

from classifier.sdks.base import BY_CAUSE, SdkTable, generic, left

TABLE = SdkTable(
    ("instructor",),
    {
        "InstructorError": left("its words decide"),
        "IncompleteOutputException": "truncated_output",
        # The last attempt's failure may be the provider's as well as the model's.
        "InstructorRetryException": BY_CAUSE,
        "FailedAttempt": BY_CAUSE,
        "ValidationError": "schema_mismatch",
        "AsyncValidationError": "schema_mismatch",
        "ResponseParsingError": generic("not_json"),
        "ProviderError": BY_CAUSE,
        "ConfigurationError": "misconfigured",
        "ModeError": "misconfigured",
        "ClientError": "misconfigured",
        "MultimodalError": "bad_request",
        "RemoteFetchError": generic("unreachable"),
        "TokenBudgetError": "turn_limit",
        "TokenUsageUnavailableError": "misconfigured",
    },
)
