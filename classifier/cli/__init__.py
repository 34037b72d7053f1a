"""
The command `nexus-classifier`: which commands are there, and how is each found, run and stopped?

A command's module is imported when the command runs, so that `--help` costs nothing and needs no extra.
"""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, NoReturn, cast

from classifier._version import __version__
from classifier.cli._io import complain, prepare_streams, silence_stdout

__all__ = ["COMMANDS", "main"]

PROGRAM: Final = "nexus-classifier"

COMMANDS: Final = (
    ("explain", "explain", "say what a failure is, whether to retry, how long to wait and what to do instead"),
    ("batch", "batch", "classify a file of failures, millions of lines if need be"),
    ("categories", "categories", "print what is known: categories, reasons, retry rules, hints, keywords"),
    ("demo", "demo", "provoke real failures on this machine and show what is decided"),
    ("policy", "policy", "print how each kind of failure is retried"),
    ("runs", "runs", "list the runs of orchestrators, show why one failed"),
    ("simulate", "simulate", "play a policy through one call or an outage"),
    ("tools", "tools", "validate logs of tool errors, report on them, list what is not known yet"),
    ("train", "train", "train a text model, compare it with the one in place, keep the better"),
    ("evaluate", "evaluate", "measure accuracy, calibration and speed on labelled messages"),
    ("data", "data", "check labelled messages and count them"),
)
"""Name, module within this package, and one line of help; a new command is one more row."""

_EXTRAS: Final = {
    "joblib": "'nexus-classifier[batch]'",
    "jsonschema": "'nexus-classifier[tools]'",
    "matplotlib": "'nexus-classifier[plot]'",
    "numpy": "'nexus-classifier[model]'",
    "rich": "'nexus-classifier[cli]'",
    "scipy": "'nexus-classifier[train]'",
    "sklearn": "'nexus-classifier[train]'",
    "tenacity": "'nexus-classifier[retry]'",
    "yaml": "'nexus-classifier[tools]'",
    "distributed": "'dask[distributed]'",
    "pyarrow": "pyarrow",
}
"""What pip is to install when a package is missing."""

_EXIT_INTERRUPTED: Final = 130
_EXIT_BROKEN_PIPE: Final = 141
"""128 and the number of the signal, as a shell reports a program that SIGINT or SIGPIPE ended."""

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

_EXAMPLES: Final = """
examples:
  nexus-classifier demo                                   see it at work, nothing to prepare
  nexus-classifier explain "Connection refused"
  some-command 2>&1 | nexus-classifier explain
  nexus-classifier explain --status 429 --header 'retry-after: 20'
  nexus-classifier batch errors.jsonl --out classified.csv

Results go to stdout, everything else to stderr. Exit code 0: done, 1: failed, 2: wrong usage.
"""


class _Parser(argparse.ArgumentParser):
    """A parser that gets its arguments from its command's module when it is first used."""

    module = ""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.module:
            module, self.module = self.module, ""
            command = import_module(module)
            command.format_parser(self)
            self.set_defaults(run=command.main)
            _add_general(self, argparse.SUPPRESS)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """End with one line instead of the whole usage."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def _add_general(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Add what every command takes, before or after the command's name."""
    prefix = "command_" if default else ""
    general = parser.add_argument_group("general")
    general.add_argument(
        "--plugin", action="append", dest=f"{prefix}plugin", metavar="MODULE", default=default or [],
        help="import this module first (the current folder is searched too), so that the categories it registers are "
        "known; repeatable",
    )  # fmt: skip
    general.add_argument(
        "-v", "--verbose", action="count", dest=f"{prefix}verbose", default=default or 0,
        help="show the library's log on stderr: warnings; -vv: each decision; -vvv: each step",
    )  # fmt: skip


def _parser() -> _Parser:
    parser = _Parser(
        prog=PROGRAM,
        description="Says what kind of failure an exception, an error response or a log line is, whether to retry, how "
        "long to wait\nand what to do instead.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    _add_general(parser)
    commands = parser.add_subparsers(
        title="commands", dest="command", required=True, metavar="COMMAND", parser_class=_Parser
    )
    for name, module, summary in COMMANDS:
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.module = f"{__name__}.{module}"
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """
    Run the command line.

    Returns:
        0 done, 1 failed, 2 wrong usage, 130 interrupted, 141 the reader of stdout went away.
    """
    prepare_streams()
    written: object = sys.stdout  # None if the caller closed it
    if written is None:
        complain(PROGRAM, "stdout is closed, so there is nowhere to write to")
        return 1
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        silence_stdout()
        return _EXIT_BROKEN_PIPE
    except OSError as exc:
        if exc.errno not in _FULL:
            raise
        silence_stdout()
        complain(PROGRAM, f"the output could not be written: {exc.strerror}")
        return 1
    except KeyboardInterrupt:
        complain(PROGRAM, "interrupted")
        return _EXIT_INTERRUPTED
    return code


def _run(argv: Sequence[str] | None) -> int:
    command = PROGRAM
    try:
        args = _parser().parse_args(argv)
        command = args.command
        args.plugin = [*args.plugin, *getattr(args, "command_plugin", [])]
        if not _load_plugins(args.plugin):
            return 2
        run = cast("Callable[[argparse.Namespace], int]", args.run)
        with _logging(args.verbose + getattr(args, "command_verbose", 0)):
            return run(args)
    except SystemExit as exc:  # argparse ends this way after --help, --version and wrong usage
        return exc.code if isinstance(exc.code, int) else 1
    except ImportError as exc:
        missing = (exc.name or "").partition(".")[0]
        if "pip install" in str(exc):
            complain(command, str(exc))
        elif isinstance(exc, ModuleNotFoundError) and missing in _EXTRAS:
            complain(command, f"needs {missing!r}; install it with: pip install {_EXTRAS[missing]}")
        else:
            raise
        return 1


def _load_plugins(names: Sequence[str]) -> bool:
    if names and "" not in sys.path:
        # A script that pip installed does not search the current folder, `python -m` does: make both alike.
        sys.path.insert(0, "")
    for name in names:
        try:
            import_module(name)
        except Exception as exc:  # noqa: BLE001 - a plugin is foreign code
            complain("--plugin", f"importing {name!r} raised {type(exc).__name__}: {exc}")
            return False
    return True


@contextmanager
def _logging(verbose: int) -> Iterator[None]:
    """Show the library's log on stderr as far as asked; without -v it is silent, for the results say it all."""
    import logging

    from classifier.monitor import LOGGER_NAME

    handler: logging.Handler = logging.NullHandler()
    if verbose:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    log = logging.getLogger(LOGGER_NAME)
    level, propagate = log.level, log.propagate
    log.addHandler(handler)
    log.propagate = False
    log.setLevel([logging.CRITICAL + 1, logging.WARNING, logging.INFO, logging.DEBUG][min(verbose, 3)])
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
        log.propagate = propagate
