"""A bot that is a program of its own, in any language: the line protocol (docs/write-a-bot.md).

One JSON object per line, over its standard input and output. A program keeps no game in mind: each question
carries the whole position. It is started when it is first asked, ended when nobody needs it any more, and
started again after it failed; one that fails again and again is given up. It runs under guard (`guard`).
"""

from __future__ import annotations

import atexit
import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from queue import Empty, Full, Queue
from random import Random
from typing import Any

from kritzel.bots import faults, guard
from kritzel.bots.bot import View
from kritzel.bots.faults import CRASHED, GARBAGE, GIVEN_UP, ILLEGAL, LATE, WHY, BotFailed
from kritzel.bots.guard import Limits
from kritzel.game import Text

PROTOCOL = 1
HELLO_WITHIN = 30.0
"""Seconds in which a program has to say hello."""
GOODBYE = 2.0
"""Seconds a program has to end by itself."""
GUARD_WITHIN = 10.0
"""Seconds a guard has to end what is below it."""
LONGEST_LINE = 64 * 1024
"""Bytes of an answer."""
SEED_BITS = 53
"""As many as a number of JSON has in every language."""
LIMITS: Limits | None = None
"""Bounds of all programs of this process, where they are not the usual ones."""
_LAST_WORDS = 5


class Silent(RuntimeError):
    """A program that cannot be started, or does not say hello."""

    def __init__(self, de: str, en: str) -> None:
        self.sentence = Text(de, en)
        super().__init__(en)


def command(line: str) -> list[str]:
    """The words of a command line; a file of Python runs with this Python. Silent where there is none."""
    try:
        words = shlex.split(line, posix=os.name == "posix")
    except ValueError as error:
        raise Silent(f"Das ist keine Befehlszeile ({error})", f"this is no command line ({error})") from None
    if not words:
        raise Silent("Es fehlt, welches Programm", "it does not say which program")
    if words[0].endswith(".py") and Path(words[0]).is_file():
        return [sys.executable, *words]
    found = shutil.which(words[0])
    if found is None:
        there = Path(words[0]).exists()
        raise Silent(
            f"{words[0]} {'ist nicht ausführbar' if there else 'gibt es nicht'}",
            f"{words[0]} {'is not executable' if there else 'does not exist'}",
        )
    return [found, *words[1:]]


class Process:
    """A program that runs. Lines come in by a thread, so that nobody waits longer than they want to."""

    def __init__(self, argv: Sequence[str], limits: Limits) -> None:
        pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        held, self._leash = os.pipe()
        if guard.POSIX:
            argv = guard.command(argv, limits, held)
            pipes |= {"pass_fds": (held,), "start_new_session": True}
        try:
            self._process: Any = subprocess.Popen(list(argv), env=guard.clean_environment(), **pipes)
        except OSError:
            os.close(self._leash)
            raise
        finally:
            os.close(held)
        self._heard: Queue[bytes] = Queue(16)
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._threads = [
            threading.Thread(target=each, daemon=True) for each in (self._listen, self._overhear)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return int(self._process.pid)

    def say(self, message: dict[str, Any]) -> None:
        """Tell it something. BotFailed where nobody listens."""
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._crash() from None

    def hear(self, within: float) -> dict[str, Any]:
        """What it says next. BotFailed where that comes too late, not at all, or is no JSON object."""
        try:
            line = self._heard.get(timeout=within)
        except Empty:
            raise BotFailed(LATE, f"{within:g} s") from None
        if not line:
            raise self._crash()
        try:
            said = json.loads(line)
        except ValueError:
            said = None
        if not isinstance(said, dict):
            raise BotFailed(GARBAGE, _short(line))
        return said

    def end(self, *, kindly: bool) -> None:
        """End it: by saying goodbye and waiting for a moment, or at once. Nothing of it is left running."""
        with suppress(BotFailed):
            if kindly:
                self.say({"t": "bye"})
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE if kindly else 0)
        os.close(self._leash)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GUARD_WITHIN if guard.POSIX else 0)
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(GOODBYE)

    def _listen(self) -> None:
        """One that talks on and on without being asked is not listened to any longer."""
        with self._process.stdout as out, suppress(Full):
            while line := out.readline(LONGEST_LINE):
                self._heard.put_nowait(line)
            self._heard.put_nowait(b"")

    def _overhear(self) -> None:
        """What it writes to its error output is read, so that it never waits, and its end is kept."""
        with self._process.stderr as err:
            while line := err.readline(LONGEST_LINE):
                self._last_words.append(_short(line))

    def _crash(self) -> BotFailed:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE)
        self._threads[1].join(GOODBYE)
        code = self._process.poll()
        ended = "EOF" if code is None else f"exit {code}"
        return BotFailed(CRASHED, ": ".join([ended, *list(self._last_words)[-1:]]))


