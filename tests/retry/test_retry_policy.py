"""What a policy accepts, refuses and remembers."""

from __future__ import annotations

import dataclasses
import pickle
from pathlib import Path
from typing import Any

import pytest

from classifier import errors
from classifier.categories import Category, RetryRule, register_category, unregister_category
from classifier.classification import Classification
from classifier.reasons import Reason
from classifier.retry import DecisionReason, RetryPolicy, decide


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"max_retries": float("inf")}, r"max_retries is inf; expected a whole number from 0 to 100"),
        ({"max_retries": None}, r"max_retries is None; expected a whole number from 0 to 100"),
        ({"max_retries": -1}, r"max_retries is -1; expected a whole number from 0 to 100"),
        ({"max_retries": 101}, r"max_retries is 101; expected"),
        ({"max_retries": True}, r"max_retries is True; expected"),
        ({"max_retries": 2.0}, r"max_retries is 2.0; expected a whole number"),
        ({"max_retries": {"timeout": None}}, r"max_retries\['timeout'\] is None; expected"),
        ({"max_retries": {"ratelimit": 3}}, r"max_retries names 'ratelimit'; expected a category \(rate_limit, "),
        ({"max_retries": {"sandbox": 1}}, r"max_retries\['sandbox'\] is 1; expected 0, because .* never retried"),
        ({"max_retries": {"quota_exhausted": 1}}, r"max_retries\['quota_exhausted'\] is 1; expected 0"),
        ({"base_s": "1"}, r"base_s is '1'; expected a number from 0 to 86400"),
        ({"factor": 0.5}, r"factor is 0.5; expected a number from 1 to 100"),
        ({"cap_s": float("nan")}, r"cap_s is nan; expected"),
        ({"cap_s": 0.5}, r"RetryPolicy for 'rate_limit': floor_s is 1.0; expected at most cap_s, which is 0.5"),
        ({"floor_s": {"overloaded": 61}}, r"RetryPolicy for 'overloaded': floor_s is 61; expected at most cap_s"),
        ({"jitter": 1.1}, r"jitter is 1.1; expected a number from 0 to 1"),
        ({"first_wait": 1}, r"first_wait is 1; expected true or false"),
        ({"deadline_s": float("inf")}, r"deadline_s is inf; expected a number from 0 to 86400"),
        ({"deadline_s": None}, r"deadline_s is None; expected"),
        ({"exclude": "server_error"}, r"exclude is 'server_error'; expected a list"),
        ({"exclude": ["5xx"]}, r"exclude names '5xx'; expected a category"),
    ],
)
def test_endless_or_impossible_numbers_are_refused(values: dict[str, Any], message: str) -> None:
    """No policy can be built that would not end; the message names field, value and range."""
    with pytest.raises(ValueError, match=message):
        RetryPolicy(**values)


def test_reason_beats_category_beats_default() -> None:
    """The finest name that was given wins."""
    policy = RetryPolicy(max_retries={"connection": 1, "overloaded": 7})

    assert policy.rule_for("connection", "overloaded") == RetryRule(
        7, 0.5, 2.0, 60.0, meaning="exponential backoff (short)"
    )
    assert _retries(policy, "connection", "reset") == 1
    assert _retries(policy, "timeout", "read_timeout") == 3
    assert policy.largest_max_retries == 7


def test_one_number_holds_for_all_that_is_retried() -> None:
    """A plain number reaches each retried category and no other."""
    policy = RetryPolicy(max_retries=2)

    assert _retries(policy, "rate_limit", "throttled") == _retries(policy, "invalid_output", "not_json") == 2
    assert policy.rule_for("sandbox", "tests_failed") is None
    assert policy.largest_max_retries == 2


def test_excluded_reason_stops_at_once() -> None:
    """A document that calls 5xx permanent can have it so, and overload can still be retried."""
    policy = RetryPolicy(exclude=["server_error"])

    stopped = decide(Classification("connection", "server_error", True), 1, 0.0, policy)

    assert stopped.reason is DecisionReason.EXCLUDED
    assert decide(Classification("connection", "overloaded", True), 1, 0.0, policy).is_retry


