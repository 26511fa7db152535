"""What is allowed and what follows, in the order of the rulebook. Points are in `scoring`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from kritzel.game import (
    Chance,
    Decision,
    IllegalOutcome,
    Outcome,
    Over,
    Pending,
    Seat,
    Setup,
    SetupError,
    ranking,
)
from kritzel.mechanics.dice import Roll
from kritzel_yacht.refusals import NO_BOARDS, NO_SUCH_THROW, NO_THROW, WRONG_SEATS, refusal
from kritzel_yacht.scoring import solo_rank, total, worth
from kritzel_yacht.sheet import DICE, FACES, NAMES, SEAT_COUNTS, THROWS, Sheet
from kritzel_yacht.state import STOP, Again, Dice, Move, State, Stop, Write

ROLLS = tuple(Roll(dice, FACES) for dice in range(DICE + 1))
DECISIONS = tuple(Decision((seat,)) for seat in range(SEAT_COUNTS[-1]))
WRITES = {box: Write(box) for box in NAMES}


def start(setup: Setup[Sheet]) -> State:
    """Y1: everybody has the same empty sheet; seat 0 begins."""
    if setup.seats not in SEAT_COUNTS:
        raise SetupError(WRONG_SEATS.filled(n=setup.seats))
    if setup.boards:
        raise SetupError(NO_BOARDS)
    return State(setup.sheet, 0, 1, (), ((None,) * len(setup.sheet.boxes),) * setup.seats)


# What the table waits for -----------------------------------------------------------------------
def pending(state: State) -> Pending:
    """Y2, Y3, Y10: a throw, the active seat, or nothing any more."""
    if state.is_over:
        return Over("boxes_full", "Y10", ranking([total(pad) for pad in state.pads]), solo_rank(state))
    if state.is_thrown:
        return DECISIONS[state.active]
    return Chance("roll", ROLLS[DICE - len(state.dice)], state.turn + 1)


def moves(state: State, seat: Seat) -> Sequence[Move]:
    """Y2, Y3: all legal moves of a seat."""
    if seat != state.active or not state.is_thrown:
        return ()
    if state.may_throw:
        return throwing_moves(state.dice)
    boxes, pad = state.sheet.boxes, state.pads[seat]
    return [WRITES[box] for box, points in zip(boxes, pad, strict=True) if points is None]


def play(state: State, seat: Seat, move: Move) -> State:
    """The table after a legal move; every other one is refused with its clause."""
    if move not in moves(state, seat):
        raise refusal(state, seat, move)
    if isinstance(move, Write):
        return written(state, move.box)
    if isinstance(move, Stop):
        return State(state.sheet, state.turn, THROWS, state.dice, state.pads)
    return State(state.sheet, state.turn, state.throw + 1, without(state.dice, move.dice), state.pads)


def every_move(sheet: Sheet) -> Sequence[Move]:
    """Every move there can be, in a fixed order: stop, every throw again, every box."""
    again = [
        Again(some) for count in range(1, DICE + 1) for some in combinations_with_replacement(FACES, count)
    ]
    return [STOP, *again, *[WRITES[box] for box in sheet.boxes]]


# Throwing ---------------------------------------------------------------------------------------
@cache
def throwing_moves(dice: Dice) -> tuple[Move, ...]:
    """Y2: stop, or throw any of the dice again."""
    chosen = {some for count in range(1, DICE + 1) for some in combinations(dice, count)}
    return (STOP, *(Again(some) for some in sorted(chosen, key=lambda some: (len(some), some))))


def without(dice: Dice, gone: Dice) -> Dice:
    """Y2: the dice that are kept when some are thrown again."""
    left = list(dice)
    for face in gone:
        left.remove(face)
    return tuple(left)


def reveal(state: State, outcome: Outcome) -> State:
    """Y2: the throw joins the dice kept."""
    awaited = pending(state)
    if not isinstance(awaited, Chance):
        raise IllegalOutcome(NO_THROW)
    if outcome not in awaited.event:
        raise IllegalOutcome(NO_SUCH_THROW.filled(throw=outcome, n=DICE - len(state.dice)))
    dice = tuple(sorted(state.dice + outcome))
    return State(state.sheet, state.turn, state.throw, dice, state.pads)


# Writing ----------------------------------------------------------------------------------------
def written(state: State, box: str) -> State:
    """Y3: the points stand in the box; then it is the next seat's turn with all five dice."""
    at, pad = state.sheet.boxes.index(box), state.pads[state.active]
    pad = (*pad[:at], worth(box, state.dice), *pad[at + 1 :])
    pads = (*state.pads[: state.active], pad, *state.pads[state.active + 1 :])
    return State(state.sheet, state.turn + 1, 1, (), pads)
