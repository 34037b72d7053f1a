"""Exceptions of paramiko 2.x to 5.1."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic, left

TABLE = SdkTable(
    ("paramiko",),
    {
        # "Error reading SSH protocol banner", "No existing session", "Timeout opening channel": one class for all.
        "SSHException": left("its words decide"),
        "AuthenticationException": "auth_failed",
        "PasswordRequiredException": "auth_failed",
        "BadHostKeyException": "tls_certificate",
        "ChannelException": generic("unreachable"),
        "NoValidConnectionsError": generic("unreachable"),
        "CouldNotCanonicalize": "dns",
        "IncompatiblePeer": "unsupported",
        "MessageOrderError": "tls_handshake",
        "ProxyCommandFailure": generic("unreachable"),
        "ConfigParseError": "misconfigured",
        "PipeTimeout": "read_timeout",
        "SFTPError": left("the server's words decide"),
        "BERException": "corrupt_data",
        "InvalidHostKey": "corrupt_data",
        "UnknownKeyType": "unsupported",
        "NeedRekeyException": "programming_error",
    },
)
