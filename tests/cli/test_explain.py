"""`nexus-classifier explain`: text, pipe, response; words for people and JSON."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import classifier
from classifier.cli import explain, main
from classifier.cli._terminal import Terminal
from classifier.cli._wording import retry_words

from .conftest import Run


def test_a_text_is_explained_to_people(run: Run) -> None:
    """Category, reason, what to do, and what decided; words need no quotes."""
    code, out, err = run("explain", "Connection", "refused")

    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "connection / refused",
        "  nobody accepts connections there",
        "",
        "  next step   retry within 0.5 s; at most 3 times, up to 1 min each: exponential backoff (short)",
        "  decided by  keyword:connection refused (keyword, confidence 0.90)",
    ]


def test_json_is_what_the_library_answers(run: Run) -> None:
    """One object on one line, equal to `to_dict()`."""
    code, out, _ = run("explain", "--json", "read timed out")

    assert code == 0
    assert out.count("\n") == 1
    assert json.loads(out) == classifier.explain("read timed out").to_dict()


@pytest.mark.parametrize("words", [[], ["-"]], ids=["nothing", "dash"])
def test_a_piped_text_is_one_failure(words: list[str], run: Run) -> None:
    """All lines together, whatever their encoding."""
    code, out, _ = run(
        "explain", "--json", *words, stdin=b"Traceback:\n  caf\xe9\nConnectionResetError: reset by peer\n"
    )

    assert code == 0
    assert json.loads(out)["reason"] == "reset"


def test_a_response_is_explained_from_its_parts(tmp_path: Path, run: Run) -> None:
    """Status, headers and the body of a file."""
    body = tmp_path / "body.json"
    body.write_text('{"error": {"code": "insufficient_quota"}}', encoding="utf-8")

    told = run("explain", "--status", "429", "--header", "Retry-After: 20")
    broke = run("explain", "--json", "--status", "429", "--header", "retry-after: 20", "--body", body)

    assert "  next step   retry after 20 s; at most 5 times" in told[1]
    assert "  what helps  wait\n" in told[1]
    assert json.loads(broke[1])["reason"] == "quota_exhausted"


def test_the_body_may_be_piped_or_given_as_text(run: Run) -> None:
    """`--body -` reads stdin; with a status the text is the body."""
    piped = run("explain", "--json", "--body", "-", stdin=b'{"error": {"type": "overloaded_error"}}')
    given = run("explain", "--json", "--status", "400", '{"error": {"code": "context_length_exceeded"}}')

    assert json.loads(piped[1])["reason"] == "overloaded"
    assert json.loads(given[1])["reason"] == "context_length"


def test_context_is_passed_on(run: Run) -> None:
    """Output that had begun has to be verified before a retry."""
    plain = run("explain", "--json", "connection reset by peer")
    begun = run("explain", "--json", "--response-started", "connection reset by peer")

    assert "verify_then_retry" not in json.loads(plain[1])["hints"]
    assert "verify_then_retry" in json.loads(begun[1])["hints"]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["--status", "429", "--header", "retry-after: 18000", "x"], "come back in 5 h"),
        (["daily limit reached"], "come back when the limit resets"),
        (["--status", "429", "--header", "retry-after: 90000"], "come back in 1 d 1 h\n  resets at   2"),
        (["Expecting value: invalid format"], "retry at once; at most 3 times"),
        (["insufficient_quota"], "do not retry\n  what helps  top up"),
        (["network json"], "also like   invalid_output"),
    ],
    ids=["long wait", "no end known", "reset", "at once", "never", "suspects"],
)
def test_each_kind_of_advice_has_words(words: list[str], shown: str, run: Run) -> None:
    """What the retry policy decides is said in a few words."""
    code, out, _ = run("explain", *words)

    assert code == 0
    assert shown in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "nothing to explain: stdin is empty"),
        (["text", "--body", "x"], "give the failure as text or as --body, not both"),
        (["--body", "/no/such/file"], "cannot read /no/such/file: No such file or directory"),
    ],
    ids=["empty", "both", "missing"],
)
def test_nothing_to_explain_is_wrong_usage(words: list[str], said: str, run: Run) -> None:
    """Exit 2 and one line."""
    assert run("explain", *words) == (2, "", f"explain: {said}\n")


def test_a_terminal_is_not_waited_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without text, pipe or status the user is told what to give."""

    class Keyboard:
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Keyboard())

    assert main(["explain"]) == 2
    assert capsys.readouterr().err.startswith("explain: nothing to explain; give a text, pipe one in, or use --status")


@pytest.mark.parametrize("is_named", [True, False], ids=["option", "environment"])
def test_a_model_that_cannot_be_loaded_is_an_error(
    is_named: bool, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who names a model, on the command line or in the environment, wants no answer without it."""
    words = ["explain", "x"]
    if is_named:
        words += ["--model", str(tmp_path)]

    with monkeypatch.context() as patch:
        if not is_named:
            patch.setattr("classifier.cli._model.os.environ", {"NEXUS_CLASSIFIER_MODEL": str(tmp_path)})
        code, out, err = run(*words)

    assert (code, out) == (1, "")
    assert err.startswith(f"explain: {tmp_path} is no model")


def test_a_known_reset_without_a_wait_is_named() -> None:
    """An answer from elsewhere may hold only the time."""
    answer = classifier.Classification(
        "rate_limit", "usage_window", retryable=True, resets_at=datetime(2100, 1, 1, 8, 30, tzinfo=UTC)
    )

    assert retry_words(answer) == ("come back at 2100-01-01 08:30 UTC", "yellow")


def test_a_cause_further_down_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """How far down the chain of causes the deciding exception was."""
    explain._print(classifier.Classification("connection", "reset", retryable=True, cause_depth=2), Terminal())

    assert "  found       2 down the chain of causes\n" in capsys.readouterr().out
