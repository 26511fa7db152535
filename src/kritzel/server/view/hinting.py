"""A hint as a page shows it: where to look, what of the tray is needed, the move, in words. Knows no advice.

Made from what the seat sees, like everything it is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kritzel.game import Seat, State
from kritzel.games.catalogue import AnyGame
from kritzel.review.story import told
from kritzel.server.bots.hinting import Advice
from kritzel.server.view.options import option
from kritzel.server.wire.hints import Hint
from kritzel.server.wire.parts import Words

FEW = 4
"""So many cells a hint points at: not the very one, and not half of the sheet."""
GONE = ("used", "removed")


def shown(game: AnyGame, state: State, seat: Seat, advice: Advice, taken: int) -> Hint:
    """The advice on a table seen like this."""
    if not advice.moves:
        return Hint(seat, "even" if advice.even else "only", taken)
    sheet = state.sheet
    moves = [game.parse_move(sheet, text) for text in advice.moves]
    said = [game.say_move(sheet, move) for move in moves]
    cells = tuple(dict.fromkeys(each.cell for each in said if each.cell))
    return Hint(
        seat,
        "move",
        taken,
        _around(game, state, seat, cells),
        cells,
        _faces(game, state, seat, moves),
        option(game, sheet, moves[0]),
        tuple(each for move in moves[1:] if (each := option(game, sheet, move)).cell),
        Words.of(told(game, sheet, moves).words),
        Words.of(advice.why) if advice.why else None,
    )


def _around(game: AnyGame, state: State, seat: Seat, cells: Sequence[str]) -> tuple[str, ...]:
    """The first cell of the step and those nearest to it, in the order of the sheet."""
    if not cells:
        return ()
    spots = game.layouts(state.sheet)[game.board(state, seat) - 1].cells
    first = next(spot for spot in spots if spot.id == cells[0])
    near = sorted(spots, key=lambda spot: (spot.x - first.x) ** 2 + (spot.y - first.y) ** 2)[:FEW]
    return tuple(spot.id for spot in spots if spot in near)


def _faces(game: AnyGame, state: State, seat: Seat, moves: Sequence[Any]) -> str:
    """What lies in the tray and is used up by the moves on cells, or by the first move."""
    used: Counter[str] = Counter()
    for nth, move in enumerate(moves):
        if nth and not game.say_move(state.sheet, move).cell:
            break
        before, state = state, game.play(state, seat, move)
        used += _tray(game, before, seat) - _tray(game, state, seat)
    return "".join(sorted(used.elements()))


def _tray(game: AnyGame, state: State, seat: Seat) -> Counter[str]:
    tokens = game.picture(state, seat, game.moves(state, seat)).tray
    return Counter(token.face for token in tokens if token.state not in GONE and token.kind != "card")
