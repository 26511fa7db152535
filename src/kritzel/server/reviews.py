"""The queue of reviews: worked out in a process of their own, one at a time, so that no player waits.

A quick one comes before a deep one. Asking again keeps a quick one going; without it the work stops.
After a quick one the deep one waits until the machine is idle, and pauses as soon as it is not. A deep one
that a page asks for does not wait. Where there is a deep review, it answers requests for the quick one.
What was found is kept by `kritzel.review`, so that it goes on from there. Each caller may have a few reviews
in the queue.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from kritzel.arena.processes import cores
from kritzel.fast import cache
from kritzel.fast.strategy import has_strategy
from kritzel.fast.twin import compiles
from kritzel.game import IllegalMove, NotationError, Seat, Text
from kritzel.record import Table, read
from kritzel.review import Review, improving
from kritzel.review.explore import Exploration, explore, stored_deep_review
from kritzel.review.plan import DEEP, QUICK, NotReviewable
from kritzel.review.warm_up import review_skill
from kritzel.server.table.refusals import SENTENCES
from kritzel.server.workers import LOST, Failed, Worker

LOG = logging.getLogger("kritzel.reviews")
CACHE_SIZE = 64
"""Finished reviews kept in memory, those asked for last."""
MAX_WAITING, MAX_WAITING_PER_CALLER = 50, 3
BUSY_RETRY_S = 5
NEVER = float("-inf")
WANTED_FOR_S = 8.0
"""A review without another request within this time is dropped."""
MAX_WHEN_IDLE = 16
"""Deep reviews that wait until the machine is idle; those of older games are dropped first."""
LOOK_AGAIN_S = 5.0
"""How often is looked whether it is."""
TELL_EVERY_S = 0.5
ANSWER_WITHIN_S = 1.0
"""How long an answer waits for a review that is nearly there."""
NICE = 10
FAILED = SENTENCES["no_review"]
WARM: set[tuple[str, bool]] = set()
"""What the process has reviewed: a game, and whether it had several seats. Its code is compiled."""


class ReviewRequest(NamedTuple):
    """A finished game, and how deep to look ("quick", "deep")."""

    record: str
    depth: str


class ExploreRequest(NamedTuple):
    """Another way through a game: from `at` on with these moves of a seat, and with the values of what it can
    do then. It counts as quick."""

    record: str
    at: int
    seat: Seat
    moves: tuple[str, ...]
    values: bool
    depth: str = "quick"


class ReviewProgress(NamedTuple):
    """How far a review is, what is known, and why it cannot be had."""

    done: int = 0
    of: int = 0
    review: Review | None = None
    problem: Text | None = None
    warming: bool = False
    """Whether it waits for the compiler first."""
    explored: Exploration | None = None

    @property
    def ended(self) -> bool:
        known = self.review is not None or self.explored is not None
        return self.problem is not None or (known and self.done == self.of)


NOTHING_YET = ReviewProgress()


@dataclass
class QueuedReview:
    """A request in the queue."""

    request: ReviewRequest | ExploreRequest
    caller: str
    asked_at: float = field(default_factory=time.monotonic)
    progress: ReviewProgress = NOTHING_YET
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def wanted(self) -> bool:
        return time.monotonic() - self.asked_at < WANTED_FOR_S

    @property
    def quick(self) -> bool:
        return self.request.depth == QUICK

    @property
    def waits(self) -> bool:
        return not self.progress.ended

    def update(self, progress: ReviewProgress) -> None:
        self.progress = progress
        if progress.ended:
            self.ended.set()


class ReviewQueue:
    """All reviews of a server. The process begins with the first one and ends with the server."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[tuple[str, str], QueuedReview] = OrderedDict()
        self._loop: asyncio.Task[None] | None = None
        self._asked = asyncio.Event()
        self._worker: Worker | None = None

    async def ask(
        self, table: str, request: ReviewRequest | ExploreRequest, caller: str
    ) -> ReviewProgress | None:
        """How far the review of a table is; asking again keeps it going.

        A new one is charged to `caller`, the guest or the address that asks. None: the queue is full, or the
        caller's part of it; ask again after `BUSY_RETRY_S`.
        """
        key = table, request.depth
        if isinstance(request, ReviewRequest) and (deep := self._deep_review(table)):
            return deep
        job = self._jobs.get(key)
        if job is None or job.progress.problem is not None:
            if self._is_full(caller):
                return None
            job = self._jobs[key] = QueuedReview(request, caller)
        job.asked_at = time.monotonic()
        self._jobs.move_to_end(key)
        self._forget()
        self._asked.set()
        if job.waits:
            if self._loop is None or self._loop.done():
                self._loop = asyncio.create_task(self._work())
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_WITHIN_S):
                    await job.ended.wait()
        return job.progress

    def deepening(self, table: str) -> float | None:
        """How much of the deep review of a table is worked out; None where none waits."""
        job = self._jobs.get((table, DEEP))
        return job.progress.done / max(job.progress.of, 1) if job and job.waits else None

    def _deep_review(self, table: str) -> ReviewProgress | None:
        job = self._jobs.get((table, DEEP))
        return job.progress if job and job.progress.review else None

    def _is_full(self, caller: str) -> bool:
        waiting = [job.caller for job in self._jobs.values() if job.waits and job.wanted]
        return len(waiting) >= MAX_WAITING or waiting.count(caller) >= MAX_WAITING_PER_CALLER

    def _forget(self) -> None:
        ended = [key for key, job in self._jobs.items() if job.progress.ended]
        for key in ended[: max(0, len(ended) - CACHE_SIZE)]:
            del self._jobs[key]

    # Working -----------------------------------------------------------------------------------
    async def _work(self) -> None:
        """One after the other, until none waits."""
        while self._drop_unwanted():
            self._asked.clear()
            if (key := self._next()) is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_AGAIN_S):
                        await self._asked.wait()
                continue
            job = self._jobs[key]
            try:
                await self._review(key[0], job)
            except (Failed, *LOST) as error:
                LOG.warning("review_failed", extra={"error": str(error) or type(error).__name__})
                job.update(ReviewProgress(problem=FAILED))

    def _drop_unwanted(self) -> bool:
        """Whether any waits. Drops quick ones without a recent request, and deep ones that are too many."""
        idle = [key for key, job in self._jobs.items() if job.waits and not job.wanted and not job.quick]
        quick = [key for key, job in self._jobs.items() if job.waits and not job.wanted and job.quick]
        for key in (*quick, *idle[: max(0, len(idle) - MAX_WHEN_IDLE)]):
            del self._jobs[key]
        return any(job.waits for job in self._jobs.values())

    def _next(self) -> tuple[str, str] | None:
        """Quick ones first, then deep ones that are asked for, each in the order of asking; then, on an idle
        machine, the last deep one."""
        asked = {key: job for key, job in self._jobs.items() if job.waits and job.wanted}
        if asked:
            return min(asked, key=lambda key: not asked[key].quick)
        return next((key for key in reversed(self._jobs) if self._jobs[key].waits and is_idle()), None)

    async def _review(self, table: str, job: QueuedReview) -> None:
        if self._worker is None or self._worker.ended:
            self._worker = Worker(work, name="kritzel-review", nice=NICE)

        def hear(progress: ReviewProgress) -> None:
            self._deepen(table, job, progress.review)
            job.update(progress)

        await self._worker.stream(job.request, lambda: self._leaves(job), hear)

    def _leaves(self, job: QueuedReview) -> bool:
        """Whether a quick one is not wanted any more, or a deep one makes room for another or for load."""
        if job.quick:
            return not job.wanted
        others = [
            each for each in list(self._jobs.values()) if each is not job and each.waits and each.wanted
        ]
        if job.wanted:
            return any(each.quick for each in others)
        return bool(others) or not is_idle(own=1)

    def _deepen(self, table: str, job: QueuedReview, review: Review | None) -> None:
        """After a quick review the deep one waits. After that, what was tried is weighed by it."""
        request = job.request
        if review is None or not isinstance(request, ReviewRequest):
            return
        if review.depth == QUICK:
            self._jobs.setdefault(
                (table, DEEP), QueuedReview(request._replace(depth=DEEP), "", asked_at=NEVER)
            )
        else:
            for key in [key for key in self._jobs if key[0].startswith(f"{table}/")]:
                del self._jobs[key]

    async def close(self) -> None:
        if self._loop is not None:
            self._loop.cancel()
        if self._worker is not None:
            self._worker.end()


