"""
What do the facts say? Own types, SDK classes, statuses, provider codes, OS numbers and exit statuses; they beat words.

Each link of the chain is judged by itself; the most decisive one wins, the outermost of equals. Words are used here
only to choose among the reasons that a fact allows.
"""

from __future__ import annotations

from typing import Final

from classifier.categories import CATEGORIES, Category, on_change
from classifier.evidence import Evidence
from classifier.evidence.facts import Facts
from classifier.evidence.fields import load
from classifier.evidence.types import TypePlan
from classifier.facts.oserrors import ERRNO_REASONS
from classifier.reasons import REASONS
from classifier.strategies.answers import by_code, by_grpc, by_status
from classifier.strategies.base import Verdict
from classifier.strategies.finding import DECISIVE, KIND, NUMBER, PROGRAMMING, STATUS, VAGUE, Finding
from classifier.strategies.languages import find_in_any
from classifier.strategies.numbers import by_number, marked_number
from classifier.strategies.phrases import find_phrases
from classifier.strategies.process import reason_of_process

__all__ = ["ExactStrategy"]

_OWN: Final = 100
_PASSING: Final = frozenset(("rate_limit", "timeout", "connection"))


class ExactStrategy:
    """The first step of the cascade; a verdict of it is final unless only the kind of a class is known."""

    name = "exact"

    def classify(self, evidence: Evidence, prior: Verdict | None = None, /) -> Verdict | None:
        """Return the verdict of the most decisive link, or None if no link holds a fact."""
        own_kill = bool(evidence.context) and evidence.context.get("own_timeout") is True
        outer = judge(evidence.first, own_kill=own_kill)
        if outer is not None and outer.level >= STATUS:
            # Nothing deeper can be more decisive than this.
            if outer.level == _OWN and outer.reason != "cancelled":
                outer = _refined(outer, evidence.unread, own_kill=own_kill)
            findings = [outer]
        elif outer is None and len(evidence.unread) == 1:
            only = _by_words(evidence.first, None)
            findings = [] if only is None else [only]
        else:
            findings = _of_all(outer, evidence.unread, own_kill=own_kill)
            if not findings or max(one.level for one in findings) < NUMBER:
                # No link settles it: only now are the words of all of them worth their time.
                findings = _with_words(evidence.unread, findings)
        if not findings:
            return _cancelled_below(evidence.unread)
        best = findings[0] if len(findings) == 1 else _choose(findings)
        category = REASONS[best.reason].category
        return Verdict(
            category,
            best.reason,
            best.rule,
            1.0 if best.level >= VAGUE or best.level == PROGRAMMING else 0.8,
            cause_depth=best.facts.depth,
            suspects=_suspects(findings, category),
            hints=("verify_then_retry",) if best.facts.started and category in _PASSING else (),
        )


def _of_all(outer: Finding | None, links: list[Facts], *, own_kill: bool) -> list[Finding]:
    findings = [] if outer is None else [outer]
    for facts in links[1:]:
        found = judge(facts, own_kill=own_kill)
        if found is not None:
            if found.level == _OWN and found.reason != "cancelled":
                found = _refined(found, links, own_kill=own_kill)
            findings.append(found)
    return findings


