"""Asking a bot where nobody else looks at a clock: on the command line, in the arena.

A program has a process of its own that can be ended (`program`), and so has every bot at a live table. A
class from outside thinks right here, in a thread: once its time is up nobody waits for it any longer.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from queue import Empty, Queue
from random import Random
from typing import Any

from kritzel.bots import faults
from kritzel.bots.bot import BUDGET, Bot, View
from kritzel.bots.faults import GIVEN_UP, LATE, STAND_IN, BotFailed, Chosen
from kritzel.bots.outside import PROGRAM, Choose, OutsideBot


def ask(bot: Bot, view: View, moves: Sequence[Any], rng: Random, budget: float = BUDGET) -> Chosen:
    """A bot's move, or that of its stand-in."""
    try:
        return Chosen(watched(bot).choose(view, moves, rng, budget))
    except BotFailed as fault:
        return Chosen(STAND_IN.choose(view, moves, rng, budget), fault)


def watched(bot: Bot) -> Bot:
    """The same bot, and nobody waits for it longer than for a program."""
    return _timed(bot) if isinstance(bot, OutsideBot) and bot.origin != PROGRAM else bot


@cache
def _timed(bot: OutsideBot) -> OutsideBot:
    return replace(bot, strategy=Watch(bot.strategy))


class Stop(BaseException):
    """Said to a bot whose time is up; no error that it could take for one of its own."""


class Watch:
    """Somebody else's `choose`, and how often it was too late, one time after the other."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self._late = 0
        self._thread: threading.Thread | None = None

    def __call__(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """What it answers, or raises. BotFailed where it thinks for too long, or still of another move."""
        if self._late >= faults.MOST_FAILURES:
            raise BotFailed(GIVEN_UP, str(faults.MOST_FAILURES))
        self._late += 1
        if self._thread is not None and self._thread.is_alive():
            raise BotFailed(LATE, "still thinking of an earlier move")
        move, error = self._answered((view, moves, rng, budget), budget + faults.GRACE)
        self._late = 0
        if error is not None:
            raise error
        return move

    def _answered(self, asked: tuple[Any, ...], within: float) -> tuple[Any, BaseException | None]:
        answers: Queue[tuple[Any, BaseException | None]] = Queue()
        self._thread = threading.Thread(target=self._think, args=(asked, answers), daemon=True)
        self._thread.start()
        try:
            return answers.get(timeout=within)
        except Empty:
            _stop(self._thread)
            raise BotFailed(LATE, f"{within:g} s") from None

    def _think(self, asked: tuple[Any, ...], answers: Queue[tuple[Any, BaseException | None]]) -> None:
        try:
            answers.put((self._choose(*asked), None))
        except Stop:
            return
        except BaseException as error:
            answers.put((None, error))


def _stop(thread: threading.Thread) -> None:
    """Have it stop with its next step in Python. One that waits for something else is left behind; it ends
    with this process at the latest."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Stop))
