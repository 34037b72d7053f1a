"""
What does one step of the cascade look like? A protocol, the verdict it returns, and the check at registration.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from classifier.evidence import Evidence

__all__ = ["Strategy", "Verdict", "check_strategy", "remember"]


K = TypeVar("K")
V = TypeVar("V")

_RECENT: Final = 256


class Verdict(NamedTuple):
    """
    What one strategy concluded; a named tuple, which is built four times as fast as a frozen dataclass.

    Attributes:
        category: Name of a known category.
        reason: Name of a known reason of that category.
        rule: Stable id of what decided, such as `"status:429"`.
        confidence: 0 to 1.
        weak: True if a later strategy may overrule it; a weak verdict stands when none does.
        cause_depth: Steps down the chain of causes to the deciding exception.
        suspects: Other categories that matched as well.
        hints: Hints beside those of the reason.
        retryable: Overrules the reason's own retryability; None keeps it.
    """

    category: str
    reason: str
    rule: str
    confidence: float = 1.0
    weak: bool = False
    cause_depth: int = 0
    suspects: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    retryable: bool | None = None


@runtime_checkable
class Strategy(Protocol):
    """
    One step of the cascade.

    A strategy may also have `cost_s`, its measured worst time in seconds; the engine skips it when less is left.
    """

    @property
    def name(self) -> str:
        """Short id, written to `Classification.strategy`."""
        ...

    def classify(self, evidence: Evidence, prior: Verdict | None, /) -> Verdict | None:
        """Return a verdict, or None to pass; `prior` is the weak verdict of an earlier step, if any."""
        ...


def remember(recent: dict[K, V], key: K, value: V) -> None:
    """Keep what was worked out; when 256 are kept, begin anew, which needs no lock and no order."""
    if len(recent) >= _RECENT:
        recent.clear()
    recent[key] = value


def check_strategy(strategy: object, source: str = "strategies=") -> Strategy:
    """
    Return `strategy` if it can take part in the cascade.

    Raises:
        TypeError: If it cannot; the message says who, what is wrong, and what was expected.
    """
    who = f"{type(strategy).__qualname__} from {source}"
    name = getattr(strategy, "name", None)
    if not isinstance(name, str) or not name:
        msg = f"strategy {who}: 'name' is {name!r}; expected a non-empty str"
        raise TypeError(msg)
    method = getattr(strategy, "classify", None)
    if not callable(method):
        msg = f"strategy {name!r} ({who}): 'classify' is {method!r}; expected a method classify(evidence, prior)"
        raise TypeError(msg)
    try:
        inspect.signature(method).bind(None, None)
    except TypeError as exc:
        signature = inspect.signature(method)
        msg = f"strategy {name!r} ({who}): classify{signature} cannot be called with (evidence, prior): {exc}"
        raise TypeError(msg) from exc
    except ValueError:
        pass  # a builtin without a signature: it shows its colours on the first call
    cost_s = getattr(strategy, "cost_s", 0.0)
    if not isinstance(cost_s, int | float) or not cost_s >= 0:
        msg = f"strategy {name!r} ({who}): 'cost_s' is {cost_s!r}; expected seconds, 0 or more"
        raise TypeError(msg)
    return strategy  # type: ignore[return-value]
