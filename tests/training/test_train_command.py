"""
`nexus-classifier train` from a user's own folder, end to end.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from classifier.cli import train
from classifier.model import load


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    train.format_parser(parser)
    return train.main(parser.parse_args(list(arguments)))


def test_own_data_becomes_a_model(toy_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The model is written, loads, and is compared with the one that was there before."""
    out = tmp_path / "model"

    assert run("--data", str(toy_path), "--out", str(out)) == 0
    assert load(out).metadata["sealed"]["rows"] > 0
    capsys.readouterr()
    assert run("--data", str(toy_path), "--out", str(out), "--seed", "8") in (0, 1)

    told = capsys.readouterr().out
    assert "champion" in told
    assert "wrong retries" in told


def test_unusable_data_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 1 and what is wrong, without a traceback."""
    assert run("--data", str(tmp_path), "--out", str(tmp_path / "model")) == 1
    assert "holds no *.jsonl" in capsys.readouterr().err


def test_named_champion_must_load(toy_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A champion that was asked for and cannot be read is an error, not a free pass."""
    assert run("--data", str(toy_path), "--out", str(tmp_path / "model"), "--champion", str(tmp_path / "none")) == 1
    assert "there is no model in" in capsys.readouterr().err


def test_installed_package_asks_where_the_model_goes(
    toy_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Outside a checkout nothing is written beside the installed packages, where no one would look for it."""
    monkeypatch.setattr(train, "__file__", str(tmp_path / "site-packages" / "classifier" / "cli" / "train.py"))

    assert run("--data", str(toy_path)) == 1

    assert "say with --out DIR where the model goes" in capsys.readouterr().err
    assert not (tmp_path / "site-packages" / "models").exists()


@pytest.mark.parametrize(("module", "package"), [("sklearn", "scikit-learn"), ("rich", "rich")])
def test_missing_extra_names_the_command(module: str, package: str) -> None:
    """Only when that very package is absent; the message has the exact pip command."""
    attempt = "try: import classifier.training\nexcept ImportError as exc: print(exc)"
    code = f"import sys; sys.modules[{module!r}] = None\n{attempt}"

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert f"needs '{package}'; install it with: pip install 'nexus-classifier[train]'" in found.stdout


def test_broken_package_shows_its_own_error(tmp_path: Path) -> None:
    """A scikit-learn that fails inside is not called missing."""
    (tmp_path / "sklearn.py").write_text("import a_part_that_is_gone\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport classifier.training"

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert "a_part_that_is_gone" in found.stderr
    assert "pip install" not in found.stderr
