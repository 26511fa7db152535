"""Reviews are worked out in a process of their own, gently, one at a time: nobody who plays waits for them.

A quick one comes before a thorough one. Whoever stops asking stops the work; what was found is kept by
`kritzel.review`, so that it goes on from there. Knows asyncio and records, no table and no socket.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

from kritzel.fast import cache
from kritzel.fast.twin import compiles
from kritzel.game import IllegalMove, NotationError, Seat, Text
from kritzel.minds.mind import has_mind
from kritzel.record import Table, read
from kritzel.review import Review, improving
from kritzel.review.exploring import Explored, explored
from kritzel.review.plan import NotReviewable
from kritzel.review.rehearsing import skill
from kritzel.server.bots.workers import deaf, end_with_the_server
from kritzel.server.table.refusals import SENTENCES

LOG = logging.getLogger("kritzel.reviewers")
KEPT = 64
"""How many reviews are kept in memory, those asked for last."""
WAITING = 50
"""How many may wait at a time."""
WAITING_FOR_ONE = 3
"""How many of them may be one guest's explorations."""
PATIENCE = 8.0
"""Seconds after which nobody asks for a review any more."""
TELL_EVERY = 0.5
"""Seconds between two words on how far it is."""
ANSWER_WITHIN = 1.0
"""Seconds that an answer waits for a review that is nearly there."""
GENTLE = 10
"""How far the process steps back behind everything else the machine does."""
FAILED = SENTENCES["no_review"]
WARM: set[tuple[str, bool]] = set()
"""What this process has looked at: a game, alone or with company. Its code is compiled."""


class Told(NamedTuple):
    """How far a review is, what is known, and why it cannot be had."""

    done: int = 0
    of: int = 0
    review: Review | None = None
    problem: Text | None = None
    warming: bool = False
    """Whether it waits for the compiler first."""
    explored: Explored | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        known = self.review is not None or self.explored is not None
        return self.problem is not None or (known and self.done == self.of)


class Asked(NamedTuple):
    """What the process is asked for."""

    record: str
    depth: str


class Explore(NamedTuple):
    """The same for another way through a game: from `at` on with these moves of a seat, and with the values
    of what it can do then. Somebody waits for it, so it comes as soon as a quick review."""

    record: str
    at: int
    seat: Seat
    moves: tuple[str, ...]
    values: bool
    depth: str = "quick"


@dataclass
class Job:
    """One review on its way."""

    asked: Asked | Explore
    wanted: float
    whose: str = ""
    told: Told = field(default_factory=lambda: Told())
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, told: Told) -> None:
        """Something is new."""
        self.told = told
        if told.ended:
            self.ended.set()


