"""T5 to T7 of C5 §5, under their numbers; the matrix of failures is in test_execute_llm_task.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from classifier import ModelRateLimitError, NexusCoreError, UnexpectedSystemError
from classifier.llm import OpenAILLM
from classifier.llm.testing import ProviderServer, answer, failure
from classifier.runs import BaseAgent
from classifier.testing import FakeClock


@pytest.fixture
def agent(server: ProviderServer) -> Iterator[BaseAgent]:
    with OpenAILLM("m", api_key="key", base_url=server.url("openai")) as llm:
        yield BaseAgent(llm)


@pytest.mark.parametrize("as_json", [False, True])
def test_t5_failure_after_retries_raises_instead_of_an_empty_answer(
    server: ProviderServer, agent: BaseAgent, as_json: bool
) -> None:
    """T5: neither `{}` nor an empty text comes back."""
    server.script(*[failure(503)] * 10)

    with pytest.raises(NexusCoreError):
        agent.execute_llm_task("question", as_json=as_json)

    assert server.request_count == 4


def test_t6_rate_limit_is_converted_and_retried(server: ProviderServer, agent: BaseAgent, clock: FakeClock) -> None:
    """T6: a 429 becomes a ModelRateLimitError, which the policy retries."""
    server.script(failure(429), answer("done"), *[failure(429)] * 10)

    assert agent.execute_llm_task("question") == "done"
    assert len(clock.waits_s) == 1
    with pytest.raises(ModelRateLimitError):
        agent.execute_llm_task("question")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422, 501, 505])
def test_t7_lasting_failure_is_raised_at_once(server: ProviderServer, agent: BaseAgent, status: int) -> None:
    """T7: one request, no wait."""
    server.script(failure(status))

    with pytest.raises(UnexpectedSystemError):
        agent.execute_llm_task("question")

    assert server.request_count == 1
