"""
The command line as a user has it: in this process with its streams captured, or in one of its own.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import classifier
from classifier.cli import main

ROOT = Path(__file__).parents[2]

Run = Callable[..., tuple[int, str, str]]
"""Takes the words of the command line and `stdin=`; returns exit code, stdout and stderr."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process."""
    monkeypatch.delenv("NEXUS_CLASSIFIER_MODEL", raising=False)

    def command(*words: object, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.fixture(scope="session")
def import_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the tested package and no other, be it installed or a checkout."""
    folder = tmp_path_factory.mktemp("import")
    (folder / "classifier").symlink_to(Path(classifier.__file__).parent)
    return folder


@pytest.fixture
def spawn(import_folder: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run a command in a process of its own; `options` go to the interpreter."""

    def command(
        *words: object, options: tuple[str, ...] = (), stdin: bytes = b"", cwd: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, *options, "-m", "classifier", *map(str, words)],
            input=stdin, capture_output=True, cwd=cwd, timeout=100, check=False,
            env={**os.environ, "PYTHONPATH": str(import_folder), **environment},
        )  # fmt: skip

    return command


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A folder with a module `disks` that registers a category."""
    (tmp_path / "disks.py").write_text(
        "from classifier import Category, Keyword, NexusCoreError, Reason, register_category\n"
        "class DiskError(NexusCoreError):\n    '''The disk is worn.'''\n"
        "register_category(Category(\n"
        "    'disk_worn', 'Disk worn', 'A disk is about to fail.', DiskError, 'bad_sector',\n"
        "    keywords=(Keyword('bad sector', strong=True),),\n"
        "    reasons=(Reason('bad_sector', 'disk_worn', False, 'a sector cannot be read'),),\n"
        "))\n",
        encoding="utf-8",
    )
    return tmp_path
