"""A process that works for the server: bots, reviews and checks of records are each a `Worker`.

It answers one request at a time, in the order in which they come. It ends with the server, also when that is
killed, and never hears Ctrl-C or SIGTERM: the server decides when it ends.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from kritzel.bots import guard
from kritzel.bots.guard import Limits

T = TypeVar("T")
LOOK_EVERY_S = 0.5
"""How often `leave` is called while a request runs."""
_STOP = None
"""Sent to a process instead of a request: the rest of the answer is not needed."""
LOST = (TimeoutError, EOFError, OSError)
"""What is raised where the process gives no answer: too late, ended, never there. It is ended then."""


class Failed(RuntimeError):
    """The request raised an error; the process goes on."""


class Worker:
    """A process that was started for `handler`, a function of a module, which gets every request.

    What it returns is the answer. An iterator gives parts of an answer, each sent as soon as it is there (but
    for None), and can be stopped between them. `prepare` is called before the first request. `bounds` are for
    code or data that is not ours: that process does not see the server's settings, and what it starts ends
    with it.
    """

    def __init__(
        self,
        handler: Callable[[Any], Any],
        *,
        prepare: Callable[[], None] | None = None,
        name: str = "kritzel-worker",
        nice: int = 0,
        bounds: Limits | None = None,
    ) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, handler, prepare, nice, bounds), name=name, daemon=True
        )
        with _deaf():
            self._process.start()
        theirs.close()
        self._bounded = bounds is not None
        # Its own: it waits for long, and the threads of asyncio are few.
        self._thread = ThreadPoolExecutor(1, "kritzel-worker")
        self.ended = False

    @property
    def pid(self) -> int | None:
        return self._process.pid

    async def call(self, request: Any, within_s: float) -> Any:
        """The answer. Failed; or one of LOST, and then the process is ended."""
        *_, (_, answer) = await self._in_thread(lambda: [*self._messages(request, within_s)])
        return answer

    async def stream(self, request: Any, leave: Callable[[], bool], hear: Callable[[Any], None]) -> None:
        """`hear` each part of an answer, until it is whole or `leave` tells to stop. The same errors."""
        loop = asyncio.get_running_loop()

        def listen() -> None:
            for kind, said in self._messages(request, LOOK_EVERY_S, leave):
                if kind == "part":
                    loop.call_soon_threadsafe(hear, said)

        await self._in_thread(listen)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        """Cancelling ends the process, or the next one who asks would get this answer."""
        if self.ended:
            raise EOFError
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except asyncio.CancelledError:
            self.end()
            raise

    def _messages(
        self, request: Any, within_s: float, leave: Callable[[], bool] | None = None
    ) -> Iterator[tuple[str, Any]]:
        """What the process says to a request, the answer last. `within_s`: until it says something; or, with
        `leave`, until that is asked again. Blocks."""
        stopped, kind = False, ""
        try:
            self._line.send(request)
            while kind != "done":
                if leave is not None and not stopped and (stopped := leave()):
                    self._line.send(_STOP)
                if self._line.poll(within_s):
                    kind, said = self._line.recv()
                    if kind == "failed":
                        raise Failed(said)
                    yield kind, said
                elif leave is None:
                    raise TimeoutError
        except LOST:
            self.end()
            raise

    def end(self) -> None:
        """End the process, whatever it is doing, and what it has started."""
        self.ended = True
        if self._bounded and self._process.is_alive():
            guard.kill_below(self._process.pid or 0)
            with suppress(OSError, AttributeError):  # it has no session yet
                os.killpg(self._process.pid or 0, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._thread.shutdown(wait=False)


@contextmanager
def _deaf() -> Iterator[None]:
    """A process started now never hears that the server is to end (Ctrl-C goes to all of a terminal): the
    server ends it, and what it was compiling has not failed."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # or starting it would let the signals in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the process --------------------------------------------------------------------------------
def _serve(
    line: Connection,
    handler: Callable[[Any], Any],
    prepare: Callable[[], None] | None,
    nice: int,
    bounds: Limits | None,
) -> None:
    _end_with_the_server()
    if bounds is not None and guard.POSIX:
        os.setsid()
        guard.adopt_orphans()
        guard.forget_settings()
        guard.apply(bounds)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    if prepare is not None:
        prepare()
    with suppress(EOFError):
        while True:
            request = line.recv()
            if request is not _STOP:  # one that came too late
                line.send(_answer(line, handler, request))


def _answer(line: Connection, handler: Callable[[Any], Any], request: Any) -> tuple[str, Any]:
    try:
        result = handler(request)
        if not isinstance(result, Iterator):
            return "done", result
        for part in result:
            if part is not None:
                line.send(("part", part))
            if line.poll():
                line.recv()
                break
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"
    return "done", None


def _end_with_the_server() -> None:
    """A worker whose server was killed ends too, with what it has started."""
    server = parent_process()

    def watch() -> None:
        wait([server.sentinel])  # type: ignore[union-attr]
        guard.kill_below(os.getpid())
        os._exit(0)

    if server is not None:
        threading.Thread(target=watch, daemon=True).start()
