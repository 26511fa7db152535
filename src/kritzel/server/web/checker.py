"""Records from users are read in a process of its own, with bounds on time and memory.

The process starts with the first record and ends when no record has come for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kritzel.bots.guard import Limits
from kritzel.game import Text
from kritzel.server.table.refusals import Refused
from kritzel.server.workers import Failed, Worker

CHECK_WITHIN_S = 20.0
"""A long record takes a tenth of a second on a quiet machine."""
MAX_WAITING = 8
IDLE_S = 60.0
"""Without a record for so long the process ends."""
NICE = 5
BOUNDS = Limits(memory_mib=1024, processes=0)
CROWDED = Text(
    "Gerade wird viel nachgeprüft. Versuch es gleich noch einmal.",
    "Much is being checked right now. Try again in a moment.",
)

Checked = tuple[int, bytes]
"""A status, and the body of the response."""


class Checker:
    """One process that answers texts, one at a time."""

    def __init__(self, work: Callable[[str], Checked], within_s: float = CHECK_WITHIN_S) -> None:
        self._work, self._within_s = work, within_s
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._worker: Worker | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def answer(self, text: str) -> Checked:
        """What is said to a text. Raises Refused: too many wait, or it takes too long."""
        if self._waiting >= MAX_WAITING:
            raise Refused("busy", CROWDED)
        self._waiting += 1
        try:
            async with self._turn:
                return await self._answer(text)
        finally:
            self._waiting -= 1

    async def _answer(self, text: str) -> Checked:
        if self._idle is not None:
            self._idle.cancel()
        try:
            if self._worker is None or self._worker.ended:
                self._worker = Worker(self._work, name="kritzel-check", nice=NICE, bounds=BOUNDS)
            found: Checked = await self._worker.call(text, self._within_s)
        except (Failed, TimeoutError, EOFError):  # it is too much for it
            raise Refused("too_hard") from None
        except OSError:  # it was gone before, or there is no room for one
            raise Refused("busy", CROWDED) from None
        self._idle = asyncio.get_running_loop().call_later(IDLE_S, self.end)
        return found

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self._worker is not None:
            self._worker.end()
