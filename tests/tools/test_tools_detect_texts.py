"""What tools print that are not run here, in our own words and shapes; and what the harness knows beside."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifier.errors import ModelTimeoutError, PatchApplyError, SandboxExecutionError
from classifier.tools import ToolErrorCategory, ToolFailure, classify_tool_error, tool_category
from classifier.tools.commands import tool_of_command
from classifier.tools.edit_markers import EDIT_TOOLS
from classifier.tools.markers import TOOLS

JEST = (
    "FAIL src/cart.test.js\n  ✕ adds up (3 ms)\n\n    Expected: 7\n    Received: 6\n\n"
    "Test Suites: 1 failed, 2 passed, 3 total\n"
)
VITEST = (
    " ❯ cart.test.ts (1 test | 1 failed) 4ms\n   × adds up\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n"
)
GO = "--- FAIL: TestSum (0.00s)\n    sum_test.go:9: got 4, want 5\nFAIL\nFAIL\texample.com/sum\t0.002s\n"
GO_BUILD = "# example.com/sum\n./sum.go:7:2: undefined: total\nFAIL\texample.com/sum [build failed]\n"
CARGO_TEST = (
    "failures:\n    sums\n\ntest result: FAILED. 3 passed; 1 failed; 0 ignored\n\n"
    "error: test failed, to rerun pass `--lib`\n"
)
CARGO_BUILD = (
    "error[E0425]: cannot find value `totl` in this scope\n\n"
    "error: could not compile `shop` (lib) due to 1 previous error\n"
)
MAVEN = "[ERROR] Tests run: 4, Failures: 1\n[INFO] BUILD FAILURE\n[ERROR] There are test failures.\n"
GRADLE = (
    "> Task :test FAILED\n\nExecution failed for task ':test'.\n> There were failing tests.\n\nBUILD FAILED in 4s\n"
)
TSC = "src/cart.ts(4,9): error TS2339: Property 'totl' does not exist on type 'Cart'.\n"
ESLINT = "/app/cart.js\n  4:9  error  'x' is not defined  no-undef\n\n✖ 2 problems (2 errors, 0 warnings)\n"
NPM = 'npm error Missing script: "check"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run\n'
DOCKER_BUILD = (
    '#8 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 2\nfailed to solve: exit 2\n'
)
AJV = "data/items/0/price must be number, data must have required property 'currency'\n"


PYTEST = "=== 2 failed, 40 passed in 3.10s ==="
CHECKS = {
    "pytest": PYTEST, "jest": JEST, "vitest": VITEST, "go": GO, "go-build": GO_BUILD, "cargo-test": CARGO_TEST,
    "cargo-build": CARGO_BUILD, "maven": MAVEN, "gradle": GRADLE, "tsc": TSC, "eslint": ESLINT, "npm": NPM,
    "docker-build": DOCKER_BUILD,
}  # fmt: skip


@pytest.mark.parametrize("text", CHECKS.values(), ids=CHECKS)
def test_output_of_a_check_is_a_test_failure(text: str) -> None:
    """The text alone is enough."""
    assert tool_category(text) == "test_command_failure"


@pytest.mark.parametrize(
    "command",
    [
        "npx jest --ci",
        "npm test -- --run",
        "npm run build",
        "cd app && go test ./...",
        "bash -lc 'cargo clippy -- -D warnings'",
        "./gradlew check",
        "/usr/bin/env python3 -m pytest tests",
        "uv run --with x mypy src",
        "CI=1 poetry run ruff check .",
        "timeout 60 make -j4",
        "node node_modules/.bin/eslint.js src",
        "C:\\tools\\mvn.cmd verify",
        ["python3.12", "-m", "unittest", "-v"],
    ],
    ids=str,
)
def test_command_tells_the_tool_behind_its_wrappers(command: str | list[str]) -> None:
    """Whatever was printed, a check that failed is a failed check."""
    failure = ToolFailure("connection refused, patch does not apply", tool_name="Bash", exit_code=1, command=command)

    assert classify_tool_error(failure).category == "test_command_failure"


@pytest.mark.parametrize(
    "text",
    [
        "bash: nosuch: command not found",
        "bash: 行 1: nosuch: コマンドが見つかりません",
        "sh: nosuch: Befehl nicht gefunden",
        "zsh: orden no encontrada: nosuch",
        "bash: nosuch: příkaz nenalezen",
        "bash: nosuch: команду не знайдено",
    ],
)
def test_absent_command_is_a_failed_command(text: str) -> None:
    """127, known from the shell's words alone."""
    assert tool_category(RuntimeError(text)) == "test_command_failure"


@pytest.mark.parametrize("command", ["", "ls -l", "cat pytest.ini", "echo make", [], "   ", "&&", "git status", "git"])
def test_command_of_no_known_tool_is_none(command: str | list[str]) -> None:
    """A tool's name among the arguments is not the tool."""
    tool = tool_of_command(command)

    assert tool is None