class Reviewers:
    """All reviews of a server. The process begins with the first one and ends with the server."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[tuple[str, str], Job] = OrderedDict()
        self._loop: asyncio.Task[None] | None = None
        self._process: Process | None = None

    async def look(self, table: str, asked: Asked | Explore, whose: str = "") -> Told:
        """How far the review of a table is; asking keeps it going. Where too many wait, or too many of the
        same guest's (`whose`), it has not begun."""
        key = table, asked.depth
        job = self._jobs.get(key)
        if job is None or job.told.problem is not None:
            if self._is_full(whose):
                return Told()
            job = self._jobs[key] = Job(asked, 0.0, whose)
        job.wanted = time.monotonic()
        self._jobs.move_to_end(key)
        self._forget()
        if not job.told.ended:
            self._begin()
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_WITHIN):
                    await job.ended.wait()
        return job.told

    def _is_full(self, whose: str) -> bool:
        waiting = [job for job in self._jobs.values() if not job.told.ended]
        own = sum(job.whose == whose for job in waiting) if whose else 0
        return len(waiting) >= WAITING or own >= WAITING_FOR_ONE

    def _forget(self) -> None:
        ended = [key for key, job in self._jobs.items() if job.told.ended]
        for key in ended[: max(0, len(ended) - KEPT)]:
            del self._jobs[key]

    def _begin(self) -> None:
        if self._loop is None or self._loop.done():
            self._loop = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """One after the other, until nobody waits."""
        while (key := self._next()) is not None:
            job = self._jobs[key]
            try:
                await asyncio.to_thread(self._worked, job, asyncio.get_running_loop())
            except (EOFError, OSError) as error:
                LOG.warning("review_failed", extra={"error": type(error).__name__})
                self._dismiss()
                job.tell(Told(problem=FAILED))
            if not job.told.ended and not self._wanted(job):
                self._jobs.pop(key, None)

    def _next(self) -> tuple[str, str] | None:
        """Whoever still waits: quick ones first, then in the order in which they came."""
        for key in [key for key, job in self._jobs.items() if not job.told.ended and not self._wanted(job)]:
            del self._jobs[key]
        waiting = [key for key, job in self._jobs.items() if not job.told.ended]
        return min(waiting, key=lambda key: key[1] != "quick", default=None)

    @staticmethod
    def _wanted(job: Job) -> bool:
        return time.monotonic() - job.wanted < PATIENCE

    def _hurried(self, job: Job) -> bool:
        """Whether somebody waits for a quick one behind a thorough one."""
        return job.asked.depth != "quick" and any(
            not each.told.ended and each.asked.depth == "quick" for each in list(self._jobs.values())
        )

    def _worked(self, job: Job, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread: talk with the process until this review has ended, or is left."""
        self._process = self._process or Process()
        for told in self._process.tells(job.asked, lambda: not self._wanted(job) or self._hurried(job)):
            loop.call_soon_threadsafe(job.tell, told)

    def _dismiss(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None

    async def close(self) -> None:
        """The server ends."""
        if self._loop is not None:
            self._loop.cancel()
        self._dismiss()


class Process:
    """The process that works reviews out, seen from the server."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), name="kritzel-review", daemon=True)
        with deaf():
            self._process.start()
        theirs.close()

    def tells(self, asked: Asked | Explore, leave: Callable[[], bool]) -> Iterator[Told]:
        """What it says of one review until that has ended, or `leave` says so. EOFError, OSError."""
        self._line.send(asked)
        left = False
        while True:
            if not left and leave():
                self._line.send(None)
                left = True
            if not self._line.poll(TELL_EVERY):
                continue
            told = self._line.recv()
            if told is None:
                return
            yield told

    def end(self) -> None:
        """End it, whatever it is doing."""
        self._process.kill()
        self._process.join()


# In the process --------------------------------------------------------------------------------
def _serve(line: Connection) -> None:
    """Work reviews out until the server hangs up."""
    end_with_the_server(together=False)
    if hasattr(os, "nice"):
        os.nice(GENTLE)
    while True:
        try:
            asked = line.recv()
        except EOFError:
            return
        if asked is not None:
            _tell(line, asked)
            line.send(None)


def _tell(line: Connection, asked: Asked | Explore) -> None:
    try:
        if isinstance(asked, Explore):
            record, at, seat, moves, values, _ = asked
            line.send(Told(1, 1, explored=explored(record, at, seat, moves, values)))
        else:
            _improve(line, asked)
    except (NotReviewable, IllegalMove, NotationError) as error:
        line.send(Told(problem=error.sentence))
    except Exception:
        LOG.exception("review_failed")
        line.send(Told(problem=FAILED))


def _improve(line: Connection, asked: Asked) -> None:
    table = read(asked.record)
    kind, cold = (table.game.slug, len(table.names) > 1), is_cold(table)
    if cold:
        line.send(Told(warming=True))
    last = 0.0
    for progress in improving(asked.record, asked.depth, workers=1):
        ended = progress.done == progress.total
        if ended or time.monotonic() - last > TELL_EVERY:
            last = time.monotonic()
            review = progress.review if ended else None
            line.send(Told(progress.done, progress.total, review, warming=cold and not ended))
        if not ended and line.poll():
            line.recv()
            return
    WARM.add(kind)


def is_cold(table: Table) -> bool:
    """Whether code has to be compiled before such a game can be looked at."""
    slug = table.game.slug
    if not compiles() or not has_mind(slug) or (slug, len(table.names) > 1) in WARM:
        return False
    return skill(slug) not in cache.marked()
