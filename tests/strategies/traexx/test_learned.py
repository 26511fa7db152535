"""The learned bot and the master of Träxx: always legal, see no more than their seat, say what they judged.

The networks know nothing yet: what they like is as good as random, but always the same.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kritzel.fast.net import (
    BEST_POINTS,
    BINS,
    COUNT,
    POINTS,
    Net,
    Scratch,
    expected,
    look,
    scratch_for,
    untrained,
)
from kritzel.fast.net import play_for_points as for_points
from kritzel.game import Chance, Decision, Over
from kritzel.games.traexx import GAME
from kritzel.games.traexx import bot as strategy
from kritzel.games.traexx import fast as traexx
from kritzel.games.traexx.bot.features import Situation, add_features, context_of, list_features
from kritzel.games.traexx.bot.learned import judge_all, reached_first, set_wish
from kritzel.games.traexx.bot.master import WayLists, average_value, predict_table
from kritzel.games.traexx.bot.ways import WAY, begin, list_all, new_ways
from kritzel.games.traexx.sheet import DONE
from kritzel.games.traexx.state import State
from tests.fast.traexx.lockstep import Pair, board

pytestmark = pytest.mark.slow

TABLES = [(name, seats) for name in ("1", "nasty") for seats in GAME.seat_counts]
TABLES += [("wide", 1), ("wide", 4), ("row", 2), ("dot", 1), ("fork", 1), ("choice", 2)]
SEED = np.uint64(7)


@pytest.fixture(autouse=True)
def plain_words() -> Iterator[None]:
    """Without the compiler numpy warns where words wrap, as they shall."""
    with np.errstate(over="ignore"):
        yield


@cache
def network(name: str) -> Net:
    """A network for a board; its seed is such that it knows nothing."""
    return untrained(strategy.inputs(traexx.pack(board(name))), strategy.LOW, strategy.STEP, 5)


def scratch_of(name: str) -> Scratch:
    return scratch_for(network(name))


def told_inputs(scratch: Scratch) -> list[int]:
    """The inputs that were told, in order."""
    return sorted(int(number) for number in scratch.chosen[: scratch.stats[COUNT]])


def sensed(pair: Pair, seat: int) -> tuple[list[int], int]:
    """The inputs in order, and the points that go with them."""
    seen = np.zeros(512, np.int32)
    count, points = list_features(pair.packed[0], pair.table[0], seat, seen)
    return sorted(int(number) for number in seen[:count]), int(points)


# Whole games ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("noise", [0.0, 2.0])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_legal_and_true_to_the_table(name: str, seats: int, noise: float) -> None:
    pair, scratch = Pair(traexx, name, seats, 1), scratch_of(name)
    for _ in range(pair.rng.randrange(60)):
        pair.step()
    told: list[tuple[int, int]] = []
    while not isinstance(awaited := GAME.rules.pending(pair.state), Over):
        if isinstance(awaited, Chance):
            pair.draw(awaited)
        elif isinstance(awaited, Decision):
            told += decide(pair, pair.rng.choice(awaited.seats), noise, scratch, name)
    for seat, score in enumerate(GAME.rules.score(pair.state)):
        assert all(score.total <= bound for teller, bound in told if teller == seat)


def decide(pair: Pair, seat: int, noise: float, scratch: Scratch, name: str) -> list[tuple[int, int]]:
    """One decision through both tables; what was told about it must fit the tables before and after."""
    before = pair.table.tobytes()
    number = strategy.learned(pair.packed, pair.table, seat, SEED, network(name), noise, scratch)
    assert pair.table.tobytes() == before
    move, last = traexx.to_move(pair.sheet, number), sum(pair.table[0]["left"]) == 0
    assert move in GAME.rules.moves(pair.state, seat), GAME.notation.position_text(pair.state)
    assert (scratch.stats[COUNT] > 0) == (move == DONE and not last)
    seen, points = sensed(pair, seat)
    assert len(set(seen)) == len(seen)
    assert 0 <= seen[0] <= seen[-1] < strategy.inputs(pair.packed)
    traexx.apply(pair.packed, pair.table, seat, number)
    pair.state = GAME.rules.play(pair.state, seat, move)
    if scratch.stats[COUNT] == 0:
        return []
    assert told_inputs(scratch) == seen
    assert scratch.stats[POINTS] == points
    if len(pair.state.pads) == 1 or pair.state.card is not None:
        assert seen == sensed(pair, seat)[0]
    return [(seat, points)]


@pytest.mark.parametrize(("name", "seats"), [("1", 1), ("1", 3), ("nasty", 2), ("wide", 2)])
def test_master_is_legal(name: str, seats: int) -> None:
    pair, scratch = Pair(traexx, name, seats, 2), scratch_of(name)
    for _ in range(150 if name == "wide" else 20):
        pair.step()
    while not isinstance(awaited := GAME.rules.pending(pair.state), Over):
        if isinstance(awaited, Chance):
            pair.draw(awaited)
        elif isinstance(awaited, Decision):
            seat, before = pair.rng.choice(awaited.seats), pair.table.tobytes()
            number = strategy.master(pair.packed, pair.table, seat, SEED, network(name), scratch)
            assert pair.table.tobytes() == before
            move = traexx.to_move(pair.sheet, number)
            assert move in GAME.rules.moves(pair.state, seat), GAME.notation.position_text(pair.state)
            traexx.apply(pair.packed, pair.table, seat, number)
            pair.state = GAME.rules.play(pair.state, seat, move)


# Hidden -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "seats"), [("1", 2), ("1", 4), ("nasty", 3)])
def test_the_same_whatever_the_others_draw(name: str, seats: int) -> None:
    """Worlds that differ in nothing but what the others drew in this round, and the seat's own view."""
    for seed in range(8):
        state = round_of(name, seats, seed)
        worlds = [others_drew(state, random.Random(f"{seed} {world}")) for world in range(3)]
        answers = [answer(name, world) for world in (*worlds, GAME.rules.view(worlds[0], 0))]
        assert all(one == answers[0] for one in answers)


