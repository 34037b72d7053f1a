"""A call has one owner of its retries: others are noticed."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import anthropic
import openai
import pytest
import tenacity

from classifier.retry import RetriesMultiplyWarning, call, retry

CLIENT = openai.OpenAI(api_key="unused", base_url="http://127.0.0.1:9")
QUIET = openai.OpenAI(api_key="unused", base_url="http://127.0.0.1:9", max_retries=0)


def test_global_client_with_retries_is_noticed_once() -> None:
    """A client the function uses as a global warns at decoration with the fix, and never again."""

    def ask() -> str:
        return str(CLIENT.base_url)

    with pytest.warns(RetriesMultiplyWarning, match=r"uses an openai.OpenAI that retries 2 times .*max_retries=0"):
        wrapped = retry(ask)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wrapped()
        retry(ask)()


def test_bound_method_of_a_client_is_noticed() -> None:
    """Wrapping `client.chat.completions.create` itself is seen."""
    with pytest.warns(RetriesMultiplyWarning, match="OpenAI that retries 2 times"):
        retry(CLIENT.chat.completions.create)


def test_closure_partial_and_argument_are_noticed() -> None:
    """A client that is closed over, bound by a partial, or handed in is seen too."""
    client = anthropic.Anthropic(api_key="unused", base_url="http://127.0.0.1:9")

    def closed() -> str:
        return str(client.base_url)

    def given(it: Any) -> int:
        return 1 if it else 0

    with pytest.warns(RetriesMultiplyWarning, match="anthropic.Anthropic that retries 2 times"):
        call(closed)
    with pytest.warns(RetriesMultiplyWarning, match="anthropic.Anthropic"):
        call(given, client)
    with pytest.warns(RetriesMultiplyWarning, match="anthropic.Anthropic"):
        retry(functools.partial(given, client))


def test_client_of_self_and_subclass_are_noticed() -> None:
    """A client in an attribute of `self` is found at the first call, also one of a user's subclass."""

    class Mine(openai.AsyncOpenAI): ...

    class Service:
        def __init__(self) -> None:
            self.model = Mine(api_key="unused", base_url="http://127.0.0.1:9", max_retries=5)

        @retry
        def ask(self) -> int:
            return 1

    with pytest.warns(RetriesMultiplyWarning, match="Mine that retries 5 times"):
        Service().ask()


def test_nested_loops_are_noticed() -> None:
    """Two loops around one function multiply, whoever made them."""

    def plain() -> int:
        return 1

    with pytest.warns(RetriesMultiplyWarning, match="has a retry of its own already"):
        retry(retry(plain))
    with pytest.warns(RetriesMultiplyWarning, match="is wrapped by tenacity already"):
        retry(tenacity.retry(plain))


def test_silent_client_is_fine() -> None:
    """A client without retries of its own, and objects that are none, cause no warning."""

    class Odd:
        @property
        def max_retries(self) -> int:
            raise RuntimeError("do not touch")

        def __getattr__(self, name: str) -> Any:
            raise RuntimeError("do not touch")

    odd = Odd()

    def ask() -> str:
        return f"{QUIET.base_url} {id(odd)}"

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        retry(ask)()
        retry(CLIENT.with_options(max_retries=0).chat.completions.create)
        call(lambda each: 1, odd)
