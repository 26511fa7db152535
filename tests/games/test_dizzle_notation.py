"""Dizzle in words: moves, outcomes and positions there and back, what is refused, and what a seat sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from kritzel.game import Chance, Decision, IllegalMove, IllegalOutcome, NotationError, Over, Setup
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle.sheet import OUT_MOVE, REROLL_MOVE, Back, Lava, Move, Planet, Rail, Sheet, Take
from kritzel.games.dizzle.state import State
from kritzel.mechanics.routes import PIECES
from tests.table import Table

HEAD = 'game = "dizzle"\nid = "t"\nversion = 1\n'

CROSSES = GAME.notation.parse_sheet(
    HEAD
    + """
grid = '''
x    3    5g1  2b   .    o
4    1r   6    2    5pa  3
.    2kc  4lc  1f1  6h   5pb
1    5o   3r   4b   2f2  6
'''
areas = '''
.    A    A    .    .    .
.    A    .    .    .    .
.    .    .    .    .    .
.    .    .    .    .    .
'''
rows = { 2 = 10 }
columns = { d = 6 }
points.gems = [1]
points.puzzles = { a = 8, b = 6 }
points.areas = { A = 6 }
points.flags = [[10, 6, 3, 1], [8, 4]]
points.bomb = -3
points.heap = -2
"""
)
VOLCANO = GAME.notation.parse_sheet(
    HEAD + "grid = '''\nx 3 5 2 v\n4 1 6 2 1\n2 6 v 3 5\n1 5 3 4b 6\n'''\npoints.bomb = -1\n"
)
RAILS = GAME.notation.parse_sheet(
    HEAD + "grid = '''\nEW 3 5s4 2\n4 1 6 2b\n2 6f1 4 3\n'''\npoints.bomb = -1\npoints.flags = [[5, 3]]\n"
)
SHEETS = {"crosses": CROSSES, "volcano": VOLCANO, "rails": RAILS}


def at(sheet: Sheet, position: str) -> Table:
    return Table.at(GAME, sheet, f"dizzle/t {position}")


def game(sheet: Sheet, seats: int, seed: int) -> Iterator[State]:
    """Every state of a game in which all choose by lot."""
    rng = random.Random(seed)
    state = GAME.rules.start(Setup(sheet, seats))
    while True:
        yield state
        pending = GAME.rules.pending(state)
        if isinstance(pending, Over):
            return
        if isinstance(pending, Chance):
            state = GAME.rules.reveal(state, pending.event.sample(rng.randrange))
        else:
            seat = rng.choice(pending.seats)
            state = GAME.rules.play(state, seat, rng.choice(GAME.rules.moves(state, seat)))


def states(sheet: Sheet) -> Iterator[State]:
    for seats, seed in product(GAME.seat_counts, range(3)):
        yield from game(sheet, seats, seed)


# There and back --------------------------------------------------------------------------------------
@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_every_position_is_read_back(sheet: Sheet) -> None:
    for state in states(sheet):
        text = GAME.notation.position_text(state)
        assert GAME.notation.parse_position(sheet, text) == state
        assert GAME.notation.position_text(GAME.notation.parse_position(sheet, text)) == text


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_every_move_and_outcome_is_read_back(sheet: Sheet) -> None:
    for state in states(sheet):
        pending = GAME.rules.pending(state)
        if isinstance(pending, Chance):
            outcome = pending.event.sample(lambda n: n - 1)
            assert GAME.notation.parse_outcome(state, GAME.notation.outcome_text(state, outcome)) == outcome
        for seat in range(len(state.pads)):
            for move in GAME.rules.moves(state, seat):
                assert GAME.notation.parse_move(sheet, GAME.notation.move_text(sheet, move)) == move


def test_the_canonical_order_of_words() -> None:
    words = "place pool=2245 turn=1 pass=3 | out lost=d1 x=c3b2b3 | dice=a2 lost=d1 x=b1d3 flags=1:10"
    told = "dizzle/t pass=3 place turn=1 pool=2245 | x=b2b3c3 lost=d1 out | x=b1d3 dice=a2 lost=d1 flags=1:10"
    assert at(CROSSES, words).position == told


@pytest.mark.parametrize(
    ("sheet", "position"),
    [
        (CROSSES, "pass=1 roll | -"),
        (CROSSES, "pass=10 remove turn=0 pool=66 | dice=b1"),
        (CROSSES, "pass=2 reroll turn=1 pool=66 | dice=b1 | dice=a2"),
        (CROSSES, "pass=2 planets | x=b2 rockets=1 | x=b2c4 rockets=2 pick=f1"),
        (CROSSES, "pass=12 over | - | x=d3 flags=1:0"),
        (VOLCANO, "pass=2 volcano | lava=d1 | -"),
        (VOLCANO, "pass=2 flow=1 | - | pick=e2"),
        (RAILS, "pass=2 rails | dice=a2b2 rails=b1EW pick=b2NS | dice=c1"),
        (RAILS, "pass=2 rails | dice=a2 pick=a2NS | dice=c3 rails=b3SW flags=1:5"),
    ],
)
def test_positions_of_every_phase(sheet: Sheet, position: str) -> None:
    assert at(sheet, position).position == f"dizzle/t {position}"


# Carried on ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("sheet", "position", "carried"),
    [
        (
            VOLCANO,
            "pass=1 place turn=0 pool=3 | lava=b1a2 | -",
            "pass=1 place turn=1 pool=3 | lava=b1a2 out | -",
        ),
        (VOLCANO, "pass=1 place turn=0 pool=3 | lava=b1a2 | out", "pass=2 volcano | lava=b1a2 | -"),
        (VOLCANO, "pass=1 place turn=0 pool=3 | lava=b1a2", "pass=2 volcano | lava=b1a2"),
        (VOLCANO, "pass=1 rerolled turn=0 pool=6 | - | -", "pass=1 place turn=1 pool=6 | - | -"),
        (VOLCANO, "pass=3 flow=2 | lava=d1d2 | x=d1", "pass=3 roll | lava=d1d2 | x=d1"),
        (VOLCANO, "pass=3 flow=2 | lava=d1 | pick=d1", "pass=3 flow=2 | lava=d1 | pick=d1"),
        (VOLCANO, "pass=3 flow=2 | pick=d1 | pick=d1", "pass=3 roll | lava=d1 | lava=d1"),
        (CROSSES, "pass=3 planets | - | -", "pass=4 roll | - | -"),
        (CROSSES, "pass=3 planets | x=b2 rockets=1 pick=f1", "pass=4 roll | x=f1b2"),
        (RAILS, "pass=3 rails | - | -", "pass=4 roll | - | -"),
        (RAILS, "pass=3 rails | dice=b1 pick=b1EW", "pass=4 roll | rails=b1EW"),
    ],
)
def test_positions_are_carried_on(sheet: Sheet, position: str, carried: str) -> None:
    assert at(sheet, position).position == f"dizzle/t {carried}"


# Refused positions -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("sheet", "position", "words"),
    [
        (CROSSES, "", "dizzle/t expected first"),
        (CROSSES, "dizzle/2 pass=1 roll | -", "dizzle/t expected"),
        (CROSSES, " | -", "dizzle/t expected"),
        (CROSSES, "dizzle/t pass=1 roll", "1..4 seats expected"),
        (CROSSES, "dizzle/t pass=1 roll | - | - | - | - | -", "1..4 seats expected"),
        (CROSSES, "dizzle/t pass=1 | -", "exactly one of"),
        (CROSSES, "dizzle/t pass=1 roll over | -", "exactly one of"),
        (CROSSES, "dizzle/t pass=1 roll roll | -", "'roll' is there twice"),
        (CROSSES, "dizzle/t pass=1 roll=3 | -", "unknown word 'roll=3'"),
        (CROSSES, "dizzle/t pass=1 roll colour=r | -", "unknown word 'colour=r'"),
        (CROSSES, "dizzle/t pass=1 roll turn=0 | -", "'turn' has no place here"),
        (CROSSES, "dizzle/t pass=1 volcano | -", "'volcano' cannot be"),
        (CROSSES, "dizzle/t pass=1 flow=2 | -", "'flow' cannot be"),
        (CROSSES, "dizzle/t pass=1 rails | -", "'rails' cannot be"),
        (VOLCANO, "dizzle/t pass=1 planets | -", "'planets' cannot be"),
        (CROSSES, "dizzle/t pass=1 remove turn=0 pool=1 | - | -", "'remove' cannot be"),
        (CROSSES, "dizzle/t roll | -", "pass=1..10 expected"),
        (CROSSES, "dizzle/t pass roll | -", "unknown word 'pass'"),
        (CROSSES, "dizzle/t pass=0 roll | -", "pass=1..10 expected"),
        (CROSSES, "dizzle/t pass=11 roll | -", "pass=1..10 expected"),
        (CROSSES, "dizzle/t pass=13 roll | - | -", "pass=1..12 expected"),
        (CROSSES, "dizzle/t pass=² roll | - | -", "pass=1..12 expected"),
        (CROSSES, "dizzle/t pass=1 place pool=1 | -", "turn=0..0 expected"),
        (CROSSES, "dizzle/t pass=1 place turn=2 pool=1 | - | -", "turn=0..1 expected"),
        (CROSSES, "dizzle/t pass=1 place turn=0 | -", "pool=digits"),
        (CROSSES, "dizzle/t pass=1 place turn=0 pool=21 | -", "ascending"),
        (CROSSES, "dizzle/t pass=1 place turn=0 pool=17 | -", "pool=digits"),
        (CROSSES, "dizzle/t pass=1 place turn=0 pool= | -", "needs dice"),
        (CROSSES, "dizzle/t pass=1 place turn=0 pool=1112223 | dice=b1 | -", "only 7"),
        (CROSSES, "dizzle/t pass=1 place turn=0 pool=1 | out | -", "seat 0 is out"),
        (CROSSES, "dizzle/t pass=1 over | - | -", "needs a full sheet"),
        (VOLCANO, "dizzle/t pass=1 flow | -", "unknown word 'flow'"),
        (VOLCANO, "dizzle/t pass=1 flow=7 | -", "flow=1..6 expected"),
        (CROSSES, "dizzle/t pass=1 roll | ", "seat 0: where nothing is to be said, write -"),
        (CROSSES, "dizzle/t pass=1 roll | - x=b1", "seat 0: unknown word '-'"),
        (CROSSES, "dizzle/t pass=1 roll | - | x=b1 x=b2", "seat 1: 'x' is there twice"),
        (CROSSES, "dizzle/t pass=1 roll | x", "unknown word 'x'"),
        (CROSSES, "dizzle/t pass=1 roll | x=", "x=cells like c3c4 expected"),
        (CROSSES, "dizzle/t pass=1 roll | x=b1,b2", "x=cells like c3c4 expected"),
        (CROSSES, "dizzle/t pass=1 roll | x=e1", "no cell 'e1'"),
        (CROSSES, "dizzle/t pass=1 roll | x=g1", "no cell 'g1'"),
        (CROSSES, "dizzle/t pass=1 roll | x=b9", "no cell 'b9'"),
        (CROSSES, "dizzle/t pass=1 roll | x=a1", "x: a1 cannot be there"),
        (CROSSES, "dizzle/t pass=1 roll | x=b1b1", "x: b1 is there twice"),
        (CROSSES, "dizzle/t pass=1 roll | lost=b1", "lost: b1 cannot be there"),
        (CROSSES, "dizzle/t pass=1 roll | lava=b1", "lava: b1 cannot be there"),
        (CROSSES, "dizzle/t pass=1 roll | rails=b1NS", "'rails' has no place here"),
        (RAILS, "dizzle/t pass=1 roll | x=b1", "'x' has no place here"),
        (RAILS, "dizzle/t pass=1 roll | rails=b1SN", "rails=rails like"),
        (RAILS, "dizzle/t pass=1 roll | rails=b1NS,b1EW", "rails: b1 is there twice"),
        (RAILS, "dizzle/t pass=1 roll | rails=a1NS", "rails: a1 cannot be there"),
        (CROSSES, "dizzle/t pass=1 roll | dice=b1", "'dice' has no place here"),
        (CROSSES, "dizzle/t pass=1 roll | out", "'out' has no place here"),
        (CROSSES, "dizzle/t pass=1 place turn=0 pool=1 | - | out=1", "seat 1: unknown word 'out=1'"),
        (CROSSES, "dizzle/t pass=1 place turn=0 pool=1 | dice=f1", "dice: f1 cannot be there"),
        (CROSSES, "dizzle/t pass=1 place turn=0 pool=1 | x=b1 dice=b1", "b1 cannot hold two things"),
        (CROSSES, "dizzle/t pass=1 roll | x=d1 lost=d1", "d1 cannot hold two things"),
        (VOLCANO, "dizzle/t pass=1 roll | x=d1 lava=d1", "d1 cannot hold two things"),
        (CROSSES, "dizzle/t pass=1 roll | x=d3", "points of flag 1 and its cross"),
        (CROSSES, "dizzle/t pass=1 roll | flags=2:8", "points of flag 2 and its cross"),
        (CROSSES, "dizzle/t pass=1 roll | x=d3 flags=1:7", "flag 1 does not give 7 points"),
        (CROSSES, "dizzle/t pass=1 roll | x=d3 flags=1:10,1:10", "flags: 1 is there twice"),
        (CROSSES, "dizzle/t pass=1 roll | x=d3 flags=1", "flags=points like"),
        (RAILS, "dizzle/t pass=1 roll | flags=2:5", "there is no flag 2"),
        (CROSSES, "dizzle/t pass=1 roll | rockets=1", "'rockets' has no place here"),
        (CROSSES, "dizzle/t pass=1 planets | rockets=0", "rockets=1..99 expected"),
        (CROSSES, "dizzle/t pass=1 planets | rockets=3", "rockets: only 2 planets are left"),
        (CROSSES, "dizzle/t pass=1 planets | rockets=1 pick=b1", "pick: b1 cannot be chosen"),
        (CROSSES, "dizzle/t pass=1 planets | rockets=1 pick=f1b4", "pick: only 1 expected"),
        (CROSSES, "dizzle/t pass=1 planets | pick=f1", "pick: only 0 expected"),
        (VOLCANO, "dizzle/t pass=1 flow=6 | pick=c2b3", "seat 0: pick: only 1 expected"),
        (VOLCANO, "dizzle/t pass=1 flow=2 | pick=c3", "seat 0: pick: c3 cannot be chosen"),
        (VOLCANO, "dizzle/t pass=1 flow=2 | - | pick=a3", "seat 1: pick: a3 cannot be chosen"),
        (RAILS, "dizzle/t pass=1 rails | dice=b1 pick=b2NS", "pick: b2 cannot be chosen"),
        (RAILS, "dizzle/t pass=1 rails | dice=b1 pick=b1", "pick=rails like"),
    ],
)
def test_broken_positions_are_refused(sheet: Sheet, position: str, words: str) -> None:
    with pytest.raises(NotationError, match=words.replace("(", "\\(")):
        GAME.notation.parse_position(sheet, position)


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_positions_with_slips_are_read_or_refused(sheet: Sheet) -> None:
    rng = random.Random(1)
    texts = [GAME.notation.position_text(state) for state in game(sheet, 2, 5)]
    for _ in range(1500):
        text, other = rng.choice(texts), rng.choice(texts)
        cut, paste = rng.randrange(len(text)), rng.randrange(len(other))
        slip = text[:cut] + rng.choice(["", " ", "=", "|", "1", "z9", "²", other[paste : paste + 4]])
        slip += text[cut + rng.randrange(3) :]
        try:
            state = GAME.notation.parse_position(sheet, slip)
        except NotationError:
            continue
        assert GAME.notation.parse_position(sheet, GAME.notation.position_text(state)) == state


# Refused moves and outcomes --------------------------------------------------------------------------
NO_MOVES = ["", "d4", "7b1", "3B1", "3 b1", "3e1", "3b99", "3b0", "3b01", "3b1 ", "3b1\n", "³b1", "3b1b2"]
NO_WORDS = ["back", "back e1", "lava  b1", "planet g1", "rail b1", "rail b1 SN", "rail b1 ns", "out ", "done"]


@pytest.mark.parametrize("text", NO_MOVES + NO_WORDS)
def test_texts_that_are_no_moves_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.notation.parse_move(CROSSES, text)


@pytest.mark.parametrize(
    "text", ["", "1", "12345", "654321", "1234567", "12345a", "0123456", "1 23456", "١١١١١١١"]
)
def test_texts_that_are_no_roll_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="roll: 7 digits"):
        GAME.notation.parse_outcome(Table.start(GAME, CROSSES, 2).state, text)


def test_no_outcome_where_none_is_awaited() -> None:
    table = at(CROSSES, "pass=1 place turn=0 pool=3 | -")
    with pytest.raises(NotationError, match="no dice"):
        table.reveal("3")
    with pytest.raises(IllegalOutcome, match="no dice"):
        GAME.rules.reveal(table.state, (3,))


@pytest.mark.parametrize("outcome", [(), (1,), (2, 1), (1, 7), (1, 2, 3), None, "12", ("1", "2")])
def test_outcomes_that_cannot_be_are_refused(outcome: Any) -> None:
    with pytest.raises(IllegalOutcome, match="2 numbers"):
        GAME.rules.reveal(at(CROSSES, "pass=1 remove turn=0 pool=3 | dice=b1").state, outcome)


def all_moves(sheet: Sheet) -> list[Move]:
    cells = [cell for cell in range(sheet.cells.bit_length()) if sheet.cells >> cell & 1]
    moves: list[Move] = [REROLL_MOVE, OUT_MOVE]
    moves += [Take(number, cell) for number in range(1, 7) for cell in cells]
    moves += [kind(cell) for kind in (Back, Lava, Planet) for cell in cells]
    return moves + [Rail(cell, piece) for cell in cells for piece in PIECES]


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_play_refuses_exactly_what_is_not_listed(sheet: Sheet) -> None:
    moves = all_moves(sheet)
    for state in list(game(sheet, 2, 3))[::4]:
        pending = GAME.rules.pending(state)
        for seat in range(2):
            listed = GAME.rules.moves(state, seat)
            assert bool(listed) == (isinstance(pending, Decision) and seat in pending.seats)
            for move in set(moves) - set(listed):
                with pytest.raises(IllegalMove, match=r"\[D\d+\]"):
                    GAME.rules.play(state, seat, move)
            for move in listed:
                GAME.rules.play(state, seat, move)


@pytest.mark.parametrize(
    ("sheet", "position"),
    [
        (CROSSES, "pass=1 place turn=0 pool=3 | - | -"),
        (CROSSES, "pass=1 place turn=0 pool=6 | - | -"),
        (CROSSES, "pass=1 rerolled turn=0 pool=6 | dice=b1 | -"),
        (CROSSES, "pass=1 planets | rockets=2 | -"),
        (VOLCANO, "pass=1 flow=2 | - | -"),
        (RAILS, "pass=1 rails | dice=b1 | -"),
        (CROSSES, "pass=1 roll | - | -"),
        (CROSSES, "pass=12 over | - | -"),
    ],
)
@pytest.mark.parametrize("wrong", [None, 7, -1, 4, 10**30, "b1", [1], 1.5])
def test_moves_of_the_wrong_shape_are_refused(sheet: Sheet, position: str, wrong: Any) -> None:
    state = at(sheet, position).state
    cell = sheet.grid.cell(1, 0)
    shapes = [
        wrong,
        Take(3, wrong),
        Take(wrong, cell),
        Back(wrong),
        Lava(wrong),
        Planet(wrong),
        Rail(wrong, "NS"),
    ]
    for move in [*shapes, Rail(cell, wrong)]:
        with pytest.raises(IllegalMove) as caught:
            GAME.rules.play(state, 0, move)
        assert caught.value.sentence.de != caught.value.sentence.en
    seats: list[Any] = [-1, 2, None, "0", wrong]
    for seat in seats:
        assert not GAME.rules.moves(state, seat)
        with pytest.raises(IllegalMove):
            GAME.rules.play(state, seat, REROLL_MOVE)


# Views -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_a_view_has_the_same_moves_and_no_choice_of_others(sheet: Sheet) -> None:
    for state in states(sheet):
        for seat in range(len(state.pads)):
            seen = GAME.rules.view(state, seat)
            assert GAME.rules.moves(seen, seat) == GAME.rules.moves(state, seat)
            assert GAME.rules.score(seen) == GAME.rules.score(state)
            assert seen.pads[seat] == state.pads[seat]
            assert not any(m.pick or m.drawn for nth, m in enumerate(seen.pads) if nth != seat)
            assert GAME.notation.parse_position(sheet, GAME.notation.position_text(seen)) == seen
        assert not any(m.pick or m.drawn for m in GAME.rules.view(state, None).pads)


@pytest.mark.parametrize(
    ("sheet", "position", "moves"),
    [
        (
            CROSSES,
            "pass=3 planets | x=b2 rockets=1 | x=b2c4 rockets=2",
            ["planet f1", "planet b4", "planet f1"],
        ),
        (VOLCANO, "pass=3 flow=6 | - | -", ["lava c2", "lava b3"]),
        (RAILS, "pass=3 rails | dice=b1 | dice=a2b1", ["rail b1 NS", "rail a2 NE", "rail b1 SW"]),
    ],
)
def test_the_order_of_seats_does_not_matter(sheet: Sheet, position: str, moves: list[str]) -> None:
    first, *second = moves
    one = at(sheet, position).play(0, first).play(1, *second)
    other = at(sheet, position).play(1, *second).play(0, first)
    assert one.position == other.position
    assert one.state == other.state


@pytest.mark.parametrize("seats", [0, 5])
def test_no_table_for_nobody_or_five(seats: int) -> None:
    with pytest.raises(ValueError, match="1 to 4 seats"):
        Table.start(GAME, CROSSES, seats)


def test_there_are_no_boards_to_choose() -> None:
    with pytest.raises(ValueError, match="no boards"):
        Table.start(GAME, CROSSES, 2, (2, 1))
