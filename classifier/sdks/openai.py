"""Exceptions of the openai SDK 0.28 to 3.57, which renames its public ones to module `openai`."""

from __future__ import annotations

from classifier.sdks._stainless import STAINLESS
from classifier.sdks.base import BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("openai",),
    {
        **STAINLESS,
        # By itself it is raised while a client is built: no key, two ways to log in, a missing extra.
        "OpenAIError": generic("misconfigured"),
        "LengthFinishReasonError": "truncated_output",
        "ContentFilterFinishReasonError": "content_policy",
        "OAuthError": generic("auth_failed"),
        "SubjectTokenProviderError": generic("auth_failed"),
        "InvalidWebhookSignatureError": "auth_failed",
        "WebSocketConnectionClosedError": generic("reset"),
        "WebSocketQueueFullError": "local_resource",
        "ResponsesWebSocketError": BY_STATUS,
        "ResponsesWebSocketBufferError": "local_resource",
        "MissingDependencyError": "misconfigured",
        "MutuallyExclusiveAuthError": "misconfigured",
        "APIRemovedInV1": "programming_error",
        "AgentFilePreparationError": left("a file could not be read or staged; its cause decides"),
        "AgentFileStagingError": left("a file could not be read or staged; its cause decides"),
        "AgentOutputParseError": generic("not_json"),
        "AgentTurnResultError": left("what the turn reported decides"),
        "BrowserError": left("the browser's own words decide"),
        "BrowserCancelledError": "cancelled",
        "ComputerUseError": left("the action's own words decide"),
        "ToolRunnerError": left("the tool's failure decides"),
        "ToolRunnerCancelledError": "cancelled",
        "DecisionsToolRunnerError": left("the tool's failure decides"),
        "DecisionsToolRunnerCancelledError": "cancelled",
        # Names of 0.28 (module `openai.error`), which much running code still has.
        "Timeout": generic("read_timeout"),
        "ServiceUnavailableError": generic("overloaded"),
        "TryAgain": generic("overloaded"),
        "InvalidRequestError": generic("bad_request"),
        "PermissionError": generic("permission_denied"),
        "InvalidAPIType": "misconfigured",
        "SignatureVerificationError": "auth_failed",
    },
)
