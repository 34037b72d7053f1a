"""Exceptions of grpcio 1.x, sync and aio; the status code of the call, not its class, says what happened."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic, left

_BY_CODE = left("the gRPC status code decides")

TABLE = SdkTable(
    ("grpc",),
    {
        "RpcError": _BY_CODE,
        "AioRpcError": _BY_CODE,
        "AbortError": _BY_CODE,
        "AioRpcStatus": _BY_CODE,
        "FutureTimeoutError": "deadline_exceeded",
        "FutureCancelledError": "cancelled",
        "UsageError": "programming_error",
        "BaseError": left("the C core's words decide"),
        "InternalError": left("the C core's words decide"),
        "ExecuteBatchError": left("the C core's words decide"),
        # The old face interface of grpc.framework.
        "Abandoned": "cancelled",
        "CancelledError": "cancelled",
        "TimeoutError": "deadline_exceeded",
        "NoSuchMethodError": "unsupported",
        "AbortionError": _BY_CODE,
        "CancellationError": "cancelled",
        "ExpirationError": "deadline_exceeded",
        "LocalShutdownError": "cancelled",
        "NetworkError": generic("unreachable"),
        "RemoteError": generic("server_error"),
        "RemoteShutdownError": generic("overloaded"),
    },
)
