"""Exceptions of aiohttp 3.8 to 3.14, client and server."""

from __future__ import annotations

from classifier.sdks.base import BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("aiohttp",),
    {
        "ClientError": generic("unreachable"),
        "ClientResponseError": BY_STATUS,
        "ClientHttpProxyError": BY_STATUS,
        "WSServerHandshakeError": BY_STATUS,
        # A 200 whose media type is not the one that was asked for: mostly an HTML page in place of JSON.
        "ContentTypeError": generic("not_json"),
        "TooManyRedirects": "bad_request",
        "ClientConnectionError": generic("unreachable"),
        "ClientConnectionResetError": "reset",
        "ClientOSError": generic("reset"),
        "ClientConnectorError": generic("unreachable"),
        "ClientProxyConnectionError": generic("unreachable"),
        "UnixClientConnectorError": generic("unreachable"),
        "ClientConnectorDNSError": "dns",
        "ClientSSLError": generic("tls_handshake"),
        "ClientConnectorSSLError": generic("tls_handshake"),
        "ClientConnectorCertificateError": "tls_certificate",
        "ServerFingerprintMismatch": "tls_certificate",
        "ServerConnectionError": generic("reset"),
        "ServerDisconnectedError": "reset",
        "ServerTimeoutError": "read_timeout",
        "ConnectionTimeoutError": "connect_timeout",
        "SocketTimeoutError": "read_timeout",
        "ClientPayloadError": "stream_broken",
        "UploadAbortedError": generic("stream_broken"),
        "InvalidURL": "bad_request",
        "NonHttpUrlClientError": "bad_request",
        "RedirectClientError": "bad_request",
        "WSMessageTypeError": "programming_error",
        "WebSocketError": generic("reset"),
        "WSHandshakeError": "bad_request",
        # The parser's own errors carry code 400, which is what a server would answer, not what one did.
        "HttpProcessingError": generic("stream_broken"),
        "BadHttpMessage": generic("stream_broken"),
        "ContentEncodingError": "corrupt_data",
        "DecompressSizeError": "payload_too_large",
        "TransferEncodingError": "stream_broken",
        "ContentLengthError": "stream_broken",
        "TooManyMembersError": "corrupt_data",
        "EofStream": "stream_broken",
        "LookupError": "programming_error",
        "HTTPException": BY_STATUS,
        "RequestPayloadError": "stream_broken",
        "PayloadAccessError": "programming_error",
        "CleanupError": left("what failed during the clean-up decides"),
        "GracefulExit": "cancelled",
    },
)
