"""
Which classifier do the commands use? One with a text model if asked, and so patient that none is skipped.
"""

from __future__ import annotations

import argparse
import os
from typing import Final

from classifier.engine import Classifier

__all__ = ["PATIENT_S", "add_model_option", "classifier_for", "model_named"]

PATIENT_S: Final = 1.0
"""The budget of one classification: nobody waits for it as a failing call does, and load must not change it."""


def add_model_option(parser: argparse.ArgumentParser) -> None:
    """Add `--model` to `parser`."""
    parser.add_argument(
        "--model", metavar="NAME",
        help="also ask a text model, for words in any language: 'shipped', or a folder that 'train' wrote (default: "
        "what the environment variable NEXUS_CLASSIFIER_MODEL names, else none)",
    )  # fmt: skip


def model_named(name: str | None) -> str | bool | None:
    """Return what `Classifier(model=...)` takes for what the user wrote."""
    named = name if name is not None else os.environ.get("NEXUS_CLASSIFIER_MODEL", "")
    return True if named in ("shipped", "1") else named or None


def classifier_for(model: str | bool | None) -> Classifier:
    """
    Return a classifier that asks the model, if there shall be one.

    Raises:
        ModelLoadError: If it cannot be used; whoever asks for a model by name wants no answers without it.
        ImportError: If numpy is missing.
    """
    if not model:
        return Classifier(budget_s=PATIENT_S)
    from classifier import model as serving

    return Classifier(model=serving.load_default() if model is True else serving.load(model), budget_s=PATIENT_S)