def answer(name: str, state: State) -> tuple[Any, ...]:
    """All that can be asked for seat 0."""
    packed, scratch, seen = traexx.pack(state.sheet), scratch_of(name), np.zeros(512, np.int32)
    table = traexx.from_state(packed, state)
    many, points = list_features(packed[0], table[0], 0, seen)
    moves = [strategy.learned(packed, table, 0, SEED, network(name), noise, scratch) for noise in (0.0, 2.0)]
    moves.append(strategy.master(packed, table, 0, SEED, network(name), scratch))
    return seen[:many].tolist(), points, moves


def round_of(name: str, seats: int, seed: int, before: int = 0) -> State:
    """Random play to the beginning of a round in the middle of the game, or so many before the last."""
    pair = Pair(traexx, name, seats, seed)
    rounds = pair.sheet.rounds - 1 - before if before else pair.rng.randrange(1, pair.sheet.rounds - 1)
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


# Company ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_way_takes_from_the_others_counts(seats: int) -> None:
    """T5: each way is judged by what the others may end with once the numbers it reaches first are gone."""
    numbers = set()
    for seed in range(12):
        table = traexx.from_state(packed := traexx.pack(board("1")), round_of("1", seats, seed))
        for gone, value, plain in judged(packed, table):
            assert value == pytest.approx(plain, abs=1e-3)
            numbers.add(gone)
    assert len(numbers) > 3


def judged(packed: Any, table: Any) -> list[tuple[int, float, float]]:
    """For every way of seat 0: the numbers it reaches first, its value, and the same by itself."""
    s, g, net, scratch = packed[0], table[0], network("1"), scratch_of("1")
    ways, context, found = new_ways(), situation(s, g), []
    many = list_all(s, g, 0, context.reached, ways)
    judge_all(s, g, context, ways, many, net, scratch)
    values, hoped, best = ways.values, scratch.hoped.copy(), int(np.argmax(ways.values[:many]))
    for at in range(many):
        gone = int(reached_first(context, ways.lines[at]))
        set_wish(s, g, 0, gone, net, scratch)
        seen, points = add_features(s, context, ways.lines[at], scratch.seen)
        look(net, scratch, seen)
        found.append((gone, float(values[at]), float(expected(net, scratch.chances, points, scratch.wish))))
        assert at != best or hoped == pytest.approx(scratch.chances, abs=1e-4)
    return found


