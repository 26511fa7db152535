"""One page at one table: hears its messages, answers them, and sends what is new when there is something new.

Answers wait in a bounded queue. What is new is never queued: a page that reads slowly gets the newest view
at once instead of all that lay between, so it cannot make the server remember anything for it.
"""

from __future__ import annotations

import asyncio
import logging
from enum import Enum

import msgspec

from kritzel.game import Seat
from kritzel.server import meters, settings
from kritzel.server.hall import Hall
from kritzel.server.live import STRANGER, Live
from kritzel.server.store import Unavailable
from kritzel.server.table.refusals import No, words
from kritzel.server.table.seating import Company
from kritzel.server.view.reasons import because
from kritzel.server.view.showing import Seen, Viewer
from kritzel.server.web.frames import Frames, HungUp
from kritzel.server.web.limits import Allowance
from kritzel.server.wire import protocol
from kritzel.server.wire.packing import packed

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
    WAITING = "waits at the door of the hall"
    HERE = "looks at its table"
    GONE = "is neither heard nor told anything any more"


class Page:
    """A socket, from its first word until one side hangs up."""

    def __init__(self, wire: Frames, hall: Hall, table: str, player: str, allowance: Allowance) -> None:
        self.player = player
        self.table = table
        self.state = State.GREETING
        self._wire, self._hall = wire, hall
        self._allowance = allowance
        self._hello = protocol.Hello()
        self._live: Live | None = None
        self._company: Company | None = None
        self._viewer = Viewer()
        self._shown: Seen | None = None
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
        except No as no:
            meters.REFUSED.add(no.code)
            self.leave(no.code, no.after)
        except Unavailable:
            self.leave("retry")
        except Exception:  # a mistake of ours, which must be seen
            LOG.exception("page_failed")
        finally:
            self._end()

    def leave(self, code: str, after: int = 0) -> None:
        """Say why, and perhaps when to come again, then hang up."""
        if self.state is not State.GONE:
            self._wire.write(b"".join(self._answers))
            part(self._wire, code, after)
            self._end()

    def _end(self) -> None:
        if self._live is not None and self.state is not State.GONE:
            self._hall.exit(self._live, self)
        self.state = State.GONE
        self._answers.clear()

    # Coming in ---------------------------------------------------------------------------------
    async def _greeting(self) -> protocol.Hello:
        """How much it knows already; that has to come soon. Raises No, HungUp."""
        try:
            async with asyncio.timeout(settings.HELLO_WITHIN):
                hello = protocol.decode(await self._wire.heard())
        except TimeoutError:
            raise No("too_late") from None
        except BROKEN:
            raise No("bad_message") from None
        if not isinstance(hello, protocol.Hello):
            raise No("bad_message")
        if hello.protocol != protocol.PROTOCOL:
            raise No("reload")
        return hello

    async def _at_the_table(self) -> Live:
        """Let in when it is its turn. Raises No, HungUp, Unavailable."""
        await self._hall.door.turn()
        self._wire.expect_open()
        return await self._hall.enter(self.table, self)

    # As a visitor ------------------------------------------------------------------------------
    def wake(self) -> None:
        """Something is new at the table, or there is room for it."""
        if not self._flushing and self.state is State.HERE:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def tell(self, known: Seen, seen: Seen, frame: bytes) -> bool:
        """What is new for all who only watch and knew the same."""
        if self._shown is not known or not self._wire.takes_more:
            return False
        self._shown = seen
        self._wire.write(frame)
        return True

    def see(self, reaction: bytes) -> None:
        """Somebody reacts. A page that reads slowly misses it: nothing hangs on it."""
        if len(self._answers) < settings.QUEUE_MESSAGES // 2:
            self._say(reaction)

    # Hearing -----------------------------------------------------------------------------------
    @property
    def _table(self) -> Live:
        assert self._live is not None, "only who is here says something"
        return self._live

    @property
    def _seats(self) -> frozenset[Seat]:
        return self._table.room.seats_of(self.player)

    async def _hear(self, text: bytes) -> None:
        allowed = self._allowance.playing if self._seats else self._allowance.watching
        if not allowed.take():
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
        meters.REFUSED.add(code)
        self._strikes += 1
        self.answer(protocol.Trouble(code, words(code)))
        if self._strikes > STRIKES:
            self.leave(code)

    async def _command(self, command: protocol.Command) -> None:
        try:
            await self._hall.hear(self._table, self.player, command)
        except No as no:
            meters.REFUSED.add(no.code)
            return self.answer(protocol.Refused(command.id, no.code, no.words, no.clause))
        return self._acknowledge(command.id)

    def _acknowledge(self, command: str) -> None:
        """What is new goes with it; of several that were done meanwhile, with the last."""
        if self._done:
            self.answer(protocol.Ack(self._done, self._table.seen(self._viewer).version))
        self._done = command
        self.wake()

    def _react(self, said: protocol.React) -> None:
        """Show a reaction to everybody; of somebody who has no such seat, or reacts too often, to nobody."""
        if said.seat in self._seats and self._allowance.reacting.take():
            self._table.show(protocol.Reacted(said.seat, said.emote))

    def _because(self, asked: protocol.Why) -> protocol.Because:
        """May this seat do what it tried? Asked of what the seat sees, so the answer tells nothing else."""
        if asked.seat not in self._seats:
            return protocol.Because(asked.seat, asked.touched, False, "", words("not_your_seat"))
        table = self._table.room.standing.table
        return because(table.game, table.view(asked.seat), asked, table.names)

    # Telling -----------------------------------------------------------------------------------
    def answer(self, message: protocol.FromServer) -> None:
        """Say something to this page alone."""
        self._say(packed(message))

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
        frames = self._news()
        if self._answers:
            frames = b"".join((frames, *self._answers))
            self._answers.clear()
        if frames:
            self._wire.write(frames)
        if self._shown is not None and self._viewer == STRANGER:
            self._table.watch(self, self._shown)

    def _news(self) -> bytes:
        """What this page does not know yet."""
        table, done = self._table, self._done
        if table.room.standing.company is not self._company:
            self._look_round(table)
        self._done = ""
        self._shown, news = table.news(self._viewer, self._shown, self._hello.last_version, done)
        if done and not news:
            return packed(protocol.Ack(done, self._shown.version))
        return news

    def _look_round(self, table: Live) -> None:
        """Others sit there now, or the same people otherwise: perhaps this page, too."""
        self._company = table.room.standing.company
        if self._shown is None or self._seats != self._viewer.seats:
            self._viewer = table.viewer(self.player, self._hello.notation)


def part(wire: Frames, code: str, after: int = 0) -> None:
    """Say why, and hang up."""
    wire.write(packed(protocol.Bye(code, words(code), after)))
    wire.hang_up(CLOSES.get(code, POLICY), code)
