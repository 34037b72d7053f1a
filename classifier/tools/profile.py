"""
How often and how fast may a model try again? `retry_strategy` of the Model Profile, read from YAML or TOML and checked.

Imports PyYAML only when a YAML file is read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

__all__ = [
    "Backoff",
    "ModelProfile",
    "OnEditFailure",
    "OnTestFailure",
    "ProfileError",
    "load_profiles",
]

MAX_RETRIES: Final = 10
BACKOFF_STEP_S: Final = 1.0
"""The first wait of linear and exponential backoff; the document leaves the length to the profile's reader."""
BACKOFF_CAP_S: Final = 60.0


class Backoff(StrEnum):
    """How waits grow from one try to the next."""

    NONE = "none"
    LINEAR = "linear"
    EXPONENTIAL = "exponential"

    def wait_s(self, attempt: int) -> float:
        """
        Seconds to wait after `attempt` (the first is 1) failed; never above `BACKOFF_CAP_S`.

        Without jitter: a harness drives one model, so there is no crowd to spread, and the policy stays pure.
        """
        if self is Backoff.NONE:
            return 0.0
        if self is Backoff.LINEAR:
            return min(BACKOFF_STEP_S * attempt, BACKOFF_CAP_S)
        return min(BACKOFF_STEP_S * 2.0 ** min(attempt - 1, 16), BACKOFF_CAP_S)


class OnEditFailure(StrEnum):
    """What a profile wants after a failed edit; `escalate` means no try at all."""

    REREAD_THEN_RETRY_SMALL_DIFF = "reread_then_retry_small_diff"
    RETRY_SAME = "retry_same"
    ESCALATE = "escalate"


class OnTestFailure(StrEnum):
    """What a profile wants after failed tests; `escalate` means no try at all."""

    INSPECT_ERROR_THEN_FIX = "inspect_error_then_fix"
    RETRY_SAME = "retry_same"
    ESCALATE = "escalate"


class ProfileError(ValueError):
    """A profile file cannot be used; the message names file, key, value and what was expected."""


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """
    The part of a Model Profile that recovery reads.

    Without arguments it is the conservative default of §7: one retry, no wait.

    Attributes:
        max_retries: Tries after the first one, 0 to 10.
        backoff: How waits grow.
        on_edit_failure: What to do after a failed edit.
        on_test_failure: What to do after failed tests.
        name: Of the profile, for messages.

    Raises:
        ProfileError: If a value is out of range; the message names key, value and range.
    """

    max_retries: int = 1
    backoff: Backoff = Backoff.NONE
    on_edit_failure: OnEditFailure = OnEditFailure.REREAD_THEN_RETRY_SMALL_DIFF
    on_test_failure: OnTestFailure = OnTestFailure.INSPECT_ERROR_THEN_FIX
    name: str = ""

    def __post_init__(self) -> None:
        _check_max_retries(self.max_retries, "ModelProfile")
        for key, kind in _CHOICES.items():
            object.__setattr__(self, key, _choice(getattr(self, key), kind, key, "ModelProfile"))

    @classmethod
    def from_strategy(cls, strategy: object, *, name: str = "", where: str = "retry_strategy") -> ModelProfile:
        """
        Build a profile from a `retry_strategy` mapping; keys that are absent take the conservative default.

        Args:
            where: Put in front of the key in messages, such as `"profiles.yaml: models.fast.retry_strategy"`.

        Raises:
            ProfileError: If it is no mapping, or a key is unknown, or a value is out of range.
        """
        if not isinstance(strategy, Mapping):
            msg = f"{where} is {strategy!r}; expected a table with the keys {', '.join(_KEYS)}"
            raise ProfileError(msg)
        for key in strategy:
            if key not in _KEYS:
                msg = f"{where}.{key} is not a known key; known: {', '.join(_KEYS)}"
                raise ProfileError(msg)
        values = dict(strategy)
        retries = _check_max_retries(values.get("max_retries", 1), where)
        return cls(
            max_retries=retries,
            backoff=_choice(values.get("backoff", Backoff.NONE), Backoff, "backoff", where),
            on_edit_failure=_choice(
                values.get("on_edit_failure", OnEditFailure.REREAD_THEN_RETRY_SMALL_DIFF),
                OnEditFailure, "on_edit_failure", where,
            ),
            on_test_failure=_choice(
                values.get("on_test_failure", OnTestFailure.INSPECT_ERROR_THEN_FIX),
                OnTestFailure, "on_test_failure", where,
            ),
            name=name,
        )  # fmt: skip

    @classmethod
    def load(cls, path: str | Path, name: str | None = None) -> ModelProfile:
        """
        Read one profile from a YAML or TOML file.

        Args:
            name: Which one of `models`; may be left out if the file holds just one.

        Raises:
            ProfileError: If the file is not usable, or holds no such profile; the message lists the known ones.
            ImportError: If a YAML file is read and PyYAML is absent.
            OSError: If the file cannot be read.
        """
        profiles = load_profiles(path)
        if name is None:
            if len(profiles) == 1:
                return next(iter(profiles.values()))
            msg = f"{path} holds {len(profiles)} profiles, say which: {', '.join(profiles)}"
            raise ProfileError(msg)
        if name not in profiles:
            msg = f"{path} holds no profile {name!r}; known: {', '.join(profiles)}"
            raise ProfileError(msg)
        return profiles[name]


