"""The bench of cold bots holds its figures against the goals. Nothing here judges how long they take."""

from __future__ import annotations

import pytest

from bench import warm

pytestmark = pytest.mark.slow

COMPILED = {
    "one": {"planner": 5.0, "learned": 20.0, "master": 30.0, "greedy": 1.0},
    "two": {"planner": 4.0, "learned": 9.0, "master": 5.0, "greedy": 1.0},
    "three": {"planner": 3.0, "learned": 8.0, "master": 4.0, "greedy": 1.0},
}


def test_two_processes_share_the_work_by_games_and_planners_come_first() -> None:
    ready = warm.schedule(COMPILED)
    assert list(ready)[:3] == [("planner", "two"), ("planner", "one"), ("planner", "three")]
    assert (ready["planner", "three"], ready["learned", "two"]) == (7.0, 16.0)
    assert max(ready.values()) == ready["greedy", "one"] == 56.0
    assert len(ready) == 12


def test_goals_are_met_or_missed() -> None:
    told = {slug: {"compiled": spent, "again": {"planner": 0.5}} for slug, spent in COMPILED.items()}
    assert [": met" in line for line in warm.waits(told)] == [True, True, True, False]
    told["two"]["compiled"] = {**COMPILED["two"], "planner": 11.0}
    told["two"]["again"] = {"planner": 1.2}
    assert [": missed" in line for line in warm.waits(told)] == [True, False, True, False]
