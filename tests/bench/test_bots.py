"""Figures about bots: luck is taken off duels, processes share the compiling, goals are judged."""

from __future__ import annotations

import numpy as np
import pytest

from bench import bots
from bench.duels import all_throws, remove_luck

pytestmark = pytest.mark.slow

COMPILED = {
    "one": {"planner": 5.0, "learned": 20.0, "master": 30.0, "greedy": 1.0},
    "two": {"planner": 4.0, "learned": 9.0, "master": 5.0, "greedy": 1.0},
    "three": {"planner": 3.0, "learned": 8.0, "master": 4.0, "greedy": 1.0},
}


@pytest.mark.parametrize(("dice", "many"), [(1, 6), (2, 21), (5, 252)])
def test_all_throws_together_are_sure(dice: int, many: int) -> None:
    throws, shares = all_throws(dice)
    assert throws.shape == (many, dice)
    assert shares.sum() == pytest.approx(1.0)


def test_what_is_owed_to_luck_is_taken_off() -> None:
    rng = np.random.default_rng(4)
    luck, skill = rng.normal(0.0, 0.4, 400), rng.normal(0.6, 0.1, 400)
    left = remove_luck(skill + 0.8 * luck, luck)
    assert left.std() == pytest.approx(skill.std(), rel=0.02)
    assert left.mean() == pytest.approx(0.6, abs=0.03)
    assert remove_luck(skill, np.zeros(400)).tolist() == skill.tolist()


def test_two_processes_share_the_work_by_games_and_planners_come_first() -> None:
    ready = bots.schedule(COMPILED)
    assert list(ready)[:3] == [("planner", "two"), ("planner", "one"), ("planner", "three")]
    assert (ready["planner", "three"], ready["learned", "two"]) == (7.0, 16.0)
    assert max(ready.values()) == ready["greedy", "one"] == 56.0


def test_goals_are_met_or_missed() -> None:
    spent = {slug: {"compiled": each, "again": {"planner": 0.5}} for slug, each in COMPILED.items()}
    assert ["met" in line for line in bots.waits(spent)] == [True, True, True, False]
    spent["two"]["compiled"] = {**COMPILED["two"], "planner": 11.0}
    spent["two"]["again"] = {"planner": 1.2}
    assert ["MISSED" in line for line in bots.waits(spent)] == [True, False, True, False]
