"""Why a move is refused, as a sentence with its clause. Explains only: `rules` has decided.

The order of the questions is that of docs/refusals.md: the first that applies is named.
"""

from __future__ import annotations

from kritzel.game import IllegalMove, Seat, Text
from kritzel.games.border.sheet import COLOUR_NAMES, Board
from kritzel.games.border.state import (
    CrossCell,
    FinishAction,
    Move,
    Pad,
    Phase,
    State,
    ThrowAgain,
    acting_seats,
    tally,
    unfilled_cells,
)
from kritzel.mechanics.cells import each

NO_THROW = Text("es ist kein Wurf zu machen", "no throw is awaited")
OVER = Text("Das Spiel ist zu Ende.", "The game is over.")
THROW_FIRST = Text("Erst wird gewürfelt.", "The dice are thrown first.")
NOT_ACTIVE = Text(
    "In Aktion 1 spielt nur {who}. Warte auf Aktion 2.",
    "Only {who} plays in action 1. Wait for action 2.",
)
WAS_ACTIVE = Text(
    "Du hattest Aktion 1. Jetzt kreuzen die anderen an.",
    "You had action 1. Now the others cross.",
)
DONE_ALREADY = Text("Du bist für diese Runde fertig.", "You're done for this round.")
NOT_AT_TABLE = Text("Diesen Platz gibt es an diesem Tisch nicht.", "There's no such seat at this table.")
CHOOSE_DICE = Text("Erst die Würfel: Wirf welche neu oder hör auf.", "Dice first: throw some again or stop.")
THROWN_ALREADY = Text(
    "Das Würfeln ist vorbei. Kreuz an oder sag Fertig.",
    "The throwing is over. Cross cells or say you're done.",
)
NO_SUCH_DICE = Text("Diese Würfel liegen nicht da.", "Those dice aren't there.")
NO_CELL = Text("Das ist kein Grenzfeld der Karte.", "That isn't a border cell on this map.")
CROSSED = Text("{cell} ist schon angekreuzt.", "{cell} is crossed already.")
NO_DIE = Text(
    "{cell} braucht {colour}, und davon ist kein Würfel übrig.",
    "{cell} needs {colour}, and no such die is left.",
)
NOT_FILLED = Text(
    "Der Abschnitt mit {cell} braucht noch {need}-mal {colour}, du hast nur {spare}. Er muss voll werden.",
    "The segment with {cell} still needs {need} × {colour}, and you only have {spare}. You must fill it.",
)
BEGUN = Text(
    "Angefangene Abschnitte müssen voll werden. Es fehlt noch: {cells}.",
    "You must fill the segments you began. Still missing: {cells}.",
)
NOT_BESIDE = Text("{cell} liegt neben keinem deiner Kreuze.", "{cell} isn't next to any of your crosses.")
ONE_ONLY = Text(
    "Alle 5 Würfel sind schon genutzt: Du darfst nur einen davon nehmen, und das hast du.",
    "All 5 dice were used: you only get one of them, and you've used it.",
)


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    if state.phase is Phase.OVER:
        return IllegalMove("B8", OVER)
    if state.phase is Phase.THROW:
        return IllegalMove("B2", THROW_FIRST)
    if seat not in acting_seats(state):
        return not_now(state, seat)
    if state.phase is Phase.KEEP:
        return IllegalMove("B2", NO_SUCH_DICE if isinstance(move, ThrowAgain) else CHOOSE_DICE)
    if isinstance(move, CrossCell):
        return no_cross(state, state.pads[seat], move.cell)
    if isinstance(move, FinishAction):
        return not_done(state, state.pads[seat])
    return IllegalMove("B2", THROWN_ALREADY)


def not_now(state: State, seat: Seat) -> IllegalMove:
    """B1, B4: the seat has nothing to decide now."""
    clause = "B4" if state.phase is Phase.FOLLOW else "B1"
    if not 0 <= seat < len(state.pads):
        return IllegalMove(clause, NOT_AT_TABLE)
    if clause == "B1":
        return IllegalMove(clause, NOT_ACTIVE, state.active)
    return IllegalMove(clause, WAS_ACTIVE if seat == state.active else DONE_ALREADY)


def no_cross(state: State, mine: Pad, cell: int) -> IllegalMove:
    """B3, B4, B5: the cell cannot be crossed."""
    clause = "B3" if state.phase is Phase.MARK else "B4"
    sheet, board = state.sheet, state.sheet.boards[mine.board - 1]
    if not isinstance(cell, int) or cell not in sheet.names:
        return IllegalMove(clause, NO_CELL)
    name = sheet.names[cell]
    if (mine.crosses | mine.new) >> cell & 1:
        return IllegalMove(clause, CROSSED.filled(cell=name))
    colour = board.colour_of[cell]
    if dice_left(state, board, mine, colour) <= 0:
        return IllegalMove(clause, NO_DIE.filled(cell=name, colour=COLOUR_NAMES[colour]))
    if state.phase is Phase.MARK:
        return not_filled(state, board, mine, cell)
    if not sheet.grid.beside(mine.crosses | mine.new) >> cell & 1:
        return IllegalMove(clause, NOT_BESIDE.filled(cell=name))
    return IllegalMove("B5", ONE_ONLY)


def dice_left(state: State, board: Board, mine: Pad, colour: int) -> int:
    """B3-B5: dice of a colour that are left; of the five of B5 none counts as gone."""
    there = dict(tally(state.dice)).get(colour, 0)
    return there if state.one else there - (board.colours[colour] & mine.new).bit_count()


def not_filled(state: State, board: Board, mine: Pad, cell: int) -> IllegalMove:
    """B3: the dice left, less what begun segments need, do not fill the segment."""
    colour = board.colour_of[cell]
    segment = next(segment for segment in board.segments[colour] if segment >> cell & 1)
    reserved = (unfilled_cells(board, mine) & board.colours[colour]).bit_count()
    sentence = NOT_FILLED.filled(
        cell=state.sheet.names[cell],
        need=str((segment & ~mine.crosses).bit_count()),
        colour=COLOUR_NAMES[colour],
        spare=str(dice_left(state, board, mine, colour) - reserved),
    )
    return IllegalMove("B3", sentence)


def not_done(state: State, mine: Pad) -> IllegalMove:
    """B3: segments begun in action 1 are not full."""
    missing = unfilled_cells(state.sheet.boards[mine.board - 1], mine)
    cells = ", ".join(state.sheet.names[cell] for cell in each(missing))
    return IllegalMove("B3", BEGUN.filled(cells=cells))
