"""When a stub is answered, how it is told, and that nothing takes it for an answer."""

from __future__ import annotations

import ast
import asyncio
import copy
import logging
import pickle
from pathlib import Path

import pytest

import classifier
from classifier import InvalidModelOutputError, explain
from classifier.llm import LLMText, OpenAICompatLLM, OpenAILLM, StubOutputError, Usage, require_real
from classifier.llm.testing import ProviderServer, answer, failure

PACKAGE = Path(classifier.__file__).parent
FLAG = "NEXUSCORE_ALLOW_STUB_FALLBACK"


def test_without_a_key_the_answer_is_a_marked_stub(caplog: pytest.LogCaptureFixture) -> None:
    """T4, FR3: as before there is an answer and a WARN that names the model; now the answer says what it is."""
    with OpenAILLM("some-model") as llm, caplog.at_level(logging.WARNING):
        text = llm.execute("question")
        assert asyncio.run(llm.aexecute("question")).mode == "stub"

    assert isinstance(text, str)
    assert (text.mode, text.is_stub, llm.last_call_mode) == ("stub", True, "stub")
    warning = caplog.records[0]
    assert (warning.levelname, "some-model" in warning.message, "OPENAI_API_KEY" in warning.message) == (
        "WARNING", True, True)  # fmt: skip


