"""
A model trained in a second, and a few messages.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from classifier.model.folding import NgramSettings
from classifier.model.scorer import TextModel
from classifier.training import LABELS, Row, TrainingOptions, fit, read_rows, write


@pytest.fixture(scope="session")
def toy_path() -> Path:
    return Path(__file__).parents[1] / "training" / "toy.jsonl"


@pytest.fixture(scope="session")
def toy_rows(toy_path: Path) -> list[Row]:
    return read_rows([toy_path], LABELS)


@pytest.fixture(scope="session")
def toy_model(toy_rows: list[Row]) -> TextModel:
    model = fit(toy_rows, TrainingOptions(ngrams=NgramSettings(bits=12), min_ideas=2, n_folds=3))
    # so few rows reach no threshold, and a model that never acts would leave half of the code untried
    return replace(model, thresholds=dict.fromkeys(model.thresholds, 0.4))


@pytest.fixture(scope="session")
def toy_artefact(toy_model: TextModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "toy"
    model = replace(toy_model, metadata={**toy_model.metadata, "thresholds": toy_model.thresholds})
    write(model, path)
    return path
