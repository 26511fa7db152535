"""Work spread over processes of this machine; their results come as they are finished. Knows no games."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar, TypeVarTuple

from kritzel.arena.job import refuse

Result = TypeVar("Result")
Task = TypeVarTuple("Task")


def cores() -> int:
    """How many processes can really run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    work: Callable[[*Task], Result], tasks: Iterable[tuple[*Task]], workers: int
) -> Generator[Result, None, None]:
    """`work` of each task, in this many spawned processes; the results come in any order.

    Closing the generator kills the processes at once, whatever they are doing. Each has a pipe of its own, so
    a killed process leaves no lock behind that others would wait for.
    """
    spawned = multiprocessing.get_context("spawn")
    left = iter(tasks)
    processes: dict[Any, SpawnProcess] = {}
    try:
        for task in islice(left, workers):
            ours, theirs = spawned.Pipe()
            process = spawned.Process(target=_serve, args=(theirs, work), daemon=True)
            process.start()
            processes[ours] = process
            theirs.close()
            with _death_refused():
                ours.send(task)
        busy = set(processes)
        while busy:
            ready: list[Any] = wait(busy)
            for connection in ready:
                with _death_refused():
                    error, result = connection.recv()
                if error is not None:
                    raise error
                next_task = next(left, None)
                if next_task is None:
                    busy.remove(connection)
                else:
                    with _death_refused():
                        connection.send(next_task)
                yield result
    finally:
        for process in processes.values():
            process.kill()
        for connection, process in processes.items():
            process.join()
            connection.close()


@contextmanager
def _death_refused() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        raise refuse(
            "Ein Rechenprozess ist gestorben; zu wenig Speicher?",
            "A worker process has died; out of memory?",
        ) from None


def _serve(connection: Connection, work: Callable[..., Any]) -> None:
    """Answer each task with an error or None, and the result. Ctrl-C reaches all processes; the parent
    decides what happens then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    multiprocessing.current_process().daemon = False  # bots from outside may start processes, too
    with suppress(EOFError, OSError):
        while True:
            task = connection.recv()
            answer: tuple[BaseException | None, Any]
            try:
                answer = None, work(*task)
            except BaseException as error:
                error.add_note(traceback.format_exc())
                answer = error, None
            try:
                connection.send(answer)
            except (TypeError, AttributeError, pickle.PicklingError):
                connection.send((RuntimeError(f"{type(answer[0]).__name__}: {answer[0]}"), None))
