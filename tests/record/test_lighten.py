"""A table that has forgotten its older states is the same table: whoever asks has them worked out again."""

from __future__ import annotations

from random import Random

import pytest

from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.record import Revealed, ScriptedDealer, Table


def step(table: Table, luck: Random) -> None:
    seat = luck.choice(table.deciding) if table.deciding else None
    table.roll() if seat is None else table.play(seat, luck.choice(table.moves(seat)))


def both(slug: str, seed: int) -> tuple[Table, Table]:
    """The same table twice; the second shall forget."""
    game, sheet = catalogue.find(slug)
    luck, table = Random(seed), Table.new(game, Setup(sheet, 2))
    for _ in range(luck.randrange(20, 60)):
        step(table, luck)
    light = table.until(len(table.events))
    light.drop_old_states()
    return table, light


@pytest.mark.parametrize("slug", catalogue.GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_forgotten_makes_no_difference(slug: str, seed: int) -> None:
    table, light = both(slug, seed)
    last = max(nth for nth, event in enumerate(table.events) if isinstance(event, Revealed))
    assert len(light._moments) == len(table.events) + 1 - last
    for seat in table.seats:
        assert light.find_undo(seat) == table.find_undo(seat)
    assert light.describe(-1) == table.describe(-1)
    assert light._dropped == last, "nobody has asked for something older"
    assert (light.state, light.pending, light.running) == tuple(table.moments[-1])
    assert light.describe(0) == table.describe(0)
    assert light.moments == table.moments
    assert light.record() == table.record()


@pytest.mark.parametrize("slug", catalogue.GAMES)
def test_a_light_table_goes_on_and_back(slug: str) -> None:
    table, light = both(slug, 9)
    for each in (table, light):
        luck = Random(3)
        each.dealer = ScriptedDealer([])
        while each.deciding:
            step(each, luck)
        each.take_up()
        light.drop_old_states()
        each.take_up()
    assert light.events == table.events
    assert light.moments == table.moments
    assert light.until(5).moments == table.until(5).moments


def test_a_table_without_a_roll_forgets_nothing() -> None:
    game, sheet = catalogue.find("traexx/1")
    table = Table.new(game, Setup(sheet, 2))
    table.drop_old_states()
    assert len(table.moments) == 1
