"""Evidence from objects that fight back: nothing raises, nothing takes long, and what can be read is read."""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import pytest

from classifier import (
    Classifier,
    ModelRateLimitError,
    UnexpectedSystemError,
    classify_error,
    convert_http_error_to_nexus_error,
    explain,
)
from classifier.evidence import gather
from classifier.evidence.text import WINDOW_CHARS, class_name, plain_str, safe_str, window, words_of
from classifier.strategies.exact import ExactStrategy
from classifier.strategies.keyword import KeywordStrategy

HUGE = 10_000_000


def boom(*_: object) -> NoReturn:
    """Raise."""
    raise RuntimeError("hands off")


def test_text_that_raises_is_noted() -> None:
    """An exception whose str() raises is read by its class alone, and the evidence says why."""

    class Mute(Exception):
        __str__ = boom

    evidence = gather(Mute("rate limit"))

    assert evidence.text == ""
    assert evidence.notes == ("str() of Mute raised RuntimeError",)
    assert explain(Mute("x")).reason == "unclassifiable"


def test_class_decides_though_text_raises() -> None:
    """A known class needs no text."""

    class MuteTimeout(TimeoutError):
        __str__ = boom

    assert classify_error(MuteTimeout()) == "timeout"


def test_every_attribute_raises() -> None:
    """Properties of known names that raise cost their fact, not the classification."""
    names = ("status_code", "status", "code", "response", "body", "headers", "errno", "returncode", "details", "args")
    cls = type("Mined", (Exception,), {name: property(boom) for name in names})

    error = cls("the request timed out")

    assert classify_error(error) == "timeout"


def test_getattribute_raises() -> None:
    """An exception that raises on every attribute is unexpected."""

    class Closed(Exception):
        def __getattribute__(self, name: str) -> Any:
            raise RuntimeError(name)

    assert classify_error(Closed("x")) in ("unexpected", "timeout")
    assert explain(Closed("x")).category == "unexpected"


def test_repr_and_format_are_not_used() -> None:
    """Only str() is called."""

    class Loud(Exception):
        __repr__ = boom
        __format__ = boom
        __bool__ = boom
        __eq__ = boom
        __hash__ = boom

    assert classify_error(Loud("connection refused")) == "connection"


def test_values_of_odd_types_under_known_names() -> None:
    """Facts of the wrong type are passed over."""
    for value in (object(), [], {}, 4.5, True, "many", b"\xff", 10**30, -1, float("nan"), lambda: boom()):
        error = Exception("plain")
        for name in (
            "status_code",
            "code",
            "errno",
            "returncode",
            "winerror",
            "headers",
            "retry_after",
            "sqlstate",
            "type",
        ):
            setattr(error, name, value)

        assert classify_error(error) in ("unexpected", "sandbox", "connection"), value


@pytest.mark.parametrize(
    "name", ["response", "body", "headers", "details", "error", "data", "trailing_metadata", "cmd"]
)
def test_objects_that_explode_on_touch(name: str) -> None:
    """A hostile object under a known name is survived, and the words still count."""

    class Mine:
        __getattr__ = boom
        __bool__ = boom
        __len__ = boom
        __iter__ = boom
        __str__ = boom

    error = Exception("the request timed out")
    setattr(error, name, Mine())

    assert classify_error(error) == "timeout"


def test_mapping_that_raises() -> None:
    """A mapping that fails when read is no evidence, or as much as it told."""

    class Broken(Mapping[str, object]):
        def __getitem__(self, key: str) -> object:
            raise RuntimeError(key)

        def __iter__(self) -> Iterator[str]:
            raise RuntimeError("no keys")

        def __len__(self) -> int:
            return 1

    assert explain(Broken()).category == "unexpected"
    error = Exception("connection refused")
    error.body = Broken()  # type: ignore[attr-defined]
    assert classify_error(error) == "connection"


