"""What tools really print: each failure here is made by running the tool."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import unittest
from collections.abc import Callable
from pathlib import Path

import jsonpatch
import jsonschema
import pydantic
import pytest
import unidiff
from mcp.shared.exceptions import MCPError

from classifier.tools import ToolFailure, classify_tool_error, tool_category

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX tools")

MISFIT = "--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,3 @@\n one\n-TWO\n+2\n three\n"
CUT_OFF = "--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,3 @@\n one\n-two\n"
GIT = ("git", "-c", "user.name=n", "-c", "user.email=n@example.com", "-c", "init.defaultBranch=main")
PYTHON = sys.executable


def run(folder: Path, *command: str, stdin: str = "", **environment: str) -> subprocess.CalledProcessError:
    """Run a command that must fail and return the exception `subprocess` raises for it."""
    env = {**os.environ, "LC_ALL": "C", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment}
    with pytest.raises(subprocess.CalledProcessError) as caught:
        subprocess.run(command, cwd=folder, input=stdin, capture_output=True, text=True, check=True, env=env)
    return caught.value


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A git repository with one file of three lines."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    (tmp_path / "f.txt").write_text("one\ntwo\nthree\n", encoding="utf-8")
    for arguments in (("init", "-q"), ("add", "f.txt"), ("commit", "-qm", "first")):
        subprocess.run([*GIT, *arguments], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


def output_of(exc: subprocess.CalledProcessError) -> str:
    """What a harness that keeps only text would have."""
    return f"{exc.stdout}\n{exc.stderr}"


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (("apply", "-"), MISFIT),
        (("apply", "--check", "-"), MISFIT),
        (("apply", "--3way", "-"), MISFIT),
        (("apply", "--index", "-"), MISFIT.replace("f.txt", "absent.txt")),
        (("apply", "-"), MISFIT.replace("f.txt", "absent.txt")),
        (("apply", "-"), CUT_OFF),
        (("apply", "-"), "no patch at all\n"),
        (("am",), MISFIT),
    ],
    ids=["misfit", "check", "3way", "index", "no-file", "cut-off", "garbage", "am"],
)
def test_git_that_cannot_apply_is_a_patch_failure(repo: Path, arguments: tuple[str, ...], stdin: str) -> None:
    """`git apply` and `git am`, as an exception and, where git says it in words, as text."""
    exc = run(repo, *GIT, *arguments, stdin=stdin)

    assert tool_category(exc) == "edit_patch_failure"
    assert classify_tool_error(ToolFailure(exc.stderr, command=["git", *arguments])).category == "edit_patch_failure"
    if "No such file" not in exc.stderr:
        assert tool_category(output_of(exc)) == "edit_patch_failure"


def test_merge_conflict_is_a_patch_failure(repo: Path) -> None:
    """Two sides changed the same line."""
    for branch, word in (("left", "L"), ("right", "R")):
        subprocess.run([*GIT, "checkout", "-qb", branch, "main"], cwd=repo, check=True, capture_output=True)
        (repo / "f.txt").write_text(f"one\n{word}\nthree\n", encoding="utf-8")
        subprocess.run([*GIT, "commit", "-qam", word], cwd=repo, check=True, capture_output=True)

    exc = run(repo, *GIT, "merge", "left")

    assert tool_category(exc) == "edit_patch_failure"
    assert tool_category(output_of(exc)) == "edit_patch_failure"


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs patch")
@pytest.mark.parametrize("stdin", [MISFIT, CUT_OFF, "no patch at all\n"], ids=["misfit", "cut-off", "garbage"])
def test_patch_that_rejects_is_a_patch_failure(repo: Path, stdin: str) -> None:
    """`patch` tells on stdout."""
    exc = run(repo, "patch", "-p1", "-N", stdin=stdin)

    assert tool_category(exc) == "edit_patch_failure"
    assert tool_category(output_of(exc)) == "edit_patch_failure"


def broken_diff() -> object:
    """A hunk that ends too early."""
    return unidiff.PatchSet(CUT_OFF)


def absent_member() -> object:
    """A JSON patch for a member that is not there."""
    return jsonpatch.apply_patch({}, [{"op": "replace", "path": "/a", "value": 1}])


def failed_check() -> object:
    """A JSON patch whose test fails."""
    return jsonpatch.apply_patch({"a": 2}, [{"op": "test", "path": "/a", "value": 1}])


@pytest.mark.parametrize("make", [broken_diff, absent_member, failed_check])
def test_diff_library_is_a_patch_failure(make: Callable[[], object]) -> None:
    """unidiff and jsonpatch, known by their package."""
    with pytest.raises(Exception) as caught:
        make()

    assert tool_category(caught.value) == "edit_patch_failure"


FAILING_TEST = """
import unittest


