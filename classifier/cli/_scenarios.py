"""
Which failures does the demonstration provoke, and how? Every one is real: only bare texts are made up.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NoReturn

from classifier.cli._lab import Lab, Unavailable

__all__ = ["SCENARIOS", "Scenario", "load_clients"]


@dataclass(frozen=True, slots=True)
class Scenario:
    """
    One failure.

    Attributes:
        group: What it has to do with.
        name: What happens, in a few words.
        provoke: Raises the failure, or returns it if it is a text or a response.
    """

    group: str
    name: str
    provoke: Callable[[Lab], object]


def load_clients() -> None:
    """Import the clients that are installed, which can take seconds, before anything is timed."""
    for package in ("httpx", "openai", "anthropic"):
        if find_spec(package) is not None:
            import_module(package)


def _openai(lab: Lab) -> object:
    openai = _installed("openai")
    with openai.DefaultHttpxClient(trust_env=False) as http:
        client = openai.OpenAI(api_key="none", base_url=f"{lab.url}/quota", max_retries=0, http_client=http)
        return client.chat.completions.create(model="any", messages=[{"role": "user", "content": "Hello"}])


def _anthropic(lab: Lab) -> object:
    anthropic = _installed("anthropic")
    with anthropic.DefaultHttpxClient(trust_env=False) as http:
        client = anthropic.Anthropic(api_key="none", base_url=f"{lab.url}/overloaded", max_retries=0, http_client=http)
        messages = [{"role": "user", "content": "Hello"}]
        return client.messages.create(model="any", max_tokens=8, messages=messages)


def _httpx(lab: Lab) -> object:
    httpx = _installed("httpx")
    with httpx.Client(trust_env=False, timeout=0.15) as client:
        return client.get(f"{lab.url}/slow")


def _installed(package: str) -> Any:
    if find_spec(package) is None:
        msg = f"{package} is not installed"
        raise Unavailable(msg)
    return import_module(package)


def _stream_event(_lab: Lab) -> str:
    body = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    return f"event: error\ndata: {json.dumps(body)}\n"


def _failing_test(lab: Lab) -> None:
    test = "import unittest\nclass T(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(1 + 1, 3)\n"
    (lab.folder / "test_sum.py").write_text(test, encoding="utf-8")
    lab.run([sys.executable, "-m", "unittest", "test_sum"])


def _killed(lab: Lab) -> None:
    if not hasattr(signal, "SIGKILL"):
        msg = "this system has no SIGKILL"
        raise Unavailable(msg)
    lab.python("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")


def _bad_patch(lab: Lab) -> None:
    git = _git()
    (lab.folder / "app.py").write_text("def main():\n    return 1\n", encoding="utf-8")
    patch = "--- a/app.py\n+++ b/app.py\n@@ -1,2 +1,2 @@\n def start():\n-    return 7\n+    return 8\n"
    lab.run([git, "apply", "-"], stdin=patch)


def _torn_patch(lab: Lab) -> None:
    lab.run([_git(), "apply", "-"], stdin="--- a/app.py\n+++ b/app.py\n@@ -1,2 +1\n")


def _git() -> str:
    git = shutil.which("git")
    if git is None:
        msg = "git is not installed"
        raise Unavailable(msg)
    return git


def _permission(lab: Lab) -> None:
    path = lab.folder / "secret.txt"
    path.touch(mode=0o000)
    if os.access(path, os.R_OK):
        msg = "this user may read everything"
        raise Unavailable(msg)
    path.read_text(encoding="utf-8")


def _full_disk(_lab: Lab) -> None:
    full = Path("/dev/full")
    if not full.exists():
        msg = "this system has no /dev/full"
        raise Unavailable(msg)
    with full.open("wb", buffering=0) as file:
        file.write(b"report")


def _locked(lab: Lab) -> None:
    path = lab.folder / "jobs.db"
    first, second = sqlite3.connect(path), sqlite3.connect(path, timeout=0)
    try:
        first.execute("create table jobs (id integer)")
        first.execute("begin exclusive")
        second.execute("insert into jobs values (1)")
    finally:
        first.close()
        second.close()


def _cancelled(_lab: Lab) -> None:
    async def run() -> None:
        task = asyncio.create_task(asyncio.sleep(60))
        await asyncio.sleep(0)
        task.cancel()
        await task

    asyncio.run(run())


def _deadline(_lab: Lab) -> None:
    async def run() -> None:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(60)

    asyncio.run(run())


def _group(lab: Lab) -> None:
    async def run() -> None:
        sleeper = asyncio.create_task(asyncio.sleep(60))
        reader = asyncio.create_task(asyncio.to_thread(lab.get, "slow", hasty=True))
        await asyncio.wait([reader])
        sleeper.cancel()
        ends = await asyncio.gather(sleeper, reader, return_exceptions=True)
        msg = "both agents stopped"
        raise BaseExceptionGroup(msg, [end for end in ends if isinstance(end, BaseException)])

    asyncio.run(run())


def _huge(_lab: Lab) -> NoReturn:
    msg = "x" * 5_000_000 + "\n" + "y" * 5_000_000 + "\nthe read timed out"
    raise RuntimeError(msg)


def _cycle(lab: Lab) -> NoReturn:
    try:
        lab.get("reset")
    except Exception as exc:  # noqa: BLE001 - which exception a reset becomes is the system's choice
        outer = RuntimeError("step 3 of the plan failed")
        outer.__cause__, exc.__cause__ = exc, outer
        raise outer  # noqa: B904 - the cause is set, in a circle
    msg = "the server did not reset the connection"
    raise AssertionError(msg)


def _deep(lab: Lab) -> None:
    def wrap(levels: int) -> None:
        if not levels:
            lab.knock()
        try:
            wrap(levels - 1)
        except Exception as exc:
            msg = f"layer {levels} failed"
            raise RuntimeError(msg) from exc

    wrap(12)


class _Mute(Exception):  # noqa: N818
    def __str__(self) -> str:
        return self.missing_attribute  # type: ignore[attr-defined,no-any-return]


def _mute(_lab: Lab) -> NoReturn:
    raise _Mute


def _key_error(_lab: Lab) -> object:
    settings: dict[str, str] = {}
    return settings["connection"]


_API: Final = "Model API"
_NETWORK: Final = "Network"
_OUTPUT: Final = "Model output"
_COMMANDS: Final = "Commands and patches"
_MACHINE: Final = "This machine and this program"
_ODD: Final = "Awkward shapes"
_WORDS: Final = "Words alone"

SCENARIOS: Final = tuple(Scenario(*row) for row in (
    (_API, "429 with retry-after", lambda lab: lab.get("throttled")),
    (_API, "429, a 5-hour window", lambda lab: lab.response("window")),
    (_API, "429, no credit left", lambda lab: lab.response("quota")),
    (_API, "503", lambda lab: lab.get("down")),
    (_API, "502 as an HTML page", lambda lab: lab.response("page")),
    (_API, "401", lambda lab: lab.response("key")),
    (_API, "400, prompt too long", lambda lab: lab.response("long")),
    (_API, "400 that mentions 429", lambda lab: lab.response("decoy")),
    (_API, "error in a 200 stream", _stream_event),
    (_API, "openai, no credit", _openai),
    (_API, "anthropic, overloaded", _anthropic),
    (_NETWORK, "closed port", lambda lab: lab.knock()),
    (_NETWORK, "unresolvable name", lambda lab: lab.open("http://model.invalid/")),
    (_NETWORK, "slow server", lambda lab: lab.get("slow", hasty=True)),
    (_NETWORK, "slow server, httpx", _httpx),
    (_NETWORK, "connection reset", lambda lab: lab.get("reset")),
    (_NETWORK, "stream broken off", lambda lab: lab.get("broken")),
    (_NETWORK, "TLS to a plain port", lambda lab: lab.speak_tls()),
    (_OUTPUT, "JSON cut short", lambda _lab: json.loads('{"files": ["a.py", "b.p')),
    (_OUTPUT, "prose and no JSON", lambda lab: json.loads(lab.get("text"))),
    (_OUTPUT, "bytes, not UTF-8", lambda _lab: b"caf\xe9 cr\xe8me".decode()),
    (_COMMANDS, "failing command", lambda lab: lab.python("raise SystemExit('no such target')")),
    (_COMMANDS, "failing test", _failing_test),
    (_COMMANDS, "killed command", _killed),
    (_COMMANDS, "command too slow", lambda lab: lab.python("import time; time.sleep(60)", timeout_s=0.15)),
    (_COMMANDS, "unknown command", lambda lab: lab.run(["no-such-command-anywhere"])),
    (_COMMANDS, "patch does not fit", _bad_patch),
    (_COMMANDS, "patch is torn", _torn_patch),
    (_MACHINE, "no permission", _permission),
    (_MACHINE, "disk full", _full_disk),
    (_MACHINE, "missing file", lambda lab: (lab.folder / "plan.md").read_text(encoding="utf-8")),
    (_MACHINE, "database locked", _locked),
    (_MACHINE, "bug: a missing key", _key_error),
    (_MACHINE, "deadline of a task", _deadline),
    (_MACHINE, "cancelled task", _cancelled),
    (_ODD, "10 MB of message", _huge),
    (_ODD, "causes in a circle", _cycle),
    (_ODD, "cause 12 levels down", _deep),
    (_ODD, "group, one cancelled", _group),
    (_ODD, "str() itself raises", _mute),
    (_WORDS, "German", lambda _lab: "Zeitüberschreitung beim Lesen der Antwort"),
    (_WORDS, "Japanese", lambda _lab: "接続が拒否されました。しばらくしてから再試行してください"),
    (_WORDS, "English", lambda _lab: "Upstream hung up before the reply was complete: connection reset by peer"),
))  # fmt: skip
"""All of them, in the order they are shown."""
