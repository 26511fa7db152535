"""Group commit: one thread writes, and all commands that wait share one commit.

Knows no database. Nothing is answered before it is durable. Reads run between commits on its connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

from kritzel.server.metrics import Metrics
from kritzel.server.store import Unavailable

MAX_GROUP = 64
"""Most commands that share a commit."""
PAUSE_S = 0.004
"""Between two commits: commands that come meanwhile share the next. A command after a pause does not wait."""

T = TypeVar("T")
Rows = list[Any]
Statement = tuple[str, dict[str, Any]]
"""SQL with `:name` for each of its values."""
Batch = Sequence[Statement]
"""Statements of one transaction. None of them may depend on what another one returned."""
Answer = tuple[Any, Exception | None]


class CommitFailed(Unavailable):
    """The commit itself failed: it may be written or not, so it must not be tried again."""


class Driver(Protocol):
    """One connection to a database, used by one thread. Errors are those of the store."""

    def commit(self, batches: Sequence[Batch]) -> list[list[Rows]]:
        """Run all batches in one transaction; the rows of each statement of each.

        Raises Conflict, Unavailable: nothing is written. Raises CommitFailed.
        """

    def read(self, statement: str, values: dict[str, Any]) -> Rows:
        """The rows of a statement that changes nothing. Raises Unavailable, Unreadable."""

    def close(self) -> None:
        """Let go of the connection."""


class StoreJob(NamedTuple):
    """A batch to commit, or something to read, and who waits for it."""

    work: Batch | Callable[[], Any]
    answer: asyncio.Future[Any]
    reads: bool


class Writer:
    """The thread. `close` it in the end."""

    def __init__(self, driver: Driver, metrics: Metrics) -> None:
        self._driver, self._metrics = driver, metrics
        self._jobs: SimpleQueue[StoreJob | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="kritzel-store", daemon=True)
        self._closing = False
        self.commits, self.last_commit = 0, -math.inf
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    async def write(self, batch: Batch) -> list[Rows]:
        """Commit a batch; the rows of each of its statements. Raises Conflict, Unavailable."""
        rows: list[Rows] = await self._do(batch, reads=False)
        return rows

    async def read(self, work: Callable[[], T]) -> T:
        """Call something that changes nothing in the thread. Raises what it raises, and Unavailable."""
        found: T = await self._do(work, reads=True)
        return found

    async def _do(self, work: Any, *, reads: bool) -> Any:
        if self._closing or not self.alive:
            raise Unavailable("closed")
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put(StoreJob(work, answer, reads))
        return await answer

    async def close(self) -> None:
        """Finish what was begun; later calls are refused."""
        self._closing = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread -----------------------------------------------------------------------------
    def _run(self) -> None:
        while (group := self._group()) is not None:
            next_commit = time.monotonic() + PAUSE_S
            writes, reads = [job for job in group if not job.reads], [job for job in group if job.reads]
            answers = self._commit_timed(writes) if writes else []
            _answer([*writes, *reads], [*answers, *map(_read, reads)])
            if writes:
                time.sleep(max(0.0, next_commit - time.monotonic()))
        self._driver.close()

    def _group(self) -> list[StoreJob] | None:
        """All jobs that wait now; None at the end."""
        job, group = self._jobs.get(), list[StoreJob]()
        while job is not None:
            group.append(job)
            if len(group) == MAX_GROUP or self._jobs.empty():
                return group
            job = self._jobs.get()
        if group:
            self._jobs.put(None)
        return group or None

    def _commit_timed(self, jobs: Sequence[StoreJob]) -> list[Answer]:
        began = time.perf_counter()
        answers = self._commit(jobs)
        self._metrics.commit_seconds.observe(time.perf_counter() - began)
        self._metrics.commit_jobs.observe(len(jobs))
        return answers

    def _commit(self, jobs: Sequence[StoreJob]) -> list[Answer]:
        """All jobs in one transaction; where one of them fails, each in its own."""
        try:
            found = self._driver.commit([job.work for job in jobs])  # type: ignore[misc]
        except CommitFailed as failed:
            self.last_commit = -math.inf
            return [(None, failed)] * len(jobs)
        except Exception as error:
            if len(jobs) > 1:
                return [self._commit([job])[0] for job in jobs]
            if isinstance(error, Unavailable):
                self.last_commit = -math.inf
            return [(None, error)]
        self.commits, self.last_commit = self.commits + 1, time.monotonic()
        return [(rows, None) for rows in found]


def _read(job: StoreJob) -> Answer:
    try:
        return job.work(), None  # type: ignore[operator]
    except Exception as error:
        return None, error


def _answer(group: Sequence[StoreJob], answers: Sequence[Answer]) -> None:
    """Answer all at once in the loop that waits. A loop that has ended waits for nothing."""
    with contextlib.suppress(RuntimeError):
        group[0].answer.get_loop().call_soon_threadsafe(_settle, group, answers)


def _settle(group: Sequence[StoreJob], answers: Sequence[Answer]) -> None:
    for job, (value, error) in zip(group, answers, strict=True):
        if not job.answer.done():  # the caller may be gone
            job.answer.set_exception(error) if error else job.answer.set_result(value)
