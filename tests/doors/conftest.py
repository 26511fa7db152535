"""Yacht is installed once for all tests of a worker."""

from __future__ import annotations

import pytest

from tests.doors.brought import YACHT, Brought, install


@pytest.fixture(scope="session")
def yacht(tmp_path_factory: pytest.TempPathFactory) -> Brought:
    return install(YACHT, tmp_path_factory.mktemp("yacht"))
