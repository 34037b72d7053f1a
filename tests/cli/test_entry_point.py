"""`nexus-classifier` itself: finding commands, options for all of them, exit codes, streams."""

from __future__ import annotations

import json
import logging
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from classifier import __version__, cli
from classifier.cli import COMMANDS, _io
from classifier.monitor import LOGGER_NAME

from .conftest import ROOT, Run

Spawn = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.mark.parametrize(("name", "module", "summary"), COMMANDS, ids=[row[0] for row in COMMANDS])
def test_every_row_of_the_table_is_a_command(name: str, module: str, summary: str, run: Run) -> None:
    """Each module has `format_parser` and `main`, and its help works and begins with its summary."""
    command = import_module(f"classifier.cli.{module}")

    assert callable(command.format_parser)
    assert callable(command.main)
    code, out, err = run(name, "--help")
    assert (code, err) == (0, "")
    assert summary[1:] in out


@pytest.mark.parametrize(("name", "module"), [(name, module) for name, module, _ in COMMANDS])
def test_help_teaches_by_examples_that_parse(name: str, module: str) -> None:
    """Each command's help ends with examples, and none of them is refused as wrong usage."""
    examples = [
        line.split("nexus-classifier ", 1)[1]
        for line in (import_module(f"classifier.cli.{module}")._EXAMPLES).splitlines()
        if line.startswith("  ") and "nexus-classifier " in line
    ]

    assert examples
    for example in examples:
        words = shlex.split(re.split(r" {3,}| [|>] | 2>", example)[0])
        given = cli._parser().parse_args(words)
        assert callable(given.run), example
    assert any(example.startswith(name) for example in examples)


def test_every_command_module_is_in_the_table() -> None:
    """A module without a leading underscore is a command, so none is forgotten."""
    modules = {path.stem for path in Path(cli.__file__).parent.glob("[!_]*.py")}

    assert modules == {module for _, module, _ in COMMANDS}


def test_help_lists_the_commands_and_loads_none(spawn: Spawn) -> None:
    """`--help` names every command with one line and imports no command, no table, no extra."""
    code = (
        "import sys; from classifier.cli import main; main(['--help']); "
        "print(sorted(name for name in sys.modules if name.startswith(('classifier.', 'rich', 'numpy'))))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)

    *text, loaded = done.stdout.splitlines()
    assert all(f"    {name} " in "\n".join(text) for name, _, _ in COMMANDS)
    assert loaded == "['classifier._version', 'classifier.cli', 'classifier.cli._io']"


@pytest.mark.parametrize(
    "words", [["--help"], ["explain", "read timed out"], ["categories"]], ids=lambda words: words[0]
)
def test_the_base_install_is_enough(words: list[str], spawn: Spawn) -> None:
    """Without any installed package the commands for people work (-S hides site-packages)."""
    done = spawn(*words, options=("-S",))

    assert done.returncode == 0
    assert done.stdout
    assert done.stderr == b""


def test_version(run: Run) -> None:
    """`--version` prints name and version."""
    assert run("--version") == (0, f"nexus-classifier {__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["explian", "x"], "invalid choice: 'explian'"),
        (["explain", "--nope"], "unrecognized arguments: --nope"),
        (["explain", "--status", "99"], "'99' is no HTTP status; expected 100 to 599"),
        (["explain", "--status", "²00"], "'²00' is no HTTP status"),
        (["explain", "--header", "x"], "'x' is no header; expected 'name: value'"),
        (["batch", "x", "--jobs", "0"], "'0' is not usable; expected 1 or more, or -1"),
        (["batch", "x", "--jobs", "all"], "'all' is not usable"),
        (["tools", "report"], "the following arguments are required: FILE"),
        (
            ["--plugin", "no_such_module_here", "explain", "x"],
            "importing 'no_such_module_here' raised ModuleNotFoundError",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_one_line_and_exit_2(words: list[str], said: str, run: Run) -> None:
    """Nothing on stdout, one line on stderr that says what is wrong."""
    code, out, err = run(*words)

    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_plugin_is_found_in_the_current_folder(plugin: Path, spawn: Spawn) -> None:
    """A category that a module registers is known to every command, whether named before or after the command."""
    after = spawn("explain", "bad sector at 77", "--json", "--plugin", "disks", cwd=plugin)
    before = spawn("--plugin", "disks", "categories", "disk_worn", cwd=plugin)

    assert json.loads(after.stdout)["category"] == "disk_worn"
    assert b"a sector cannot be read" in before.stdout
    assert b"bad sector*" in before.stdout


def test_a_plugin_that_raises_is_named(tmp_path: Path, spawn: Spawn) -> None:
    """Its error becomes one line."""
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")

    done = spawn("explain", "x", "--plugin", "broken", cwd=tmp_path)

    assert done.returncode == 2
    assert done.stderr == b"--plugin: importing 'broken' raised ZeroDivisionError: division by zero\n"


def test_verbose_shows_the_log_on_stderr(run: Run) -> None:
    """-v shows warnings, -vv each decision, -vvv each step, also if split around the command; without it silence."""
    silent = run("explain", "network json")
    warned = run("-v", "explain", "network json")
    told = run("-v", "explain", "-v", "network json")
    stepped = run("explain", "-vvv", "network json")

    assert silent[2] == ""
    assert warned[2].startswith("WARNING perhaps misclassified")
    assert warned[2].count("\n") == 1
    assert "INFO connection/unreachable by keyword:network" in told[2]
    assert "DEBUG keyword says" in stepped[2]
    assert silent[1] == warned[1] == told[1] == stepped[1]


def test_the_log_is_left_as_it_was(run: Run) -> None:
    """A program that calls `main` keeps its own logging."""
    log = logging.getLogger(LOGGER_NAME)
    before = (log.level, log.propagate, list(log.handlers))

    run("-vv", "explain", "network json")

    assert (log.level, log.propagate, list(log.handlers)) == before


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            ModuleNotFoundError("No module named 'rich'", name="rich"),
            "'rich'; install it with: pip install 'nexus-classifier[cli]'",
        ),
        (ModuleNotFoundError("No module named 'pyarrow.lib'", name="pyarrow.lib"), "pip install pyarrow"),
        (ImportError("needs 'numpy'; install it with: pip install x", name="numpy"), "policy: needs 'numpy'"),
    ],
    ids=["extra", "submodule", "told by the library"],
)
def test_a_missing_extra_is_told_with_its_command(
    error: ImportError, said: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 1 and the pip command."""

    def fail(_args: object) -> int:
        raise error

    monkeypatch.setattr("classifier.cli.policy.main", fail)

    code, out, err = run("policy")

    assert (code, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_broken_package_shows_its_own_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a missing extra is explained; whatever else cannot be imported is not hidden."""

    def fail(_args: object) -> int:
        msg = "No module named 'unheard_of'"
        raise ModuleNotFoundError(msg, name="unheard_of")

    monkeypatch.setattr("classifier.cli.policy.main", fail)

    with pytest.raises(ModuleNotFoundError, match="unheard_of"):
        run("policy")


def test_exit_with_a_message_counts_as_failed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that calls `sys.exit("...")` has failed."""

    def fail(_args: object) -> int:
        sys.exit("no")

    monkeypatch.setattr("classifier.cli.policy.main", fail)

    assert run("policy")[0] == 1


def test_a_reader_that_goes_away_ends_the_program_quietly(spawn: Spawn) -> None:
    """`| head` costs no traceback; the exit code is that of a program ended by SIGPIPE."""
    with subprocess.Popen(
        [sys.executable, "-m", "classifier", "categories", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()

    assert said == b""
    assert process.returncode == 141


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT to one process")
def test_interrupting_a_batch_keeps_what_was_done() -> None:
    """Ctrl-C: the table of what was done, one line, exit 130, no traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "classifier", "batch", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"read timed out\n" * 2_000)
        process.stdin.flush()
        # The first line of the second chunk is written after the first chunk was counted.
        first, *_rest = [process.stdout.readline() for _ in range(1_001)]
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)

    assert json.loads(first)["category"] == "timeout"
    assert process.returncode == 130
    assert b"000 rows in" in err
    assert err.endswith(b"nexus-classifier: interrupted\n")
    assert b"Traceback" not in err


