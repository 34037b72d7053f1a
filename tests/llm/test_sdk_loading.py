"""What is imported when, and what a missing SDK says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from classifier.llm import AnthropicLLM, GeminiLLM, OpenAILLM
from classifier.llm.sdk import load_sdk


def in_new_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


def test_import_loads_no_sdk() -> None:
    """`import classifier.llm` and `classifier.runs` load the standard library only."""
    code = """
import sys
import classifier.llm, classifier.runs, classifier.telemetry
heavy = ("openai", "anthropic", "google", "httpx", "httpx2", "pydantic", "tenacity", "numpy", "opentelemetry", "rich")
print([name for name in heavy if name in sys.modules])
"""
    assert in_new_process(code) == "[]\n"


@pytest.mark.parametrize(
    ("kind", "blocked", "package"),
    [
        (OpenAILLM, "openai", "openai"),
        (AnthropicLLM, "anthropic", "anthropic"),
        (GeminiLLM, "google", "google-genai"),
        (GeminiLLM, "google.genai", "google-genai"),
    ],
)
def test_missing_sdk_says_which_extra(kind: type, blocked: str, package: str) -> None:
    """The first call, not the import, tells the exact command; a stub needs no SDK."""
    code = f"""
import sys
sys.modules[{blocked!r}] = None
import importlib.abc
class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.modules.pop({blocked!r}, None)
sys.meta_path.insert(0, Absent())
from classifier.llm import {kind.__name__}
assert {kind.__name__}("m").execute("q").is_stub
try:
    {kind.__name__}("m", api_key="k").execute("q")
except ModuleNotFoundError as exc:
    print(exc)
"""
    told = in_new_process(code)
    assert told == f"this provider needs {package!r}; install it with: pip install 'nexus-classifier[llm]'\n"


def test_broken_sdk_shows_its_own_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An SDK whose own dependency is missing is not called missing itself."""
    (tmp_path / "brokensdk.py").write_text("import not_there_at_all\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    with pytest.raises(ModuleNotFoundError, match="not_there_at_all") as caught:
        load_sdk("brokensdk", "brokensdk")

    assert "pip install" not in str(caught.value)
