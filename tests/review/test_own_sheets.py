"""Finished games on a sheet without a net and without start values have their reviews, too."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.json import encode

from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.record import SeededDealer, Table
from kritzel.review import review
from kritzel.server.web.api.reviews import review_for

TABLES = [
    (slug, seats)
    for slug in ("dizzle", "traexx", "border")
    for seats in sorted(catalogue.game(slug).seat_counts)
    if seats <= 4
]


def own_game(slug: str, seats: int) -> Table:
    """A game by chance on a sheet that nothing is stored for."""
    game, sheet = catalogue.find(slug)
    text = sheet.source.replace(sheet.title.de, "Eigenes Blatt")
    assert text != sheet.source
    table = Table.new(game, Setup(catalogue.from_text(text, "own")[1], seats), dealer=SeededDealer(seats))
    luck = Random(seats)
    while not table.over:
        if table.deciding:
            seat = table.deciding[0]
            table.play(seat, luck.choice(game.rules.moves(table.state, seat)))
        else:
            table.roll()
    return table


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_every_game_on_an_own_sheet_has_its_review(slug: str, seats: int) -> None:
    table = own_game(slug, seats)
    found = review(table, keep=False)
    assert not found.sums
    everybody = range(seats)
    shown = review_for(found, table, (0,), everybody)
    encode(shown)
    assert len(shown.seats) == seats
    before_the_end = [moment for moment in shown.moments if moment.until < len(table.events)]
    if found.reference.net == "":
        assert all(moment.played.value is None for moment in before_the_end), "nothing is made up"
    chosen = [step for seat in found.seats for step in seat.moments]
    assert len([moment for moment in shown.moments if not moment.find]) == len(chosen)
