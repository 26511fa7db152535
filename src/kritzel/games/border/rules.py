"""What is allowed and what follows, in the order of the rulebook.

`moves` and `play` ask the same functions of `crossing`; `refusals` only explains what they have refused.
"""

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
    Text,
)
from kritzel.games.border.crossing import acting, colours_of, may_finish, open_cells, without
from kritzel.games.border.material import COLOURS, DICE, SEAT_COUNTS, THROWS, Sheet
from kritzel.games.border.moves import DONE, STOP, Again, Cross, Dice, Done, Move
from kritzel.games.border.refusals import NO_THROW, refusal
from kritzel.games.border.scoring import ranking
from kritzel.games.border.state import Pad, Phase, Points, State
from kritzel.mechanics.cells import each
from kritzel.mechanics.dice import Roll

FACES = tuple(range(len(COLOURS)))
ROLLS = tuple(Roll(dice, FACES) for dice in range(DICE + 1))


# Set-up -----------------------------------------------------------------------------------------
def start(setup: Setup[Sheet]) -> State:
    """B1: each seat gets a board of its own; seat 0 is the first active player."""
    sheet, boards = setup.sheet, setup.boards or setup.sheet.seatings.get(setup.seats, ())
    check_boards(sheet, setup.seats, boards)
    return laid(sheet, boards)


def laid(sheet: Sheet, boards: Sequence[int]) -> State:
    """These boards with nothing on them but white crosses, before the first throw."""
    nothing = (None,) * len(sheet.areas)
    pads = tuple(Pad(board, sheet.white, nothing) for board in boards)
    return State(sheet, 1, Phase.THROW, 1, (), False, pads)


def blank(sheet: Sheet) -> State:
    """The sheet before the game, to look at."""
    return laid(sheet, sheet.seatings.get(len(sheet.boards), (1,)))


def check_boards(sheet: Sheet, seats: int, boards: Sequence[int]) -> None:
    """B1: two to four seats, each with a different board of the sheet. Raises SetupError."""
    there = len(sheet.boards)
    if seats not in SEAT_COUNTS:
        raise SetupError(
            Text(
                f"The Border ist für 2 bis 4 Plätze, nicht {seats}",
                f"The Border is for 2 to 4 seats, not {seats}",
            )
        )
    if seats > there:
        have = Text("1 Brett", "1 board") if there == 1 else Text(f"{there} Bretter", f"{there} boards")
        de = f"Blatt {sheet.id} hat {have.de}, zu wenig für {seats} Plätze (B1)"
        raise SetupError(Text(de, f"sheet {sheet.id} has {have.en}, too few for {seats} seats (B1)"))
    if len(boards) != seats or len(set(boards)) != seats:
        de = f"{seats} Plätze brauchen {seats} verschiedene Bretter (B1), nicht {list(boards)}"
        raise SetupError(Text(de, f"{seats} seats need {seats} different boards (B1), not {list(boards)}"))
    if not set(boards) <= set(range(1, there + 1)):
        de = f"die Bretter haben die Nummern 1 bis {there}, nicht {list(boards)}"
        raise SetupError(Text(de, f"boards are numbered 1 to {there}, not {list(boards)}"))


# What the table waits for -----------------------------------------------------------------------
def pending(state: State) -> Pending:
    """What the table waits for: a throw, seats, or nothing any more."""
    if state.phase is Phase.THROW:
        return Chance("throw", ROLLS[DICE - len(state.dice)], state.round)
    if state.phase is Phase.OVER:
        return Over("areas_enclosed", "B8", ranking(state))
    return decision(acting(state))


@cache
def decision(seats: tuple[Seat, ...]) -> Decision:
    """The same seats are the same decision."""
    return Decision(seats)


def every_move(sheet: Sheet) -> list[Move]:
    """Every move there can be on this sheet."""
    colours = range(len(COLOURS))
    dice = [some for count in range(1, DICE + 1) for some in combinations_with_replacement(colours, count)]
    return [STOP, DONE, *[Cross(cell) for cell in each(sheet.cells)], *[Again(some) for some in dice]]


def moves(state: State, seat: Seat) -> Sequence[Move]:
    """All legal moves of a seat."""
    if seat not in acting(state):
        return ()
    if state.phase is Phase.KEEP:
        return throwing_moves(state.dice)
    crossings = state.sheet.crossings
    legal: list[Move] = [crossings[cell] for cell in each(open_cells(state, seat))]
    if may_finish(state, seat):
        legal.append(DONE)
    return legal