@pytest.mark.parametrize(
    "text",
    [
        "No changes: old_string is nowhere in app/main.py",
        "The search text was not found in the file; read it again.",
        "Expected exactly one match for the snippet, found 4",
        "the string to replace appears in several places, it is not unique",
        "置換対象の文字列がファイル内に見つかりません",
        "找不到要替换的文本",
        "No se encontró el texto a reemplazar",
        "Le texte à remplacer est introuvable dans le fichier",
        "Der zu ersetzende Text: zu ersetzen ist nichts, kein Treffer",
        "Текст для замены не найден",
    ],
)
def test_editor_without_a_unique_target_is_a_replace_failure(text: str) -> None:
    """str_replace-like editors, in several languages."""
    assert tool_category(RuntimeError(text)) == "edit_replace_failure"


@pytest.mark.parametrize(
    "text",
    [
        "Patch fehlgeschlagen: Quelle.txt:4",
        "parche falló en fuente.txt:4",
        "la rustine ne s'applique pas",
        "パッチを適用できません",
        "补丁无法应用",
        "패치 적용 실패",
        "не удалось применить патч",
        "a patch falhou: fonte.txt:4",
        "la patch non si applica",
        "Yama uygulanamadı",
        "miếng vá bị hỏng",
        "uszkodzona łata",
        "η διόρθωση απέτυχε",
        "Hunk 2 does not match the file",
        "diff does not apply at line 12",
    ],
)
def test_patch_in_vain_is_a_patch_failure(text: str) -> None:
    """The words of git and patch in the languages they speak."""
    assert tool_category(RuntimeError(text)) == "edit_patch_failure"


@pytest.mark.parametrize(
    "text",
    [
        "plan_hash mismatch: the approved plan is another one",
        "stale plan: plan.md was changed after it was approved",
        "c3.json is stale, approve again",
        "the approval has expired",
        "plan_hash が c3.json と一致しません",
        "承認が古くなっています",
        "计划已过期,请重新审批",
    ],
)
def test_contract_out_of_date_is_stale(text: str) -> None:
    """The plan, its hash or its approval is not the one of today."""
    assert tool_category(RuntimeError(text)) == "stale_contract"


@pytest.mark.parametrize(
    "text",
    [
        "test-cases.md is missing",
        "required artifact plan.md does not exist",
        "c3 approval not found for this task",
        "remote: Repository not found.",
        "c3.json が見つかりません",
        "テストケースが存在しません",
    ],
)
def test_absent_artefact_is_missing_context(text: str) -> None:
    """Something the step needs is not there."""
    assert tool_category(RuntimeError(text)) == "missing_context"


@pytest.mark.parametrize(
    "text",
    [
        "subagent could not be started: no free worker",
        "Delegation failed: helper agent is not available",
        "cannot tell whether the sub-agent is running: state undetermined",
        "Agent type 'reviewer' not found",
        "サブエージェントを起動できませんでした",
        "子代理不可用",
    ],
)
def test_helper_that_cannot_be_started_or_judged(text: str) -> None:
    """§2: cannot be started, or cannot be told."""
    assert tool_category(RuntimeError(text)) == "delegation_unavailable"


@pytest.mark.parametrize(
    "text",
    [
        AJV,
        "Invalid schema for function 'lookup': array schema missing items",
        "event 4 failed schema validation",
        "InputValidationError: the required parameter `old_string` was not given",
        "出力がスキーマ違反です",
        '[{"instancePath":"/n","schemaPath":"#/properties/n/type","keyword":"type","message":"must be integer"}]',
    ],
)
def test_broken_schema_is_a_schema_failure(text: str) -> None:
    """ajv, providers' tool schemas, and plain words."""
    assert tool_category(text) == "schema_validation_failure"


@pytest.mark.parametrize(
    "text",
    [
        "HTTP 403 Forbidden: the connector lacks the scope issues:write",
        "Permission denied (publickey).",
        "npm ERR! code EACCES",
        "permission denied while trying to connect to the Docker daemon socket",
        "fatal: Authentication failed for 'https://git.example.com/x.git'",
        "curl: (22) The requested URL returned error: 403",
        "Approval required: this command changes the system",
        "datei.txt: Keine Berechtigung",
        "秘密.txt: 権限がありません",
        "目录: 没有权限",
        "файл: Отказано в доступе",
        "PATCH https://api.example.com/items/3: 403 Forbidden, not accessible by integration",
    ],
)
def test_missing_rights_are_a_permission_matter(text: str) -> None:
    """Files, commands and connectors."""
    assert tool_category(RuntimeError(text)) == "permission_denied"


@pytest.mark.parametrize(
    "text",
    [
        "Cannot connect to the Docker daemon at unix:///var/run/docker.sock",
        "curl: (6) Could not resolve host: packages.example.com",
        "npm ERR! network ECONNREFUSED 127.0.0.1:4873",
        "the teapot is empty",
        "",
    ],
)
def test_anything_else_is_unknown(text: str) -> None:
    """Networks, daemons and what nobody has heard of."""
    assert tool_category(RuntimeError(text)) == "unknown_tool_error"


