"""
What do the exception classes of known SDKs and libraries mean? One small table each; none imports its SDK.

To add a library: write `sdks/NAME.py` with a `TABLE`, and add the name to `_MODULES` with the prefixes it answers for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from classifier.sdks.base import ClassEntry, SdkTable

__all__ = ["ClassEntry", "SdkTable", "all_tables", "entry_for", "register_table"]

_MODULES: Final = ("httpx",)

_by_prefix: Final[dict[str, dict[str, ClassEntry]]] = {}
_tables: Final[list[SdkTable]] = []


def register_table(table: SdkTable) -> None:
    """Make the classes of one more library known; a later table wins over an earlier one for the same class."""
    _tables.append(table)
    for prefix in table.packages:
        names = _by_prefix.setdefault(prefix, {})
        for name, entry in table.classes.items():
            names[name] = ClassEntry(entry) if isinstance(entry, str) else entry


def all_tables() -> tuple[SdkTable, ...]:
    """Return every table, the built-in ones first."""
    _load()
    return tuple(_tables)


def _load() -> None:
    if not _by_prefix:
        for name in _MODULES:
            register_table(import_module(f"classifier.sdks.{name}").TABLE)


def entry_for(cls: type) -> ClassEntry | None:
    """Return what `cls` itself, not its bases, is listed as; the longest package prefix wins."""
    _load()
    module = getattr(cls, "__module__", None)
    if not isinstance(module, str):
        return None
    while module:
        names = _by_prefix.get(module)
        if names is not None:
            entry = names.get(cls.__name__)
            if entry is not None:
                return entry
        module = module.rpartition(".")[0]
    return None
