"""Bots as players of the server: they think in processes of their own, so that nobody waits for them.

A bot is sent what its seat may see and nothing else. One that fails, or thinks for too long, is replaced
for this move by one that takes any legal move: a game never stops because of a bot.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from random import Random
from typing import Any, NamedTuple

from kritzel import bots
from kritzel.game import Seat
from kritzel.games import catalogue
from kritzel.record import Table

LOG = logging.getLogger("kritzel.bots")
PATIENCE = 30.0
"""Seconds after which a bot has thought for too long; its first move may have to be compiled."""


class Question(NamedTuple):
    """What a bot is asked: the table as its seat sees it, without the sheet, which it finds itself."""

    bot: str
    sheet: str
    sheet_version: int
    state: Any
    seat: Seat
    luck: int


def question(table: Table, seat: Seat, bot: str) -> Question:
    """The question for a seat that is to decide."""
    seen = replace(table.view(seat), sheet=None)
    name = f"{table.game.slug}/{table.sheet.id}"
    return Question(bot, name, table.sheet.version, seen, seat, int.from_bytes(os.urandom(8), "big"))


def answer(asked: Question) -> str:
    """A bot's move, in notation. Runs in a process of its own."""
    game, sheet = catalogue.find(asked.sheet, asked.sheet_version)
    view = bots.View(game, replace(asked.state, sheet=sheet), asked.seat)
    moves = game.moves(view.state, asked.seat)
    move = bots.bot(asked.bot).choose(view, moves, Random(asked.luck), bots.BUDGET)
    return game.move_text(sheet, move)


class Thinkers:
    """The processes in which bots think. They begin with the first question and end with the server."""

    def __init__(self, workers: int) -> None:
        self._workers = max(1, workers)
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, asked: Question) -> str:
        """A move for the seat, whatever happens to the bot."""
        try:
            work = asyncio.get_running_loop().run_in_executor(self._started(), answer, asked)
            return await asyncio.wait_for(work, PATIENCE)
        except (Exception, BrokenProcessPool) as error:
            LOG.warning("bot_failed", extra={"bot": asked.bot, "error": type(error).__name__})
            self.close()
            return answer(asked._replace(bot="random"))

    def close(self) -> None:
        """End all processes."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), _end_with_the_server)
        return self._pool


def _end_with_the_server() -> None:
    """A worker whose server was killed ends too."""
    server = parent_process()
    if server is not None:
        threading.Thread(target=lambda: (wait([server.sentinel]), os._exit(0)), daemon=True).start()