def situation(s: Any, g: Any) -> Situation:
    """That of seat 0, with the types that compiled code passes on."""
    found = context_of(s, g, 0, False)
    return found._replace(board=(np.uint64(found.board[0]), np.uint64(found.board[1])))


def test_numbers_that_are_gone_matter() -> None:
    """The others are worth something else without them; alone there is nobody to lose anything."""
    for seats, differ in ((1, False), (3, True)):
        table = traexx.from_state(packed := traexx.pack(board("1")), round_of("1", seats, 3, 12))
        wishes = []
        for gone in (0, 1 << 10):
            set_wish(packed[0], table[0], 0, gone, network("1"), scratch := scratch_of("1"))
            wishes.append(scratch.wish.tolist())
        assert (wishes[0] != wishes[1]) == differ


# Plans ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("noise", [0.0, 3.0])
def test_keeps_to_its_plan_with_and_without_memory(noise: float) -> None:
    for seed in range(8):
        state, scratch = round_of("1", 2, seed), scratch_of("1")
        kept = drawn_to_the_end(state, noise, lambda scratch=scratch: scratch)
        again = drawn_to_the_end(state, noise, lambda scratch=scratch: scratch)
        fresh = drawn_to_the_end(state, noise, lambda: scratch_of("1"))
        assert kept[:3] == again[:3] == fresh[:3]
        np.testing.assert_allclose(kept[3], fresh[3], atol=1e-5)


def drawn_to_the_end(state: State, noise: float, scratch: Any) -> tuple[Any, ...]:
    """The line, what was told about it and what was hoped for."""
    packed, move = traexx.pack(state.sheet), None
    while move != DONE:
        drawn, table, used = state.pads[0].new, traexx.from_state(packed, state), scratch()
        move = traexx.to_move(
            state.sheet, strategy.learned(packed, table, 0, SEED, network("1"), noise, used)
        )
        state = GAME.rules.play(state, 0, move)
    return (frozenset(drawn), drawn[-1:]), told_inputs(used), used.stats.tolist(), used.hoped.copy()


def test_noise_changes_lines() -> None:
    state = round_of("1", 1, 3)
    packed = traexx.pack(state.sheet)
    table, net, scratch = traexx.from_state(packed, state), network("1"), scratch_of("1")
    moves = {strategy.learned(packed, table, 0, np.uint64(seed), net, 50.0, scratch) for seed in range(30)}
    assert len(moves) > 1
    assert len({strategy.learned(packed, table, 0, SEED, net, 50.0, scratch) for _ in range(3)}) == 1


def test_last_card_is_about_points() -> None:
    for position, best in (
        ("traexx/choice card=r | - | -", "a2-a3"),
        ("traexx/choice card=r | - | line=a4-a3 full=8", "a2-a1"),
    ):
        sheet = board("choice")
        packed, state = traexx.pack(sheet), GAME.notation.parse_position(sheet, position)
        table, net, scratch = traexx.from_state(packed, state), network("choice"), scratch_of("choice")
        for number in (
            strategy.learned(packed, table, 0, SEED, net, 0.0, scratch),
            strategy.master(packed, table, 0, SEED, net, scratch),
        ):
            assert GAME.notation.move_text(sheet, traexx.to_move(sheet, number)) == best


# Values by brute force --------------------------------------------------------------------------------
def lines_of(state: State, seat: int) -> list[State]:
    """All tables on which the seat is about to say done, by the reference."""
    found, todo = {}, [state]
    while todo:
        at = todo.pop()
        track = at.pads[seat]
        if (seen := (track.new[:1], track.new[-1:], frozenset(track.new), order_of_numbers(at))) in found:
            continue
        found[seen] = at
        todo += [GAME.rules.play(at, seat, move) for move in GAME.rules.moves(at, seat) if move != DONE]
    return list(found.values())


