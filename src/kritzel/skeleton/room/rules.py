"""What is allowed and what follows, in the order of the rulebook."""

from __future__ import annotations

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
from kritzel.skeleton.room.refusals import NO_BOARDS, NO_SUCH_THROW, TOO_MANY, refusal
from kritzel.skeleton.room.scoring import score, solo_rank
from kritzel.skeleton.room.sheet import DICE, SEAT_COUNTS, Sheet
from kritzel.skeleton.room.state import SKIP, Cross, Move, State

ROLL = Roll(DICE, (1, 2, 3, 4, 5, 6))


def start(setup: Setup[Sheet]) -> State:
    """Q1: everybody has the same sheet; seat 0 begins."""
    if setup.seats not in SEAT_COUNTS:
        raise SetupError(TOO_MANY)
    if setup.boards:
        raise SetupError(NO_BOARDS)
    return State(setup.sheet, 0, (), (frozenset(),) * setup.seats)


def pending(state: State) -> Pending:
    """Q2, Q3, Q5: a throw, the active seat, or nothing any more."""
    if state.is_over:
        return Over("last_round", "Q5", ranking([pad.total for pad in score(state)]), solo_rank(state))
    return Decision((state.active,)) if state.dice else Chance("roll", ROLL, state.turn + 1)


def reveal(state: State, outcome: Outcome) -> State:
    """Q2: the dice lie there."""
    if not isinstance(pending(state), Chance) or outcome not in ROLL:
        raise IllegalOutcome(NO_SUCH_THROW)
    return State(state.sheet, state.turn, outcome, state.pads)


def moves(state: State, seat: Seat) -> list[Move]:
    """Q3: cross a free cell with the number of one of the dice, or nothing."""
    if seat != state.active or not state.dice:
        return []
    crossed, numbers = state.pads[seat], state.sheet.numbers.items()
    free = [cell for cell, number in numbers if number in state.dice and cell not in crossed]
    return [*map(Cross, free), SKIP]


def play(state: State, seat: Seat, move: Move) -> State:
    """Q1, Q3: the cross is made, then it is the next seat's turn. Every other move is refused."""
    if move not in moves(state, seat):
        raise refusal(state, seat, move)
    pads = list(state.pads)
    if isinstance(move, Cross):
        pads[seat] |= {move.cell}
    return State(state.sheet, state.turn + 1, (), tuple(pads))


def every_move(sheet: Sheet) -> list[Move]:
    """Every move there can be, in a fixed order: environments number them."""
    return [*map(Cross, sheet.numbers), SKIP]
