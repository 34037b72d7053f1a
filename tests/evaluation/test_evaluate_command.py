"""
`nexus-classifier evaluate` on a user's own file, end to end.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from classifier.cli import main


def run(*arguments: object) -> int:
    return main(["evaluate", *map(str, arguments)])


def test_tables_name_every_figure(
    toy_path: Path, toy_artefact: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 0, tables on stdout, nothing on stderr; of many languages the largest are shown."""
    more = tmp_path / "more.jsonl"
    rows = [{"text": f"timed out {index}", "label": "sandbox", "lang": f"x-{index}"} for index in range(50)]
    more.write_text("\n".join(map(json.dumps, rows)), "utf-8")

    assert run(toy_path, more, "--model", toy_artefact, "--compare", toy_artefact) == 0

    told = capsys.readouterr()
    for words in (
        "keywords alone", "with model", "likeliest label", "false alarms", "95 %", "By language", "By domain",
        "By category", "Calibration error", "At the thresholds", "Microseconds", "worst misses", "more in the report",
    ):  # fmt: skip
        assert words in told.out
    assert told.err == ""


def test_few_rows_are_said_to_be_few(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Figures of twenty-five rows are printed, and how far off they may be is said."""
    few = tmp_path / "few.jsonl"
    rows = [{"text": f"timed out {index}", "label": "timeout", "lang": "en"} for index in range(25)]
    few.write_text("\n".join(map(json.dumps, rows)), "utf-8")

    assert run(few, "--model", "none") == 0

    assert "25 rows are few: each rate may be off by 20 points" in capsys.readouterr().err


def test_json_is_one_object(toy_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a model only the keywords are measured."""
    assert run(toy_path, "--model", "none", "--json", "--misses", "2") == 0

    told = json.loads(capsys.readouterr().out)
    assert list(told["systems"]) == ["keywords alone"]
    assert len(told["misses"]) == 2
    assert told["calibration_error"] is None


def test_report_is_a_page_and_its_numbers(
    toy_path: Path, toy_artefact: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both are written into a folder that need not be there, and stderr says where."""
    out = tmp_path / "new" / "report"

    assert run(toy_path, "--sealed", "--model", toy_artefact, "--report", out) == 0

    assert b"toy.jsonl" in (out / "evaluation.html").read_bytes()
    assert json.loads((out / "evaluation.json").read_text("utf-8"))["rows"] > 0
    assert "evaluation.html" in capsys.readouterr().err


def test_what_cannot_be_used_is_one_sentence(
    toy_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1 for files and models, 2 for arguments that contradict each other, and no traceback."""
    (tmp_path / "file").write_text("", "utf-8")

    assert run(tmp_path / "none.jsonl") == 1
    assert run(toy_path, "--model", tmp_path) == 1
    assert run(toy_path, "--model", "none", "--report", tmp_path / "file" / "below") == 1
    assert run(toy_path, "--model", "none", "--compare", "shipped") == 2
    assert run(toy_path, "--misses", "-1") == 2

    told = capsys.readouterr().err.splitlines()
    assert len(told) == 5
    assert "none.jsonl cannot be read" in told[0]
    assert "the report cannot be written" in told[2]


def test_progress_is_told_on_a_terminal(
    toy_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On stderr, and only where somebody watches."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    assert run(toy_path, "--model", "none", "--json") == 0

    assert capsys.readouterr().err == "evaluate: measuring keywords alone\n"


def test_missing_numpy_names_the_command() -> None:
    """Only when numpy itself is absent; the message has the exact pip command."""
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "try: import classifier.evaluation\nexcept ImportError as exc: print(exc)"
    )

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "needs 'numpy'; install it with: pip install 'nexus-classifier[model]'" in found.stdout


def test_broken_numpy_shows_its_own_error(tmp_path: Path) -> None:
    """A numpy that fails inside is not called missing."""
    (tmp_path / "numpy.py").write_text("import a_part_that_is_gone\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport classifier.evaluation"

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert "a_part_that_is_gone" in found.stderr
    assert "pip install" not in found.stderr
