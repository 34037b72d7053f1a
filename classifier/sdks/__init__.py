"""
What do the exception classes of known SDKs and libraries mean? One small table each; none imports its SDK.

A table is read when an exception of its package first appears. To add a library: write `sdks/NAME.py` with a `TABLE`,
and name the module in `_MODULES` under each prefix it answers for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from classifier.sdks.base import ClassEntry, SdkTable

__all__ = ["ClassEntry", "SdkTable", "all_tables", "entry_for", "on_register", "register_table"]

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
    "langchain_core": "langchain_core",
    "langgraph": "langchain_core",
    "instructor": "instructor",
    "pydantic_ai": "pydantic_ai",
    "pydantic_graph": "pydantic_ai",
    "agents": "openai_agents",
    "smolagents": "smolagents",
    "mcp": "mcp",
    "httpx": "httpx",
    "httpx2": "httpx",
    "httpcore": "httpcore",
    "httpcore2": "httpcore",
    "requests": "requests",
    "botocore.vendored.requests": "requests",
    "urllib3": "urllib3",
    "botocore.vendored.requests.packages.urllib3": "urllib3",
    "urllib": "urllib",
    "http": "urllib",
    "aiohttp": "aiohttp",
    "websockets": "websockets",
    "botocore": "botocore",
    "boto3": "boto3",
    "s3transfer": "boto3",
    "azure.core": "azure_core",
    "paramiko": "paramiko",
    "redis": "redis",
    "sqlalchemy": "sqlalchemy",
    "psycopg": "psycopg",
    "psycopg_pool": "psycopg",
    "psycopg2": "psycopg",
    "sqlite3": "sqlite3",
    "docker": "docker",
    "e2b": "e2b",
    "playwright": "playwright",
    "git": "git",
    "gitdb": "git",
    "subprocess": "subprocess",
    "pydantic": "pydantic",
    "pydantic_core": "pydantic",
    "pydantic_settings": "pydantic",
    "jsonschema": "jsonschema",
    "referencing": "jsonschema",
    "jsonpatch": "jsonschema",
    "jsonpointer": "jsonschema",
    "unidiff": "jsonschema",
    "json": "formats",
    "simplejson": "formats",
    "orjson": "formats",
    "xml": "formats",
    "pyexpat": "formats",
    "tomllib": "formats",
    "_csv": "formats",
    "configparser": "formats",
    "email": "formats",
    "yaml": "formats",
    "tokenize": "formats",
    "tarfile": "archives",
    "zipfile": "archives",
    "zlib": "archives",
    "_lzma": "archives",
    "lzma": "archives",
    "gzip": "archives",
    "_pickle": "archives",
    "pickle": "archives",
    "struct": "archives",
    "binascii": "archives",
    "shutil": "archives",
    "tenacity": "tenacity",
    "asyncio": "asyncio",
    "anyio": "asyncio",
    "concurrent": "asyncio",
    "multiprocessing": "asyncio",
    "threading": "asyncio",
    "queue": "asyncio",
    "_queue": "asyncio",
    "socket": "network",
    "ssl": "network",
    "smtplib": "network",
    "ftplib": "network",
    "imaplib": "network",
    "poplib": "network",
    "builtins": "python",
}
"""Package prefix to the module of this package that holds its table."""

_listeners: Final[list[Callable[[], None]]] = []
_user_tables: Final[list[SdkTable]] = []
_user_classes: Final[dict[str, dict[str, ClassEntry]]] = {}
_built_in_classes: Final[dict[str, dict[str, ClassEntry]]] = {}


def register_table(table: SdkTable) -> None:
    """
    Make the classes of one more library known, or known differently.

    For the same prefix and class a later table wins over an earlier one, and any of them over a built-in one.
    """
    _user_tables.append(table)
    for prefix in table.packages:
        _user_classes.setdefault(prefix, {}).update(_entries(table))
    for listener in _listeners:
        listener()


def on_register(listener: Callable[[], None]) -> None:
    """Call `listener` after each new table, so that what was remembered of `entry_for` is asked anew."""
    _listeners.append(listener)


def all_tables() -> tuple[SdkTable, ...]:
    """Return every table, the built-in ones first."""
    names = dict.fromkeys(_MODULES.values())
    return (*(_table_of(name) for name in names), *_user_tables)


def entry_for(cls: type) -> ClassEntry | None:
    """Return what `cls` itself, not its bases, is listed as; the longest package prefix wins."""
    module = getattr(cls, "__module__", None)
    if not isinstance(module, str):
        return None
    name = cls.__name__
    while module:
        for classes in (_user_classes.get(module), _built_in(module)):
            if classes is not None and name in classes:
                return classes[name]
        module = module.rpartition(".")[0]
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
