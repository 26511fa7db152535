"""A minute of malice against a real server. `python -m tests.hostile` does it for an hour."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.routing import Route

from kritzel.server.settings import Settings
from kritzel.server.web.app import make_app
from tests.hostile import running
from tests.hostile.frames import KINDS
from tests.hostile.requests import routes
from tests.hostile.running import Found

pytestmark = pytest.mark.slow


def test_nobody_minds_a_minute_of_malice(tmp_path: Path) -> None:
    """By number or after a minute, whichever comes first: a slow machine does less, and fails no sooner."""
    found = running.attack(tmp_path, frames=25_000, requests=2_500, seconds=60, seed=20)
    assert found.faults == [], found.text()
    assert found.answered > 0, found.text()
    assert found.asked > 0, found.text()


def test_no_route_and_no_command_is_forgotten() -> None:
    there = {route.path for route in make_app(Settings()).routes if isinstance(route, Route)}
    assert there <= {path for path, _ in routes()}
    assert {kind.__name__ for kind in KINDS} >= {"Move", "Undo", "Ready", "Stop", "Why"}


def test_only_what_was_answered_counts() -> None:
    found = Found()
    found.frames.update({"refused": 5, "pong": 3, "mark": 3})
    found.requests.update({200: 2, 404: 1})
    assert (found.answered, found.asked) == (5, 3)
    assert "5 frames answered" in found.text()
