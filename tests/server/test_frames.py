"""The wire of a page, byte by byte: in whatever pieces a client sends, the messages are the same."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from kritzel.server import settings
from kritzel.server.web.frames import UNHEARD, Frames, HungUp
from kritzel.server.web.handshake import WIRE, Handshake
from kritzel.server.wire.packing import framed
from tests.patience import LONGEST, until_here


class Transport(asyncio.Transport):
    """Nothing but memory: what was written, and whether anybody reads."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.reading = True
        self.closing = self.aborted = False
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = self.aborted = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol


class Line:
    """A client (websockets' own) and our side of the wire."""

    def __init__(self) -> None:
        self.ended, self.accepted = asyncio.Event(), asyncio.Event()
        self.client = ClientProtocol(parse_uri("ws://127.0.0.1/api/tables/table-0123456789/live"))
        self.client.send_request(self.client.connect())
        self.request = b"".join(self.client.data_to_send())
        config = Config(
            self._app,
            interface="asgi3",
            log_config=None,
            ws_max_size=settings.FRAME,
            ws_per_message_deflate=False,
        )
        config.load()
        self.transport, self.state = Transport(), ServerState()
        self.shaking = Handshake(config, self.state, {})
        self.shaking.connection_made(self.transport)

    @property
    def wire(self) -> Frames:
        """Our side, once hands are shaken."""
        assert isinstance(self.transport.protocol, Frames)
        return self.transport.protocol

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await self.accepted.wait()
        await send({"type": "websocket.accept"})
        assert scope["extensions"][WIRE]["wire"] is self.wire
        self.wire.begin(self._life())

    async def _life(self) -> None:
        await self.ended.wait()

    async def shake_hands(self) -> None:
        self.shaking.data_received(self.request)
        self.accepted.set()
        await until_here(lambda: b"\r\n\r\n" in self.transport.written)
        self.answers()

    def answers(self) -> list[Any]:
        """Whatever the client has heard since it was asked last."""
        self.client.receive_data(self.transport.written)
        self.transport.written = b""
        return self.client.events_received()

    def lost(self) -> None:
        self.wire.connection_lost(None)
        self.ended.set()


def on_the_line(work: Callable[[Line], Awaitable[None]], *, shaken: bool = True) -> None:
    async def all_of_it() -> None:
        line = Line()
        if shaken:
            await line.shake_hands()
        await asyncio.wait_for(work(line), LONGEST)
        line.lost()
        await asyncio.sleep(0)

    asyncio.run(all_of_it())


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def text(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


LONG = b"x" * 126, b"y" * 300, b"z" * settings.FRAME
STREAM = (
    text(b"one")
    + text(b"ping?", Opcode.PING)
    + b"".join(text(long) for long in LONG)
    + text(b"", Opcode.PONG)
    + text(b"")
    + text(b"\xff")
)
SAID = [b"one", *LONG, b"", b"\xff"]
ODD = text(b"in ", fin=False) + text(b"ping!", Opcode.PING) + text(b"parts", Opcode.CONT)
ODD += text(b"bytes", Opcode.BINARY) + text(b"last")


@pytest.mark.parametrize(
    ("stream", "said"), [(STREAM, SAID), (ODD, [b"in parts", b"bytes", b"last"])], ids=("usual", "odd")
)
@pytest.mark.parametrize("piece", [1, 2, 5, 100, 10**6])
def test_pieces_make_no_difference(stream: bytes, said: list[bytes], piece: int) -> None:
    async def work(line: Line) -> None:
        for start in range(0, len(stream), piece):
            line.wire.data_received(stream[start : start + piece])
        assert [await line.wire.heard() for _ in said] == said
        assert [event.opcode for event in line.answers()] == [Opcode.PONG]

    on_the_line(work)


def test_any_pieces_make_no_difference() -> None:
    async def work(line: Line) -> None:
        luck, stream, said = Random(1), b"", list[bytes]()
        for _ in range(300):
            content = luck.randbytes(luck.choice((0, 1, 125, 126, 127, 2000)))
            if luck.random() < 0.2:
                stream += text(content[:125], luck.choice((Opcode.PING, Opcode.PONG)))
            else:
                stream, said = stream + text(content), [*said, content]
        heard: list[bytes] = []
        while stream or len(heard) < len(said):
            size = luck.randrange(1, 4000)
            line.wire.data_received(stream[:size]) if stream else None
            stream = stream[size:]
            while line.wire._unheard:
                heard.append(await line.wire.heard())
        assert heard == said

    on_the_line(work)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (text(b"x" * (settings.FRAME + 1)), 1009),
        (b"\x81\xff" + b"\x7f" * 12, 1009),
        (Frame(Opcode.TEXT, b"no mask").serialize(mask=False), 1002),
        (b"\xf1\x80\0\0\0\0", 1002),
        (text(b"goes on", Opcode.CONT), 1002),
    ],
    ids=("too long", "far too long", "no mask", "reserved bits", "goes on with nothing"),
)
def test_what_the_standard_forbids_is_hung_up_on(data: bytes, code: int) -> None:
    async def work(line: Line) -> None:
        line.wire.data_received(data)
        with pytest.raises(HungUp):
            await line.wire.heard()
        line.answers()
        assert line.client.close_rcvd is not None
        assert line.client.close_rcvd.code == code

    on_the_line(work)


def test_who_talks_before_the_door_is_open_is_heard() -> None:
    async def work(line: Line) -> None:
        hello = text(b"hello")
        line.shaking.data_received(line.request)
        line.shaking.data_received(hello[:4])
        line.accepted.set()
        await until_here(lambda: b"\r\n\r\n" in line.transport.written)
        line.wire.data_received(hello[4:] + text(b"again"))
        assert [await line.wire.heard(), await line.wire.heard()] == [b"hello", b"again"]

    on_the_line(work, shaken=False)


