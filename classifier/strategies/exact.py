"""
What do the facts say? Own types, SDK classes, statuses, provider codes, OS numbers and exit statuses; they beat words.

Each link of the chain is judged by itself; the most decisive one wins, the outermost of equals. Words are used here only
to choose among the reasons that a fact allows.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from classifier.categories import CATEGORIES, Category, on_change
from classifier.evidence import Evidence
from classifier.evidence.facts import Facts
from classifier.evidence.types import TypePlan
from classifier.facts.codes import CODES, VAGUE_CODES
from classifier.facts.oserrors import ERRNO_REASONS, GRPC_REASONS, WINERROR_REASONS
from classifier.facts.statuses import BY_CODE_ALONE, may_be, reason_of_status
from classifier.reasons import REASONS
from classifier.strategies.base import Verdict
from classifier.strategies.phrases import Hit, find_phrases
from classifier.strategies.process import reason_of_process

__all__ = ["ExactStrategy"]

_DECISIVE: Final = 80
_STATUS: Final = 75
_NUMBER: Final = 70
_VAGUE: Final = 60
_KIND: Final = 50
_PROGRAMMING: Final = 40
"""How decisive a finding is; a deeper link wins only over a lower one."""

_PASSING: Final = frozenset(("rate_limit", "timeout", "connection"))


class Finding(NamedTuple):
    """What one link says: a reason, how decisive it is, and the rule."""

    reason: str
    level: int
    rule: str
    facts: Facts


class ExactStrategy:
    """The first step of the cascade; a verdict of it is final unless only the kind of a class is known."""

    name = "exact"

    def classify(self, evidence: Evidence, prior: Verdict | None = None, /) -> Verdict | None:
        """Return the verdict of the most decisive link, or None if no link holds a fact."""
        findings: list[Finding] = []
        own_kill = bool(evidence.context) and evidence.context.get("own_timeout") is True
        for facts in evidence.unread:
            finding = judge(facts, own_kill=own_kill)
            if finding is not None:
                findings.append(finding)
                if facts.depth == 0 and finding.level >= _STATUS:
                    # Nothing deeper can be more decisive than this.
                    break
        if not findings:
            return _cancelled_below(evidence.unread)
        best = findings[0] if len(findings) == 1 else _choose(findings)
        category = REASONS[best.reason].category
        return Verdict(
            category,
            best.reason,
            best.rule,
            1.0 if best.level >= _VAGUE or best.level == _PROGRAMMING else 0.8,
            cause_depth=best.facts.depth,
            suspects=_suspects(findings, category),
            hints=("verify_then_retry",) if best.facts.started and category in _PASSING else (),
        )


def _choose(findings: list[Finding]) -> Finding:
    outer = findings[0]
    # What was merely being handled matters only where the exception above it has no meaning of its own.
    own_meaning = not outer.facts.implicit and outer.level != _KIND
    candidates = [one for one in findings if not (one.facts.implicit and own_meaning)]
    top = max(one.level for one in candidates)
    grouped = [one for one in candidates if one.facts.grouped and one.level >= _PROGRAMMING]
    if len(grouped) > 1:
        # Of several failures at once the lasting one decides: trying again would meet it again.
        lasting = [one for one in grouped if not REASONS[one.reason].retryable]
        if lasting:
            return max(lasting, key=lambda one: one.level)
    best = next(one for one in candidates if one.level == top)
    if best.level > _KIND + 5:
        return best
    # A class that names only the kind of trouble gives way to its own cause of the same kind, as `APIConnectionError`
    # does to the "server disconnected" or the half body below it.
    category = REASONS[best.reason].category
    return max(
        (one for one in candidates if one.level >= _KIND and REASONS[one.reason].category == category),
        key=lambda one: one.facts.depth,
        default=best,
    )


def _suspects(findings: list[Finding], category: str) -> tuple[str, ...]:
    if len(findings) == 1:
        return ()
    found = dict.fromkeys(REASONS[one.reason].category for one in findings)
    found.pop(category, None)
    return tuple(found)


def judge(facts: Facts, *, own_kill: bool = False) -> Finding | None:
    """Return what one link says by its facts; None if it has none."""
    plan = facts.plan
    if plan is not None:
        if plan.is_own:
            return _own(facts, plan)
        if plan.is_cancel:
            # In a group a task's cancellation is the echo of another's failure; an interrupt is the user's own wish.
            is_final = facts.depth == 0 or (facts.grouped and plan.name in ("KeyboardInterrupt", "SystemExit"))
            return Finding("cancelled", 100, f"type:{plan.name}", facts) if is_final else None
        entry = plan.entry
        if entry is not None and entry.decisive:
            builtin = plan.entry_name.startswith("builtins.")
            if entry.reason == "programming_error":
                # A subclass of KeyError may be an application's own error: its words count then.
                return Finding(entry.reason, _PROGRAMMING, f"type:{plan.entry_name}", facts) if not (
                    builtin and plan.entry_steps
                ) else None
            if not (builtin and (plan.entry_steps or facts.errno is not None)):
                return Finding(entry.reason, _DECISIVE, f"type:{plan.entry_name}", facts)
    facts.load()
    if facts.status is not None:
        return _by_status(facts, facts.status)
    if facts.grpc is not None and facts.grpc != "OK":
        return _by_grpc(facts, facts.grpc)
    found = _by_code(facts, None)
    if found is not None:
        return found
    if facts.exit_code is not None and facts.exit_code != 0:
        reason, rule = reason_of_process(facts, own_kill=own_kill)
        return Finding(reason, _STATUS, rule, facts)
    found = _by_number(facts)
    if found is not None:
        return found
    kind = _by_kind(facts, plan)
    if kind is None or kind.level <= _KIND:
        marked = marked_number(facts.low)
        if marked is not None:
            return Finding(marked[0], _KIND + 5, marked[1], facts)
    return kind


def _own(facts: Facts, plan: TypePlan) -> Finding:
    if not _own_classes:
        for category in CATEGORIES.values():
            _own_classes[f"{category.exception.__module__}.{category.exception.__name__}"] = category
    for name in plan.qualified:
        # The nearest class decides: a user's category may derive its exception from a built-in one.
        if name in _own_classes:
            category = _own_classes[name]
            reason = facts.own_reason()
            if reason is None or reason not in REASONS or REASONS[reason].category != category.name:
                reason = category.default_reason
            return Finding(reason, 100, f"type:{category.exception.__name__}", facts)
    return Finding("unknown", 100, "type:NexusCoreError", facts)


_own_classes: Final[dict[str, Category]] = {}
on_change(_own_classes.clear)


def _cancelled_below(links: list[Facts]) -> Verdict | None:
    """Return a verdict if nothing but cancellation is in the chain; a weak one if it is only the cause of something."""
    at = next((one for one in links if one.plan is not None and one.plan.is_cancel and not one.implicit), None)
    if at is None or at.plan is None:
        return None
    others = [one.plan.name for one in links if one.plan is not None and not one.plan.is_cancel]
    if at.grouped and any(name not in ("BaseExceptionGroup", "ExceptionGroup") for name in others):
        return None
    sure = 1.0 if at.grouped else 0.6
    return Verdict("unexpected", "cancelled", f"type:{at.plan.name}", sure, weak=not at.grouped, cause_depth=at.depth)


def _by_status(facts: Facts, status: int) -> Finding:
    allowed = may_be(status)
    found = _by_code(facts, allowed) if facts.codes else None
    if found is not None and found.reason == "quota_exhausted":
        return found
    plain = reason_of_status(status)
    if status == 409 and facts.plan is not None and _is_of_sandbox(facts.plan):
        plain = "container_failed"
    hits = [hit for hit in find_phrases(facts.low, facts.words) if hit.reason in allowed]
    if facts.body is not None and facts.body.per_day and status in (429, 403):
        return Finding("usage_window", _STATUS, f"status:{status}+per_day", facts)
    if status >= 500 and found is not None and found.reason in ("server_error", "overloaded"):
        # The code only repeats what the status says; "server_error" is what providers call every one of them.
        plain, found = (found.reason if found.reason == "overloaded" else plain), None
    if not hits:
        return found or Finding(plain, _STATUS, f"status:{status}", facts)
    for hit in hits:
        # Money first: it may hide under any status, and behind a code that names something else.
        if hit.reason == "quota_exhausted" and not _is_passing_quota(facts, hit):
            if found is None or REASONS[found.reason].category in ("rate_limit", "unexpected", "connection"):
                return Finding("quota_exhausted", _STATUS, f"status:{status}+{hit.phrase}", facts)
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
        return Finding(hits[0].reason, _STATUS, f"status:{status}+{hits[0].phrase}", facts)
    return found or Finding(plain, _STATUS, f"status:{status}", facts)


def _is_of_sandbox(plan: TypePlan) -> bool:
    return plan.entry_name.startswith(("docker.", "e2b.")) or (
        plan.entry is not None and bool(plan.entry.reason) and REASONS[plan.entry.reason].category == "sandbox"
    )


def _is_passing_quota(facts: Facts, money: Hit) -> bool:
    """Tell whether a quota sentence comes with a wait, as Google's does for its per-minute quotas."""
    told = any(name == "retryDelay" for name, _ in facts.waits) or "retry in " in facts.low
    return told and not money.phrase.startswith("limit")


