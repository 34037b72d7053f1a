"""
How can a table change while threads read it? Each change puts a new dict in place of the old one, in one step.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Generic, TypeVar

__all__ = ["LiveTable"]

V = TypeVar("V")


class LiveTable(Mapping[str, V], Generic[V]):
    """
    A read-only view of what the table is now.

    Whoever iterates goes on over what it was when the iteration began; nobody ever sees a change half done.
    """

    __slots__ = ("_now",)

    def __init__(self, rows: dict[str, V]) -> None:
        self._now = rows

    def replace_all(self, rows: dict[str, V]) -> None:
        """Put `rows` in place of the present ones; for the owner of the table, who does not change `rows` later."""
        self._now = rows

    def __getitem__(self, name: str) -> V:
        return self._now[name]

    def __contains__(self, name: object) -> bool:
        return name in self._now

    def __iter__(self) -> Iterator[str]:
        return iter(self._now)

    def __len__(self) -> int:
        return len(self._now)

    def keys(self) -> KeysView[str]:
        """Return the names."""
        return self._now.keys()

    def values(self) -> ValuesView[V]:
        """Return the rows."""
        return self._now.values()

    def items(self) -> ItemsView[str, V]:
        """Return the names with their rows."""
        return self._now.items()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._now!r})"
