"""A process in which bots think, so that nobody waits for them: as plain Python, or compiled."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

from kritzel import bots
from kritzel.fast.cache import Skill
from kritzel.fast.twin import PLAIN
from kritzel.games import catalogue
from kritzel.minds.mind import has_mind, mind
from kritzel.server.bots.hinting import Advice, HintQuestion, advise
from kritzel.server.bots.questions import Question, answer, exercise, from_outside, needs_compiler

LEARN_WITHIN = 1800.0
"""Seconds a process may take to compile for one bot in one game; nobody waits for it."""
GENTLE = 5
"""How far compiling ahead steps back behind everything else the machine does."""


class Failed(RuntimeError):
    """The bot stumbled; its process goes on."""


class Worker:
    """A process that answers one question at a time.

    A `plain` one runs the twins as plain Python: it can answer at once, for all who need no compiler. One
    with names of bots from `outside` answers for those. Any other compiles, or loads what was compiled, and
    answers for those it has learned.
    """

    def __init__(self, *, plain: bool = False, gentle: bool = False, outside: Sequence[str] = ()) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(
            target=_work, args=(theirs, plain, gentle, tuple(outside)), name="kritzel-bot", daemon=True
        )
        with deaf():
            self._process.start()
        theirs.close()
        self.plain, self.outside = plain, tuple(outside)
        self.skills: frozenset[Skill] = frozenset()
        self.busy = False

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    @property
    def learns(self) -> bool:
        """Whether it compiles, or loads what was compiled."""
        return not self.plain and not self.outside

    def can(self, what: Skill) -> bool:
        """Whether it answers for this."""
        if self.outside or from_outside(what[0]):
            return bool(self.outside) and from_outside(what[0])
        return not needs_compiler(what[0]) if self.plain else what in self.skills

    async def answer(self, asked: Question, within: float) -> str:
        """The bot's move. Failed; or TimeoutError, EOFError, OSError: then the process is of no more use."""
        return str(await asyncio.to_thread(self._answered, asked, within))

    async def advise(self, asked: HintQuestion, within: float) -> Advice:
        """What the best judge would do. The same errors."""
        advice: Advice = await asyncio.to_thread(self._answered, asked, within)
        return advice

    async def learn(self, what: Skill) -> None:
        """Compile or load what this needs. The same errors."""
        await self.answer(exercise(*what), LEARN_WITHIN)
        self.skills |= {what}

    def _answered(self, asked: Question | HintQuestion, within: float) -> Any:
        self._line.send(asked)
        if not self._line.poll(within):
            raise TimeoutError
        move, problem = self._line.recv()
        if problem:
            raise Failed(problem)
        return move

    def end(self) -> None:
        """End the process, whatever it is doing, and the programs it has started."""
        if self.outside and self._process.is_alive() and hasattr(os, "killpg"):
            with suppress(ProcessLookupError):  # it has not got as far as being a group of its own
                os.killpg(self._process.pid or 0, signal.SIGKILL)
        self._process.kill()
        self._process.join()


@contextmanager
def deaf() -> Iterator[None]:
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
def _work(line: Connection, plain: bool, gentle: bool, outside: Sequence[str]) -> None:
    """Answer questions until the server hangs up."""
    if outside and hasattr(os, "setpgrp"):
        os.setpgrp()  # together with the programs that it starts
    end_with_the_server(together=bool(outside))
    for text in outside:
        _attempt(text)
    if gentle and hasattr(os, "nice"):
        os.nice(GENTLE)
    if plain:
        _get_ready_plainly()
    while True:
        try:
            asked = line.recv()
        except EOFError:
            return
        line.send(_attempted(asked))


def _get_ready_plainly() -> None:
    """Read all minds before anybody asks: that is most of the first answer."""
    os.environ[PLAIN] = "1"
    for slug in catalogue.GAMES:
        if has_mind(slug):
            mind(slug)


def _attempt(text: str) -> None:
    """Have a bot from outside there before anybody asks; whoever asks for one that cannot play is told."""
    with suppress(Exception):
        bots.enrol(text)


def _attempted(asked: Question | HintQuestion) -> tuple[str | Advice, str]:
    """A move, or advice, or what went wrong."""
    try:
        return (advise(asked) if isinstance(asked, HintQuestion) else answer(asked)), ""
    except Exception as error:
        return "", f"{type(error).__name__}: {error}"


def end_with_the_server(*, together: bool) -> None:
    """A worker whose server was killed ends too, `together` with the programs it has started."""
    server = parent_process()

    def watch() -> None:
        wait([server.sentinel])  # type: ignore[union-attr]
        if together and hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(0)

    if server is not None:
        threading.Thread(target=watch, daemon=True).start()
