"""`nexus-classifier demo`: real failures, each classified as it should be, shown within the terminal."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import threading
from typing import Any

import pytest

from classifier.cli import _scenarios, demo, main
from classifier.cli._lab import Lab, Unavailable
from classifier.cli._scenarios import SCENARIOS, Scenario
from classifier.cli._terminal import cells

from .conftest import Run

EXPECTED = {
    "429 with retry-after": "rate_limit/throttled",
    "429, a 5-hour window": "rate_limit/usage_window",
    "429, no credit left": "rate_limit/quota_exhausted",
    "503": "connection/overloaded",
    "502 as an HTML page": "connection/server_error",
    "401": "unexpected/auth_failed",
    "400, prompt too long": "unexpected/context_length",
    "400 that mentions 429": "unexpected/bad_request",
    "error in a 200 stream": "connection/overloaded",
    "openai, no credit": "rate_limit/quota_exhausted",
    "anthropic, overloaded": "connection/overloaded",
    "closed port": "connection/refused",
    "unresolvable name": "connection/dns",
    "slow server": "timeout/read_timeout",
    "slow server, httpx": "timeout/read_timeout",
    "connection reset": "connection/reset",
    "stream broken off": "connection/stream_broken",
    "TLS to a plain port": "connection/tls_handshake",
    "JSON cut short": "invalid_output/not_json",
    "prose and no JSON": "invalid_output/not_json",
    "bytes, not UTF-8": "invalid_output/corrupt_data",
    "failing command": "sandbox/nonzero_exit",
    "failing test": "sandbox/tests_failed",
    "command too slow": "timeout/command_timeout",
    "unknown command": "unexpected/missing_file",
    "patch does not fit": "patch_apply/hunk_failed",
    "patch is torn": "patch_apply/malformed_patch",
    "no permission": "unexpected/permission_denied",
    "disk full": "unexpected/local_resource",
    "missing file": "unexpected/missing_file",
    "database locked": "timeout/command_timeout",
    "bug: a missing key": "unexpected/programming_error",
    "deadline of a task": "timeout/deadline_exceeded",
    "cancelled task": "unexpected/cancelled",
    "10 MB of message": "timeout/read_timeout",
    "causes in a circle": "connection/reset",
    "cause 12 levels down": "connection/refused",
    "group, one cancelled": "timeout/read_timeout",
    "str() itself raises": "unexpected/unclassifiable",
    "German": "timeout/read_timeout",
    "Japanese": "connection/refused",
    "English": "connection/reset",
}
KILLED = {"sandbox/killed", "sandbox/oom_killed"}
MAY_BE_UNAVAILABLE = {
    "unresolvable name",
    "killed command",
    "no permission",
    "disk full",
    "patch does not fit",
    "patch is torn",
}


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    """What `demo --json` prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["demo", "--json"]) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_every_failure_is_told_apart(rows: list[dict[str, Any]]) -> None:
    """Category and reason of each failure that this machine can show, the SDKs' among them."""
    found = {row["name"]: f"{row['category']}/{row['reason']}" for row in rows if "unavailable" not in row}
    missing = {row["name"] for row in rows if "unavailable" in row}

    killed = found.pop("killed command", "sandbox/killed")
    assert killed in KILLED
    assert found == {name: answer for name, answer in EXPECTED.items() if name not in missing}
    assert missing <= MAY_BE_UNAVAILABLE


def test_each_row_says_what_was_raised_and_how_long_it_took(rows: list[dict[str, Any]]) -> None:
    """No row is empty, none takes longer than a millisecond by the median."""
    shown = [row for row in rows if "unavailable" not in row]

    assert [row["name"] for row in rows] == [scenario.name for scenario in SCENARIOS]
    assert all(row["raised"] and row["rule"] for row in shown)
    assert max(row["microseconds"] for row in shown) < 1_000
    told = shown[0]
    assert (told["raised"], told["retry_after_s"]) == ("HTTPError: HTTP Error 429: Too Many Requests", 20.0)


