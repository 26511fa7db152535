"""Bots as players of the server: they think in processes of their own, so that nobody waits for them.

A bot is sent what its seat may see and nothing else. One that fails, or thinks for too long, is replaced
for this move by one that takes any legal move: a game never stops because of a bot.

Some bots live in compiled code, which has to be compiled once (a minute) and is then loaded from a cache (a
second). A process does that before it is put to work, never while somebody waits for a move: bots are
announced as soon as they sit at a table, and until their process is ready they move without thinking. So that
this is a matter of seconds, `warm` compiles everything once while the server has nothing better to do.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from random import Random
from typing import Any, NamedTuple, TypeAlias

from kritzel import bots
from kritzel.fast.twins import NoNumba
from kritzel.game import Chance, Seat, Setup
from kritzel.games import catalogue
from kritzel.games.catalogue import UnknownName
from kritzel.record import Table

LOG = logging.getLogger("kritzel.bots")
PATIENCE = 30.0
"""Seconds after which a bot has thought for too long."""
LEARN_WITHIN = 600.0
"""Seconds a process may take to get ready, compiling included."""
READY_WITHIN = 3.0
"""Seconds a move waits for a process that is getting ready; usually it loads what was compiled long ago."""

WARM_AFTER = 2.0
"""Seconds after the start at which compiling ahead begins: whoever opens the first page comes first."""
LOWEST = 19
"""How little compiling ahead counts beside everything else the machine does."""

Skill: TypeAlias = tuple[str, str]
"""A bot that needs compiled code, and the game it plays."""


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


def skill(bot: str, sheet: str) -> Skill | None:
    """What a process has to learn before this bot can play there; None for nothing."""
    try:
        return (bot, sheet.partition("/")[0]) if bots.bot(bot).needs_twin else None
    except UnknownName:
        return None


def skills() -> list[Skill]:
    """Everything that can be learned here, the strongest bots first: they are chosen most."""
    there = sorted(bots.BOTS.values(), key=lambda bot: -bot.level)
    able = [bot.name for bot in there if bot.needs_twin and _playable(bot.name)]
    return [(bot, game) for bot in able for game in catalogue.GAMES]


def _playable(bot: str) -> bool:
    try:
        return bots.ready(bot).name == bot
    except NoNumba:
        return False


def exercise(bot: str, game: str) -> Question:
    """A question that makes a process learn: the first decision of a game."""
    found, sheet = catalogue.find(game)
    table = Table.laid(found, Setup(sheet, found.seat_counts[-1]))
    while isinstance(table.pending, Chance):
        table.roll()
    return question(table, table.deciding[0], bot)


class Worker:
    """A process that answers one question at a time; a `gentle` one only when nothing else is to be done."""

    def __init__(self, *, gentle: bool = False) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, gentle), name="kritzel-bot", daemon=True)
        self._process.start()
        theirs.close()
        self.skills: frozenset[Skill] = frozenset()
        self.busy = False

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    async def answer(self, asked: Question, within: float) -> str:
        """The bot's move. TimeoutError, EOFError (the process is gone) or what the bot stumbled over."""
        return await asyncio.to_thread(self._answered, asked, within)

    def _answered(self, asked: Question, within: float) -> str:
        self._line.send(asked)
        if not self._line.poll(within):
            raise TimeoutError
        move, problem = self._line.recv()
        if problem:
            raise RuntimeError(problem)
        return str(move)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.join()


