"""Games that bots have played, for tests of reviews."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from kritzel import bots
from kritzel.bots import View
from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.record import SeededDealer, Table


@lru_cache(16)
def played(name: str, who: tuple[str, ...], seed: int) -> Table:
    """A finished game of these bots."""
    game, sheet = catalogue.find(name)
    table = Table.new(game, Setup(sheet, len(who)), dealer=SeededDealer(seed))
    own = [Random(1000 * seed + seat) for seat in table.seats]
    while not table.over:
        if not table.deciding:
            table.roll()
            continue
        seat = table.deciding[0]
        moves = game.rules.moves(table.state, seat)
        view = View.of(game, table.state, seat)
        table.play(seat, bots.bot(who[seat]).choose(view, moves, own[seat], 1.0))
    return table
