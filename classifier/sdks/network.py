"""Exceptions of the standard library below and beside HTTP: socket, ssl, smtplib, ftplib, imaplib, poplib."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic, left

TABLE = SdkTable(
    ("socket", "ssl", "smtplib", "ftplib", "imaplib", "poplib"),
    {
        "gaierror": "dns",
        "herror": "dns",
        "SSLError": generic("tls_handshake"),
        "SSLCertVerificationError": "tls_certificate",
        "SSLEOFError": "tls_handshake",
        "SSLZeroReturnError": "reset",
        "SSLSyscallError": generic("reset"),
        "SSLWantReadError": "programming_error",
        "SSLWantWriteError": "programming_error",
        "SMTPException": left("its words decide"),
        "SMTPResponseException": left("the reply code decides: 4yz passes, 5yz lasts (RFC 5321, section 4.2.1)"),
        "SMTPAuthenticationError": "auth_failed",
        "SMTPServerDisconnected": "reset",
        "SMTPConnectError": generic("unreachable"),
        "SMTPHeloError": generic("bad_request"),
        "SMTPNotSupportedError": "unsupported",
        "SMTPSenderRefused": generic("bad_request"),
        "SMTPRecipientsRefused": generic("bad_request"),
        "SMTPDataError": generic("bad_request"),
        "Error": left("its words decide"),
        "error": left("the server's words decide"),
        "error_temp": "overloaded",
        "error_perm": left("the reply code decides: 530 is a login, 550 a missing file"),
        "error_proto": left("the server's words decide"),
        "error_reply": left("the server's words decide"),
        "abort": "reset",
        "readonly": "permission_denied",
    },
)
