"""
What does a failure say, in bounded plain text? Never raises, whatever `str()` does; imports only the standard library.
"""

from __future__ import annotations

from reprlib import Repr
from typing import Final

__all__ = ["WINDOW_CHARS", "class_name", "plain_str", "safe_str", "window", "words_of"]

WINDOW_CHARS: Final = 2048
"""Characters read from each end of a long text. Measured: every keyword of the table is found in 4,096 characters
within 0.2 ms on a shared two-core machine; a sentence that explains an error stands at an end of its text."""

_HUGE_CHARS: Final = 16 * WINDOW_CHARS


def window(text: str, chars: int = WINDOW_CHARS) -> str:
    """Return `text`, or its first and last `chars` characters with a line break between them."""
    if len(text) <= 2 * chars:
        return text
    return f"{text[:chars]}\n{text[-chars:]}"


_SEPARATORS: Final = {code: " " for code in range(128) if not chr(code).isalnum()}
_SEPARATOR_CHARS: Final = frozenset(map(chr, _SEPARATORS))


def words_of(low: str) -> frozenset[str]:
    """Return the words of a text: its runs of letters and digits."""
    if low.isascii():
        return frozenset(low.translate(_SEPARATORS).split())
    # `translate` is slow outside ASCII: 0.5 ms for 4,000 characters, against 0.05 ms.
    for separator in _SEPARATOR_CHARS.intersection(low):
        low = low.replace(separator, " ")
    return frozenset(low.split())


def plain_str(text: str) -> str:
    """Return an exact `str`; a subclass may have overridden anything."""
    return text if type(text) is str else str.__str__(text)


def safe_str(value: object) -> tuple[str, str]:
    """
    Return the windowed text of `value` and, if its `str()` failed, a note that says how.

    An exception with a huge argument is read from its arguments: formatting 10 MB, as `KeyError` and `OSError` do,
    takes longer than a whole classification may.
    """
    try:
        if isinstance(value, str):
            return window(plain_str(value)), ""
        if isinstance(value, bytes | bytearray):
            if len(value) > 2 * _HUGE_CHARS:
                value = bytes(value[:_HUGE_CHARS]) + bytes(value[-_HUGE_CHARS:])
            return _decoded(bytes(value)), ""
        if isinstance(value, BaseException):
            args = _arguments(value)
            if not args and type(value).__str__ is BaseException.__str__:
                return "", ""
            for arg in args:
                if isinstance(arg, str | bytes) and len(arg) > _HUGE_CHARS:
                    return window(" ".join(map(_piece, args[:8]))), ""
                if isinstance(arg, dict | list | tuple) and _is_huge(arg, 4):
                    return window(_SHORT.repr(arg)), ""
            if (
                isinstance(value, OSError)
                and isinstance(value.filename, str | bytes)
                and len(value.filename) > _HUGE_CHARS
            ):
                return window(f"{value.strerror}: {_piece(value.filename)}"), ""
        return window(plain_str(str(value))), ""
    except Exception as exc:
        return "", f"str() of {class_name(type(value))} raised {class_name(type(exc))}"


#: Past whatever a class defines under that name.
_arguments: Final = BaseException.__dict__["args"].__get__


def _piece(value: object) -> str:
    """Return the text of one of several arguments, of which one is huge; what may be large in another way is named."""
    return safe_str(value)[0] if isinstance(value, str | bytes | int | float) else class_name(type(value))


def class_name(cls: type) -> str:
    """Return the simple name of a class, cut to 200 characters; "?" if its metaclass raises when asked."""
    try:
        return str(cls.__name__)[:200]
    except Exception:
        return "?"


def _is_huge(value: object, levels: int) -> bool:
    """Tell whether formatting a container could take longer than a classification may."""
    if isinstance(value, str | bytes):
        return len(value) > _HUGE_CHARS
    if not levels or not isinstance(value, dict | list | tuple):
        return False
    if len(value) > 500:
        return True
    return any(_is_huge(one, levels - 1) for one in (value.values() if isinstance(value, dict) else value))


_SHORT: Final = Repr()
_SHORT.maxstring = _SHORT.maxother = WINDOW_CHARS
_SHORT.maxdict = _SHORT.maxlist = _SHORT.maxtuple = 50


def _decoded(data: bytes) -> str:
    return window(data.decode("utf-8", "replace"))
