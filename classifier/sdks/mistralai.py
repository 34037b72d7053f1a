"""Exceptions of mistralai 1.x to 3.7 (module `mistralai.models` before 2.0, `mistralai.client.errors` after)."""

from __future__ import annotations

from classifier.sdks.base import BY_CAUSE, BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("mistralai",),
    {
        "MistralError": BY_STATUS,
        "SDKError": BY_STATUS,
        "ObservabilityError": BY_STATUS,
        "HTTPValidationError": "bad_request",
        "ResponseValidationError": "schema_mismatch",
        "NoResponseError": generic("reset"),
        "PermanentError": BY_CAUSE,
        "TemporaryError": BY_CAUSE,
        "MistralClientException": left("its words decide"),
        "ServiceAccountTokenError": generic("auth_failed"),
        "BatchError": left("the batch's own report decides"),
        "ConnectorsGatewayError": BY_STATUS,
        "RunException": left("its words decide"),
        "DeferredToolCallsException": left("a pause for confirmation, no failure"),
        "MCPException": left("its words decide"),
        "MCPAuthException": "auth_failed",
        "RealtimeSpeechException": generic("stream_broken"),
        "RealtimeTranscriptionException": generic("stream_broken"),
        "StreamDisconnectedError": "stream_broken",
        "WorkflowPayloadCompressionException": "corrupt_data",
        "WorkflowPayloadEncryptionException": "corrupt_data",
        "WorkflowPayloadOffloadingException": BY_CAUSE,
        "BlobNotFoundError": "not_found",
        "TelemetryConfigurationError": "misconfigured",
        "VoiceAgentError": left("its words decide"),
        "VoiceAgentConfigurationError": "misconfigured",
        "VoiceAgentDependencyError": "misconfigured",
        "VoiceAgentConnectionError": generic("unreachable"),
    },
)
