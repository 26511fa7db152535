"""The noise of the learned bots: none but the two that shall be; with two seats as their net says, and
less alone and at larger tables. Where points can be counted there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from kritzel.bots.rollouts import Rollouts
from kritzel.fast.levels import CASUAL, LEARNED, MASTER, SKILLED, Hyperparameters, noises
from kritzel.games import catalogue

NOISE = {"skilled": 1.0, "casual": 3.0}


@pytest.mark.parametrize(("seats", "share"), [(1, 0.5), (2, 1.0), (3, 0.7), (4, 0.7)])
def test_only_the_weaker_have_noise_and_less_where_it_costs_more(seats: int, share: float) -> None:
    course = Hyperparameters(games=1, noise=1.0, trace=1.0, decisions=1)
    found = noises(NOISE, course.noise_share(seats))
    assert found[LEARNED] == found[MASTER] == 0.0
    assert (found[SKILLED], found[CASUAL]) == pytest.approx((share, 3 * share))


# Where there is none -----------------------------------------------------------------------------------
LUCK = 5
MUCH_NOISE = 50.0
Choose = Callable[[Any, int, int], int]


def play(on: Rollouts, table: Any, choose: Choose, luck: int) -> Iterator[tuple[Any, int, int]]:
    """A game on the twin, in place; each decision: the table before it, the seat, a seed."""
    rng, faces = Random(luck), np.zeros(16, np.int32)
    while waits := on.twin.pending(on.ready, table):
        if waits > 1:
            on.twin.reveal(on.ready, table, faces, on.twin.outcome(on.ready, table, np.uint64(luck), faces))
            continue
        asked, seed = int(on.twin.deciding(on.ready, table)), rng.getrandbits(63)
        seat = (asked & -asked).bit_length() - 1
        yield table, seat, seed
        on.twin.apply(on.ready, table, seat, choose(table, seat, seed))


def rollouts(name: str, seats: int) -> Rollouts:
    return Rollouts(*catalogue.find(name), seats, sigma=1.0)


def last_card_points(on: Rollouts, table: Any, seat: int, choose: Choose) -> int:
    """What the seat ends with if it draws the last card like this."""
    end, totals = table.copy(), np.zeros(on.seats, np.int32)

    def play_it(now: Any, at: int, seed: int) -> int:
        return choose(now, at, LUCK) if at == seat else on.choose("planner", now, at, seed)

    for _ in play(on, end, play_it, LUCK):
        pass
    on.twin.scores(on.ready, end, totals)
    return int(totals[seat])


@pytest.mark.slow
@pytest.mark.parametrize(("level", "most"), [(CASUAL, 0.15), (SKILLED, 0.05)])
def test_no_level_gives_points_away_on_the_last_card(level: int, most: float) -> None:
    on = rollouts("traexx/1", 2)
    assert on.trained
    noise = noises(on.trained.noise)[level]

    def choose(table: Any, seat: int, seed: int) -> int:
        return on.choose("learned", table, seat, seed, noise)

    def count(table: Any, seat: int, seed: int) -> int:
        return on.choose("planner", table, seat, seed)

    less = []
    for luck in range(30):
        for before, seat, _ in play(on, on.twin.blank(on.ready, 2), choose, luck):
            if int(before[0]["left"].sum()) == 0 and before[0]["tracks"][seat]["grown"] == 0:
                drawn, best = (last_card_points(on, before, seat, who) for who in (choose, count))
                less.append(drawn < best)
    assert len(less) >= 60
    assert np.mean(less) < most


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_no_noise_decides_whether_to_roll_again_or_where_the_last_die_goes(seats: int) -> None:
    on, counted = rollouts("dizzle/2", seats), 0
    cells = int(on.ready[0]["cells"])

    def choose(table: Any, seat: int, seed: int) -> int:
        return on.choose("learned", table, seat, seed, MUCH_NOISE)

    for luck in range(6):
        for before, seat, seed in play(on, on.twin.blank(on.ready, seats), choose, luck):
            move = on.choose("learned", before, seat, seed)
            if cells <= move < cells + 2:
                assert choose(before, seat, seed) == move
                counted += 1
    assert counted > 10
