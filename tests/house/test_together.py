"""Tests that compile the same run on one worker (`tests/conftest.py`); nothing says so when they do not."""

from __future__ import annotations

import pytest

from tests.conftest import DEAR, GAMES, compiles_another_game, group, rank
from tests.house.tree import ROOT

_met: list[int] = []


@pytest.mark.parametrize("number", range(8))
def test_one_of_a_file(number: int) -> None:
    _met.append(number)
    assert number < 8


def test_a_file_stays_together(request: pytest.FixtureRequest) -> None:
    if "loadscope" not in getattr(request.config, "workerinput", {}).get("mainargv", ()):
        pytest.skip("not dealt out by scope")
    there = [item for item in request.session.items if item.name.startswith("test_one_of_a_file")]
    assert len(_met) == len(there)


def test_what_compiles_one_game_goes_to_its_worker_first() -> None:
    twin = "tests/fast/border/test_twin.py::test_it[2]"
    assert group(twin, by_game=True) == "border"
    assert group(twin, by_game=False) == "tests/fast/border/test_twin.py"
    assert group("tests/review/test_review.py::test_it[dizzle/2-1]", by_game=True) == "dizzle"
    assert group("tests/server/test_live.py::test_it[dizzle/2]", by_game=True) == "tests/server/test_live.py"
    told = [twin, f"tests/{DEAR[0]}::it", "tests/envs/test_desk.py::it", "tests/server/test_live.py::it"]
    assert [rank(nodeid) for nodeid in told] == [0, 1, 2, 3]


def test_only_one_game_is_compiled_for_those_who_use_twins() -> None:
    assert compiles_another_game("tests/envs/test_vector.py::test_it[dizzle/1-1]")
    assert compiles_another_game("tests/strategies/border/test_planner.py::test_it")
    assert not compiles_another_game("tests/envs/test_vector.py::test_it[traexx/1-1]")
    assert not compiles_another_game("tests/fast/border/test_twin.py::test_it[2]")


def test_files_that_are_begun_early_exist() -> None:
    assert [name for name in DEAR if not (ROOT / "tests" / name).is_file()] == []
    assert [game for game in GAMES if not (ROOT / "src/kritzel/games" / game).is_dir()] == []
