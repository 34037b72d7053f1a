"""What `nexus-classifier runs` prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from classifier import SandboxExecutionError
from classifier.cli import main
from classifier.runs import Orchestrator, RunStore, Step


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    store = RunStore(tmp_path / "runs.db")

    def fail(_: object) -> None:
        raise SandboxExecutionError("pytest: 3 failed", reason="tests_failed")

    Orchestrator([Step("plan", len)], store=store).run_full_project("good")
    Orchestrator([Step("plan", len), Step("test", fail)], store=store, on_failure="return").run_full_project("bad")
    return store


def test_list_tells_status_and_reason(store: RunStore, capsys: pytest.CaptureFixture[str]) -> None:
    """One line a run, the newest first."""
    assert main(["runs", "list", "--store", str(store.path)]) == 0

    head, first, second = capsys.readouterr().out.splitlines()
    assert head.split() == ["ID", "STATUS", "PROJECT", "CREATED", "TOOK", "WHY"]
    assert "FAILED" in first
    assert "sandbox/tests_failed in test" in first
    assert "SUCCEEDED" in second


def test_show_tells_steps_failure_and_traceback(store: RunStore, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that is known, with the place where it happened."""
    run = store.runs(status="FAILED")[0]

    assert main(["runs", "show", run.id, "--store", str(store.path)]) == 0

    out = capsys.readouterr().out
    assert "sandbox/tests_failed" in out
    assert "pytest: 3 failed" in out
    assert "fix_code" in out
    assert "test_cli_runs.py" in out
    assert [line.split()[:2] for line in out.splitlines() if line.startswith(("plan", "test "))] == [
        ["plan", "SUCCEEDED"], ["test", "FAILED"]]  # fmt: skip


def test_json_is_one_object_a_line(store: RunStore, capsys: pytest.CaptureFixture[str]) -> None:
    """For programs."""
    assert main(["runs", "list", "--json", "--status", "FAILED", "--store", str(store.path)]) == 0
    (row,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert main(["runs", "show", row["id"], "--json", "--store", str(store.path)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["failure"] == row["failure"]
    assert "SandboxExecutionError" in shown["traceback"]


@pytest.mark.parametrize(
    ("arguments", "said"), [(["list"], "no such file"), (["show", "x"], "no such file")], ids=["list", "show"]
)
def test_missing_store_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    """Looking at a file that is not there says so."""
    path = tmp_path / "other.db"

    assert main(["runs", *arguments, "--store", str(path)]) == 1

    assert said in capsys.readouterr().err
    assert not path.exists()


def test_unknown_run_and_foreign_file_are_named(
    store: RunStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1 and one line, no traceback."""
    foreign = tmp_path / "notes.txt"
    foreign.write_text("no database, and long enough to be read as one" * 20)

    assert main(["runs", "show", "nope", "--store", str(store.path)]) == 1
    assert "no run 'nope'" in capsys.readouterr().err
    assert main(["runs", "list", "--store", str(foreign)]) == 1
    assert "not a database" in capsys.readouterr().err
    assert main(["runs", "list", "--status", "RUNNING", "--store", str(store.path)]) == 0
    assert "none with the status RUNNING" in capsys.readouterr().err
