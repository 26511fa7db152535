"""Coming in: one after the other, those inside first; tables that are loaded, unreadable or not there."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from kritzel.server import door, tables
from kritzel.server.settings import Settings
from kritzel.server.store import StoredTable, Unavailable, Unreadable
from kritzel.server.table.refusals import Refused
from tests.patience import until_here
from tests.server.rooms import ANA, BEN, TABLE, chairs, created
from tests.server.test_hall import Guest, House, run, settle
from tests.server.test_sockets import Sitting, move

TURNS = 12
"""More turns of the event loop than a move takes, far less than there are pages."""


# Turns -------------------------------------------------------------------------------------------
def test_one_is_let_in_each_time_the_loop_comes_round() -> None:
    async def work(house: House) -> None:
        inside: list[int] = []

        async def comes(number: int) -> None:
            await house.tables.door.turn()
            inside.append(number)

        waiting = [asyncio.ensure_future(comes(number)) for number in range(9)]
        waiting[3].cancel()
        grown = []
        while len(inside) < 8:
            before = len(inside)
            await asyncio.sleep(0)
            grown.append(len(inside) - before)
        assert inside == [0, 1, 2, 4, 5, 6, 7, 8]
        assert max(grown) == 1
        await comes(9)
        assert inside[-1] == 9, "the door opens again"

    run(work)


def test_moves_go_before_hellos() -> None:
    """Everybody comes back at once, to tables in memory and to others; Ana, who is back, makes a move."""

    async def work(house: House) -> None:
        await house.begin()
        for number in range(50):
            await house.tables.lay(created("traexx/1", chairs(2)), table=f"table-{number:010}")
        ana = await Sitting(house).hello()
        others = [Sitting(house, "", table=f"table-{number:010}") for number in range(50)]
        others += [Sitting(house, "") for _ in range(50)]
        for other in others:
            other.say_hello()
        await asyncio.sleep(0)
        ana.wire.say(move())
        while not ana.wire.told[-1].get("ack"):
            await asyncio.sleep(0)
        assert sum("welcome" in other.wire.kinds for other in others) <= TURNS
        await _all_in(others)
        for page in (ana, *others):
            await page.hangs_up()

    run(work)


async def _all_in(pages: list[Sitting]) -> None:
    while not all("welcome" in page.wire.kinds for page in pages):
        await asyncio.sleep(0)


def test_who_would_wait_too_long_is_told_so() -> None:
    async def work(house: House) -> None:
        entry = house.tables.door
        waiting = [asyncio.ensure_future(entry.turn()) for _ in range(100)]
        assert not entry.wait, "nobody knows yet how long a turn takes"
        for _ in range(30):
            await asyncio.sleep(0)
            house.clock.now += 2.0
        assert entry.wait > door.MAX_WAIT_S
        told = set()
        for _ in range(50):
            with pytest.raises(Refused, match="busy") as busy:
                await entry.turn()
            assert entry.wait / 2 <= busy.value.after <= entry.wait + 1
            told.add(busy.value.after)
        assert len(told) > 5, "not all of them at once again"
        await asyncio.gather(*waiting)
        await entry.turn()

    run(work)


def test_hands_are_shaken_a_few_at_a_time_and_in_order() -> None:
    async def work(house: House) -> None:
        gate, inside, grown = door.Gate(), list[int](), list[int]()
        for number in range(30):
            gate.come(partial(inside.append, number))
        while len(inside) < 30:
            before = len(inside)
            await asyncio.sleep(0)
            grown.append(len(inside) - before)
        assert inside == list(range(30))
        assert max(grown) == door.HANDSHAKES_PER_TURN
        gate.come(partial(inside.append, 30))
        await settle()
        assert inside[-1] == 30, "the gate opens again"

    run(work)


def test_who_fails_at_the_gate_keeps_nobody_else_out(caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: House) -> None:
        gate, inside = door.Gate(), list[int]()
        gate.come(partial(inside.remove, 99))
        for number in range(door.HANDSHAKES_PER_TURN):
            gate.come(partial(inside.append, number))
        await settle()
        assert inside == list(range(door.HANDSHAKES_PER_TURN))
        assert [record.message for record in caplog.records] == ["gate_failed"]

    run(work)


def test_a_page_that_is_turned_away_hears_when_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        await house.begin()
        monkeypatch.setattr(door.Door, "wait", 40.0)
        page = await Sitting(house, "").hello()
        assert page.wire.closed == (1013, "busy")
        assert 20 <= page.wire.told[-1]["after"] <= 40
        monkeypatch.undo()
        back = await Sitting(house, "").hello()
        assert back.wire.kinds == ["welcome"]
        await back.hangs_up()

    run(work)


def test_few_tables_are_loaded_at_a_time() -> None:
    async def work(house: House) -> None:
        names = [f"table-{number:010}" for number in range(3 * tables.MAX_LOADS)]
        for name in names:
            await house.tables.lay(created("traexx/1", chairs(2)), table=name)
        load, loading, most, gate = house.store.load, 0, 0, asyncio.Event()

        async def slow(table: str) -> StoredTable | None:
            nonlocal loading, most
            loading += 1
            most = max(most, loading)
            await gate.wait()
            loading -= 1
            return await load(table)

        house.store.load = slow  # type: ignore[method-assign]
        asked = [asyncio.ensure_future(house.tables.find(name)) for name in names]
        await settle()
        assert loading == tables.MAX_LOADS
        gate.set()
        assert [live.room.id for live in await asyncio.gather(*asked)] == names
        assert most == tables.MAX_LOADS

    run(work)


# Who comes, and who hears of it ------------------------------------------------------------------
def test_only_who_has_a_seat_is_news_when_they_come_or_go() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        watching = await Sitting(house, "").hello()
        known = await Sitting(house, "somebody").hello()
        second = await Sitting(house, ANA).hello()
        assert house.ben.woken == 0, "nobody comes whose seat was empty"
        for page in (watching, known, second):
            await page.hangs_up()
        assert (house.ben.woken, live.left) == (0, {})
        house.tables.exit(live, house.ana)
        assert (house.ben.woken, list(live.left)) == (1, [ANA])
        await house.tables.enter(TABLE, house.ana)
        assert (house.ben.woken, live.left) == (2, {})

    run(work)


def test_who_does_not_come_back_after_a_restart_is_missed() -> None:
    """Nothing else happens at the table: those who wait hear by themselves that a bot may stand in."""

    async def work(house: House) -> None:
        await house.begin()
        later = tables.Tables(house.store, Settings(grace=0), house.clock)
        ana = Guest(ANA)
        live = await later.enter(TABLE, ana)
        ana.woken = 0
        await until_here(lambda: ana.woken > 0)
        assert live.gone() == {BEN}

    run(work)


# Names that lead nowhere -------------------------------------------------------------------------
def test_of_tables_that_do_not_exist_nothing_is_kept() -> None:
    async def work(house: House) -> None:
        for number in range(100):
            with pytest.raises(Refused, match="no_table"):
                await house.tables.find(f"nowhere{number:09}")
        assert not house.tables._loading
        assert not house.tables._live

    run(work)


def test_a_table_that_cannot_be_read_is_refused_in_words() -> None:
    async def work(house: House) -> None:
        async def strange(table: str) -> None:
            raise Unreadable

        house.store.load = strange  # type: ignore[method-assign]
        with pytest.raises(Refused, match="unreadable"):
            await house.tables.find(TABLE)
        assert not house.tables._live

    run(work)


def test_everybody_who_asks_meanwhile_gets_the_same_table() -> None:
    """Also when the first of them asked in vain: two tables of one name would part ways."""

    async def work(house: House) -> None:
        await house.tables.lay(created("traexx/1", chairs(2)), table=TABLE)
        load, tries, gate = house.store.load, 0, asyncio.Event()

        async def failing_once(table: str) -> StoredTable | None:
            nonlocal tries
            tries += 1
            await gate.wait()
            if tries == 1:
                raise Unavailable("not now")
            return await load(table)

        house.store.load = failing_once  # type: ignore[method-assign]
        asked = [asyncio.ensure_future(house.tables.find(TABLE)) for _ in range(3)]
        await settle()
        gate.set()
        await settle()
        late = await house.tables.find(TABLE)
        first, *others = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(first, Unavailable)
        assert others == [late, late]
        assert tries == 2

    run(work)
