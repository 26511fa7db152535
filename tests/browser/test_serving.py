"""The servers of these tests have scripted luck: without it journeys would meet other dice in every run."""

from __future__ import annotations

import hashlib

import pytest

from tests.browser import ahead
from tests.browser.serving import Server


def test_the_same_test_meets_the_same_dice(server: Server, request: pytest.FixtureRequest) -> None:
    """The name of a table follows from the test's word; dice follow from name, seed and pages."""
    laid = ahead.lay(server, "traexx/1", ["Mara"])
    assert laid.table == hashlib.sha256(f"{request.node.name}|1".encode()).hexdigest()[:16]
