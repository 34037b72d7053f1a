"""
Is the SDK there? It is imported when a client is built, and only its own absence is reported as a missing extra.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["load_sdk"]


def load_sdk(module: str, package: str) -> Any:
    """
    Import and return an SDK.

    Args:
        module: What to import, such as `"google.genai"`.
        package: The distribution it comes in.

    Raises:
        ModuleNotFoundError: If it is not installed; the message names the extra. A module that the SDK itself misses
            shows its own error.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as exc:
        absent = exc.name or ""
        # A namespace package such as `google` may be absent as a whole.
        if module != absent and not module.startswith(f"{absent}."):
            raise
        msg = f"this provider needs {package!r}; install it with: pip install 'nexus-classifier[llm]'"
        raise ModuleNotFoundError(msg, name=absent) from exc
