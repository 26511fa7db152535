"""The planner of The Border: always legal, sees no more than its seat, keeps the right dice, beats greedy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from kritzel.fast import bits
from kritzel.game import Chance, Decision, Over
from kritzel.games.border import GAME
from kritzel.games.border import bot as strategy
from kritzel.games.border import fast as border
from kritzel.games.border.bot.analysis import FULL, GONE_SET, KEPT_SET, ONE_MORE, SET_DICE, average
from kritzel.games.border.fast.state import MANY_CHOICES
from tests.fast.border.test_twin import SHEETS, Pair, packed, sheet_named

GAMES = 4
PLANNED = 30
"""So many decisions of a random late position are the planner's."""

Bot = Callable[[Any, Any, int, Any], int]
planner: Any = strategy.planner
greedy: Any = strategy.greedy


@pytest.fixture(autouse=True)
def _numbers_may_wrap() -> Iterator[None]:
    """Keyed luck lets words overflow, which plain NumPy would report."""
    with np.errstate(over="ignore"):
        yield


def planned(pair: Pair, seat: int, seed: int) -> None:
    """The planner decides; on the whole table as on what the seat may see; the table stays as it is."""
    before, key = pair.table.tobytes(), np.uint64(seed)
    number = planner(pair.packed, pair.table, seat, key)
    assert pair.table.tobytes() == before
    assert number in pair.expected(seat), GAME.notation.position_text(pair.state)
    seen = border.from_state(pair.packed, GAME.rules.view(pair.state, seat))
    assert number == planner(pair.packed, seen, seat, key), GAME.notation.position_text(pair.state)
    border.apply(pair.packed, pair.table, seat, number)
    pair.state = GAME.rules.play(pair.state, seat, border.to_move(pair.sheet, number))


def one_step(pair: Pair, seed: int = -1) -> bool:
    """One throw or decision, with a seed by the planner, without at random; whether the game goes on."""
    pending = GAME.rules.pending(pair.state)
    if isinstance(pending, Chance):
        pair.throw(pending)
    elif isinstance(pending, Decision):
        seat = pair.rng.choice(pending.seats)
        pair.decide(seat) if seed < 0 else planned(pair, seat, seed)
    return not isinstance(pending, Over)


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("name", SHEETS)
def test_it_is_legal_from_any_position_and_sees_only_what_its_seat_may(name: str, seats: int) -> None:
    for game in range(GAMES):
        pair = Pair(sheet_named(name), seats, 100 * game + seats)
        for _ in range(pair.rng.randrange(400)):
            one_step(pair)
        for step in range(PLANNED):
            one_step(pair, step)


def test_it_does_not_look_at_hidden_choices() -> None:
    """B4: two worlds that differ in what another seat has crossed in the running action."""
    differed = 0
    for game in range(20):
        pair = Pair(sheet_named("1"), 3, game)
        while len(getattr(GAME.rules.pending(pair.state), "seats", ())) < 2 or pair.state.round < 8:
            if not one_step(pair):
                break
        else:
            seat, other = GAME.rules.pending(pair.state).seats  # type: ignore[union-attr]
            world = pair.table.copy()
            before = planner(pair.packed, pair.table, seat, np.uint64(game))
            crosses = [number for number in pair.listed(other) if number >= border.CROSS]
            if crosses:
                border.apply(pair.packed, world, other, crosses[0])
                differed += 1
            assert planner(pair.packed, world, seat, np.uint64(game)) == before
    assert differed > 5


# Keeping dice ----------------------------------------------------------------------------------------------
def test_every_choice_divides_the_dice() -> None:
    for row in range(len(MANY_CHOICES)):
        for index in range(MANY_CHOICES[row]):
            assert SET_DICE[KEPT_SET[row, index]] + SET_DICE[GONE_SET[row, index]] == SET_DICE[FULL + row]


def test_averages_are_those_of_fair_dice() -> None:
    """The value is the number of red dice: kept ones, and a sixth of the others."""
    reds = SET_DICE & 15
    values = np.where(np.arange(len(SET_DICE)) >= FULL, reds, 0).astype(float)
    average(values)
    counts = np.array([sum(int(dice) >> 4 * colour & 15 for colour in range(6)) for dice in SET_DICE])
    assert np.allclose(values, reds + (5 - counts) / 6)
    assert ONE_MORE.shape == (FULL, 6)


# Strength --------------------------------------------------------------------------------------------------
def played(bots: list[Bot], boards: tuple[int, ...], seed: int) -> list[int]:
    """The places of a whole game on the printed sheet."""
    sheet, table = packed(sheet_named("1")), border.blank(packed(sheet_named("1")), len(bots), boards)
    out = np.zeros(16, np.int32)
    while (waits := border.pending(sheet, table)) != border.OVER:
        if waits == border.THROW:
            border.reveal(sheet, table, out, border.outcome(sheet, table, np.uint64(seed), out))
        else:
            seat = bits.lowest(border.deciding(sheet, table))
            border.apply(sheet, table, seat, bots[seat](sheet, table, seat, np.uint64(seed)))
    border.places(sheet, table, out)
    return list(out[: len(bots)].tolist())


def test_it_beats_greedy() -> None:
    """Greedy itself would win 40 of 80; 56 are more than three standard deviations away."""
    won = 0
    for seed in range(20):
        for boards in ((1 + seed % 4, 1 + (seed + 1) % 4), (1 + (seed + 1) % 4, 1 + seed % 4)):
            won += played([planner, greedy], boards, seed)[0] == 1
            won += played([greedy, planner], boards, seed)[1] == 1
    assert won >= 56
