"""Every test of this folder measures speed: `make bench` runs them, plain pytest leaves them out."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what stands in this folder."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.benchmark)
