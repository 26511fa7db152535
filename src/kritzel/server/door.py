"""Admission: connections wait at the gate and pages at the door, so that players inside are served first.

After a restart of the server all pages come back at once, and admitting one costs more than a move does. So
each turn of the event loop does a few handshakes at the gate and admits one page at the door; everything else
that is ready goes first. A page that would have to wait long is refused, with a time to come again.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections import deque
from collections.abc import Callable

from kritzel.server.table.refusals import Refused

LOG = logging.getLogger("kritzel.door")
MAX_WAIT_S = 20.0
"""A page that would have to wait longer is refused, with a time to come again."""
HANDSHAKES_PER_TURN = 4
"""Per turn of the event loop."""
SMOOTHING = 0.05
"""Weight of the last turn in the moving average of how long a turn takes."""


class Door:
    """The queue of pages that connect."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._took = 0.0
        self._last: float | None = None

    @property
    def wait(self) -> float:
        """How long a page that comes now would wait, in seconds."""
        return len(self._waiting) * self._took

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def expect_soon(self) -> None:
        """Raises Refused if a page that comes now would wait too long, with a random time to come again."""
        if self.wait > MAX_WAIT_S:
            raise Refused("busy", after=math.ceil(self.wait * random.uniform(0.5, 1.0)))

    async def turn(self) -> None:
        """Wait for one's turn. Raises Refused if that would take too long."""
        self.expect_soon()
        loop = asyncio.get_running_loop()
        self._waiting.append(turn := loop.create_future())
        if self._last is None:
            self._last = self._clock()
            loop.call_soon(self._next)
        await turn

    def _next(self) -> None:
        while self._waiting:
            if not (turn := self._waiting.popleft()).done():
                return self._let_in(turn)
        self._last = None
        return None

    def _let_in(self, turn: asyncio.Future[None]) -> None:
        now = self._clock()
        self._took += (now - (self._last or now) - self._took) * SMOOTHING
        self._last = now
        turn.set_result(None)
        asyncio.get_running_loop().call_soon(self._next)


class Gate:
    """The queue of handshakes."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def come(self, enter: Callable[[], None]) -> None:
        self._waiting.append(enter)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._open)

    def _open(self) -> None:
        now = [self._waiting.popleft() for _ in range(min(HANDSHAKES_PER_TURN, len(self._waiting)))]
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._open)
        for enter in now:
            try:
                enter()
            except Exception:  # one that fails keeps no other out
                LOG.exception("gate_failed")