def _by_code(facts: Facts, allowed: frozenset[str] | None) -> Finding | None:
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
        if allowed is not None and reason not in allowed and reason not in BY_CODE_ALONE:
            continue
        if reason == "quota_exhausted":
            return Finding(reason, _STATUS, f"code:{code}", facts)
        if best is None:
            best = Finding(reason, _STATUS, f"code:{code}", facts)
    if best is not None:
        return best
    if vague is not None and allowed is None:
        hits = find_phrases(facts.low, facts.words)
        if hits:
            return Finding(hits[0].reason, _VAGUE, f"code:{vague}+{hits[0].phrase}", facts)
        return Finding(VAGUE_CODES[vague], _VAGUE, f"code:{vague}", facts)
    return None


def _by_grpc(facts: Facts, code: str) -> Finding:
    reason = GRPC_REASONS.get(code, "unknown")
    if code in ("RESOURCE_EXHAUSTED", "UNAVAILABLE", "UNKNOWN", "INVALID_ARGUMENT", "INTERNAL"):
        wanted = {"RESOURCE_EXHAUSTED": "rate_limit", "UNAVAILABLE": "connection", "INTERNAL": "unexpected"}.get(code, "unexpected")
        for hit in find_phrases(facts.low, facts.words):
            if hit.category == wanted and hit.tier < 2 and not (
                hit.reason == "quota_exhausted" and _is_passing_quota(facts, hit)
            ):
                reason = hit.reason
                break
    return Finding(reason, _STATUS, f"grpc:{code}", facts)


