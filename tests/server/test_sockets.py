"""A page and its socket: what happens between hearing and telling, without a network."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from kritzel.server import door, settings
from kritzel.server.store import Unavailable
from kritzel.server.table import commands
from kritzel.server.web import sockets
from kritzel.server.web.limits import Action, Caller, RateLimits
from kritzel.server.web.sockets import Closed, PageSocket, SocketState
from kritzel.server.wire import protocol
from tests.patience import LONGEST, until_here
from tests.server.rooms import ANA, BEN, TABLE, new_id
from tests.server.test_hall import House, run, settle


class Wire:
    """A socket in memory: what the page says waits in `said`, what it is sent is in `told`."""

    def __init__(self, *, deaf: bool = False) -> None:
        self.said: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.told: list[dict[str, Any]] = []
        self.writes = 0
        self.closed: tuple[int, str] | None = None
        self.takes_more = not deaf
        self.drained: Callable[[], None] = lambda: None

    async def receive(self) -> bytes:
        self.expect_open()
        message = await self.said.get()
        if message is None:
            self.closed = (1005, "")
        self.expect_open()
        assert message is not None
        return message

    def expect_open(self) -> None:
        if self.closed is not None:
            raise Closed

    def write(self, *messages: bytes) -> None:
        assert self.closed is None
        self.writes += any(messages)
        self.told += map(json.loads, filter(None, messages))

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)
        self.said.put_nowait(None)

    def abort(self) -> None:
        self.close(1006, "")

    def say(self, message: protocol.FromPage) -> None:
        self.said.put_nowait(protocol.encode(message))

    @property
    def kinds(self) -> list[str]:
        return [message["t"] for message in self.told]


Allows = Callable[[Action], bool]


def allowing(limits: RateLimits) -> Allows:
    return partial(limits.take, caller=Caller(ANA))


class Sitting:
    """A page over a wire in memory, and its life."""

    def __init__(self, house: House, player: str = ANA, *, deaf: bool = False, table: str = TABLE) -> None:
        self.wire = Wire(deaf=deaf)
        wire: Any = self.wire
        self.page = PageSocket(wire, house.tables, table, player, allowing(RateLimits(100.0, house.clock)))
        self.living = asyncio.ensure_future(self.page.run())

    def say_hello(self, **more: Any) -> None:
        self.wire.say(protocol.Hello(**{"protocol": protocol.PROTOCOL, **more}))

    async def hello(self, **more: Any) -> Sitting:
        self.say_hello(**more)
        await settle()
        return self

    async def hangs_up(self) -> None:
        self.wire.said.put_nowait(None)
        await asyncio.wait_for(self.living, LONGEST)


def sits(work: Callable[[House, Wire, PageSocket], Awaitable[None]], *, deaf: bool = False) -> None:
    """Ana's page at a running table; in the end it hangs up."""

    async def all_of_it(house: House) -> None:
        await house.begin()
        ana = await Sitting(house, deaf=deaf).hello()
        await work(house, ana.wire, ana.page)
        await ana.hangs_up()

    run(all_of_it)


def stands(page: PageSocket) -> SocketState:
    return page.state


def move() -> commands.Move:
    return commands.Move(new_id(), 0, "done", 10**9)


# From state to state -----------------------------------------------------------------------------
def test_a_page_goes_from_greeting_to_gone() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.tables.door = ShutDoor(house.clock)
        ana = Sitting(house)
        await settle()
        assert stands(ana.page) is SocketState.GREETING
        await ana.hello()
        assert stands(ana.page) is SocketState.WAITING
        assert ana.page not in live.visitors
        house.tables.door.opens.set()
        await settle()
        assert stands(ana.page) is SocketState.HERE
        assert ana.page in live.visitors
        assert ana.wire.kinds == ["welcome"]
        await ana.hangs_up()
        assert stands(ana.page) is SocketState.GONE
        assert ana.page not in live.visitors

    run(work)


def test_a_page_that_has_gone_leaves_no_reference_cycle() -> None:
    """Collections are rare (`tables.GARBAGE`): a cycle would keep the page and its table for hours."""

    async def work(house: House) -> None:
        await house.begin()
        ana = await Sitting(house).hello()
        page, wire = weakref.ref(ana.page), ana.wire
        await ana.hangs_up()
        del ana
        gc.disable()
        try:
            await settle()
            assert page() is None
        finally:
            gc.enable()
        assert wire.closed is not None, "its transport is still there"

    run(work)


