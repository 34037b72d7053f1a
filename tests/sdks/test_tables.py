"""Every public exception of every supported library has a meaning, and every meaning names something that exists."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import classifier
from classifier.reasons import REASONS
from classifier.sdks import _MODULES, ClassEntry, SdkTable, all_tables, entry_for, register_table

from .libraries import LIBRARIES, TABLES, classes_of, is_of


def _meaning(cls: type, table: SdkTable) -> ClassEntry | None:
    """Return the nearest listed meaning over the MRO, if the table of the class's own library holds it."""
    for base in cls.__mro__:
        entry = entry_for(base)
        if entry is not None:
            return entry if is_of(base, table) and base.__name__ in table.classes else None
    return None


@pytest.mark.parametrize("name", LIBRARIES)
def test_every_public_exception_has_a_meaning_of_its_own_library(name: str) -> None:
    """A new exception class of a new release fails here, before it is guessed at in production."""
    classes = [cls for cls in classes_of(name) if not cls.__name__.startswith("_") and not issubclass(cls, Warning)]

    unknown = [f"{cls.__module__}.{cls.__name__}" for cls in classes if _meaning(cls, TABLES[name]) is None]

    assert classes
    assert unknown == []


@pytest.mark.parametrize("name", LIBRARIES)
def test_every_listed_name_exists(name: str) -> None:
    """A misspelt or long gone class is not carried along unless the version that has it is noted."""
    present = {cls.__name__ for cls in classes_of(name)}
    elsewhere = LIBRARIES[name].elsewhere

    assert sorted(set(TABLES[name].classes) - present - set(elsewhere)) == []
    assert sorted(set(elsewhere) - set(TABLES[name].classes)) == []
    assert sorted(set(elsewhere) & present) == []


@pytest.mark.parametrize("name", LIBRARIES)
def test_every_meaning_is_a_known_reason_or_says_what_decides(name: str) -> None:
    """No table names a reason that does not exist, and nothing is left without saying to what."""
    for class_name, entry in TABLES[name].classes.items():
        reason = entry if isinstance(entry, str) else entry.reason

        assert reason in REASONS or (isinstance(entry, ClassEntry) and not reason and entry.why), class_name


def test_every_built_in_table_is_walked() -> None:
    """No table goes without a library to check it, and each answers for the prefixes it is named under."""
    tables = all_tables()

    assert all(table in tables for table in TABLES.values())
    assert {prefix: name for name, table in TABLES.items() for prefix in table.packages} == _MODULES


def _loaded_by(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter loads for `statement`."""
    code = (
        "import sys, json; before = set(sys.modules); sys.path.insert(0, sys.argv[1]);"
        f"{statement}; print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    root = str(Path(classifier.__file__).parents[1])
    command = [sys.executable, "-I", "-c", code, root]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return set(json.loads(done.stdout))


def test_no_sdk_is_imported_by_any_table() -> None:
    """Reading all tables loads the standard library and this package only."""
    loaded = _loaded_by("import classifier.sdks as sdks; sdks.all_tables()")

    roots = {name.partition(".")[0] for name in loaded}
    assert "classifier.sdks.openai" in loaded
    assert sorted(roots - set(sys.stdlib_module_names)) == ["classifier"]


def test_only_the_tables_that_are_needed_are_read() -> None:
    """A failure of one library does not pay for forty-odd tables."""
    loaded = _loaded_by("import classifier.sdks as sdks; sdks.entry_for(KeyError)")

    tables = {name for name in loaded if name.startswith("classifier.sdks.")}
    assert tables == {"classifier.sdks.base", "classifier.sdks.python"}


def test_the_longest_prefix_wins() -> None:
    """`google.api_core` and `google.auth` share a root and a name, and mean different things by it."""
    core = type("TimeoutError", (Exception,), {"__module__": "google.auth.exceptions"})
    vendored = type(
        "ConnectTimeoutError", (Exception,), {"__module__": "botocore.vendored.requests.packages.urllib3.x"}
    )

    assert entry_for(core) == ClassEntry("read_timeout")
    assert entry_for(vendored) == ClassEntry("connect_timeout")


def test_a_name_alone_is_not_enough() -> None:
    """A class of another package that shares a listed name is not taken for it."""
    lookalike = type("RateLimitError", (Exception,), {"__module__": "openai_but_not_really.errors"})

    assert entry_for(lookalike) is None


def test_a_users_table_wins_over_a_built_in_one() -> None:
    """A user can teach the tables a library, or correct one, at run time; the rest of the prefix stays known."""
    register_table(SdkTable(("acme_llm_for_this_test",), {"Busy": "overloaded"}))
    register_table(SdkTable(("acme_llm_for_this_test",), {"Busy": "throttled", "Gone": "not_found"}))
    register_table(SdkTable(("e2b.only_for_this_test",), {"SandboxException": "killed"}))

    assert entry_for(type("Busy", (Exception,), {"__module__": "acme_llm_for_this_test.errors"})) == ClassEntry(
        "throttled"
    )
    assert entry_for(type("Gone", (Exception,), {"__module__": "acme_llm_for_this_test"})) == ClassEntry("not_found")
    corrected = type("SandboxException", (Exception,), {"__module__": "e2b.only_for_this_test"})
    assert entry_for(corrected) == ClassEntry("killed")
    kept = type("ServiceBusyException", (Exception,), {"__module__": "e2b.only_for_this_test"})
    assert entry_for(kept) == ClassEntry("overloaded")


def test_a_class_without_a_module_name_is_unknown() -> None:
    """A class whose `__module__` is no text is passed over, not tripped over."""
    odd = type("Odd", (Exception,), {"__module__": 7})

    assert entry_for(odd) is None
