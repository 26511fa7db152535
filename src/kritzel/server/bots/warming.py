"""Compiling for the bots, ahead of time and once for ever (`fast.cache`): what is compiled, and what is next.

Two processes share the work by games, since the bots of one game share code. Whoever sits at a table comes
first. Nobody waits for this: until it is done bots answer as plain Python, or another one plays and says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from kritzel.fast import cache
from kritzel.fast.cache import Skill
from kritzel.server.bots.questions import skills
from kritzel.server.bots.workers import Failed, Worker

LOG = logging.getLogger("kritzel.bots")
LANES = 2
"""Processes that compile side by side."""


class Warming:
    """What is compiled. `changed` is called whenever that becomes more."""

    def __init__(self, changed: Callable[[], None], hire: type[Worker] = Worker) -> None:
        self.done: set[Skill] = set(cache.marked())
        self.hopeless: set[Skill] = set()
        self._changed, self._worker = changed, hire
        self._wanted: list[Skill] = []
        self._ahead: list[Skill] = []
        self._lanes: list[asyncio.Task[None]] = []
        self._owners: dict[str, object] = {}
        self._workers: set[Worker] = set()

    @property
    def progress(self) -> tuple[int, int]:
        """How much of it is done, of how much."""
        everything = {*self._wanted, *self._ahead} - self.hopeless
        return len(everything & self.done), len(everything)

    def want(self, what: Skill) -> None:
        """Somebody sits at a table who needs this: it comes before all that is only ahead of time."""
        if what in skills() and what not in self._wanted:
            self._wanted.insert(0, what)
        self.begin()

    def ahead(self, everything: Iterable[Skill]) -> None:
        """Compile this, too, even if nobody asks for it."""
        self._ahead = list(everything)
        self.begin()

    def begin(self) -> None:
        """Go on with what is left."""
        self._lanes = [lane for lane in self._lanes if not lane.done()]
        while self._left() and len(self._lanes) < LANES:
            self._lanes.append(asyncio.ensure_future(self._lane()))

    def _left(self) -> list[Skill]:
        settled = self.done | self.hopeless
        return [each for each in dict.fromkeys([*self._wanted, *self._ahead]) if each not in settled]

    def _next(self, lane: object) -> Skill | None:
        """What this lane does next: of a game that is its own, or that nobody has begun."""
        return next((each for each in self._left() if self._owners.setdefault(each[1], lane) is lane), None)

    def give_up(self, what: Skill) -> None:
        """This cannot be compiled, or not be loaded."""
        self.done.discard(what)
        self.hopeless.add(what)

    async def _lane(self) -> None:
        worker, lane = None, object()
        try:
            while (what := self._next(lane)) is not None:
                worker = await self._compile(worker or self._hire(), what)
        finally:
            if worker is not None:
                self._dismiss(worker)
            for game in [game for game, owner in self._owners.items() if owner is lane]:
                del self._owners[game]

    async def _compile(self, worker: Worker, what: Skill) -> Worker | None:
        """Compile one thing; the process to go on with, if it still is of use."""
        try:
            await worker.learn(what)
        except (Failed, TimeoutError, EOFError, OSError) as error:
            said = str(error) or type(error).__name__
            LOG.error("bot_not_compiled", extra={"bot": " ".join(what), "error": said})
            self.give_up(what)
            self._dismiss(worker)
            return None
        else:
            cache.mark(what)
            self.done.add(what)
            LOG.info("bot_compiled", extra={"bot": " ".join(what)})
            return worker
        finally:
            self._changed()

    def _hire(self) -> Worker:
        worker = self._worker(gentle=True)
        self._workers.add(worker)
        return worker

    def _dismiss(self, worker: Worker) -> None:
        self._workers.discard(worker)
        worker.end()

    def close(self) -> None:
        """End what is under way; what is compiled stays."""
        for lane in self._lanes:
            lane.cancel()
        for worker in tuple(self._workers):
            self._dismiss(worker)
