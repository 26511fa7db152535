"""Noise for the weaker bots: with it they stand as far from their neighbours as they shall."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from kritzel.bots.weights import net_for
from kritzel.games import catalogue
from kritzel.training import duels, noise, takeover
from kritzel.training.games import Hall

pytestmark = pytest.mark.slow

GAME, SHEET = catalogue.find("traexx/1")


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    with ThreadPoolExecutor(2) as threads:
        yield Hall(GAME, SHEET, threads)


@pytest.mark.parametrize("wanted", [0.3, 2.0, 17.0])
def test_noise_is_found_by_halving(wanted: float) -> None:
    assert noise.sought(lambda noise: wanted - noise) == pytest.approx(wanted, rel=0.02)


def test_the_noise_found_puts_both_where_they_belong(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    trained = net_for(GAME, SHEET)
    assert trained
    net, deals = trained.net, 30
    monkeypatch.setattr(noise, "DUELS", deals)
    monkeypatch.setattr(noise, "HALVINGS", 5)
    found = noise.noise_for(hall, net)
    assert 0 < found["skilled"] < found["casual"]
    greedy, learned = duels.bot(hall, "greedy"), duels.thinker(hall, net)
    skilled, casual = (duels.thinker(hall, net, found[name]) for name in ("skilled", "casual"))
    above, below = duels.wins(hall, learned, skilled, deals), duels.wins(hall, skilled, greedy, deals)
    assert above.value == pytest.approx(below.value, abs=0.1)
    under, bottom = (
        duels.wins(hall, greedy, casual, deals),
        duels.wins(hall, casual, duels.anybody(hall), deals),
    )
    assert under.value == pytest.approx(min(above.value, bottom.value), abs=0.1)


def test_a_duel_is_fair_and_the_same_again(hall: Hall) -> None:
    planner, greedy = duels.bot(hall, "planner"), duels.bot(hall, "greedy")
    assert duels.wins(hall, planner, planner, 20).value == 0.5
    assert duels.gain(hall, planner, planner, 20) == (0.0, 0.0)
    assert duels.wins(hall, planner, greedy, 20) == duels.wins(hall, planner, greedy, 20)
    assert duels.wins(hall, planner, greedy, 20).value > 0.8
    assert duels.gain(hall, planner, greedy, 20).surely_more


def test_better_is_ahead_somewhere_and_behind_nowhere() -> None:
    ahead, behind, level = duels.Figure(1.0, 0.4), duels.Figure(-1.0, 0.4), duels.Figure(0.1, 0.4)
    assert takeover.Duel(ahead, level).better
    assert takeover.Duel(None, ahead).better
    assert not takeover.Duel(level, level).better
    assert not takeover.Duel(ahead, behind).better


def test_a_good_net_is_better_than_the_planner_and_no_better_than_itself(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(takeover, "DEALS", 100)
    trained = net_for(GAME, SHEET)
    assert trained
    assert takeover.duel(hall, trained.net, None).better
    assert not takeover.duel(hall, trained.net, trained).better