class Check(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(1 + 1, 3, "connection refused while the patch does not apply")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a failing test, a type error, an unused import and a failing Makefile."""
    (tmp_path / "test_sum.py").write_text(FAILING_TEST, encoding="utf-8")
    (tmp_path / "typed.py").write_text("number: int = 'text'\n", encoding="utf-8")
    (tmp_path / "unused.py").write_text("import os\n", encoding="utf-8")
    (tmp_path / "Makefile").write_text("all:\n\tfalse\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        (PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_sum.py"),
        (PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "absent.py"),
        (PYTHON, "-m", "unittest", "test_sum"),
        (PYTHON, "-m", "mypy", "--no-incremental", "--cache-dir", os.devnull, "typed.py"),
        (PYTHON, "-m", "ruff", "check", "--isolated", "--no-cache", "unused.py"),
        ("make",),
        ("make", "absent"),
    ],
    ids=["pytest", "pytest-no-file", "unittest", "mypy", "ruff", "make", "make-no-rule"],
)
def test_failed_check_is_a_test_failure(project: Path, command: tuple[str, ...]) -> None:
    """Tests, types, lint and build, as an exception and as bare text; what the failing test quotes does not matter."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")

    exc = run(project, *command)

    assert tool_category(exc) == "test_command_failure"
    assert tool_category(output_of(exc)) == "test_command_failure"
    assert classify_tool_error(ToolFailure(output_of(exc), tool_name="Bash", phase="V-1", exit_code=1)).category == (
        "test_command_failure"
    )


def test_pip_that_finds_nothing_is_a_command_failure(tmp_path: Path) -> None:
    """A build step that cannot get its package."""
    exc = run(tmp_path, PYTHON, "-m", "pip", "install", "--no-index", "a-package-that-is-not-there")
    if "No module named pip" in exc.stderr:
        pytest.skip("needs pip")

    assert tool_category(exc) == "test_command_failure"
    assert tool_category(exc.stderr) == "test_command_failure"


@pytest.mark.parametrize(
    ("script", "category"),
    [
        ("no_such_command_here", "test_command_failure"),
        ("./not_executable", "permission_denied"),
        ("kill -KILL $$", "test_command_failure"),
        ("kill -SEGV $$", "test_command_failure"),
        ("exit 3", "test_command_failure"),
    ],
    ids=["127", "126", "137", "139", "3"],
)
def test_shell_exit_status(tmp_path: Path, script: str, category: str) -> None:
    """126, 127 and 128+n, as an exception and as the number alone."""
    (tmp_path / "not_executable").write_text("x", encoding="utf-8")
    exc = run(tmp_path, "sh", "-c", script)
    status = exc.returncode if exc.returncode > 0 else 128 - exc.returncode

    assert tool_category(exc) == category
    assert classify_tool_error(ToolFailure("", tool_name="Bash", exit_code=status)).category == category