class ShutDoor(door.Door):
    """A door that opens when the test says so."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self.opens = asyncio.Event()

    async def turn(self) -> None:
        await self.opens.wait()
        await super().turn()


def test_whoever_hangs_up_at_the_door_is_not_let_in() -> None:
    async def work(house: House) -> None:
        live = await house.begin()
        house.tables.door = ShutDoor(house.clock)
        ana = await Sitting(house).hello()
        ana.wire.closed = (1006, "")
        house.tables.door.opens.set()
        await asyncio.wait_for(ana.living, LONGEST)
        assert stands(ana.page) is SocketState.GONE
        assert ana.page not in live.visitors

    run(work)


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (b"{}", "bad_message"),
        (b"\xff", "bad_message"),
        (protocol.encode(protocol.Ping()), "bad_message"),
        (protocol.encode(protocol.Hello(protocol.PROTOCOL)), "no_table"),
        (b'{"t":"hello","lang":"de"}', "reload"),
    ],
)
def test_whoever_does_not_say_hello_is_told_why(first: bytes, code: str) -> None:
    async def work(house: House) -> None:
        nobody = Sitting(house)
        nobody.wire.said.put_nowait(first)
        await asyncio.wait_for(nobody.living, LONGEST)
        assert [(told["t"], told["code"]) for told in nobody.wire.told] == [("bye", code)]
        assert nobody.wire.closed == (sockets.CLOSE_CODES.get(code, sockets.POLICY), code)

    run(work)


def test_whoever_says_nothing_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "HELLO_WITHIN_S", 0.0)

    async def work(house: House) -> None:
        silent = Sitting(house)
        await asyncio.wait_for(silent.living, LONGEST)
        assert silent.wire.told[-1]["code"] == "too_late"

    run(work)


def test_a_store_that_does_not_answer_is_told_in_words(caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: House) -> None:
        async def full(table: str) -> None:
            raise Unavailable

        house.store.load = full  # type: ignore[method-assign]
        ana = await Sitting(house).hello()
        assert ana.wire.told[-1]["code"] == "retry"
        assert ana.wire.closed == (sockets.TRY_LATER, "retry")

    run(work)
    assert not [record for record in caplog.records if record.exc_info]


def test_whoever_would_wait_too_long_is_asked_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door.Door, "wait", door.MAX_WAIT_S + 1)

    async def work(house: House) -> None:
        await house.begin()
        ana = await Sitting(house).hello()
        assert ana.wire.told[-1]["code"] == "busy"
        assert ana.wire.closed == (sockets.TRY_LATER, "busy")

    run(work)


# Telling -----------------------------------------------------------------------------------------
def test_what_a_move_leads_to_is_told_with_its_answer() -> None:
    async def work(house: House, wire: Wire, page: PageSocket) -> None:
        before = wire.writes
        made = move()
        wire.say(made)
        await settle()
        assert wire.kinds == ["welcome", "update"]
        assert wire.told[1]["ack"] == made.id
        assert wire.writes == before + 1

    sits(work)


def test_a_command_is_finished_even_if_the_page_is_let_go_meanwhile() -> None:
    async def work(house: House, wire: Wire, page: PageSocket) -> None:
        before = house.written
        house.store.gate.clear()
        wire.say(move())
        await settle()
        page.leave("retry")
        assert wire.closed
        assert house.store.waiting == 1
        house.store.gate.set()
        await settle()
        live = await house.tables.find(TABLE)
        assert live.room.version == house.written == before + 1
        assert page not in live.visitors

    sits(work)


def test_a_page_that_reads_slowly_gets_the_newest_view_when_it_has_read_on() -> None:
    async def work(house: House, wire: Wire, page: PageSocket) -> None:
        wire.takes_more = False
        wire.say(move())
        await settle()
        await house.tables.say(TABLE, BEN, commands.Move(new_id(), 1, "done", 10**9))
        await settle()
        assert wire.kinds == ["welcome"]
        wire.takes_more = True
        wire.drained()
        await settle()
        assert wire.kinds == ["welcome", "update"]
        assert wire.told[-1]["ack"]

    sits(work)


def test_a_page_that_does_not_read_delays_nobody() -> None:
    async def work(house: House, wire: Wire, page: PageSocket) -> None:
        other = await Sitting(house).hello()
        other.wire.say(move())
        await until_here(lambda: bool(other.wire.told[-1].get("ack")))
        assert page in (await house.tables.find(TABLE)).visitors
        await other.hangs_up()

    sits(work, deaf=True)


@pytest.mark.parametrize(("messages", "size"), [(3, 10**9), (10**9, 40)])
def test_answers_that_nobody_reads_are_bounded(
    messages: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "QUEUE_MESSAGES", messages)
    monkeypatch.setattr(settings, "QUEUE_BYTES", size)
    sits(three_answers_wait_and_a_fourth_is_too_much, deaf=True)


async def three_answers_wait_and_a_fourth_is_too_much(house: House, wire: Wire, page: PageSocket) -> None:
    for _ in range(3):
        page.answer(protocol.Pong())
    assert stands(page) is SocketState.HERE
    page.answer(protocol.Pong())
    assert stands(page) is SocketState.GONE
    assert wire.closed == (1006, "")
    assert not page._answers
    page.answer(protocol.Pong())
    assert not page._answers


def test_a_mistake_of_ours_leaves_a_trace(caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: House, wire: Wire, page: PageSocket) -> None:
        page._because = broken  # type: ignore[method-assign, assignment]
        wire.say(protocol.Why(0, protocol.Touched(kind="done")))
        await settle()
        assert page not in (await house.tables.find(TABLE)).visitors

    def broken(asked: protocol.Why) -> None:
        raise RuntimeError("a mistake")

    sits(work)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == ["page_failed"]


def test_a_page_that_hangs_up_leaves_none(caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: House, wire: Wire, page: PageSocket) -> None: ...

    sits(work)
    assert not [record for record in caplog.records if record.exc_info]


# Limits ------------------------------------------------------------------------------------------
def test_whoever_comes_back_has_no_new_allowance() -> None:
    """One message a second and four at once, for the guest: another socket brings no more."""

    async def work(house: House) -> None:
        await house.begin()
        allowance = allowing(RateLimits(1.0, house.clock))
        assert await _pongs(house, allowance) == 4
        assert await _pongs(house, allowance) == 0
        house.clock.now += 2
        assert await _pongs(house, allowance) == 2

    run(work)


async def _pongs(house: House, allowance: Allows) -> int:
    ana = Sitting(house)
    ana.page._allows = allowance
    await ana.hello()
    for _ in range(8):
        ana.wire.say(protocol.Ping())
        await settle()
    await ana.hangs_up()
    return ana.wire.kinds.count("pong")


def test_too_many_broken_messages_end_it() -> None:
    async def work(house: House, wire: Wire, page: PageSocket) -> None:
        for _ in range(sockets.MAX_STRIKES + 1):
            wire.said.put_nowait(b"{}")
            await settle()
        assert wire.kinds == ["welcome", *["trouble"] * (sockets.MAX_STRIKES + 1), "bye"]
        assert wire.closed == (sockets.POLICY, "bad_message")

    sits(work)


# Reactions ---------------------------------------------------------------------------------------
def test_a_reaction_reaches_everybody_and_is_kept_nowhere() -> None:
    async def work(house: House, wire: Wire, page: PageSocket) -> None:
        before, other = house.written, await Sitting(house, "").hello()
        wire.say(protocol.React(0, "bravo"))
        await settle()
        told = {"t": "reacted", "seat": 0, "emote": "bravo"}
        assert wire.told[-1] == other.wire.told[-1] == told
        assert house.written == before
        await other.hangs_up()

    sits(work)


def test_a_reaction_needs_a_seat_of_ones_own_and_does_not_rain() -> None:
    async def work(house: House, wire: Wire, page: PageSocket) -> None:
        wire.say(protocol.React(1, "wow"))
        await settle()
        assert wire.kinds == ["welcome"]
        for _ in range(9):
            wire.say(protocol.React(0, "haha"))
            await settle()
        assert wire.kinds == ["welcome", *["reacted"] * 3]

    sits(work)
