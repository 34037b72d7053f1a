"""
What does a server's answer say? Its HTTP or gRPC status, refined by provider codes and, among what the status
allows, words.
"""

from __future__ import annotations

from typing import Final

from classifier.evidence.facts import Facts
from classifier.evidence.types import TypePlan
from classifier.facts.codes import CODES, PASSING_UNDER_400, VAGUE_CODES
from classifier.facts.oserrors import GRPC_REASONS
from classifier.facts.statuses import BY_CODE_ALONE, may_be, reason_of_status
from classifier.reasons import REASONS
from classifier.strategies.finding import STATUS, VAGUE, Finding
from classifier.strategies.languages import find_in_any
from classifier.strategies.phrases import Hit

__all__ = ["by_code", "by_grpc", "by_status"]


#: Alibaba's Model Studio words its per-minute token limit like an exhausted quota; only the page it links tells.
_TOKEN_RATE: Final = "error-code#token-limit"


#: Reasons that a code gives to a refused request for good: neither money nor finer words hide behind them.
_SETTLED: Final = frozenset(
    (
        "context_length",
        "content_policy",
        "model_not_found",
        "schema_mismatch",
        "malformed_tool_call",
        "payload_too_large",
    )
)


def by_status(facts: Facts, status: int) -> Finding:
    """Return what an HTTP status says, refined by money, codes and words that it allows."""
    allowed = may_be(status)
    found = by_code(facts, allowed) if facts.codes else None
    if found is not None and found.reason == "quota_exhausted":
        if _TOKEN_RATE not in facts.low:
            return found
        found = Finding("throttled", STATUS, f"{found.rule}+{_TOKEN_RATE}", facts)
    if found is not None and status < 500 and found.reason in _SETTLED:
        return found
    plain = reason_of_status(status)
    if status == 409 and facts.plan is not None and _is_of_sandbox(facts.plan):
        plain = "container_failed"
    hits = [hit for hit in find_in_any(facts) if hit.reason in allowed]
    if facts.body is not None and facts.body.per_day and status in (429, 403):
        return Finding("usage_window", STATUS, f"status:{status}+per_day", facts)
    if status >= 500 and found is not None and found.reason in ("server_error", "overloaded"):
        # The code only repeats what the status says; "server_error" is what providers call every one of them.
        plain, found = (found.reason if found.reason == "overloaded" else plain), None
    if not hits:
        return found or Finding(plain, STATUS, f"status:{status}", facts)
    for hit in hits:
        # Money first: it may hide under any status, and behind a code that names something else.
        if hit.reason == "quota_exhausted" and not _is_passing_quota(facts, hit):
            if found is None or REASONS[found.reason].category in ("rate_limit", "unexpected", "connection"):
                return Finding("quota_exhausted", STATUS, f"status:{status}+{hit.phrase}", facts)
            break
    hits = [hit for hit in hits if hit.reason != "quota_exhausted"]
    if status >= 500:
        # Prose of a server error mentions many things; only what no passing trouble says may overrule it.
        kind = REASONS[plain].category
        hits = [hit for hit in hits if (hit.category == "unexpected" and hit.tier < 2) or hit.category == kind]
    if found is not None:
        if found.reason == "not_found":
            hits = [hit for hit in hits if hit.reason == "model_not_found"]
        elif found.reason == "throttled":
            hits = [hit for hit in hits if hit.category == "rate_limit"]
        else:
            return found
    if hits:
        return Finding(hits[0].reason, STATUS, f"status:{status}+{hits[0].phrase}", facts)
    return found or Finding(plain, STATUS, f"status:{status}", facts)


def _is_of_sandbox(plan: TypePlan) -> bool:
    return plan.entry_name.startswith(("docker.", "e2b.")) or (
        plan.entry is not None and bool(plan.entry.reason) and REASONS[plan.entry.reason].category == "sandbox"
    )


def _is_passing_quota(facts: Facts, money: Hit) -> bool:
    """Tell whether a quota sentence comes with a wait, as Google's does for its per-minute quotas."""
    if _TOKEN_RATE in facts.low:
        return True
    told = any(name == "retryDelay" for name, _ in facts.waits) or "retry in " in facts.low
    return told and not money.phrase.startswith("limit")


def by_code(facts: Facts, allowed: frozenset[str] | None) -> Finding | None:
    """Return what the first decisive provider code says, of the reasons `allowed` holds; None if none is known."""
    best: Finding | None = None
    vague = None
    for code in facts.codes:
        reason = CODES.get(code)
        if reason is None:
            if vague is None and VAGUE_CODES.get(code):
                vague = code
            continue
        if code.isdigit() and len(code) == 3:
            continue
        if allowed is not None and reason not in allowed and not (reason in BY_CODE_ALONE or code in PASSING_UNDER_400):
            continue
        if reason == "quota_exhausted":
            return Finding(reason, STATUS, f"code:{code}", facts)
        if best is None:
            best = Finding(reason, STATUS, f"code:{code}", facts)
    if best is not None:
        return best
    if vague is not None and allowed is None:
        hits = find_in_any(facts)
        if hits:
            return Finding(hits[0].reason, VAGUE, f"code:{vague}+{hits[0].phrase}", facts)
        return Finding(VAGUE_CODES[vague], VAGUE, f"code:{vague}", facts)
    return None


def by_grpc(facts: Facts, code: str) -> Finding:
    """Return what a gRPC status says, and within it the words."""
    reason = GRPC_REASONS.get(code, "unknown")
    if code in ("RESOURCE_EXHAUSTED", "UNAVAILABLE", "UNKNOWN", "INVALID_ARGUMENT", "INTERNAL"):
        wanted = {"RESOURCE_EXHAUSTED": "rate_limit", "UNAVAILABLE": "connection", "INTERNAL": "unexpected"}.get(
            code, "unexpected"
        )
        for hit in find_in_any(facts):
            if (
                hit.category == wanted
                and hit.tier < 2
                and not (hit.reason == "quota_exhausted" and _is_passing_quota(facts, hit))
            ):
                reason = hit.reason
                break
    return Finding(reason, STATUS, f"grpc:{code}", facts)
