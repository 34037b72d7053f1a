"""
Which rows may a model see, and on which is it measured? Rows of one idea are never on both sides, by construction.

Every split is made of components, not of rows: two rows are in one component if they share a group, or if their texts
are equal once folded, through however many others.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from classifier.model.folding import NgramSettings, code_points
from classifier.training.data import Row

__all__ = ["Fold", "components", "domain_folds", "group_folds", "held_out_folds", "sealed"]

_WHOLE_TEXT = NgramSettings(head_chars=100_000)


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """
    One way to hold rows out.

    Attributes:
        name: What is held out.
        train: bool array, shape (n_rows,).
        test: bool array, shape (n_rows,); no component has rows in both.
    """

    name: str
    train: NDArray[np.bool_]
    test: NDArray[np.bool_]


def _idea(group: str) -> str:
    """Group ids may end in `~label` where a row of the group was labelled anew; the idea is still one."""
    return group.partition("~")[0]


def components(rows: Sequence[Row]) -> NDArray[np.int64]:
    """
    Number the components.

    Returns:
        int64 array, shape (n_rows,); equal numbers must stay together. A component is numbered by its first row.
    """
    parent = list(range(len(rows)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    first: dict[str | bytes, int] = {}
    for index, row in enumerate(rows):
        for key in (f"group {_idea(row.group)}", code_points(row.text, _WHOLE_TEXT).tobytes()):
            one, other = root(index), root(first.setdefault(key, index))
            if one != other:
                parent[max(one, other)] = min(one, other)
    return np.array([root(index) for index in range(len(rows))], dtype=np.int64)


def _drawn(seed: int, name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed} {name}".encode("utf-8", "replace")).digest()[:8], "big")


def group_folds(rows: Sequence[Row], n_folds: int, seed: int) -> list[Fold]:
    """
    Hold out random components.

    A component's fold depends on its first group's name and the seed alone, so that adding rows moves no others.
    """
    together = components(rows)
    fold_of = np.array([_drawn(seed, _idea(rows[index].group)) % n_folds for index in together], dtype=np.int64)
    return [Fold(f"groups {fold + 1}/{n_folds}", fold_of != fold, fold_of == fold) for fold in range(n_folds)]


def held_out_folds(rows: Sequence[Row], part: Callable[[Row], str], n_folds: int) -> list[Fold]:
    """
    Hold out whole parts of the data, such as domains.

    What is trained on leaves out every component that reaches into a held-out part.

    Args:
        part: The part a row belongs to.
        n_folds: Parts are dealt into at most so many folds of similar size.
    """
    together = components(rows)
    of_row = [part(row) for row in rows]
    dealt: list[list[str]] = [[] for _ in range(n_folds)]
    sizes = [0] * n_folds
    for name, size in sorted(Counter(of_row).items(), key=lambda item: (-item[1], item[0])):
        smallest = sizes.index(min(sizes))
        dealt[smallest].append(name)
        sizes[smallest] += size
    folds = []
    for names in dealt:
        test = np.isin(of_row, names) if names else np.zeros(len(rows), dtype=np.bool_)
        train = ~np.isin(together, together[test])
        if test.any() and train.any():
            named = [name for name in names if not name.startswith("idea ")]
            folds.append(Fold(", ".join(named) or "ideas without a domain", train, test))
    return folds


def domain_folds(rows: Sequence[Row], n_folds: int) -> list[Fold]:
    """
    Hold out whole domains: the closest there is to programs nobody has seen.

    An idea without a domain counts as a domain of its own.
    """
    return held_out_folds(rows, lambda row: row.domain or f"idea {_idea(row.group)}", n_folds)


_SEALED_ONE_IN: Final = 20


def sealed(rows: Sequence[Row]) -> NDArray[np.bool_]:
    """
    Say which rows no training may see: a twentieth of the ideas, chosen by their names alone.

    Two models are compared on these, whatever data each was trained on and whenever.

    Returns:
        bool array, shape (n_rows,), equal within a component.
    """
    together = components(rows)
    chosen = np.array([_drawn(0, f"sealed {_idea(row.group)}") % _SEALED_ONE_IN == 0 for row in rows], dtype=np.bool_)
    return np.isin(together, together[chosen])
