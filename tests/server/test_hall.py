"""Live rooms over a store that waits: nothing is heard before it is written, whatever goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from kritzel.server.bots import questions as bots
from kritzel.server.hall import Hall
from kritzel.server.live import Live
from kritzel.server.settings import Settings
from kritzel.server.table import commands, log
from kritzel.server.table.refusals import No
from kritzel.server.wire import protocol
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
        self.hall = Hall(self.store, Settings(bot_pause=0, grace=60), self.clock)
        self.ana, self.ben = Guest(ANA), Guest(BEN)

    async def begin(self, *places: log.Chair, sheet: str = "traexx/1") -> Live:
        await self.hall.lay(created(sheet, places or chairs(2)), table=TABLE)
        live = await self.hall.enter(TABLE, self.ana)
        await self.hall.enter(TABLE, self.ben)
        for player, command in beginning(live.room):
            await self.hall.say(TABLE, player, command)
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
            await house.hall.close()
        assert house.store.closed

    asyncio.run(all_of_it())


def move(seat: int, text: str = "done") -> protocol.Move:
    return protocol.Move(new_id(), seat, text, 10**9)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_nothing_is_acknowledged_or_told_before_the_commit() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        position, house.ben.woken = live.room.standing.table.position, 0
        house.store.gate.clear()
        said = asyncio.ensure_future(house.hall.say(TABLE, ANA, move(0)))
        await settle()
        assert house.store.waiting == 1
        assert not said.done()
        assert (house.ana.woken, house.ben.woken) == (0, 0)
        assert live.room.standing.table.position == position
        house.store.gate.set()
        assert await said == house.written
        assert house.ben.woken == 1

    run(work)


def test_a_duplicate_waits_for_the_original() -> None:
    async def work(house: House) -> None:
        await house.begin()
        house.store.gate.clear()
        command = move(0)
        both = [asyncio.ensure_future(house.hall.say(TABLE, ANA, command)) for _ in range(2)]
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
        both = [asyncio.ensure_future(house.hall.say(TABLE, ANA, command)) for _ in range(2)]
        await settle()
        house.store.gate.set()
        answers = await asyncio.gather(*both, return_exceptions=True)
        assert isinstance(answers[0], No)
        assert answers[0].code == "retry"
        assert house.written == before + 1, "the second try was written, once"

    run(work)


@pytest.mark.parametrize("how", ["lost", "written"])
def test_after_a_failed_commit_the_store_is_right_and_trying_again_helps(how: str) -> None:
    async def work(house: House) -> None:
        await house.begin()
        before, house.store.broken, command = house.written, how, move(0)
        with pytest.raises(No, match="retry"):
            await house.hall.say(TABLE, ANA, command)
        await house.hall.say(TABLE, ANA, command)
        await house.hall.say(TABLE, ANA, command)
        assert house.written == before + 1

    run(work)


def test_somebody_else_wrote_first() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        kept = house.store.kept[TABLE]
        foreign = log.Row(len(kept.rows) + 1, log.Played(1, "done"), "foreign-command-id")
        house.store.kept[TABLE] = kept._replace(rows=(*kept.rows, foreign))
        with pytest.raises(No, match="retry"):
            await house.hall.say(TABLE, ANA, move(0))
        assert live.room.version == len(kept.rows) + 1, "the room is what the store says"
        await house.hall.say(TABLE, ANA, move(0))

    run(work)


def test_the_seat_is_checked_when_the_command_is_carried_out() -> None:
    async def work(house: House) -> None:
        await house.begin()
        house.store.gate.clear()
        stand_in = protocol.StandIn(new_id(), 0, "random")
        first = asyncio.ensure_future(house.hall.say(TABLE, ANA, stand_in))
        await settle()
        second = asyncio.ensure_future(house.hall.say(TABLE, ANA, move(0)))
        await settle()
        house.store.gate.set()
        await first
        with pytest.raises(No, match="bot_plays"):
            await second

    run(work)


def test_a_command_is_finished_even_if_the_page_is_gone() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.store.gate.clear()
        page = asyncio.ensure_future(house.hall.say(TABLE, ANA, move(0)))
        await settle()
        page.cancel()
        await settle()
        house.store.gate.set()
        await settle()
        assert live.room.version == house.written
        assert live.room.standing.deciding == (1,)

    run(work)


def test_an_absent_player_is_replaceable_after_the_grace_and_takes_over_on_return() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.hall.exit(live, house.ben)
        house.clock.now += 59
        with pytest.raises(No, match="not_away"):
            await house.hall.say(TABLE, ANA, protocol.StandIn(new_id(), 1, "random"))
        assert not live.gone()
        house.clock.now += 2
        assert live.gone() == {BEN}
        await house.hall.say(TABLE, ANA, protocol.StandIn(new_id(), 1, "random"))
        await house.hall.enter(TABLE, house.ben)
        assert live.room.standing.company.places[1].bot == ""
        assert not live.gone()

    run(work)


def test_the_time_the_server_was_down_counts_for_nobody() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.hall.exit(live, house.ben)
        house.clock.now += 10_000
        later = Hall(house.store, house.hall.settings, house.clock)
        assert not (await later.enter(TABLE, Guest(ANA))).gone()

    run(work)


def test_bots_play_in_processes_of_their_own_to_the_end() -> None:
    async def work(house: House) -> None:
        live = await house.begin(*chairs(1), log.Chair("bot", "Random", "", "random"))
        room = live.room
        while room.standing.phase == "running":
            await until_here(lambda: room.standing.phase != "running" or 0 in room.standing.deciding)
            if 0 in room.standing.deciding:
                await house.hall.say(TABLE, ANA, move(0))
        kept = await house.store.load(TABLE)
        assert kept is not None
        moves = [row.event for row in kept.rows if isinstance(row.event, log.Played)]
        assert {event.bot for event in moves if event.seat == 1} == {"random"}

    run(work)


def test_a_bot_that_fails_is_replaced_for_the_move() -> None:
    async def work(house: House) -> None:
        live = await house.begin(*chairs(1), log.Chair("bot", "Gone", "", "no such bot"))
        await until_here(lambda: live.room.standing.deciding == (0,))

    run(work)


def test_a_bot_is_sent_its_view_and_nothing_else() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        table = live.room.standing.table
        await house.hall.say(TABLE, ANA, move(0, table.moves(0)[0]))
        asked = bots.question(live.room.standing.table, 1, "random")
        assert asked.state.pads[0].new == ()
        assert asked.state.sheet is None
        assert bots.answer(asked) in table.moves(1)

    run(work)


def test_a_log_is_packed_when_the_game_has_ended() -> None:
    async def work(house: House) -> None:
        await house.begin()
        await house.hall.say(TABLE, ANA, move(0))
        assert house.store.packed == []
        stop = protocol.Stop(new_id())
        await house.hall.say(TABLE, ANA, stop)
        await house.hall.say(TABLE, ANA, stop)
        await house.hall.rematch(TABLE, ANA)
        await settle()
        assert house.store.packed == [TABLE]

    run(work)


def test_a_rematch_is_laid_once_for_the_same_company() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        with pytest.raises(No, match="not_over"):
            await house.hall.rematch(TABLE, ANA)
        await house.hall.say(TABLE, ANA, protocol.Stop(new_id()))
        with pytest.raises(No, match="not_seated"):
            await house.hall.rematch(TABLE, CEM)
        both = await asyncio.gather(house.hall.rematch(TABLE, ANA), house.hall.rematch(TABLE, BEN))
        assert both[0] == both[1] == live.room.standing.rematch
        again = await house.hall.find(both[0])
        assert again.room.standing.company.people == (BEN, ANA)
        assert again.room.standing.created.commit != live.room.standing.created.commit

    run(work)


def test_a_rematch_of_a_table_of_older_rules_is_played_by_the_newest() -> None:
    async def work(house: House) -> None:
        await house.hall.lay(replace(created("dizzle/1", chairs(1)), rules=1), table=TABLE)
        for player, command in beginning((await house.hall.find(TABLE)).room):
            await house.hall.say(TABLE, player, command)
        await house.hall.say(TABLE, ANA, protocol.Stop(new_id()))
        again = await house.hall.find(await house.hall.rematch(TABLE, ANA))
        assert again.room.standing.created.rules == 2

    run(work)


def test_a_table_is_deleted_by_its_owner_only() -> None:
    async def work(house: House) -> None:
        await house.begin()
        with pytest.raises(No, match="not_owner"):
            await house.hall.delete(TABLE, BEN)
        await house.hall.delete(TABLE, ANA)
        assert house.ben.left == "no_table"
        with pytest.raises(No, match="no_table"):
            await house.hall.say(TABLE, BEN, move(1))

    run(work)


def test_rooms_nobody_visits_are_let_go_and_come_back() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.hall.exit(live, house.ana)
        house.hall.exit(live, house.ben)
        house.clock.now += 10_000
        await house.hall.lay(created("dizzle/1", chairs(2)), table="another-table-00")
        await house.hall.find("another-table-00")
        again = await house.hall.find(TABLE)
        assert again is not live
        assert again.room.standing.table.position == live.room.standing.table.position

    run(work)


def test_a_table_that_another_server_took_is_lost_without_a_word_of_it_written() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        written = house.written
        await house.store.claim(TABLE)
        with pytest.raises(No, match="retry"):
            await house.hall.say(TABLE, ANA, move(0))
        assert (house.ana.left, house.ben.left, house.written) == ("retry", "retry", written)
        assert await house.hall.find(TABLE) is not live

    run(work)


def test_a_table_is_let_go_of_where_another_server_asks_for_it() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.store.gate.clear()
        said = asyncio.ensure_future(house.hall.say(TABLE, ANA, move(0)))
        await settle()
        house.hall.let_go([TABLE, "another table"])
        house.hall.let_go(None)
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
        while live.room.standing.phase == "running":
            seat = live.room.standing.deciding[0]
            player = live.room.standing.company.places[seat].player
            await house.hall.say(TABLE, player, move(seat, live.room.standing.table.moves(seat)[0]))
            assert house.store.summaries[TABLE] == live.room.summary

    run(work)


def test_an_arrival_nobody_needs_writes_nothing() -> None:
    async def work(house: House) -> None:
        await house.begin()
        before = house.written
        await house.hall.say(TABLE, ANA, commands.Arrive())
        assert house.written == before

    run(work)
