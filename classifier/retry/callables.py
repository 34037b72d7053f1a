"""
What kind of callable is this? Sees through partials, methods and callable objects; refuses what cannot be retried.
"""

from __future__ import annotations

import functools
import inspect

__all__ = ["is_async", "qualified_name", "refuse_generators"]


def _plain(func: object) -> object:
    """Return what a partial, a bound method or a callable object runs in the end."""
    while isinstance(func, functools.partial):
        func = func.func
    if inspect.isroutine(func) or inspect.isclass(func):
        return func
    return getattr(type(func), "__call__", func)  # noqa: B004 - the method itself is wanted, not whether there is one


def is_async(func: object) -> bool:
    """Tell whether calling it gives a coroutine."""
    return inspect.iscoroutinefunction(_plain(func))


def qualified_name(func: object) -> str:
    """Return its name for messages."""
    while isinstance(func, functools.partial):
        func = func.func
    return str(getattr(func, "__qualname__", None) or type(func).__qualname__)


def refuse_generators(func: object) -> None:
    """
    Let through what can be called again as a whole.

    Raises:
        TypeError: If it is a generator function, or not callable; the message says what to wrap instead.
    """
    if not callable(func):
        hint = "; put @retry below @classmethod" if isinstance(func, classmethod) else ""
        msg = f"retry expected something callable, not {type(func).__qualname__}{hint}"
        raise TypeError(msg)
    plain = _plain(func)
    if inspect.isgeneratorfunction(plain) or inspect.isasyncgenfunction(plain):
        msg = (
            f"retry cannot wrap the generator function {qualified_name(func)!r}: it would run without its errors "
            "being seen, and trying again would repeat items that were taken already; "
            "wrap the call that opens the stream instead"
        )
        raise TypeError(msg)
