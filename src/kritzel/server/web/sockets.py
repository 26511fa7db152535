"""One page at one table: its WebSocket, from the handshake until one side closes.

Answers wait in a bounded queue. Updates are never queued: a page that reads slowly gets one update to the
newest view instead of all between, so it costs the server no memory.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Generator
from enum import Enum
from functools import partial
from types import coroutine
from typing import Any

import msgspec
from starlette.routing import WebSocketRoute
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from kritzel.game import Seat
from kritzel.server import settings
from kritzel.server.live import SPECTATOR, LiveTable, because
from kritzel.server.store import Unavailable
from kritzel.server.table.commands import Command
from kritzel.server.table.refusals import Refused, words
from kritzel.server.table.seating import Seating
from kritzel.server.table.view import View, Viewer
from kritzel.server.tables import Tables
from kritzel.server.web.http import AppContext, context_of, host_of, table_of
from kritzel.server.web.limits import Action
from kritzel.server.wire import protocol

LOG = logging.getLogger("kritzel.sockets")
MAX_STRIKES = 40
"""Messages that are broken or come too fast, before the server closes the socket."""
GOING_AWAY, POLICY, TRY_LATER = 1001, 1008, 1013
CLOSE_CODES = dict.fromkeys(("no_table", "unreadable"), GOING_AWAY) | dict.fromkeys(
    ("retry", "busy"), TRY_LATER
)
"""WebSocket close code by the code of a goodbye; POLICY for all others."""
DECODE_ERRORS = (msgspec.MsgspecError, UnicodeError, RecursionError)


# The WebSocket ---------------------------------------------------------------------------------
class Closed(Exception):
    """One side has closed the WebSocket."""


def _do_nothing() -> None: ...


class Transport:
    """An accepted WebSocket over ASGI. Writing never waits. `drained` is called when it takes more again.

    It calls ASGI's `send` itself and makes a task only for a page that does not read. At a table with 500
    spectators that saves a fifth of the CPU (docs/decisions/0016-edge.md).
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self.drained: Callable[[], None] = _do_nothing
        self._outbox: list[Message] = []
        self._sending: asyncio.Task[None] | None = None
        self._receiving: asyncio.Task[None] | None = None
        self._closing = self._closed = self._refused = False

    @property
    def takes_more(self) -> bool:
        """Whether everything written so far was sent. A caller that gets False hears of it by `drained`."""
        self._refused = self._refused or self._sending is not None
        return self._sending is None

    async def receive(self) -> str | bytes:
        """The next message. Raises Closed."""
        self.expect_open()
        self._receiving = asyncio.current_task()
        try:
            message = await self._receive()
        except asyncio.CancelledError:
            if not self._closed:  # cancelled by the server, not by `_end`
                raise
            raise Closed from None
        finally:
            self._receiving = None
        if message["type"] != "websocket.receive":
            self._closed = True
            raise Closed
        text: str | bytes | None = message.get("text")
        return message["bytes"] if text is None else text

    def expect_open(self) -> None:
        if self._closed or self._closing:
            raise Closed

    def write(self, *messages: bytes) -> None:
        """Send these, without empty ones; nothing once one side has closed."""
        if not self._closed and not self._closing:
            self._outbox += [{"type": "websocket.send", "text": each.decode()} for each in messages if each]
            self._flush()

    def close(self, code: int, reason: str = "") -> None:
        """Close the WebSocket after what was written before."""
        if not self._closed and not self._closing:
            self._closing = True
            self._outbox.append({"type": "websocket.close", "code": code, "reason": reason})
            self._flush()

    def abort(self) -> None:
        """Close without sending anything more."""
        if self._sending is not None:
            self._sending.cancel()
        self._end()

    async def finish(self) -> None:
        """Wait until everything is sent, `settings.SEND_WITHIN_S` seconds at most."""
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=settings.SEND_WITHIN_S)
            self.abort()

    def _flush(self) -> None:
        if self._outbox and self._sending is None:
            self._sending = start_now(self._send_all())

    async def _send_all(self) -> None:
        """Send the outbox. Where the page does not read, the kernel ends it (TCP_USER_TIMEOUT)."""
        try:
            while self._outbox:
                await self._send(self._outbox.pop(0))
        except (OSError, RuntimeError):  # the page has gone; RuntimeError: uvicorn has sent a close frame
            self._end()
        finally:
            self._sending = None
        if self._refused and not self._closed:
            self._refused = False
            self.drained()

    def _end(self) -> None:
        """Wake the reader, which raises Closed."""
        self._closed = True
        self._outbox.clear()
        if self._receiving is not None:
            self._receiving.cancel()