def test_who_talks_too_much_has_to_wait() -> None:
    async def work(line: Line) -> None:
        for _ in range(UNHEARD):
            assert line.transport.reading
            line.wire.data_received(text(b"a"))
        assert not line.transport.reading
        for _ in range(UNHEARD):
            await line.wire.heard()
        assert line.transport.reading

    on_the_line(work)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_what_is_written_arrives(size: int) -> None:
    async def work(line: Line) -> None:
        line.wire.write(framed(b"a" * size) + framed(b"b"))
        assert [event.data for event in line.answers()] == [b"a" * size, b"b"]

    on_the_line(work)


def test_hanging_up_says_why_and_waits_for_the_answer() -> None:
    async def work(line: Line) -> None:
        line.wire.hang_up(1013, "busy")
        line.wire.hang_up(1013, "again")
        line.wire.write(b"more")
        line.answers()
        assert line.client.close_rcvd is not None
        assert (line.client.close_rcvd.code, line.client.close_rcvd.reason) == (1013, "busy")
        assert not line.transport.closing
        line.wire.data_received(text(b"late") + b"".join(line.client.data_to_send()))
        assert line.transport.closing
        with pytest.raises(HungUp):
            await line.wire.heard()

    on_the_line(work)


@pytest.mark.parametrize("end", ["close", "lost", "shutdown"])
def test_whoever_listens_hears_that_it_is_over(end: str) -> None:
    async def work(line: Line) -> None:
        listening = asyncio.ensure_future(line.wire.heard())
        await asyncio.sleep(0)
        if end == "close":
            line.client.send_close(1001)
            line.wire.data_received(b"".join(line.client.data_to_send()))
        elif end == "shutdown":
            line.wire.shutdown()
        else:
            line.transport.closing = True
            line.wire.connection_lost(None)
        with pytest.raises(HungUp):
            await listening

    on_the_line(work)


def test_a_page_that_reads_again_is_told_so_and_one_that_does_not_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(line: Line) -> None:
        drained: list[bool] = []
        line.wire.drained = lambda: drained.append(line.wire.takes_more)
        line.wire.pause_writing()
        assert not line.wire.takes_more
        line.wire.resume_writing()
        assert drained == [True]
        monkeypatch.setattr(settings, "SEND_WITHIN", 0.0)
        line.wire.pause_writing()
        with pytest.raises(HungUp):
            await line.wire.heard()
        assert line.transport.aborted

    on_the_line(work)


# Wires are many -----------------------------------------------------------------------------------
def test_nothing_of_the_request_is_kept() -> None:
    """Thousands of pages are idle: each would hold its headers and every floor of the application."""

    async def work(line: Line) -> None:
        shaking, machine = weakref.ref(line.shaking), weakref.ref(line.shaking.conn)
        del line.shaking
        await until_here(lambda: line.state.tasks == {line.wire.task})
        assert shaking() is None, "not even until garbage is looked for, which is seldom"
        assert machine() is None
        assert set[object](line.state.connections) == {line.wire}
        assert line.state.tasks == {line.wire.task}
        assert not hasattr(line.wire, "__dict__")

    on_the_line(work)


@pytest.mark.parametrize(
    "data",
    [text(b"\x03\xe8", Opcode.CLOSE), b"\xf1\x80\0\0\0\0", text(b"half", Opcode.BINARY)[:-1], ODD],
    ids=("a goodbye", "forbidden", "half", "odd"),
)
def test_nothing_is_left_of_who_sent_odd_frames(data: bytes) -> None:
    """Everybody who says goodbye does. Garbage is looked for seldom: what waits for that is memory."""

    async def work(line: Line) -> None:
        line.wire.data_received(data)
        assert line.wire._odd is not None
        machine = weakref.ref(line.wire._odd)
        line.wire.connection_lost(None)
        assert machine() is None

    with without_garbage_collection():
        on_the_line(work)


def test_a_connection_ends_with_its_page() -> None:
    async def work(line: Line) -> None:
        line.ended.set()
        await until_here(lambda: line.transport.closing)
        assert not line.state.tasks
        line.wire.connection_lost(None)
        assert not line.state.connections

    on_the_line(work)


def test_who_hangs_up_before_hands_are_shaken_is_no_trouble(caplog: pytest.LogCaptureFixture) -> None:
    async def work(line: Line) -> None:
        line.shaking.data_received(line.request)
        line.transport.closing = True
        line.accepted.set()
        await until_here(lambda: not line.state.tasks)
        assert line.transport.protocol is None
        line.shaking.connection_lost(None)
        line.transport.protocol = Frames(line.transport, line.state)

    on_the_line(work, shaken=False)
    assert not caplog.records


def test_who_says_too_much_before_the_door_is_open_is_cut_off() -> None:
    async def work(line: Line) -> None:
        line.shaking.data_received(line.request)
        for _ in range(3):
            line.shaking.data_received(text(b"x" * (settings.FRAME // 2)))
        assert line.transport.aborted
        line.shaking.connection_lost(None)
        line.transport.protocol = Frames(line.transport, line.state)

    on_the_line(work, shaken=False)


def test_who_is_silent_is_asked_once_and_then_cut_off() -> None:
    async def work(line: Line) -> None:
        line.wire.data_received(text(b"", Opcode.PONG))
        line.wire._ask()
        assert not line.answers(), "who has said something is there"
        line.wire._ask()
        assert [event.opcode for event in line.answers()] == [Opcode.PING]
        line.wire.data_received(b"".join(line.client.data_to_send()))
        line.wire._ask()
        line.wire._ask()
        assert not line.transport.aborted
        line.wire._ask()
        assert line.transport.aborted

    on_the_line(work)
