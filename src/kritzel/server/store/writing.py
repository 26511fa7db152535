"""One thread that writes down what it is told, in groups: whatever waits shares a commit.

Knows no database: how a group is written and how one looks is the business of the store. Nothing is answered
before it is durable, and all of a group is answered at once, in the loop in which it is awaited.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

from kritzel.server import meters
from kritzel.server.store import Unavailable

GROUP = 64
"""Commands that share one commit at most."""
APART = 0.004
"""Seconds between commits: whoever comes meanwhile shares the next. A move after a pause does not wait."""

T = TypeVar("T")
Answer = tuple[Any, Exception | None]


class Job(NamedTuple):
    """Something to do with a connection, and who waits for it. `looks`: it changes nothing."""

    work: Callable[[Any], Any]
    awaited: asyncio.Future[Any]
    looks: bool


class Desk(Protocol):
    """Where the thread writes: a database and the connection to it."""

    def write(self, jobs: Sequence[Job]) -> list[Answer]:
        """Do all of these in one commit; where one of them breaks something, each in its own."""

    def look(self, job: Job) -> Answer:
        """Do one that changes nothing."""

    def leave(self) -> None:
        """Let go of the connection."""


class Writer:
    """The thread. Make it with a desk; `close` it in the end."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="kritzel-store", daemon=True)
        self._closing = False
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether somebody writes."""
        return self._thread.is_alive()

    async def do(self, work: Callable[[Any], T], *, looks: bool = False) -> T:
        """What this job answers, once it is written. Raises Unavailable, and what the job raises."""
        if self._closing or not self._thread.is_alive():
            raise Unavailable("closed")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(work, answer, looks))
        return await answer

    async def close(self) -> None:
        """Finish what was begun; whoever comes now is refused, for nobody would answer them."""
        self._closing = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # The thread --------------------------------------------------------------------------------
    def _work(self) -> None:
        while (group := self._group()) is not None:
            next_one = time.monotonic() + APART
            writers, lookers = [job for job in group if not job.looks], [job for job in group if job.looks]
            answers = self._written(writers) if writers else []
            _answer([*writers, *lookers], [*answers, *map(self._desk.look, lookers)])
            if writers:
                time.sleep(max(0.0, next_one - time.monotonic()))
        self._desk.leave()

    def _written(self, writers: Sequence[Job]) -> list[Answer]:
        began = time.perf_counter()
        answers = self._desk.write(writers)
        meters.COMMIT.add(time.perf_counter() - began)
        meters.GROUP.add(len(writers))
        return answers

    def _group(self) -> list[Job] | None:
        """Whatever waits now; None when the end was asked for."""
        job, group = self._jobs.get(), []
        while job is not None:
            group.append(job)
            if len(group) == GROUP or self._jobs.empty():
                return group
            job = self._jobs.get()
        if group:
            self._jobs.put(None)
        return group or None


def _answer(group: Sequence[Job], answers: Sequence[Answer]) -> None:
    """Back to the loop in which they are awaited, all at once. Where it has ended nobody waits."""
    with contextlib.suppress(RuntimeError):
        group[0].awaited.get_loop().call_soon_threadsafe(_settle, group, answers)


def _settle(group: Sequence[Job], answers: Sequence[Answer]) -> None:
    for job, (value, error) in zip(group, answers, strict=True):
        if job.awaited.done():  # whoever asked has gone
            continue
        job.awaited.set_exception(error) if error else job.awaited.set_result(value)