def test_command_that_takes_too_long_is_a_timeout() -> None:
    """A CLI that does not answer counts as a provider that does not."""
    with pytest.raises(subprocess.TimeoutExpired) as caught:
        subprocess.run([PYTHON, "-c", "import threading; threading.Event().wait()"], timeout=0.01, check=False)

    assert tool_category(caught.value) == "provider_timeout"


def test_async_timeout_is_a_timeout() -> None:
    """A timeout without any text."""

    async def wait() -> None:
        await asyncio.wait_for(asyncio.Event().wait(), 0.001)

    with pytest.raises(TimeoutError) as caught:
        asyncio.run(wait())

    assert tool_category(caught.value) == "provider_timeout"


def test_file_that_must_not_be_opened_is_a_permission_matter(tmp_path: Path) -> None:
    """EACCES from the system, whatever the tool was at."""
    exc = PermissionError(13, "Permission denied", str(tmp_path / "f"))

    for tool in ("Edit", "Bash", "Read", ""):
        assert classify_tool_error(ToolFailure(exc, tool_name=tool)).category == "permission_denied"


@pytest.mark.parametrize("name", ["plan.md", "test-cases.md", "approvals/c3.json"])
def test_absent_plan_is_missing_context(tmp_path: Path, name: str) -> None:
    """The plan, the test cases or the approval is not there."""
    with pytest.raises(FileNotFoundError) as caught:
        (tmp_path / name).read_text(encoding="utf-8")

    assert tool_category(caught.value) == "missing_context"
    assert tool_category(f"cannot start: {name} was not found") == "missing_context"


class Artefact(pydantic.BaseModel):
    """What a step must hand over."""

    number: int


def wrong_model() -> object:
    """A field of the wrong type."""
    return Artefact.model_validate({"number": "many"})


def wrong_instance() -> None:
    """A required property is missing."""
    jsonschema.validate({}, {"required": ["number"]})


def wrong_schema() -> None:
    """The schema itself is none."""
    jsonschema.Draft202012Validator.check_schema({"type": "numeral"})


@pytest.mark.parametrize("make", [wrong_model, wrong_instance, wrong_schema])
def test_broken_artefact_is_a_schema_failure(make: Callable[[], object]) -> None:
    """jsonschema and pydantic, as an exception and as text."""
    with pytest.raises(Exception) as caught:
        make()

    assert tool_category(caught.value) == "schema_validation_failure"
    assert tool_category(str(caught.value)) == "schema_validation_failure"


def test_unreadable_json_artefact_is_a_schema_failure() -> None:
    """An artefact that is no JSON fits no schema."""
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads('{"number": ')

    assert tool_category(caught.value) == "schema_validation_failure"


@pytest.mark.parametrize(
    ("code", "message", "category"),
    [
        (-32602, "Invalid params: 'path' is required", "schema_validation_failure"),
        (-32001, "Request timed out", "provider_timeout"),
        (-32002, "Resource not found", "missing_context"),
        (-32000, "Connection closed", "unknown_tool_error"),
        (-32600, "Session terminated", "unknown_tool_error"),
        (-32601, "Method not found", "unknown_tool_error"),
    ],
)
def test_mcp_error_is_known_by_its_code(code: int, message: str, category: str) -> None:
    """The JSON-RPC code of an MCP error, as an exception and in the wording of the TypeScript SDK."""
    assert tool_category(MCPError(code, message)) == category
    assert tool_category(f"MCP error {code}: {message}") == category


def test_git_that_cannot_reach_its_server_is_unknown(tmp_path: Path) -> None:
    """No category is for a network that is down; it is retried once and then looked at."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    exc = run(tmp_path, "git", "clone", "-q", "http://127.0.0.1:9/x.git", GIT_TERMINAL_PROMPT="0")

    assert tool_category(exc) == "unknown_tool_error"


def test_unittest_result_object_is_not_mistaken() -> None:
    """Something that is no failure at all is unknown, and nothing is raised."""
    assert tool_category(unittest.TestResult()) == "unknown_tool_error"