_SQLSTATES: Final = {
    "08": "unreachable", "57014": "command_timeout", "57P01": "reset", "57P02": "reset", "57P03": "overloaded",
    "53300": "overloaded", "53100": "local_resource", "53200": "local_resource", "55P03": "command_timeout", "28": "auth_failed",
    "42501": "permission_denied", "3D000": "not_found", "42P01": "not_found", "23505": "already_exists", "42P07": "already_exists",
    "40001": "overloaded", "40P01": "overloaded", "42": "programming_error", "22": "bad_request", "23": "bad_request",
    "0A": "unsupported", "25006": "permission_denied", "53": "local_resource", "55": "stale_state", "58": "local_resource",
}  # fmt: skip


def _by_number(facts: Facts) -> Finding | None:
    if facts.sqlstate:
        reason = _SQLSTATES.get(facts.sqlstate) or _SQLSTATES.get(facts.sqlstate[:2])
        if reason is not None:
            return Finding(reason, _NUMBER, f"sqlstate:{facts.sqlstate}", facts)
    if facts.winerror is not None and facts.winerror in WINERROR_REASONS:
        return Finding(WINERROR_REASONS[facts.winerror], _NUMBER, f"winerror:{facts.winerror}", facts)
    number = facts.errno
    if number is None or (facts.plan is not None and facts.plan.entry_name.startswith(("ssl.", "socket."))):
        return None
    if facts.plan is not None and facts.plan.entry is not None and facts.plan.entry.reason.startswith("tls_"):
        # aiohttp copies OpenSSL's own number into `errno`, where 1 would be EPERM.
        return None
    reason = ERRNO_REASONS.get(number)
    if reason is None:
        reason = WINERROR_REASONS.get(number) if number > 1000 else None
        return None if reason is None else Finding(reason, _NUMBER, f"winerror:{number}", facts)
    return Finding(reason, _NUMBER, f"errno:{number}", facts)


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


_MARKERS: Final = (
    ("[winerror ", WINERROR_REASONS),
    ("[errno ", ERRNO_REASONS),
    ("(os error ", ERRNO_REASONS),
    ("[wsa", WINERROR_REASONS),
)


def _by_kind(facts: Facts, plan: TypePlan | None) -> Finding | None:
    entry = plan.entry if plan is not None else None
    if plan is None or entry is None or not entry.reason:
        return None
    rule = f"type:{plan.entry_name}"
    hits = find_phrases(facts.low, facts.words) if facts.low else []
    if entry.reason == "programming_error" and entry.decisive:
        return None if hits else Finding(entry.reason, _PROGRAMMING, rule, facts)
    for hit in hits:
        if hit.tier < 2 or hit.category == REASONS[entry.reason].category:
            return Finding(hit.reason, _KIND + 5, f"{rule}+{hit.phrase}", facts)
    return Finding(entry.reason, _KIND, rule, facts)
