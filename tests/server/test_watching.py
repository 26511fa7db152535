"""Many who watch one table: views and bytes are made once for all who see the same, and for nobody else."""

from __future__ import annotations

from sys import getrefcount

import pytest

from kritzel.server.live import LiveTable
from kritzel.server.table import commands, log
from kritzel.server.wire import protocol
from tests.server.rooms import ANA, BEN, EVE, TABLE, chairs, created, new_id
from tests.server.test_hall import House, move, run, settle
from tests.server.test_sockets import Sitting


def test_all_who_watch_get_the_same_bytes_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[protocol.FromServer] = []
    plain = protocol.encode

    def counted(message: protocol.FromServer) -> bytes:
        made.append(message)
        return plain(message)

    async def work(house: House) -> None:
        await house.begin()
        watching = [await Sitting(house, "").hello() for _ in range(30)]
        reading = [await Sitting(house, "").hello(program=protocol.PROGRAM_PROTOCOL) for _ in range(2)]
        monkeypatch.setattr(protocol, "encode", counted)
        await house.tables.say(TABLE, ANA, commands.Stop(new_id()))
        await settle()
        assert len(made) == 2, "one for pages, one for programs"
        updates = [each.wire.told[-1] for each in watching]
        assert all(update == updates[0] and update["changes"]["phase"] == "stopped" for update in updates)
        for each in (*watching, *reading):
            await each.hangs_up()

    run(work)


def test_who_has_a_seat_and_who_owns_the_table_shares_nothing_with_them() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        pages = [await Sitting(house, player).hello() for player in (ANA, BEN, "", "somebody")]
        viewers, views = [page.page._viewer for page in pages], [page.page._shown for page in pages]
        assert [set(viewer.seats) for viewer in viewers] == [{0}, {1}, set(), set()]
        assert [viewer.owner for viewer in viewers] == [True, False, False, False]
        assert views[2] is views[3]
        assert len(set(map(id, views))) == 3
        assert _kept(live) == 1
        live.changed()
        assert _kept(live) == 0, "nothing of it outlives the table it tells of"
        for page in pages:
            await page.hangs_up()

    run(work)


def test_once_all_are_told_a_table_keeps_nothing_of_what_it_was_before() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        pages = [await Sitting(house, player).hello() for player in (ANA, BEN)]
        before = live.view(live.viewer(ANA))
        assert pages[0].page._shown is before
        await house.tables.say(TABLE, ANA, move(0))
        await settle()
        assert [page.wire.kinds[-1] for page in pages] == ["update", "update"]
        assert getrefcount(before) == 2, "the name here and the argument of this call"
        for page in pages:
            await page.hangs_up()

    run(work)


def _kept(live: LiveTable) -> int:
    return len(live._shared)


def test_who_reads_slowly_is_told_when_they_have_read_on() -> None:
    async def work(house: House) -> None:
        await house.begin()
        quick, slow = [await Sitting(house, "").hello() for _ in range(2)]
        slow.wire.takes_more = False
        await house.tables.say(TABLE, ANA, commands.Stop(new_id()))
        await settle()
        assert (quick.wire.kinds, slow.wire.kinds) == (["welcome", "update"], ["welcome"])
        slow.wire.takes_more = True
        slow.wire.drained()
        await settle()
        assert slow.wire.told == quick.wire.told
        for each in (quick, slow):
            await each.hangs_up()

    run(work)


def test_a_stranger_who_sits_down_is_told_what_they_hold_and_the_others_that_they_came() -> None:
    async def work(house: House) -> None:
        await house.tables.lay(created("traexx/1", (*chairs(1), log.Chair("open"))), table=TABLE)
        eve, other = [await Sitting(house, player).hello() for player in (EVE, "")]
        await house.tables.say(TABLE, ANA, commands.Invite(1, "hash"))
        await house.tables.say(TABLE, EVE, commands.Sit("hash", "Eve"))
        await settle()
        assert (eve.wire.told[-1]["t"], eve.wire.told[-1]["you"]) == ("welcome", [1])
        assert (other.wire.told[-1]["t"], other.wire.told[-1]["changes"]["seats"][1]["name"]) == (
            "update",
            "Eve",
        )
        for each in (eve, other):
            await each.hangs_up()

    run(work)


def test_whoever_has_left_is_told_nothing() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        pages = [await Sitting(house, "").hello() for _ in range(3)]
        await pages[0].hangs_up()
        live.changed()
        await pages[1].hangs_up()
        await settle()
        assert len(live._watching) == 1
        await pages[2].hangs_up()

    run(work)
