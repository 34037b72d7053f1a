"""A category or a reason that is added comes out everywhere; a bad one is refused with a message that helps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from classifier import (
    CATEGORIES,
    REASONS,
    Category,
    Hint,
    Keyword,
    ModelRateLimitError,
    ModelTimeoutError,
    NexusCoreError,
    Reason,
    UnexpectedSystemError,
    classify_error,
    convert_http_error_to_nexus_error,
    explain,
    register_category,
    register_reason,
    unregister_category,
)
from classifier.categories import Priority, RetryRule, category_named
from classifier.reasons import reason_named
from classifier.retry import RetryPolicy, decide


class DiskFullError(NexusCoreError):
    """The disk is full."""


DISK_FULL = Category(
    "disk_full", "Disk full", "There is no room left.",
    DiskFullError, "volume_full",
    retry=RetryRule(2, 3.0, 2.0, 30.0),
    keywords=(Keyword("volume brimming", strong=True),),
    type_keywords=("diskfull",),
    reasons=(Reason("volume_full", "disk_full", True, "the volume has no room", (Hint.ASK_HUMAN,)),),
)  # fmt: skip


def test_registered_category_comes_out_everywhere() -> None:
    """One registration reaches classify_error, explain, the converter, the reasons and the retry policy."""
    failure = Exception("Volume brimming on /dev/sda1")
    assert classify_error(failure) == "unexpected"
    register_category(DISK_FULL)

    answer = explain(failure)
    converted = convert_http_error_to_nexus_error(failure)
    decision = decide(answer, 1, 0.0, RetryPolicy())

    assert classify_error(failure) == "disk_full"
    assert (answer.category, answer.reason, answer.retryable) == ("disk_full", "volume_full", True)
    assert answer.hints == ("ask_human",)
    assert type(converted) is DiskFullError
    assert str(converted) == "Disk full: Volume brimming on /dev/sda1"
    assert classify_error(converted) == "disk_full"
    assert decision.action == "retry"
    assert REASONS["volume_full"].category == "disk_full"
    assert list(CATEGORIES)[-2:] == ["disk_full", "unexpected"]


def test_registered_class_name_counts() -> None:
    """A keyword for class names speaks for the new category."""
    register_category(DISK_FULL)

    class MyDiskFullProblem(Exception):
        pass

    assert classify_error(MyDiskFullProblem("?")) == "disk_full"


def test_weak_keyword_gives_way_to_the_document() -> None:
    """A weak keyword of a new category does not take failures from the document's categories."""
    register_category(replace(DISK_FULL, keywords=(Keyword("volume"),)))

    assert classify_error(Exception("volume odd")) == "disk_full"
    assert classify_error(Exception("rate limit of the volume api")) == "rate_limit"


def test_category_is_ten_lines() -> None:
    """EX-1: a whole category, its own reason, words and retry numbers included, is written in ten lines."""
    source = Path(__file__).read_text(encoding="utf-8")
    block = source[source.index("DISK_FULL = Category(") :]
    block = block[: block.index("\n)  #") + 2]

    assert block.count("\n") + 1 <= 10


def test_unregistered_category_is_forgotten() -> None:
    """After unregistering, words, reasons and class of the category mean what they meant before; it can come again."""
    register_category(DISK_FULL)
    unregister_category("disk_full")

    assert classify_error(Exception("volume brimming")) == "unexpected"
    assert classify_error(DiskFullError("x")) == "unexpected"
    assert "volume_full" not in REASONS

    changed = replace(DISK_FULL, reasons=(Reason("volume_full", "disk_full", False, "changed"),))
    register_category(changed)

    assert explain(Exception("volume brimming")).retryable is False


def test_derived_exception_belongs_to_the_nearest_category() -> None:
    """A category may derive its exception from a built-in one; the derived class decides."""

    class PatientRateLimit(ModelRateLimitError):
        pass

    class Subclass(ModelTimeoutError):
        pass

    register_category(replace(DISK_FULL, exception=PatientRateLimit))

    assert classify_error(PatientRateLimit("x")) == "disk_full"
    assert classify_error(ModelRateLimitError("x")) == "rate_limit"
    assert classify_error(Subclass("x")) == "timeout"


def test_exception_class_that_wants_more_still_converts() -> None:
    """A class whose constructor does not take one message does not break the conversion."""

    class NeedsTwo(NexusCoreError):
        def __init__(self, one: str, two: str) -> None:
            super().__init__(one, two)

    register_category(replace(DISK_FULL, exception=NeedsTwo))

    error = convert_http_error_to_nexus_error(Exception("volume brimming"))

    assert type(error) is NexusCoreError
    assert error.classification is not None
    assert error.classification.category == "disk_full"


