"""`classify_file`: every format in and out, bad rows, broken files, constant memory."""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

import classifier
from classifier.batch import BatchOptions, BatchReport, InputError, classify_file, rows
from classifier.model import ModelLoadError

LINES = ["Connection refused", "read timed out", "429 Too Many Requests"]
CATEGORIES = ["connection", "timeout", "rate_limit"]


def ran(source: object, **options: Any) -> tuple[list[dict[str, Any]], BatchReport]:
    """Classify to JSON lines in memory."""
    out = io.BytesIO()
    data = io.BytesIO(source) if isinstance(source, bytes) else source
    report = classify_file(data, out, BatchOptions(**options))  # type: ignore[arg-type]
    return [json.loads(line) for line in out.getvalue().splitlines()], report


def categories(found: list[dict[str, Any]]) -> list[str]:
    return [row["category"] for row in found]


def test_text_lines_come_out_in_order_with_the_answer() -> None:
    """Blank lines are no failures; line ends of Windows and a byte order mark are no part of the text."""
    found, report = ran(b"\xef\xbb\xbf" + "\r\n".join([*LINES[:2], "", LINES[2]]).encode())

    assert [row.pop("text") for row in found] == LINES
    assert found == [classifier.explain(line).to_dict() for line in LINES]
    assert (report.rows, report.bad_rows, report.counts["timeout", "read_timeout"]) == (3, 0, 1)


def test_bytes_that_are_no_utf8_are_kept() -> None:
    """They come out as the escapes from which the bytes can be had back."""
    found, _ = ran(b"d\xe9lai: timed out\n")

    assert found[0]["text"].encode("utf-8", "surrogateescape") == b"d\xe9lai: timed out"
    assert found[0]["category"] == "timeout"


ROWS: list[dict[str, Any]] = [
    {"id": 1, "text": "Connection refused"},
    {"id": 2, "message": "read timed out"},
    {"id": 3, "status": 429, "headers": {"retry-after": "7"}},
    {"id": 4, "error": {"type": "insufficient_quota"}},
    {"id": 5, "status_code": "503", "body": "busy"},
    {"id": 6, "text": "", "message": "timed out"},
    {"id": 7, "status": 429, "headers": '{"retry-after": "9"}', "body": ""},
    {"id": 8, "text": ""},
]


def test_json_rows_may_be_texts_or_parts_of_responses() -> None:
    """Fields of the input stay; the answer is added."""
    source = "\n".join(map(json.dumps, [*ROWS, "reset by peer"])).encode()

    found, report = ran(source)

    assert categories(found) == [
        "connection", "timeout", "rate_limit", "rate_limit", "connection", "timeout", "rate_limit", "unexpected",
        "connection",
    ]  # fmt: skip
    assert [row.get("id") for row in found] == [1, 2, 3, 4, 5, 6, 7, 8, None]
    assert (found[2]["retry_after_s"], found[6]["retry_after_s"]) == (7.0, 9.0)
    assert found[3]["reason"] == "quota_exhausted"
    assert found[8]["text"] == "reset by peer"
    assert report.bad_rows == 0


def test_what_the_input_says_is_never_overwritten() -> None:
    """A field whose name is taken is written under another, again and again."""
    found, _ = ran(json.dumps({"text": "timed out", "category": "mine", "predicted_category": "old"}).encode())

    assert (found[0]["category"], found[0]["predicted_category"]) == ("mine", "old")
    assert found[0]["predicted_predicted_category"] == "timeout"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{bad", "no JSON: Expecting property name"),
        ("[" * 100_000, "no JSON: "),
        ("[1]", "a JSON list; expected an object or a string"),
        ('{"x": 1}', "nothing to classify; expected one of text, message, error, exception, msg, status, body"),
        ('{"text": "a", "status": "abc"}', "status is 'abc'; expected a number"),
        ('{"text": "a", "status": [4]}', "status is [4]; expected a number"),
        ('{"text": "a", "headers": "x"}', "headers are no JSON object"),
        ('{"text": "a", "headers": [1]}', "headers are no JSON object"),
    ],
    ids=["torn", "nested", "list", "no field", "status", "status list", "header text", "header list"],
)
def test_a_bad_row_is_reported_with_its_number(line: str, problem: str) -> None:
    """The rows around it are classified."""
    told: list[tuple[int, str]] = []
    out = io.BytesIO()
    source = io.BytesIO(f'{{"text": "timed out"}}\n{line}\n\n"timed out"\n'.encode())

    report = classify_file(source, out, BatchOptions("jsonl"), on_problem=lambda *one: told.append(one))

    assert out.getvalue().count(b"\n") == report.rows == 2
    assert [number for number, _ in told] == [2]
    assert told[0][1].startswith(problem)
    assert report.problems == told


def test_a_column_can_be_named() -> None:
    """Rows without it are bad rows; in CSV the header tells at once."""
    found, report = ran(b'{"text": "x", "log": "timed out"}\n{"text": "x"}\n', column="log")

    assert categories(found) == ["timeout"]
    assert report.problems == [(2, "no field 'log'; this row has text")]
    with pytest.raises(InputError, match="stdin has no column 'log'; it has a, b"):
        ran(b"a,b\n1,2\n", format="csv", column="log")


