"""What is left of tables that cannot be read: the same record as before, and nothing that was hidden."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from kritzel.record import read
from kritzel.record.text import end_lines
from kritzel.server.store import StoredTable, Unreadable
from kritzel.server.store.rooms import Rooms
from kritzel.server.table import log, remains
from kritzel.server.table.refusals import Refused
from tests.server.rooms import ANA, SEED, TABLE, Driver, at_shared, running
from tests.server.slow import SlowStore

SHEETS = ("dizzle/1", "border/1", "traexx/1")
every_game = pytest.mark.parametrize("sheet", SHEETS)


def played(sheet: str, luck: Random) -> Driver:
    """A whole game, in which now and then somebody takes a move back."""
    driver = running(sheet, 2)
    while driver.room.state.phase == "running":
        seat = luck.choice(driver.table.deciding) if driver.table.deciding else None
        move = luck.choice(driver.table.moves(seat)) if seat is not None else ""
        driver.step(luck) if seat is None else driver.move(seat, move)
        if seat is not None and luck.random() < 0.2 and driver.room.state.phase == "running":
            try:
                driver.undo(seat, move)
            except Refused:
                continue
    return driver


@every_game
def test_of_a_game_that_is_over_it_is_the_whole_record(sheet: str) -> None:
    driver = played(sheet, Random(3))
    end = "\n".join(end_lines(driver.table))  # this is worked out by the rules, which are not asked
    left = read(remains.record(driver.rows, ended=True) + end)
    assert left.events == driver.table.events
    assert (left.names, left.position) == (driver.table.names, driver.table.position)
    assert any(isinstance(row.event, log.Undone) for row in driver.rows)


@pytest.mark.parametrize("sheet", ["border/1", "traexx/1"])
def test_of_a_running_game_no_hidden_choice_is_told(sheet: str) -> None:
    """Two worlds that differ in a hidden choice leave the same."""
    first, second = at_shared(sheet), at_shared(sheet)
    seat = first.table.deciding[0]
    one, other, *_ = first.table.moves(seat)
    first.move(seat, one)
    second.move(seat, other)
    assert remains.record(first.rows, ended=False) == remains.record(second.rows, ended=False)
    first.undo(seat, one)
    assert remains.record(first.rows, ended=False) == remains.record(second.rows, ended=False)
    assert remains.record(second.rows, ended=True) != remains.record(second.rows, ended=False)


def test_nobodys_number_link_or_seed_is_in_it() -> None:
    driver = running("traexx/1", 2)
    text = remains.record(driver.rows, ended=True)
    assert not [
        secret for secret in (ANA, SEED.hex(), *driver.room.state.seating.seeds.values()) if secret in text
    ]


def test_a_roll_that_was_taken_up_is_gone() -> None:
    said: list[log.TableEvent] = [
        log.Revealed("roll", "1"),
        log.Played(0, "a"),
        log.TakenUp(0, "roll", "1"),
        log.Revealed("roll", "2"),
    ]
    rows = [running("dizzle/1", 2).rows[0], *(log.LogRow(n, event) for n, event in enumerate(said, 2))]
    assert remains.record(rows, ended=True).splitlines()[-1] == "roll: 2"
    assert "roll: 1" not in remains.record(rows, ended=True)


def test_where_nothing_is_left_there_is_nothing() -> None:
    assert remains.record((), ended=True) == ""
    assert remains.record((log.LogRow(1, log.Stopped("ana")),), ended=True) == ""


# Out of a store --------------------------------------------------------------------------------
class Spoilt(SlowStore):
    """Reads a few lines and no more."""

    async def load(self, table: str) -> StoredTable | None:
        found = await super().load(table)
        assert found is not None
        raise Unreadable("a newer event", found.rows[:-1])


def test_only_tables_that_cannot_be_read_are_told_so() -> None:
    driver = running("traexx/1", 2)

    async def work() -> None:
        for store, left in ((SlowStore(), False), (Spoilt(), True)):
            store.kept[TABLE] = StoredTable(driver.seed, tuple(driver.rows))
            rooms = Rooms(store)
            assert await rooms.remains(TABLE, "") == "", "nobody has tried to read it yet"
            if left:
                with pytest.raises(Refused):
                    await rooms.load(TABLE)
            assert bool(await rooms.remains(TABLE, "")) == left

    asyncio.run(work())
