"""
What is known of a tool's output? The form of the tables of phrases; data only.
"""

from __future__ import annotations

from dataclasses import dataclass

from classifier.tools.taxonomy import ToolErrorCategory

__all__ = ["Mark", "Tool"]


@dataclass(frozen=True, slots=True)
class Mark:
    """
    Phrases that speak for a category.

    Attributes:
        category: Of the failure.
        phrases: One of them must be there.
        also: If not empty, one of these must be on the same line as one of `phrases`.
        unless: A line that holds one of these does not count.
    """

    category: ToolErrorCategory
    phrases: tuple[str, ...]
    also: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """
    One tool, or a family of tools that fail alike.

    Attributes:
        name: Stable id, part of `ToolError.rule`.
        commands: `"git apply"`, `"pytest"`: how a command line begins that runs it; also the harness's names of it.
        packages: Python packages whose exceptions it raises.
        otherwise: What a failure is if the tool is known to have run and no phrase is found; None to look elsewhere.
        marks: Its phrases.
    """

    name: str
    marks: tuple[Mark, ...] = ()
    commands: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    otherwise: ToolErrorCategory | None = None
