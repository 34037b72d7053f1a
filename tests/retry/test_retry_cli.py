"""The commands `policy` and `simulate`."""

from __future__ import annotations

import argparse
import builtins
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from classifier.cli import policy, simulate


def run(command: Any, *words: str) -> int:
    """Parse and run as the entry point does."""
    parser = argparse.ArgumentParser()
    command.format_parser(parser)
    code: int = command.main(parser.parse_args(words))
    return code


def test_policy_prints_every_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """The table says how each kind is retried, and never for the rest."""
    assert run(policy) == 0

    out = capsys.readouterr().out
    assert "throttled" in out
    assert "2, 4, 8, 16, 32 s" in out
    assert "only as told" in out
    assert "auth_failed" in out


def test_policy_file_changes_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A policy file is shown as it will act, here one object a line."""
    path = tmp_path / "policy.toml"
    path.write_text('exclude = ["dns"]\n[max_retries]\nconnection = 1\n', encoding="utf-8")

    assert run(policy, "--policy", str(path), "--category", "connection", "--json") == 0

    rows = {row["reason"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert {row["category"] for row in rows.values()} == {"connection"}
    assert (rows["reset"]["max_retries"], rows["reset"]["waits_s"]) == (1, [0.5])
    assert rows["dns"]["max_retries"] == 0


@pytest.mark.parametrize(
    ("command", "words", "message"),
    [
        (policy, ["--category", "ratelimit"], "policy: unknown category 'ratelimit'; known: rate_limit, "),
        (policy, ["--policy", "/no/such/file"], "policy: cannot read /no/such/file: No such file"),
        (simulate, ["--policy", "/no/such/file"], "simulate: cannot read /no/such/file: No such file"),
        (simulate, ["--errors", "429,bogus"], "simulate: unknown error 'bogus'"),
        (simulate, ["--clients", "0"], "simulate: fleet clients is 0"),
    ],
)
def test_wrong_usage_is_named(command: Any, words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is not usable goes to stderr with exit code 2."""
    assert run(command, *words) == 2

    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_duration_that_is_none_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """argparse names the duration it cannot read."""
    with pytest.raises(SystemExit) as caught:
        run(simulate, "--outage", "soon")

    assert caught.value.code == 2
    assert "'soon' is no duration, such as 60s, 2m or 1h" in capsys.readouterr().err


def test_simulate_draws_the_timeline(capsys: pytest.CaptureFixture[str]) -> None:
    """Each attempt stands on its own line with its wait."""
    assert run(simulate, "--errors", "429@20,503,timeout") == 0

    out = capsys.readouterr().out
    assert "retry in 20.00 s (told)" in out
    assert "success" in out
    assert "server down" not in out


def test_simulate_tells_why_it_stops(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON holds the same facts, one attempt a line."""
    assert run(simulate, "--errors", "503,429@999", "--json") == 0

    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["action"] for row in rows] == ["retry", "stop"]
    assert (rows[1]["why"], rows[1]["retry_after_s"]) == ("wait_exceeds_cap", 999.0)


def test_simulate_draws_the_load_of_a_fleet(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a plot file the load is drawn in the terminal."""
    assert run(simulate, "--clients", "100", "--outage", "30s") == 0

    out = capsys.readouterr().out
    assert "100 clients, server down for 30 s" in out
    assert out.count("requests a second, 0 to") == 3
    assert "█" in out


def test_simulate_writes_a_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a plot file the load is written as a picture, and the numbers still come out."""
    path = tmp_path / "load.png"

    assert run(simulate, "--clients", "100", "--outage", "0.5m", "--plot", str(path), "--json") == 0

    assert path.read_bytes().startswith(b"\x89PNG")
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["fleet"] for row in rows] == ["no retries", "retries", "retries with budget"]
    assert rows[1]["amplification"] > rows[2]["amplification"] > rows[0]["amplification"] == 1.0


@pytest.mark.parametrize("name", ["no_such_folder/load.png", "load.nonsense"])
def test_plot_that_cannot_be_written_is_one_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that is not there and an ending that is no format cost exit code 1, not a traceback."""
    assert run(simulate, "--clients", "5", "--json", "--plot", str(tmp_path / name)) == 1

    assert capsys.readouterr().err.startswith(f"simulate: cannot write {tmp_path / name}: ")


def test_plot_alone_asks_for_the_fleet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--plot` beside `--errors` is not silently left undone."""
    path = tmp_path / "load.svg"

    assert run(simulate, "--errors", "429", "--json", "--plot", str(path)) == 0

    assert "<svg" in path.read_text(encoding="utf-8")
    assert "amplification" in capsys.readouterr().out


def _without(package: str) -> Callable[..., Any]:
    real = builtins.__import__

    def load(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == package:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
        return real(name, *args, **kwargs)

    return load


@pytest.mark.parametrize(
    ("command", "words", "package", "extra"),
    [
        (policy, [], "rich", "cli"),
        (simulate, ["--errors", "429"], "rich", "cli"),
        (simulate, ["--clients", "5", "--json", "--plot", "x.png"], "matplotlib", "plot"),
    ],
)
def test_missing_package_is_reported_with_its_extra(
    command: Any,
    words: list[str],
    package: str,
    extra: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is absent is named with the command that installs it."""
    monkeypatch.setattr(builtins, "__import__", _without(package))

    assert run(command, *words) == 1

    assert f"pip install 'nexus-classifier[{extra}]'" in capsys.readouterr().err
