"""Exceptions of httpcore and httpcore2, the transports of httpx and httpx2; their tree is httpx's own."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic

TABLE = SdkTable(
    ("httpcore", "httpcore2"),
    {
        "TimeoutException": generic("read_timeout"),
        "ConnectTimeout": "connect_timeout",
        "PoolTimeout": "connect_timeout",
        "ReadTimeout": "read_timeout",
        "WriteTimeout": "read_timeout",
        "NetworkError": generic("unreachable"),
        "ConnectError": generic("unreachable"),
        "ReadError": generic("reset"),
        "WriteError": generic("reset"),
        "ConnectionNotAvailable": generic("reset"),
        "ProtocolError": generic("reset"),
        "RemoteProtocolError": generic("reset"),
        "LocalProtocolError": "bad_request",
        "ProxyError": generic("unreachable"),
        "UnsupportedProtocol": "bad_request",
    },
)