def order_of_numbers(state: State) -> tuple[int, ...]:
    return tuple(state.sheet.numbers[cell] for cell in state.pads[0].new[1:] if cell in state.sheet.numbers)


def done_value(name: str, packed: Any, table: Any) -> float:
    """What it is worth to be done with this card now, alone, on average over the next one."""
    net, scratch, lists, line = (
        network(name),
        scratch_of(name),
        WayLists(new_ways(), new_ways()),
        np.empty(1, WAY),
    )
    after = predict_table(packed, table, 0, lists, net, scratch)
    context = situation(packed[0], after[0])
    begin(packed[0], table[0], 0, context.reached, line[0])
    set_wish(packed[0], after[0], 0, reached_first(context, line[0]), net, scratch)
    return float(average_value(packed[0], context, line[0], lists, net, scratch))


def worth(name: str, state: State) -> float:
    """What it is worth to be done here alone: by the network, or by the points after the last card."""
    done = GAME.rules.play(state, 0, DONE)
    if isinstance(GAME.rules.pending(done), Over):
        return GAME.rules.score(done)[0].total
    packed, scratch = traexx.pack(state.sheet), scratch_of(name)
    table = traexx.from_state(packed, done)
    for_points(scratch.wish)
    seen, points = list_features(packed[0], table[0], 0, scratch.seen)
    look(network(name), scratch, seen)
    return expected(network(name), scratch.chances, points, scratch.wish)


@pytest.mark.parametrize("name", ["1", "nasty"])
def test_hopes_for_the_best_line(name: str) -> None:
    for seed in range(5):
        state, scratch = round_of(name, 1, seed), scratch_of(name)
        packed, net = traexx.pack(state.sheet), network(name)
        best = max(worth(name, line) for line in lines_of(state, 0))
        table, move = traexx.from_state(packed, state), -1
        while move != traexx.actions(packed) - 1:
            move = strategy.learned(packed, table, 0, SEED, net, 2.0, scratch)
            traexx.apply(packed, table, 0, move)
        for_points(scratch.wish)
        assert scratch.hoped.shape == (BINS,)
        hoped = expected(net, scratch.hoped, scratch.stats[BEST_POINTS], scratch.wish)
        assert hoped == pytest.approx(best, abs=1e-3)


def average(name: str, state: State, exact: bool) -> float:
    """The average over the next card of the best line then; `exact`: to the end of the game."""
    awaited, total = GAME.rules.pending(GAME.rules.play(state, 0, DONE)), 0.0
    assert isinstance(awaited, Chance)
    for card, share in awaited.event.outcomes():
        lines = lines_of(GAME.rules.reveal(GAME.rules.play(state, 0, DONE), card), 0)
        further = exact and len(state.seen) + 3 == state.sheet.rounds
        best = max(average(name, line, exact) if further else worth(name, line) for line in lines)
        total += float(share) * best
    return total


@pytest.mark.parametrize(("name", "before"), [("1", 0), ("nasty", 0), ("1", 1), ("nasty", 1), ("nasty", 2)])
def test_master_knows_the_average(name: str, before: int) -> None:
    """The value of being done at once, against plain Python; near the end of the game it is exact."""
    for seed in range(2):
        state = round_of(name, 1, seed, before)
        packed = traexx.pack(state.sheet)
        table = traexx.from_state(packed, state)
        known = done_value(name, packed, table)
        assert known == pytest.approx(average(name, state, before > 0), abs=1e-3)


# Without the compiler ---------------------------------------------------------------------------------
def test_plain_python_agrees() -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    wanted = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", __file__], env=wanted, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == [str(number) for number in some_moves()], done.stderr


def some_moves() -> list[int]:
    """What both bots do on a few tables."""
    moves = []
    for seats in (1, 3):
        state = round_of("nasty", seats, 4, 3)
        packed, scratch, net = traexx.pack(state.sheet), scratch_of("nasty"), network("nasty")
        table = traexx.from_state(packed, state)
        moves.append(strategy.learned(packed, table, 0, SEED, net, 2.0, scratch))
        moves.append(strategy.master(packed, table, 0, SEED, net, scratch))
    return moves


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))
    with np.errstate(over="ignore"):
        print(*some_moves())