def is_idle(own: int = 0) -> bool:
    """Whether half of the cores have had nothing to do for a minute, but for `own` processes."""
    return not hasattr(os, "getloadavg") or os.getloadavg()[0] - own < cores() / 2


# In the process --------------------------------------------------------------------------------
def work(request: ReviewRequest | ExploreRequest) -> Iterator[ReviewProgress | None]:
    """How far it is, again and again; None where only the worker may be stopped."""
    try:
        if isinstance(request, ExploreRequest):
            record, at, seat, moves, values, _ = request
            yield ReviewProgress(1, 1, explored=explore(record, at, seat, moves, values))
        else:
            yield from _improve(request)
    except (NotReviewable, IllegalMove, NotationError) as error:
        yield ReviewProgress(problem=error.sentence)


def _improve(request: ReviewRequest) -> Iterator[ReviewProgress | None]:
    table = read(request.record)
    cold, told_at = is_cold(table), 0.0
    if cold:
        yield ReviewProgress(warming=True)
    if request.depth == QUICK and (deep := stored_deep_review(request.record)):
        yield ReviewProgress(1, 1, deep)
        return
    for step in improving(request.record, request.depth, workers=1):
        ended = step.done == step.total
        if ended:
            WARM.add(_kind(table))
        if ended or time.monotonic() - told_at > TELL_EVERY_S:
            told_at = time.monotonic()
            review = step.review if ended else None
            yield ReviewProgress(step.done, step.total, review, warming=cold and not ended)
        else:
            yield None


def is_cold(table: Table) -> bool:
    """Whether code has to be compiled before such a game can be reviewed."""
    slug = table.game.slug
    if not compiles() or not has_strategy(slug) or _kind(table) in WARM:
        return False
    return review_skill(slug) not in cache.marked()


def _kind(table: Table) -> tuple[str, bool]:
    return table.game.slug, len(table.names) > 1
