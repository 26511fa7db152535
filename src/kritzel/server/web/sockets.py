"""One page at one table: reads its messages, answers them, and sends updates.

Answers wait in a bounded queue. Updates are never queued: a page that reads slowly gets one update to the
newest view instead of all between, so it costs the server no memory.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from enum import Enum

import msgspec

from kritzel.game import Seat
from kritzel.server import settings
from kritzel.server.live import SPECTATOR, LiveTable, because
from kritzel.server.store import Unavailable
from kritzel.server.table.commands import Command
from kritzel.server.table.refusals import Refused, words
from kritzel.server.table.seating import Seating
from kritzel.server.table.view import View, Viewer
from kritzel.server.tables import Tables
from kritzel.server.web.limits import Action
from kritzel.server.web.transport import HungUp, Transport
from kritzel.server.wire import protocol

LOG = logging.getLogger("kritzel.sockets")
STRIKES = 40
"""Messages that are broken or come too fast, before the server hangs up."""
GOING_AWAY, POLICY, TRY_LATER = 1001, 1008, 1013
CLOSES = dict.fromkeys(("no_table", "unreadable"), GOING_AWAY) | dict.fromkeys(("retry", "busy"), TRY_LATER)
"""How a goodbye is told to browsers; other reasons are the page's own fault."""
BROKEN = (msgspec.MsgspecError, UnicodeError, RecursionError)


class State(Enum):
    """Where a page stands: it goes down this list, and from anywhere to its end."""

    GREETING = "has not said how much it knows yet"
    WAITING = "waits to be let in"
    HERE = "looks at its table"
    GONE = "is neither heard nor told anything any more"


