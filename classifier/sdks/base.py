"""
What does a table of one SDK look like? Class names and what each means; no SDK is imported.

A table is matched by the package an exception's class comes from, as a dotted prefix of its module, and by class name
over the MRO, so that a subclass the table does not list takes the meaning of its nearest listed base.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

__all__ = ["BY_CAUSE", "BY_STATUS", "ClassEntry", "Classes", "SdkTable", "generic", "left"]


@dataclass(frozen=True, slots=True)
class ClassEntry:
    """
    What an exception class says by itself.

    Attributes:
        reason: Name of a reason; "" if the class alone says nothing.
        decisive: True if the class settles the matter; False if a cause or the words may be finer.
        why: For an empty reason, what is looked at instead.
    """

    reason: str
    decisive: bool = True
    why: str = ""


Classes: TypeAlias = Mapping[str, str | ClassEntry]
"""Class name to reason name, which is decisive, or to a `ClassEntry`."""


def generic(reason: str) -> ClassEntry:
    """Return an entry for a class that names only the kind of trouble; a cause, a status or words may be finer."""
    return ClassEntry(reason, decisive=False)


def left(why: str) -> ClassEntry:
    """Return an entry for a class that is deliberately left to something else, which `why` names."""
    return ClassEntry("", decisive=False, why=why)


BY_STATUS: Final = left("the HTTP status and the provider's code decide")
BY_CAUSE: Final = left("a wrapper: its cause or its words decide")


@dataclass(frozen=True, slots=True)
class SdkTable:
    """
    The exception classes of one SDK.

    Attributes:
        packages: Import prefixes, such as `("httpx", "httpx2")` or `("google.genai",)`.
        classes: The classes of those packages, submodules included.
    """

    packages: tuple[str, ...]
    classes: Classes
