"""Live rooms over a store that waits: nothing is heard before it is written, whatever goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from kritzel.server import tables
from kritzel.server.bots import questions as bots
from kritzel.server.live import LiveTable
from kritzel.server.settings import Settings
from kritzel.server.table import commands, log
from kritzel.server.table.refusals import Refused
from kritzel.server.tables import Tables
from tests.patience import LONGEST, until_here
from tests.server.rooms import ANA, BEN, CEM, TABLE, beginning, chairs, created, new_id
from tests.server.slow import SlowStore


class Clock:
    """A clock the test turns."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Guest:
    """A visitor that counts what it hears."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.woken = 0
        self.left = ""
        self.seen: list[bytes] = []

    def wake(self) -> None:
        self.woken += 1

    def leave(self, code: str) -> None:
        self.left = code

    def tell(self, known: object, seen: object, frame: bytes) -> bool:
        return False

    def see(self, reaction: bytes) -> None:
        self.seen.append(reaction)


class House:
    """A hall over a slow store, with Ana and Ben at a running table of Träxx."""

    def __init__(self) -> None:
        self.store, self.clock = SlowStore(), Clock()
        self.tables = Tables(self.store, Settings(bot_pause=0, grace=60), self.clock)
        self.ana, self.ben = Guest(ANA), Guest(BEN)

    async def begin(self, *places: log.Chair, sheet: str = "traexx/1") -> LiveTable:
        await self.tables.lay(created(sheet, places or chairs(2)), table=TABLE)
        live = await self.tables.enter(TABLE, self.ana)
        await self.tables.enter(TABLE, self.ben)
        for player, command in beginning(live.room):
            await self.tables.say(TABLE, player, command)
        self.ana.woken = self.ben.woken = 0
        return live

    @property
    def written(self) -> int:
        return len(self.store.kept[TABLE].rows)


def run(work: Callable[[House], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        house = House()
        try:
            await asyncio.wait_for(work(house), LONGEST)
        finally:
            house.store.gate.set()
            await house.tables.close()
        assert house.store.closed

    asyncio.run(all_of_it())


def move(seat: int, text: str = "done") -> commands.Move:
    return commands.Move(new_id(), seat, text, 10**9)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_nothing_is_acknowledged_or_told_before_the_commit() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        position, house.ben.woken = live.room.state.table.position, 0
        house.store.gate.clear()
        said = asyncio.ensure_future(house.tables.say(TABLE, ANA, move(0)))
        await settle()
        assert house.store.waiting == 1
        assert not said.done()
        assert (house.ana.woken, house.ben.woken) == (0, 0)
        assert live.room.state.table.position == position
        house.store.gate.set()
        assert await said == house.written
        assert house.ben.woken == 1

    run(work)


def test_a_duplicate_waits_for_the_original() -> None:
    async def work(house: House) -> None:
        await house.begin()
        house.store.gate.clear()
        command = move(0)
        both = [asyncio.ensure_future(house.tables.say(TABLE, ANA, command)) for _ in range(2)]
        await settle()
        assert not any(each.done() for each in both)
        house.store.gate.set()
        assert len({await each for each in both}) == 1

    run(work)


def test_a_duplicate_of_a_move_that_was_lost_is_not_acknowledged() -> None:
    async def work(house: House) -> None:
        await house.begin()
        before = house.written
        house.store.gate.clear()
        house.store.broken = "lost"
        command = move(0)
        both = [asyncio.ensure_future(house.tables.say(TABLE, ANA, command)) for _ in range(2)]
        await settle()
        house.store.gate.set()
        answers = await asyncio.gather(*both, return_exceptions=True)
        assert isinstance(answers[0], Refused)
        assert answers[0].code == "retry"
        assert house.written == before + 1, "the second try was written, once"

    run(work)


@pytest.mark.parametrize("how", ["lost", "written"])
def test_after_a_failed_commit_the_store_is_right_and_trying_again_helps(how: str) -> None:
    async def work(house: House) -> None:
        await house.begin()
        before, house.store.broken, command = house.written, how, move(0)
        with pytest.raises(Refused, match="retry"):
            await house.tables.say(TABLE, ANA, command)
        await house.tables.say(TABLE, ANA, command)
        await house.tables.say(TABLE, ANA, command)
        assert house.written == before + 1

    run(work)


def test_somebody_else_wrote_first() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        kept = house.store.kept[TABLE]
        foreign = log.LogRow(len(kept.rows) + 1, log.Played(1, "done"), "foreign-command-id")
        house.store.kept[TABLE] = kept._replace(rows=(*kept.rows, foreign))
        with pytest.raises(Refused, match="retry"):
            await house.tables.say(TABLE, ANA, move(0))
        assert live.room.version == len(kept.rows) + 1, "the room is what the store says"
        await house.tables.say(TABLE, ANA, move(0))

    run(work)


def test_the_seat_is_checked_when_the_command_is_carried_out() -> None:
    async def work(house: House) -> None:
        await house.begin()
        house.store.gate.clear()
        stand_in = commands.StandIn(new_id(), 0, "random")
        first = asyncio.ensure_future(house.tables.say(TABLE, ANA, stand_in))
        await settle()
        second = asyncio.ensure_future(house.tables.say(TABLE, ANA, move(0)))
        await settle()
        house.store.gate.set()
        await first
        with pytest.raises(Refused, match="bot_plays"):
            await second

    run(work)


def test_a_command_is_finished_even_if_the_page_is_gone() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.store.gate.clear()
        page = asyncio.ensure_future(house.tables.say(TABLE, ANA, move(0)))
        await settle()
        page.cancel()
        await settle()
        house.store.gate.set()
        await settle()
        assert live.room.version == house.written
        assert live.room.state.deciding == (1,)

    run(work)


def test_an_absent_player_is_replaceable_after_the_grace_and_takes_over_on_return() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.tables.exit(live, house.ben)
        house.clock.now += 59
        with pytest.raises(Refused, match="not_away"):
            await house.tables.say(TABLE, ANA, commands.StandIn(new_id(), 1, "random"))
        assert not live.gone()
        house.clock.now += 2
        assert live.gone() == {BEN}
        await house.tables.say(TABLE, ANA, commands.StandIn(new_id(), 1, "random"))
        await house.tables.enter(TABLE, house.ben)
        assert live.room.state.seating.places[1].bot == ""
        assert not live.gone()

    run(work)


def test_the_time_the_server_was_down_counts_for_nobody() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.tables.exit(live, house.ben)
        house.clock.now += 10_000
        later = Tables(house.store, house.tables.settings, house.clock)
        assert not (await later.enter(TABLE, Guest(ANA))).gone()

    run(work)


def test_bots_play_in_processes_of_their_own_to_the_end() -> None:
    async def work(house: House) -> None:
        live = await house.begin(*chairs(1), log.Chair("bot", "Random", "", "random"))
        room = live.room
        while room.state.phase == "running":
            await until_here(lambda: room.state.phase != "running" or 0 in room.state.deciding)
            if 0 in room.state.deciding:
                await house.tables.say(TABLE, ANA, move(0))
        kept = await house.store.load(TABLE)
        assert kept is not None
        moves = [row.event for row in kept.rows if isinstance(row.event, log.Played)]
        assert {event.bot for event in moves if event.seat == 1} == {"random"}

    run(work)


def test_a_bot_that_fails_is_replaced_for_the_move() -> None:
    async def work(house: House) -> None:
        live = await house.begin(*chairs(1), log.Chair("bot", "Gone", "", "no such bot"))
        await until_here(lambda: live.room.state.deciding == (0,))

    run(work)


def test_a_bot_is_sent_its_view_and_nothing_else() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        table = live.room.state.table
        await house.tables.say(TABLE, ANA, move(0, table.moves(0)[0]))
        asked = bots.question(live.room.state.table, 1, "random")
        assert asked.state.pads[0].new == ()
        assert asked.state.sheet is None
        assert bots.answer(asked) in table.moves(1)

    run(work)


def test_a_log_is_packed_when_the_game_has_ended() -> None:
    async def work(house: House) -> None:
        await house.begin()
        await house.tables.say(TABLE, ANA, move(0))
        assert house.store.packed == []
        stop = commands.Stop(new_id())
        await house.tables.say(TABLE, ANA, stop)
        await house.tables.say(TABLE, ANA, stop)
        await house.tables.rematch(TABLE, ANA)
        await settle()
        assert house.store.packed == [TABLE]

    run(work)


def test_a_rematch_is_laid_once_for_the_same_company() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        with pytest.raises(Refused, match="not_over"):
            await house.tables.rematch(TABLE, ANA)
        await house.tables.say(TABLE, ANA, commands.Stop(new_id()))
        with pytest.raises(Refused, match="not_seated"):
            await house.tables.rematch(TABLE, CEM)
        both = await asyncio.gather(house.tables.rematch(TABLE, ANA), house.tables.rematch(TABLE, BEN))
        assert both[0] == both[1] == live.room.state.rematch
        again = await house.tables.find(both[0])
        assert again.room.state.seating.people == (BEN, ANA)
        assert again.room.state.created.commit != live.room.state.created.commit

    run(work)


def test_a_table_is_deleted_by_its_owner_only() -> None:
    async def work(house: House) -> None:
        await house.begin()
        with pytest.raises(Refused, match="not_owner"):
            await house.tables.delete(TABLE, BEN)
        await house.tables.delete(TABLE, ANA)
        assert house.ben.left == "no_table"
        with pytest.raises(Refused, match="no_table"):
            await house.tables.say(TABLE, BEN, move(1))

    run(work)


def test_rooms_nobody_visits_are_let_go_and_come_back() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.tables.exit(live, house.ana)
        house.tables.exit(live, house.ben)
        house.clock.now += 10_000
        await house.tables.lay(created("dizzle/1", chairs(2)), table="another-table-00")
        await house.tables.find("another-table-00")
        again = await house.tables.find(TABLE)
        assert again is not live
        assert again.room.state.table.position == live.room.state.table.position

    run(work)


def test_a_table_that_another_server_took_is_lost_without_a_word_of_it_written() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        written = house.written
        await house.store.claim(TABLE)
        with pytest.raises(Refused, match="retry"):
            await house.tables.say(TABLE, ANA, move(0))
        assert (house.ana.left, house.ben.left, house.written) == ("retry", "retry", written)
        assert await house.tables.find(TABLE) is not live

    run(work)


def test_a_table_is_let_go_of_where_another_server_asks_for_it() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.store.gate.clear()
        said = asyncio.ensure_future(house.tables.say(TABLE, ANA, move(0)))
        await settle()
        house.tables.let_go([TABLE, "another table"])
        house.tables.let_go(None)
        await settle()
        assert (house.ana.left, house.store.released) == ("", []), "what was begun is finished"
        house.store.gate.set()
        assert await said == house.written
        await until_here(lambda: house.store.released == [(TABLE, live.token)])
        assert (house.ana.left, house.ben.left) == ("retry", "retry")

    run(work)


def test_lists_show_every_table_as_it_stands() -> None:
    """What has not changed for lists is not written again."""

    async def work(house: House) -> None:
        live = await house.begin()
        while live.room.state.phase == "running":
            seat = live.room.state.deciding[0]
            player = live.room.state.seating.places[seat].player
            await house.tables.say(TABLE, player, move(seat, live.room.state.table.moves(seat)[0]))
            assert house.store.summaries[TABLE] == live.room.summary

    run(work)


def test_an_arrival_nobody_needs_writes_nothing() -> None:
    async def work(house: House) -> None:
        await house.begin()
        before = house.written
        await house.tables.say(TABLE, ANA, commands.Arrive())
        assert house.written == before

    run(work)


def test_tables_nobody_visits_are_bounded_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_IDLE_TABLES", 3)

    async def work(house: House) -> None:
        await house.begin()
        for number in range(6):
            house.clock.now += 1
            await house.tables.find(
                await house.tables.lay(created("traexx/1", chairs(2)), table=f"idle-{number}")
            )
        house.clock.now += tables.IDLE_CHECK_EVERY_S
        await house.tables.find(await house.tables.lay(created("traexx/1", chairs(2)), table="one-more"))
        there = {live.room.id for live in house.tables.tables()}
        assert TABLE in there, "somebody is there"
        assert there >= {"idle-5", "one-more"}
        assert len(there) == 4
        await settle()
        assert ("idle-0", 1) in house.store.released

    run(work)


def test_a_finished_table_leaves_the_memory_sooner() -> None:
    async def work(house: House) -> None:
        for name in (TABLE, "another"):
            live = await house.tables.find(await house.tables.lay(created("traexx/1", chairs(2)), table=name))
            for player, command in beginning(live.room):
                await house.tables.say(name, player, command)
        await house.tables.say("another", ANA, commands.Stop(new_id()))
        house.clock.now += tables.MAX_IDLE_ENDED_S + 1
        await house.tables.find(await house.tables.lay(created("traexx/1", chairs(2)), table="one-more"))
        assert house.tables.in_memory(TABLE) is not None
        assert house.tables.in_memory("another") is None
        assert (await house.tables.find("another")).room.state.phase == "stopped"

    run(work)
