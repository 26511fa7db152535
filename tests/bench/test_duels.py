"""Luck in duels: all throws are counted, and what results owe to luck is taken off and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from bench.duels import Found, all_throws, row, without
from kritzel.arena.intervals import Interval

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("dice", "many"), [(1, 6), (2, 21), (5, 252)])
def test_all_throws_together_are_sure(dice: int, many: int) -> None:
    throws, shares = all_throws(dice)
    assert throws.shape == (many, dice)
    assert shares.sum() == pytest.approx(1.0)
    pasch = np.flatnonzero((throws == 3).all(axis=1))
    assert shares[pasch].tolist() == pytest.approx([6.0**-dice])


def test_what_is_owed_to_luck_is_taken_off() -> None:
    rng = np.random.default_rng(4)
    luck, skill = rng.normal(0.0, 0.4, 400), rng.normal(0.6, 0.1, 400)
    left = without(skill + 0.8 * luck, luck)
    assert left.std() == pytest.approx(skill.std(), rel=0.02)
    assert left.mean() == pytest.approx(0.6, abs=0.03)
    assert without(skill, np.zeros(400)).tolist() == skill.tolist()


def test_a_row_tells_all() -> None:
    won, lead = Interval(0.6, 0.55, 0.65), Interval(5.0, 4.0, 6.0)
    found = row(("master", "learned"), Found(40, won, won, lead, 1.5))
    assert found == "| `master` | `learned` | 40 | 60.0% ± 5.0% | 60.0% ± 5.0% | 5.0 ± 1.0 | 1.50 |"
