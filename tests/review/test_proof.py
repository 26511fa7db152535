"""The command that proves reviews (tools/review_proof.py) looks at what reviews say."""

from __future__ import annotations

import pytest

from kritzel.review import review
from tools.review_proof import column_rows, played, skill


@pytest.mark.slow
def test_moves_alone_sum_up_to_what_the_review_says() -> None:
    table = played("traexx/1", ["greedy"], 0)
    told, alone = review(table, rollouts=8, workers=1, keep=False).seats[0].sum, skill(table, 8)
    assert alone["own"] == pytest.approx(told.own, abs=1e-9)
    assert (alone["start"], alone["result"]) == (told.start, told.result)


def test_luck_is_told_seat_by_seat() -> None:
    rows = [{"sheet": "x/1", "bots": "a,b", "game": game, "luck": [game, -game]} for game in (-1, 1)]
    assert list(column_rows(rows, "luck")) == ["| x/1 a,b | 2 | +0.00 ± 1.96; +0.00 ± 1.96 |"]
