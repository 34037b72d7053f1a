"""
What does a failure say, in bounded plain text? Never raises, whatever `str()` does; imports only the standard library.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = [
    "WINDOW_CHARS",
    "class_name",
    "full_str",
    "plain_str",
    "safe_str",
    "window",
    "words_among",
    "words_of",
]

WINDOW_CHARS: Final = 2048
"""Characters read from each end of a long text. Measured: every keyword of the table is found in 4,096 characters
within 0.2 ms on a shared two-core machine; a sentence that explains an error stands at an end of its text."""

_HUGE_CHARS: Final = 16 * WINDOW_CHARS


def window(text: str, chars: int = WINDOW_CHARS) -> str:
    """Return `text`, or its first and last `chars` characters with a line break between them."""
    if len(text) <= 2 * chars:
        return text
    return f"{text[:chars]}\n{text[-chars:]}"


#: Bytes of UTF-8 beyond ASCII stay as they are.
_WORD_BYTES: Final = bytes(code if code >= 128 or chr(code).isalnum() else 32 for code in range(256))

_ASCII_BYTES: Final = bytes(code if code < 128 else 32 for code in range(256))


def words_of(low: str) -> frozenset[str]:
    """Return the words of a text: its runs of letters and digits, and the plain ones within other letters."""
    # `str.translate` would look at the characters one by one: ten times as long outside ASCII.
    if low.isascii():
        return frozenset(low.encode().translate(_WORD_BYTES).decode().split())
    spaced = low.encode("utf-8", "surrogatepass").translate(_WORD_BYTES)
    words = spaced.decode("utf-8", "surrogatepass").split()
    # "→timeout" and "服务timeout" hold an English word as well, which no space sets apart.
    words += spaced.translate(_ASCII_BYTES).decode().split()
    return frozenset(words)


def words_among(low: str, words: Iterable[str]) -> frozenset[str]:
    """Return those of a few words that `words_of(low)` holds, without splitting the text."""
    return frozenset(word for word in words if _is_word_of(low, word))


def _is_word_of(low: str, word: str) -> bool:
    # other letters part a plain word as well, see above
    within = _within_plain if word.isascii() else _within_any
    at = low.find(word)
    while at != -1:
        if not any(map(within, low[at - 1 : at] + low[at + len(word) : at + len(word) + 1])):
            return True
        at = low.find(word, at + 1)
    return False


def _within_plain(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _within_any(char: str) -> bool:
    return char.isalnum() if char.isascii() else not char.isspace()


def plain_str(text: str) -> str:
    """Return an exact `str`; a subclass may have overridden anything."""
    return text if type(text) is str else str.__str__(text)


def safe_str(value: object, chars: int = WINDOW_CHARS) -> tuple[str, str]:
    """
    Return the text of `value`, windowed to `chars` at each end, and, if its `str()` failed, a note that says how.

    An exception with a huge argument is read from its arguments: formatting 10 MB, as `KeyError` and `OSError` do,
    takes longer than a whole classification may.
    """
    try:
        if isinstance(value, str):
            return window(plain_str(value), chars), ""
        if isinstance(value, bytes | bytearray):
            if len(value) > 2 * _HUGE_CHARS:
                value = bytes(value[:_HUGE_CHARS]) + bytes(value[-_HUGE_CHARS:])
            return window(bytes(value).decode("utf-8", "replace"), chars), ""
        if isinstance(value, BaseException):
            args = _arguments(value)
            if not args and type(value).__str__ is BaseException.__str__:
                return "", ""
            if len(args) != 1 or type(args[0]) is not str or len(args[0]) > _HUGE_CHARS:
                for arg in args[:8]:
                    if isinstance(arg, str | bytes) and len(arg) > _HUGE_CHARS:
                        return window(" ".join(map(_piece, args[:8])), chars), ""
                if _is_huge(args):
                    return window(_sketch(args[0] if len(args) == 1 else args, [_MAX_PIECES]), chars), ""
            if (
                isinstance(value, OSError)
                and isinstance(value.filename, str | bytes)
                and len(value.filename) > _HUGE_CHARS
            ):
                return window(f"{value.strerror}: {_piece(value.filename)}", chars), ""
        elif isinstance(value, _CONTAINERS) and _is_huge(value):
            return window(_sketch(value, [_MAX_PIECES]), chars), ""
        return window(plain_str(str(value)), chars), ""
    except Exception as exc:
        return "", f"str() of {class_name(type(value))} raised {class_name(type(exc))}"


def full_str(value: object) -> str:
    """
    Return `str(value)`, a long text in full, but no more than a window of an exception whose arguments hold containers
    that would take for ever to format.

    Raises:
        Exception: Whatever `str(value)` raises.
    """
    args = _arguments(value) if issubclass(type(value), BaseException) else (value,)
    if any(isinstance(arg, _CONTAINERS) for arg in args[:_MAX_NODES]) and _is_huge(args):
        return safe_str(value)[0]
    return plain_str(str(value))


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


def _is_huge(root: object) -> bool:
    """Tell whether formatting a container could take longer than a classification may, or for ever."""
    waiting = [root]
    left, room = _MAX_NODES, _HUGE_CHARS
    while waiting:
        value = waiting.pop()
        if isinstance(value, str | bytes | bytearray):
            room -= len(value)
            if room < 0:
                return True
            continue
        if isinstance(value, BaseException):
            value = _arguments(value)
        if isinstance(value, _CONTAINERS):
            # The same container may stand in many places: what counts is how often it would be written.
            left -= len(value)
            if left < 0:
                return True
            waiting.extend(value.values() if isinstance(value, dict) else value)
            if isinstance(value, dict):
                waiting.extend(value)
    return False


def _sketch(value: object, left: list[int], level: int = 0) -> str:
    """Return what `repr` would, cut short; only plain values are formatted, and `left[0]` of them at most."""
    left[0] -= 1
    if isinstance(value, str):
        return repr(window(plain_str(value), _PIECE_CHARS))
    if isinstance(value, bytes | bytearray):
        return repr(bytes(value[:_PIECE_CHARS]))
    if value is None or (isinstance(value, int | float) and -1e18 < value < 1e18):
        return repr(value)
    if not isinstance(value, _CONTAINERS):
        return class_name(type(value))
    if level > _MAX_LEVEL or left[0] <= 0:
        return "..."
    parts: list[str] = []
    for item in value.items() if isinstance(value, dict) else value:
        if left[0] <= 0:
            break
        if isinstance(value, dict):
            parts.append(f"{_sketch(item[0], left, level + 1)}: {_sketch(item[1], left, level + 1)}")
        else:
            parts.append(_sketch(item, left, level + 1))
    return f"{{{', '.join(parts)}}}" if isinstance(value, dict) else f"[{', '.join(parts)}]"


_CONTAINERS: Final = (dict, list, tuple, set, frozenset)
_MAX_NODES: Final = 500
_MAX_PIECES: Final = 150
_MAX_LEVEL: Final = 8
_PIECE_CHARS: Final = 256
