"""
Is this directory a model we can trust to be whole, and what is in it? Reads no pickle, and builds after checking.

An artefact is five files. `SHA256SUMS` names the digests of the others in the form `sha256sum --check` reads;
`metadata.json` says how to read the numbers; `buckets.npy` has one bit a bucket, set if `table.npy` has a row for it,
in order; `MODEL_CARD.md` is for people.
"""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from classifier.model.errors import ModelLoadError
from classifier.model.folding import NgramSettings
from classifier.model.scorer import FALLBACK_LABEL, TextModel, spread_table

__all__ = ["BUCKETS", "CARD", "FORMAT", "KIND", "METADATA", "SUMS", "TABLE", "checksums", "read"]

KIND: Final = "nexus-classifier/tfidf"
FORMAT: Final = 2
"""Raise it with any change that makes older code read a newer artefact wrongly, or newer code an older one."""

BUCKETS: Final = "buckets.npy"
CARD: Final = "MODEL_CARD.md"
METADATA: Final = "metadata.json"
SUMS: Final = "SHA256SUMS"
TABLE: Final = "table.npy"
_MAX_BYTES: Final = 64 * 1024 * 1024
_LARGEST: Final = 1e6
"""Above all that calibration gives, and far below what overflows."""
_SMALLEST: Final = 1e-9
"""Of what can only be above 0."""
_RETRAIN: Final = "retrain with: nexus-classifier train"


def _cut(value: object) -> str:
    return repr(value)[:120]


def checksums(files: dict[str, bytes]) -> bytes:
    """Return the content of `SHA256SUMS` for these files, by name in order."""
    return "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)).encode()


def _bytes(path: Path) -> bytes:
    try:
        found = path.stat()
        if not S_ISREG(found.st_mode):
            msg = f"{path} is no file, so {path.parent} is no model; {_RETRAIN}"
            raise ModelLoadError(msg)
        if found.st_size > _MAX_BYTES:
            msg = f"{path} is larger than {_MAX_BYTES} bytes, so it is no model of this package"
            raise ModelLoadError(msg)
        return path.read_bytes()
    except OSError as exc:
        msg = f"{path.parent} is no model: {path.name} cannot be read ({exc.strerror or exc}); {_RETRAIN}"
        raise ModelLoadError(msg) from exc


def _metadata(path: Path, data: bytes) -> dict[str, Any]:
    try:
        metadata = json.loads(data)
    except (ValueError, RecursionError) as exc:
        msg = f"{path / METADATA} is not JSON ({exc}); the artefact is damaged: copy it anew or {_RETRAIN}"
        raise ModelLoadError(msg) from exc
    if not isinstance(metadata, dict) or metadata.get("kind") != KIND:
        found = metadata.get("kind") if isinstance(metadata, dict) else type(metadata).__name__
        msg = f"{path} is not a model of this package: kind is {_cut(found)}, expected {KIND!r}; {_RETRAIN}"
        raise ModelLoadError(msg)
    number = metadata.get("format")
    if isinstance(number, bool) or not isinstance(number, int) or number < FORMAT:
        msg = f"{path} has the format {_cut(number)}, this version reads {FORMAT}; {_RETRAIN}"
        raise ModelLoadError(msg)
    if number > FORMAT:
        msg = (
            f"{path} has format {_cut(number)}, this version reads {FORMAT}; "
            "upgrade with: pip install --upgrade 'nexus-classifier[model]'"
        )
        raise ModelLoadError(msg)
    return metadata


def _array(path: Path, data: bytes, dtype: type[np.generic], shape: tuple[int, ...]) -> NDArray[Any]:
    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except Exception as exc:  # numpy hands on whatever parsing the header raises
        msg = f"{path} is no plain array ({exc}); {_RETRAIN}"
        raise ModelLoadError(msg) from exc
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
        found = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        msg = f"{path} holds {found}, expected {np.dtype(dtype).name} {shape}; {_RETRAIN}"
        raise ModelLoadError(msg)
    return array


