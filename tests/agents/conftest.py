"""The provider server, and time that passes at once."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from classifier.llm.testing import ProviderServer
from classifier.testing import FakeClock, no_sleep


@pytest.fixture(scope="session")
def running_server() -> Iterator[ProviderServer]:
    with ProviderServer() as server:
        yield server


@pytest.fixture
def server(running_server: ProviderServer) -> ProviderServer:
    running_server.script()
    return running_server


@pytest.fixture(autouse=True)
def clock() -> Iterator[FakeClock]:
    with no_sleep() as clock:
        yield clock


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep keys, addresses and flags of the machine out of the tests."""
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_BASE_URL", "_MODEL")) or name.startswith("NEXUSCORE_"):
            monkeypatch.delenv(name)