class Program:
    """A program that plays; its process comes and goes."""

    def __init__(self, argv: Sequence[str]) -> None:
        self.argv = tuple(argv)
        self._process: Process | None = None
        self._failures = self._questions = 0
        self._sheet = ""
        self._lock = threading.Lock()
        _PROGRAMS.append(self)

    # Playing -----------------------------------------------------------------------------------
    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """The move it answers. BotFailed where it has none; after most faults it is started again."""
        texts = [view.game.notation.move_text(view.state.sheet, move) for move in moves]
        with self._lock:
            try:
                answer = self._asked(view, texts, rng.getrandbits(SEED_BITS), budget)
            except BotFailed:
                self._failures += 1
                self._drop(kindly=False)
                raise
            if answer not in texts:  # no reason to start it again, and none to forget earlier failures
                raise BotFailed(ILLEGAL, _short(str(answer).encode()))
            self._failures = 0
        return moves[texts.index(answer)]

    def _asked(self, view: View, texts: Sequence[str], seed: int, budget: float) -> Any:
        process = self._running()
        self._tell_game(process, view)
        self._questions += 1
        asked = {"t": "move", "id": self._questions, "seat": view.seat}
        asked |= {"position": view.game.notation.position_text(view.state), "moves": list(texts)}
        process.say({**asked, "budget_ms": round(1000 * budget), "seed": seed})
        said = process.hear(budget + faults.GRACE)
        if said.get("t") != "move" or said.get("id") != self._questions or "move" not in said:
            raise BotFailed(GARBAGE, _short(json.dumps(said).encode()))
        return said["move"]

    def _tell_game(self, process: Process, view: View) -> None:
        """Which game it is about: said before the first question, and whenever it is another one."""
        sheet, seats = view.state.sheet, len(view.game.rules.score(view.state))
        about = {"game": view.game.slug, "rules_version": view.game.rules.version, "seats": seats}
        about |= {"sheet": f"{view.game.slug}/{sheet.id}", "text": sheet.source}
        if self._sheet != (now := json.dumps(about)):
            process.say({"t": "game", **about})
            self._sheet = now

    # The process -------------------------------------------------------------------------------
    def introduced(self) -> dict[str, Any]:
        """What it says of itself; it is started for that and ended again. Silent where it says nothing."""
        with self._lock:
            try:
                return self._greeted(self._start())
            except BotFailed as error:
                why = WHY[error.kind]
                raise Silent(
                    f"Das Programm grüßt nicht mit hello, Protokoll {PROTOCOL} ({why.de}: {error.said})",
                    f"the program does not say hello with protocol {PROTOCOL} ({why.en}: {error.said})",
                ) from None
            finally:
                self._drop(kindly=True)

    def _running(self) -> Process:
        if self._process is None:
            if self._failures >= faults.MOST_FAILURES:
                raise BotFailed(GIVEN_UP, str(faults.MOST_FAILURES))
            self._greeted(self._start())
        assert self._process is not None
        return self._process

    def _start(self) -> Process:
        try:
            self._process, self._sheet = Process(self.argv, LIMITS or Limits.chosen()), ""
        except OSError as error:
            raise BotFailed(CRASHED, str(error.strerror)) from None
        return self._process

    def _greeted(self, process: Process) -> dict[str, Any]:
        process.say({"t": "hello", "protocol": PROTOCOL, "kritzel": version("kritzel")})
        said = process.hear(HELLO_WITHIN)
        if said.get("t") != "hello" or said.get("protocol") != PROTOCOL:
            raise BotFailed(GARBAGE, _short(json.dumps(said).encode()))
        return said

    def _drop(self, *, kindly: bool) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end(kindly=kindly)

    def end(self) -> None:
        """End its process, if it runs."""
        with self._lock:
            self._drop(kindly=True)


# All of them -----------------------------------------------------------------------------------
_PROGRAMS: list[Program] = []
_COUNT = threading.Lock()
_games = 0


@contextmanager
def running() -> Iterator[None]:
    """Programs may be asked in here; with the last one who leaves, all of them are ended."""
    global _games
    with _COUNT:
        _games += 1
    try:
        yield
    finally:
        with _COUNT:
            _games -= 1
            if not _games:
                end_all()


def end_all() -> None:
    """End all programs of this process."""
    for program in _PROGRAMS:
        program.end()


atexit.register(end_all)


def _short(said: bytes) -> str:
    text = said.decode("utf-8", "replace").strip()
    return text if len(text) <= 120 else f"{text[:120]}..."
