"""A page's socket: messages in and out over an ASGI connection in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kritzel.server import settings
from kritzel.server.web.sockets import Closed, Transport
from tests.patience import LONGEST, until_here


class Line:
    """The server's side of an ASGI WebSocket. `reads` cleared: the page does not read."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[Any] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.transport = Transport(self._receive, self._send)

    async def _receive(self) -> Any:
        return await self.said.get()

    async def _send(self, message: Any) -> None:
        await self.reads.wait()
        self.sent.append(message)
        if message["type"] == "websocket.close":
            self.said.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

    def say(self, **message: Any) -> None:
        self.said.put_nowait({"type": "websocket.receive", **message})

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.sent if message["type"] == "websocket.send"]


def on_the_line(work: Callable[[Line], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        line = Line()
        async with asyncio.timeout(LONGEST):
            await work(line)
            await line.transport.finish()

    asyncio.run(all_of_it())


def test_texts_and_bytes_are_heard_in_order() -> None:
    async def work(line: Line) -> None:
        line.say(text="one")
        line.say(bytes=b"two")
        line.say(text="")
        assert [await line.transport.receive() for _ in range(3)] == ["one", b"two", ""]

    on_the_line(work)


def test_what_is_written_is_sent_at_once_to_a_page_that_reads() -> None:
    async def work(line: Line) -> None:
        line.transport.write(b"a", b"", b"b")
        assert (line.texts, line.transport.takes_more) == (["a", "b"], True)
        line.transport.write(b"", b"")
        assert line.texts == ["a", "b"], "nothing to send"

    on_the_line(work)


def test_what_waits_for_a_page_arrives_in_order_and_then_it_is_drained() -> None:
    async def work(line: Line) -> None:
        drained: list[bool] = []
        line.transport.drained = lambda: drained.append(line.transport.takes_more)
        line.reads.clear()
        line.transport.write(b"a", b"b")
        line.transport.write(b"c")
        assert not line.transport.takes_more
        line.reads.set()
        await until_here(lambda: drained)
        assert (line.texts, drained) == (["a", "b", "c"], [True])

    on_the_line(work)


def test_hanging_up_says_why_after_everything_else_and_only_once() -> None:
    async def work(line: Line) -> None:
        listening = asyncio.ensure_future(line.transport.receive())
        await asyncio.sleep(0)
        line.transport.write(b"bye")
        line.transport.close(1013, "busy")
        line.transport.close(1008, "again")
        line.transport.write(b"more")
        with pytest.raises(Closed):
            await listening
        assert line.texts == ["bye"]
        assert line.sent[-1] == {"type": "websocket.close", "code": 1013, "reason": "busy"}
        with pytest.raises(Closed):
            await line.transport.receive()

    on_the_line(work)


def test_who_listens_hears_that_the_page_has_gone() -> None:
    async def work(line: Line) -> None:
        line.said.put_nowait({"type": "websocket.disconnect", "code": 1001})
        with pytest.raises(Closed):
            await line.transport.receive()
        line.transport.write(b"to nobody")
        assert line.transport.takes_more

    on_the_line(work)


def test_the_last_word_to_a_page_that_does_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SEND_WITHIN_S", 0.01)

    async def work(line: Line) -> None:
        line.reads.clear()
        line.transport.write(b"a")
        line.transport.close(1013, "busy")
        await line.transport.finish()
        line.transport.write(b"b")
        await until_here(lambda: line.transport.takes_more)
        assert line.texts == []

    on_the_line(work)


def test_cutting_off_wakes_who_listens_and_sends_nothing_more() -> None:
    async def work(line: Line) -> None:
        line.reads.clear()
        listening = asyncio.ensure_future(line.transport.receive())
        line.transport.write(b"a")
        await asyncio.sleep(0)
        line.transport.abort()
        with pytest.raises(Closed):
            await listening
        assert line.texts == []

    on_the_line(work)


def test_a_server_that_ends_is_no_page_that_hangs_up() -> None:
    async def work(line: Line) -> None:
        listening = asyncio.ensure_future(line.transport.receive())
        await asyncio.sleep(0)
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening

    on_the_line(work)
