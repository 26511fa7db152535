"""The processes in which bots think, and who plays where a bot cannot.

One process runs the twins as plain Python and answers from the first moment. Others compile, or load what
was compiled before (`compiler`), and take over. Bots from outside have a process to themselves. A bot that
fails, or thinks for too long, is asked again in another process; then the next weaker one moves, and the
answer says so. A game never stops because of a bot.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from kritzel import bots
from kritzel.bots import program
from kritzel.bots.guard import Limits
from kritzel.fast import cache
from kritzel.fast.cache import Skill
from kritzel.fast.strategy import has_strategy, strategy
from kritzel.fast.twin import PLAIN, compiles
from kritzel.games import catalogue
from kritzel.server.bots.hints import HINT, Advice, advise
from kritzel.server.bots.questions import (
    FAILED,
    LAST,
    MISSING,
    WARMING,
    BotAnswer,
    BotQuestion,
    answer,
    exercise,
    from_outside,
    needs_compiler,
    skill,
    skills,
)
from kritzel.server.workers import LOST, Failed, Worker

T = TypeVar("T")
LOG = logging.getLogger("kritzel.bots")
ANSWER_WITHIN_S = 15.0
"""After that a bot has thought for too long."""
LOAD_WITHIN_S = 5.0
"""How long a move waits for a process that loads what was compiled before."""
TRIES = 2
"""How often a bot is asked, each time in another process, before a weaker one is."""


# One worker -----------------------------------------------------------------------------------
COMPILE_WITHIN_S = 1800.0
"""For one bot in one game; no player waits for it."""
NICE_COMPILING = 5
CPU_OF_PROGRAM_S = 3600
"""CPU time of a program that plays; then it is ended and started again."""


class BotWorker(Worker):
    """A process that moves for bots and thinks of hints.

    A `plain` one runs the twins as plain Python: it can answer at once, for all who need no compiler. One
    with names of bots from `outside` answers for those. Any other compiles, or loads what was compiled, and
    answers for those it has learned.
    """

    def __init__(self, *, plain: bool = False, gentle: bool = False, outside: Sequence[str] = ()) -> None:
        self.plain, self.outside = plain, tuple(outside)
        self.skills: frozenset[Skill] = frozenset()
        self.busy = False
        prepare = _be_plain if plain else partial(_load, self.outside) if outside else None
        bounds = Limits.from_env()._replace(processes=0, files=0) if outside else None
        nice = NICE_COMPILING if gentle else 0
        super().__init__(_think, prepare=prepare, name="kritzel-bot", nice=nice, bounds=bounds)

    @property
    def learns(self) -> bool:
        return not self.plain and not self.outside

    def can(self, what: Skill) -> bool:
        if self.outside or from_outside(what[0]):
            return bool(self.outside) and from_outside(what[0])
        return not needs_compiler(what[0]) if self.plain else what in self.skills

    async def answer(self, asked: BotQuestion, within_s: float) -> str:
        return str(await self.call(asked, within_s))

    async def advise(self, asked: BotQuestion, within_s: float) -> Advice:
        """What the best judge would do."""
        advice: Advice = await self.call(asked, within_s)
        return advice

    async def learn(self, what: Skill) -> None:
        await self.answer(exercise(*what), COMPILE_WITHIN_S)
        self.skills |= {what}


# In the process --------------------------------------------------------------------------------
def _think(asked: BotQuestion) -> str | Advice:
    return advise(asked) if asked.bot == HINT else answer(asked)


def _be_plain() -> None:
    """Load all strategies before a question comes: that is most of the first answer."""
    os.environ[PLAIN] = "1"
    for slug in catalogue.GAMES:
        if has_strategy(slug):
            strategy(slug)


def _load(outside: Sequence[str]) -> None:
    """Start bots from outside before they are needed; one that cannot play fails when it is asked."""
    program.LIMITS = Limits.from_env()._replace(cpu_s=CPU_OF_PROGRAM_S)
    for text in outside:
        with suppress(Exception):
            bots.enrol(text)


# Compiling ahead ------------------------------------------------------------------------------
LANES = 2
"""Processes that compile side by side."""


class Compiler:
    """What is compiled (`done`), and what cannot be (`hopeless`). `changed` is called after each step."""

    def __init__(self, changed: Callable[[], None], hire: type[BotWorker] = BotWorker) -> None:
        self.done: set[Skill] = set(cache.marked())
        self.hopeless: set[Skill] = set()
        self._changed, self._hire = changed, hire
        self._wanted: list[Skill] = []
        self._ahead: list[Skill] = []
        self._lanes: list[asyncio.Task[None]] = []
        self._owners: dict[str, object] = {}
        self._workers: list[BotWorker] = []

    @property
    def progress(self) -> tuple[int, int]:
        """How much of it is done, of how much."""
        everything = {*self._wanted, *self._ahead} - self.hopeless
        return len(everything & self.done), len(everything)

    def want(self, what: Skill) -> None:
        """A table needs this: it comes before all that is only ahead of time."""
        if what in skills() and what not in self._wanted:
            self._wanted.insert(0, what)
        self.begin()

    def ahead(self, everything: Iterable[Skill]) -> None:
        self._ahead = list(everything)
        self.begin()

    def begin(self) -> None:
        self._lanes = [lane for lane in self._lanes if not lane.done()]
        while self._left() and len(self._lanes) < LANES:
            self._lanes.append(asyncio.ensure_future(self._lane()))

    def _left(self) -> list[Skill]:
        settled = self.done | self.hopeless
        return [each for each in dict.fromkeys([*self._wanted, *self._ahead]) if each not in settled]

    def _next(self, lane: object) -> Skill | None:
        """What this lane does next: of a game that is its own, or that no lane has begun."""
        return next((each for each in self._left() if self._owners.setdefault(each[1], lane) is lane), None)

    def give_up(self, what: Skill) -> None:
        """This cannot be compiled, or not be loaded."""
        self.done.discard(what)
        self.hopeless.add(what)

    async def _lane(self) -> None:
        lane, worker = object(), None
        try:
            while (what := self._next(lane)) is not None:
                if worker is None or worker.ended:
                    worker = self._hire(gentle=True)
                    self._workers.append(worker)
                await self._compile(worker, what)
        finally:
            if worker is not None:
                worker.end()
                self._workers.remove(worker)
            for game in [game for game, owner in self._owners.items() if owner is lane]:
                del self._owners[game]

    async def _compile(self, worker: BotWorker, what: Skill) -> None:
        try:
            await worker.learn(what)
        except (Failed, *LOST) as error:
            said = str(error) or type(error).__name__
            LOG.error("bot_not_compiled", extra={"bot": " ".join(what), "error": said})
            self.give_up(what)
            worker.end()
        else:
            cache.mark(what)
            self.done.add(what)
            LOG.info("bot_compiled", extra={"bot": " ".join(what)})
        finally:
            self._changed()

    def close(self) -> None:
        """End what is under way; what is compiled stays."""
        for lane in self._lanes:
            lane.cancel()
        for worker in self._workers:
            worker.end()


# All workers ------------------------------------------------------------------------------------
class BotPool:
    """Asks bots for moves and hints. Processes begin with the first bot and end with the server.

    `changed` is called when more is compiled; `outside` names bots that are not ours.
    """

    def __init__(
        self,
        workers: int,
        changed: Callable[[], None] = lambda: None,
        hire: type[BotWorker] = BotWorker,
        outside: Sequence[str] = (),
    ) -> None:
        self._size = max(1, workers)
        self._outside = tuple(outside)
        for text in outside:
            bots.enrol(text)
        self._failures: Counter[str] = Counter()
        self._tell, self._hire = changed, hire
        self._workers: list[BotWorker] = []
        self._wanted: set[Skill] = set()
        self._changed = asyncio.Condition()
        self._loading: asyncio.Task[None] | None = None
        self._compiles = compiles()
        self.compiler = Compiler(self._compiled, hire)
        self._ahead = self._closed = False

    # Asking ------------------------------------------------------------------------------------
    async def ask(self, asked: BotQuestion) -> BotAnswer:
        """A move for the seat, whatever happens to the bot."""
        self.expect(asked.bot, asked.sheet)
        foreseen = self.substitute(asked.bot, asked.sheet)
        if foreseen is None and (move := await self._move(asked)):
            return BotAnswer(move, asked.bot)
        why = foreseen[1] if foreseen else FAILED
        for bot in _weaker(asked.bot, asked.sheet):
            if move := await self._move(asked._replace(bot=bot)):
                LOG.warning("bot_stood_in", extra={"bot": bot, "instead_of": asked.bot, "why": why})
                return BotAnswer(move, bot, why)
        return BotAnswer(answer(asked._replace(bot=LAST)), LAST, "" if asked.bot == LAST else why)

    async def advise(self, asked: BotQuestion) -> Advice | None:
        """Advice for a hint; None where no process has any."""
        worker = await self._free(skill(asked.bot, asked.sheet), ())
        if worker is None:
            return None
        return await self._result(worker, worker.advise(asked, ANSWER_WITHIN_S), asked.bot)

    async def _move(self, asked: BotQuestion) -> str:
        """This bot's own move; empty where it fails."""
        if asked.bot == LAST:
            return answer(asked)
        tried: list[BotWorker] = []
        while len(tried) < TRIES and (worker := await self._free(skill(asked.bot, asked.sheet), tried)):
            tried.append(worker)
            if move := await self._result(worker, worker.answer(asked, ANSWER_WITHIN_S), asked.bot):
                return move
        return ""

    async def _result(self, worker: BotWorker, thinking: Coroutine[Any, Any, T], who: str) -> T | None:
        try:
            return await thinking
        except (Failed, *LOST) as error:
            said = str(error) or type(error).__name__
            self._failures[who] += 1
            LOG.warning("bot_failed", extra={"bot": who, "error": said, "times": self._failures[who]})
            return None
        finally:
            await self._release(worker)

    async def _free(self, what: Skill, tried: Collection[BotWorker]) -> BotWorker | None:
        """A process that can answer, is free and was not tried; None where none is in time."""
        self._get_ready()

        def settled() -> bool:
            able = self._able(what, tried)
            return any(not worker.busy for worker in able) or not (able or self._is_loading(what))

        within_s = ANSWER_WITHIN_S if self._able(what, tried) else LOAD_WITHIN_S
        try:
            async with asyncio.timeout(within_s), self._changed:
                await self._changed.wait_for(settled)
                worker = next((worker for worker in self._able(what, tried) if not worker.busy), None)
        except TimeoutError:
            return None
        if worker is not None:
            worker.busy = True
        return worker

    def _able(self, what: Skill, tried: Collection[BotWorker]) -> list[BotWorker]:
        able = [worker for worker in self._workers if worker not in tried and worker.can(what)]
        return sorted(able, key=lambda worker: worker.plain)

    def _is_loading(self, what: Skill) -> bool:
        return what in self._loadable() and any(what not in w.skills for w in self._workers if w.learns)

    async def _release(self, worker: BotWorker) -> None:
        worker.busy = False
        if worker.ended and worker in self._workers:
            self._workers.remove(worker)
        self._get_ready()
        async with self._changed:
            self._changed.notify_all()

    # Who plays -----------------------------------------------------------------------------------
    def expect(self, bot: str, sheet: str) -> None:
        """This bot is going to play: get ready for it."""
        if bot == LAST:
            return
        if bots.known(bot):
            self._wanted.add(skill(bot, sheet))
        if self._compiles and (self._ahead or needs_compiler(bot)):
            self.compiler.want(skill(bot, sheet))
        if needs_compiler(bot):
            self.expect(_weaker(bot, sheet)[0], sheet)
        self._get_ready()

    def substitute(self, bot: str, sheet: str) -> tuple[str, str] | None:
        """Who plays for a bot that is not compiled yet, or cannot be, and why; None where it plays itself."""
        what = skill(bot, sheet)
        if not needs_compiler(bot) or (self._compiles and what in self.compiler.done):
            return None
        why = WARMING if self._compiles else MISSING
        return _weaker(bot, sheet)[0], FAILED if what in self.compiler.hopeless else why

    # Getting ready -----------------------------------------------------------------------------
    def warm(self) -> None:
        self._get_ready()
        self._ahead = True
        if self._compiles:
            self.compiler.ahead(skills())

    def _loadable(self) -> set[Skill]:
        return (self._wanted & self.compiler.done) if self._compiles else set()

    def _get_ready(self) -> None:
        if self._closed:
            return
        plain = 1 if self._compiles else self._size
        while sum(worker.plain for worker in self._workers) < plain:
            self._workers.append(self._hire(plain=True))
        wants_outside = any(from_outside(bot) for bot, _ in self._wanted)
        if wants_outside and not any(worker.outside for worker in self._workers):
            self._workers.append(self._hire(outside=(*self._outside, *bots.packages())))
        while self._loadable() and sum(worker.learns for worker in self._workers) < self._size:
            self._workers.append(self._hire())
        if self._next_load() and (self._loading is None or self._loading.done()):
            self._loading = asyncio.ensure_future(self._load())

    def _next_load(self) -> tuple[BotWorker, Skill] | None:
        """The next process that has something to load and time for it."""
        free = [worker for worker in self._workers if worker.learns and not worker.busy]
        return next(
            ((worker, what) for worker in free for what in sorted(self._loadable() - worker.skills)), None
        )

    async def _load(self) -> None:
        """One thing after the other, in one process after the other, which answers no question meanwhile."""
        while (found := self._next_load()) is not None:
            worker, what = found
            worker.busy = True
            try:
                await worker.learn(what)
                LOG.info("bot_ready", extra={"bot": " ".join(what)})
            except (Failed, *LOST) as error:
                LOG.error("bot_not_ready", extra={"bot": " ".join(what), "error": str(error)})
                self.compiler.give_up(what)
                worker.end()
            finally:
                await self._release(worker)

    def _compiled(self) -> None:
        self._get_ready()
        self._tell()

    def close(self) -> None:
        """End all processes, and begin no other."""
        self._closed = True
        if self._loading is not None:
            self._loading.cancel()
        self.compiler.close()
        for worker in self._workers:
            worker.end()


def _weaker(bot: str, sheet: str) -> list[str]:
    return bots.weaker(bot, sheet.partition("/")[0])
