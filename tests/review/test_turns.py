"""Rollouts of a long game end after some turns of the seat, later where sums are told."""

from __future__ import annotations

import numpy as np
import pytest

from kritzel.bots.rollouts import NOBODY, Rollouts, seeds
from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.review.plan import TURNS, plan_for
from tools.review_proof import drift, played, start_of


def player(name: str) -> Rollouts:
    game, sheet = catalogue.find(name)
    return Rollouts(game, sheet, 2, start_of(name, 2).sigma)


@pytest.mark.slow
def test_a_rollout_rests_after_as_many_turns_as_it_is_told() -> None:
    border = player("border/1")
    begin = border.table(border.game.rules.start(Setup(border.sheet, 2)))
    luck = seeds("turns", 2, 2)
    short, longer, end = (border.play(begin, *luck, 0, turns)[0] for turns in (1, TURNS, 1000))
    assert np.isnan(short.points).all()
    assert np.isnan(longer.points).all()
    assert (short.shares != longer.shares).all()
    assert all(
        (one == other).all() for one, other in zip(end, border.play(begin, *luck, NOBODY)[0], strict=True)
    )


@pytest.mark.slow
def test_the_net_of_the_master_tells_the_rest_of_a_duel() -> None:
    """Not the one that plays, which finds every choice but its own too bad; and a win is told out once."""
    border = player("border/1")
    begin, luck = border.table(border.game.rules.start(Setup(border.sheet, 2))), seeds("rest", 4, 2)
    told = border.play(begin, *luck, 0)[0].shares
    assert told.sum(axis=1) == pytest.approx(np.ones(4))
    blind = border.master.net._replace(last=np.zeros_like(border.master.net.last))
    border.master = border.master._replace(net=blind)
    assert (border.play(begin, *luck, 0)[0].shares != told).all()


@pytest.mark.parametrize("company", [False, True])
def test_only_plans_with_sums_wait_for_later_turns(company: bool) -> None:
    assert plan_for("quick", company, 800).turns == TURNS
    assert {plan_for(depth, company).turns for depth in ("quick", "deep")} == {1}


@pytest.mark.slow
def test_values_drift_only_where_the_net_ends_rollouts() -> None:
    tables = {name: played(name, ["random", "greedy"], 0) for name in ("border/1", "traexx/1")}
    found = {
        name: drift(player(name), start_of(name, 2), table, 1, 2, "any") for name, table in tables.items()
    }
    assert found["traexx/1"][0] == found["traexx/1"][1]
    assert found["border/1"][0] != found["border/1"][1]