@pytest.mark.parametrize(
    ("tool", "category"),
    [
        ("Edit", "edit_replace_failure"),
        ("str_replace_based_edit_tool", "edit_replace_failure"),
        ("apply_patch", "edit_patch_failure"),
        ("Task", "delegation_unavailable"),
        ("Bash", "unknown_tool_error"),
        ("WebFetch", "unknown_tool_error"),
    ],
)
def test_tool_decides_when_the_text_says_nothing(tool: str, category: str) -> None:
    """An edit tool that failed has failed to edit."""
    assert classify_tool_error(ToolFailure("it did not work", tool_name=tool)).category == category


@pytest.mark.parametrize("phase", ["L-0", "V-1", "v-3"])
def test_phase_of_checking_makes_a_failed_command_a_failed_check(phase: str) -> None:
    """In lint and verification the command that failed was the check."""
    failure = ToolFailure("3 things are wrong", tool_name="Bash", phase=phase, exit_code=1)

    assert classify_tool_error(failure).category == "test_command_failure"


def test_reason_outranks_tool_and_words() -> None:
    """A timeout stays one, whatever tool it was and in whatever phase."""
    failure = ToolFailure(TimeoutError("no end in sight"), tool_name="apply_patch", phase="V-1")

    assert classify_tool_error(failure).category == "provider_timeout"


def test_tool_outranks_words() -> None:
    """pytest that quotes a permission error has still failed as a test."""
    failure = ToolFailure("Permission denied: 403 Forbidden", command="pytest -q", exit_code=1)

    assert classify_tool_error(failure).category == "test_command_failure"


@pytest.mark.parametrize(
    ("exc", "category"),
    [
        (PatchApplyError("hunk 3 does not fit"), "edit_patch_failure"),
        (PatchApplyError("nowhere", reason="target_missing"), "edit_replace_failure"),
        (PatchApplyError("twice", reason="target_ambiguous"), "edit_replace_failure"),
        (SandboxExecutionError("exit 1"), "test_command_failure"),
        (ModelTimeoutError("too late"), "provider_timeout"),
    ],
    ids=lambda value: str(value),
)
def test_own_exceptions_project_from_their_reason(exc: Exception, category: str) -> None:
    """The exceptions of this package."""
    assert tool_category(exc) == category


def test_exit_status_of_timeout_is_a_timeout() -> None:
    """`timeout(1)` ends with 124."""
    assert classify_tool_error(ToolFailure("", exit_code=124)).category == "provider_timeout"


def test_output_tails_are_read() -> None:
    """What the harness kept of the output counts as much as the exception."""
    failure = ToolFailure(RuntimeError("tool failed"), stdout="1 out of 2 hunks FAILED -- saving rejects to file x.rej")
    words = ToolFailure("tool failed", stderr="error: patch failed: x.py:3")

    assert classify_tool_error(failure).category == "edit_patch_failure"
    assert classify_tool_error(words).category == "edit_patch_failure"


def test_what_the_harness_knows_is_handed_on() -> None:
    """Name, phase and mode come back, and the rule says what decided."""
    error = classify_tool_error(ToolFailure("old_string is not there", tool_name="Edit", phase="D", mode="standard"))

    assert (error.tool_name, error.phase, error.mode) == ("Edit", "D", "standard")
    assert error.rule == "marker:str_replace"
    assert error.severity == "minor"
    assert error.classification == "retryable"


def test_hostile_failure_is_unknown_and_nothing_is_raised() -> None:
    """A failure that cannot even be printed."""

    class Hostile(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no")

    assert tool_category(Hostile()) == "unknown_tool_error"
    assert classify_tool_error(ToolFailure(None, stderr=None)).category == "unknown_tool_error"  # type: ignore[arg-type]


def test_phrases_are_lower_case_and_not_empty() -> None:
    """Text is lower-cased before it is searched; a capital in the table would never be found."""
    for tool in TOOLS:
        for mark in tool.marks:
            for phrase in (*mark.phrases, *mark.also, *mark.unless):
                assert phrase
                assert phrase == phrase.lower()


def test_every_category_is_reached_by_some_phrase() -> None:
    """No row of the taxonomy is out of reach of words."""
    assert {mark.category for tool in TOOLS for mark in tool.marks} == set(ToolErrorCategory)
    assert set(EDIT_TOOLS) <= set(TOOLS)


@given(
    text=st.text(),
    tool=st.text(max_size=20),
    phase=st.text(max_size=5),
    stderr=st.text(),
    code=st.none() | st.integers(),
)
def test_any_text_has_a_category(text: str, tool: str, phase: str, stderr: str, code: int | None) -> None:
    """Whatever comes in, one of the ten comes out, and the same one every time."""
    failure = ToolFailure(text, tool_name=tool, phase=phase, stderr=stderr, exit_code=code, command=text)

    first = classify_tool_error(failure)

    assert first.category in ToolErrorCategory
    assert classify_tool_error(failure) == first
