"""
Exceptions of litellm 1.x, which derive from openai's and carry the status litellm chose for a provider's failure.

Money hides under `RateLimitError` and `BadRequestError`, so those are never decisive.
"""

from __future__ import annotations

from classifier.sdks._stainless import STAINLESS
from classifier.sdks.base import BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("litellm",),
    {
        **STAINLESS,
        "OpenAIError": BY_STATUS,
        "Timeout": generic("read_timeout"),
        "TotalTimeoutExpired": "deadline_exceeded",
        "TotalTimeoutNotApplicable": "programming_error",
        "BadGatewayError": generic("server_error"),
        "ServiceUnavailableError": generic("overloaded"),
        "MidStreamFallbackError": generic("stream_broken"),
        "InvalidRequestError": generic("bad_request"),
        "RejectedRequestError": "content_policy",
        "ContextWindowExceededError": "context_length",
        "ContentPolicyViolationError": "content_policy",
        "UnsupportedParamsError": "bad_request",
        "UnsupportedEndpointError": "unsupported",
        "EndpointNotSupportedByModelError": "unsupported",
        "MalformedRequestFieldError": "bad_request",
        "LiteLLMUnknownProvider": "misconfigured",
        "ModelNotMappedError": "misconfigured",
        "ImageFetchError": generic("bad_request"),
        "VectorStoreSearchError": generic("bad_request"),
        "PaymentRequiredError": "quota_exhausted",
        "BudgetExceededError": "quota_exhausted",
        "JSONSchemaValidationError": "schema_mismatch",
        # Every deployment of the router is cooling down; the message says for how long.
        "RouterRateLimitError": "throttled",
        "RouterRateLimitErrorBasic": "throttled",
        # Also raised when the guardrail could not judge at all.
        "GuardrailRaisedException": generic("content_policy"),
        "BlockedPiiEntityError": "content_policy",
        "SensitiveDataRouteException": left("a change of route, no failure"),
        "ModifyResponseException": left("a replaced answer, no failure"),
        "MockException": BY_STATUS,
        "BaseLLMException": BY_STATUS,
        "ToolLoopMaxRoundsExceeded": "turn_limit",
        "AgenticLoopLimitError": "turn_limit",
        "AgenticLoopSafetyError": "turn_limit",
        "RedisCircuitBreakerOpenError": generic("overloaded"),
        "HTTPResponseLimitError": "payload_too_large",
        "SSRFError": "sandbox_denied",
        "AwsAuthError": BY_STATUS,
        "CustomLLMError": BY_STATUS,
        "ProxyException": BY_STATUS,
        "AwsErrorTypeProxyException": BY_STATUS,
        "MaskedHTTPStatusError": BY_STATUS,
        "A2AError": BY_STATUS,
        "A2AConnectionError": generic("unreachable"),
    },
)
