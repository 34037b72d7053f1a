"""
Exceptions of the anthropic SDK up to 2.14.

The SDK renames only what is in its `__all__` to module `anthropic`; `OverloadedError` and others kept
`anthropic._exceptions` in earlier versions, so the prefix is what is matched.
"""

from __future__ import annotations

from classifier.sdks._stainless import STAINLESS
from classifier.sdks.base import BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("anthropic",),
    {
        **STAINLESS,
        "AnthropicError": generic("misconfigured"),
        "APIWebhookValidationError": "auth_failed",
        "OverloadedError": generic("overloaded"),
        "ServiceUnavailableError": generic("overloaded"),
        "DeadlineExceededError": generic("gateway_timeout"),
        "GatewayTimeoutError": generic("gateway_timeout"),
        "RequestTimeoutError": generic("read_timeout"),
        "ClientClosedRequestError": BY_STATUS,
        "HTTPNotImplementedError": "unsupported",
        "PreconditionFailedError": generic("stale_state"),
        "RequestTooLargeError": "payload_too_large",
        "ContentTooLargeError": "payload_too_large",
        "RequestHeaderFieldsTooLargeError": "payload_too_large",
        "ImageDimensionsTooLargeError": "payload_too_large",
        "PaymentRequiredError": "quota_exhausted",
        "ContractSpendLimitReachedError": "quota_exhausted",
        "EnforcedSpendLimitReachedError": "quota_exhausted",
        # A cap on how fast usage may grow: waiting does help.
        "RampLimitExceededError": "throttled",
        "OrganizationOnHoldError": "permission_denied",
        "FileExpiredError": "not_found",
        "UserProfileNotFoundError": "not_found",
        "InviteAlreadyExistsError": "already_exists",
        "AlreadyMemberError": "already_exists",
        "ToolReferenceUnresolvedError": "bad_request",
        "CredentialsError": "auth_failed",
        "IdentityTokenFileError": "auth_failed",
        "WorkloadIdentityError": generic("auth_failed"),
        "MissingDependencyError": "misconfigured",
        "MutuallyExclusiveAuthError": "misconfigured",
        "RetryableError": left("raised by the caller's own middleware; its cause or its words decide"),
        "ToolError": left("a tool's own failure; its words decide"),
        "ConfirmDeclinedError": "permission_denied",
        "ConfirmFailedError": left("the confirmation itself failed; its cause decides"),
        "DisabledMemberError": "permission_denied",
        "InvalidMemberInputError": "malformed_tool_call",
        "UnknownMemberError": "malformed_tool_call",
        "UnavailableMemberError": "unsupported",
        "TabMissingError": "not_found",
        "URLRefusedError": "sandbox_denied",
        "UploadRefusedError": "sandbox_denied",
        "ToolsetUsageError": "programming_error",
        "FileStoreError": left("why the store refused stands in its words"),
        "SessionMemoryError": left("why the memory refused stands in its words"),
        "UnsupportedMCPValueError": "unsupported",
    },
)