def test_own_error_can_name_its_reason() -> None:
    """A reason given to an own exception is kept if it belongs to the category, else the default is taken."""
    assert explain(ModelRateLimitError("x", reason="quota_exhausted")).reason == "quota_exhausted"
    assert explain(ModelRateLimitError("x", reason="quota_exhausted")).retryable is False
    assert explain(ModelRateLimitError("x", reason="refused")).reason == "throttled"
    assert explain(ModelRateLimitError("x", reason="no such")).reason == "throttled"
    assert explain(NexusCoreError("x", reason="refused")).reason == "unknown"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "timeout"}, "category 'timeout' exists already; known: rate_limit, timeout"),
        ({"name": "Disk"}, "category name 'Disk' must be a lower-case identifier, such as 'disk_full'"),
        ({"name": "disk full"}, "must be a lower-case identifier"),
        ({"name": 3}, "category name 3 must be"),
        ({"exception": ValueError}, "exception is <class 'ValueError'>; expected a subclass of NexusCoreError"),
        ({"exception": "DiskFull"}, "exception is 'DiskFull'; expected a subclass"),
        ({"exception": NexusCoreError}, "NexusCoreError belongs to the base of all; derive a class of its own"),
        ({"exception": UnexpectedSystemError}, "UnexpectedSystemError belongs to unexpected; derive a class"),
        ({"default_reason": "nope"}, "default_reason 'nope' is not a reason of this category; pass it in `reasons`"),
        ({"default_reason": "throttled"}, "default_reason 'throttled' is not a reason of this category"),
        ({"reasons": (Reason("odd", "timeout", True, "x"),)}, "reason 'odd' is of category 'timeout'"),
        ({"reasons": (Reason("refused", "disk_full", True, "x"),)}, "reason 'refused' exists already"),
        ({"keywords": ("volume",)}, r"keyword 'volume' is no Keyword; write Keyword\('volume'\)"),
        ({"keywords": (Keyword("Volume"),)}, "keyword 'Volume' must be non-empty and lower case"),
        ({"keywords": (Keyword(""),)}, "keyword '' must be non-empty"),
        ({"keywords": (Keyword("v", reason="refused"),)}, "names reason 'refused', not one of its own"),
        ({"type_keywords": ("DiskFull",)}, "keyword 'DiskFull' must be non-empty and lower case"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_bad_category_is_refused(changes: dict[str, object], message: str) -> None:
    """The message names the category, the part, its value and the next move; nothing is half registered."""
    known, reasons = dict(CATEGORIES), dict(REASONS)

    with pytest.raises(ValueError, match=message):
        register_category(replace(DISK_FULL, **changes))  # type: ignore[arg-type]

    assert dict(CATEGORIES) == known
    assert dict(REASONS) == reasons


def test_built_in_category_stays() -> None:
    """One of the seven cannot be unregistered, an unknown one is named with those that exist."""
    with pytest.raises(ValueError, match="category 'timeout' is built in and cannot be unregistered"):
        unregister_category("timeout")
    with pytest.raises(ValueError, match="unknown category 'tiemout'; known: rate_limit, timeout, connection"):
        unregister_category("tiemout")
    assert category_named("timeout").priority is Priority.HIGH


def test_reason_can_be_registered_once() -> None:
    """The same reason again is fine, a different one of its name is refused; an unknown one lists the known."""
    reason = Reason("moon_phase", "connection", True, "the moon is in the way")
    register_reason(reason)
    register_reason(reason)

    with pytest.raises(ValueError, match="reason 'moon_phase' exists already in category 'connection'"):
        register_reason(replace(reason, retryable=False))
    with pytest.raises(ValueError, match=r"unknown reason 'nope'; known: .*throttled"):
        reason_named("nope")
    assert reason_named("moon_phase") is REASONS["moon_phase"]
    assert explain(CATEGORIES["connection"].exception("x", reason="moon_phase")).reason == "moon_phase"


def test_document_table_is_as_printed() -> None:
    """CR-NEXUS-051 §2.2 and §3.1.2: order, priorities, who is retried, and every keyword of the table."""
    table = {
        "rate_limit": ("high", True, {"429", "rate limit"}, {"ratelimit"}),
        "timeout": ("high", True, {"timeout", "timed out"}, {"timeout"}),
        "connection": ("high", True, {"connection", "network", "dns"}, {"connection", "network"}),
        "invalid_output": ("medium", True, {"json", "parse", "decode", "invalid format"}, {"json", "parse", "decode"}),
        "sandbox": ("medium", False, {"sandbox", "subprocess"}, set()),
        "patch_apply": ("medium", False, {"patch", "apply", "diff"}, set()),
        "unexpected": ("low", False, set(), set()),
    }

    assert {
        one.name: (
            str(one.priority),
            one.retry is not None,
            {word.text for word in one.keywords},
            set(one.type_keywords),
        )
        for one in CATEGORIES.values()
    } == table
    assert list(CATEGORIES) == list(table)


def test_reasons_follow_their_category() -> None:
    """A reason that can be retried belongs to a category that is retried, and no reason is without a phrase."""
    for reason in REASONS.values():
        assert reason.description
        if reason.retryable and reason.category not in ("sandbox",):
            assert CATEGORIES[reason.category].retry is not None
