"""
How is a model written, so that `classifier.model` can check and read it?
"""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from classifier.model.artefact import BUCKETS, CARD, METADATA, SUMS, TABLE, checksums, read
from classifier.model.scorer import TextModel, gathered_table
from classifier.training.card import model_card

__all__ = ["write"]


def _saved(array: NDArray[Any]) -> bytes:
    out = io.BytesIO()
    np.save(out, array, allow_pickle=False)
    return out.getvalue()


def write(model: TextModel, directory: Path) -> TextModel:
    """
    Write the artefact and read it back.

    The checksums are written last, so that an interrupted writing leaves nothing that loads.

    Returns:
        The model as read from `directory`.
    """
    kept, stored = gathered_table(model.table)
    # what serving uses is written as it is, whatever the metadata said before
    told = {
        **model.metadata,
        "labels": list(model.labels),
        "ngrams": asdict(model.settings),
        "scale": model.scale.tolist(),
        "square": model.square,
        "bias": model.bias.tolist(),
        "thresholds": dict(model.thresholds),
        "prior_threshold": model.prior_threshold,
    }
    metadata = json.dumps(told, indent=2, ensure_ascii=False, allow_nan=False)
    files = {
        METADATA: f"{metadata}\n".encode(),
        BUCKETS: _saved(np.packbits(kept)),
        TABLE: _saved(stored),
        CARD: model_card(told).encode(),
    }
    directory.mkdir(parents=True, exist_ok=True)
    (directory / SUMS).unlink(missing_ok=True)
    for name, data in files.items():
        (directory / name).write_bytes(data)
    (directory / SUMS).write_bytes(checksums(files))
    return read(directory)
