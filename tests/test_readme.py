"""Do both READMEs tell the truth? Every Python block runs as written, in an empty folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def _blocks(language: str) -> list[object]:
    found: list[object] = []
    for name in ("README.md", "README.ja.md"):
        lines = (ROOT / name).read_text(encoding="utf-8").split("\n")
        start = None
        for number, line in enumerate(lines, 1):
            if start is None and line == f"```{language}":
                start = number
            elif start is not None and line == "```":
                found.append(pytest.param("\n".join(lines[start : number - 1]), id=f"{name}:{start}"))
                start = None
    return found


@pytest.mark.parametrize("block", _blocks("python"))
def test_python_block_runs(block: str, tmp_path: Path) -> None:
    """A reader who copies the block gets what the text around it says."""
    script = tmp_path / "example.py"
    script.write_text(block, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.endswith(("_KEY", "_URL"))}

    done = subprocess.run(
        [sys.executable, "-X", "utf8", str(script)],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", _blocks("console"))
def test_console_block_names_what_exists(block: str) -> None:
    """Each command is a make target, an installation, or a command of the command line."""
    from classifier.cli import COMMANDS

    known = {name for name, _module, _summary in COMMANDS}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {line.split(":")[0] for line in makefile.split("\n") if ":" in line}

    for line in block.split("\n"):
        words = line.removeprefix("$ ").partition(" #")[0].split()
        if words[0] == "make":
            assert words[1] in targets, line
        elif words[0] == "pip":
            assert words[1] == "install", line
        else:
            assert words[words.index("nexus-classifier") + 1] in known, line
