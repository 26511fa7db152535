"""What holds for every test: Hypothesis looks for wrong answers, not slow ones; and which stay together."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

GAMES = ("dizzle", "border", "traexx")
COMPILING = (
    *("arena", "bench", "bots", "calibration", "envs", "fast", "micro", "minds", "report", "review"),
    "training",
)
"""Folders whose tests need compiled twins."""

FEW = 4

pytest.register_assert_rewrite("kritzel.conformance")
settings.register_profile("kritzel", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kritzel")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With a few workers (`--dist loadgroup`) a game is compiled by one of them; with many, that would be
    slower than compiling twice. Files stay together, because what they set up is theirs."""
    few = getattr(config, "workerinput", {}).get("workercount", 1) <= FEW
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group(item.nodeid, by_game=few)))


def group(nodeid: str, *, by_game: bool) -> str:
    """Which tests belong on the same worker as this one."""
    file = nodeid.partition("::")[0]
    games = [game for game in GAMES if game in nodeid]
    compiles = len(games) == 1 and file.removeprefix("tests/").partition("/")[0] in COMPILING
    return games[0] if by_game and compiles else file