def test_response_whose_properties_raise() -> None:
    """A response with one readable part is read by that part."""

    class Half:
        status_code = property(boom)
        headers = property(lambda self: {"retry-after": "3"})
        status = 429

    answer = explain(Half())

    assert (answer.category, answer.retry_after_s) == ("rate_limit", 3.0)


def test_class_that_lies() -> None:
    """An object that claims to be an exception, or raises when asked for its class, is no exception."""

    class Liar:
        __class__ = property(boom)

    class Pretender:
        __class__ = TimeoutError  # type: ignore[assignment]

    for failure in (Liar(), Pretender()):
        assert classify_error(failure) == "unexpected"  # type: ignore[arg-type]
        assert type(convert_http_error_to_nexus_error(failure)) is UnexpectedSystemError  # type: ignore[arg-type]
        assert explain(failure).retryable is False


def test_metaclass_that_raises() -> None:
    """A class whose metaclass hides its name is survived."""

    class Hidden(type):
        __name__ = property(boom)

    class Nameless(Exception, metaclass=Hidden):
        pass

    assert classify_error(Nameless("rate limit")) == "unexpected"
    assert str(convert_http_error_to_nexus_error(Nameless("x"))) == "Unexpected error (?): x"
    assert class_name(Nameless) == "?"


def test_endless_class_name_is_cut() -> None:
    """A class name of a million letters is cut."""
    assert len(gather(type("A" * 1_000_000, (Exception,), {})()).type_name) == 200


@pytest.mark.parametrize("failure", [None, 5, object(), [], ValueError, int, 3.5, ...], ids=repr)
def test_what_is_no_failure(failure: Any) -> None:
    """CR-NEXUS-051 §3.4.1: None and malformed inputs are unexpected, never retried."""
    assert classify_error(failure) == "unexpected"
    assert explain(failure).reason == "unclassifiable"
    assert type(convert_http_error_to_nexus_error(failure)) is UnexpectedSystemError


def test_str_subclass_cannot_interfere() -> None:
    """A subclass of str is read as the plain text it is."""

    class Sly(str):
        __str__ = boom
        lower = boom
        __contains__ = boom
        __len__ = boom

    assert explain(Sly("rate limit reached")).category == "rate_limit"
    assert plain_str(Sly("x")) == "x"

    class SlyText(Exception):
        def __str__(self) -> str:
            return Sly("rate limit reached")

    assert classify_error(SlyText()) == "rate_limit"


@pytest.mark.parametrize(
    "text",
    [
        "timed out \ud800\udfff",
        "\x00\x01 timed out \x7f",
        "timed out \u202e\ufeff",
        "tim\u200bed out... timed out",
        "\ud83d timed out",
    ],
    ids=ascii,
)
def test_odd_characters(text: str) -> None:
    """Lone surrogates, control and invisible characters do no harm."""
    assert classify_error(Exception(text)) == "timeout"
    assert json.dumps(explain(text).to_dict())


def test_bytes_are_text() -> None:
    """Bytes and bytearrays are decoded, bad bytes replaced, both windows read."""
    assert explain(b"\xff\xfe connection refused").category == "connection"
    assert explain(bytearray(b"connection refused")).category == "connection"
    assert explain(b"x" * HUGE + b" connection refused").category == "connection"
    assert explain(b"connection refused " + b"x" * HUGE).category == "connection"


