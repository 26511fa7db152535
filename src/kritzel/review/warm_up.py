"""Compile what reviews of a game need before a player asks for one: short random games are reviewed.

A `Skill` of the name REVIEW is marked in the cache of compiled code when that is done.
"""

from __future__ import annotations

from random import Random

from kritzel.fast.cache import Skill
from kritzel.game import Chance, Setup
from kritzel.games import catalogue
from kritzel.record import Table
from kritzel.review import review

REVIEW = "review"


def review_skill(game: str) -> Skill:
    return REVIEW, game


def warm_up(game: str) -> None:
    """Review a game alone and one of two, as far as this game is played so."""
    for seats in {1, 2} & set(catalogue.game(game).seat_counts):
        review(_random_game(game, seats).record(), keep=False)


def _random_game(game: str, seats: int) -> Table:
    found, sheet = catalogue.find(game)
    table, luck = Table.new(found, Setup(sheet, seats)), Random(seats)
    while not table.over:
        if isinstance(table.pending, Chance):
            table.roll()
        else:
            seat = luck.choice(table.deciding)
            table.play(seat, luck.choice(found.rules.moves(table.state, seat)))
    return table
