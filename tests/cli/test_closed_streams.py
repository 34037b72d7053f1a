"""What the command line does when a stream is closed or full."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="closes streams as a POSIX shell does")


def _run(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `cmd` stands for the command."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHON": sys.executable}
    return subprocess.run(
        ["sh", "-c", line.replace("cmd", '"$PYTHON" -m classifier')],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("line", ["cmd explain timeout >&-", "cmd categories >&-"])
def test_closed_stdout_is_a_failure(line: str) -> None:
    """Without a stdout the command says so on one line and fails."""
    run = _run(line)

    assert (run.returncode, run.stderr) == (
        1,
        "nexus-classifier: stdout is closed, so there is nowhere to write to\n",
    )


@pytest.mark.parametrize(("line", "code"), [("cmd explain <&-", 2), ("cmd batch - <&-", 0)])
def test_closed_stdin_is_an_empty_one(line: str, code: int) -> None:
    """A closed stdin holds nothing; that is no reason for a traceback."""
    run = _run(line)

    assert run.returncode == code
    assert "Traceback" not in run.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("line", ["cmd explain timeout > /dev/full", "cmd categories --json > /dev/full"])
def test_full_disk_is_one_line(line: str) -> None:
    """Output that does not fit is told, not traced."""
    run = _run(line)

    assert run.returncode == 1
    assert run.stderr == "nexus-classifier: the output could not be written: No space left on device\n"


def test_closed_stderr_keeps_stdout_clean() -> None:
    """A diagnosis does not go to stdout because stderr is closed."""
    run = _run("cmd explain --status 429 --body nowhere 2>&-")

    assert (run.returncode, run.stdout) == (2, "")


def test_absurd_number_of_processes_is_refused() -> None:
    """A slip of the keyboard starts no hundred thousand processes."""
    run = _run("cmd batch - --jobs 99999 </dev/null")

    assert run.returncode == 2
    assert "512 at most" in run.stderr
