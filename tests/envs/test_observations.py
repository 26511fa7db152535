"""What seats see: the reference's view at every step, nothing of what others choose in secret."""

from __future__ import annotations

import random

import numpy as np
import pytest

import kritzel.envs
from kritzel.envs.desks import Desk
from tests.envs.seen import seen
from tests.envs.tables import TABLES, own_sheet


def play_on(desk: Desk, rng: random.Random, seat: int | None = None) -> None:
    """One random move or throw."""
    if desk.waits_for_chance:
        desk.roll()
    else:
        mover = rng.choice(desk.seats) if seat is None else seat
        desk.act(mover, int(rng.choice(desk.actions(mover))))


def compare(desk: Desk) -> None:
    game, state = desk.paper.game, desk.state
    for seat in range(desk.paper.seats):
        expected = np.array(seen(game, state, seat), np.float32)
        found = desk.observe(seat)
        if not np.array_equal(found, expected):
            wrong = np.flatnonzero(found != expected)[0]
            part = next(part for part in desk.paper.layout if wrong < part.begin + part.length)
            pytest.fail(f"{part} at {wrong}: {found[wrong]} instead of {expected[wrong]} in {desk.position}")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_seat_sees_what_the_reference_lets_it_see(name: str, seats: int) -> None:
    desk = kritzel.envs.desk(own_sheet(name), seats, deal=seats)
    rng = random.Random(f"{name} {seats}")
    for _ in range(250):
        compare(desk)
        if desk.over:
            desk.restart(desk.deal + 1)
        play_on(desk, rng)


SECRETS = [
    ("dizzle/7", "flow"),
    ("dizzle/3", "planets"),
    ("dizzle/8", "rails"),
    ("border/1", "follow"),
    ("traexx/1", "card"),
]


@pytest.mark.parametrize(("name", "word"), SECRETS)
def test_what_one_chooses_in_secret_changes_nothing_others_see(name: str, word: str) -> None:
    desk, rng = kritzel.envs.desk(name, 3, deal=5), random.Random(name)
    met = 0
    while met < 20:
        if desk.over:
            desk.restart(desk.deal + 1)
        if len(desk.seats) > 1 and word in desk.position:
            met += 1
            interfere(desk, rng)
        play_on(desk, rng)


def interfere(desk: Desk, rng: random.Random) -> None:
    """One seat plays two different things; whoever is not done yet sees and may do the same after both."""
    seat, *others = rng.sample(desk.seats, len(desk.seats))
    one, other = desk.clone(), desk.clone()
    for copy in (one, other):
        while seat in copy.seats:
            copy.act(seat, int(rng.choice(copy.actions(seat))))
    for watcher in others:
        assert np.array_equal(one.observe(watcher), other.observe(watcher))
        assert np.array_equal(one.mask(watcher), other.mask(watcher))


def test_layouts_cover_every_number_once_and_within_bounds() -> None:
    for name, seats in TABLES:
        paper = kritzel.envs.desk(own_sheet(name), seats).paper
        at = 0
        for part in paper.layout:
            assert part.begin == at
            at += part.length
        row = np.full(paper.length, np.nan, np.float32)
        assert paper.view.observe(paper.packed, paper.fresh, 0, row) == at == paper.length
        assert not np.isnan(row).any()


def test_own_seat_comes_first_and_the_others_in_turn_order() -> None:
    parts = {part.name: part for part in kritzel.envs.layout("border/1", 3)}
    desk = kritzel.envs.desk("border/1", 3, boards=(4, 1, 3))
    row = desk.observe(1)
    boards = [
        row[part.begin : part.begin + 4].argmax() + 1 for name, part in parts.items() if "board" in name
    ]
    assert boards == [1, 3, 4]
