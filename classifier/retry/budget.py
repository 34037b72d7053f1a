"""
How many retries may all calls of a group make together? A token bucket, so that an outage does not multiply traffic.
"""

from __future__ import annotations

import math
import sys
import threading
from typing import Final

__all__ = ["RetryBudget"]


class RetryBudget:
    """
    Tokens that retries spend and successes pay back; when there are none, the loops of the group stop.

    Threads and tasks may share one: each operation is a few instructions under a lock and never waits for anything.
    There is no refill by time: while everything fails the group makes at most `capacity / cost` retries, however long
    the outage, and first attempts, which are free, find out when it is over.

    The defaults are those of botocore's "standard" mode, in units of its ordinary retry: 500 tokens, of which a retry
    costs 14 and one after throttling 5; a success pays 1 back, or the whole cost if it took a retry.

    Args:
        capacity: Tokens at the start and at most, above 0.
        cost: Tokens a retry spends, above 0, at most `capacity`.
        throttled_cost: The same after a `rate_limit`, where the server is well and says when to come.
        payback: Tokens a success at the first attempt pays back, 0 to `cost`.
        name: Shown in notes and by `repr`.

    Raises:
        ValueError: If a number is out of its range.
    """

    def __init__(
        self,
        capacity: float = 35.0,
        *,
        cost: float = 1.0,
        throttled_cost: float = 5 / 14,
        payback: float = 1 / 14,
        name: str = "unnamed",
    ) -> None:
        self.capacity: Final = _number("capacity", capacity, 0.0, math.inf)
        self.cost: Final = _number("cost", cost, 0.0, capacity)
        self.throttled_cost: Final = _number("throttled_cost", throttled_cost, 0.0, capacity)
        if payback != 0:
            _number("payback", payback, 0.0, cost)
        self.payback: Final = payback
        self.name: Final = name
        self._available = float(capacity)
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"RetryBudget({self.name!r}, available={self.available:g} of {self.capacity:g})"

    @property
    def available(self) -> float:
        """Tokens left, 0 to `capacity`."""
        with self._lock:
            return self._available

    def spend(self, *, throttled: bool = False) -> float:
        """Take the tokens for one retry and return how many; 0, and nothing is taken, if there are too few."""
        cost = self.throttled_cost if throttled else self.cost
        with self._lock:
            if self._available < cost:
                return 0.0
            self._available -= cost
            return cost

    def pay_back(self, spent: float = 0.0) -> None:
        """Return tokens for a call that succeeded: what its last retry spent, or `payback` if it took none."""
        amount = spent if spent > 0 else self.payback
        with self._lock:
            self._available = min(self.capacity, self._available + amount)

    def reset(self) -> None:
        """Fill the bucket."""
        with self._lock:
            self._available = float(self.capacity)

    @classmethod
    def named(cls, name: str) -> RetryBudget:
        """
        Return the process's budget of this name, with the default numbers if `register` made no other before.

        Raises:
            ValueError: If `name` is empty.
        """
        if not name:
            msg = f"budget name is {name!r}; expected a non-empty str, such as 'openai'"
            raise ValueError(msg)
        with _groups_lock:
            if name not in _groups:
                _groups[name] = cls(name=name)
            return _groups[name]

    @classmethod
    def register(cls, budget: RetryBudget) -> None:
        """
        Make `budget` the one that `named(budget.name)` and `budget="name"` mean.

        Raises:
            ValueError: If another budget has the name already.
        """
        with _groups_lock:
            if _groups.setdefault(budget.name, budget) is not budget:
                msg = f"budget {budget.name!r} exists already; register before its first use, or choose another name"
                raise ValueError(msg)


_groups: Final[dict[str, RetryBudget]] = {}
_groups_lock: Final = threading.Lock()


def _number(name: str, value: float, above: float, most: float) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    # An int may be larger than any float.
    if not is_number or not above < value <= min(most, sys.float_info.max):
        limit = "finite" if math.isinf(most) else f"at most {most:g}"
        msg = f"RetryBudget {name} is {value!r}; expected a number above {above:g}, {limit}"
        raise ValueError(msg)
    return value