def test_dry_run_asks_nobody(server: ProviderServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a key and dry-run, by argument or environment, no request is made."""
    with OpenAILLM("m", api_key="key", base_url=server.url("openai"), dry_run=True) as llm:
        assert llm.execute("question").mode == "stub"
    monkeypatch.setenv("NEXUSCORE_DRY_RUN", "1")
    with OpenAILLM("m", api_key="key", base_url=server.url("openai")) as llm:
        assert llm.execute("question").mode == "stub"

    assert server.request_count == 0


def test_stream_without_a_key_is_a_marked_stub() -> None:
    """Every piece carries the mark, sync and async."""

    async def pieces(llm: OpenAILLM) -> list[LLMText]:
        return [piece async for piece in llm.astream("question")]

    with OpenAILLM("m") as llm:
        assert [piece.mode for piece in llm.stream("question")] == ["stub"]
        assert [piece.mode for piece in asyncio.run(pieces(llm))] == ["stub"]


def test_stub_for_json_is_json() -> None:
    """A pipeline without a key still runs through its parser, and the parsed value says what it is."""
    with OpenAILLM("m") as llm:
        assert llm.execute("question", as_json=True).json() == {"stub": "[stub:openai:m] no model wrote this"}


def test_flag_restores_the_fallback_marked_and_warned_of_each_time(
    server: ProviderServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """T8: under the flag a failed call is a stub again; it says so, and the gate still stops it."""
    monkeypatch.setenv(FLAG, "1")
    server.script(failure(500), failure(500), failure(500))

    async def ask(llm: OpenAILLM) -> LLMText:
        async with llm:
            return await llm.aexecute("question")

    with OpenAILLM("some-model", api_key="key", base_url=server.url("openai")) as llm:
        with caplog.at_level(logging.WARNING):
            texts = [llm.execute("question"), llm.execute("question", as_json=True), asyncio.run(ask(llm))]
        assert llm.last_call_mode == "stub-fallback"

    assert [text.mode for text in texts] == ["stub-fallback"] * 3
    assert sum(FLAG in record.message and "some-model" in record.message for record in caplog.records) == 3
    for text in texts:
        with pytest.raises(StubOutputError):
            require_real(text)


@pytest.mark.parametrize("value", [None, "", "0", "true", "yes"])
def test_without_the_flag_there_is_no_fallback(
    server: ProviderServer, monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    """T8: it is off by default, and only the very value `1` turns it on."""
    if value is not None:
        monkeypatch.setenv(FLAG, value)
    server.script(failure(500))

    with OpenAILLM("m", api_key="key", base_url=server.url("openai")) as llm, pytest.raises(Exception) as caught:
        llm.execute("question")

    assert explain(caught.value).reason == "server_error"


def test_flag_does_not_reach_streams(server: ProviderServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half an answer is never completed by a stub."""
    monkeypatch.setenv(FLAG, "1")
    server.script(failure(500))

    with OpenAILLM("m", api_key="key", base_url=server.url("openai")) as llm, pytest.raises(Exception) as caught:
        list(llm.stream("question"))

    assert explain(caught.value).reason == "server_error"


def test_gate_lets_answers_through_and_stubs_not(server: ProviderServer) -> None:
    """L2: a pipeline blocks stubs by one call, also when the mark was lost but the words were kept."""
    stub = LLMText("[stub:openai:m] no model wrote this", "stub", model="m", provider="openai")

    with OpenAILLM("m", api_key="key", base_url=server.url("openai")) as llm:
        text = llm.execute("question")
    assert require_real(text) is text
    for blocked in (stub, stub.upper().lower(), f"```\n{stub}\n```"):
        with pytest.raises(StubOutputError):
            require_real(blocked)
    with pytest.raises(TypeError, match="nobody marked"):
        require_real("print('hello')")
    assert explain(StubOutputError("x")).category == "unexpected"


def test_marks_survive_pickling_copying_and_trimming() -> None:
    """What is sent to another process, or cut a little, still says who wrote it."""
    text = LLMText(" answer ", "real", Usage(3, 2), "m", "openai", "stop")

    for same in (pickle.loads(pickle.dumps(text)), copy.copy(text), copy.deepcopy(text)):
        assert same == text
        assert vars(same) == vars(text)
        assert type(same) is LLMText
    for changed in (
        text.strip(), text.lstrip(), text.rstrip(), text[1:], text.replace("a", "b"), text + "!", "!" + text,
        text.removeprefix(" "), text.removesuffix(" "),
    ):  # fmt: skip
        assert isinstance(changed, LLMText)
        assert changed.model == "m"
        assert str(changed) != str(text)
    with pytest.raises(ValueError, match="mode is 'fake'"):
        LLMText("x", "fake")  # type: ignore[arg-type]


def test_settings_come_from_the_environment(server: ProviderServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Key, address and model need no code; what is missing is named."""
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url("openai"))
    monkeypatch.setenv("OPENAI_MODEL", "from-outside")
    server.script(answer())

    with OpenAILLM() as llm:
        assert llm.execute("question").model == "from-outside"
    assert server.requests[0].headers["authorization"] == "Bearer key"
    with pytest.raises(ValueError, match="OPENAI_COMPAT_BASE_URL"):
        OpenAICompatLLM("m")
    with pytest.raises(ValueError, match="OPENAI_COMPAT_MODEL"):
        OpenAICompatLLM(base_url="http://127.0.0.1:1")
    with pytest.raises(ValueError, match="timeout_s is 0"):
        OpenAILLM("m", timeout_s=0)
    assert "key" not in repr(llm)


#: Handlers that neither raise nor return, by file and function, and why they may.
MAY_GO_ON = {
    ("llm/streaming.py", "mark"): "the exception takes no attribute, so it takes a note",
    ("llm/testing.py", "_send"): "the client of the test server hung up",
    ("runs/conduct.py", "conduct"): "a hook raised; the failure of the run is raised after it",
    ("runs/conduct.py", "drive"): "the exception is thrown into the conductor, which raises it again",
    ("runs/conduct.py", "drive_async"): "as above",
    ("runs/conduct.py", "_next_call"): "StopIteration is how a generator says that it is done",
    ("runs/store.py", "recover"): "somebody holds the run, so it is alive",
    ("runs/store.py", "_sweep"): "somebody holds the lock, so it stays",
}
FLAG_PLACE = "llm/fallback.py"


def handlers(source: str) -> list[tuple[str, ast.ExceptHandler]]:
    found: list[tuple[str, ast.ExceptHandler]] = []

    def visit(node: ast.AST, function: str) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node.name
        if isinstance(node, ast.ExceptHandler):
            found.append((function, node))
        for child in ast.iter_child_nodes(node):
            visit(child, function)

    visit(ast.parse(source), "")
    return found


def swallowing(source: str, file: str) -> list[str]:
    """Return the handlers that give something back in place of the exception."""
    bad = []
    for function, handler in handlers(source):
        nodes = [node for statement in handler.body for node in ast.walk(statement)]
        gives = any(isinstance(node, ast.Return) and node.value is not None for node in nodes)
        gives = gives or any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes)
        raises = any(isinstance(node, ast.Raise) for node in nodes)
        is_allowed = (file, function) in MAY_GO_ON or file == FLAG_PLACE
        if not is_allowed and (gives or not raises):
            bad.append(f"{file}:{handler.lineno} in {function}")
    return bad


def test_no_handler_gives_a_value_in_place_of_the_exception() -> None:
    """FR1, FR2: outside the flag's one place, whoever catches in `llm/` or `runs/` raises."""
    files = sorted([*PACKAGE.glob("llm/*.py"), *PACKAGE.glob("runs/*.py")])
    bad = [each for path in files for each in swallowing(path.read_text(), path.relative_to(PACKAGE).as_posix())]

    assert len(files) > 15
    assert bad == []


@pytest.mark.parametrize(
    "body",
    [
        'return "{}" if as_json else ""',
        'return self._stub(), ""',
        "pass",
        'text = ""',
        "yield None",
        "logger.error(exc)",
    ],
)
def test_swallowing_handler_would_be_seen(body: str) -> None:
    """The test above has teeth: what C5 §2 found would fail it."""
    source = (
        f"def execute_llm_task(self):\n    try:\n        return work()\n    except Exception as exc:\n        {body}\n"
    )

    assert swallowing(source, "runs/agent.py") == ["runs/agent.py:4 in execute_llm_task"]


def test_allowed_handlers_exist() -> None:
    """A handler that went away leaves no hole in the list."""
    there = set()
    for path in [*PACKAGE.glob("llm/*.py"), *PACKAGE.glob("runs/*.py")]:
        there |= {(path.relative_to(PACKAGE).as_posix(), function) for function, _ in handlers(path.read_text())}

    assert set(MAY_GO_ON) <= there


def test_stub_error_is_no_retryable_output() -> None:
    """Asking again would bring the next stub, so it is not an InvalidModelOutputError."""
    assert not issubclass(StubOutputError, InvalidModelOutputError)
    assert not explain(StubOutputError("x")).retryable
