"""The pads of the first page: a sheet in the middle of a game, as one picture.

A picture costs a page next to nothing; the sheet itself, with life in it, has thousands of parts. Who plays
here is luck with a fixed seed: it is a drawing, not a game.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kritzel import drawing
from kritzel.drawing.theme import THEMES
from kritzel.game import Chance, Setup, Sheet
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.record import SeededDealer, Table
from kritzel.server.table.refusals import No
from kritzel.server.web import shelf
from kritzel.server.web.asking import at, refusing
from kritzel.server.web.delivering import Parcel, parcel
from kritzel.server.wire import calls

EVENTS = 60
"""How much has happened: enough marks to look played, enough cells free to look open."""


@refusing
async def pad(request: Request) -> Response:
    """The picture of a sheet, for the light or the dark look."""
    path = request.path_params
    if path["look"] not in THEMES:
        raise No("no_table")
    return shelf.kept(request, _pad(f"{path['game']}/{path['sheet']}", path["look"]))


@cache
def _pad(name: str, look: str) -> Parcel:
    try:
        game, sheet = catalogue.find(name)
    except UnknownName:
        raise No("no_table") from None
    scene = game.scene(played(game, sheet), 0, "en")
    return parcel(drawing.board(scene, look).encode(), calls.PAD.media)


def played(game: AnyGame, sheet: Sheet) -> Any:
    """A state in the middle of a game; the same each time."""
    luck, dealer = Random(sheet.id), SeededDealer(sheet.id)
    table = Table.laid(game, Setup(sheet, min(2, max(game.seat_counts))), ("A", "B"))
    while len(table.events) < EVENTS and not table.over:
        table = table.deal(dealer) if isinstance(table.pending, Chance) else _moved(table, luck)
    return table.state


def _moved(table: Table, luck: Random) -> Table:
    """A move that leaves a mark, where there is one."""
    seat = luck.choice(table.deciding)
    game, sheet, moves = table.game, table.sheet, table.game.moves(table.state, seat)
    return table.play(seat, luck.choice([move for move in moves if game.say_move(sheet, move).cell] or moves))


ROUTES = [at(calls.PAD, pad)]
