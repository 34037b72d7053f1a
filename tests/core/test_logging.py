"""What is logged of a classification, at which level, with which fields, at which cost, and what never is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any, NoReturn

import httpx
import openai
import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifier import Classifier, classify_error, convert_http_error_to_nexus_error, explain
from classifier.evidence import gather
from classifier.redact import SHOWN_CHARS, redact, shown

LOGGER = "nexuscore.core.errors"


@pytest.fixture
def debug(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Everything the logger says."""
    with caplog.at_level(logging.DEBUG, LOGGER):
        yield caplog


def test_one_info_line_each(debug: pytest.LogCaptureFixture) -> None:
    """AU-1: each classification, however it is asked for, is one INFO line with structured fields."""
    failure = httpx.ConnectTimeout("no route in time")
    classify_error(failure)
    explain(failure)

    lines = [record for record in debug.records if record.levelno == logging.INFO]
    assert [line.name for line in lines] == [LOGGER, LOGGER]
    assert lines[0].getMessage() == lines[1].getMessage()
    assert lines[0].getMessage() == (
        "timeout/connect_timeout by type:httpx.ConnectTimeout [ConnectTimeout] no route in time"
    )
    fields = {name: getattr(lines[0], name) for name in ("category", "reason", "retryable", "rule", "strategy")}
    assert fields == {
        "category": "timeout",
        "reason": "connect_timeout",
        "retryable": True,
        "rule": "type:httpx.ConnectTimeout",
        "strategy": "exact",
    }
    assert (vars(lines[0])["type_name"], vars(lines[0])["cause_depth"]) == ("ConnectTimeout", 0)


def test_converted_error_is_logged_too(debug: pytest.LogCaptureFixture) -> None:
    """Explaining an exception that was converted before is a classification as well."""
    converted = convert_http_error_to_nexus_error(TimeoutError("late"))
    explain(converted)

    lines = [record.getMessage() for record in debug.records if record.levelno == logging.INFO]
    assert len(lines) == 2
    assert lines[1].startswith("timeout/")
    assert lines[1].endswith("[ModelTimeoutError] Timeout: late")


def test_debug_tells_the_steps(debug: pytest.LogCaptureFixture) -> None:
    """DEBUG: what each strategy said, in order."""
    classify_error(Exception("rate limit"))

    steps = [record.getMessage() for record in debug.records if record.levelno == logging.DEBUG]
    assert steps[:2] == ["exact says nothing", "keyword says rate_limit/throttled by keyword:rate limit"]
    assert vars(debug.records[0])["stage"] == "exact"


def test_warning_of_several_categories(debug: pytest.LogCaptureFixture) -> None:
    """AU-2: several categories that match are a warning that names them."""
    answer = explain(Exception("rate limit: the request timed out"))

    [warning] = [record for record in debug.records if record.levelno == logging.WARNING]
    assert answer.suspects == ("timeout",)
    assert warning.getMessage().startswith("perhaps misclassified as rate_limit by keyword:")
    assert "(also matched timeout) [Exception] rate limit: the request timed out" in warning.getMessage()
    assert (vars(warning)["category"], vars(warning)["suspects"], vars(warning)["type_name"]) == (
        "rate_limit",
        ("timeout",),
        "Exception",
    )


def test_warning_of_weak_evidence(debug: pytest.LogCaptureFixture) -> None:
    """AU-2: a weak keyword alone is a warning."""
    classify_error(Exception("the diff is odd"))

    assert [record.levelname for record in debug.records][-1] == "WARNING"
    assert "(weak evidence)" in debug.text


def test_no_warning_of_facts(debug: pytest.LogCaptureFixture) -> None:
    """A fact is no reason to doubt."""
    classify_error(ConnectionRefusedError(111, "timeout network json"))

    assert not [record for record in debug.records if record.levelno > logging.INFO]


def test_warning_of_the_unclassifiable(debug: pytest.LogCaptureFixture) -> None:
    """§3.4.2 step 2: the original, the stage and the reason are in the warning."""

    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    for failure in (None, Mute()):
        classify_error(failure)  # type: ignore[arg-type]

    first, second = (record for record in debug.records if record.levelno == logging.WARNING)
    why = "NoneType is no exception; explain() takes texts and responses as well"
    assert first.getMessage() == f"unclassifiable at input: {why} [nothing] "
    assert (vars(first)["stage"], vars(first)["why"], vars(first)["category"]) == (
        "input",
        why,
        "unexpected",
    )
    assert second.getMessage() == "unclassifiable at evidence: str() of Mute raised RuntimeError [Mute] "


