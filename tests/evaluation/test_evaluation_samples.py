"""
What is read from a user's file of labelled messages, and what is said of one that is wrong.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from classifier.evaluation import SampleError, read_samples, samples_of, sealed_samples
from classifier.training import Row, sealed


def written(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


def test_row_needs_text_and_label_only(tmp_path: Path) -> None:
    """The rest has plain defaults, and a row is an idea of its own."""
    path = written(tmp_path / "a.jsonl", {"text": "a", "label": "timeout"}, {"text": "b", "label": "sandbox"})

    one, two = read_samples([path])

    assert (one.accept, one.lang, one.origin, one.should_retry) == (frozenset({"timeout"}), "und", "", True)
    assert two.should_retry is False
    assert one.group != two.group


def test_source_and_msgid_stand_for_origin_and_group(tmp_path: Path) -> None:
    """Rows of other makers are read as they are."""
    path = written(
        tmp_path / "a.jsonl", {"text": "a", "label": "timeout", "source": "tar", "msgid": "m", "accept": ["connection"]}
    )

    (one,) = read_samples([path])

    assert (one.origin, one.group, one.accept) == ("tar", "m", frozenset({"timeout", "connection"}))


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"label": "timeout", "retryable": False}, False),
        ({"label": "rate_limit", "reason": "quota_exhausted"}, False),
        ({"label": "rate_limit", "reason": "nobody-knows-it"}, True),
        ({"label": "rate_limit", "accept": ["unexpected"]}, None),
        ({"label": "rate_limit", "accept": ["timeout"]}, True),
        ({"label": "unexpected"}, False),
    ],
    ids=["told", "by reason", "foreign reason", "either", "both retried", "never"],
)
def test_whether_a_retry_is_right(tmp_path: Path, row: dict[str, object], expected: bool | None) -> None:
    """What the row tells comes first, then its reason, then the categories it accepts."""
    (one,) = read_samples([written(tmp_path / "a.jsonl", {"text": "a", **row})])

    assert one.should_retry is expected


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([], "expected an object"),
        ({"label": "timeout"}, "text is missing"),
        ({"text": "a"}, "label is missing"),
        ({"text": "a", "label": "auth"}, "unknown category 'auth'; known: rate_limit"),
        ({"text": "a", "label": "timeout", "accept": "timeout"}, "accept is 'timeout'"),
        ({"text": "a", "label": "timeout", "accept": ["nope"]}, "unknown category 'nope'"),
        ({"text": "a", "label": "timeout", "lang": 3}, "lang is 3"),
        ({"text": "a", "label": "timeout", "retryable": "yes"}, "retryable is 'yes'"),
    ],
)
def test_wrong_row_is_named(tmp_path: Path, row: object, message: str) -> None:
    """The message has file, line, value and what was expected."""
    path = written(tmp_path / "a.jsonl", {"text": "fine", "label": "timeout"}, row)

    with pytest.raises(SampleError, match=message) as caught:
        read_samples([path])

    assert "a.jsonl:2" in str(caught.value)


def test_unreadable_sources_are_named(tmp_path: Path) -> None:
    """No file, no JSON, no row: each is one sentence."""
    (tmp_path / "bad.jsonl").write_text("{", "utf-8")

    with pytest.raises(SampleError, match="cannot be read"):
        read_samples([tmp_path / "none.jsonl"])
    with pytest.raises(SampleError, match="not JSON"):
        read_samples([tmp_path])
    with pytest.raises(SampleError, match="no rows in the languages xx"):
        read_samples([written(tmp_path / "bad.jsonl", {"text": "a", "label": "timeout"})], ["xx"])


def test_standard_input_is_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads what is piped in; a line separator inside a message does not end its row."""
    line = json.dumps({"text": "a\u2028b", "label": "timeout"}, ensure_ascii=False)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{line}\n\n".encode())))

    (one,) = read_samples([Path("-")])

    assert one.text == "a\u2028b"


def test_sealed_samples_are_what_training_leaves_out(toy_path: Path, toy_rows: list[Row]) -> None:
    """The very rows that `sealed` hides, or those of the languages asked for."""
    hidden = [row.text for row, is_hidden in zip(toy_rows, sealed(toy_rows), strict=True) if is_hidden]
    language = next(row.lang for row in toy_rows if row.text == hidden[0])

    assert [one.text for one in sealed_samples([toy_path])] == hidden
    assert {one.lang for one in sealed_samples([toy_path], [language])} == {language}
    with pytest.raises(SampleError, match="none of the"):
        sealed_samples([toy_path], ["xx"])
    with pytest.raises(SampleError, match="cannot be read"):
        sealed_samples([toy_path.with_name("none.jsonl")])


def test_training_rows_become_samples(toy_rows: list[Row]) -> None:
    """Nothing that tells them apart is lost."""
    found = samples_of(toy_rows)

    assert [(one.text, one.label, one.group) for one in found] == [(row.text, row.label, row.group) for row in toy_rows]
