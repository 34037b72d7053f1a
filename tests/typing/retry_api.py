"""How type checkers see `classifier.retry`; checked by mypy, never run."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, assert_type

from classifier.classification import Classification
from classifier.retry import Decision, RetryBudget, RetryDetails, RetryPolicy, acall, call, decide, retry


@retry
def plain(text: str, *, count: int = 1) -> list[str]:
    """Keep parameters and result."""
    return [text] * count


@retry(policy=RetryPolicy(max_retries=2), budget=RetryBudget(5), retry_on=(KeyError, ValueError))
async def coroutine(text: str) -> int:
    """Stay a coroutine function."""
    return len(text)


class Client:
    """Has decorated methods."""

    @retry(idempotent=False)
    def ask(self, text: str) -> str:
        """Keep `self`."""
        return text


def repair(
    details: RetryDetails, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return what was given."""
    return args, kwargs


async def check(found: Classification) -> None:
    """Assert the revealed types."""
    assert_type(plain("a", count=2), list[str])
    assert_type(await coroutine("a"), int)
    assert_type(Client().ask("a"), str)
    assert_type(call(len, "abc"), int)
    assert_type(await acall(coroutine, "abc", before_retry=repair), int)
    assert_type(decide(found, 1, 0.0), Decision)
    kept: Callable[[str], Coroutine[Any, Any, int]] = coroutine
    assert_type(await kept("a"), int)
    plain(1)  # type: ignore[arg-type]
    plain("a", number=2)  # type: ignore[call-arg]
    Client().ask()  # type: ignore[call-arg]
    retry(retry_on=KeyboardInterrupt)  # type: ignore[arg-type]
