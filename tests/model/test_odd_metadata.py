"""Metadata with a right checksum and wrong numbers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from classifier.model import ModelLoadError, load
from classifier.model.artefact import BUCKETS, CARD, METADATA, SUMS, TABLE, checksums


@pytest.mark.parametrize("key", ["bias", "scale", "square"])
def test_number_beyond_floats_is_a_load_error(key: str, toy_artefact: Path, tmp_path: Path) -> None:
    """An integer that no float holds makes the artefact unusable, not the process."""
    copied = tmp_path / "model"
    shutil.copytree(toy_artefact, copied)
    metadata = json.loads((copied / METADATA).read_text(encoding="utf-8"))
    metadata[key] = 10**400
    (copied / METADATA).write_text(json.dumps(metadata), encoding="utf-8")
    files = {name: (copied / name).read_bytes() for name in (METADATA, BUCKETS, TABLE, CARD)}
    (copied / SUMS).write_bytes(checksums(files))

    with pytest.raises(ModelLoadError, match="cannot be used"):
        load(copied)
