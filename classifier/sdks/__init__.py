"""
What do the exception classes of known SDKs and libraries mean? One small table each; none imports its SDK.

A table is read when an exception of its package first appears. To add a library: write `sdks/NAME.py` with a `TABLE`,
and name the module in `_MODULES` under each prefix it answers for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from classifier.sdks.base import ClassEntry, SdkTable

__all__ = ["ClassEntry", "SdkTable", "all_tables", "entry_for", "register_table"]

_MODULES: Final = {
    "openai": "openai",
    "anthropic": "anthropic",
    "groq": "groq",
    "google.genai": "google_genai",
    "google.api_core": "google_api_core",
    "google.auth": "google_auth",
    "grpc": "grpc",
    "mistralai": "mistralai",
    "cohere": "cohere",
    "ollama": "ollama",
    "huggingface_hub": "huggingface_hub",
    "litellm": "litellm",
    "httpx": "httpx",
    "httpx2": "httpx",
}
"""Package prefix to the module of this package that holds its table."""

_CACHE_SIZE: Final = 2048
"""Classes remembered; more means that classes are made on the fly, and then the memory is emptied."""

_user_tables: Final[list[SdkTable]] = []
_user_classes: Final[dict[str, dict[str, ClassEntry]]] = {}
_built_in_classes: Final[dict[str, dict[str, ClassEntry]]] = {}
_found: Final[dict[tuple[str, str], ClassEntry | None]] = {}


def register_table(table: SdkTable) -> None:
    """
    Make the classes of one more library known, or known differently.

    For the same prefix and class a later table wins over an earlier one, and any of them over a built-in one.
    """
    _user_tables.append(table)
    for prefix in table.packages:
        _user_classes.setdefault(prefix, {}).update(_entries(table))
    _found.clear()


def all_tables() -> tuple[SdkTable, ...]:
    """Return every table, the built-in ones first."""
    names = dict.fromkeys(_MODULES.values())
    return (*(_table_of(name) for name in names), *_user_tables)


def entry_for(cls: type) -> ClassEntry | None:
    """Return what `cls` itself, not its bases, is listed as; the longest package prefix wins."""
    module = getattr(cls, "__module__", None)
    if not isinstance(module, str):
        return None
    key = (module, cls.__name__)
    try:
        return _found[key]
    except KeyError:
        entry = _look_up(module, cls.__name__)
    if len(_found) >= _CACHE_SIZE:
        _found.clear()
    _found[key] = entry
    return entry


def _look_up(module: str, name: str) -> ClassEntry | None:
    prefix = module
    while prefix:
        for classes in (_user_classes.get(prefix), _built_in(prefix)):
            if classes is not None and name in classes:
                return classes[name]
        prefix = prefix.rpartition(".")[0]
    return None


def _built_in(prefix: str) -> dict[str, ClassEntry] | None:
    classes = _built_in_classes.get(prefix)
    if classes is None and prefix in _MODULES:
        classes = _built_in_classes[prefix] = _entries(_table_of(_MODULES[prefix]))
    return classes


def _table_of(name: str) -> SdkTable:
    table: SdkTable = import_module(f"classifier.sdks.{name}").TABLE
    return table


def _entries(table: SdkTable) -> dict[str, ClassEntry]:
    return {name: ClassEntry(entry) if isinstance(entry, str) else entry for name, entry in table.classes.items()}
