"""
A small model to score with, and an artefact of it on disk.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from classifier.model.folding import NgramSettings
from classifier.model.scorer import TextModel
from classifier.training import LABELS, TrainingOptions, fit, read_rows, write

TOY = Path(__file__).parents[1] / "training" / "toy.jsonl"


@pytest.fixture(scope="session")
def toy_model() -> TextModel:
    """Trained in a second."""
    return fit(read_rows([TOY], LABELS), TrainingOptions(ngrams=NgramSettings(bits=12), min_ideas=2, n_folds=3))


@pytest.fixture(scope="session")
def toy_artefact(toy_model: TextModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `train` would write."""
    folder = tmp_path_factory.mktemp("model") / "toy"
    write(toy_model, folder)
    return folder
