"""
A model trained in a second, and its scikit-learn pipeline.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from sklearn.pipeline import Pipeline

from classifier.model.folding import NgramSettings
from classifier.model.scorer import TextModel
from classifier.training import LABELS, TrainingOptions, as_pipeline, fit, read_rows, write


@pytest.fixture(scope="session")
def toy_model() -> TextModel:
    rows = read_rows([Path(__file__).parents[1] / "training" / "toy.jsonl"], LABELS)
    return fit(rows, TrainingOptions(ngrams=NgramSettings(bits=12), min_ideas=2, n_folds=3))


@pytest.fixture(scope="session")
def toy_pipeline(toy_model: TextModel) -> Pipeline:
    return as_pipeline(toy_model)


@pytest.fixture(scope="session")
def toy_artefact(toy_model: TextModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("artefact") / "toy"
    write(toy_model, directory)
    return directory
