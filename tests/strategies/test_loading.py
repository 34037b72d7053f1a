"""Strategies of installed packages and the model, loaded in this process; a bad one costs a warning."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from classifier import Classifier
from classifier.model import ModelLoadError
from classifier.strategies.loading import ENTRY_POINT_GROUP, model_strategy, plugged_in


def test_plugged_in_from_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Entry points of a distribution on the path are loaded in the order of their names; secrets are hidden."""
    (tmp_path / "tidewatch.py").write_text(
        "class Tide:\n"
        "    name = 'tide'\n"
        "    def classify(self, evidence, prior, /):\n"
        "        return None\n"
        "class Angry:\n"
        "    def __init__(self):\n"
        "        raise RuntimeError('token=abcdef123456')\n"
        "low = Tide()\n"
    )
    info = tmp_path / "tidewatch-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tidewatch\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{ENTRY_POINT_GROUP}]\nb = tidewatch:Tide\na = tidewatch:low\nc = tidewatch:Angry\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))

    found = plugged_in()

    assert found[0] is sys.modules["tidewatch"].low
    assert type(found[1]).__name__ == "Tide"
    assert len(found) == 2
    [record] = caplog.records
    assert "entry point 'c' = 'tidewatch:Angry' is left out: RuntimeError: token=[redacted]" in record.getMessage()
    assert [one.name for one in Classifier().strategies][-2:] == ["tide", "tide"]


def test_no_model_is_no_strategy(caplog: pytest.LogCaptureFixture) -> None:
    """None and False ask for none; a path without a model costs one warning; another type is refused."""
    assert model_strategy(None) is None
    assert model_strategy(False) is None
    assert model_strategy(Path("/nowhere")) is None
    assert model_strategy("/nowhere") is None
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["going on without a model"] * 2
    with pytest.raises(
        TypeError, match="model is of type int; expected True, the path of an artefact, or a loaded TextModel"
    ):
        model_strategy(5)
    assert issubclass(ModelLoadError, Exception)


def test_missing_numpy_names_the_command() -> None:
    """Who asks for a model without numpy is told the exact pip command by `configure` itself."""
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from classifier import configure\n"
        "try: configure(model=True)\n"
        "except ImportError as exc: print(exc)"
    )

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert found.stdout == "the text model needs 'numpy'; install it with: pip install 'nexus-classifier[model]'\n"
