"""
Where do trained models come from? Reads an artefact and hands back a scorer; numpy is imported when a model is loaded.

    load_default()            the model this package ships
    load(path)                one of your own, written by `nexus-classifier train`
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from classifier.model.errors import ModelLoadError

if TYPE_CHECKING:
    from classifier.model.scorer import TextModel

__all__ = ["ModelLoadError", "default_path", "load", "load_default"]

DEFAULT_NAME = "tfidf"
"""Name of the shipped artefact's directory."""


def default_path() -> Path:
    """
    Find the shipped artefact: inside the wheel, or beside the package in a checkout.

    Raises:
        ModelLoadError: If it is in neither place.
    """
    from importlib.resources import files

    package = Path(str(files("classifier")))
    tried = (package / "_models" / DEFAULT_NAME, package.parent / "models" / DEFAULT_NAME)
    for path in tried:
        if path.is_dir():
            return path
    msg = f"no shipped model in {' or '.join(map(str, tried))}; train one with: nexus-classifier train"
    raise ModelLoadError(msg)


def load(path: str | Path) -> TextModel:
    """
    Check the artefact in the directory `path` byte for byte, then build the scorer.

    Raises:
        ModelLoadError: If it cannot be used; the message says why and what helps.
        ImportError: If numpy is not installed; the message has the exact pip command.
    """
    try:
        from classifier.model.artefact import read
    except ImportError as exc:
        if (exc.name or "").partition(".")[0] != "numpy":
            raise
        msg = "the text model needs 'numpy'; install it with: pip install 'nexus-classifier[model]'"
        raise ImportError(msg, name="numpy") from exc
    return read(Path(path))


def load_default() -> TextModel:
    """
    Load the model this package ships.

    Raises:
        ModelLoadError: If it is not there or cannot be used.
        ImportError: If numpy is not installed.
    """
    return load(default_path())