def test_interrupt_and_broken_pipe_in_any_command(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are answered at the one place that all commands pass."""

    def interrupt(_args: object) -> int:
        raise KeyboardInterrupt

    def break_off(_args: object) -> int:
        raise BrokenPipeError

    monkeypatch.setattr("classifier.cli.policy.main", interrupt)
    monkeypatch.setattr("classifier.cli.categories.main", break_off)
    monkeypatch.setattr(cli, "silence_stdout", lambda: None)

    assert run("policy") == (130, "", "nexus-classifier: interrupted\n")
    assert run("categories") == (141, "", "")


def test_a_terminal_that_shows_no_unicode(spawn: Spawn) -> None:
    """ASCII output never fails: text in escapes, JSON in JSON's own escapes."""
    text = "タイムアウト: timed out\N{ROCKET}"
    shown = spawn("explain", text, PYTHONIOENCODING="ascii")
    printed = spawn("batch", "-", "--quiet", stdin=text.encode(), PYTHONIOENCODING="ascii")
    phrases = spawn("categories", "timeout", "--json", PYTHONIOENCODING="ascii")

    assert shown.returncode == 0
    assert printed.returncode == 0
    assert json.loads(printed.stdout)["text"] == text
    assert json.loads(phrases.stdout)["category"] == "timeout"
    assert phrases.stdout.isascii()


def test_streams_without_files_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither preparing nor silencing fails where stdout is no real file."""

    class Bare:
        def fileno(self) -> int:
            raise ValueError

    monkeypatch.setattr(sys, "stdout", Bare())

    _io.prepare_streams()
    _io.silence_stdout()


def test_utf16_of_powershell_is_read() -> None:
    """Both byte orders, and the mark of UTF-8."""
    assert _io.decode("é timed out".encode("utf-16")) == "é timed out"
    assert _io.decode(b"\xef\xbb\xbfok\xe9") == "ok\udce9"


def test_only_the_ends_of_an_endless_text_are_kept() -> None:
    """The first and the last half stay, in constant memory."""
    import io

    data = b"a" * 10 + b"b" * 95 + b"c" * 10

    assert _io.read_bounded(io.BytesIO(data), 10) == b"a" * 10 + b"c" * 10
    assert _io.read_bounded(io.BytesIO(b"short"), 10) == b"short"


def test_json_of_lone_surrogates_can_be_encoded() -> None:
    """They come out as escapes."""
    line = _io.to_json({"text": "日\udce9"})

    assert json.loads(line.encode()) == {"text": "日\udce9"}


def test_stdout_is_pointed_nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is still buffered when the reader is gone is dropped without an error."""
    with (tmp_path / "out").open("w", encoding="utf-8") as file:
        monkeypatch.setattr(sys, "stdout", file)
        _io.silence_stdout()
        print("lost")

    assert (tmp_path / "out").read_text(encoding="utf-8") == ""
