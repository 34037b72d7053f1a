"""
How is a function called until it succeeds or a decision says stop? tenacity's loop, loaded on first use.
"""

from __future__ import annotations

import functools
import inspect
import random
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast, overload

from classifier.retry.budget import RetryBudget
from classifier.retry.callables import is_async, qualified_name, refuse_generators
from classifier.retry.context import RetryContext, RetryHook
from classifier.retry.decision import DEFAULT_POLICY
from classifier.retry.owners import warn_of_other_owners
from classifier.retry.policy import RetryPolicy
from classifier.retry.run import BeforeRetry, Explainer, Options, Run

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["acall", "call", "retry"]

P = ParamSpec("P")
R = TypeVar("R")

ExceptionTypes = type[Exception] | tuple[type[Exception], ...]


@overload
def retry(func: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def retry(
    *,
    policy: RetryPolicy | None = ...,
    budget: RetryBudget | str | None = ...,
    retry_on: ExceptionTypes = ...,
    idempotent: bool = ...,
    on_retry: RetryHook | None = ...,
    on_give_up: RetryHook | None = ...,
    before_retry: BeforeRetry | None = ...,
    classifier: Explainer | None = ...,
    rng: random.Random | None = ...,
    context: RetryContext | None = ...,
) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def retry(
    func: Callable[P, R] | None = None,
    /,
    *,
    policy: RetryPolicy | None = None,
    budget: RetryBudget | str | None = None,
    retry_on: ExceptionTypes = (),
    idempotent: bool = True,
    on_retry: RetryHook | None = None,
    on_give_up: RetryHook | None = None,
    before_retry: BeforeRetry | None = None,
    classifier: Explainer | None = None,
    rng: random.Random | None = None,
    context: RetryContext | None = None,
) -> Callable[P, R] | Callable[[Callable[P, R]], Callable[P, R]]:
    """
    Call the decorated function again when its failure says that this can help.

    Works on functions, methods and coroutine functions, as `@retry` or `@retry(policy=…)`. The exception that leaves
    is the very object the function raised, with a note that tells attempts, waits and the last classification.
    `KeyboardInterrupt`, `asyncio.CancelledError` and all else that is no `Exception` pass at once.

    Args:
        policy: The numbers; None takes the defaults.
        budget: Shared with other calls; a str is the name of one of the process's budgets. None: no budget.
        retry_on: Exception types to retry though their kind is not, with the policy's numbers for `"opted_in"`.
        idempotent: False if making the call twice may do harm; then nothing is retried, and the hint says to verify.
        on_retry: Called before each wait.
        on_give_up: Called when a failure is about to reach the caller.
        before_retry: Called with the details, the arguments and the keyword arguments before each retry; may return
            new ones, `(args, kwargs)`, to repair a prompt or to send less. If it raises, the retrying stops. It and the
            hooks may be coroutine functions where the decorated function is one.
        classifier: Something with `explain(failure, context=None)`; None takes the process's own.
        rng: Source of the jitter; give it a seed to repeat a run.
        context: Receives the attempts of the latest call. Inside the function, `current_context()` is the same.

    Raises:
        TypeError: If `func` is a generator function, or not callable, or `policy` is no RetryPolicy, or `rng` no
            random.Random.
        ModuleNotFoundError: If tenacity is not installed.
    """
    options = Options(
        DEFAULT_POLICY if policy is None else policy,
        _budget(budget),
        _types(retry_on),
        idempotent,
        on_retry,
        on_give_up,
        before_retry,
        classifier,
        rng,
    )
    if func is None:
        return functools.partial(_decorated, options=options, context=context)
    return _decorated(func, options, context)


def call(
    func: Callable[..., R],
    /,
    *args: object,
    policy: RetryPolicy | None = None,
    context: RetryContext | None = None,
    budget: RetryBudget | str | None = None,
    retry_on: ExceptionTypes = (),
    idempotent: bool = True,
    on_retry: RetryHook | None = None,
    on_give_up: RetryHook | None = None,
    before_retry: BeforeRetry | None = None,
    classifier: Explainer | None = None,
    rng: random.Random | None = None,
    **kwargs: object,
) -> R:
    """
    Call `func(*args, **kwargs)` as `retry` would; a keyword that both need goes in with `functools.partial`.

    Raises:
        TypeError: If `func` is a generator or coroutine function, or not callable, or `policy` is no RetryPolicy, or
            `rng` no random.Random.
        ModuleNotFoundError: If tenacity is not installed.
    """
    refuse_generators(func)
    if is_async(func):
        msg = f"call cannot run the coroutine function {qualified_name(func)!r}; use: await acall(...)"
        raise TypeError(msg)
    options = Options(
        DEFAULT_POLICY if policy is None else policy,
        _budget(budget),
        _types(retry_on),
        idempotent,
        on_retry,
        on_give_up,
        before_retry,
        classifier,
        rng,
    )
    warn_of_other_owners(func, qualified_name(func), args)
    return _run(func, options, context, args, kwargs)


async def acall(
    func: Callable[..., Coroutine[Any, Any, R]],
    /,
    *args: object,
    policy: RetryPolicy | None = None,
    context: RetryContext | None = None,
    budget: RetryBudget | str | None = None,
    retry_on: ExceptionTypes = (),
    idempotent: bool = True,
    on_retry: RetryHook | None = None,
    on_give_up: RetryHook | None = None,
    before_retry: BeforeRetry | None = None,
    classifier: Explainer | None = None,
    rng: random.Random | None = None,
    **kwargs: object,
) -> R:
    """
    Await `func(*args, **kwargs)` as `retry` would; under asyncio and trio.

    Raises:
        TypeError: If `func` is a generator function, or not callable, or `policy` is no RetryPolicy, or `rng` no
            random.Random.
        ModuleNotFoundError: If tenacity is not installed.
    """
    refuse_generators(func)
    options = Options(
        DEFAULT_POLICY if policy is None else policy,
        _budget(budget),
        _types(retry_on),
        idempotent,
        on_retry,
        on_give_up,
        before_retry,
        classifier,
        rng,
    )
    warn_of_other_owners(func, qualified_name(func), args)
    return await _arun(func, options, context, args, kwargs)


def _decorated(func: Callable[P, R], options: Options, context: RetryContext | None) -> Callable[P, R]:
    refuse_generators(func)
    _tenacity()  # a missing package shows at import of the caller's module, not in the middle of its night
    name = qualified_name(func)
    warn_of_other_owners(func, name, ())
    if is_async(func):

        @functools.wraps(func)
        async def wrapper(*args: P.args, **kwargs: P.kwargs) -> Any:
            warn_of_other_owners(func, name, args)
            return await _arun(cast("Callable[..., Any]", func), options, context, args, kwargs)

    else:

        @functools.wraps(func)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> Any:
            warn_of_other_owners(func, name, args)
            return _run(func, options, context, args, kwargs)

    wrapper.retry_options = options  # type: ignore[attr-defined]  # lets another loop see that this one has an owner
    return cast("Callable[P, R]", wrapper)


def _run(
    func: Callable[..., R],
    options: Options,
    context: RetryContext | None,
    args: tuple[object, ...],
    kwargs: dict[str, object],
) -> R:
    run = Run(qualified_name(func), options, context, args, kwargs)

    def attempt() -> R:
        run.begin_attempt()
        return func(*run.args, **run.kwargs)

    loop = _tenacity().Retrying(
        retry=run.should_retry, wait=run.wait_s, stop=run.should_stop, reraise=True, **run.sleep_option()
    )
    with run:
        result = loop(attempt)
        run.raise_failure()
    if inspect.iscoroutine(result):
        result.close()
        msg = f"{run.name!r} returned a coroutine, which a synchronous retry cannot await; use acall or an async def"
        raise TypeError(msg)
    return cast("R", result)


async def _arun(
    func: Callable[..., Coroutine[Any, Any, R]],
    options: Options,
    context: RetryContext | None,
    args: tuple[object, ...],
    kwargs: dict[str, object],
) -> R:
    run = Run(qualified_name(func), options, context, args, kwargs)
    loop = _tenacity().AsyncRetrying(
        retry=run.should_retry_async,
        wait=run.wait_s_async,
        stop=run.should_stop,
        reraise=True,
        **run.sleep_option(is_async=True),
    )

    async def attempt() -> Any:
        run.begin_attempt()
        result = func(*run.args, **run.kwargs)
        return await result if inspect.isawaitable(result) else result

    with run:
        result = await loop(attempt)
        run.raise_failure()
    return cast("R", result)


def _tenacity() -> ModuleType:
    try:
        import tenacity
    except ModuleNotFoundError as exc:
        if exc.name != "tenacity":
            raise
        msg = "classifier.retry needs 'tenacity'; install it with: pip install 'nexus-classifier[retry]'"
        raise ModuleNotFoundError(msg, name="tenacity") from exc
    return tenacity


def _budget(budget: RetryBudget | str | None) -> RetryBudget | None:
    return RetryBudget.named(budget) if isinstance(budget, str) else budget


def _types(retry_on: ExceptionTypes) -> tuple[type[Exception], ...]:
    types = retry_on if isinstance(retry_on, tuple) else (retry_on,)
    given: tuple[object, ...] = types
    for each in given:
        if not (isinstance(each, type) and issubclass(each, Exception)):
            msg = f"retry_on names {each!r}; expected subclasses of Exception (what interrupts is never retried)"
            raise TypeError(msg)
    return types
