"""What holds for every test: Hypothesis looks for wrong answers, not slow ones; and which stay together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import leftovers

GAMES = ("dizzle", "border", "traexx")
COMPILING = (
    *("arena", "bench", "bots", "calibration", "envs", "fast", "micro", "strategies", "report", "review"),
    "training",
)
"""Folders whose tests need compiled twins."""

ONE_GAME = (
    *("arena", "bench", "bots", "calibration", "envs", "micro", "strategies", "report", "review", "training"),
)
"""Folders whose tests use twins and do not prove them: `make test` compiles only Träxx for them."""

DEAR = (
    *("test_wheel.py", "doors/test_new_game.py", "doors/test_yacht.py", "oracles/test_border_oracle.py"),
    *("server/test_kills.py", "server/test_instead.py"),
)
"""Files of tests that take long and compile little: begun early, so that nobody waits for one at the end."""

FEW = 4

pytest.register_assert_rewrite("kritzel.conformance")
settings.register_profile("kritzel", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kritzel")


def pytest_configure() -> None:
    """Tests know our games alone, also where somebody has installed others beside them."""
    from kritzel.games import catalogue

    for slug in set(catalogue.GAMES) - set(catalogue.OURS):
        del catalogue.GAMES[slug]
    leftovers.watch()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """For `--dist loadscope` one more than there are cores: many of its tests wait for servers."""
    from kritzel.arena.processes import cores

    return cores() + 1 if config.getvalue("dist") == "loadscope" else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """For `--dist loadscope`: what stays together, see `group`, in the order of `rank`."""
    if config.getvalue("dist") != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return group(nodeid, by_game=self.numnodes <= FEW)

    config.option.loadscopereorder = False
    return Together(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is compiled once for many comes first, then what takes long."""
    for item in items:
        if compiles_another_game(item.nodeid):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: rank(item.nodeid))


def compiles_another_game(nodeid: str) -> bool:
    """Whether a test that only uses twins names another game than Träxx; the tiny sheet is one of Dizzle."""
    folder = nodeid.removeprefix("tests/").partition("/")[0]
    return folder in ONE_GAME and any(name in nodeid for name in ("dizzle", "border", "tiny"))


def rank(nodeid: str) -> int:
    """Games that are compiled, long tests, compiled by now, and all others."""
    file = nodeid.partition("::")[0].removeprefix("tests/")
    if file in DEAR:
        return 1
    if file.partition("/")[0] in COMPILING:
        return 0 if group(nodeid, by_game=True) in GAMES else 2
    return 3


def group(nodeid: str, *, by_game: bool) -> str:
    """Which tests run one after another on the same worker as this one. With a few workers a game is compiled
    by one of them; with many, that would be slower than compiling twice. Files stay together, because what
    they set up is theirs."""
    file = nodeid.partition("::")[0]
    games = [game for game in GAMES if game in nodeid]
    compiles = len(games) == 1 and file.removeprefix("tests/").partition("/")[0] in COMPILING
    return games[0] if by_game and compiles else file
