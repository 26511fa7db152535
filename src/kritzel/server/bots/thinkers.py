"""Who answers for bots: processes, ready before they are asked, and who plays where a bot cannot.

One process runs the twins as plain Python and answers from the first moment. Others compile, or load what
was compiled before (`warming`), and take over. Bots from outside have a process to themselves. A bot that
fails, or thinks for too long, is asked again in another process; then the next weaker one moves, and the
answer says so. A game never stops because of a bot.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, TypeVar

from kritzel import bots
from kritzel.fast.cache import Skill
from kritzel.fast.twin import compiles
from kritzel.server.bots.hinting import HINT, Advice, HintQuestion
from kritzel.server.bots.questions import (
    FAILED,
    LAST,
    MISSING,
    WARMING,
    Answer,
    Instead,
    Question,
    answer,
    from_outside,
    needs_compiler,
    skill,
    skills,
)
from kritzel.server.bots.warming import Warming
from kritzel.server.bots.workers import Failed, Worker

T = TypeVar("T")
LOG = logging.getLogger("kritzel.bots")
PATIENCE = 15.0
"""Seconds after which a bot has thought for too long."""
LOADED_WITHIN = 5.0
"""Seconds a move waits for a process that loads what was compiled before."""
TRIES = 2
"""How often a bot is asked, each time in another process, before a weaker one is."""


class Thinkers:
    """The processes in which bots think. They begin with the first bot and end with the server."""

    def __init__(
        self,
        workers: int,
        changed: Callable[[], None] = lambda: None,
        hire: type[Worker] = Worker,
        outside: Sequence[str] = (),
    ) -> None:
        self._number = max(1, workers)
        self._outside = tuple(outside)
        for text in outside:
            bots.enrol(text)
        self._failures: Counter[str] = Counter()
        self._tell, self._hire = changed, hire
        self._team: list[Worker] = []
        self._wanted: set[Skill] = set()
        self._changed = asyncio.Condition()
        self._learning: asyncio.Task[None] | None = None
        self._compiler = compiles()
        self.warming = Warming(self._compiled, hire)
        self._ahead = self._closed = False

    # Asking ------------------------------------------------------------------------------------
    async def ask(self, asked: Question) -> Answer:
        """A move for the seat, whatever happens to the bot."""
        self.expect(asked.bot, asked.sheet)
        foreseen = self.instead(asked.bot, asked.sheet)
        if foreseen is None and (move := await self._move(asked)):
            return Answer(move, asked.bot)
        why = foreseen.why if foreseen else FAILED
        for bot in _weaker(asked.bot, asked.sheet):
            if move := await self._move(asked._replace(bot=bot)):
                LOG.warning("bot_stood_in", extra={"bot": bot, "instead_of": asked.bot, "why": why})
                return Answer(move, bot, why)
        return Answer(answer(asked._replace(bot=LAST)), LAST, "" if asked.bot == LAST else why)

    async def _move(self, asked: Question) -> str:
        """This bot's own move; empty where it has none to give."""
        if asked.bot == LAST:
            return answer(asked)
        tried: list[Worker] = []
        while len(tried) < TRIES and (worker := await self._free(skill(asked.bot, asked.sheet), tried)):
            tried.append(worker)
            if move := await self._answered(worker, asked):
                return move
        return ""

    async def _answered(self, worker: Worker, asked: Question) -> str:
        return await self._heard(worker, worker.answer(asked, PATIENCE), asked.bot) or ""

    async def advise(self, asked: HintQuestion) -> Advice | None:
        """Advice for somebody who asks for a hint; None where nobody can think of any just now."""
        worker = await self._free(asked.skill, ())
        return await self._heard(worker, worker.advise(asked, PATIENCE), HINT) if worker else None

    async def _heard(self, worker: Worker, thinking: Coroutine[Any, Any, T], who: str) -> T | None:
        """What a process comes to; None where it fails, and then another one takes its place."""
        try:
            return await thinking
        except (Failed, TimeoutError, EOFError, OSError) as error:
            said = str(error) or type(error).__name__
            self._failures[who] += 1
            LOG.warning("bot_failed", extra={"bot": who, "error": said, "times": self._failures[who]})
            if not isinstance(error, Failed):
                self._dismiss(worker)
            return None
        finally:
            await self._release(worker)

    async def _free(self, what: Skill, tried: Collection[Worker]) -> Worker | None:
        """A process that can answer, has nothing else to do and was not tried; None where there is none."""
        self._get_ready()

        def settled() -> bool:
            able = self._able(what, tried)
            return any(not worker.busy for worker in able) or not (able or self._loading(what))

        try:
            async with asyncio.timeout(PATIENCE if self._able(what, tried) else LOADED_WITHIN), self._changed:
                await self._changed.wait_for(settled)
                return self._take(what, tried)
        except TimeoutError:
            return None

    def _take(self, what: Skill, tried: Collection[Worker]) -> Worker | None:
        worker = next((worker for worker in self._able(what, tried) if not worker.busy), None)
        if worker is not None:
            worker.busy = True
        return worker

    def _able(self, what: Skill, tried: Collection[Worker]) -> list[Worker]:
        """Who can answer, compiled ones first."""
        able = [worker for worker in self._team if worker not in tried and worker.can(what)]
        return sorted(able, key=lambda worker: worker.plain)

    def _loading(self, what: Skill) -> bool:
        """Whether somebody is about to be able to."""
        return what in self._lessons() and any(what not in w.skills for w in self._team if w.learns)

    async def _release(self, worker: Worker) -> None:
        worker.busy = False
        self._get_ready()
        async with self._changed:
            self._changed.notify_all()

    def _dismiss(self, worker: Worker) -> None:
        """A process that does not come back is ended; another one gets ready in its place."""
        worker.end()
        if worker in self._team:
            self._team.remove(worker)

    # Who plays -----------------------------------------------------------------------------------
    def expect(self, bot: str, sheet: str) -> None:
        """This bot is going to play: get ready for it."""
        if bot == LAST:
            return
        if bots.known(bot):
            self._wanted.add(skill(bot, sheet))
        if self._compiler and (self._ahead or needs_compiler(bot)):
            self.warming.want(skill(bot, sheet))
        if needs_compiler(bot):
            self.expect(_weaker(bot, sheet)[0], sheet)
        self._get_ready()

    def instead(self, bot: str, sheet: str) -> Instead | None:
        """Who plays for a bot that is not compiled yet, or cannot be; None where it plays itself."""
        if not needs_compiler(bot) or (self._compiler and skill(bot, sheet) in self.warming.done):
            return None
        why = WARMING if self._compiler else MISSING
        hopeless = skill(bot, sheet) in self.warming.hopeless
        return Instead(_weaker(bot, sheet)[0], FAILED if hopeless else why)

    # Getting ready -----------------------------------------------------------------------------
    def warm(self) -> None:
        """Have somebody there who answers at once, and compile what is not compiled yet."""
        self._get_ready()
        self._ahead = True
        if self._compiler:
            self.warming.ahead(skills())

    def _lessons(self) -> set[Skill]:
        """What is wanted and can be loaded."""
        return (self._wanted & self.warming.done) if self._compiler else set()

    def _get_ready(self) -> None:
        if self._closed:
            return
        plain = 1 if self._compiler else self._number
        while sum(worker.plain for worker in self._team) < plain:
            self._team.append(self._hire(plain=True))
        if not any(worker.outside for worker in self._team) and any(from_outside(b) for b, _ in self._wanted):
            self._team.append(self._hire(outside=(*self._outside, *bots.packages())))
        while self._lessons() and sum(worker.learns for worker in self._team) < self._number:
            self._team.append(self._hire())
        if self._lesson() and (self._learning is None or self._learning.done()):
            self._learning = asyncio.ensure_future(self._learn())

    def _lesson(self) -> tuple[Worker, Skill] | None:
        """The next process that has something to learn and time for it."""
        return next(
            (
                (worker, what)
                for worker in self._team
                if worker.learns and not worker.busy
                for what in sorted(self._lessons() - worker.skills)
            ),
            None,
        )

    async def _learn(self) -> None:
        """One thing after the other is loaded by one process after the other; it answers nobody meanwhile."""
        while (lesson := self._lesson()) is not None:
            worker, what = lesson
            worker.busy = True
            try:
                await worker.learn(what)
                LOG.info("bot_ready", extra={"bot": " ".join(what)})
            except (Failed, TimeoutError, EOFError, OSError) as error:
                LOG.error("bot_not_ready", extra={"bot": " ".join(what), "error": str(error)})
                self.warming.give_up(what)
                self._dismiss(worker)
            finally:
                await self._release(worker)

    def _compiled(self) -> None:
        """Something more is compiled."""
        self._get_ready()
        self._tell()

    def close(self) -> None:
        """End all processes, and begin no other."""
        self._closed = True
        if self._learning is not None:
            self._learning.cancel()
        self.warming.close()
        for worker in tuple(self._team):
            self._dismiss(worker)


def _weaker(bot: str, sheet: str) -> list[str]:
    """Who may stand in for a bot on a sheet, the strongest first."""
    return bots.weaker(bot, sheet.partition("/")[0])
