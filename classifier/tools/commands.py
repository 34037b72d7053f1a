"""
Which tool did a command line run? Looks through shells, wrappers and `python -m`; imports only the table of tools.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from classifier.tools.markers import TOOLS
from classifier.tools.marks import Tool

__all__ = ["tool_named", "tool_of_command", "tool_of_package"]

_MAX_CHARS: Final = 4000
_MAX_PARTS: Final = 500
_BY_COMMAND: Final = {command: tool for tool in TOOLS for command in tool.commands}
_BY_PACKAGE: Final = {package: tool for tool in TOOLS for package in tool.packages}
_WRAPPERS: Final = frozenset(
    ("sudo", "env", "time", "timeout", "nice", "nohup", "exec", "command", "xvfb-run", "stdbuf", "bash", "sh",
     "zsh", "dash",
     "npx", "bunx", "pnpx", "dlx", "run", "uv", "uvx", "poetry", "pipenv", "hatch", "rye", "pdm", "conda",
     "coverage", "python",
     "python3", "py", "node", "cmd", "powershell", "pwsh", "busybox", "bundle", "strace", "xargs", "cd")
)  # fmt: skip
_SEPARATORS: Final = ("&&", "||", ";", "|", "\n", "(", ")", "`", "$(")


def tool_named(name: str) -> Tool | None:
    """Return the tool a harness calls `name`, whatever its case; None if it is none of the table."""
    return _BY_COMMAND.get(name.strip().lower())


def tool_of_package(qualified: str) -> Tool | None:
    """Return the tool whose exceptions come from the top package of `qualified`, such as `"unidiff.errors.X"`."""
    return _BY_PACKAGE.get(qualified.partition(".")[0])


def tool_of_command(command: str | Sequence[str]) -> Tool | None:
    """
    Return the tool that a command line runs.

    Of several commands (`cd x && pytest -q`) the first that is in the table counts, one that says what its failure
    means before one that does not.
    """
    given: object = command
    if isinstance(given, bytes | bytearray):
        # Not what is asked for, but what a harness may have; as a sequence it would be ten million numbers.
        text = given[:_MAX_CHARS].decode("utf-8", "replace")
    else:
        text = command if isinstance(command, str) else " ".join(str(part) for part in command[:_MAX_PARTS])
    text = text[:_MAX_CHARS].replace('"', " ").replace("'", " ")
    for separator in _SEPARATORS:
        text = text.replace(separator, "\0")
    found: Tool | None = None
    for part in text.split("\0"):
        for words in _beginnings(part.split()):
            tool = _BY_COMMAND.get(" ".join(words[:2])) or _BY_COMMAND.get(" ".join(words[:1]))
            if tool is None:
                continue
            if tool.otherwise is not None:
                return tool
            found = found or tool
    return found


def _beginnings(words: list[str]) -> Iterator[list[str]]:
    """Yield what may be the real command line: the whole one, then without each wrapper in front."""
    after_option = False
    for start, word in enumerate(words[:12]):
        head = _program(word)
        if word.startswith("-") or "=" in head or head.isdecimal():
            after_option = word.startswith("-")
            continue
        yield [head, *(w.lower() for w in _arguments(words[start + 1 :]))]
        # `--with x` of a wrapper: the word may be the option's value, and the program come after it.
        if head not in _WRAPPERS and not after_option:
            return
        after_option = False


def _arguments(words: list[str]) -> list[str]:
    # `git -C repo apply` and `cargo +nightly test` name their command after options.
    rest = list(words)
    while rest and rest[0][:1] in ("-", "+"):
        takes_value = rest[0] in ("-C", "-c", "--git-dir", "--work-tree", "--prefix", "--manifest-path")
        rest = rest[2:] if takes_value else rest[1:]
    return rest


def _program(word: str) -> str:
    name = word.replace("\\", "/").rsplit("/", 1)[-1].lower()
    for suffix in (".exe", ".cmd", ".bat", ".js", ".mjs"):
        name = name.removesuffix(suffix)
    if name.startswith(("python3.", "pypy")):
        return "python"
    return name
