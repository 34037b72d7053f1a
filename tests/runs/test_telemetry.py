"""What OpenTelemetry is told, seen through its own SDK's in-memory exporters."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from classifier import REASONS, NexusCoreError
from classifier.llm import OpenAILLM
from classifier.llm.testing import ProviderServer, answer, error_in_200, failure
from classifier.runs import BaseAgent
from classifier.testing import no_sleep

SECRET = "the-words-of-the-failure"
_exporter = InMemorySpanExporter()
_reader = InMemoryMetricReader()


@pytest.fixture(scope="module", autouse=True)
def _providers() -> Iterator[None]:
    """The API takes a provider once for the process."""
    tracing = TracerProvider()
    tracing.add_span_processor(SimpleSpanProcessor(_exporter))
    metering = MeterProvider(metric_readers=[_reader])
    trace.set_tracer_provider(tracing)
    metrics.set_meter_provider(metering)
    yield
    tracing.shutdown()
    metering.shutdown()


def counts(name: str) -> dict[str, int]:
    """Return the counter's values by reason."""
    found: dict[str, int] = {}
    data = json.loads(_reader.get_metrics_data().to_json())  # type: ignore[union-attr]
    for resource in data["resource_metrics"]:
        for scope in resource["scope_metrics"]:
            for metric in scope["metrics"]:
                if metric["name"] == f"nexus_classifier.{name}":
                    for point in metric["data"]["data_points"]:
                        assert point["attributes"]["error.type"] in REASONS
                        assert SECRET not in json.dumps(point)
                        found[point["attributes"]["error.type"]] = point["value"]
    return found


def test_call_and_attempts_are_traced_and_counted() -> None:
    """One span for the call, one for each attempt; `error.type` is a reason, and no text is told anywhere."""
    _exporter.clear()
    with (
        no_sleep(),
        ProviderServer() as server,
        OpenAILLM("some-model", api_key="key", base_url=server.url("openai")) as llm,
    ):
        server.script(failure(503, message=SECRET), answer(SECRET), failure(401, message=SECRET))
        BaseAgent(llm).execute_llm_task(SECRET, task_type="review")
        with pytest.raises(NexusCoreError):
            BaseAgent(llm).execute_llm_task(SECRET)

    spans = _exporter.get_finished_spans()
    told = [(span.name, dict(span.attributes or {}).get("error.type")) for span in spans]
    assert told == [
        ("chat some-model", "overloaded"),
        ("chat some-model", None),
        ("execute_llm_task", None),
        ("chat some-model", "auth_failed"),
        ("execute_llm_task", "auth_failed"),
    ]
    first, second, call = spans[:3]
    assert call.context is not None
    assert first.parent is not None
    assert second.parent is not None
    assert first.parent.span_id == second.parent.span_id == call.context.span_id
    assert dict(first.attributes or {})["gen_ai.provider.name"] == "openai"
    assert dict(second.attributes or {})["http.request.resend_count"] == 1
    assert dict(call.attributes or {})["nexus.task_type"] == "review"
    assert first.status.status_code is trace.StatusCode.ERROR
    assert not any(SECRET in span.to_json() for span in spans)
    assert counts("classifications") == {"overloaded": 1, "auth_failed": 1}
    assert counts("retries") == {"overloaded": 1}
    assert counts("give_ups") == {"auth_failed": 1}


def test_without_opentelemetry_nothing_is_told_and_nothing_breaks() -> None:
    """The extra is optional: calls, retries and failures go their way without it."""
    code = """
import importlib.abc, sys
class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] == "opentelemetry":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
from classifier.llm import OpenAILLM
from classifier.llm.testing import ProviderServer, answer, error_in_200, failure
from classifier.runs import BaseAgent
from classifier.testing import no_sleep
with no_sleep(), ProviderServer() as server, OpenAILLM("m", api_key="k", base_url=server.url("openai")) as llm:
    server.script(failure(503), answer("fine"))
    print(BaseAgent(llm).execute_llm_task("question"), "opentelemetry" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "fine False\n"


def test_stream_is_traced_without_taking_over_the_callers_span() -> None:
    """Between two pieces the caller's own span is the current one; the stream's ends with its failure."""
    _exporter.clear()
    with ProviderServer() as server, OpenAILLM("some-model", api_key="key", base_url=server.url("openai")) as llm:
        server.script(error_in_200(503, "overloaded_error", SECRET, after=("half ",)))
        with trace.get_tracer("caller").start_as_current_span("caller") as mine:
            stream = llm.stream(SECRET)
            next(stream)
            assert trace.get_current_span() is mine
            with pytest.raises(Exception, match=SECRET):
                next(stream)

    span = _exporter.get_finished_spans()[0]
    assert (span.name, dict(span.attributes or {})["error.type"]) == ("chat some-model", "overloaded")
    assert SECRET not in span.to_json()
