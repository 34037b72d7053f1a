"""Exceptions of websockets 10 to 16; the close code, where the other side sent one, may be finer."""

from __future__ import annotations

from classifier.sdks.base import BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("websockets",),
    {
        "WebSocketException": left("its words decide"),
        "ConnectionClosed": generic("reset"),
        "InvalidStatus": BY_STATUS,
        "InvalidStatusCode": BY_STATUS,
        "InvalidProxyStatus": BY_STATUS,
        "AbortHandshake": BY_STATUS,
        "InvalidHandshake": generic("bad_request"),
        # "did not receive a valid HTTP response": the peer hung up, or is no web server.
        "InvalidMessage": generic("reset"),
        "InvalidHeader": "bad_request",
        "InvalidUpgrade": "unsupported",
        "InvalidOrigin": "permission_denied",
        "NegotiationError": "unsupported",
        "RedirectHandshake": "bad_request",
        "SecurityError": "misconfigured",
        "ProxyError": generic("unreachable"),
        "InvalidProxy": "misconfigured",
        "InvalidProxyMessage": generic("reset"),
        "InvalidURI": "bad_request",
        "PayloadTooBig": "payload_too_large",
        "ProtocolError": generic("stream_broken"),
        "InvalidState": "programming_error",
        "ConcurrencyError": "programming_error",
        "MultipleValuesError": "programming_error",
    },
)
