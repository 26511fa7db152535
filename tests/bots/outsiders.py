"""Bots from outside for tests, good and bad ones; named as `tests.bots.outsiders:Last`."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from kritzel.bots import View


class Last:
    """Always the last of the moves."""

    title = ("Letzter", "Last One")
    character = ("Nimmt immer den letzten Zug.", "Always takes the last move.")
    level = 2

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """The last one."""
        return moves[-1]


class OnlyTraexx(Last):
    """Plays one game only."""

    games = ("traexx",)


class Stumbles(Last):
    """Raises an error at every other table, and cheats at the others."""

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """Nothing good."""
        if rng.random() < 0.5:
            raise KeyError("where was I")
        return "a1 and b2 at once"


class Talks(Last):
    """Prints what it thinks, and leaves in the middle of a game."""

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """Any move, or none."""
        print("I think of", moves[0])
        if len(moves) > 2:
            sys.exit(0)
        return moves[0]


class Nosy(Last):
    """Says what it sees of the world, as an error."""

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """The names of all environment variables, and a process that has left the session."""
        raise LookupError(json.dumps({"env": [*os.environ], "left": left_behind()}))


def left_behind() -> int:
    """The number of a process that has a session of its own and no parent."""
    reading, writing = os.pipe()
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.write(writing, str(os.getpid()).encode())
            os.closerange(0, 100)
            threading.Event().wait()
        os._exit(0)
    os.wait()
    return int(os.read(reading, 20))


class Sleeps(Last):
    """Never comes to a decision."""

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """Not in this life."""
        threading.Event().wait()


class Broods(Last):
    """Thinks on and on in Python, and takes no error for an answer."""

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """Nothing, ever."""
        while True:
            with suppress(Exception):
                sum(range(100))


class Fussy(Last):
    """Cannot be made without an argument."""

    def __init__(self, needed: int) -> None:
        self.needed = needed


LAST = Last()
NOBODY = object()