class Screen(io.StringIO):
    """A terminal of a given width."""

    def isatty(self) -> bool:
        return True


def few(*scenarios: Scenario) -> tuple[Scenario, ...]:
    return tuple(one for one in SCENARIOS if one.name in ("Japanese", "closed port")) + scenarios


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_lines_fit_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two lines a failure, none wider than the terminal, wide characters counted as such."""
    screen, notes = Screen(), Screen()
    quick = tuple(
        one
        for one in SCENARIOS
        if one.group in ("Network", "Words alone", "Awkward shapes") and "httpx" not in one.name
    )
    monkeypatch.setattr(demo, "SCENARIOS", quick)
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stderr", notes)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    code = main(["demo"])

    lines = screen.getvalue().splitlines()
    assert code == 0
    assert max(map(cells, lines)) <= columns
    assert any(line.split()[:2] == ["closed", "port"] and "connection/refused" in line for line in lines)
    assert notes.getvalue().startswith(f"provoking {len(quick)} failures ...\r")
    assert lines[-1].startswith("Next: nexus-classifier explain")


def test_what_cannot_be_shown_says_why(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unavailable, too slow, and not failing at all are told apart; the rest is shown."""
    release = threading.Event()

    def absent(_lab: Lab) -> object:
        msg = "git is not installed"
        raise Unavailable(msg)

    def hang(_lab: Lab) -> object:
        return release.wait(30)

    scenarios = few(
        Scenario("Odd", "absent", absent), Scenario("Odd", "hanging", hang), Scenario("Odd", "fine", lambda _lab: 1)
    )
    monkeypatch.setattr(demo, "SCENARIOS", scenarios)
    monkeypatch.setattr(demo, "_PATIENCE_S", 0.5)

    code, out, _ = run("demo")
    release.set()

    assert code == 0
    assert [line.partition("not shown: ")[2] for line in out.splitlines() if "not shown" in line] == [
        "git is not installed", "took longer than 0.5 s", "it did not fail",
    ]  # fmt: skip
    assert "2 failures of 1 categor" in out


def test_a_missing_program_or_package_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without git, SIGKILL, /dev/full or an SDK those failures are left out."""
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr(_scenarios, "find_spec", lambda _name: None)
    monkeypatch.delattr("signal.SIGKILL", raising=False)
    monkeypatch.setattr("pathlib.Path.exists", lambda _self: False)

    with Lab() as lab:
        for provoke, said in (
            (_scenarios._bad_patch, "git is not installed"),
            (_scenarios._openai, "openai is not installed"),
            (_scenarios._killed, "this system has no SIGKILL"),
            (_scenarios._full_disk, "this system has no /dev/full"),
        ):
            with pytest.raises(Unavailable, match=said):
                provoke(lab)


@pytest.mark.parametrize("may_read", [True, False], ids=["root", "user"])
def test_permission_is_provoked_only_where_it_is_denied(may_read: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so nothing can be shown to it."""
    monkeypatch.setattr("os.access", lambda *_args: may_read)

    def refuse(_self: object, **_options: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.read_text", refuse)

    with Lab() as lab, pytest.raises(Unavailable if may_read else PermissionError):
        _scenarios._permission(lab)


def test_a_lab_that_does_not_misbehave_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scenario that succeeds is a bug of the demonstration, not a failure to classify."""
    with Lab() as lab:
        with pytest.raises(AssertionError, match="without an error"):
            lab.response("text")
        monkeypatch.setattr(lab, "get", lambda _what: b"")
        with pytest.raises(AssertionError, match="did not reset"):
            _scenarios._cycle(lab)


def test_a_model_that_cannot_be_loaded_is_an_error(tmp_path: object, run: Run) -> None:
    """Exit 1 before anything is provoked."""
    code, out, err = run("demo", "--model", tmp_path)

    assert (code, out) == (1, "")
    assert "is no model" in err
