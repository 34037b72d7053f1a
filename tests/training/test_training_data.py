"""
Which rows are taken, and what is said of those that cannot be.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from classifier.training import LABELS, data_hash, read_rows
from classifier.training.data import DataError


def write_rows(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return path


def row(text: str, label: str = "timeout", **more: object) -> dict[str, object]:
    return {"text": text, "label": label, "lang": "en", **more}


def test_own_rows_need_three_fields(tmp_path: Path) -> None:
    """Text, label and language are enough; a row without a group is an idea of its own."""
    path = write_rows(tmp_path / "own.jsonl", row("no answer"), row("no reply"))

    rows = read_rows([path], LABELS)

    assert [found.text for found in rows] != []
    assert len({found.group for found in rows}) == 2


def test_order_of_sources_changes_nothing(tmp_path: Path) -> None:
    """The same rows in other files give the same list, and so the same hash."""
    one = write_rows(tmp_path / "a.jsonl", row("no answer"), row("gone", "connection"))
    other = write_rows(tmp_path / "b.jsonl", row("slow down", "rate_limit"))

    assert read_rows([one, other], LABELS) == read_rows([other, one], LABELS)
    assert data_hash(read_rows([one], LABELS)) != data_hash(read_rows([other], LABELS))


def test_languages_restrict(tmp_path: Path) -> None:
    """Only rows of the wanted languages are read."""
    path = write_rows(tmp_path / "a.jsonl", row("no answer"), {**row("zu spät"), "lang": "de"})

    assert [found.lang for found in read_rows([path], LABELS, ["de"])] == ["de"]


def test_repeated_text_counts_once(tmp_path: Path) -> None:
    """A text given twice with one label is one row."""
    path = write_rows(tmp_path / "a.jsonl", row("no answer"), row("no answer", group="other"))

    assert len(read_rows([path], LABELS)) == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", r"a\.jsonl:1: not JSON"),
        ("[]", "expected an object"),
        ('{"text": "a", "label": "timeout"}', "lang missing or empty"),
        ('{"text": 3, "label": "timeout", "lang": "en"}', "text is 3; expected a string"),
        ('{"text": "a", "label": "late", "lang": "en"}', "unknown label 'late'; known: rate_limit"),
    ],
)
def test_unusable_row_is_named(tmp_path: Path, line: str, message: str) -> None:
    """The message names file, line, and what was expected."""
    path = tmp_path / "a.jsonl"
    path.write_text(line, "utf-8")

    with pytest.raises(DataError, match=message):
        read_rows([path], LABELS)


def test_two_labels_of_one_text_are_refused(tmp_path: Path) -> None:
    """Somebody has to decide; a model cannot."""
    path = write_rows(tmp_path / "a.jsonl", row("no answer"), row("no answer", "connection"))

    with pytest.raises(DataError, match="is labelled connection here and timeout"):
        read_rows([path], LABELS)


def test_empty_source_is_refused(tmp_path: Path) -> None:
    """A folder without rows, or without rows of the language, is not a quiet success."""
    with pytest.raises(DataError, match=r"holds no \*\.jsonl"):
        read_rows([tmp_path], LABELS)
    write_rows(tmp_path / "a.jsonl", row("no answer"))
    with pytest.raises(DataError, match="no rows in the languages fi"):
        read_rows([tmp_path], LABELS, ["fi"])
