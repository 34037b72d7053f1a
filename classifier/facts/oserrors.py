"""
What do OS error numbers, gRPC codes, signals and exit statuses mean? Data only.

POSIX names are resolved through the running system's `errno`; the numbers of Linux, macOS and Windows sockets are
listed as well, so that a text or a pickled exception from another system is read the same everywhere. Windows
numbers: Microsoft's "System Error Codes" and "Windows Sockets Error Codes".
"""

from __future__ import annotations

import errno
from typing import Final

__all__ = ["CURL_EXITS", "ERRNO_REASONS", "GRPC_REASONS", "WGET_EXITS", "WINERROR_REASONS"]

_ERRNO_NAMES: Final = {
    "refused": "ECONNREFUSED",
    "reset": "ECONNRESET EPIPE ECONNABORTED ESHUTDOWN ENOTCONN",
    "connect_timeout": "ETIMEDOUT",
    "unreachable": "EHOSTUNREACH ENETUNREACH ENETDOWN EHOSTDOWN ENETRESET EPROTO",
    "permission_denied": "EACCES EPERM EROFS",
    "missing_file": "ENOENT ENXIO ENODEV",
    "already_exists": "EEXIST ENOTEMPTY",
    "local_resource": "ENOSPC EDQUOT ENOMEM EMFILE ENFILE EADDRINUSE EADDRNOTAVAIL EFBIG ENOBUFS EIO EAGAIN ENOLCK",
    "stale_state": "ESTALE EBUSY ETXTBSY",
    "unsupported": "ENOSYS EOPNOTSUPP ENOTSUP EXDEV EAFNOSUPPORT EPROTONOSUPPORT",
    "start_failed": "ENOEXEC",
    "bad_request": "EISDIR ENOTDIR EINVAL ENAMETOOLONG ELOOP E2BIG EBADF EMSGSIZE",
    "cancelled": "ECANCELED",
}  # fmt: skip

#: macOS and BSD numbers of the same, where Linux gives the number no meaning a program meets.
_BSD: Final = {60: "connect_timeout", 61: "refused", 54: "reset", 53: "reset", 57: "reset", 64: "unreachable"}
_LINUX: Final = {
    32: "reset", 100: "unreachable", 101: "unreachable", 103: "reset", 104: "reset", 107: "reset",
    110: "connect_timeout",
    111: "refused", 112: "unreachable", 113: "unreachable", 98: "local_resource", 28: "local_resource",
    122: "local_resource",
    13: "permission_denied", 1: "permission_denied", 2: "missing_file", 17: "already_exists", 24: "local_resource",
    12: "local_resource", 30: "permission_denied",
}  # fmt: skip

ERRNO_REASONS: Final[dict[int, str]] = {
    **_BSD,
    **_LINUX,
    **{
        number: reason
        for reason, names in _ERRNO_NAMES.items()
        for name in names.split()
        if (number := getattr(errno, name, None)) is not None
    },
}
"""errno to reason; the running system's numbers win over those of other systems."""

_WINERROR: Final = {
    "refused": (10061, 1225),
    "reset": (10052, 10053, 10054, 10058, 10101, 64, 109, 232, 233, 995, 1236, 12030, 12152),
    "connect_timeout": (10060, 121),
    "read_timeout": (258, 1460, 12002),
    "unreachable": (10050, 10051, 10064, 10065, 51, 53, 59, 67, 1214, 1222, 1231, 1232, 1234, 12029),
    "dns": (11001, 11002, 11003, 11004, 9003, 9002, 9501, 12007),
    "tls_handshake": (12175,),
    "tls_certificate": (12037, 12038, 12044, 12045),
    "permission_denied": (5, 19, 10013, 740, 1314, 1920),
    "auth_failed": (86, 1326, 1327, 1330, 1331),
    "missing_file": (2, 3, 15, 21, 126, 1168),
    "already_exists": (80, 183, 145),
    "local_resource": (4, 8, 14, 39, 112, 1450, 1455, 10024, 10048, 10055),
    "stale_state": (32, 33, 170, 1224),
    "start_failed": (193, 216, 14001),
    "bad_request": (87, 123, 161, 206, 267, 10014, 10022, 10040, 10049),
    "unsupported": (50, 120, 10045, 10047),
    "cancelled": (1223,),
}  # fmt: skip
WINERROR_REASONS: Final[dict[int, str]] = {
    number: reason for reason, numbers in _WINERROR.items() for number in numbers
}
"""Windows error number to reason."""

GRPC_REASONS: Final = {
    "CANCELLED": "cancelled",
    "UNKNOWN": "unknown",
    "INVALID_ARGUMENT": "bad_request",
    "DEADLINE_EXCEEDED": "deadline_exceeded",
    "NOT_FOUND": "not_found",
    "ALREADY_EXISTS": "already_exists",
    "PERMISSION_DENIED": "permission_denied",
    "RESOURCE_EXHAUSTED": "throttled",
    "FAILED_PRECONDITION": "stale_state",
    "ABORTED": "stale_state",
    "OUT_OF_RANGE": "bad_request",
    "UNIMPLEMENTED": "unsupported",
    "INTERNAL": "server_error",
    "UNAVAILABLE": "overloaded",
    "DATA_LOSS": "unknown",
    "UNAUTHENTICATED": "auth_failed",
}
"""gRPC status name to reason; https://grpc.io/docs/guides/status-codes/."""

CURL_EXITS: Final = {
    5: "dns", 6: "dns", 7: "refused", 16: "stream_broken", 18: "stream_broken", 28: "read_timeout", 35: "tls_handshake",
    52: "reset", 55: "reset", 56: "reset", 60: "tls_certificate", 77: "tls_certificate", 92: "stream_broken",
    97: "unreachable",
    2: "bad_request", 3: "bad_request", 23: "local_resource", 26: "missing_file", 67: "auth_failed", 22: "unknown",
}  # fmt: skip
"""curl's exit status to reason; curl(1), EXIT CODES."""

WGET_EXITS: Final = {
    2: "bad_request",
    3: "local_resource",
    4: "unreachable",
    5: "tls_certificate",
    6: "auth_failed",
    8: "unknown",
}
"""wget's exit status to reason; wget(1), EXIT STATUS."""
