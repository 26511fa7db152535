"""Records of strangers are read in a process of its own, for a bounded time: nobody else waits for it.

The process starts with the first record and ends when nobody has brought one for a while.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection

from kritzel.game import Text
from kritzel.server.bots.workers import deaf, end_with_the_server
from kritzel.server.table.refusals import No

WITHIN = 20.0
"""Seconds a record may take; a long one takes a tenth of one on a quiet machine."""
WAITING = 8
"""Records that may wait for their turn."""
IDLE = 60.0
"""Seconds after which the process ends."""
GENTLE = 5
CROWDED = Text(
    "Gerade wird viel nachgeprüft. Versuch es gleich noch einmal.",
    "Much is being checked right now. Try again in a moment.",
)

Answered = tuple[int, bytes]
"""A status, and what is told with it."""
Work = Callable[[str], Answered]


class Checker:
    """One process that does one kind of work on texts, one at a time."""

    def __init__(self, work: Work, within: float = WITHIN) -> None:
        self._work, self._within = work, within
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._there: _Process | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def answer(self, text: str) -> Answered:
        """What is said to a text. Raises No: too many wait, or it takes too long."""
        if self._waiting >= WAITING:
            raise No("busy", CROWDED)
        self._waiting += 1
        try:
            async with self._turn:
                return await self._answered(text)
        finally:
            self._waiting -= 1

    async def _answered(self, text: str) -> Answered:
        if self._idle is not None:
            self._idle.cancel()
        try:
            self._there = self._there or _Process(self._work)
            found = await asyncio.shield(asyncio.to_thread(self._there.ask, text, self._within))
        except (TimeoutError, EOFError):  # it is too much for it
            self.end()
            raise No("too_hard") from None
        except OSError:  # it was gone before, or there is no room for one
            self.end()
            raise No("busy", CROWDED) from None
        self._idle = asyncio.get_running_loop().call_later(IDLE, self.end)
        return found

    def end(self) -> None:
        """End the process, whatever it is doing."""
        there, self._there = self._there, None
        if there is not None:
            there.end()


class _Process:
    def __init__(self, work: Work) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, work), name="kritzel-check", daemon=True)
        with deaf():
            self._process.start()
        theirs.close()

    def ask(self, text: str, within: float) -> Answered:
        """TimeoutError, EOFError, OSError: then the process is of no more use."""
        self._line.send(text)
        if not self._line.poll(within):
            raise TimeoutError
        found: Answered = self._line.recv()
        return found

    def end(self) -> None:
        self._process.kill()
        self._process.join()


def _serve(line: Connection, work: Work) -> None:
    """Answer until the server hangs up."""
    end_with_the_server(together=False)
    if hasattr(os, "nice"):
        os.nice(GENTLE)
    while True:
        try:
            text = line.recv()
        except EOFError:
            return
        line.send(work(text))
