"""What tests of every part share: the process's default classifier and the table of categories stay as they were."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from classifier import CATEGORIES, engine, unregister_category


@pytest.fixture(autouse=True)
def _same_world() -> Iterator[None]:
    """Take back what a test registered or configured."""
    before = engine._default
    names = set(CATEGORIES)
    yield
    engine._default = before
    for name in set(CATEGORIES) - names:
        unregister_category(name)
