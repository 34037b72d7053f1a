"""
What is one finding, and how decisive is it? The common currency of the modules that judge facts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from classifier.evidence.facts import Facts

__all__ = ["DECISIVE", "KIND", "NUMBER", "PROGRAMMING", "STATUS", "VAGUE", "Finding"]

DECISIVE: Final = 80
STATUS: Final = 75
NUMBER: Final = 70
VAGUE: Final = 60
KIND: Final = 50
PROGRAMMING: Final = 40
"""How decisive a finding is; a deeper link wins only over a lower one."""


class Finding(NamedTuple):
    """What one link says: a reason, how decisive it is, and the rule."""

    reason: str
    level: int
    rule: str
    facts: Facts
