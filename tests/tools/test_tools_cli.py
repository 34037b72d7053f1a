"""`nexus-classifier tools`: exit codes, what goes to stdout, and what to install."""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from classifier.cli import main as program
from classifier.cli import tools
from classifier.tools import ToolError, ToolErrorCategory, ToolErrorLog

ERROR = ToolError(ToolErrorCategory.UNKNOWN_TOOL_ERROR, "Bash", "D", "standard")


@pytest.fixture
def log(tmp_path: Path) -> ToolErrorLog:
    """Two events, an hour apart."""
    log = ToolErrorLog(tmp_path / "e.ndjson")
    for hour in (8, 9):
        log.record(ERROR, task_id="TASK-1", at=datetime(2026, 5, 17, hour, tzinfo=UTC))
    return log


def run(*arguments: object) -> int:
    parser = argparse.ArgumentParser()
    tools.format_parser(parser)
    return tools.main(parser.parse_args(list(map(str, arguments))))


def test_validate_accepts_a_good_log(log: ToolErrorLog, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing on stdout, the count on stderr, exit 0."""
    assert run("validate", log.path) == 0

    assert capsys.readouterr() == ("", "2 valid, 0 not valid\n")


def test_validate_names_line_and_field(log: ToolErrorLog, capsys: pytest.CaptureFixture[str]) -> None:
    """Each violation is `file:line: field: problem`; a torn last line is one."""
    bad = {**ERROR_EVENT, "message": "secret words", "phase": "somewhere"}
    with log.path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(bad) + "\n" + '{"event":')

    code = run("validate", log.path)

    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert code == 1
    assert lines[0] == f"{log.path}:3: message: not an allowed field"
    assert lines[1].startswith(f"{log.path}:3: phase: not one of the known values A, B, ")
    assert lines[2] == f"{log.path}:4: torn last line: its writer was stopped in the middle of it"
    assert err == "2 valid, 2 not valid, of these torn: 1\n"
    assert "secret words" not in out
    assert "somewhere" not in out


ERROR_EVENT = {
    "schema_version": "1.1",
    "ts": "2026-05-17T00:00:00Z",
    "task_id": "TASK-1",
    "event": "tool_error",
    "tool_error_category": "missing_context",
}


def test_validate_takes_further_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A project's own tools can be made known; a sentence cannot."""
    path = tmp_path / "e.ndjson"
    path.write_text(json.dumps({**ERROR_EVENT, "tool_name": "deploy"}) + "\n", encoding="utf-8")

    assert run("validate", path) == 1
    assert run("validate", "--tool-name", "deploy", path) == 0
    assert run("validate", "--tool-name", "two words", path) == 2
    assert "'two words' is no name" in capsys.readouterr().err


def test_validate_prints_json_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object a violation."""
    path = tmp_path / "e.ndjson"
    path.write_text("[]\n", encoding="utf-8")

    assert run("validate", "--json", path) == 1
    assert json.loads(capsys.readouterr().out) == {
        "file": str(path),
        "line": 1,
        "field": "",
        "problem": "is list; expected a JSON object",
        "torn": False,
    }


def test_report_prints_and_writes_a_page(log: ToolErrorLog, capsys: pytest.CaptureFixture[str]) -> None:
    """Text on stdout, the page in the file."""
    page = log.path.with_name("report.html")

    assert run("report", "--by", "tool", "--since", "2026-05-17T08:30:00Z", "--html", page, log.path) == 0

    assert "tool errors: 1" in capsys.readouterr().out
    assert "<svg" in page.read_text(encoding="utf-8")


def test_report_prints_json(log: ToolErrorLog, capsys: pytest.CaptureFixture[str]) -> None:
    """One object."""
    assert run("report", "--json", log.path, log.path) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 4


def test_backlog_prints_markdown(log: ToolErrorLog, capsys: pytest.CaptureFixture[str]) -> None:
    """A group that was seen often enough is a candidate."""
    assert run("backlog", "--min-count", "2", log.path) == 0
    assert "| Bash | D | standard | 2 | 100.0% |" in capsys.readouterr().out


def test_absent_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 1 and the file's name, no traceback."""
    for command in ("validate", "report", "backlog"):
        assert run(command, tmp_path / "absent") == 1
    assert capsys.readouterr().err.count("absent: No such file or directory") == 3


def test_commands_are_reached_from_the_program(log: ToolErrorLog, capsys: pytest.CaptureFixture[str]) -> None:
    """`nexus-classifier tools …` is in the table of commands, and its usage errors read well."""
    assert program(["tools", "validate", str(log.path)]) == 0
    assert program(["tools", "report", "--by", "colour", str(log.path)]) == 2
    assert "choose from mode, phase, tool" in capsys.readouterr().err.replace("'", "")


def test_reader_that_goes_away_is_left_to_the_program(log: ToolErrorLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed pipe is no unreadable file."""

    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Closed())

    with pytest.raises(BrokenPipeError):
        run("report", log.path)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["validate"],
        ["report", "--by", "colour", "x"],
        ["report", "--since", "soon", "x"],
        ["backlog", "--min-count", "0", "x"],
    ],
    ids=["nothing", "no-file", "by", "since", "min-count"],
)
def test_wrong_usage_is_exit_2(arguments: list[str]) -> None:
    """argparse's own exit code."""
    with pytest.raises(SystemExit) as caught:
        run(*arguments)

    assert caught.value.code == 2


def test_missing_jsonschema_names_the_command(log: ToolErrorLog) -> None:
    """Without jsonschema `validate` says what to install."""
    code = (
        "import sys, argparse; sys.modules['jsonschema'] = None\n"
        "from classifier.cli import tools\n"
        "parser = argparse.ArgumentParser(); tools.format_parser(parser)\n"
        f"sys.exit(tools.main(parser.parse_args(['validate', {str(log.path)!r}])))\n"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert done.stderr == (
        "tools: validating events needs 'jsonschema'; install it with: pip install 'nexus-classifier[tools]'\n"
    )


def test_tools_load_neither_jsonschema_nor_yaml() -> None:
    """Recording and recovering need the standard library only."""
    code = "import sys, classifier.tools; sys.exit(any(m in sys.modules for m in ('jsonschema', 'yaml', 'numpy')))"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
