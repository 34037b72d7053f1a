"""`nexus-classifier categories`: the knowledge base, for people and as JSON, registered categories included."""

from __future__ import annotations

import json

from classifier import CATEGORIES, REASONS, Category, Keyword, NexusCoreError, Reason, register_category
from classifier.categories import RetryRule

from .conftest import Run


class DiskError(NexusCoreError):
    """The disk is worn."""


def test_everything_that_is_known_is_printed(run: Run) -> None:
    """Every category with strategy, priority, exception, keywords; every reason with retry and hints."""
    code, out, err = run("categories")

    assert (code, err) == (0, "")
    for category in CATEGORIES.values():
        assert f"{category.name}  {category.description}" in out
        assert f"raises        {category.exception.__name__}(" in out
        assert category.retry is None or category.retry.meaning in out
        assert all(keyword.text in out for keyword in category.keywords)
    assert all(f"  {reason.name} " in out for reason in REASONS.values())
    assert "  stop   quota_exhausted        money, credit or plan is exhausted; waiting does not help [top up]\n" in out
    assert all(len(line) <= 100 for line in out.splitlines())


def test_json_holds_the_whole_table(run: Run) -> None:
    """One object a category, in the table's order, with phrases by language."""
    code, out, _ = run("categories", "--json")

    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["category"] for row in rows] == list(CATEGORIES)
    assert {reason["name"] for row in rows for reason in row["reasons"]} == set(REASONS)
    timeout = rows[1]
    assert timeout["retry"]["max_retries"] == 3
    assert timeout["exception"] == "ModelTimeoutError"
    assert {"text": "timed out", "strong": True, "free_standing": False, "decoys": [], "reason": "read_timeout"} in (
        timeout["keywords"]
    )
    read_timeout = next(reason for reason in timeout["reasons"] if reason["name"] == "read_timeout")
    assert "timed out" in read_timeout["phrases"]["en"]


def test_some_categories_with_their_phrases(run: Run) -> None:
    """Names choose; `--phrases` adds the words of all languages."""
    plain = run("categories", "timeout")[1]
    with_phrases = run("categories", "timeout", "--phrases")[1]

    assert "connection" not in [line.split(" ")[0] for line in plain.splitlines()]
    assert "en: connect timeout, connection timeout" not in plain
    assert "en: connect timeout, connection timeout" in with_phrases


def test_an_unknown_category_is_wrong_usage(run: Run) -> None:
    """Exit 2, and the known ones are listed."""
    code, out, err = run("categories", "timeuot")

    assert (code, out) == (2, "")
    assert err.startswith("categories: unknown category 'timeuot'; known: rate_limit, timeout, ")


def test_a_registered_category_shows(run: Run) -> None:
    """What a program adds at run time is printed like what is built in, before `unexpected`."""
    register_category(Category(
        "disk_worn", "Disk worn", "A disk is about to fail.", DiskError, "bad_sector",
        retry=RetryRule(2, 1.0, 2.0, 80_000.0), keywords=(Keyword("bad sector", strong=True),),
        reasons=(Reason("bad_sector", "disk_worn", True, "a sector cannot be read"),),
    ))  # fmt: skip

    _, out, _ = run("categories")
    rows = [json.loads(line) for line in run("categories", "--json")[1].splitlines()]

    assert (
        "disk_worn  A disk is about to fail.\n  retry         at most 2 times, waits from 1 s up to 22 h 13 min\n"
        in out
    )
    assert "  retry  bad_sector  a sector cannot be read (default)\n" in out
    assert [row["category"] for row in rows[-2:]] == ["disk_worn", "unexpected"]
