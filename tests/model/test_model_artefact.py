"""
An artefact is whole or it does not load, and the message says what helps.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classifier import Classifier
from classifier.model import ModelLoadError, default_path, load, load_default
from classifier.model.artefact import BUCKETS, CARD, METADATA, SUMS, TABLE, checksums
from classifier.model.scorer import TextModel
from classifier.training.artefact import write
from classifier.training.card import model_card

FILES = (METADATA, BUCKETS, TABLE, CARD, SUMS)


@pytest.fixture
def copy(toy_artefact: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(toy_artefact, tmp_path / "copy"))


def reseal(directory: Path) -> None:
    """Make the checksums fit again, as somebody would who changes a file on purpose."""
    files = {name: (directory / name).read_bytes() for name in (METADATA, BUCKETS, TABLE, CARD)}
    (directory / SUMS).write_bytes(checksums(files))


def edit_metadata(directory: Path, **changes: object) -> None:
    metadata = json.loads((directory / METADATA).read_text("utf-8"))
    metadata.update(changes)
    (directory / METADATA).write_text(json.dumps(metadata), "utf-8")
    reseal(directory)


def test_what_is_written_is_read_back(toy_model: TextModel, toy_artefact: Path) -> None:
    """Writing and reading lose nothing: equal probabilities to the last bit."""
    found = load(toy_artefact)

    assert np.array_equal(found.table, toy_model.table)
    assert np.array_equal(found.probabilities("Zeit"), toy_model.probabilities("Zeit"))
    assert found.thresholds == toy_model.thresholds


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_corrupted_byte_anywhere_is_detected(copy: Path, name: str, data: st.DataObject) -> None:
    """One changed byte in any file, checksums and card included, and nothing loads."""
    whole = (copy / name).read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    change = data.draw(st.integers(1, 255))
    broken = bytearray(whole)
    broken[place] ^= change
    (copy / name).write_bytes(bytes(broken))

    try:
        with pytest.raises(ModelLoadError):
            load(copy)
    finally:
        (copy / name).write_bytes(whole)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kept", [0, 10, -1])
def test_truncated_file_is_detected(copy: Path, name: str, kept: int) -> None:
    """A file cut off, be it by one byte, does not load."""
    (copy / name).write_bytes((copy / name).read_bytes()[:kept])

    with pytest.raises(ModelLoadError):
        load(copy)


@pytest.mark.parametrize("name", FILES)
def test_missing_file_is_named(copy: Path, name: str) -> None:
    """The message names the file that is not there and the command that helps."""
    (copy / name).unlink()

    with pytest.raises(ModelLoadError, match=rf"{name} cannot be read .*nexus-classifier train"):
        load(copy)


def test_missing_directory_is_named(tmp_path: Path) -> None:
    """A path that leads nowhere is said to."""
    with pytest.raises(ModelLoadError, match=r"there is no model in .*nowhere"):
        load(tmp_path / "nowhere")


def test_future_format_names_the_upgrade(copy: Path) -> None:
    """A later format is refused with the command that upgrades, even if its checksums work in another way."""
    edit_metadata(copy, format=99)
    (copy / SUMS).write_text("another way")

    with pytest.raises(ModelLoadError, match=r"format 99, this version reads 2; upgrade with: pip install --upgrade"):
        load(copy)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "other"}, "not a model of this package"),
        ({"format": "2"}, "has the format '2'"),
        ({"format": 1}, "has the format 1, this version reads 2; retrain"),
        ({"labels": ["a", "b"]}, "thresholds are given for"),
        ({"labels": None}, "cannot be used"),
        ({"bias": [0.0]}, "expected a list of 7 numbers"),
        ({"square": 0}, "square is 0, expected a number from"),
        ({"scale": [-1.0] * 7}, "scale is -1.0, expected a number from"),
        ({"scale": [True] * 7}, "scale is True, expected a number"),
        ({"bias": [float("nan")] * 7}, "bias is nan, expected a number"),
        ({"prior_threshold": "0.5"}, "prior_threshold is '0.5', expected a number"),
        ({"format": 10**3000}, "cannot be used|has format 10000"),
        (
            {"ngrams": {"min_n": 1, "max_n": 99, "bits": 12, "head_chars": 1000, "tail_chars": 500}},
            "n-grams of 1 to 99",
        ),
        ({"bias": [1e308] * 7}, "expected a number from -1e.06 to 1e.06"),
        (
            {"ngrams": {"min_n": 1, "max_n": 5, "bits": 12, "head_chars": 1000.5, "tail_chars": 500}},
            "head_chars is 1000.5: expected an int",
        ),
        ({"ngrams": {"min_n": 1, "max_n": 5, "bits": 12, "head_chars": 1000, "tail_chars": 10**9}}, "at most 100000"),
        ({"ngrams": {"min_n": 1, "max_n": 5, "bits": 13, "head_chars": 1000, "tail_chars": 500}}, "expected uint8"),
        ({"ngrams": {}}, "expected min_n, max_n, bits"),
        ({"thresholds": {}}, "thresholds are given for"),
    ],
    ids=[
        "kind",
        "format",
        "earlier format",
        "labels",
        "no labels",
        "bias shape",
        "no square",
        "negative scale",
        "bools",
        "nan",
        "string",
        "endless format",
        "ngrams",
        "overflow",
        "no int",
        "endless window",
        "bits",
        "no ngrams",
        "thresholds",
    ],
)
def test_foreign_metadata_is_refused(copy: Path, changes: dict[str, object], message: str) -> None:
    """Checksums that fit do not make senseless numbers a model."""
    edit_metadata(copy, **changes)

    with pytest.raises(ModelLoadError, match=message):
        load(copy)


@pytest.mark.parametrize("data", [b"PK\x03\x04junk", b"\x93NUMPY\x01\x00v\x00{'descr': '|i1', 'shape': (1", b""])
def test_array_file_of_another_kind_is_refused(copy: Path, data: bytes) -> None:
    """Whatever numpy raises over it, and though its checksum is right."""
    (copy / TABLE).write_bytes(data)
    reseal(copy)

    with pytest.raises(ModelLoadError, match="is no plain array"):
        load(copy)


@pytest.mark.parametrize("path", ["x" * 5000, "nul\0byte"], ids=["too long", "nul"])
def test_path_that_no_file_can_have_costs_a_warning(path: str, caplog: pytest.LogCaptureFixture) -> None:
    """The classifier goes on without a model."""
    found = Classifier(model=path)

    assert found.classify("Connection refused") == "connection"
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "going on without a model" in caplog.text


def test_changed_fields_are_written(toy_model: TextModel, tmp_path: Path) -> None:
    """What serving uses is stored, not what the metadata said when the model was trained."""
    changed = replace(toy_model, thresholds=dict.fromkeys(toy_model.thresholds, 0.625), prior_threshold=0.125)

    again = write(changed, tmp_path / "model")

    assert again.thresholds == changed.thresholds
    assert again.prior_threshold == 0.125


def test_pickle_is_never_read(copy: Path) -> None:
    """An array file that holds a pickle is refused before anything of it runs."""
    np.save(copy / TABLE, np.array([print], dtype=object), allow_pickle=True)
    reseal(copy)

    with pytest.raises(ModelLoadError, match="no plain array"):
        load(copy)


def test_shipped_model_is_found_and_small() -> None:
    """The checkout's model loads, and is within the six megabytes that a wheel may grow by."""
    model = load_default()

    assert model.classify("connection refused by peer").label == "connection"
    assert sum(path.stat().st_size for path in default_path().iterdir()) <= 6_000_000


def test_model_package_imports_no_numpy() -> None:
    """Looking for a model costs nothing before one is loaded."""
    code = "import sys, classifier.model; print('numpy' in sys.modules)"

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert found.stdout.strip() == "False"


def test_missing_numpy_names_the_command(toy_artefact: Path) -> None:
    """Without numpy the exact pip command is told, and a broken numpy shows its own error."""
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from classifier.model import load\n"
        f"try: load({str(toy_artefact)!r})\n"
        "except ImportError as exc: print(exc)"
    )

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "pip install 'nexus-classifier[model]'" in found.stdout


def test_card_is_made_of_the_metadata_beside_it() -> None:
    """What people read of the shipped model is what the code makes of the file that the code reads."""
    card = (default_path() / CARD).read_text(encoding="utf-8")

    assert card == model_card(load_default().metadata)
