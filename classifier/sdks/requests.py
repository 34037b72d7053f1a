"""Exceptions of requests 2.x, and of the copy that botocore vendors."""

from __future__ import annotations

from classifier.sdks.base import BY_STATUS, SdkTable, generic

TABLE = SdkTable(
    ("requests", "botocore.vendored.requests"),
    {
        "RequestException": BY_STATUS,
        "HTTPError": BY_STATUS,
        # Also what a read timeout in the middle of a body is turned into.
        "ConnectionError": generic("unreachable"),
        "ConnectTimeout": "connect_timeout",
        "ReadTimeout": "read_timeout",
        "Timeout": generic("read_timeout"),
        "ProxyError": generic("unreachable"),
        "SSLError": generic("tls_handshake"),
        "ChunkedEncodingError": "stream_broken",
        "ContentDecodingError": "corrupt_data",
        "JSONDecodeError": "not_json",
        # By itself it speaks of the request's own JSON.
        "InvalidJSONError": "bad_request",
        "TooManyRedirects": "bad_request",
        "URLRequired": "bad_request",
        "MissingSchema": "bad_request",
        "InvalidSchema": "bad_request",
        "InvalidURL": "bad_request",
        "InvalidHeader": "bad_request",
        "InvalidProxyURL": "misconfigured",
        # The adapter's own retries gave up on a status.
        "RetryError": generic("server_error"),
        "UnrewindableBodyError": "programming_error",
        "StreamConsumedError": "programming_error",
        "CookieConflictError": "programming_error",
    },
)
