"""What is allowed and what follows, in the order of the rulebook.

`moves` and `play` ask the same functions, so legality is written once, as set algebra. `refusals` only
explains what these functions have refused.
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
from kritzel.games.border.refusals import NO_THROW, refusal
from kritzel.games.border.scoring import ranking
from kritzel.games.border.sheet import COLOURS, DICE, SEAT_COUNTS, THROWS, Board, Sheet
from kritzel.games.border.state import (
    DONE,
    STOP,
    CrossCell,
    Dice,
    FinishAction,
    Move,
    Pad,
    Phase,
    Points,
    State,
    ThrowAgain,
    acting_seats,
    colours_of,
    crossings,
    remove_dice,
    tally,
    unfilled_cells,
)
from kritzel.mechanics.cells import Cells, each
from kritzel.mechanics.dice import Roll

FACES = tuple(range(len(COLOURS)))
ROLLS = tuple(Roll(dice, FACES) for dice in range(DICE + 1))


# Set-up -----------------------------------------------------------------------------------------
def start(setup: Setup[Sheet]) -> State:
    """B1: each seat gets a board of its own; seat 0 is the first active player."""
    sheet, boards = setup.sheet, setup.boards or setup.sheet.seatings.get(setup.seats, ())
    check_boards(sheet, setup.seats, boards)
    return new_table(sheet, boards)


def new_table(sheet: Sheet, boards: Sequence[int]) -> State:
    nothing = (None,) * len(sheet.areas)
    pads = tuple(Pad(board, sheet.white, nothing) for board in boards)
    return State(sheet, 1, Phase.THROW, 1, (), False, pads)


def blank(sheet: Sheet) -> State:
    return new_table(sheet, sheet.seatings.get(len(sheet.boards), (1,)))


def check_boards(sheet: Sheet, seats: int, boards: Sequence[int]) -> None:
    """B1: two to four seats, each with a different board of the sheet. Raises SetupError."""
    there = len(sheet.boards)
    if seats not in SEAT_COUNTS:
        de = f"The Border ist für 2 bis 4 Plätze, nicht {seats}"
        raise SetupError(Text(de, f"The Border is for 2 to 4 seats, not {seats}"))
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
    if state.phase is Phase.THROW:
        return Chance("throw", ROLLS[DICE - len(state.dice)], state.round)
    if state.phase is Phase.OVER:
        return Over("areas_enclosed", "B8", ranking(state))
    return decision(acting_seats(state))


@cache
def decision(seats: tuple[Seat, ...]) -> Decision:
    """A cached Decision: equal seats share one object."""
    return Decision(seats)


def every_move(sheet: Sheet) -> list[Move]:
    colours = range(len(COLOURS))
    dice = [some for count in range(1, DICE + 1) for some in combinations_with_replacement(colours, count)]
    crosses = [CrossCell(cell) for cell in each(sheet.cells)]
    return [STOP, DONE, *crosses, *[ThrowAgain(some) for some in dice]]


def moves(state: State, seat: Seat) -> Sequence[Move]:
    if seat not in acting_seats(state):
        return ()
    if state.phase is Phase.KEEP:
        return throwing_moves(state.dice)
    ready = crossings(state.sheet)
    legal: list[Move] = [ready[cell] for cell in each(open_cells(state, seat))]
    if may_finish(state, seat):
        legal.append(DONE)
    return legal


def play(state: State, seat: Seat, move: Move) -> State:
    """The table after a legal move; every other one is refused with its clause."""
    if seat in acting_seats(state):
        if state.phase is Phase.KEEP:
            if move in throwing_moves(state.dice):
                return keep(state, move)
        elif isinstance(move, CrossCell):
            if isinstance(move.cell, int) and move.cell in each(open_cells(state, seat)):
                return cross(state, seat, move.cell)
        elif isinstance(move, FinishAction) and may_finish(state, seat):
            return finish(state, seat)
    raise refusal(state, seat, move)


# Action 1: throwing -----------------------------------------------------------------------------
@cache
def throwing_moves(dice: Dice) -> tuple[Move, ...]:
    """B2: stop, or throw any of the dice again."""
    chosen = {some for count in range(1, DICE + 1) for some in combinations(dice, count)}
    return (STOP, *(ThrowAgain(some) for some in sorted(chosen, key=lambda some: (len(some), some))))


def keep(state: State, move: Move) -> State:
    """B2: the dice not named are kept; after a stop the crossing begins."""
    if isinstance(move, ThrowAgain):
        kept = remove_dice(state.dice, move.dice)
        return State(state.sheet, state.round, Phase.THROW, state.throw + 1, kept, False, state.pads)
    return State(state.sheet, state.round, Phase.MARK, 0, state.dice, False, state.pads)


def reveal(state: State, outcome: Outcome) -> State:
    """B2: the throw joins the dice kept; after the third throw the crossing begins automatically."""
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


# What may be crossed ----------------------------------------------------------------------------
def open_cells(state: State, seat: Seat) -> Cells:
    """B3, B4: what a seat that may act can cross next."""
    mine = state.pads[seat]
    board = state.sheet.boards[mine.board - 1]
    if state.phase is Phase.MARK:
        return fillable_cells(board, mine, state.dice)
    return reachable_cells(state, board, mine)


def fillable_cells(board: Board, mine: Pad, dice: Dice) -> Cells:
    """B3: free cells of segments that the dice can fill, after the segments begun in this action."""
    together = 0
    free = ~(mine.crosses | mine.new)
    for colour, count in tally(dice):
        spare = count - (board.colours[colour] & mine.new).bit_count()
        untouched = []
        for segment in board.segments[colour]:
            missing = segment & free
            if segment & mine.new:
                spare -= missing.bit_count()
                together |= missing
            elif missing:
                untouched.append(missing)
        for missing in untouched:
            if missing.bit_count() <= spare:
                together |= missing
    return together


def reachable_cells(state: State, board: Board, mine: Pad) -> Cells:
    """B4: free cells beside a cross with a die of their colour left; B5: only one if it was all five."""
    if state.one and mine.new:
        return 0
    coloured = 0
    for colour, count in tally(state.dice):
        cells = board.colours[colour]
        if (cells & mine.new).bit_count() < count:
            coloured |= cells
    crossed = mine.crosses | mine.new
    return coloured & ~crossed & state.sheet.grid.beside(crossed)


def may_finish(state: State, seat: Seat) -> bool:
    """B3: action 1 ends with every touched segment full. B4: action 2 may end at any time."""
    mine = state.pads[seat]
    if state.phase is not Phase.MARK or not mine.new:
        return True
    return not unfilled_cells(state.sheet.boards[mine.board - 1], mine)


def cross(state: State, seat: Seat, cell: int) -> State:
    """B3, B4: one more cross of the running action."""
    mine = state.pads[seat]
    return with_pad(state, seat, mine.with_action(mine.new | 1 << cell))


def with_pad(state: State, seat: Seat, pad: Pad) -> State:
    return with_pads(state, (*state.pads[:seat], pad, *state.pads[seat + 1 :]))


def with_pads(state: State, pads: tuple[Pad, ...]) -> State:
    return State(state.sheet, state.round, state.phase, state.throw, state.dice, state.one, pads)


# The ends of the actions ------------------------------------------------------------------------
def finish(state: State, seat: Seat) -> State:
    """B3, B4: a seat is done with its action."""
    if state.phase is Phase.MARK:
        return end_action_1(state)
    mine = state.pads[seat]
    return carry_on(with_pad(state, seat, mine.with_action(mine.new, done=True)))


def end_action_1(state: State) -> State:
    """B4: the dice left over are for the others. B5: if none is left, they choose one of the five."""
    mine = state.pads[state.active]
    left = remove_dice(state.dice, colours_of(state.sheet.boards[mine.board - 1], mine.new))
    return State(state.sheet, state.round, Phase.FOLLOW, 0, left or state.dice, not left, settle(state))


def carry_on(state: State) -> State:
    """B8: once all others are done with action 2, the round ends, and with it the game or not."""
    if acting_seats(state):
        return state
    pads = settle(state)
    if any(count_enclosed(mine.points) >= state.sheet.end for mine in pads):
        return State(state.sheet, state.round, Phase.OVER, 0, (), False, pads)
    return State(state.sheet, state.round + 1, Phase.THROW, 1, (), False, pads)


def settle(state: State) -> tuple[Pad, ...]:
    """B6: the crosses of an action are settled together, whatever the order of the seats."""
    return tuple([settle_pad(state, mine) for mine in state.pads])


def settle_pad(state: State, mine: Pad) -> Pad:
    """B6: one seat's crosses and points after an action."""
    crosses, points = mine.crosses | mine.new, mine.points
    for index, area in enumerate(state.sheet.areas):
        if points[index] is None and not area.ring & ~crosses:
            points = (*points[:index], area_points(state, index), *points[index + 1 :])
    return Pad(mine.board, crosses, points)


def area_points(state: State, index: int) -> int:
    """B6, B7: the higher number, unless a seat had enclosed the area before this action."""
    area = state.sheet.areas[index]
    return area.first if all(mine.points[index] is None for mine in state.pads) else area.later


def count_enclosed(points: Points) -> int:
    """B8: how many areas a seat has enclosed."""
    return sum(got is not None for got in points)


# What a seat may see ----------------------------------------------------------------------------
def view(state: State, seat: Seat | None) -> State:
    """B4: the table as a seat (None: a spectator) sees it: new crosses of others stay hidden in action 2."""
    if not secret(state) or not [at for at, mine in enumerate(state.pads) if mine.new and at != seat]:
        return state
    shown = [mine if at == seat else mine.with_action(0, mine.done) for at, mine in enumerate(state.pads)]
    return with_pads(state, tuple(shown))


def secret(state: State) -> bool:
    """B4: whether this is action 2."""
    return state.phase is Phase.FOLLOW
