"""
Which exceptions belong to one failure? The outermost, its causes, what it wraps, and the members of groups.

Followed are `__cause__`, `__context__` unless suppressed, `.exceptions` of groups, tenacity's `last_attempt`, and any
exception held in an attribute or an argument (`URLError.reason`, sqlalchemy's `orig`, aiohttp's `os_error`, …).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final, NamedTuple

__all__ = ["MAX_LINKS", "Link", "stands_alone", "walk"]

MAX_LINKS: Final = 64
"""Exceptions looked at per failure; a deeper chain is cut, which keeps a 64-deep one inside the millisecond."""

_MAX_FIELDS: Final = 200


class Link(NamedTuple):
    """
    One exception of the chain.

    Attributes:
        exc: The exception.
        depth: Steps from the outermost, which is 0.
        implicit: True if it was only being handled when the one above it was raised (`__context__`).
        grouped: True if it is a member of a group.
    """

    exc: BaseException
    depth: int
    implicit: bool = False
    grouped: bool = False


def walk(exc: BaseException) -> list[Link]:
    """Return the links of the chain, the outermost first, each exception once, at most `MAX_LINKS`."""
    links = [Link(exc, 0)]
    seen = {id(exc)}
    index = 0
    while index < len(links) and len(links) < MAX_LINKS:
        link = links[index]
        index += 1
        for child, implicit, grouped in _children(link.exc):
            if id(child) not in seen and len(links) < MAX_LINKS:
                seen.add(id(child))
                links.append(Link(child, link.depth + 1, implicit or link.implicit, grouped or link.grouped))
    return links


def stands_alone(exc: BaseException) -> bool:
    """Tell, at the least cost, whether an exception holds nothing but a short text: most do."""
    try:
        args = exc.args
        return (
            exc.__cause__ is None
            and exc.__context__ is None
            and (not args or (len(args) == 1 and type(args[0]) is str))
            and not exc.__dict__
        )
    except Exception:
        return False


def _children(exc: BaseException) -> Sequence[tuple[BaseException, bool, bool]]:
    if stands_alone(exc):
        return ()
    found: list[tuple[BaseException, bool, bool]] = []
    if isinstance(exc, BaseExceptionGroup):
        try:
            found.extend((member, False, True) for member in exc.exceptions[:MAX_LINKS])
        except Exception:
            pass
    try:
        cause = exc.__cause__
        if cause is not None:
            found.append((cause, False, False))
        for arg in exc.args[:8]:
            if isinstance(arg, BaseException):
                found.append((arg, False, False))
        fields = exc.__dict__
        if fields:
            for name, value in islice(fields.items(), _MAX_FIELDS):
                if isinstance(value, BaseException):
                    found.append((value, False, False))
                elif name == "last_attempt":
                    last = _of_attempt(value)
                    if last is not None:
                        found.append((last, False, False))
        # Last, so that an exception that is wrapped as well as handled counts as wrapped.
        if cause is None and not exc.__suppress_context__ and (context := exc.__context__) is not None:
            found.append((context, True, False))
    except Exception:
        # A property or a dict of a hostile class raised: the links found so far stand.
        pass
    return found


def _of_attempt(attempt: object) -> BaseException | None:
    """Return what tenacity's last attempt ended with; a future that is not done is not waited for."""
    if not getattr(attempt, "done", bool)():
        return None
    exc = attempt.exception(timeout=0)  # type: ignore[attr-defined]
    return exc if isinstance(exc, BaseException) else None
