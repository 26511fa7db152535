"""Work spread over processes of this machine; what they bring is told as it comes. Knows no games."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar, TypeVarTuple

from kritzel.arena.job import refuse

Result = TypeVar("Result")
Task = TypeVarTuple("Task")

AHEAD = 3
"""Tasks handed out per process, so that none waits for work."""


def cores() -> int:
    """How many processes can really run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(work: Callable[[*Task], Result], tasks: Iterable[tuple[*Task]], workers: int) -> Iterator[Result]:
    """`work` of each task, by so many spawned processes; the results come in any order."""
    spawned = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=spawned, initializer=_leave_interrupts_to_the_parent)
    try:
        yield from _handed_out(pool, work, tasks, workers * AHEAD)
    except BrokenProcessPool:
        raise refuse(
            "Ein Rechenprozess ist gestorben; zu wenig Speicher?",
            "A worker process has died; out of memory?",
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _handed_out(
    pool: ProcessPoolExecutor, work: Callable[[*Task], Result], tasks: Iterable[tuple[*Task]], ahead: int
) -> Iterator[Result]:
    left, running = iter(tasks), set[Future[Result]]()
    while True:
        for task in left:
            running.add(pool.submit(work, *task))
            if len(running) >= ahead:
                break
        if not running:
            return
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            yield future.result()


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches all processes; the parent decides, and work that is nearly done is not torn."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