def test_nothing_is_formatted_while_the_level_is_off(caplog: pytest.LogCaptureFixture) -> None:
    """With INFO off no text is built: an exception that is classified by its class is never read."""
    read: list[str] = []

    class Watched(TimeoutError):
        def __str__(self) -> str:
            read.append("str")
            return "timed out"

    with caplog.at_level(logging.WARNING, LOGGER):
        evidence = gather(asyncio.QueueFull())
        assert evidence.unread
        assert classify_error(Watched()) == "timeout"
        quiet = len(read)
    with caplog.at_level(logging.INFO, LOGGER):
        classify_error(Watched())

    assert quiet <= 1
    assert caplog.text.count("Watched") == 1


def test_redaction_costs_nothing_while_the_level_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the level off `redact` is not called, for the doubtful and the unclassifiable alike."""

    def boom(*_: object) -> NoReturn:
        raise AssertionError("formatted")

    monkeypatch.setattr("classifier.reporting.redact", boom)
    logger = logging.getLogger(LOGGER)
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        classifier = Classifier()
        for failure in (Exception("rate limit timed out"), Exception("the diff is odd"), None, TimeoutError()):
            classifier.explain(failure)
    finally:
        logger.setLevel(before)


def test_handler_that_raises() -> None:
    """A log handler that raises costs its line, not the answer."""

    class Broken(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            raise RuntimeError("disk full")

    logger, handler = logging.getLogger(LOGGER), Broken()
    logger.addHandler(handler)
    before = logger.level
    logger.setLevel(logging.DEBUG - 1)
    try:
        assert classify_error(None) == "unexpected"  # type: ignore[arg-type]
        assert explain(None).reason == "unclassifiable"
        logger.setLevel(logging.INFO)
        assert classify_error(Exception("rate limit")) == "rate_limit"
        assert explain(Exception("rate limit timed out")).category == "rate_limit"
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


# Made up in the form of their issuers; none of them opens anything.
SECRETS = [
    ("Incorrect API key provided: {}", "sk-proj-Zz9aB8cD7eF6gH5iJ4kL3mN2"),
    ("key {} refused", "sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWx"),
    ("key={}", "gsk_AbCdEfGhIjKlMnOpQrStUvWx"),
    ("GET https://x.test/v1?key={}", "AIzaSyA1234567890abcdefghijklmnopqrstu"),
    ("aws {}", "AKIAABCDEFGHIJKLMNOP"),
    ("clone failed: {}", "ghp_AbCdEfGhIjKlMnOpQrStUvWxYz0123"),
    ("{} expired", "github_pat_11ABCDEFG0abcdefghijkl_mnop"),
    ("{} expired", "glpat-AbCdEfGhIjKlMnOpQrSt"),
    ("slack {}", "xoxb-1234567890-abcdefghij"),
    ("hub {}", "hf_AbCdEfGhIjKlMnOpQrStUvWx"),
    ("jwt {}", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_DEF-123"),
    ("Authorization: Bearer {}", "abcdefghijklmnop"),
    ("headers {{'Authorization': 'Basic {}'}}", "dXNlcjpwYXNzd29yZA=="),
    ("postgresql://app:{}@db.test:5432/x refused", "hunter2hunter2"),
    ("redis://:{}@cache.test/0 refused", "hunter2hunter2"),
    ("clone https://{}@git.test/x failed", "oauthtoken12345678"),
    ("password={}", "hunter2hunter2"),
    ('{{"password": "{}"}}', "hunter2hunter2"),
    ("api_key='{}'", "0123456789abcdef"),
    ("AWS_SECRET_ACCESS_KEY={}", "wJalrXUtnFEMIK7MDENGbPxRfiCY"),
    ("client_secret: {}", "abcdef0123456789"),
    ("token={}", "abcdef0123456789"),
    ("?access_token={}&x=1", "abcdef0123456789"),
    ("set-cookie: session_id={}", "abcdef0123456789"),
    ("x-api-key: {}", "abcdef0123456789"),
    ("mail to {} bounced", "jane.doe+llm@mail.example.org"),
    ("{}", "SG.AbCdEfGhIjKlMnOpQrStUv.AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdef"),
    ("-----BEGIN RSA PRIVATE KEY----- {}", "MIIEpAIBAAKCAQEA0Zz9aB8cD7eF6gH5iJ4kL3mN2"),
]


@pytest.mark.parametrize(("form", "secret"), SECRETS, ids=[form[:30] for form, _ in SECRETS])
def test_no_secret_in_any_record(debug: pytest.LogCaptureFixture, form: str, secret: str) -> None:
    """Keys, tokens, credentials and addresses are in no record: message, arguments or extra fields."""
    text = form.format(secret)

    class Leaky:
        name = "leaky"

        def classify(self, evidence: object, prior: object, /) -> None:
            raise RuntimeError(text)

    for failure in (Exception(f"rate limit timed out {text}"), Exception(f"the diff {text}"), Exception(text)):
        classify_error(failure)
        explain(failure)
        Classifier(strategies=[Leaky()]).classify(failure)

    assert debug.records
    for record in debug.records:
        assert secret not in str(vars(record)), record.getMessage()
        assert secret not in record.getMessage()


def test_real_sdk_error_leaks_no_key(debug: pytest.LogCaptureFixture) -> None:
    """The key that openai echoes in a 401 is not logged."""
    key = "sk-proj-Zz9aB8cD7eF6gH5iJ4kL3mN2"

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(
            401, json={"error": {"message": f"Incorrect API key provided: {key}.", "code": "invalid_api_key"}}
        )

    plain: Any = httpx.Client(transport=httpx.MockTransport(answer))
    client = openai.OpenAI(api_key=key, max_retries=0, http_client=plain)
    with pytest.raises(openai.AuthenticationError) as caught:
        client.models.list()

    assert explain(caught.value).reason == "auth_failed"
    assert "[redacted]" in debug.text
    assert key not in debug.text


def test_what_is_no_secret_stays() -> None:
    """Ordinary words, numbers of tokens, task ids and paths are kept: a line without them helps nobody."""
    for text in (
        "max_tokens: 4096 exceeds the limit",
        "used 12345 tokens: 200 left",
        "desk-lamp-controller-service refused",
        "token expired",
        "basic research",
        "File /usr/lib/python3.11/json/decoder.py, line 355",
        "https://api.x.test/v1/chat failed",
        "password required",
    ):
        assert redact(text) == text


def test_text_is_cut_and_on_one_line() -> None:
    """200 characters at most, one line, printable everywhere."""
    long = redact("word " * 500)

    assert len(long) == SHOWN_CHARS
    assert long.endswith("…")
    assert redact("a\nb\r\n\tc") == "a b c"
    assert redact("a\x00b\ud800c\u202e") == "a\\x00b\\ud800c\\u202e"
    assert redact("") == ""
    assert len(redact("x" * 50, 10)) == 10
    assert shown(Exception("token=abcdef123456")) == "token=[redacted]"


def test_record_is_cut(debug: pytest.LogCaptureFixture) -> None:
    """The message of a record holds at most 200 characters of the failure's text."""
    classify_error(Exception("timed out " + "y" * 5000))

    assert debug.records[-1].getMessage().count("y") <= SHOWN_CHARS


@pytest.mark.parametrize(
    "text",
    [
        "a-" * 4096,
        "sk-" * 3000,
        "password" * 900,
        "eyJ-" * 2000,
        "a@" * 4096,
        "a." * 4096,
        "ab://:" * 1500,
        "token " * 1500,
    ],
)
def test_redaction_is_linear(text: str) -> None:
    """No text makes the patterns backtrack for long."""
    import time

    best_s = 1.0
    for _ in range(5):
        started = time.thread_time()
        redact(text)
        best_s = min(best_s, time.thread_time() - started)

    assert best_s < 0.01


@given(st.text(), st.integers(1, 300))
def test_redaction_never_raises(text: str, limit: int) -> None:
    """Any text comes out printable, within the limit, and can be encoded."""
    out: Any = redact(text, limit)

    assert len(out) <= limit
    assert out.isprintable()
    out.encode("utf-8")
