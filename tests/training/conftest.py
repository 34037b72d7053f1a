"""
Rows small enough to train on in a second: seven labels, four languages, four domains.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from classifier.model.folding import NgramSettings
from classifier.model.scorer import TextModel
from classifier.training import LABELS, Row, TrainingOptions, fit, read_rows


@pytest.fixture(scope="session")
def toy_path() -> Path:
    return Path(__file__).with_name("toy.jsonl")


@pytest.fixture(scope="session")
def toy_rows(toy_path: Path) -> list[Row]:
    return read_rows([toy_path], LABELS)


@pytest.fixture(scope="session")
def toy_options() -> TrainingOptions:
    return TrainingOptions(ngrams=NgramSettings(bits=12), min_ideas=2, n_folds=3)


@pytest.fixture(scope="session")
def toy_model(toy_rows: list[Row], toy_options: TrainingOptions) -> TextModel:
    return fit(toy_rows, toy_options)
