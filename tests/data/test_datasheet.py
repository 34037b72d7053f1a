"""
Is the project's own data sound, does its datasheet tell the truth, and does the shipped model hold on sealed ideas?
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from classifier.evaluation import evaluate, sealed_samples
from classifier.evaluation.evaluate import KEYWORDS, LIKELIEST, WITH_MODEL
from classifier.evaluation.result import Evaluation
from classifier.model import load_default
from classifier.training.compare import DEEP_LANGUAGES
from classifier.training.dataset import checked, counts_in, counts_table

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    found, findings = checked([DATA], DATA / "schema.json")
    assert findings == []
    return found


@pytest.fixture(scope="module")
def measured() -> Evaluation:
    return evaluate(sealed_samples([DATA]), model=load_default(), n_draws=200)


@pytest.mark.timeout(300)
def test_every_row_is_sound(rows: list[dict[str, str]]) -> None:
    """Each fits the schema, its reason fits its label, and it lies in the file of its language."""
    by_file = {path.stem: len(path.read_text("utf-8").splitlines()) for path in DATA.glob("*.jsonl")}

    assert Counter(row["lang"] for row in rows) == by_file


def test_datasheet_counts_what_is_there(rows: list[dict[str, str]]) -> None:
    """Written anew with `nexus-classifier data --update`."""
    assert counts_in((DATA / "README.md").read_text("utf-8")) == counts_table(rows)


def test_deep_languages_hold_what_they_promise(rows: list[dict[str, str]]) -> None:
    """At least 1,000 unexpected rows in each, and every label in every language."""
    calm = Counter(row["lang"] for row in rows if row["label"] == "unexpected")
    labels = {(row["lang"], row["label"]) for row in rows}

    assert {lang: calm[lang] for lang in DEEP_LANGUAGES if calm[lang] < 1000} == {}
    assert len(labels) == 7 * len({row["lang"] for row in rows})


def test_no_row_holds_a_real_address(rows: list[dict[str, str]]) -> None:
    """Hosts that resolve to somebody, and mailboxes of somebody, are none of ours to print."""
    real = re.compile(
        r"@(?:gmail|outlook|yahoo|qq|163|mail\.ru|naver)\b|https?://(?:www\.)?(?:google|github|microsoft)\."
    )

    assert [row["text"] for row in rows if real.search(row["text"])] == []


def test_shipped_model_reaches_its_floors(measured: Evaluation) -> None:
    """On ideas that no training sees. Floors, a few points below what was measured."""
    likeliest, together = measured.system(LIKELIEST).figures, measured.system(WITH_MODEL).figures

    assert likeliest["accuracy"] >= 0.84
    assert likeliest["macro_f1"] >= 0.83
    assert together["precision"] >= 0.92
    assert together["recall"] >= 0.60
    assert together["false_alarms"] <= 0.06
    assert together["wrong_retry_share"] <= 0.05
    assert measured.calibration_error is not None
    assert measured.calibration_error <= 0.08


def test_model_helps_in_every_deep_language(measured: Evaluation) -> None:
    """With it at least as many answers are right as with the keywords alone."""
    before, after = (measured.system(name).by_part["lang"] for name in (KEYWORDS, WITH_MODEL))

    worse = {
        lang: (before[lang]["accuracy"], after[lang]["accuracy"])
        for lang in DEEP_LANGUAGES
        if after[lang]["accuracy"] < before[lang]["accuracy"]
    }

    assert worse == {}
