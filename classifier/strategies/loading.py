"""
Where do further strategies come from? Installed packages (entry points) and the text model; a bad one costs a warning.
"""

from __future__ import annotations

import logging
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final

from classifier.monitor import LOGGER_NAME
from classifier.redact import shown
from classifier.strategies.base import Strategy, check_strategy

if TYPE_CHECKING:
    from classifier.strategies.tfidf import TfidfStrategy

__all__ = ["ENTRY_POINT_GROUP", "SHIPPED", "model_strategy", "plugged_in"]

ENTRY_POINT_GROUP: Final = "classifier.strategies"

SHIPPED: Final = "shipped"
"""Names the model that comes with the package, as on the command line; a directory of that name is `./shipped`."""

_log: Final = logging.getLogger(LOGGER_NAME)


def plugged_in() -> list[Strategy]:
    """Return the strategies that installed packages offer, in the order of their names; a class is instantiated."""
    found: list[Strategy] = []
    for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda one: one.name):
        try:
            offered = point.load()
            strategy = offered() if isinstance(offered, type) else offered
            found.append(check_strategy(strategy, f"entry point {point.name!r} = {point.value!r}"))
        except Exception as exc:  # noqa: BLE001 - a foreign package must not cost the classifier
            _log.warning(
                "entry point %r = %r is left out: %s: %s", point.name, point.value, type(exc).__name__, shown(exc)
            )
    return found


def model_strategy(model: object) -> TfidfStrategy | None:
    """
    Return the strategy of a text model, or None if none is asked for or it cannot be loaded (one warning says why).

    Args:
        model: None or False for none, True or `"shipped"` for the shipped one, a path, or a loaded model.

    Raises:
        ImportError: If numpy is missing; the message has the exact pip command.
        TypeError: If `model` is none of these.
    """
    if model is None or model is False:
        return None
    from classifier import model as serving  # numpy is loaded only when a model is asked for

    loaded = model
    try:
        if model is True or model == SHIPPED:
            loaded = serving.load_default()
        elif isinstance(model, str | Path):
            loaded = serving.load(Path(model))
        # Not before loading: these import numpy, and loading says how to install it.
        from classifier.model.scorer import TextModel
        from classifier.strategies.tfidf import TfidfStrategy

        if isinstance(loaded, TextModel):
            return TfidfStrategy(loaded)
    except serving.ModelLoadError as exc:
        _log.warning("going on without a model: %s", shown(exc))
        return None
    msg = f"model is of type {type(model).__name__}; expected True, the path of an artefact, or a loaded TextModel"
    raise TypeError(msg)
