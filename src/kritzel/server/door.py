"""The door of the hall: whoever comes in waits for their turn, so that those inside are served first.

After a fall of the server everybody comes back at once, and letting somebody in costs more than a move does.
So there is one turn each time the event loop comes round: whatever else is ready by then goes before.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from kritzel.server.table.refusals import No

PATIENCE = 20.0
"""Seconds somebody may be kept waiting; whoever would have to wait longer is told to come back."""
RECENT = 0.05
"""How much the last turn counts for how long a turn takes."""


class Door:
    """Where those wait who want to come in."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._took = 0.0
        self._last: float | None = None

    @property
    def wait(self) -> float:
        """Seconds that somebody who comes now would have to wait."""
        return len(self._waiting) * self._took

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    async def turn(self) -> None:
        """Until it is one's turn. Raises No, where that would take too long."""
        if self.wait > PATIENCE:
            raise No("busy")
        loop = asyncio.get_running_loop()
        self._waiting.append(turn := loop.create_future())
        if self._last is None:
            self._last = self._clock()
            loop.call_soon(self._next)
        await turn

    def _next(self) -> None:
        """The first who is still there."""
        while self._waiting:
            if not (turn := self._waiting.popleft()).done():
                return self._let_in(turn)
        self._last = None
        return None

    def _let_in(self, turn: asyncio.Future[None]) -> None:
        now = self._clock()
        self._took += (now - (self._last or now) - self._took) * RECENT
        self._last = now
        turn.set_result(None)
        asyncio.get_running_loop().call_soon(self._next)
