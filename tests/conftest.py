"""What tests of every part share: the process's default classifier and the table of categories stay as they were."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from classifier import CATEGORIES, engine, unregister_category

# The same examples in every run, and no clock that a busy machine could miss.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def _same_world() -> Iterator[None]:
    """Take back what a test registered or configured."""
    before = engine._default
    names = set(CATEGORIES)
    yield
    engine._default = before
    for name in set(CATEGORIES) - names:
        unregister_category(name)