def _huge_failures() -> dict[str, object]:
    filler = "x" * HUGE
    group = ExceptionGroup(filler, [Exception(filler), Exception(f"{filler} timed out")])
    custom = Exception("timed out")
    custom.body = f'{{"a": "{filler}"}}'  # type: ignore[attr-defined]
    fields = Exception("timed out")
    fields.body = {str(number): number for number in range(200_000)}  # type: ignore[attr-defined]
    nested = Exception("timed out")
    nested.body = {  # type: ignore[attr-defined]
        "errors": [{"errors": [{"message": f"m{i} {j} " * 150} for i in range(20)]} for j in range(20)]
    }
    deep: Any = "x"
    for _ in range(5000):
        deep = [deep]
    deeply = Exception("timed out")
    deeply.body = {"error": deep}  # type: ignore[attr-defined]
    return {
        "head": Exception(f"timed out {filler}"),
        "tail": Exception(f"{filler} timed out"),
        "lines": Exception(f"timed out {'line of log' + chr(10)}" * (HUGE // 22)),
        "two arguments": Exception("timed out", filler),
        "key": KeyError(f"timed out {filler}"),
        "os error": OSError(110, "timed out", filler),
        "list": Exception(["timed out", filler]),
        "dict": Exception({"error": {"message": "timed out", "detail": filler}}),
        "many": Exception(["timed out"] * 500_000),
        "bytes": Exception(b"timed out" + b"x" * HUGE),
        "stream": f"timed out data: {filler}",
        "open braces": "timed out " + "{" * HUGE,
        "open lists": "timed out " + "[{" * (HUGE // 2),
        "repr": "timed out {'a': [" + "1, " * 100_000,
        "group": group,
        "body": custom,
        "fields": fields,
        "many errors": nested,
        "deep": deeply,
        "response": {"status_code": 504, "headers": {"x": filler}, "body": filler},
        "html": {"status_code": 504, "headers": {}, "body": f"<html><title>Gateway time-out</title>{filler}"},
        "json": {"status_code": 504, "headers": {}, "body": f'{{"error": "{filler}"}}'},
    }


@pytest.fixture(scope="module")
def huge() -> dict[str, object]:
    """Failures of 10 MB, made once."""
    return _huge_failures()


@pytest.mark.parametrize("name", [
    "head", "tail", "lines", "two arguments", "key", "os error", "list", "dict", "many", "bytes", "stream",
    "open braces", "open lists", "repr", "group", "body", "fields", "many errors", "deep", "response", "html", "json",
])  # fmt: skip
def test_ten_megabytes_are_read_in_windows(huge: dict[str, object], name: str) -> None:
    """10 MB anywhere in a failure take no longer than a text that just fills the windows; their words still decide."""
    failure = huge[name]

    assert explain(failure).category == ("unexpected" if name == "key" else "timeout")
    assert _best_s(failure) < 2 * _best_s("timed out " + "[{" * WINDOW_CHARS)


def _best_s(failure: object) -> float:
    """CPU seconds of the quickest of several explanations."""
    best_s = 1.0
    for _ in range(20):
        # one that has not seen the failure
        classifier = Classifier(strategies=[ExactStrategy(), KeywordStrategy()])
        started = time.thread_time()
        classifier.explain(failure)
        best_s = min(best_s, time.thread_time() - started)
    return best_s


def test_window_keeps_both_ends() -> None:
    """A long text is its first and last characters with a line break between; a short one is itself."""
    text = "a" * WINDOW_CHARS + "m" * 50 + "z" * WINDOW_CHARS

    assert window(text) == "a" * WINDOW_CHARS + "\n" + "z" * WINDOW_CHARS
    assert window("short") == "short"
    assert words_of("a-b_c1, ü") == {"a", "b", "c1", "ü"}
    assert safe_str(bytearray(b"abc")) == ("abc", "")
    assert safe_str(5) == ("5", "")


def test_text_makes_python_warn_of_nothing() -> None:
    """Text that looks like a Python literal with bad escapes is read without a SyntaxWarning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answer = explain(r"Error: {'error': {'code': 'rate_limit_exceeded', 'message': 'path C:\dir \777 \\n \x41'}}")
        explain("{'a': '\\")

    assert answer.rule == "code:rate_limit_exceeded"


def test_own_error_with_hostile_reason() -> None:
    """A reason that is no text is passed over."""
    error = ModelRateLimitError("x")
    error.reason = 5  # type: ignore[assignment]

    assert explain(error).reason == "throttled"
