"""Why a hand cannot do what it tried: what it touched is asked of the game, as the move that it would mean.

Knows no rule and no notation: the room says which move that is, and plays or refuses it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import astuple

from kritzel.game import IllegalMove, NotationError, State, Touch
from kritzel.games.catalogue import AnyGame
from kritzel.server.table.refusals import words
from kritzel.server.wire.parts import Words
from kritzel.server.wire.protocol import Because, Why


def because(game: AnyGame, state: State, asked: Why, names: Sequence[str] = ()) -> Because:
    """Whether it is possible on a table seen like this; if not, why not, with the names of the people."""
    seat, touched = asked.seat, asked.touched
    try:
        meant = game.touched(state, seat, Touch(*astuple(touched)))
        game.play(state, seat, game.parse_move(state.sheet, meant))
    except IllegalMove as no:
        return Because(seat, touched, False, no.clause, Words.of(no.named(names)))
    except NotationError:
        return Because(seat, touched, False, "", words("notation"))
    return Because(seat, touched, True)
