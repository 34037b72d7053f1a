"""
How is a model trained, calibrated and written? Needs the `train` extra; nothing here is imported in production.
"""

from __future__ import annotations

from importlib import import_module

_NEEDED = {"numpy": "numpy", "sklearn": "scikit-learn", "joblib": "joblib", "rich": "rich"}

for _module, _distribution in _NEEDED.items():
    try:
        import_module(_module)
    except ImportError as exc:
        # a broken scikit-learn must show its own error, so only the very package may be what is missing
        if exc.name != _module:
            raise
        msg = f"classifier.training needs '{_distribution}'; install it with: pip install 'nexus-classifier[train]'"
        raise ImportError(msg, name=_module) from exc

from classifier.training.artefact import write  # noqa: E402
from classifier.training.data import Row, data_hash, read_rows  # noqa: E402
from classifier.training.fit import fit  # noqa: E402
from classifier.training.options import LABELS, TrainingOptions  # noqa: E402
from classifier.training.pipeline import as_pipeline  # noqa: E402
from classifier.training.run import challenge  # noqa: E402
from classifier.training.splits import components, domain_folds, group_folds, sealed  # noqa: E402

__all__ = [
    "LABELS",
    "Row",
    "TrainingOptions",
    "as_pipeline",
    "challenge",
    "components",
    "data_hash",
    "domain_folds",
    "fit",
    "group_folds",
    "read_rows",
    "sealed",
    "write",
]
