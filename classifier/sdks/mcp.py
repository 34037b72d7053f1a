"""Exceptions of mcp 1.x (`McpError`) and 2.x (`MCPError`); the JSON-RPC code decides, if it is a protocol error."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic, left

_BY_CODE = left("the JSON-RPC code and its words decide")

TABLE = SdkTable(
    ("mcp",),
    {
        "McpError": _BY_CODE,
        "MCPError": _BY_CODE,
        "NoBackChannelError": "unsupported",
        "UrlElicitationRequiredError": left("asks a person to open an address, no failure"),
        "StreamableHTTPError": generic("unreachable"),
        "ResumptionError": "stream_broken",
        "SubscriptionLost": "stream_broken",
        "ListenNotSupportedError": "unsupported",
        "UnexpectedClaimedResult": "programming_error",
        "InputRequiredRoundsExceededError": "turn_limit",
        "OAuthFlowError": generic("auth_failed"),
        "AuthenticationError": "auth_failed",
        "AuthorizeError": generic("auth_failed"),
        "RegistrationError": generic("auth_failed"),
        "TokenError": generic("auth_failed"),
        "InvalidScopeError": "auth_failed",
        "InvalidRedirectUriError": "auth_failed",
        "InvalidSignature": "programming_error",
        "InvalidRequestState": "stale_state",
        "InvalidUriTemplate": "programming_error",
        "PathEscapeError": "sandbox_denied",
        "ResourceSecurityError": "sandbox_denied",
        "MCPServerError": left("its words decide"),
        "FastMCPError": left("its words decide"),
        "ToolError": left("a tool's own failure; its words decide"),
        "ResourceError": left("its words decide"),
        "ResourceNotFoundError": "not_found",
        "ValidationError": "schema_mismatch",
    },
)
