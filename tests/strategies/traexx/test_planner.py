"""The planner of Träxx: always legal, sees no more than its seat, keeps to its plan, beats the greedy bot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kritzel.fast.twin import Twin
from kritzel.game import Chance, Decision, Over
from kritzel.games.traexx import GAME
from kritzel.games.traexx import bot as strategy
from kritzel.games.traexx import fast as traexx
from kritzel.games.traexx.sheet import DONE
from kritzel.games.traexx.state import State
from tests.fast.traexx.lockstep import Pair, board

TWIN: Twin = traexx
TABLES = [(name, seats) for name in ("1", "nasty", "wide") for seats in GAME.seat_counts]
TABLES += [("row", 1), ("row", 2), ("dot", 1), ("fork", 1), ("choice", 2)]


@pytest.fixture(autouse=True)
def plain_words() -> Iterator[None]:
    """Without the compiler numpy warns where words wrap, as they shall."""
    with np.errstate(over="ignore"):
        yield


def asked(sheet: Any, state: State, seat: int, seed: int = 1) -> Any:
    """The planner's move on a table of the reference."""
    packed = TWIN.pack(sheet)
    return TWIN.to_move(
        sheet, strategy.planner(packed, TWIN.from_state(packed, state), seat, np.uint64(seed))
    )


# Legal ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_legal_from_any_position(name: str, seats: int) -> None:
    for seed in range(2 if name == "wide" else 4):
        pair = Pair(TWIN, name, seats, seed)
        for _ in range(pair.rng.randrange(150)):
            pair.step()
        play_on(pair)


def play_on(pair: Pair) -> None:
    """The planner plays to the end on both tables, and sees only what its seat may see."""
    while not isinstance(awaited := GAME.rules.pending(pair.state), Over):
        if isinstance(awaited, Chance):
            pair.draw(awaited)
        elif isinstance(awaited, Decision):
            seat, seed = pair.rng.choice(awaited.seats), np.uint64(pair.rng.getrandbits(63))
            number = strategy.planner(pair.packed, pair.table, seat, seed)
            seen = TWIN.from_state(pair.packed, GAME.rules.view(pair.state, seat))
            assert number == strategy.planner(pair.packed, seen, seat, seed), GAME.notation.position_text(
                pair.state
            )
            move = TWIN.to_move(pair.sheet, number)
            assert move in GAME.rules.moves(pair.state, seat), GAME.notation.position_text(pair.state)
            pair.state = GAME.rules.play(pair.state, seat, move)
            TWIN.apply(pair.packed, pair.table, seat, number)


# Hidden -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "seats"), [("1", 2), ("1", 4), ("nasty", 3), ("wide", 2)])
def test_the_same_move_whatever_the_others_draw(name: str, seats: int) -> None:
    """Two worlds that differ in nothing but what the others drew in this round."""
    for seed in range(15):
        state = round_of(name, seats, seed)
        worlds = [others_drew(state, random.Random(f"{seed} {world}")) for world in range(4)]
        assert len({asked(state.sheet, world, 0, seed) for world in worlds}) == 1


def round_of(name: str, seats: int, seed: int) -> State:
    """Random play to the beginning of a round in the middle of the game."""
    pair = Pair(TWIN, name, seats, seed)
    rounds = pair.rng.randrange(1, pair.sheet.rounds)
    while len(pair.state.seen) < rounds or pair.state.card is None:
        pair.step()
    return pair.state


def others_drew(state: State, rng: random.Random) -> State:
    """Everybody but seat 0 draws at random, and is not done yet."""
    for seat in range(1, len(state.pads)):
        for _ in range(rng.randrange(5)):
            move = rng.choice(GAME.rules.moves(state, seat))
            state = state if move == DONE else GAME.rules.play(state, seat, move)
    return state


# Plans ------------------------------------------------------------------------------------------------
def planned(position: str) -> str:
    sheet = board(position.split()[0].split("/")[1])
    return GAME.notation.move_text(sheet, asked(sheet, GAME.notation.parse_position(sheet, position), 0))


def test_takes_what_scores_most_on_the_last_card() -> None:
    assert planned("traexx/choice card=r | - | -") == "a2-a3"
    assert planned("traexx/choice card=r | - | line=a4-a3 full=8") == "a2-a1"


def test_is_done_when_nothing_is_left() -> None:
    assert planned("traexx/dot card=rr | -") == "done"


def test_breaks_ties_by_luck() -> None:
    sheet = board("fork")
    state = GAME.notation.parse_position(sheet, "traexx/fork card=r | -")
    assert len({asked(sheet, state, 0, seed) for seed in range(40)}) > 1


def test_keeps_to_its_plan_whatever_the_luck() -> None:
    """Following calls have other luck, but the plan is the same unless two are worth the same."""
    for game in range(10):
        state = round_of("1", 1, game)
        ends = {drawn_to_the_end(state, seed) for seed in range(5)}
        assert len(ends) == 1


def drawn_to_the_end(state: State, seed: int) -> tuple[Any, ...]:
    """Where the line ends and what it covers: the order of the cells between may differ."""
    move, calls = None, 0
    while move != DONE:
        drawn, calls = state.pads[0].new, calls + 1
        move = asked(state.sheet, state, 0, 100 * seed + calls)
        state = GAME.rules.play(state, 0, move)
    return drawn[-1:], frozenset(drawn)


# Strength and speed -----------------------------------------------------------------------------------
def played(seats: int, bots: list[Any], boards: tuple[int, ...], seed: int) -> list[int]:
    """The points of a game on the printed board."""
    packed = TWIN.pack(board("1"))
    table, out = TWIN.blank(packed, seats, boards), np.zeros(16, np.int32)
    while awaited := TWIN.pending(packed, table):
        if awaited == 2:
            TWIN.reveal(packed, table, out, TWIN.outcome(packed, table, seed, out))
            continue
        seat = (TWIN.deciding(packed, table) & -TWIN.deciding(packed, table)).bit_length() - 1
        TWIN.apply(packed, table, seat, bots[seat](packed, table, seat, np.uint64(seed)))
    TWIN.scores(packed, table, out)
    return [int(total) for total in out[:seats]]


def test_beats_greedy_on_both_seats_and_starts() -> None:
    won = 0.0
    for seed in range(10):
        for boards in ((1, 2), (2, 1)):
            mine, theirs = played(2, [strategy.planner, strategy.greedy], boards, seed)
            won += (mine > theirs) + 0.5 * (mine == theirs)
            theirs, mine = played(2, [strategy.greedy, strategy.planner], boards, seed)
            won += (mine > theirs) + 0.5 * (mine == theirs)
    assert won > 32  # of 40; greedy against itself has 20


@pytest.mark.parametrize(("seats", "least"), [(3, 0.75), (4, 0.7)])
def test_wins_at_a_table_of_greedy_ones(seats: int, least: float) -> None:
    won = 0
    for seed in range(24):
        bots = [strategy.greedy] * seats
        bots[seed % seats] = strategy.planner
        points = played(seats, bots, tuple(range(1, seats + 1)), seed)
        won += max(points) == points[seed % seats]
    assert won > least * 24


def test_scores_much_more_than_greedy_alone() -> None:
    planner = [played(1, [strategy.planner], (1 + seed % 4,), seed)[0] for seed in range(60)]
    greedy = [played(1, [strategy.greedy], (1 + seed % 4,), seed)[0] for seed in range(60)]
    assert sum(planner) > sum(greedy) + 60 * 10
