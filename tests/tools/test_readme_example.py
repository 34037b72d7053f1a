"""The harness example of the README, word for word, run in an empty folder."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from classifier.tools.validation import EventValidator

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = """\
import subprocess
import time
from pathlib import Path

from classifier.tools import ToolErrorLog, ToolFailure, classify_tool_error, recover

file = Path("greet.py")
file.write_text("def greet():\\n    return 'hello'\\n")
log = ToolErrorLog("events.ndjson")


def ask_model_for_patch(seen):  # stands for the model: it patches the text it has seen
    old = seen.splitlines()[1]
    return f"--- a/greet.py\\n+++ b/greet.py\\n@@ -1,2 +1,2 @@\\n def greet():\\n-{old}\\n+    return 'good day'\\n"


seen = "def greet():\\n    return 'hi'\\n"  # out of date: somebody has edited the file since
for attempt in range(1, 10):
    try:
        patch = ask_model_for_patch(seen)
        subprocess.run(["git", "apply", "-"], input=patch, text=True, capture_output=True, check=True)
        break
    except subprocess.CalledProcessError as exc:
        error = classify_tool_error(ToolFailure(exc, tool_name="Edit", phase="D", mode="standard"))
        step = recover(error, attempt, profile=None)  # no profile: one retry
        log.record(error, task_id="TASK-0001", step=step)
        print(f"{error.category}: {step.action} ({step.note})")
        if not step.is_retry:
            raise
        time.sleep(step.wait_s)
        if step.action == "reread_and_regenerate":
            seen = file.read_text()

print(file.read_text())
"""


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_harness_recovers_and_leaves_a_valid_log(tmp_path: Path) -> None:
    """The first patch fails, the policy says to read the file anew, the second applies, the log validates."""
    script = tmp_path / "harness.py"
    script.write_text(EXAMPLE, encoding="utf-8")

    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env={
            "PATH": str(Path(shutil.which("git") or "").parent),
            "PYTHONPATH": str(ROOT),
            "GIT_CEILING_DIRECTORIES": "/",
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stderr == ""
    assert done.stdout.startswith("edit_patch_failure: reread_and_regenerate (")
    assert done.stdout.count("edit_patch_failure") == 1
    assert "return 'good day'" in (tmp_path / "greet.py").read_text(encoding="utf-8")
    events = [json.loads(line) for line in (tmp_path / "events.ndjson").read_text(encoding="utf-8").splitlines()]
    assert [event["tool_error_category"] for event in events] == ["edit_patch_failure"]
    assert list(EventValidator().check([tmp_path / "events.ndjson"])) == [None]


def test_readme_shows_this_very_example() -> None:
    """What users copy is what is tested here."""
    readme = ROOT / "README.md"
    if not readme.exists() or "from classifier.tools import" not in readme.read_text(encoding="utf-8"):
        pytest.skip("the README has no section on tools yet")

    assert EXAMPLE in readme.read_text(encoding="utf-8")
