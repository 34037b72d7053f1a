"""
Does the check of labelled messages find what is wrong with them?
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from classifier.cli import main
from classifier.training.data import DataError
from classifier.training.dataset import BEGIN, END, checked, counts_in, counts_table, schema_path, with_counts

GOOD = {
    "text": "Zeit abgelaufen", "label": "timeout", "reason": "read_timeout", "lang": "de", "group": "de:timeout-1",
    "domain": "os", "origin": "first-draft",
}  # fmt: skip


def written(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"label": "auth"}, "label: 'auth' is not one of"),
        ({"reason": "refused"}, "reason 'refused' is not one of timeout: connect_timeout"),
        ({"reason": "no_such_reason"}, "reason 'no_such_reason' is not one of timeout"),
        ({"text": " padded"}, "text: ' padded' does not match"),
        ({"text": "two\nlines"}, "does not match"),
        ({"text": ""}, "text: "),
        ({"lang": "German"}, "lang: 'German' does not match"),
        ({"domain": "space"}, "domain: 'space' is not one of"),
        ({"group": None}, "group: None is not of type 'string'"),
        ({"extra": 1}, "Additional properties are not allowed"),
    ],
)
def test_wrong_row_is_named(tmp_path: Path, changed: dict[str, object], message: str) -> None:
    """With file, line, field and what was expected."""
    path = written(tmp_path / "a.jsonl", GOOD, {**GOOD, "text": "Die Zeit ist um", **changed})

    _, findings = checked([path])

    assert findings
    assert all(finding.where.endswith("a.jsonl:2") for finding in findings)
    assert any(message in finding.what for finding in findings)


def test_fields_that_a_row_lacks_are_one_finding(tmp_path: Path) -> None:
    """So that rows of three fields do not bury what is wrong with one of them."""
    path = written(tmp_path / "a.jsonl", {name: GOOD[name] for name in ("text", "label", "lang")})

    _, findings = checked([path])

    assert [finding.what for finding in findings] == ["row: lacks reason, group, domain, origin"]


def test_rows_are_held_against_each_other(tmp_path: Path) -> None:
    """One text twice, one text with two labels, one idea with two labels."""
    path = written(
        tmp_path / "a.jsonl",
        GOOD,
        {**GOOD, "text": "ZEIT  abgelaufen", "group": "de:timeout-2"},
        {**GOOD, "label": "sandbox", "reason": "killed", "group": "de:sandbox-1"},
        {**GOOD, "text": "anderes", "label": "sandbox", "reason": "killed"},
        {**GOOD, "lang": "nl", "group": "nl:timeout-1"},
    )

    _, findings = checked([path])

    assert [finding.what.partition(" in ")[0] for finding in findings] == [
        "the text occurs already",
        "the text occurs already",
        "group 'de:timeout-1' is labelled sandbox here and timeout",
    ]
    assert findings[1].what.endswith("labelled timeout")
    assert "end its name in ~sandbox" in findings[2].what


def test_line_that_is_no_json_is_named(tmp_path: Path) -> None:
    """And the others are still checked."""
    path = tmp_path / "a.jsonl"
    path.write_text("{\n" + json.dumps(GOOD) + "\n", "utf-8")

    rows, findings = checked([tmp_path])

    assert rows == [GOOD]
    assert [finding.what.partition(":")[0] for finding in findings] == ["not JSON"]


def test_sources_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    """A folder without rows, and a file that is not there."""
    with pytest.raises(DataError, match="holds no"):
        checked([tmp_path])
    with pytest.raises(DataError, match="cannot be read"):
        checked([tmp_path / "none.jsonl"])


def test_counts_stand_between_their_marks(tmp_path: Path) -> None:
    """What is around them stays, and writing twice changes nothing."""
    rows, _ = checked([written(tmp_path / "a.jsonl", GOOD, {**GOOD, "text": "anderes"})])
    before = f"# Title\n\n{BEGIN}\n\n{END}\n\nend\n"

    after = with_counts(before, rows)

    assert after.startswith("# Title\n")
    assert after.endswith("\nend\n")
    assert "| de | 2 | 1 | 2 |" in counts_in(after)
    assert "| timeout | read_timeout | 2 |" in counts_in(after)
    assert with_counts(after, rows) == after
    with pytest.raises(DataError, match="lacks the lines"):
        with_counts("# Title\n", rows)


def test_schema_is_found() -> None:
    """In a wheel and in a checkout alike, and it is one."""
    assert json.loads(schema_path().read_text("utf-8"))["title"] == "Labelled message"


@pytest.mark.parametrize(
    ("module", "message"),
    [
        (
            "sys.modules['jsonschema'] = None",
            "needs 'jsonschema'; install it with: pip install 'nexus-classifier[train]'",
        ),
        ("sys.modules['jsonschema'] = types.ModuleType('jsonschema')", "cannot import name 'Draft202012Validator'"),
        ("sys.modules['attr'] = sys.modules['attrs'] = sys.modules['referencing'] = None", "import of"),
    ],
    ids=["absent", "of another kind", "broken"],
)
def test_missing_jsonschema_names_the_command(module: str, message: str) -> None:
    """Only when that very package is absent; another one shows its own error."""
    code = (
        f"import sys, types; {module}\nfrom classifier.training.dataset import checked\n"
        "try: checked([])\nexcept ImportError as exc: print(exc)"
    )

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert message in found.stdout


def test_missing_schema_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without it says so."""
    monkeypatch.setattr("classifier.training.dataset.__file__", str(tmp_path / "a" / "b" / "dataset.py"))

    with pytest.raises(DataError, match="install nexus-classifier anew"):
        schema_path()


def test_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 1, one line a finding on stderr; as JSON on stdout if asked."""
    written(tmp_path / "a.jsonl", GOOD, *[{**GOOD, "text": f"a{index}", "reason": "refused"} for index in range(60)])

    assert main(["data", str(tmp_path)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert main(["data", str(tmp_path), "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert "a.jsonl:2: reason 'refused' is not one of timeout" in told[0]
    assert told[-2:] == ["data: and 10 more", "data: 60 findings; 61 rows fit the schema"]
    assert lines[-1] == {"rows": 61, "findings": 60}
    assert lines[0]["where"].endswith("a.jsonl:2")


def test_command_counts_and_updates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counts on stdout, or written into the folder's datasheet; wrong use exits 2, a missing datasheet 1."""
    path = written(tmp_path / "a.jsonl", GOOD)

    assert main(["data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 rows, nothing wrong\n"
    assert main(["data", str(path), "--counts"]) == 0
    assert capsys.readouterr().out == counts_table([GOOD]) + "\n"
    assert main(["data", str(path), "--update"]) == 2
    assert main(["data", str(tmp_path), "--update"]) == 1
    (tmp_path / "README.md").write_text(f"{BEGIN}\n\n{END}\n", "utf-8")
    assert main(["data", str(tmp_path), "--update", "--json"]) == 0
    assert counts_in((tmp_path / "README.md").read_text("utf-8")) == counts_table([GOOD])