def _number(name: str, value: object, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        msg = f"{name} is {_cut(value)}, expected a number from {least:g} to {most:g}"
        raise ValueError(msg)
    return float(value)


def _numbers(name: str, value: object, length: int, least: float) -> NDArray[np.float64]:
    if not isinstance(value, list) or len(value) != length:
        msg = f"{name} is {_cut(value)}, expected a list of {length} numbers"
        raise ValueError(msg)
    return np.array([_number(name, one, least, _LARGEST) for one in value], dtype=np.float64)


def _built(path: Path, metadata: dict[str, Any], files: dict[str, bytes]) -> TextModel:
    labels, ngrams, told = metadata["labels"], metadata["ngrams"], metadata["thresholds"]
    if not isinstance(labels, list) or not all(isinstance(label, str) and label for label in labels):
        msg = f"labels are {_cut(labels)}, expected a list of names"
        raise ValueError(msg)
    size = len(labels)
    if size < 2 or len(set(labels)) != size:
        msg = f"labels are {_cut(labels)}, expected two or more, each once"
        raise ValueError(msg)
    if not isinstance(ngrams, dict) or set(ngrams) != set(NgramSettings.__slots__):
        msg = f"ngrams are {_cut(ngrams)}, expected {', '.join(NgramSettings.__slots__)}"
        raise ValueError(msg)
    if FALLBACK_LABEL not in labels or not isinstance(told, dict) or set(told) != set(labels) - {FALLBACK_LABEL}:
        msg = f"thresholds are given for {_cut(list(told))}, labels are {_cut(labels)}"
        raise ValueError(msg)
    settings = NgramSettings(**ngrams)
    scale = _numbers("scale", metadata["scale"], size, _SMALLEST)
    bias = _numbers("bias", metadata["bias"], size, -_LARGEST)
    square = _number("square", metadata["square"], _SMALLEST, _LARGEST)
    thresholds = {name: _number("a threshold", value, 0.0, 2.0) for name, value in told.items()}
    prior_threshold = _number("prior_threshold", metadata["prior_threshold"], 0.0, 2.0)
    bits = _array(path / BUCKETS, files[BUCKETS], np.uint8, (1 << settings.bits >> 3,))
    kept = np.unpackbits(bits).view(np.bool_)
    table = spread_table(kept, _array(path / TABLE, files[TABLE], np.int8, (int(np.count_nonzero(kept)), size + 1)))
    table.flags.writeable = False
    if table[:, -1].min() < 0:
        msg = "a bucket shortens texts: the last column of the table is below 0"
        raise ValueError(msg)
    return TextModel(settings, tuple(labels), table, scale, square, bias, thresholds, prior_threshold, metadata)


def read(path: Path) -> TextModel:
    """
    Check every byte of the artefact in the directory `path`, then build the scorer.

    Raises:
        ModelLoadError: If anything is missing, changed, foreign or of a later format.
    """
    try:
        is_there = path.is_dir()
    except (OSError, ValueError) as exc:
        msg = f"there is no model in {str(path)[:200]}: {exc.__class__.__name__}; {_RETRAIN}"
        raise ModelLoadError(msg) from exc
    if not is_there:
        msg = f"there is no model in {path}: not a directory; {_RETRAIN}"
        raise ModelLoadError(msg)
    files = {name: _bytes(path / name) for name in (METADATA, BUCKETS, TABLE, CARD)}
    # the format comes first: a later one may well have other files or another way to check them
    metadata = _metadata(path, files[METADATA])
    expected = _bytes(path / SUMS)
    found = checksums(files)
    if found != expected:
        lines = set(expected.decode("utf-8", "replace").splitlines())
        wrong = [line.split()[-1] for line in found.decode().splitlines() if line not in lines] or [SUMS]
        msg = f"{path} is damaged or was changed: {', '.join(wrong)} does not match {SUMS}; copy it anew or {_RETRAIN}"
        raise ModelLoadError(msg)
    try:
        return _built(path, metadata, files)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as exc:
        msg = f"{path / METADATA} cannot be used ({type(exc).__name__}: {exc}); {_RETRAIN}"
        raise ModelLoadError(msg) from exc
