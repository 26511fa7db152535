"""Why a move is refused: the clause and a sentence, in the order of docs/refusals.md.

Explains, never decides.
"""

from __future__ import annotations

from kritzel.game import IllegalMove, Seat, Text
from kritzel.games.traexx.sheet import COLOUR_NAMES, Extend, Move, Sheet
from kritzel.games.traexx.state import Pad, State, growing_ends, join, taken_cells
from kritzel.games.traexx.words import join_words

NO_DRAW = Text("jetzt ist keine Karte zu ziehen", "no card is to be drawn now")
NOT_IN_THE_PACK = Text("diese Karte ist nicht im Stapel", "this card is not in the pack")
OVER = Text(
    "Das Spiel ist zu Ende: Die letzte Karte ist gespielt.", "The game is over: the last card is played."
)
CARD_FIRST = Text("Erst wird die nächste Karte aufgedeckt.", "The next card has to be turned over first.")
NO_SEAT = Text("Diesen Platz gibt es an diesem Tisch nicht.", "There's no such seat at this table.")
DONE_ALREADY = Text("Du bist mit dieser Karte schon fertig.", "You're already done with this card.")
NO_SUCH_MOVE = Text(
    "Verlängere deine Linie um ein Feld oder sag Fertig.", "Extend your line by one cell, or say you're done."
)
NO_CELL = Text("Dieses Feld gibt es auf dem Plan nicht.", "This board has no such cell.")
NO_END = Text(
    "{end} ist kein Ende deiner Linie. Weiter geht es von {ends} aus.",
    "{end} isn't an end of your line. You can go on from {ends}.",
)
OTHER_END = Text(
    "Pro Runde wächst nur ein Ende, und du bist schon bei {ends}.",
    "Only one end grows per round, and you're at {ends} already.",
)
ON_THE_LINE = Text("{to} liegt schon auf deiner Linie.", "{to} is already on your line.")
APART = Text("{to} grenzt nicht an {end}.", "{to} isn't next to {end}.")
NOT_ON_CARD = Text(
    "{to} ist {tint}, aber die Karte zeigt nur {shown}.",
    "{to} is {tint}, but the card shows only {shown}.",
)
USED_UP = Text(
    "{to} ist {tint}, und {colour} ist auf der Karte schon verbraucht.",
    "{to} is {tint}, and {colour} is used up on this card.",
)


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    if state.card is None:
        over = len(state.seen) == state.sheet.rounds
        return IllegalMove("T1", OVER if over else CARD_FIRST)
    if not 0 <= seat < len(state.pads):
        return IllegalMove("T2", NO_SEAT)
    mine = state.pads[seat]
    if mine.done:
        return IllegalMove("T2", DONE_ALREADY)
    if not isinstance(move, Extend):
        return IllegalMove("T2", NO_SUCH_MOVE)
    return _why_not_extend(state.sheet, state.sheet.cards[state.card], mine, move)


def _why_not_extend(sheet: Sheet, card: str, mine: Pad, move: Extend) -> IllegalMove:
    """T3, T4: from an end, to a cell beside it that is not on the line; T2: of a colour that is left."""
    if move.end not in sheet.order or move.to not in sheet.order:
        return IllegalMove("T3", NO_CELL)
    end, to = sheet.names[move.end], sheet.names[move.to]
    if move.end not in growing_ends(mine):
        return _wrong_end(sheet, mine, move.end)
    if taken_cells(mine) >> move.to & 1:
        return IllegalMove("T3", ON_THE_LINE.filled(to=to))
    if not sheet.around[move.end] >> move.to & 1:
        return IllegalMove("T3", APART.filled(to=to, end=end))
    return _wrong_colour(card, sheet.colours[move.to], to)


def _wrong_end(sheet: Sheet, mine: Pad, end: int) -> IllegalMove:
    """T4: the other end of the line rests in this round; T3: other cells are no ends."""
    whole = join(mine.line, mine.new)
    ends = join_words([Text.same(sheet.names[cell]) for cell in growing_ends(mine)])
    if end in (whole[0], whole[-1]):
        return IllegalMove("T4", OTHER_END.filled(ends=ends))
    return IllegalMove("T3", NO_END.filled(end=sheet.names[end], ends=ends))


def _wrong_colour(card: str, colour: str, to: str) -> IllegalMove:
    """T2: each symbol of the card can be used once."""
    shown = join_words([COLOUR_NAMES[symbol] for symbol in dict.fromkeys(card)])
    name = COLOUR_NAMES[colour]
    tint = Text(name.de.lower(), name.en)
    sentence = USED_UP if colour in card else NOT_ON_CARD
    return IllegalMove("T2", sentence.filled(to=to, tint=tint, colour=name, shown=shown))
