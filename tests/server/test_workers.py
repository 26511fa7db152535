"""A process that works for the server: answers, parts of answers, errors, bounds, and its end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from kritzel.bots.guard import Limits
from kritzel.server.workers import LOST, Failed, Worker
from tests.patience import LONGEST, until
from tests.server.test_bot_pool import alive


def work(request: Any) -> Any:
    """Does what it is asked to."""
    match request:
        case "hang":
            signal.pause()
        case "fall":
            os._exit(3)
        case "eat":
            return len(bytearray(1 << 30))
        case "count":
            return iter([1, None, 2])
        case "count on":
            return _count_on()
    return request


def _count_on() -> Iterator[int]:
    number = 0
    while True:
        yield (number := number + 1)


def with_worker(check: Callable[[Worker], Coroutine[Any, Any, None]], bounds: Limits | None = None) -> None:
    worker = Worker(work, bounds=bounds)
    try:
        asyncio.run(check(worker))
    finally:
        worker.end()
    assert not alive(worker.pid)


def test_requests_are_answered_one_after_the_other() -> None:
    async def check(worker: Worker) -> None:
        assert [await worker.call(each, LONGEST) for each in ("a", "b", 3)] == ["a", "b", 3]

    with_worker(check)


def test_parts_come_until_the_answer_is_whole_or_stopped() -> None:
    async def check(worker: Worker) -> None:
        heard: list[int] = []
        await worker.stream("count", lambda: False, heard.append)
        assert heard == [1, 2]
        await worker.stream("count on", lambda: len(heard) >= 5, heard.append)
        assert heard[2:5] == [1, 2, 3]
        assert await worker.call("and now", LONGEST) == "and now"

    with_worker(check)


@pytest.mark.parametrize(
    ("request_", "within_s", "error"), [("hang", 0.05, TimeoutError), ("fall", LONGEST, EOFError)]
)
def test_one_that_gives_no_answer_is_ended(request_: str, within_s: float, error: type[Exception]) -> None:
    async def check(worker: Worker) -> None:
        with pytest.raises(error):
            await worker.call(request_, within_s)
        assert worker.ended
        assert not alive(worker.pid)

    with_worker(check)


def test_nobody_gets_the_answer_of_somebody_who_has_left() -> None:
    async def check(worker: Worker) -> None:
        await worker.call("there", LONGEST)
        leaving = asyncio.ensure_future(worker.call("hang", LONGEST))
        await asyncio.sleep(0)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        assert worker.ended
        with pytest.raises(LOST):
            await worker.call("next", LONGEST)

    with_worker(check)


def test_memory_is_bounded_and_the_process_goes_on() -> None:
    async def check(worker: Worker) -> None:
        with pytest.raises(Failed, match="MemoryError"):
            await worker.call("eat", LONGEST)
        assert await worker.call("still there", LONGEST) == "still there"

    with_worker(check, Limits(memory_mib=300, processes=0))


def test_it_ends_with_a_server_that_is_killed() -> None:
    script = (
        "import os, signal, asyncio\n"
        "from kritzel.server.workers import Worker\n"
        "from tests.server.test_workers import work\n"
        "worker = Worker(work)\n"
        f"asyncio.run(worker.call('there', {LONGEST}))\n"
        "print(worker.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    told = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, check=False)
    until(lambda: not alive(int(told.stdout)))
