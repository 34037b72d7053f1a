"""The README's "From silent stub to visible failure", run as it stands there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

EXAMPLE = """\
from classifier import NexusCoreError
from classifier.llm import OpenAILLM, require_real
from classifier.llm.testing import ProviderServer, answer, failure
from classifier.runs import BaseAgent, Orchestrator, Step
from classifier.testing import no_sleep

# Without a key there is a stub, as ever. Now it says so, and a gate stops it.
stub = OpenAILLM("gpt-demo").execute("Write hello.py")
print(stub.mode, "->", stub)
try:
    require_real(stub)
except NexusCoreError as exc:
    print("blocked:", exc)

# With a key, here against a server on this machine that fails as told: what fails is seen.
with ProviderServer() as server, no_sleep():
    llm = OpenAILLM("gpt-demo", api_key="any", base_url=server.url("openai"))
    agent = BaseAgent(llm)

    server.script(failure(503), failure(429, headers={"retry-after": "2"}), answer("print('hello')"))
    print("third try:", agent.execute_llm_task("Write hello.py"))

    server.script(failure(429, "insufficient_quota", "You exceeded your current quota."))
    steps = [Step("code", lambda _: agent.execute_llm_task("Write hello.py")), Step("apply", print)]
    run = Orchestrator(steps, on_failure="return").run_full_project("hello")
    why = run.failure
    print(f"{run.status} in {why.step} for {why.category}/{why.reason}:", *why.hints)
    llm.close()
"""

OUTPUT = """\
stub -> [stub:openai:gpt-demo] no model wrote this
blocked: openai gpt-demo did not write this, it is a stub; set the key, or stop here
third try: print('hello')
FAILED in code for rate_limit/quota_exhausted: top_up
"""


def test_example_runs_without_a_key_and_without_a_network() -> None:
    """It prints what the README says, and the warning about the stub on stderr."""
    environment = {name: value for name, value in os.environ.items() if not name.endswith(("_KEY", "_URL"))}

    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", EXAMPLE],
        capture_output=True, text=True, timeout=60, check=False, env=environment,
    )  # fmt: skip

    assert done.stdout == OUTPUT, done.stderr
    assert "gpt-demo answers with a STUB (no API key; set OPENAI_API_KEY)" in done.stderr


def test_readme_shows_this_very_example() -> None:
    """What is tested is what is read."""
    readme = Path(__file__).parents[2] / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.is_file() else ""
    if "From silent stub to visible failure" in text:
        assert EXAMPLE in text
        assert OUTPUT in text
