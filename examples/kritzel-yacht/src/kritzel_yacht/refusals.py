"""Why a move is refused, in words for people, with its clause. Explains only: `rules` has decided."""

from __future__ import annotations

from kritzel.game import IllegalMove, Seat, Text
from kritzel_yacht.sheet import NAMES
from kritzel_yacht.state import Again, Move, State, Write

WRONG_SEATS = Text("Yacht ist für 1 bis 4 Plätze, nicht {n}", "Yacht is for 1 to 4 seats, not {n}")
NO_THROW = Text("es ist nichts zu werfen", "no throw is awaited")
NO_SUCH_THROW = Text("{throw} ist kein Wurf mit {n} Würfeln", "{throw} is no throw of {n} dice")
NO_BOARDS = Text(
    "in Yacht haben alle Plätze dasselbe Blatt; Bretter gibt es nicht zu wählen",
    "in Yacht all seats play the same sheet; there are no boards to choose",
)
OVER = Text("Das Spiel ist zu Ende: Alle Felder sind voll.", "The game is over: all boxes are full.")
NO_SEAT = Text("Diesen Platz gibt es an diesem Tisch nicht.", "There's no such seat at this table.")
NOT_ACTIVE = Text("Gerade ist {who} dran.", "It's the turn of {who}.")
THROW_FIRST = Text("Erst wird gewürfelt.", "The dice are thrown first.")
CHOOSE_DICE = Text("Erst die Würfel: Wirf welche neu oder hör auf.", "Dice first: throw some again or stop.")
NO_SUCH_DICE = Text("Diese Würfel liegen nicht da.", "Those dice aren't there.")
NO_THROW_LEFT = Text(
    "Das Würfeln ist vorbei. Schreib deine Punkte in ein Feld.",
    "The throwing is over. Write your points into a box.",
)
NO_BOX = Text("Dieses Feld gibt es auf dem Blatt nicht.", "This sheet has no such box.")
WRITTEN = Text("{box} ist schon ausgefüllt.", "{box} is filled already.")


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """The first clause that a refused move breaks."""
    if state.is_over:
        return IllegalMove("Y10", OVER)
    if seat != state.active:
        there = 0 <= seat < len(state.pads)
        return IllegalMove("Y1", NOT_ACTIVE, state.active) if there else IllegalMove("Y1", NO_SEAT)
    if not state.is_thrown:
        return IllegalMove("Y2", THROW_FIRST)
    if state.may_throw:
        return IllegalMove("Y2", NO_SUCH_DICE if isinstance(move, Again) else CHOOSE_DICE)
    if not isinstance(move, Write):
        return IllegalMove("Y2", NO_THROW_LEFT)
    if move.box not in state.sheet.boxes:
        return IllegalMove("Y3", NO_BOX)
    return IllegalMove("Y3", WRITTEN.filled(box=NAMES[move.box]))