def _choose(findings: list[Finding]) -> Finding:
    outer = findings[0]
    # What was merely being handled matters only where the exception above it has no meaning of its own.
    own_meaning = not outer.facts.implicit and outer.level != KIND
    candidates = [one for one in findings if not (one.facts.implicit and own_meaning)]
    top = max(one.level for one in candidates)
    grouped = [one for one in candidates if one.facts.grouped and one.level >= PROGRAMMING]
    if len(grouped) > 1:
        # Of several failures at once the lasting one decides: trying again would meet it again.
        lasting = [one for one in grouped if not REASONS[one.reason].retryable]
        if lasting:
            return max(lasting, key=lambda one: one.level)
    best = next(one for one in candidates if one.level == top)
    if best.level > KIND + 5:
        return best
    # A class that names only the kind of trouble gives way to its own cause of the same kind, as `APIConnectionError`
    # does to the "server disconnected" or the half body below it.
    category = REASONS[best.reason].category
    return max(
        (one for one in candidates if one.level >= KIND and REASONS[one.reason].category == category),
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
            return Finding("cancelled", _OWN, f"type:{plan.name}", facts) if is_final else None
        entry = plan.entry
        if entry is not None and entry.decisive:
            builtin = plan.entry_name.startswith("builtins.")
            if entry.reason == "programming_error":
                # A subclass of KeyError may be an application's own error: its words count then.
                return (
                    Finding(entry.reason, PROGRAMMING, f"type:{plan.entry_name}", facts)
                    if not (builtin and plan.entry_steps)
                    else None
                )
            if not (builtin and (plan.entry_steps or facts.errno is not None)):
                return Finding(entry.reason, DECISIVE, f"type:{plan.entry_name}", facts)
        if plan.is_os_error:
            number = facts.peek_errno()
            if number is not None and number in ERRNO_REASONS:
                return Finding(ERRNO_REASONS[number], NUMBER, f"errno:{number}", facts)
    load(facts)
    if facts.status is not None:
        return by_status(facts, facts.status)
    if facts.grpc is not None and facts.grpc != "OK":
        return by_grpc(facts, facts.grpc)
    found = by_code(facts, None) if facts.codes else None
    if found is not None:
        return found
    if facts.exit_code is not None and facts.exit_code != 0:
        reason, rule = reason_of_process(facts, own_kill=own_kill)
        return Finding(reason, STATUS, rule, facts)
    found = by_number(facts)
    if found is not None:
        return found
    entry = plan.entry if plan is not None else None
    if plan is None or entry is None or not entry.reason:
        return None
    return Finding(entry.reason, KIND, f"type:{plan.entry_name}", facts)


def _with_words(links: list[Facts], findings: list[Finding]) -> list[Finding]:
    """Return the findings anew, with those that name only a kind made finer by words and by numbers in the text."""
    known = {id(one.facts): one for one in findings}
    judged = []
    for facts in links:
        found = known.get(id(facts))
        if found is None or found.level == KIND:
            found = _by_words(facts, found)
        if found is not None:
            judged.append(found)
    return judged


def _by_words(facts: Facts, found: Finding | None) -> Finding | None:
    plan = facts.plan
    if plan is not None and (plan.is_own or plan.is_cancel):
        return found
    load(facts)
    kind = _by_kind(facts, found) if found is not None else None
    if kind is None or kind.level < KIND + 5:
        marked = marked_number(facts.low)
        if marked is not None:
            return Finding(marked[0], KIND + 5, marked[1], facts)
    return kind


def _refined(own: Finding, links: list[Facts], *, own_kill: bool) -> Finding:
    """
    Return the finding of one of our exceptions with the finer reason that its cause or its words give, if any.

    The class says the category; that the money is gone may stand in the exception it was raised from.
    """
    category = REASONS[own.reason].category
    if own.facts.own_reason is not None or category == "unexpected":
        return own
    for facts in links:
        if facts.depth > own.facts.depth and not facts.grouped and (facts.plan is None or not facts.plan.is_own):
            found = judge(facts, own_kill=own_kill)
            if found is not None and found.level >= NUMBER and REASONS[found.reason].category == category:
                return own._replace(reason=found.reason, rule=f"{own.rule}+{found.rule}")
    load(own.facts)
    for hit in find_phrases(own.facts.plain, own.facts.words) if own.facts.low else ():
        if hit.category == category:
            return own._replace(reason=hit.reason, rule=f"{own.rule}+{hit.phrase}")
    return own


def _own(facts: Facts, plan: TypePlan) -> Finding:
    known = _own_classes or _find_own_classes()
    for name in plan.qualified:
        # The nearest class decides: a user's category may derive its exception from a built-in one.
        if name in known:
            category = known[name]
            reason = facts.read_own_reason()
            if reason is None or reason not in REASONS or REASONS[reason].category != category.name:
                reason = category.default_reason
                facts.own_reason = None
            return Finding(reason, _OWN, f"type:{category.exception.__name__}", facts)
    return Finding("unknown", _OWN, "type:NexusCoreError", facts)


_own_classes: dict[str, Category] = {}


def _find_own_classes() -> dict[str, Category]:
    global _own_classes
    rows = tuple(CATEGORIES.values())
    found = {f"{one.exception.__module__}.{one.exception.__name__}": one for one in rows}
    if len(rows) == len(CATEGORIES):
        # Only whole and up to date is it shown to other threads.
        _own_classes = found
    return found


def _forget_own_classes() -> None:
    global _own_classes
    _own_classes = {}


on_change(_forget_own_classes)


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


#: What a phrase adds to the kind of a class, by its tier: "certificate verify failed" below beats a general
#: "connection error" above.
_CERTAINTY: Final = (8, 5, 2)


def _by_kind(facts: Facts, found: Finding) -> Finding:
    for hit in find_in_any(facts) if facts.low else ():
        if hit.tier < 2 or hit.category == REASONS[found.reason].category:
            return Finding(hit.reason, KIND + _CERTAINTY[hit.tier], f"{found.rule}+{hit.phrase}", facts)
    return found
