"""Why a move is refused, in words for people, with its clause. Explains only: `rules` has decided."""

from __future__ import annotations

from kritzel.game import IllegalMove, Seat, Text
from kritzel.skeleton.room.state import Cross, Move, State

TOO_MANY = Text("1 bis 4 können mitspielen.", "1 to 4 can play.")
NO_BOARDS = Text("Alle spielen das gleiche Blatt.", "All seats play the same sheet.")
NO_SUCH_THROW = Text("Diesen Wurf kann es jetzt nicht geben.", "There can be no such throw now.")
OVER = Text("Das Spiel ist zu Ende.", "The game is over.")
NO_SEAT = Text("Diesen Platz gibt es an diesem Tisch nicht.", "There's no such seat at this table.")
NOT_ACTIVE = Text("Gerade ist {who} dran.", "It's the turn of {who}.")
THROW_FIRST = Text("Erst wird gewürfelt.", "The dice are thrown first.")
CROSSED = Text("Dieses Feld ist schon angekreuzt.", "This cell is crossed already.")
NO_DIE = Text("Kein Würfel zeigt die Zahl dieses Feldes.", "No die shows the number of this cell.")


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """The first clause that a refused move breaks."""
    if state.is_over:
        return IllegalMove("Q5", OVER)
    if not 0 <= seat < len(state.pads):
        return IllegalMove("Q1", NO_SEAT)
    if seat != state.active:
        return IllegalMove("Q1", NOT_ACTIVE, state.active)
    if not state.dice:
        return IllegalMove("Q2", THROW_FIRST)
    crossed = isinstance(move, Cross) and move.cell in state.pads[seat]
    return IllegalMove("Q3", CROSSED if crossed else NO_DIE)
