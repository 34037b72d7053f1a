"""
What happens in one training, from rows to a challenger that was compared with the champion?
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from classifier.model.scorer import TextModel
from classifier.training.compare import Comparison, compare, judged, rates
from classifier.training.data import Row
from classifier.training.fit import fit
from classifier.training.options import TrainingOptions
from classifier.training.splits import sealed
from classifier.training.study import rows_to_study, study, variations

__all__ = ["Outcome", "challenge"]

Progress = Callable[[str, int], None]
"""Told what begins next, and how many steps there are in all."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """
    A challenger and how it compares.

    Attributes:
        model: The challenger, with its figures in the metadata.
        comparison: Side by side with the champion.
    """

    model: TextModel
    comparison: Comparison


def challenge(
    rows: Sequence[Row],
    options: TrainingOptions,
    champion: TextModel | None,
    progress: Progress = lambda _step, _total: None,
    *,
    n_jobs: int = 1,
    cache: Path | None = None,
    with_study: bool = False,
) -> Outcome:
    """
    Train on all rows but the sealed ones, and compare on those.

    Args:
        rows: As `read_rows` gives them.
        champion: The model in place; its study, if any, is carried over unless `with_study`.
        n_jobs: Processes that fit folds at once; the result does not depend on it.
        cache: A folder where fitted folds are kept between runs.
        with_study: Also measure other settings.

    Raises:
        ValueError: If there are too few rows to train or to compare.
    """
    hidden = sealed(rows)
    seen = [row for row, is_hidden in zip(rows, hidden, strict=True) if not is_hidden]
    shown = [row for row, is_hidden in zip(rows, hidden, strict=True) if is_hidden]
    if not shown:
        msg = (
            f"{len(rows)} rows are too few: one idea (group) in twenty is sealed, to compare models on what neither "
            "has seen, and none of these is; add rows, or those of the project with --with-shipped-data"
        )
        raise ValueError(msg)
    total = options.n_folds + 2 + (len(variations(options)) if with_study else 0)

    def told(step: str) -> None:
        progress(step, total)

    model = fit(seen, options, told, n_jobs=n_jobs, cache=cache)
    told("comparing")
    comparison = compare(champion, model, shown)
    metadata = dict(model.metadata)
    likeliest, given = judged(model, shown)
    metadata["sealed"] = {"rows": len(shown), **rates([row.label for row in shown], likeliest, given)}
    metadata["sealed_accuracy_by_language"] = {
        language: float(np.mean([likeliest[index] == shown[index].label for index in indices]))
        for language, indices in _by_language(shown).items()
    }
    if with_study:
        studied = rows_to_study(seen)
        metadata["study"] = study(studied, options, told, n_jobs=n_jobs)
        metadata["study_rows"] = {"rows": len(studied), "languages": sorted({row.lang for row in studied})}
    elif champion is not None and "study" in champion.metadata:
        metadata.update(
            {name: champion.metadata[name] for name in ("study", "study_rows") if name in champion.metadata}
        )
    return Outcome(replace(model, metadata=metadata), comparison)


def _by_language(rows: Sequence[Row]) -> dict[str, list[int]]:
    indices: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        indices.setdefault(row.lang, []).append(index)
    return dict(sorted(indices.items()))
