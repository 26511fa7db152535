"""Connections of strangers: half requests, drips, too much at once. Time is short here, and waited for."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn

from kritzel.server import settings
from kritzel.server.settings import Settings
from kritzel.server.web import limits
from kritzel.server.web.app import make_app, uvicorn_options
from kritzel.server.web.limits import ConnectionCounter
from kritzel.server.web.network import Listener, listening
from tests.patience import LONGEST, until_here

ASKED = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
KNOCK = (
    b"GET /api/tables/abcdefghijklmnop/live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket"
    b"\r\nsec-websocket-version: 13\r\nsec-websocket-key: "
)


class Caller:
    """A connection from an address of one's own."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        """The next answer: its status, its headers, what it carries."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:-2])
        return int(head[0].split()[1]), headers, await self.reader.readexactly(int(headers["content-length"]))

    async def gone(self) -> bytes:
        """What comes until the server hangs up."""
        return await self.reader.read()


@asynccontextmanager
async def serving(folder: Path, **chosen: object) -> AsyncIterator[Callable[..., Awaitable[Caller]]]:
    """A real server in this process; how to call it."""
    listener = listening("127.0.0.1", 0)
    port = listener.getsockname()[1]
    wishes = Settings(data=folder / "tables.db", port=port, rate=1000, **chosen)  # type: ignore[arg-type]
    server = Listener(uvicorn.Config(make_app(wishes), **uvicorn_options(wishes)))
    task = asyncio.ensure_future(server.serve(sockets=[listener]))
    callers: list[Caller] = []

    async def call(address: str = "127.0.0.1") -> Caller:
        callers.append(Caller(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))))
        return callers[-1]

    try:
        await until_here(lambda: server.started)
        yield call
    finally:
        for caller in callers:
            caller.writer.close()
        server.should_exit = True
        await task


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(LONGEST):
            await work()

    asyncio.run(bounded())


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has long."""
    for name in ("HEAD_WITHIN_S", "BODY_WITHIN_S", "SEND_WITHIN_S"):
        monkeypatch.setattr(settings, name, 0.05)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"G",
        ASKED[:-2],
        b"POST /api/verify HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{",
        KNOCK,
    ],
)
@pytest.mark.parametrize("first", [b"", ASKED])
def test_half_a_request_is_not_waited_for(first: bytes, half: bytes, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as call:
            caller = await call()
            if first:
                caller.send(first)
                assert (await caller.answer())[0] == 200
            caller.send(half or b"\r\n")
            status, headers, body = await caller.answer()
            assert (status, json.loads(body)["code"]) == (408, "too_late")
            assert headers["x-content-type-options"] == "nosniff"
            assert await caller.gone() == b""

    run(work)


@pytest.mark.usefixtures("soon")
def test_drips_give_nobody_more_time(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as call:
            caller = await call()
            caller.send(ASKED[:-2] + b"a: ")
            answer = asyncio.ensure_future(caller.answer())
            await until_here(lambda: caller.send(b"x") or answer.done())  # type: ignore[func-returns-value]
            assert answer.result()[0] == 408

    run(work)


@pytest.mark.skipif(
    not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux hangs up on who does not read"
)
@pytest.mark.usefixtures("soon")
def test_an_answer_that_nobody_reads_is_given_up(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as call:
            deaf = await call()
            deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]
            with pytest.raises(ConnectionError):
                await ask_for_ever(deaf)

    async def ask_for_ever(deaf: Caller) -> None:
        while True:
            deaf.send(b"GET /api/games HTTP/1.1\r\nhost: x\r\n\r\n" * 20)
            await deaf.writer.drain()

    run(work)


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET /\xff HTTP/1.1\r\n\r\n", 400),
        (b"GET /" + b"a" * 40_000, 431),
        (b"GET / HTTP/1.1\r\na: " + b"b" * 40_000, 431),
    ],
)
def test_what_cannot_be_read_is_answered_in_words(tmp_path: Path, asked: bytes, status: int) -> None:
    async def work() -> None:
        async with serving(tmp_path) as call:
            caller = await call()
            caller.send(asked)
            found, headers, body = await caller.answer()
            assert found == status
            assert set(json.loads(body)["words"]) == {"de", "en"}
            assert "frame-ancestors 'none'" in headers["content-security-policy"]

    run(work)


def test_a_large_body_is_no_large_head(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as call:
            caller, body = await call(), b"x" * 60_000
            caller.send(b"POST /api/verify HTTP/1.1\r\nhost: x\r\ncontent-length: 60000\r\n\r\n" + body)
            assert (await caller.answer())[0] == 422
            caller.send(ASKED)
            assert (await caller.answer())[0] == 200

    run(work)


def test_an_address_holds_so_many_connections_and_others_still_come_in(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, connections=3) as call:
            many = [await call("127.0.0.2") for _ in range(3)]
            for each in many:
                each.send(ASKED)
                assert (await each.answer())[0] == 200
            status, headers, body = await (await call("127.0.0.2")).answer()
            assert (status, json.loads(body)["code"], headers["retry-after"]) == (503, "busy", "1")
            other = await call("127.0.0.3")
            other.send(ASKED)
            assert (await other.answer())[0] == 200
            many[0].writer.close()
            await many[0].writer.wait_closed()
            await until_here_again(call)

    async def until_here_again(call: Callable[..., Awaitable[Caller]]) -> None:
        while True:
            again = await call("127.0.0.2")
            again.send(ASKED)
            if (await again.answer())[0] == 200:
                return

    run(work)


def test_a_named_proxy_brings_many(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, connections=2, proxies=("127.0.0.2",)) as call:
            for _ in range(5):
                caller = await call("127.0.0.2")
                caller.send(ASKED)
                assert (await caller.answer())[0] == 200

    run(work)


def test_an_address_holds_so_many_sockets(tmp_path: Path) -> None:
    async def knock(call: Callable[..., Awaitable[Caller]]) -> Caller:
        page = await call("127.0.0.2")
        page.send(KNOCK + b"dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        assert b" 101 " in await page.reader.readuntil(b"\r\n\r\n")
        return page

    async def work() -> None:
        async with serving(tmp_path, connections=1) as call:
            page = await knock(call)
            await (await knock(call)).reader.readuntil(b"busy")
            page.writer.transport.abort()
            await until_there_is_room(call)

    async def until_there_is_room(call: Callable[..., Awaitable[Caller]]) -> None:
        while True:
            again = await knock(call)
            again.send(b"\x81\x80\0\0\0\0")  # no hello: who is let in is told so
            if b"bad_message" in await again.reader.readuntil(b"}"):
                return

    run(work)


def test_nobody_who_left_is_remembered() -> None:
    counter = ConnectionCounter(2, 100)
    assert [
        counter.enter("a"),
        counter.enter("a"),
        counter.enter("a"),
        counter.enter("b"),
        counter.enter(""),
    ] == [
        True,
        True,
        False,
        True,
        True,
    ]
    for name in ("a", "a", "b", ""):
        counter.leave(name)
    assert (dict(counter._open), counter._all) == ({}, 0)


def test_one_address_never_gets_all_there_is() -> None:
    counter = ConnectionCounter(1000, 8)
    assert [counter.enter("a") for _ in range(3)] == [True, True, False]
    assert sum(counter.enter(str(number)) for number in range(20)) == 6


def test_files_are_raised_to_what_the_system_allows() -> None:
    resource = pytest.importorskip("resource")
    most = limits.raise_limit()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most == soft
    assert soft == hard or hard == resource.RLIM_INFINITY
    assert 0 < limits.max_connections() <= most
