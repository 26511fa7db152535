"""Compile what reviews of a game need before anybody asks for one: short games of chance, looked at again.

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
ALONE, TWO = 1, 2


def skill(game: str) -> Skill:
    """What has to be compiled for reviews of a game."""
    return REVIEW, game


def rehearse(game: str) -> None:
    """Review a game alone and one of two, as far as this game is played so."""
    for seats in {ALONE, TWO} & set(catalogue.game(game).seat_counts):
        review(played(game, seats).record(), keep=False)


def played(game: str, seats: int) -> Table:
    """A finished game in which everybody made any move."""
    found, sheet = catalogue.find(game)
    table, luck = Table.new(found, Setup(sheet, seats)), Random(seats)
    while not table.over:
        if isinstance(table.pending, Chance):
            table.roll()
        else:
            seat = luck.choice(table.deciding)
            table.play(seat, luck.choice(found.rules.moves(table.state, seat)))
    return table
