"""Who may act, what may be crossed and when a seat may be done: the set algebra of B1 and B3 to B5.

`rules` decides by these functions and `refusals` explains by them; nothing here changes a state.
"""

from __future__ import annotations

from functools import cache

from kritzel.game import Seat
from kritzel.games.border.material import Board
from kritzel.games.border.moves import Dice
from kritzel.games.border.state import Pad, Phase, State
from kritzel.mechanics.cells import Cells, each


def acting(state: State) -> tuple[Seat, ...]:
    """B1: in action 1 only the active player decides. B4: in action 2 all others that are not done."""
    if state.phase is Phase.FOLLOW:
        active = state.active
        return tuple([seat for seat, mine in enumerate(state.pads) if not mine.done and seat != active])
    return (state.active,) if state.phase in (Phase.KEEP, Phase.MARK) else ()


def open_cells(state: State, seat: Seat) -> Cells:
    """B3, B4: what a seat that may act can cross next."""
    mine = state.pads[seat]
    board = state.sheet.boards[mine.board - 1]
    if state.phase is Phase.MARK:
        return fillable(board, mine, state.dice)
    return reachable(state, board, mine)


def fillable(board: Board, mine: Pad, dice: Dice) -> Cells:
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


def reachable(state: State, board: Board, mine: Pad) -> Cells:
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
    return not begun(state.sheet.boards[mine.board - 1], mine)


def begun(board: Board, mine: Pad) -> Cells:
    """B3: what is missing in the segments touched in this action."""
    missing = 0
    for segments in board.segments:
        for segment in segments:
            if segment & mine.new:
                missing |= segment & ~(mine.crosses | mine.new)
    return missing


# Dice -------------------------------------------------------------------------------------------
@cache
def tally(dice: Dice) -> tuple[tuple[int, int], ...]:
    """Each colour among the dice with its number."""
    return tuple((colour, dice.count(colour)) for colour in sorted(set(dice)))


def colours_of(board: Board, cells: Cells) -> Dice:
    """B3: the dice that crossed these cells."""
    return tuple(sorted([board.colour_of[cell] for cell in each(cells)]))


@cache
def without(dice: Dice, gone: Dice) -> Dice:
    """The dice that are left."""
    left = list(dice)
    for colour in gone:
        left.remove(colour)
    return tuple(left)
