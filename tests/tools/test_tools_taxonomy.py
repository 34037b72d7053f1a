"""The table of §2: a test per cell."""

from __future__ import annotations

import pickle

import pytest

from classifier.tools import Severity, ToolClassification, ToolErrorCategory
from classifier.tools.events import SCHEMA_VERSION

ROWS = [
    ("edit_patch_failure", "minor", "retryable"),
    ("edit_replace_failure", "minor", "retryable"),
    ("test_command_failure", "major", "soft_warning"),
    ("provider_timeout", "minor", "retryable"),
    ("schema_validation_failure", "major", "release_blocker"),
    ("missing_context", "major", "release_blocker"),
    ("permission_denied", "major", "soft_warning"),
    ("stale_contract", "critical", "release_blocker"),
    ("delegation_unavailable", "minor", "retryable"),
    ("unknown_tool_error", "major", "soft_warning"),
]
IDS = [row[0] for row in ROWS]


def test_categories_are_the_ten_in_the_documents_order() -> None:
    """The enum holds exactly the rows of §2."""
    assert [category.value for category in ToolErrorCategory] == IDS


@pytest.mark.parametrize(("name", "severity", "classification"), ROWS, ids=IDS)
def test_severity_is_that_of_the_table(name: str, severity: str, classification: str) -> None:
    """Each category has the severity of its row."""
    assert ToolErrorCategory(name).severity is Severity(severity)


@pytest.mark.parametrize(("name", "severity", "classification"), ROWS, ids=IDS)
def test_classification_is_that_of_the_table(name: str, severity: str, classification: str) -> None:
    """Each category has the classification of its row."""
    assert ToolErrorCategory(name).classification is ToolClassification(classification)


def test_only_failed_tests_can_become_a_blocker_through_a_defect() -> None:
    """The remark in brackets of §2 belongs to `test_command_failure` alone."""
    with_defect = {c.value: c.defect_classification for c in ToolErrorCategory if c.defect_classification}

    assert with_defect == {"test_command_failure": ToolClassification.RELEASE_BLOCKER}


def test_severity_has_the_four_levels() -> None:
    """The levels are those of the review principles, the gravest first."""
    assert [level.value for level in Severity] == ["critical", "major", "minor", "info"]


def test_classification_has_the_three_values() -> None:
    """§4 knows three."""
    assert [one.value for one in ToolClassification] == ["retryable", "soft_warning", "release_blocker"]


@pytest.mark.parametrize(
    ("name", "aspect"),
    [
        ("schema_validation_failure", "format_adherence"),
        ("missing_context", "approval_discipline"),
        ("stale_contract", "approval_discipline"),
    ],
)
def test_eval_aspect_is_the_near_one(name: str, aspect: str) -> None:
    """The three rows of the conceptual mapping in §4."""
    assert ToolErrorCategory(name).eval_aspect == aspect


def test_other_categories_have_no_eval_aspect() -> None:
    """§4 maps three categories and no more."""
    mapped = {category.value for category in ToolErrorCategory if category.eval_aspect}

    assert mapped == {"schema_validation_failure", "missing_context", "stale_contract"}


def test_schema_version_is_that_of_the_newest_row() -> None:
    """A further row with a later `since` raises the version of the events by itself."""
    assert SCHEMA_VERSION == "1.1"
    assert {category.since for category in ToolErrorCategory} == {"1.1"}


def test_category_survives_pickling() -> None:
    """A category crosses a process border as its name and comes back with its row."""
    for category in ToolErrorCategory:
        assert pickle.loads(pickle.dumps(category)) is category


def test_every_row_is_complete() -> None:
    """Each row says how to recover and what it is, in full sentences."""
    for category in ToolErrorCategory:
        assert category.description.endswith(".")
        assert category.plan.note.endswith(".")
        assert category.plan.retries == "never" or category.plan.then_note.endswith(".")
