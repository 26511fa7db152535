"""The wire of one page once hands are shaken (`handshake`): whole messages in, whole frames out.

What pages say all day, a short text in one frame, is read here without a detour, and what they are sent goes
straight to the transport. Text is handed on as the bytes it came in: reading a message says whether it is
UTF-8 anyway, and then the page is told kindly. Thousands of wires lie idle, so each is kept small: whatever
reads odd frames is made for those who send them.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Callable, Coroutine
from typing import Any, cast

from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from kritzel.server import settings
from kritzel.server.wire.packing import TEXT

LOG = logging.getLogger("kritzel.frames")
LOG.setLevel(logging.WARNING)
"""uvicorn and websockets would write down everybody who comes, with their address."""
MASKED = 0x80
CLOSE = 0x88
PING, PONG = 0x89, 0x8A
USUAL = (TEXT, CLOSE, PING, PONG)
SHORT = 125
"""The longest content of a control frame."""
RESTARTS = 1012
UNHEARD = 16
"""Messages that may wait to be heard; then the page has to wait."""
ASK_EVERY = 20.0
"""Seconds after which a page that says nothing is asked whether it is there, and has so long to answer."""
ASKED = bytes((PING, 0))
CLOSE_WITHIN = 10.0
"""Seconds a page has to answer a goodbye."""


class HungUp(Exception):
    """One side has hung up."""


class Frames(asyncio.Protocol):
    """One socket. `drained` is called when a page that was slow has read enough to be sent more."""

    __slots__ = (
        "_asked",
        "_heard",
        "_listening",
        "_odd",
        "_parts",
        "_rest",
        "_state",
        "_timer",
        "_unheard",
        "close_sent",
        "drained",
        "loop",
        "places",
        "read_paused",
        "takes_more",
        "task",
        "transport",
    )

    def __init__(self, transport: asyncio.Transport, state: ServerState) -> None:
        self.transport, self._state = transport, state
        self.loop = asyncio.get_running_loop()
        self.task: asyncio.Task[None] | None = None
        self.takes_more = True
        """Whether the page has read nearly all it was sent."""
        self.drained: Callable[[], None] = _nothing
        self.places: tuple[Callable[[], None], ...] = ()
        """Called when the connection is gone: places that are free then."""
        self.close_sent = self.read_paused = False
        self._unheard: list[bytes] = []
        self._listening: asyncio.Future[None] | None = None
        self._rest = b""
        self._odd: ServerProtocol | None = None
        self._parts: list[bytes] | None = None
        self._heard = self._asked = False
        self._timer: asyncio.TimerHandle = self.loop.call_later(ASK_EVERY, self._ask)
        state.connections.add(cast(Any, self))

    def begin(self, life: Coroutine[Any, Any, None]) -> None:
        """What happens on this wire from now on; the connection ends with it."""
        self.task = self.loop.create_task(life)
        self._state.tasks.add(self.task)
        self.task.add_done_callback(self._lived)

    def _lived(self, task: asyncio.Task[None]) -> None:
        self._state.tasks.discard(task)
        self.task = None
        self.close()

    # Hearing -----------------------------------------------------------------------------------
    async def heard(self) -> bytes:
        """The next message. Raises HungUp."""
        while not self._unheard and not self._over:
            self._listening = self.loop.create_future()
            await self._listening
        self._listening = None
        self.expect_open()
        message = self._unheard.pop(0)
        if self.read_paused and not self._unheard:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def expect_open(self) -> None:
        """Raises HungUp."""
        if self._over:
            raise HungUp

    @property
    def _over(self) -> bool:
        return self.close_sent or self.transport.is_closing()

    def _wake(self) -> None:
        if self._listening is not None and not self._listening.done():
            self._listening.set_result(None)

    def _hear(self, message: bytes) -> None:
        if self.close_sent:
            return
        self._unheard.append(message)
        if len(self._unheard) >= UNHEARD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        self._wake()

    # Reading -----------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Usual frames are read here; whoever sends odd ones is read by `websockets` from then on."""
        self._heard = True
        if self._odd is not None:
            self._read_odd(self._odd, data)
        else:
            self._read(self._rest + data)
        if self._over:
            self._wake()

    def _read(self, data: bytes) -> None:
        at = 0
        while len(data) - at >= 2:
            kind = data[at]
            start, end = _bounds(data, at)
            most = settings.FRAME if kind == TEXT else SHORT
            if end - start > most or not data[at + 1] & MASKED or kind not in USUAL:
                return self._go_odd(data[at:])
            if end > len(data):
                break
            content = _unmasked(data[start:end], data[start - 4 : start])
            if kind == TEXT:
                self._hear(content)
            elif kind == CLOSE:
                return self._go_odd(data[at:])
            elif kind == PING:
                self.write(bytes((PONG, len(content))) + content)
            at = end
        self._rest = data[at:]
        return None

    def _go_odd(self, data: bytes) -> None:
        self._rest = b""
        self._odd = ServerProtocol(state=State.OPEN, max_size=settings.FRAME, logger=LOG)
        self._read_odd(self._odd, data)

    def _read_odd(self, machine: ServerProtocol, data: bytes) -> None:
        """In parts, binary, a goodbye, or against the standard, which ends it."""
        machine.receive_data(data)
        for event in machine.events_received():
            if isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._part(event)
        self.write(b"".join(machine.data_to_send()))
        if machine.close_rcvd is not None or machine.parser_exc is not None:
            self._timer.cancel()
            self.transport.close()

    def _part(self, frame: Frame) -> None:
        self._parts = [*(self._parts or ()), bytes(frame.data)]
        if frame.fin:
            message, self._parts = b"".join(self._parts), None
            self._hear(message)

    # Writing -----------------------------------------------------------------------------------
    def write(self, frames: bytes) -> None:
        """Send frames; to nobody once somebody has hung up."""
        if frames and not self._over:
            self.transport.write(frames)

    def hang_up(self, code: int, reason: str = "") -> None:
        """Say why in a closing frame; the connection ends when the page has answered it, or soon after."""
        if self._over:
            return
        said = struct.pack("!H", code) + reason.encode()
        self.transport.write(bytes((CLOSE, len(said))) + said)
        self.close_sent = True
        self.transport.resume_reading()
        self._within(CLOSE_WITHIN, self.transport.abort)
        self._wake()

    def close(self) -> None:
        """End the connection; where a goodbye is under way the page may answer it first."""
        if not self.close_sent:
            self.transport.close()

    def cut(self) -> None:
        """Hang up on somebody who does not read anyway."""
        self.transport.abort()
        self._wake()

    def pause_writing(self) -> None:
        """The page reads more slowly than it is written to; whoever does so for too long is cut off."""
        self.takes_more = False
        self._within(settings.SEND_WITHIN, self.cut)

    def resume_writing(self) -> None:
        """The page has read on."""
        self.takes_more = True
        if not self.close_sent:
            self._within(ASK_EVERY, self._ask)
        self.drained()

    # Whether anybody is there ------------------------------------------------------------------
    def _within(self, seconds: float, then: Callable[[], None]) -> None:
        """One thing at a time is waited for."""
        self._timer.cancel()
        self._timer = self.loop.call_later(seconds, then)

    def _ask(self) -> None:
        """Ask whoever has said nothing for a while; whoever does not answer is not there any more."""
        if self._asked and not self._heard:
            return self.cut()
        self._asked = not self._heard
        self._heard = False
        if self._asked:
            self.write(ASKED)
        return self._within(ASK_EVERY, self._ask)

    # The end -----------------------------------------------------------------------------------
    def shutdown(self) -> None:
        """The server ends."""
        self.hang_up(RESTARTS)
        self.transport.close()
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._timer.cancel()
        self._state.connections.discard(cast(Any, self))
        self.drained = _nothing
        self._read_no_more()
        self.transport.close()
        self._wake()
        for leave in self.places:
            leave()

    def _read_no_more(self) -> None:
        """Whatever reads odd frames goes round in circles with its parser, and with its last mistake."""
        if self._odd is not None:
            self._odd.parser.close()
            self._odd.parser_exc = None
        self._odd = None


def _bounds(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of a masked frame begins and ends; beyond all data where that is not known yet."""
    size, start = data[at + 1] & 0x7F, at + 6
    if size < 126:
        return start, start + size
    wide = 2 if size == 126 else 8
    head = data[at + 2 : at + 2 + wide]
    start += wide
    return start, start + int.from_bytes(head, "big") if len(head) == wide else len(data) + 1


def _unmasked(content: bytes, mask: bytes) -> bytes:
    size = len(content)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(content, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


def _nothing() -> None: ...
