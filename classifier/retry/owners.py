"""
Does something else retry this call already? Looks at the function for SDK clients and other loops; imports no SDK.
"""

from __future__ import annotations

import functools
import inspect
import threading
import warnings
from collections.abc import Iterator
from typing import Final

__all__ = ["RetriesMultiplyWarning", "warn_of_other_owners"]

_SDK_ROOTS: Final = frozenset({"anthropic", "groq", "openai"})
"""Packages whose clients carry `max_retries` (seen in openai 3.57, anthropic 2.14, groq: default 2 retries)."""

_examined: Final[set[tuple[int, int]]] = set()
_lock: Final = threading.Lock()


class RetriesMultiplyWarning(UserWarning):
    """A call is retried by two owners, so that their numbers multiply."""


def warn_of_other_owners(func: object, name: str, args: tuple[object, ...]) -> None:
    """
    Warn once for each function that uses a client with retries of its own, or that is in a retry loop already.

    Found are clients that the function is a method of, closes over, uses as a global, or gets as an argument,
    directly or as an attribute of `self`. A client that is built inside the function is not seen.
    """
    # Ids of the function's code and of what it is bound to: cheap enough for each call, and no object is kept alive.
    plain = _unwrapped(func)
    code = getattr(plain, "__code__", None)
    owner = getattr(func, "__self__", args[0] if args else None)
    key = (id(code if code is not None else type(plain)), id(owner))
    if key in _examined:
        return
    with _lock:
        if key in _examined:
            return
        if len(_examined) > 10_000:  # many short-lived owners: forget rather than grow
            _examined.clear()
        _examined.add(key)
    try:
        message = _other_loop(func) or _retrying_client(func, args)
    except Exception:  # noqa: BLE001 - a look at strange objects must not stop the call
        return
    if message is not None:
        warnings.warn(f"{name!r} {message}", RetriesMultiplyWarning, stacklevel=3)


def _unwrapped(func: object) -> object:
    while isinstance(func, functools.partial):
        func = func.func
    return getattr(func, "__func__", func)


def _other_loop(func: object) -> str | None:
    plain = _unwrapped(func)
    if hasattr(plain, "retry_options"):
        return "has a retry of its own already, and the two multiply; keep one of them"
    if hasattr(getattr(plain, "retry", None), "stop"):
        return "is wrapped by tenacity already, and its retries multiply ours; keep one of them"
    return None


def _retrying_client(func: object, args: tuple[object, ...]) -> str | None:
    for candidate in _candidates(func, args):
        for client in (candidate, _attribute(candidate, "_client"), _attribute(candidate, "client")):
            roots = {base.__module__.partition(".")[0] for base in type(client).__mro__} & _SDK_ROOTS
            count = _attribute(client, "max_retries")
            if roots and isinstance(count, int) and count > 0:
                kind = f"{roots.pop()}.{type(client).__name__}"
                return (
                    f"uses an {kind} that retries {count} times itself for each try of ours; "
                    f"switch that off: {kind}(max_retries=0) or client.with_options(max_retries=0)"
                )
    return None


def _candidates(func: object, args: tuple[object, ...]) -> Iterator[object]:
    while isinstance(func, functools.partial):
        yield from func.args
        yield from func.keywords.values()
        func = func.func
    yield from args
    owner = getattr(func, "__self__", args[0] if args else None)
    yield owner
    yield from _fields(owner)
    plain = inspect.unwrap(func) if callable(func) else func
    plain = getattr(plain, "__func__", plain)
    for cell in getattr(plain, "__closure__", None) or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not filled yet
            continue
    names = getattr(getattr(plain, "__code__", None), "co_names", ())
    known = getattr(plain, "__globals__", {})
    yield from (known[name] for name in names if name in known)
    yield from getattr(plain, "__defaults__", None) or ()
    yield from (getattr(plain, "__kwdefaults__", None) or {}).values()


def _fields(owner: object) -> list[object]:
    try:
        return list(vars(owner).values())  # not getattr: a property may do anything
    except TypeError:
        return []


def _attribute(candidate: object, name: str) -> object:
    try:
        return vars(candidate).get(name)
    except TypeError:
        return None
