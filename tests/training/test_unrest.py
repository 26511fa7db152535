"""Noise for the restless bots: half-way in rating, and as strong with it as they shall be."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from kritzel.bots.weights import net_for
from kritzel.games import catalogue
from kritzel.training import unrest
from kritzel.training.games import Hall
from kritzel.training.selfplay import GREEDY, NET, PLANNER

GAME, SHEET = catalogue.find("traexx/1")


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    with ThreadPoolExecutor(2) as threads:
        yield Hall(GAME, SHEET, threads)


@pytest.mark.parametrize(("share", "middle"), [(0.5, 0.5), (0.9, 0.75), (0.1, 0.25), (0.2, 1 / 3)])
def test_half_way_counts_in_ratings(share: float, middle: float) -> None:
    assert unrest.half_way(share) == pytest.approx(middle)


def test_the_noise_found_puts_both_where_they_belong(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    trained = net_for(GAME, SHEET)
    assert trained
    net = trained.net
    monkeypatch.setattr(unrest, "DUELS", 150)
    assert unrest.share(hall, net, PLANNER, 0.0) == pytest.approx(0.5, abs=0.01)
    greedy, learned = unrest.share(hall, net, GREEDY, 0.0), unrest.share(hall, net, NET, 0.0)
    assert greedy < 0.2 < 0.5 < learned
    found = unrest.noise_for(hall, net)
    assert 0 < found["skilled"] < found["casual"]
    for name, end in (("skilled", learned), ("casual", greedy)):
        now = unrest.share(hall, net, NET, found[name])
        assert now == pytest.approx(unrest.half_way(end), abs=0.05)
