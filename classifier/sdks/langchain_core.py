"""Exceptions of langchain-core 0.1 to 1.8 and langgraph 0.2 to 1.x."""

from __future__ import annotations

from classifier.sdks.base import BY_CAUSE, SdkTable, generic, left

_CONTROL_FLOW = left("steers the graph, no failure")

TABLE = SdkTable(
    ("langchain_core", "langgraph"),
    {
        "LangChainException": left("its words decide"),
        "OutputParserException": generic("not_json"),
        "ModelError": BY_CAUSE,
        "ModelAPIError": generic("server_error"),
        "ModelAuthenticationError": generic("auth_failed"),
        "ModelConnectionError": generic("unreachable"),
        "ModelInvalidRequestError": generic("bad_request"),
        "ModelNotFoundError": "model_not_found",
        "ModelPermissionDeniedError": generic("permission_denied"),
        "ModelRateLimitError": generic("throttled"),
        "ModelRefusalError": "refusal",
        "ModelTimeoutError": generic("read_timeout"),
        "ContextOverflowError": "context_length",
        "TracerException": "programming_error",
        "IndexingException": left("its words decide"),
        "InvalidKeyException": "bad_request",
        "ToolException": left("a tool's own failure; its words decide"),
        "SchemaAnnotationError": "programming_error",
        "ChevronError": "programming_error",
        "SSRFBlockedError": "sandbox_denied",
        "FakeListLLMError": "programming_error",
        "FakeListChatModelError": "programming_error",
        "GraphRecursionError": "turn_limit",
        "GraphBubbleUp": _CONTROL_FLOW,
        "InvalidUpdateError": "programming_error",
        "EmptyInputError": "bad_request",
        "EmptyChannelError": "programming_error",
        "NodeTimeoutError": "deadline_exceeded",
        "NodeCancelledError": "cancelled",
        "TaskNotFound": "not_found",
        "UnknownInterruptError": "stale_state",
        "RemoteException": left("the remote graph's own error decides"),
        "ToolInvocationError": "malformed_tool_call",
        "InvalidModuleError": "sandbox_denied",
        "InvalidNamespaceError": "bad_request",
    },
)
