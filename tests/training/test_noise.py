"""Noise for the weaker bots: with it they stand as far from their neighbours as they shall."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from kritzel.bots.weights import net_for
from kritzel.games import catalogue
from kritzel.training import duels, evaluation
from kritzel.training.games import Simulator

pytestmark = pytest.mark.slow

GAME, SHEET = catalogue.find("traexx/1")


@pytest.fixture(scope="module")
def sim() -> Iterator[Simulator]:
    with ThreadPoolExecutor(2) as threads:
        yield Simulator(GAME, SHEET, threads)


@pytest.mark.parametrize("wanted", [0.3, 2.0, 17.0])
def test_noise_is_found_by_halving(wanted: float) -> None:
    assert evaluation.find_noise(lambda noise: wanted - noise) == pytest.approx(wanted, rel=0.02)


def test_the_noise_found_puts_both_where_they_belong(sim: Simulator, monkeypatch: pytest.MonkeyPatch) -> None:
    trained = net_for(GAME, SHEET)
    assert trained
    net, deals = trained.net, 30
    monkeypatch.setattr(evaluation, "DUELS", deals)
    monkeypatch.setattr(evaluation, "HALVINGS", 5)
    found = evaluation.noise_for(sim, net)
    assert 0 < found["skilled"] < found["casual"]
    greedy, learned = duels.bot_player(sim, "greedy"), duels.net_player(sim, net)
    skilled, casual = (duels.net_player(sim, net, found[name]) for name in ("skilled", "casual"))
    above, below = (
        duels.wins(sim, learned, skilled, deals),
        duels.wins(sim, skilled, greedy, deals),
    )
    assert above.value == pytest.approx(below.value, abs=0.1)
    under, bottom = (
        duels.wins(sim, greedy, casual, deals),
        duels.wins(sim, casual, duels.random_player(sim), deals),
    )
    assert under.value == pytest.approx(min(above.value, bottom.value), abs=0.1)


def test_a_duel_is_fair_and_the_same_again(sim: Simulator) -> None:
    planner, greedy = duels.bot_player(sim, "planner"), duels.bot_player(sim, "greedy")
    assert duels.wins(sim, planner, planner, 20).value == 0.5
    assert duels.gain(sim, planner, planner, 20) == (0.0, 0.0)
    assert duels.wins(sim, planner, greedy, 20) == duels.wins(sim, planner, greedy, 20)
    assert duels.wins(sim, planner, greedy, 20).value > 0.8
    assert duels.gain(sim, planner, greedy, 20).surely_more


def test_better_is_ahead_somewhere_and_behind_nowhere() -> None:
    ahead, behind, level = duels.Figure(1.0, 0.4), duels.Figure(-1.0, 0.4), duels.Figure(0.1, 0.4)
    assert duels.Duel(ahead, level).better
    assert duels.Duel(None, ahead).better
    assert not duels.Duel(level, level).better
    assert not duels.Duel(ahead, behind).better


def test_a_good_net_is_better_than_the_planner_and_no_better_than_itself(
    sim: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duels, "DEALS", 100)
    trained = net_for(GAME, SHEET)
    assert trained
    assert duels.duel(sim, trained.net, None).better
    assert not duels.duel(sim, trained.net, trained).better