def test_csv_in_and_out(tmp_path: Path) -> None:
    """Quoted line breaks are part of a cell; a row with too few cells is bad and named by its line."""
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes('id,message,status\r\n1,"read\n timed out",\r\n2\r\n\r\n3,"é, x",429\r\n'.encode("utf-8-sig"))

    report = classify_file(source, out)

    with out.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert [(row["id"], row["message"], row["category"], row["retryable"]) for row in found] == [
        ("1", "read\n timed out", "timeout", "true"), ("3", "é, x", "rate_limit", "true"),
    ]  # fmt: skip
    assert (found[1]["hints"], found[0]["retry_after_s"], found[1]["cancelled"]) == ("wait", "", "false")
    assert report.problems == [(4, "1 cells; the header has 3")]


def test_what_is_no_csv(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cell that is too large costs its row, in the header the file."""
    monkeypatch.setattr(rows, "_MOST_LINE_BYTES", 50)

    found, report = ran(b"text\n" + b"x" * 60 + b"\ntimed out\n", format="csv")

    assert categories(found) == ["timeout"]
    assert report.problems == [(2, "no CSV: field larger than field limit (50)")]
    with pytest.raises(InputError, match="stdin has no header row that can be read as CSV: field larger"):
        ran(b"x" * 60 + b"\n1\n", format="csv")
    assert ran(b"", format="csv")[1].rows == 0


def test_json_to_csv_keeps_what_has_a_column(tmp_path: Path) -> None:
    """Values that are no text are JSON; a field that first appears after the first chunk is dropped and told."""
    out = tmp_path / "out.csv"
    lines = [json.dumps({"text": "timed out", "tags": ["a", "é"]})] * rows.CHUNK_ROWS
    lines.insert(1, "{torn")
    lines.append(json.dumps({"text": "timed out", "late": 1}))

    report = classify_file(io.BytesIO("\n".join(lines).encode()), out, BatchOptions("jsonl"))

    with out.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert found[0]["tags"] == '["a", "é"]'
    assert (found[-1]["tags"], "late" in found[-1]) == ("", False)
    assert report.dropped == {"late"}
    assert report.rows == rows.CHUNK_ROWS + 1


def test_parquet_keeps_the_types_of_its_columns(tmp_path: Path) -> None:
    """In and out, with the answer in typed columns."""
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    headers = pa.array([[("retry-after", "7")], None, None], pa.map_(pa.string(), pa.string()))
    table = pa.table({
        "message": ["slow", "timed out", None], "status": pa.array([429, None, None], pa.int16()), "headers": headers,
    })  # fmt: skip
    parquet.write_table(table, source)

    report = classify_file(source, out)

    found = parquet.read_table(out)
    assert found.schema.field("status").type == pa.int16()
    assert found["headers"].to_pylist()[0] == [("retry-after", "7")]
    assert found["category"].to_pylist() == ["rate_limit", "timeout"]
    assert found["retry_after_s"].to_pylist() == [7.0, None]
    assert found["hints"].to_pylist() == [["wait"], []]
    assert report.problems[0][0] == 3


def test_text_to_parquet_and_from_a_pipe() -> None:
    """Lone surrogates, which Parquet cannot hold, become escapes; a pipe of Parquet is recognised."""
    out = io.BytesIO()
    classify_file(io.BytesIO(b"d\xe9lai: timed out\n"), out, BatchOptions(out_format="parquet"))

    found, _ = ran(out.getvalue())

    assert found[0]["text"] == "d\\udce9lai: timed out"
    assert found[0]["predicted_category"] == found[0]["category"] == "timeout"


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.log", b'{"text": "timed out"}', "text"),
        ("a.ndjson", b'"x"', "jsonl"),
        ("a.csv.gz", gzip.compress(b"text\nx\n"), "csv"),
        ("a", b'{"text": 1}', "jsonl"),
        ("a", b"  { 'a'", "jsonl"),
        ("a", b"plain", "text"),
        ("a", gzip.compress(b"plain"), "text"),
    ],
)
def test_the_format_is_told_by_name_or_first_bytes(name: str, data: bytes, expected: str, tmp_path: Path) -> None:
    """Gzip is looked through."""
    path = tmp_path / name
    path.write_bytes(data)

    with rows.open_source(path) as source:
        assert source.format == expected
        assert source.size == len(data)


def test_gzip_in_and_out(tmp_path: Path) -> None:
    """Both ways, by first bytes and by name."""
    source, out = tmp_path / "in", tmp_path / "out.jsonl.gz"
    source.write_bytes(gzip.compress(b"timed out\n"))

    classify_file(str(source), str(out))

    assert json.loads(gzip.decompress(out.read_bytes()))["category"] == "timeout"


def test_a_damaged_archive_keeps_what_was_read(tmp_path: Path) -> None:
    """The rows before the damage are written, then the error says where it ends."""
    source = tmp_path / "in.log.gz"
    data = gzip.compress("\n".join(os.urandom(20).hex() for _ in range(20_000)).encode())
    source.write_bytes(data[: len(data) // 2])
    out, report = io.BytesIO(), BatchReport()

    with pytest.raises(InputError, match=r"cannot be read beyond row \d+,\d+: Compressed file ended"):
        classify_file(source, out, report=report)

    assert out.getvalue().count(b"\n") == report.rows > 1_000


@pytest.mark.parametrize(
    ("data", "options", "said"),
    [
        (b"x", {"format": "xml"}, "unknown format 'xml'; known: text, jsonl, csv, parquet"),
        (b"x", {"out_format": "text"}, "cannot write 'text'; known: jsonl, csv, parquet"),
        ("é".encode("utf-16"), {}, "stdin is UTF-16; convert it with: iconv"),
        (b"PAR1 and no more", {}, "stdin cannot be read as Parquet"),
        (b"\x1f\x8bnot gzip at all", {}, "cannot read it"),
    ],
    ids=["format", "out format", "utf-16", "parquet", "gzip"],
)
def test_what_cannot_be_read_is_told(data: bytes, options: dict[str, str], said: str) -> None:
    """One sentence each."""
    with pytest.raises(InputError, match=said):
        ran(data, **options)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """The input's name is in the message; trouble with the output is the system's own error."""
    with pytest.raises(InputError, match=r"cannot read .*absent: No such file"):
        ran(tmp_path / "absent")
    with pytest.raises(InputError, match=r"cannot read .*: Is a directory"):
        ran(tmp_path)
    source = tmp_path / "in"
    source.write_bytes(b"x\n")
    with pytest.raises(FileNotFoundError, match="absent"):
        classify_file(source, tmp_path / "absent" / "out")


def test_the_output_must_not_be_the_input(tmp_path: Path) -> None:
    """Nothing is lost."""
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'"timed out"\n')

    with pytest.raises(InputError, match="is the input; give the output another name"):
        classify_file(path, str(path))

    assert path.read_bytes() == b'"timed out"\n'


def test_nothing_is_emptied_before_all_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that is not usable, or a missing package, leaves an older output as it was."""
    out = tmp_path / "out.parquet"
    out.write_bytes(b"older")

    with pytest.raises(ModelLoadError):
        classify_file(io.BytesIO(b"x\n"), out, BatchOptions(model=str(tmp_path)))
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match="pyarrow"):
        classify_file(io.BytesIO(b"x\n"), out)

    assert out.read_bytes() == b"older"