class Page:
    """A socket, from its first word until one side hangs up."""

    def __init__(
        self, wire: Transport, tables: Tables, table: str, player: str, allows: Callable[[Action], bool]
    ) -> None:
        self.player = player
        self.table = table
        self.state = State.GREETING
        self._wire, self._hall = wire, tables
        self._allows = allows
        self._hello = protocol.Hello()
        self._live: LiveTable | None = None
        self._company: Seating | None = None
        self._viewer = Viewer()
        self._shown: View | None = None
        self._entries = 0
        self._done = ""
        self._answers: list[bytes] = []
        self._flushing = False
        self._strikes = 0

    # Life: the one place where a page goes from state to state ---------------------------------
    async def live(self) -> None:
        """Until one side hangs up. A command is finished even if that happens meanwhile."""
        try:
            self._hello = await self._greeting()
            self.state = State.WAITING
            self._live = await self._at_the_table()
            self.state = State.HERE
            self._wire.drained = self.wake
            self.wake()
            while True:
                await self._hear(await self._wire.heard())
        except HungUp:
            LOG.debug("hung_up")
        except Refused as no:
            self._hall.metrics.refuse(no.code)
            self.leave(no.code, no.after)
        except Unavailable:
            self.leave("retry")
        except Exception:  # a bug, which must be seen
            LOG.exception("page_failed")
        finally:
            self._end()

    def leave(self, code: str, after: int = 0) -> None:
        """Say why, and perhaps when to come again, then hang up."""
        if self.state is not State.GONE:
            self._wire.write(*self._answers)
            part(self._wire, code, after)
            self._end()

    def _end(self) -> None:
        if self._live is not None and self.state is not State.GONE:
            self._hall.exit(self._live, self)
        self.state = State.GONE
        self._answers.clear()

    # Coming in ---------------------------------------------------------------------------------
    async def _greeting(self) -> protocol.Hello:
        """How much it knows already; that has to come soon. Raises Refused, HungUp."""
        try:
            async with asyncio.timeout(settings.HELLO_WITHIN):
                hello = protocol.decode(await self._wire.heard())
        except TimeoutError:
            raise Refused("too_late") from None
        except BROKEN:
            raise Refused("bad_message") from None
        if not isinstance(hello, protocol.Hello):
            raise Refused("bad_message")
        if hello.program != protocol.PROGRAM_PROTOCOL and hello.protocol != protocol.PROTOCOL:
            raise Refused("reload")
        self._entries = hello.last_version
        return hello

    async def _at_the_table(self) -> LiveTable:
        """Let in when it is its turn. Raises Refused, HungUp, Unavailable."""
        await self._hall.door.turn()
        self._wire.expect_open()
        return await self._hall.enter(self.table, self)

    # As a visitor ------------------------------------------------------------------------------
    def wake(self) -> None:
        """Something is new at the table, or there is room for it."""
        if not self._flushing and self.state is State.HERE:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def tell(self, known: View, view: View, frame: bytes) -> bool:
        """What is new for all who only watch and knew the same."""
        if self._shown is not known or not self._wire.takes_more:
            return False
        self._shown = view
        if frame:
            self._wire.write(frame)
        return True

    def see(self, reaction: bytes) -> None:
        """A player reacts. A page that reads slowly misses it, which does no harm."""
        if len(self._answers) < settings.QUEUE_MESSAGES // 2:
            self._say(reaction)

    # Hearing -----------------------------------------------------------------------------------
    @property
    def _table(self) -> LiveTable:
        assert self._live is not None, "only who is here says something"
        return self._live

    @property
    def _seats(self) -> frozenset[Seat]:
        return self._table.room.seats_of(self.player)

    async def _hear(self, text: str | bytes) -> None:
        if not self._allows("play" if self._seats else "watch"):
            return self._strike("slow_down")
        try:
            message = protocol.decode(text)
        except BROKEN:
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
        self._hall.metrics.refuse(code)
        self._strikes += 1
        self.answer(protocol.Trouble(code, words(code)))
        if self._strikes > STRIKES:
            self.leave(code)

    async def _command(self, command: Command) -> None:
        try:
            await self._hall.hear(self._table, self.player, command)
        except Refused as no:
            self._hall.metrics.refuse(no.code)
            return self.answer(protocol.Refused(command.id, no.code, no.words, no.clause))
        return self._acknowledge(command.id)

    def _acknowledge(self, command: str) -> None:
        """What is new goes with it; of several that were done meanwhile, with the last."""
        if self._done:
            self.answer(protocol.Ack(self._done, self._table.view(self._viewer).version))
        self._done = command
        self.wake()

    def _react(self, said: protocol.React) -> None:
        """Show a reaction to all visitors; ignored from another seat or if too many come."""
        if said.seat in self._seats and self._allows("react"):
            self._table.show(protocol.Reacted(said.seat, said.emote))

    def _because(self, asked: protocol.Why) -> protocol.Because:
        """May this seat do what it tried? Asked of what the seat sees, so the answer tells nothing else."""
        if asked.seat not in self._seats:
            return protocol.Because(asked.seat, asked.touched, False, "", words("not_your_seat"))
        table = self._table.room.state.table
        return because(table.game, table.view(asked.seat), asked, table.names)

    # Telling -----------------------------------------------------------------------------------
    def answer(self, message: protocol.FromServer) -> None:
        """Say something to this page alone."""
        self._say(protocol.encode(message))

    def _say(self, frame: bytes) -> None:
        """Send this soon. A page that does not read is cut off."""
        if self.state is State.GONE:
            return None
        self._answers.append(frame)
        if (
            len(self._answers) > settings.QUEUE_MESSAGES
            or sum(map(len, self._answers)) > settings.QUEUE_BYTES
        ):
            self._wire.cut()
            return self._end()
        return self.wake()

    def _flush(self) -> None:
        """Send what is new, then the answers, in one go; to a page that reads slowly when it has read on."""
        self._flushing = False
        if self.state is not State.HERE or not self._wire.takes_more:
            return
        self._wire.write(self._news(), *self._answers)
        self._answers.clear()
        if self._shown is not None and self._viewer == SPECTATOR:
            self._table.watch(self, self._shown)

    def _news(self) -> bytes:
        """What this page does not know yet."""
        table, done = self._table, self._done
        if table.room.state.seating is not self._company:
            self._look_round(table)
        self._done = ""
        self._shown, news = table.news(self._viewer, self._shown, self._entries, done)
        return news

    def _look_round(self, table: LiveTable) -> None:
        """The seating has changed: this page may be another kind of viewer now."""
        self._company = table.room.state.seating
        viewer = table.viewer(self.player, bool(self._hello.program))
        if self._shown is not None and viewer != self._viewer:
            self._shown, self._entries = None, 0
        self._viewer = viewer


def part(wire: Transport, code: str, after: int = 0) -> None:
    """Say why, and hang up."""
    wire.write(protocol.encode(protocol.Bye(code, words(code), after)))
    wire.hang_up(CLOSES.get(code, POLICY), code)
