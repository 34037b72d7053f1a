"""
What do numbers of operating systems and databases say, held by an exception or marked as such in its text?
"""

from __future__ import annotations

from typing import Final

from classifier.evidence.facts import Facts
from classifier.facts.codes import CODES
from classifier.facts.oserrors import ERRNO_REASONS, WINERROR_REASONS
from classifier.strategies.finding import NUMBER, Finding

__all__ = ["by_number", "marked_number"]

_SQLSTATES: Final = {
    "08": "unreachable", "57014": "command_timeout", "57P01": "reset", "57P02": "reset", "57P03": "overloaded",
    "53300": "overloaded", "53100": "local_resource", "53200": "local_resource", "55P03": "command_timeout",
    "28": "auth_failed",
    "42501": "permission_denied", "3D000": "not_found", "42P01": "not_found", "23505": "already_exists",
    "42P07": "already_exists",
    "40001": "overloaded", "40P01": "overloaded", "42": "programming_error", "22": "bad_request", "23": "bad_request",
    "0A": "unsupported", "25006": "permission_denied", "53": "local_resource", "55": "stale_state",
    "58": "local_resource",
}  # fmt: skip


def by_number(facts: Facts) -> Finding | None:
    """Return what an SQLSTATE, a Windows error number or an errno says; None without one that is known."""
    if facts.sqlstate:
        reason = _SQLSTATES.get(facts.sqlstate) or _SQLSTATES.get(facts.sqlstate[:2])
        if reason is not None:
            return Finding(reason, NUMBER, f"sqlstate:{facts.sqlstate}", facts)
    if facts.winerror is not None and facts.winerror in WINERROR_REASONS:
        return Finding(WINERROR_REASONS[facts.winerror], NUMBER, f"winerror:{facts.winerror}", facts)
    number = facts.errno
    if number is None or (facts.plan is not None and facts.plan.entry_name.startswith(("ssl.", "socket."))):
        return None
    if facts.plan is not None and facts.plan.entry is not None and facts.plan.entry.reason.startswith("tls_"):
        # aiohttp copies OpenSSL's own number into `errno`, where 1 would be EPERM.
        return None
    reason = ERRNO_REASONS.get(number)
    if reason is None:
        reason = WINERROR_REASONS.get(number) if number > 1000 else None
        return None if reason is None else Finding(reason, NUMBER, f"winerror:{number}", facts)
    return Finding(reason, NUMBER, f"errno:{number}", facts)


_MARKERS: Final = (
    ("[winerror ", WINERROR_REASONS),
    ("[errno ", ERRNO_REASONS),
    ("(os error ", ERRNO_REASONS),
    ("[wsa", WINERROR_REASONS),
)


def marked_number(low: str) -> tuple[str, str] | None:
    """Return the reason and the rule of an OS error number or a provider code that a text marks as such."""
    if "[" not in low and "os error " not in low:
        return None
    for marker, table in _MARKERS:
        at = low.find(marker)
        if at == -1:
            continue
        start = at + len(marker)
        end = start
        while end < len(low) and low[end].isdigit() and end - start < 6:
            end += 1
        if end > start and low[end : end + 1] in ("]", ")"):
            number = int(low[start:end])
            reason = table.get(number) or (WINERROR_REASONS.get(number) if number > 9000 else None)
            if reason is not None:
                return reason, f"text:{marker.strip(' [(')} {number}"
    at = low.find("[")
    while at != -1:
        piece = low[at + 1 : at + 6]
        if piece[:4].isdigit() and piece[4:] == "]" and piece[:4] in CODES:
            return CODES[piece[:4]], f"text:code {piece[:4]}"
        at = low.find("[", at + 1)
    return None
