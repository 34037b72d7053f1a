"""Exceptions of urllib3 1.26 to 2.8, and of the copy that botocore vendors."""

from __future__ import annotations

from classifier.sdks.base import BY_CAUSE, SdkTable, generic, left

TABLE = SdkTable(
    ("urllib3", "botocore.vendored.requests.packages.urllib3"),
    {
        "HTTPError": left("its words decide"),
        "PoolError": BY_CAUSE,
        "RequestError": BY_CAUSE,
        "MaxRetryError": BY_CAUSE,
        "TimeoutError": generic("read_timeout"),
        "ReadTimeoutError": "read_timeout",
        "ConnectTimeoutError": "connect_timeout",
        # A subclass of ConnectTimeoutError that stands for any failure to connect, mostly a refusal.
        "NewConnectionError": generic("unreachable"),
        "NameResolutionError": "dns",
        "SSLError": generic("tls_handshake"),
        "CertificateError": "tls_certificate",
        "ProxyError": generic("unreachable"),
        "ProtocolError": generic("stream_broken"),
        "IncompleteRead": "stream_broken",
        "InvalidChunkLength": "stream_broken",
        "InvalidHeader": generic("stream_broken"),
        "HeaderParsingError": generic("stream_broken"),
        "DecodeError": "corrupt_data",
        "ResponseError": generic("server_error"),
        "ResponseNotChunked": "programming_error",
        "BodyNotHttplibCompatible": "programming_error",
        "EmptyPoolError": "connect_timeout",
        "FullPoolError": "local_resource",
        "ClosedPoolError": "programming_error",
        "HostChangedError": "programming_error",
        "TimeoutStateError": "programming_error",
        "UnrewindableBodyError": "programming_error",
        "LocationValueError": "bad_request",
        "ProxySchemeUnknown": "misconfigured",
        "ProxySchemeUnsupported": "misconfigured",
    },
)
