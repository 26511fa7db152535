"""A page and its socket: what happens between reading and writing, without a network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from kritzel.server import settings
from kritzel.server.web.sockets import Page
from kritzel.server.wire import protocol
from tests.patience import LONGEST, until_here
from tests.server.rooms import ANA, TABLE, new_id
from tests.server.test_hall import House, run, settle


class Wire:
    """A socket in memory: what the page says waits in `said`, what it is sent is in `heard`."""

    def __init__(self, *, deaf: bool = False) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[dict[str, Any]] = []
        self.closed = False
        self._reads = asyncio.Event()
        if not deaf:
            self._reads.set()

    async def receive(self) -> dict[str, Any]:
        return await self.said.get()

    async def send_text(self, text: str) -> None:
        await self._reads.wait()
        self.heard.append(json.loads(text))

    async def close(self, code: int, reason: str) -> None:
        self.closed = True

    def say(self, message: protocol.FromPage) -> None:
        text = protocol.encode(message).decode()
        self.said.put_nowait({"type": "websocket.receive", "text": text})

    @property
    def kinds(self) -> list[str]:
        return [message["t"] for message in self.heard]


def sits(work: Callable[[House, Wire, Page], Awaitable[None]], *, deaf: bool = False) -> None:
    """Ana's page at a running table; in the end it hangs up."""

    async def all_of_it(house: House) -> None:
        await house.begin()
        wire = Wire(deaf=deaf)
        hello: Any = protocol.Hello(TABLE)
        page = Page(wire, house.hall, ANA, hello)  # type: ignore[arg-type]
        living = asyncio.ensure_future(page.live())
        await settle()
        await work(house, wire, page)
        wire.said.put_nowait({"type": "websocket.disconnect"})
        await asyncio.wait_for(living, LONGEST)

    run(all_of_it)


def move() -> protocol.Move:
    return protocol.Move(new_id(), 0, "done", 10**9)


def test_what_a_move_leads_to_is_told_before_its_answer() -> None:
    async def work(house: House, wire: Wire, page: Page) -> None:
        wire.say(move())
        await settle()
        assert wire.kinds == ["table", "update", "ack"]
        assert wire.heard[1]["version"] == wire.heard[2]["version"]

    sits(work)


def test_a_command_is_finished_even_if_the_page_is_let_go_meanwhile() -> None:
    async def work(house: House, wire: Wire, page: Page) -> None:
        before = house.written
        house.store.gate.clear()
        wire.say(move())
        await settle()
        page.leave("retry")
        await settle()
        assert wire.closed
        assert house.store.waiting == 1
        house.store.gate.set()
        await settle()
        live = await house.hall.find(TABLE)
        assert live.room.version == house.written == before + 1
        assert page not in live.visitors

    sits(work)


def test_a_page_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SEND_WITHIN", 0.0)

    async def work(house: House, wire: Wire, page: Page) -> None:
        live = await house.hall.find(TABLE)
        await until_here(lambda: page not in live.visitors)
        assert not wire.heard

    sits(work, deaf=True)


def test_a_page_that_does_not_read_delays_nobody() -> None:
    """Nobody waits for it, however long it may take: here it may take for ever."""

    async def work(house: House, wire: Wire, page: Page) -> None:
        other = Wire()
        hello: Any = protocol.Hello(TABLE)
        living = asyncio.ensure_future(Page(other, house.hall, ANA, hello).live())  # type: ignore[arg-type]
        other.say(move())
        await until_here(lambda: other.kinds[-1:] == ["ack"])
        assert page in (await house.hall.find(TABLE)).visitors
        other.said.put_nowait({"type": "websocket.disconnect"})
        await asyncio.wait_for(living, LONGEST)

    sits(work, deaf=True)


def test_a_page_that_reads_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SEND_WITHIN", 0.0)  # a look at every turn of the loop

    async def work(house: House, wire: Wire, page: Page) -> None:
        await settle()
        assert page in (await house.hall.find(TABLE)).visitors
        wire.say(protocol.Ping())
        await settle()
        assert wire.kinds == ["table", "pong"]

    sits(work)


def test_a_mistake_of_ours_leaves_a_trace(caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: House, wire: Wire, page: Page) -> None:
        page._because = broken  # type: ignore[method-assign, assignment]
        wire.say(protocol.Why(0, protocol.Touched(kind="done")))
        await settle()
        assert page not in (await house.hall.find(TABLE)).visitors

    def broken(asked: protocol.Why) -> None:
        raise RuntimeError("a mistake")

    sits(work)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == ["page_failed"]


@pytest.mark.parametrize("error", [WebSocketDisconnect(1006), RuntimeError("already closed")])
def test_a_page_that_hangs_up_leaves_none(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: House, wire: Wire, page: Page) -> None:
        async def gone(text: str) -> None:
            raise error

        wire.send_text = gone  # type: ignore[method-assign]
        wire.say(protocol.Ping())
        await settle()
        assert page not in (await house.hall.find(TABLE)).visitors

    sits(work)
    assert not [record for record in caplog.records if record.exc_info]


def test_a_reaction_reaches_everybody_and_is_kept_nowhere() -> None:
    async def work(house: House, wire: Wire, page: Page) -> None:
        before, other = house.written, Wire()
        watching = Page(other, house.hall, "", protocol.Hello(TABLE))  # type: ignore[arg-type]
        living = asyncio.ensure_future(watching.live())
        await settle()
        wire.say(protocol.React(0, "bravo"))
        await settle()
        await settle()
        told = {"t": "reacted", "seat": 0, "emote": "bravo"}
        assert wire.heard[-1] == other.heard[-1] == told
        assert house.written == before
        other.said.put_nowait({"type": "websocket.disconnect"})
        await asyncio.wait_for(living, LONGEST)

    sits(work)


def test_a_reaction_needs_a_seat_of_ones_own_and_does_not_rain() -> None:
    async def work(house: House, wire: Wire, page: Page) -> None:
        wire.say(protocol.React(1, "wow"))
        await settle()
        assert wire.kinds == ["table"]
        for _ in range(9):
            wire.say(protocol.React(0, "haha"))
            await settle()
        assert wire.kinds == ["table", *["reacted"] * 3]

    sits(work)
