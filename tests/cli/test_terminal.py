"""What people see: colours only where they show, columns that line up in every script."""

from __future__ import annotations

import io

import pytest

from classifier.cli._terminal import Terminal, cells, cut, pad, seconds


class Screen(io.StringIO):
    """A terminal to write to."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.parametrize(
    ("variable", "value", "is_terminal", "is_colored"),
    [
        ("LANG", "C", True, True),
        ("LANG", "C", False, False),
        ("NO_COLOR", "1", True, False),
        ("TERM", "dumb", True, False),
        ("FORCE_COLOR", "1", False, True),
    ],
    ids=["terminal", "pipe", "NO_COLOR", "dumb", "FORCE_COLOR"],
)
def test_colours_are_for_terminals_that_want_them(
    variable: str, value: str, is_terminal: bool, is_colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The usual variables are heeded."""
    monkeypatch.setenv(variable, value)
    terminal = Terminal(Screen() if is_terminal else io.StringIO())

    painted = terminal.paint("stop", "bold", "red")

    assert painted == ("\x1b[1;31mstop\x1b[0m" if is_colored else "stop")
    assert terminal.paint("stop") == "stop"


@pytest.mark.parametrize(("columns", "width"), [("20", 60), ("90", 90), ("300", 120)])
def test_width_follows_the_terminal_within_reason(columns: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """60 to 120 columns; 100 in a pipe."""
    monkeypatch.setenv("COLUMNS", columns)

    assert Terminal(Screen()).width == width
    assert Terminal(io.StringIO()).width == 100


def test_wide_and_combining_characters_are_counted_as_shown() -> None:
    """A Japanese character takes two columns, an accent of its own none."""
    assert cells("接続") == 4
    assert cells("e\u0301") == 1
    assert pad("接続", 6) == "接続  "
    assert pad("7", 3, right=True) == "  7"


def test_cutting_keeps_within_the_columns() -> None:
    """The ellipsis counts too."""
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abcdefg", 6) == "abcde…"
    assert cut("接続接続", 6) == "接続…"


def test_rows_line_up() -> None:
    """Columns are as wide as what they hold, numbers to the right."""
    stream = io.StringIO()

    Terminal(stream).rows(("reason", "rows"), [("接続", "1"), ("refused", "1,000")], right=(1,))

    assert stream.getvalue() == "reason    rows\n接続         1\nrefused  1,000\n"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "0 s"),
        (0.5, "0.5 s"),
        (20, "20 s"),
        (60, "1 min"),
        (102, "1 min 42 s"),
        (18_000, "5 h"),
        (700_000, "8 d 2 h"),
    ],
)
def test_waits_are_said_as_people_do(value: float, said: str) -> None:
    """The two largest units."""
    assert seconds(value) == said