def start_now(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run `work` until it has to wait, and go on in a task. None: it is done and needed no task.

    `asyncio.Task(work, eager_start=True)` does this from Python 3.12 on.
    """
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    return asyncio.get_running_loop().create_task(_go_on(work, waits_for))


async def _go_on(work: Coroutine[Any, Any, None], waits_for: Any) -> None:
    await _rest(work, waits_for)


@coroutine
def _rest(work: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Wait for the future that `work` waits for, then run the rest of it."""
    try:
        yield waits_for
    except asyncio.CancelledError as cancelled:
        work.throw(cancelled)
    yield from work.__await__()


# The page --------------------------------------------------------------------------------------
class SocketState(Enum):
    """The states of a page, in this order; from each of them it may go to the last."""

    GREETING = "has not sent its hello yet"
    WAITING = "waits to be let in"
    HERE = "looks at its table"
    GONE = "nothing is received from it or sent to it any more"


class PageSocket:
    """A page with its socket, from its hello until one side closes."""

    def __init__(
        self, wire: Transport, tables: Tables, table: str, player: str, allows: Callable[[Action], bool]
    ) -> None:
        self.player = player
        self.table = table
        self.state = SocketState.GREETING
        self._wire, self._tables = wire, tables
        self._allows = allows
        self._hello = protocol.Hello()
        self._live: LiveTable | None = None
        self._seating: Seating | None = None
        self._viewer = Viewer()
        self._shown: View | None = None
        self._entries = 0
        self._done = ""
        self._answers: list[bytes] = []
        self._flushing = False
        self._strikes = 0

    # The one place where a page goes from state to state ----------------------------------------
    async def run(self) -> None:
        """Serve the page until one side closes. A command is finished even if that happens meanwhile."""
        try:
            self._hello = await self._greeting()
            self.state = SocketState.WAITING
            await self._tables.door.turn()
            self._wire.expect_open()
            self._live = await self._tables.enter(self.table, self)
            self.state = SocketState.HERE
            self._wire.drained = self.wake
            self.wake()
            while True:
                await self._hear(await self._wire.receive())
        except Closed:
            LOG.debug("hung_up")
        except Refused as no:
            self._tables.metrics.refuse(no.code)
            self.leave(no.code, no.after)
        except Unavailable:
            self.leave("retry")
        except Exception:  # a bug, which must be seen
            LOG.exception("page_failed")
        finally:
            self._end()

    def leave(self, code: str, after: int = 0) -> None:
        """Send the reason and when to come again, in seconds (0: any time), then close."""
        if self.state is not SocketState.GONE:
            self._wire.write(*self._answers)
            part(self._wire, code, after)
            self._end()

    def _end(self) -> None:
        if self._live is not None and self.state is not SocketState.GONE:
            self._tables.exit(self._live, self)
        self.state = SocketState.GONE
        self._answers.clear()
        self._wire.drained = _do_nothing  # else page and transport refer to each other, and to the table

    # Coming in ---------------------------------------------------------------------------------
    async def _greeting(self) -> protocol.Hello:
        """The first message, which has to come soon. Raises Refused, Closed."""
        try:
            async with asyncio.timeout(settings.HELLO_WITHIN_S):
                hello = protocol.decode(await self._wire.receive())
        except TimeoutError:
            raise Refused("too_late") from None
        except DECODE_ERRORS:
            raise Refused("bad_message") from None
        if not isinstance(hello, protocol.Hello):
            raise Refused("bad_message")
        if hello.program != protocol.PROGRAM_PROTOCOL and hello.protocol != protocol.PROTOCOL:
            raise Refused("reload")
        self._entries = hello.last_version
        return hello

    # As a visitor ------------------------------------------------------------------------------
    def wake(self) -> None:
        """Send soon what is new at the table."""
        if not self._flushing and self.state is SocketState.HERE:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def tell(self, known: View, view: View, frame: bytes) -> bool:
        """Send an update that is the same for all spectators who knew the same view."""
        if self._shown is not known or not self._wire.takes_more:
            return False
        self._shown = view
        if frame:
            self._wire.write(frame)
        return True

    def see(self, reaction: bytes) -> None:
        """Send a reaction. A page that reads slowly misses it, which does no harm."""
        if len(self._answers) < settings.QUEUE_MESSAGES // 2:
            self._say(reaction)

    # Hearing -----------------------------------------------------------------------------------
    @property
    def _table(self) -> LiveTable:
        assert self._live is not None, "messages are heard at a table only"
        return self._live

    @property
    def _seats(self) -> frozenset[Seat]:
        return self._table.room.seats_of(self.player)

    async def _hear(self, text: str | bytes) -> None:
        if not self._allows("play" if self._seats else "watch"):
            return self._strike("slow_down")
        try:
            message = protocol.decode(text)
        except DECODE_ERRORS:
            return self._strike("bad_message")
        match message:
            case protocol.Hello():
                self._strike("bad_message")
            case protocol.Ping():
                self.answer(protocol.Pong())
            case protocol.React():
                self._react(message)
            case protocol.Why():
                self.answer(self._because(message))
            case _:
                await self._command(message)
        return None

    def _strike(self, code: str) -> None:
        self._tables.metrics.refuse(code)
        self._strikes += 1
        self.answer(protocol.Trouble(code, words(code)))
        if self._strikes > MAX_STRIKES:
            self.leave(code)

    async def _command(self, command: Command) -> None:
        try:
            await self._tables.hear(self._table, self.player, command)
        except Refused as no:
            self._tables.metrics.refuse(no.code)
            return self.answer(protocol.Refusal(command.id, no.code, no.words, no.clause))
        if self._done:  # of several commands that are done, the last goes with the update
            self.answer(protocol.Ack(self._done, self._table.view(self._viewer).version))
        self._done = command.id
        return self.wake()

    def _react(self, said: protocol.React) -> None:
        """Show a reaction to all visitors; ignored from another seat or if too many come."""
        if said.seat in self._seats and self._allows("react"):
            self._table.show(protocol.Reacted(said.seat, said.emote))

    def _because(self, asked: protocol.Why) -> protocol.WhyAnswer:
        """Whether this seat may do what it tried, by what the seat sees: the answer tells nothing else."""
        if asked.seat not in self._seats:
            return protocol.WhyAnswer(asked.seat, asked.touched, False, "", words("not_your_seat"))
        table = self._table.room.state.table
        return because(table.game, table.view(asked.seat), asked, table.names)

    # Telling -----------------------------------------------------------------------------------
    def answer(self, message: protocol.FromServer) -> None:
        """Send a message to this page alone."""
        self._say(protocol.encode(message))

    def _say(self, frame: bytes) -> None:
        """Send this soon. A page that does not read is cut off."""
        if self.state is SocketState.GONE:
            return None
        self._answers.append(frame)
        if (
            len(self._answers) > settings.QUEUE_MESSAGES
            or sum(map(len, self._answers)) > settings.QUEUE_BYTES
        ):
            self._wire.abort()
            return self._end()
        return self.wake()

    def _flush(self) -> None:
        """Send what is new, then the answers, in one go; to a slow page when it has read what was sent."""
        self._flushing = False
        if self.state is not SocketState.HERE or not self._wire.takes_more:
            return
        self._wire.write(self._news(), *self._answers)
        self._answers.clear()
        if self._shown is not None and self._viewer == SPECTATOR:
            self._table.watch(self, self._shown)

    def _news(self) -> bytes:
        """The update from what the page knows to what it may see now."""
        table, done = self._table, self._done
        if table.room.state.seating is not self._seating:
            self._change_viewer(table)
        self._done = ""
        self._shown, news = table.news(self._viewer, self._shown, self._entries, done)
        return news

    def _change_viewer(self, table: LiveTable) -> None:
        """The seating has changed: this page may be another kind of viewer now."""
        self._seating = table.room.state.seating
        viewer = table.viewer(self.player, bool(self._hello.program))
        if self._shown is not None and viewer != self._viewer:
            self._shown, self._entries = None, 0
        self._viewer = viewer


def part(wire: Transport, code: str, after: int = 0) -> None:
    """Send the reason, then close."""
    wire.write(protocol.encode(protocol.Bye(code, words(code), after)))
    wire.close(CLOSE_CODES.get(code, POLICY), code)


# The endpoint ----------------------------------------------------------------------------------
class LiveEndpoint:
    """`/api/tables/TABLE/live`, as an ASGI app: a `Transport` needs ASGI's own `send`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one page. Without an Origin no cookie counts."""
        socket = WebSocket(scope, receive, send)
        context = context_of(socket)
        if not context.allows(socket):
            return await socket.close(POLICY)
        await socket.accept()
        transport, address = Transport(receive, send), context.counted(socket)
        if not context.sockets.enter(address):
            part(transport, "busy")
            return await transport.finish()
        page: PageSocket | None = None
        try:
            context.expect_no_ban(socket)
            page = await _admit(socket, context, transport)
            context.pages[page] = (host_of(socket), page.player)
            await page.run()
        except Refused as no:
            part(transport, no.code, no.after)
        except Unavailable:
            part(transport, "retry")
        finally:
            if page is not None:
                del context.pages[page]
            context.sockets.leave(address)
            await transport.finish()


async def _admit(socket: WebSocket, context: AppContext, transport: Transport) -> PageSocket:
    """A page that may come in. Raises Refused, Unavailable."""
    context.tables.door.expect_soon()
    table = table_of(socket)
    player = await context.player(socket) if "origin" in socket.headers else None
    caller = context.caller(socket, player.id if player else f"socket {secrets.token_hex(8)}")
    if not context.limits.take("enter", caller):
        raise Refused("busy")
    allows = partial(context.limits.take, caller=caller)
    return PageSocket(transport, context.tables, table, player.id if player else "", allows)


ROUTES = [WebSocketRoute("/api/tables/{table}/live", LiveEndpoint())]