_CHOICES: Final[dict[str, type[StrEnum]]] = {
    "backoff": Backoff,
    "on_edit_failure": OnEditFailure,
    "on_test_failure": OnTestFailure,
}
_KEYS: Final = ("max_retries", *_CHOICES)


def _check_max_retries(value: object, where: str) -> int:
    # bool is an int to Python, but `max_retries: yes` is a mistake in YAML.
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_RETRIES:
        msg = f"{where}.max_retries is {value!r}; expected a whole number from 0 to {MAX_RETRIES}"
        raise ProfileError(msg)
    return value


_Choice = TypeVar("_Choice", bound=StrEnum)


def _choice(value: object, kind: type[_Choice], key: str, where: str) -> _Choice:
    try:
        return kind(value)  # type: ignore[arg-type]
    except ValueError:
        msg = f"{where}.{key} is {value!r}; expected one of {', '.join(kind)}"
        raise ProfileError(msg) from None


def load_profiles(path: str | Path) -> dict[str, ModelProfile]:
    """
    Read all profiles of a YAML (`.yaml`, `.yml`) or TOML (`.toml`) file.

    The file holds `models`, a table from name to profile, each with an optional `retry_strategy`; or just one
    `retry_strategy` at the top. Other keys of a profile are not ours and are left alone.

    Raises:
        ProfileError: If the file is not usable; the message names file, key, value and range.
        ImportError: If a YAML file is read and PyYAML is absent.
        OSError: If the file cannot be read.
    """
    path = Path(path)
    document = _parse(path)
    if not isinstance(document, Mapping):
        msg = f"{path}: the top is {type(document).__name__}; expected a table with 'models' or 'retry_strategy'"
        raise ProfileError(msg)
    models = document.get("models")
    if models is None:
        if "retry_strategy" not in document:
            keys = ", ".join(map(str, document)) or "none"
            msg = f"{path}: neither 'models' nor 'retry_strategy' is there; keys: {keys}"
            raise ProfileError(msg)
        return {
            path.stem: ModelProfile.from_strategy(
                document["retry_strategy"], name=path.stem, where=f"{path}: retry_strategy"
            )
        }
    if not isinstance(models, Mapping) or not models:
        msg = f"{path}: models is {models!r}; expected a table from profile name to profile, with at least one"
        raise ProfileError(msg)
    profiles: dict[str, ModelProfile] = {}
    for name, body in models.items():
        if not isinstance(body, Mapping):
            msg = f"{path}: models.{name} is {body!r}; expected a table"
            raise ProfileError(msg)
        where = f"{path}: models.{name}.retry_strategy"
        profiles[str(name)] = ModelProfile.from_strategy(body.get("retry_strategy", {}), name=str(name), where=where)
    return profiles


def _parse(path: Path) -> object:
    if path.suffix == ".toml":
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as exc:
            msg = f"{path} is not well-formed TOML: {exc}"
            raise ProfileError(msg) from exc
    if path.suffix not in (".yaml", ".yml"):
        msg = f"{path}: suffix {path.suffix!r} is not known; expected .yaml, .yml or .toml"
        raise ProfileError(msg)
    try:
        import yaml
    except ModuleNotFoundError as exc:
        if exc.name != "yaml":
            raise
        msg = f"reading {path} needs 'yaml'; install it with: pip install 'nexus-classifier[tools]'"
        raise ModuleNotFoundError(msg, name="yaml") from exc
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as exc:
        msg = f"{path} is not well-formed YAML: {exc}"
        raise ProfileError(msg) from exc