def test_policy_cannot_be_changed() -> None:
    """Neither a field, nor a mapping in it, nor the mapping that was handed in reaches a finished policy."""
    numbers = {"timeout": 2}
    policy = RetryPolicy(max_retries=numbers)

    numbers["timeout"] = 99

    assert _retries(policy, "timeout", "read_timeout") == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        policy.deadline_s = 1.0  # type: ignore[misc]
    with pytest.raises(TypeError):
        policy.max_retries["timeout"] = 99  # type: ignore[index]


def test_policy_survives_dict_and_pickle() -> None:
    """What `to_dict` and pickle give back is equal."""
    policy = RetryPolicy(max_retries={"timeout": 1}, cap_s=90, exclude=["dns"], first_wait={"not_json": True})

    assert RetryPolicy.from_dict(policy.to_dict()) == policy
    assert pickle.loads(pickle.dumps(policy)) == policy


def test_policy_is_read_from_toml(tmp_path: Path) -> None:
    """A file says the same as the constructor."""
    path = tmp_path / "policy.toml"
    path.write_text('deadline_s = 90\nexclude = ["dns"]\n[max_retries]\nrate_limit = 9\n', encoding="utf-8")

    assert RetryPolicy.from_toml(path) == RetryPolicy(max_retries={"rate_limit": 9}, deadline_s=90, exclude=["dns"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("max_retry = 3", "policy.toml: unknown policy key 'max_retry'; known: max_retries, "),
        ("max_retries = inf", "policy.toml: max_retries is inf; expected a whole number"),
        ("max_retries = [", "policy.toml: "),
    ],
)
def test_unusable_toml_names_file_and_key(tmp_path: Path, text: str, message: str) -> None:
    """A mistake in a file is found at loading, with its place."""
    path = tmp_path / "policy.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match=message):
        RetryPolicy.from_toml(path)


class DiskBusyError(errors.NexusCoreError):
    """The disk is busy."""


def test_registered_category_is_retried_without_another_edit() -> None:
    """A category added at run time brings its rule along, also to policies that exist already."""
    policy = RetryPolicy(max_retries={"timeout": 1})
    busy = Classification("disk_busy", "disk_locked", True)
    assert not decide(busy, 1, 0.0, policy).is_retry

    register_category(
        Category(
            "disk_busy",
            "Disk busy",
            "The disk is busy.",
            DiskBusyError,
            "disk_locked",
            retry=RetryRule(1, 3.0, 1.0, 5.0),
            reasons=(Reason("disk_locked", "disk_busy", True, "somebody else writes"),),
        )
    )
    try:
        assert decide(busy, 1, 0.0, policy).wait_s == 3.0
        assert not decide(busy, 2, 0.0, policy).is_retry
    finally:
        unregister_category("disk_busy")
    assert not decide(busy, 1, 0.0, policy).is_retry


def test_rule_of_a_new_category_must_be_finite() -> None:
    """A category cannot bring endless retrying in by the back door."""
    with pytest.raises(ValueError, match="max_retries is inf; expected a whole number from 0 to 100"):
        RetryRule(float("inf"), 1.0, 2.0, 60.0)  # type: ignore[arg-type]


def test_odd_names_do_not_fill_the_memory() -> None:
    """Categories that nobody knows leave nothing behind in the policy."""
    policy = RetryPolicy()
    before = len(policy._rules)

    for number in range(100):
        decide(Classification("rate_limit", f"odd_{number}", True), 1, 0.0, policy)

    assert len(policy._rules) == before


def test_repr_shows_what_was_given() -> None:
    """A policy reads as it was written, so that the signatures it is a default of can be read."""
    policy = RetryPolicy(max_retries={"timeout": 2}, deadline_s=30, exclude=["dns"])

    assert repr(RetryPolicy()) == "RetryPolicy()"
    assert repr(policy) == "RetryPolicy(max_retries={'timeout': 2}, deadline_s=30, exclude=['dns'])"
    assert eval(repr(policy)) == policy


def _retries(policy: RetryPolicy, category: str, reason: str) -> int:
    rule = policy.rule_for(category, reason)
    assert rule is not None
    return rule.max_retries
