"""
Python's own exceptions.

`ValueError`, `RuntimeError`, `OSError` and `Exception` say nothing by themselves: words or the errno decide.
"""

from __future__ import annotations

from classifier.sdks.base import BY_CAUSE, SdkTable, generic, left

_WORDS = left("raised for everything; its words decide")
_ERRNO = left("the errno decides")

_BUGS = (
    "TypeError", "AttributeError", "NameError", "KeyError", "IndexError", "ArithmeticError", "ZeroDivisionError",
    "OverflowError", "FloatingPointError", "UnboundLocalError", "ReferenceError", "BufferError", "SystemError",
    "RecursionError", "StopIteration", "StopAsyncIteration", "ImportError", "UnicodeEncodeError",
    "UnicodeTranslateError",
)  # fmt: skip

TABLE = SdkTable(
    ("builtins",),
    {
        **dict.fromkeys(_BUGS, "programming_error"),
        "ModuleNotFoundError": "misconfigured",
        # A test's assertion and a library's own are told apart by the words.
        "AssertionError": generic("programming_error"),
        "LookupError": generic("programming_error"),
        "NotImplementedError": "unsupported",
        "MemoryError": "local_resource",
        "UnicodeDecodeError": "corrupt_data",
        "UnicodeError": generic("corrupt_data"),
        "EOFError": generic("stream_broken"),
        # Code that does not parse is a bug of ours or a model's bad answer: more than the class has to be seen.
        "SyntaxError": left("whose code it was decides"),
        "ConnectionError": generic("unreachable"),
        "ConnectionRefusedError": "refused",
        "ConnectionResetError": "reset",
        "ConnectionAbortedError": "reset",
        "BrokenPipeError": "reset",
        # asyncio.timeout, Future.result and socket.timeout all raise this one; a real errno is finer.
        "TimeoutError": generic("deadline_exceeded"),
        "FileNotFoundError": generic("missing_file"),
        "FileExistsError": generic("already_exists"),
        "PermissionError": generic("permission_denied"),
        "IsADirectoryError": generic("bad_request"),
        "NotADirectoryError": generic("bad_request"),
        "BlockingIOError": generic("local_resource"),
        "ChildProcessError": generic("local_resource"),
        "ProcessLookupError": generic("local_resource"),
        "InterruptedError": generic("cancelled"),
        "KeyboardInterrupt": "cancelled",
        "SystemExit": "cancelled",
        "GeneratorExit": "cancelled",
        "OSError": _ERRNO,
        "ValueError": _WORDS,
        "RuntimeError": _WORDS,
        "Warning": _WORDS,
        "Exception": _WORDS,
        "BaseException": _WORDS,
        "ExceptionGroup": BY_CAUSE,
        "BaseExceptionGroup": BY_CAUSE,
    },
)
