"""The names that users rely on."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import classifier

PROMISED = frozenset(
    """
    classify_error convert_http_error_to_nexus_error explain configure Classifier Classification Category Reason Hint
    Evidence Strategy Verdict NexusCoreError ModelRateLimitError ModelTimeoutError ModelConnectionError
    InvalidModelOutputError SandboxExecutionError PatchApplyError UnexpectedSystemError
    """.split()  # noqa: SIM905 - as the contract lists them
)


def test_promised_names_are_there() -> None:
    """Every public name of the contract is exported."""
    assert set(classifier.__all__) >= PROMISED


def test_all_is_sorted_and_resolves() -> None:
    """`__all__` is sorted, without repetition, and each name leads to something; `dir` shows them."""
    assert list(classifier.__all__) == sorted(
        set(classifier.__all__), key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    for name in classifier.__all__:
        assert getattr(classifier, name) is not None, name
    assert set(classifier.__all__) <= set(dir(classifier))


def test_lazy_names_equal_all() -> None:
    """The table of homes, the names for type checkers and `__all__` say the same."""
    assert set(classifier._HOME_OF) == set(classifier.__all__)
    source = Path(classifier.__file__).read_text(encoding="utf-8")
    checked = source[source.index("if TYPE_CHECKING:") : source.index("__all__ =")]
    for name in classifier.__all__:
        assert name in checked, name


def test_unknown_name() -> None:
    """A name that is not there is told as Python tells it."""
    with pytest.raises(AttributeError, match="module 'classifier' has no attribute 'classfy'"):
        classifier.classfy  # noqa: B018


CORE = [
    "errors", "reasons", "categories", "retryrule", "classification", "convert", "engine", "reporting", "monitor",
    "redact", "evidence", "facts", "strategies",
]  # fmt: skip


def _core_modules() -> list[str]:
    names = []
    for name in CORE:
        module = importlib.import_module(f"classifier.{name}")
        names.append(module.__name__)
        if hasattr(module, "__path__"):
            names.extend(f"{module.__name__}.{one.name}" for one in pkgutil.iter_modules(module.__path__))
    return names


@pytest.mark.parametrize("name", _core_modules())
def test_core_modules_declare_what_is_theirs(name: str) -> None:
    """Each name of a module's `__all__` exists and, if it is a function or a class, has a docstring."""
    module = importlib.import_module(name)
    for one in getattr(module, "__all__", ()):
        value = getattr(module, one)
        if (inspect.isfunction(value) or inspect.isclass(value)) and value.__module__ == name:
            assert inspect.getdoc(value), one


def test_signatures_of_the_document() -> None:
    """CR-NEXUS-051 §3.1.1 and §3.2.2: one parameter `exc`, a str and a NexusCoreError."""
    classify = inspect.signature(classifier.classify_error)
    convert = inspect.signature(classifier.convert_http_error_to_nexus_error)

    assert (list(classify.parameters), classify.return_annotation) == (["exc"], "str")
    assert (list(convert.parameters), convert.return_annotation) == (["exc"], "NexusCoreError")


def test_types_are_shipped() -> None:
    """The package is marked as typed, and knows its version."""
    assert (Path(classifier.__file__).parent / "py.typed").exists()
    assert classifier.__version__.count(".") == 2
