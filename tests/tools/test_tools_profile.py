"""§7: where the number of tries and the waits come from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from classifier.tools import Backoff, ModelProfile, OnEditFailure, OnTestFailure, ProfileError, load_profiles
from classifier.tools.profile import BACKOFF_CAP_S

YAML = """
version: 2
models:
  careful:
    family: any
  eager:
    retry_strategy:
      max_retries: 3
      backoff: exponential
      on_edit_failure: reread_then_retry_small_diff
      on_test_failure: escalate
"""
TOML = """
version = 2
[models.careful]
family = "any"
[models.eager.retry_strategy]
max_retries = 3
backoff = "exponential"
on_edit_failure = "reread_then_retry_small_diff"
on_test_failure = "escalate"
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "text"), [("p.yaml", YAML), ("p.yml", YAML), ("p.toml", TOML)])
def test_profiles_are_read_from_yaml_and_toml(tmp_path: Path, name: str, text: str) -> None:
    """Both notations give the same profiles; a profile without a strategy is the conservative default."""
    profiles = load_profiles(write(tmp_path, name, text))

    assert profiles["careful"] == ModelProfile(name="careful")
    assert profiles["eager"] == ModelProfile(
        3, Backoff.EXPONENTIAL, on_test_failure=OnTestFailure.ESCALATE, name="eager"
    )


def test_default_is_one_retry_without_wait() -> None:
    """§7: without a profile one retry."""
    profile = ModelProfile()

    assert (profile.max_retries, profile.backoff) == (1, "none")


def test_single_strategy_may_stand_at_the_top(tmp_path: Path) -> None:
    """A file for one model needs no `models`."""
    path = write(tmp_path, "solo.toml", "[retry_strategy]\nmax_retries = 0\n")

    assert ModelProfile.load(path) == ModelProfile(0, name="solo")


def test_one_profile_is_picked_by_name(tmp_path: Path) -> None:
    """`load` picks one of several."""
    path = write(tmp_path, "p.yaml", YAML)

    assert ModelProfile.load(path, "eager").max_retries == 3
    with pytest.raises(ProfileError, match="no profile 'fast'; known: careful, eager"):
        ModelProfile.load(path, "fast")
    with pytest.raises(ProfileError, match="holds 2 profiles, say which: careful, eager"):
        ModelProfile.load(path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("max_retries: 11", r"p\.yaml: models\.m\.retry_strategy\.max_retries is 11; .* from 0 to 10"),
        ("max_retries: -1", r"max_retries is -1; .* from 0 to 10"),
        ("max_retries: yes", r"max_retries is True; .* from 0 to 10"),
        ("max_retries: 1.5", r"max_retries is 1\.5; .* from 0 to 10"),
        ("max_retries: '2'", r"max_retries is '2'; .* from 0 to 10"),
        ("backoff: quick", r"backoff is 'quick'; expected one of none, linear, exponential"),
        ("backoff: [none]", r"backoff is \['none'\]; expected one of none, linear, exponential"),
        (
            "on_edit_failure: pray",
            r"on_edit_failure is 'pray'; expected one of reread_then_retry_small_diff",
        ),
        ("on_test_failure: 7", r"on_test_failure is 7; expected one of inspect_error_then_fix, retry_same, escalate"),
        ("max_retry: 2", r"retry_strategy\.max_retry is not a known key; known: max_retries, backoff"),
    ],
)
def test_wrong_value_is_named_with_file_key_and_range(tmp_path: Path, line: str, message: str) -> None:
    """The message names file, key, value and what was expected."""
    path = write(tmp_path, "p.yaml", f"models:\n  m:\n    retry_strategy:\n      {line}\n")

    with pytest.raises(ProfileError, match=message):
        load_profiles(path)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("p.yaml", "- 1", "the top is list; expected a table"),
        ("p.yaml", "a: 1", "neither 'models' nor 'retry_strategy' is there; keys: a"),
        ("p.yaml", "models: {}", "expected a table from profile name"),
        ("p.yaml", "models: {m: 3}", r"models\.m is 3; expected a table"),
        ("p.yaml", "models: {m: {retry_strategy: 3}}", r"retry_strategy is 3; expected a table"),
        ("p.yaml", "a: [", "is not well-formed YAML"),
        ("p.toml", "a = ", "is not well-formed TOML"),
        ("p.json", "{}", "suffix '.json' is not known; expected .yaml, .yml or .toml"),
    ],
)
def test_unusable_file_is_named(tmp_path: Path, name: str, text: str, message: str) -> None:
    """A file that is no profile says why."""
    with pytest.raises(ProfileError, match=message):
        load_profiles(write(tmp_path, name, text))


def test_profile_checks_what_code_gives_it() -> None:
    """The range holds for profiles made in Python as well; plain strings become members."""
    with pytest.raises(ProfileError, match=r"ModelProfile\.max_retries is 99"):
        ModelProfile(max_retries=99)
    with pytest.raises(ProfileError, match=r"ModelProfile\.backoff is 'soon'"):
        ModelProfile(backoff="soon")  # type: ignore[arg-type]

    assert ModelProfile(on_edit_failure="escalate").on_edit_failure is OnEditFailure.ESCALATE  # type: ignore[arg-type]


def test_waits_never_pass_the_cap() -> None:
    """However late the attempt, the wait is bounded."""
    assert Backoff.EXPONENTIAL.wait_s(10_000) == BACKOFF_CAP_S
    assert Backoff.LINEAR.wait_s(10_000) == BACKOFF_CAP_S


def test_missing_yaml_names_the_command(tmp_path: Path) -> None:
    """Without PyYAML a YAML profile says what to install; a broken PyYAML shows its own error."""
    path = write(tmp_path, "p.yaml", YAML)
    code = (
        "import sys; sys.modules['yaml'] = None\n"
        "from classifier.tools import load_profiles\n"
        f"load_profiles({str(path)!r})\n"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert "pip install 'nexus-classifier[tools]'" in done.stderr