def play(state: State, seat: Seat, move: Move) -> State:
    """The table after a legal move; every other one is refused with its clause."""
    if seat in acting(state):
        if state.phase is Phase.KEEP:
            if move in throwing_moves(state.dice):
                return keep(state, move)
        elif isinstance(move, Cross):
            if isinstance(move.cell, int) and move.cell in each(open_cells(state, seat)):
                return cross(state, seat, move.cell)
        elif isinstance(move, Done) and may_finish(state, seat):
            return finish(state, seat)
    raise refusal(state, seat, move)


# Action 1: throwing -----------------------------------------------------------------------------
@cache
def throwing_moves(dice: Dice) -> tuple[Move, ...]:
    """B2: stop, or throw any of the dice again."""
    chosen = {some for count in range(1, DICE + 1) for some in combinations(dice, count)}
    return (STOP, *(Again(some) for some in sorted(chosen, key=lambda some: (len(some), some))))


def keep(state: State, move: Move) -> State:
    """B2: the dice not named are kept; after a stop the crossing begins."""
    if isinstance(move, Again):
        kept = without(state.dice, move.dice)
        return State(state.sheet, state.round, Phase.THROW, state.throw + 1, kept, False, state.pads)
    return State(state.sheet, state.round, Phase.MARK, 0, state.dice, False, state.pads)


def reveal(state: State, outcome: Outcome) -> State:
    """B2: the throw joins the dice kept; after the third throw the crossing begins by itself."""
    if state.phase is not Phase.THROW:
        raise IllegalOutcome(NO_THROW)
    thrown = DICE - len(state.dice)
    if outcome not in ROLLS[thrown]:
        de = f"{outcome!r} ist kein Wurf mit {thrown} Würfeln"
        raise IllegalOutcome(Text(de, f"{outcome!r} is no throw of {thrown} dice"))
    dice = tuple(sorted(state.dice + outcome))
    if state.throw < THROWS:
        return State(state.sheet, state.round, Phase.KEEP, state.throw, dice, False, state.pads)
    return State(state.sheet, state.round, Phase.MARK, 0, dice, False, state.pads)


# Crossing ---------------------------------------------------------------------------------------
def cross(state: State, seat: Seat, cell: int) -> State:
    """B3, B4: one more cross of the running action."""
    old = state.pads[seat]
    mine = old.running(old.new | 1 << cell)
    return with_pads(state, (*state.pads[:seat], mine, *state.pads[seat + 1 :]))


def with_pads(state: State, pads: tuple[Pad, ...]) -> State:
    """The same table, other crosses."""
    return State(state.sheet, state.round, state.phase, state.throw, state.dice, state.one, pads)


# The ends of the actions ------------------------------------------------------------------------
def finish(state: State, seat: Seat) -> State:
    """B3, B4: a seat is done with its action."""
    if state.phase is Phase.MARK:
        return end_action_1(state)
    old = state.pads[seat]
    mine = old.running(old.new, done=True)
    return carry_on(with_pads(state, (*state.pads[:seat], mine, *state.pads[seat + 1 :])))


def end_action_1(state: State) -> State:
    """B4: the dice left over are for the others. B5: if none is left, they choose one of the five."""
    mine = state.pads[state.active]
    left = without(state.dice, colours_of(state.sheet.boards[mine.board - 1], mine.new))
    return State(state.sheet, state.round, Phase.FOLLOW, 0, left or state.dice, not left, settle(state))


def carry_on(state: State) -> State:
    """B8: once all others are done with action 2, the round ends, and with it the game or not."""
    if acting(state):
        return state
    pads = settle(state)
    if any(enclosed(mine.points) >= state.sheet.end for mine in pads):
        return State(state.sheet, state.round, Phase.OVER, 0, (), False, pads)
    return State(state.sheet, state.round + 1, Phase.THROW, 1, (), False, pads)


def settle(state: State) -> tuple[Pad, ...]:
    """B6: the crosses of an action are settled together, whatever the order of the seats."""
    return tuple([settled(state, mine) for mine in state.pads])


def settled(state: State, mine: Pad) -> Pad:
    """B6: one seat's crosses and points after an action."""
    crosses, points = mine.crosses | mine.new, mine.points
    for index, area in enumerate(state.sheet.areas):
        if points[index] is None and not area.ring & ~crosses:
            points = (*points[:index], worth(state, index), *points[index + 1 :])
    return Pad(mine.board, crosses, points)


def worth(state: State, index: int) -> int:
    """B6, B7: the higher number, unless somebody had enclosed the area before this action."""
    area = state.sheet.areas[index]
    return area.first if all(mine.points[index] is None for mine in state.pads) else area.later


def enclosed(points: Points) -> int:
    """B8: how many areas a seat has enclosed."""
    return sum(got is not None for got in points)
