"""One page at one table: reads its messages, answers them, and sends what is new when there is something new.

Answers wait in a bounded queue. What is new is never queued: a page that reads slowly gets the newest view
at once instead of all that lay between, so it cannot make the server remember anything for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from kritzel.game import Text
from kritzel.server import settings
from kritzel.server.hall import Hall, Live
from kritzel.server.table.refusals import SENTENCES, No, words
from kritzel.server.view import changes
from kritzel.server.view.reasons import because
from kritzel.server.view.showing import Viewer
from kritzel.server.web.limits import Bucket
from kritzel.server.wire import protocol
from kritzel.server.wire.parts import View, Words

LOG = logging.getLogger("kritzel.sockets")
STRIKES = 40
"""Messages that are broken or come too fast, before the server hangs up."""
REACTIONS = 0.5, 3
"""How many reactions a page may show per second, and how many at once."""
OK, GOING_AWAY, POLICY, TRY_LATER = 1000, 1001, 1008, 1013


class Page:
    """A socket whose page has said hello."""

    def __init__(self, socket: WebSocket, hall: Hall, player: str, hello: protocol.Hello) -> None:
        self.socket, self.hall = socket, hall
        self.player, self.table = player, hello.table
        self._lang: str = hello.lang
        self._notation = hello.notation
        self._last_version = hello.last_version
        self._live: Live | None = None
        self._shown: View | None = None
        self._answers: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._news = asyncio.Event()
        self._stale = True
        self._closing: tuple[int, str] | None = None
        self._strikes = 0
        self._sending: bytes | None = None
        self._commanding = self._over = False
        self._moods = Bucket(*REACTIONS)

    # As a visitor ------------------------------------------------------------------------------
    def wake(self) -> None:
        """Something is new at the table."""
        self._stale = True
        self._news.set()

    def leave(self, code: str) -> None:
        """Say why, then hang up."""
        self.answer(protocol.Bye(code, words(code)))
        self._closing = (GOING_AWAY if code == "no_table" else TRY_LATER, code)
        self._news.set()

    def see(self, reaction: protocol.Reacted) -> None:
        """Somebody reacts. A page that reads slowly misses it: nothing hangs on it."""
        if len(self._answers) < settings.QUEUE_MESSAGES // 2:
            self.answer(reaction)

    # Life --------------------------------------------------------------------------------------
    async def live(self) -> None:
        """Until one side hangs up."""
        self._live = await self.hall.enter(self.table, self)
        self.wake()
        reading, writing = asyncio.ensure_future(self._read()), asyncio.ensure_future(self._write())
        watching = asyncio.ensure_future(self._watch())
        try:
            await asyncio.wait((reading, writing, watching), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hall.exit(self._live, self)
            self._over = True
            for task in (writing, watching) if self._commanding else (reading, writing, watching):
                task.cancel()
            _log(await asyncio.gather(reading, writing, watching, return_exceptions=True))

    async def _watch(self) -> None:
        """Until a message takes too long to be read. A look now and then is cheaper than a timer for each."""
        before = None
        while self._sending is None or self._sending is not before:
            before = self._sending
            await asyncio.sleep(settings.SEND_WITHIN)

    # Reading -----------------------------------------------------------------------------------
    async def _read(self) -> None:
        bucket = self._bucket()
        while True:
            text = await received(self.socket)
            if text is None:
                return None
            if not bucket.take():
                self._strike("slow_down")
            else:
                await self._hear(text)
            if self._over:
                return None
            if self._closing is not None and self._closing[1] == "full":
                return None
            if self._strikes > STRIKES:
                self._closing = (POLICY, "slow_down")
                self._news.set()
                return await asyncio.sleep(settings.SEND_WITHIN)

    def _bucket(self) -> Bucket:
        assert self._live is not None
        rate = self.hall.settings.rate
        watching = not self._live.room.seats_of(self.player)
        return Bucket(rate * 0.4, rate * 1.6) if watching else Bucket(rate, rate * 4)

    def _strike(self, code: str) -> None:
        self._strikes += 1
        self.answer(protocol.Trouble(code, words(code)))

    async def _hear(self, text: str | bytes) -> None:
        try:
            message = protocol.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return self._strike("bad_message")
        match message:
            case protocol.Hello():
                self._strike("bad_message")
            case protocol.Ping():
                self.answer(protocol.Pong())
            case protocol.Speak():
                self._lang = message.lang
                self.wake()
            case protocol.React():
                self._react(message)
            case protocol.Why():
                self.answer(self._because(message))
            case _:
                await self._command(message)
        return None

    async def _command(self, command: protocol.Command) -> None:
        """Carry a command out. It is finished even if the page hangs up meanwhile."""
        assert self._live is not None
        self._commanding = True
        try:
            done = await self.hall.hear(self.table, self.player, command)
        except No as no:
            return self.answer(protocol.Refused(command.id, no.code, no.words, no.clause))
        finally:
            self._commanding = False
        at = self._live.room.feed(self.player).position(done.version)
        return self.answer(protocol.Ack(command.id, at))

    def _react(self, said: protocol.React) -> None:
        """Show a reaction to everybody; of somebody who has no such seat, or reacts too often, to nobody."""
        assert self._live is not None
        if said.seat in self._live.room.seats_of(self.player) and self._moods.take():
            self._live.show(protocol.Reacted(said.seat, said.emote))

    def _because(self, asked: protocol.Why) -> protocol.Because:
        """May this seat do what it tried? Asked of what the seat sees, so the answer tells nothing else."""
        assert self._live is not None
        if asked.seat not in self._live.room.seats_of(self.player):
            return protocol.Because(asked.seat, asked.touched, False, "", words("not_your_seat"))
        table = self._live.room.standing.table
        return because(table.game, table.view(asked.seat), asked, table.names)

    # Writing -----------------------------------------------------------------------------------
    def answer(self, message: protocol.FromServer) -> None:
        """Say something to this page alone. A page that does not read is cut off."""
        data = protocol.encode(message)
        self._waiting_bytes += len(data)
        self._answers.append(data)
        if len(self._answers) > settings.QUEUE_MESSAGES or self._waiting_bytes > settings.QUEUE_BYTES:
            self._answers.clear()
            self._closing = (TRY_LATER, "full")
        self._news.set()

    async def _write(self) -> None:
        while self._closing is None or self._answers:
            await self._news.wait()
            self._news.clear()
            if self._closing is None and self._stale and (news := self._new()) is not None:
                await self._send(protocol.encode(news))
            while self._answers:
                data = self._answers.popleft()
                self._waiting_bytes -= len(data)
                await self._send(data)
        await closed(self.socket, *self._closing)

    async def _send(self, data: bytes) -> None:
        self._sending = data
        await sent(self.socket, data)
        self._sending = None

    def _new(self) -> protocol.Table | protocol.Update | None:
        """What this page does not know yet."""
        assert self._live is not None
        self._stale = False
        room, entries = self._live.room, self._live.room.feed(self.player).entries
        viewer = Viewer(self.player, room.seats_of(self.player), self._lang, self._notation)
        view = self._live.showing(self.hall.settings.grace).view(viewer, len(entries))
        old, self._shown = self._shown, view
        if old is None:
            return changes.whole(view, entries, self._last_version)
        return changes.update(old, view, entries)


def _log(ends: Iterable[BaseException | None]) -> None:
    """A page that hangs up is no news; anything else that ends one is a mistake of ours, and must be seen."""
    for error in ends:
        if error is not None and not isinstance(error, (WebSocketDisconnect, asyncio.CancelledError)):
            LOG.error("page_failed", exc_info=error)


# The wire --------------------------------------------------------------------------------------
@contextmanager
def _hanging_up() -> Iterator[None]:
    """A socket that is closed already says so by RuntimeError: that is the page hanging up, too."""
    try:
        yield
    except RuntimeError as error:
        raise WebSocketDisconnect from error


async def received(socket: WebSocket) -> str | bytes | None:
    """The next message, None when the page hung up."""
    with _hanging_up():
        message = await socket.receive()
    if message["type"] != "websocket.receive":
        return None
    return message.get("text") or message.get("bytes") or b""


async def sent(socket: WebSocket, data: bytes) -> None:
    """Send a message. Raises WebSocketDisconnect."""
    with _hanging_up():
        await socket.send_text(data.decode())


async def closed(socket: WebSocket, code: int, reason: str) -> None:
    """Hang up. Raises WebSocketDisconnect."""
    with _hanging_up():
        await socket.close(code, reason)


async def greet(socket: WebSocket, hall: Hall, player: str) -> None:
    """A socket that was let in: it has to say hello soon, then it lives until one side hangs up."""
    try:
        text = await asyncio.wait_for(received(socket), settings.HELLO_WITHIN)
        if text is None:
            return None
        hello = protocol.decode(text)
        if not isinstance(hello, protocol.Hello):
            return await part(socket, "bad_message")
        await Page(socket, hall, player, hello).live()
    except TimeoutError:
        await part(socket, "too_late")
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        await part(socket, "bad_message")
    except No as no:
        await part(socket, no.code)
    except WebSocketDisconnect:
        LOG.debug("hung_up")


async def part(socket: WebSocket, code: str) -> None:
    """Say why, and hang up."""
    sentence = SENTENCES.get(code, Text("", ""))
    try:
        await sent(socket, protocol.encode(protocol.Bye(code, Words.of(sentence))))
        await closed(socket, POLICY, code)
    except WebSocketDisconnect:
        LOG.debug("hung_up")