class Thinkers:
    """The processes in which bots think. They begin with the first bot and end with the server."""

    def __init__(self, workers: int) -> None:
        self._number = max(1, workers)
        self._team: list[Worker] = []
        self._learner: Worker | None = None
        self._wanted: set[Skill] = set()
        self._hopeless: set[Skill] = set()
        self._changed = asyncio.Condition()
        self._learning: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None
        self._warmer: Worker | None = None

    # Asking ------------------------------------------------------------------------------------
    async def ask(self, asked: Question) -> str:
        """A move for the seat, whatever happens to the bot."""
        needed = self.expect(asked.bot, asked.sheet)
        try:
            worker = await self._free(needed)
        except TimeoutError:
            LOG.warning("bot_not_ready", extra={"bot": asked.bot})
            return answer(asked._replace(bot="random"))
        try:
            return await worker.answer(asked, PATIENCE)
        except Exception as error:
            LOG.warning("bot_failed", extra={"bot": asked.bot, "error": type(error).__name__})
            self._dismiss(worker)
            self._get_ready()
            return answer(asked._replace(bot="random"))
        finally:
            await self._release(worker)

    def expect(self, bot: str, sheet: str) -> Skill | None:
        """This bot is going to play: get ready for it. What has to be learned for it."""
        needed = skill(bot, sheet)
        if needed and needed not in self._hopeless:
            self._wanted.add(needed)
        self._get_ready()
        return needed

    async def _free(self, needed: Skill | None) -> Worker:
        """A process that can answer and has nothing else to do. TimeoutError."""
        able = any(_able(worker, needed) for worker in self._team)
        async with asyncio.timeout(PATIENCE if able else READY_WITHIN), self._changed:
            await self._changed.wait_for(lambda: self._idle(needed) is not None)
            worker = self._idle(needed)
            assert worker is not None
            worker.busy = True
            return worker

    def _idle(self, needed: Skill | None) -> Worker | None:
        return next((w for w in self._team if not w.busy and _able(w, needed)), None)

    async def _release(self, worker: Worker) -> None:
        worker.busy = False
        async with self._changed:
            self._changed.notify_all()

    def _dismiss(self, worker: Worker) -> None:
        """A process that failed or does not come back is ended; another one gets ready in its place."""
        worker.end()
        if worker in self._team:
            self._team.remove(worker)

    # Getting ready -----------------------------------------------------------------------------
    @property
    def _complete(self) -> bool:
        """Whether there are enough processes, and all can do what is wanted."""
        return len(self._team) == self._number and all(self._wanted <= w.skills for w in self._team)

    def _get_ready(self) -> None:
        if not self._complete and (self._learning is None or self._learning.done()):
            self._learning = asyncio.ensure_future(self._learn())

    async def _learn(self) -> None:
        """One process after the other learns everything that is wanted, then takes its place in the team."""
        while not self._complete:
            wanted = frozenset(self._wanted)
            self._learner = Worker()
            for each in wanted:
                await self._teach(self._learner, each)
            self._learner.skills, worker, self._learner = wanted, self._learner, None
            await self._take_on(worker)

    async def _teach(self, worker: Worker, what: Skill) -> None:
        try:
            await worker.answer(exercise(*what), LEARN_WITHIN)
        except (TimeoutError, EOFError, OSError, RuntimeError) as error:
            LOG.error("bot_cannot_learn", extra={"bot": what[0], "error": str(error)})
            self._hopeless.add(what)
            self._wanted.discard(what)

    async def _take_on(self, worker: Worker) -> None:
        """The new one joins; whoever knows less leaves, as soon as it has answered."""
        async with self._changed:
            while len(self._team) >= self._number:
                await self._changed.wait_for(lambda: any(not w.busy for w in self._team))
                old = min((w for w in self._team if not w.busy), key=lambda w: len(w.skills))
                self._dismiss(old)
            self._team.append(worker)
            self._changed.notify_all()
        LOG.info("bots_ready", extra={"skills": sorted(" ".join(each) for each in worker.skills)})

    # Ahead of time -----------------------------------------------------------------------------
    def warm(self) -> None:
        """Compile what is not compiled yet, in a process of its own that gives way to everything else."""
        self._warming = asyncio.ensure_future(self._warm(skills()))

    async def _warm(self, what: Sequence[Skill]) -> None:
        await asyncio.sleep(WARM_AFTER)
        self._warmer = Worker(gentle=True)
        try:
            for each in what:
                await self._warmer.answer(exercise(*each), LEARN_WITHIN)
            LOG.info("bots_warm", extra={"skills": len(what)})
        except (TimeoutError, EOFError, OSError, RuntimeError) as error:
            LOG.warning("bots_not_warm", extra={"error": type(error).__name__})
        finally:
            self._warmer.end()

    def close(self) -> None:
        """End all processes."""
        for task in (self._learning, self._warming):
            if task is not None:
                task.cancel()
        for worker in (*self._team, self._learner, self._warmer):
            if worker is not None:
                worker.end()
        self._team.clear()


def _able(worker: Worker, needed: Skill | None) -> bool:
    return needed is None or needed in worker.skills


# In the process of a worker --------------------------------------------------------------------
def _work(line: Connection, gentle: bool) -> None:
    """Answer questions until the server hangs up."""
    _end_with_the_server()
    if gentle and hasattr(os, "nice"):
        os.nice(LOWEST)
    while True:
        try:
            asked = line.recv()
        except EOFError:
            return
        line.send(_attempted(asked))


def _attempted(asked: Question) -> tuple[str, str]:
    """A move, or what went wrong."""
    try:
        return answer(asked), ""
    except Exception as error:
        return "", type(error).__name__


def _end_with_the_server() -> None:
    """A worker whose server was killed ends too."""
    server = parent_process()
    if server is not None:
        threading.Thread(target=lambda: (wait([server.sentinel]), os._exit(0)), daemon=True).start()