def test_a_line_without_end_costs_only_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read past in pieces, and the numbers of later rows stay right."""
    monkeypatch.setattr(rows, "_MOST_LINE_BYTES", 1 << 20)

    found, report = ran(b"timed out\n" + b"x" * (3 << 20) + b"\nConnection refused\n")

    assert categories(found) == ["timeout", "connection"]
    assert report.problems == [(2, "the line is longer than 1 MB")]


class Endless(io.RawIOBase):
    """A stream of `count` lines that exist only while they are read."""

    def __init__(self, count: int) -> None:
        lines = (b"job %d: read timed out after 30 s\n" % number for number in range(count))
        hundreds = iter(lambda: list(itertools.islice(lines, 100)), [])
        self._pieces: Iterator[bytes] = map(b"".join, hundreds)
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._rest = self._rest or next(self._pieces, b"")
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count


class Nowhere(io.RawIOBase):
    """Counts what is written."""

    size = 0

    def write(self, data: Any) -> int:
        self.size += len(data)
        return len(data)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file() -> None:
    """Four times the lines take no more memory at their peak."""
    peaks = []
    for count in (2_500, 10_000):
        tracemalloc.start()
        report = classify_file(Endless(count), Nowhere())  # type: ignore[arg-type]
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert report.rows == count

    assert peaks[1] < 1.1 * peaks[0]


def test_progress_is_told_after_each_chunk(tmp_path: Path) -> None:
    """Bytes read and rows done, up to the end of the file."""
    source = tmp_path / "in.log"
    source.write_bytes(b"timed out\n" * 2_500)
    told: list[tuple[int, int]] = []

    report = classify_file(source, io.BytesIO(), on_progress=lambda one: told.append((one.rows, one.position)))

    assert [done for done, _ in told] == [1_000, 2_000, 2_500]
    assert told[-1][1] == report.size == 25_000
    assert report.elapsed_s > 0


def test_problems_that_are_remembered_are_bounded() -> None:
    """All are counted, a thousand are kept."""
    _, report = ran(b"[]\n" * 2_500, format="jsonl")

    assert (report.bad_rows, len(report.problems)) == (2_500, 1_000)


def test_stdin_and_stdout_are_the_default(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """`-` reads stdin; no output means stdout."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"timed out\n")))

    classify_file("-")

    assert json.loads(capsysbinary.readouterr().out)["category"] == "timeout"
