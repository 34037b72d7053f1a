"""Exceptions of the standard library's HTTP clients: urllib and http.client."""

from __future__ import annotations

from classifier.sdks.base import BY_CAUSE, BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("urllib", "http"),
    {
        "HTTPError": BY_STATUS,
        # Its `reason` is the OSError; a plain text there, such as "no host given", speaks of the address.
        "URLError": BY_CAUSE,
        "ContentTooShortError": "stream_broken",
        "HTTPException": left("its words decide"),
        "RemoteDisconnected": "reset",
        "IncompleteRead": "stream_broken",
        "BadStatusLine": generic("reset"),
        "LineTooLong": generic("stream_broken"),
        "UnknownProtocol": "unsupported",
        "UnknownTransferEncoding": "unsupported",
        "UnimplementedFileMode": "unsupported",
        "InvalidURL": "bad_request",
        "NotConnected": "programming_error",
        "ImproperConnectionState": "programming_error",
        "CookieError": "bad_request",
        "LoadError": "corrupt_data",
    },
)
