"""Exceptions of httpx and httpx2, which share their names; both kept their tree in 0.28 and 2.0."""

from __future__ import annotations

from classifier.sdks.base import BY_STATUS, SdkTable, generic

TABLE = SdkTable(
    ("httpx", "httpx2"),
    {
        "ConnectTimeout": "connect_timeout",
        "ReadTimeout": "read_timeout",
        "WriteTimeout": "read_timeout",
        "PoolTimeout": "connect_timeout",
        "TimeoutException": "read_timeout",
        "ConnectError": generic("unreachable"),
        "ReadError": generic("reset"),
        "WriteError": generic("reset"),
        "CloseError": generic("reset"),
        "NetworkError": generic("unreachable"),
        "RemoteProtocolError": generic("reset"),
        "LocalProtocolError": "bad_request",
        "ProtocolError": generic("reset"),
        "ProxyError": generic("unreachable"),
        "UnsupportedProtocol": "bad_request",
        "TransportError": generic("unreachable"),
        "DecodingError": "corrupt_data",
        "TooManyRedirects": "bad_request",
        "HTTPStatusError": BY_STATUS,
        "RequestError": generic("unreachable"),
        "HTTPError": BY_STATUS,
        "InvalidURL": "bad_request",
        "CookieConflict": "programming_error",
        "StreamConsumed": "programming_error",
        "StreamClosed": "programming_error",
        "ResponseNotRead": "programming_error",
        "RequestNotRead": "programming_error",
        "StreamError": "programming_error",
        # httpx2 only: an event stream whose lines or whose end are not as they should be, and its closed WebSocket.
        "SSEError": generic("stream_broken"),
        "QueueShutDown": generic("reset"),
    },
)
