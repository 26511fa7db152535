"""A bot that is a program of its own, in any language: the line protocol (docs/write-a-bot.md).

One JSON object per line, over its standard input and output. A program has to remember no game: each question
carries the whole position. It is started when it is first asked, ended when no game needs it any more, and
started again after it failed; one that fails too often is given up. It runs under guard (`guard`).
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
HELLO_WITHIN_S = 30.0
GOODBYE_S = 2.0
"""The time that a program has to end after it was told to."""
GUARD_WITHIN_S = 10.0
"""The time that a guard has to end the processes below it."""
MAX_LINE_BYTES = 64 * 1024
SEED_BITS = 53
"""Exact as a number of JSON in every language."""
LIMITS: Limits | None = None
"""Bounds of all programs of this process, where they are not the default ones."""
_LAST_WORDS = 5
"""Lines of the error output that are remembered."""


class NoProgram(RuntimeError):
    """A program that cannot be started, or does not say hello."""

    def __init__(self, de: str, en: str) -> None:
        self.sentence = Text(de, en)
        super().__init__(en)


def command(line: str) -> list[str]:
    """The words of a command line; a file of Python runs with this Python. NoProgram where there is none."""
    try:
        words = shlex.split(line, posix=os.name == "posix")
    except ValueError as error:
        raise NoProgram(
            f"Das ist keine Befehlszeile ({error})", f"this is no command line ({error})"
        ) from None
    if not words:
        raise NoProgram("Es fehlt, welches Programm", "it does not say which program")
    if words[0].endswith(".py") and Path(words[0]).is_file():
        return [sys.executable, *words]
    found = shutil.which(words[0])
    if found is None:
        there = Path(words[0]).exists()
        raise NoProgram(
            f"{words[0]} {'ist nicht ausführbar' if there else 'gibt es nicht'}",
            f"{words[0]} {'is not executable' if there else 'does not exist'}",
        )
    return [found, *words[1:]]


class Process:
    """A running program. A thread reads its lines, so that waiting for them can be bounded."""

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
        return int(self._process.pid)

    def say(self, message: dict[str, Any]) -> None:
        """Send a message. BotFailed where the process has ended."""
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._crash() from None

    def hear(self, within: float) -> dict[str, Any]:
        """Its next message. BotFailed where that is too late, missing, or no JSON object."""
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
        """End it and all that it started: after a goodbye and a moment, or at once."""
        with suppress(BotFailed):
            if kindly:
                self.say({"t": "bye"})
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE_S if kindly else 0)
        os.close(self._leash)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GUARD_WITHIN_S if guard.POSIX else 0)
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(GOODBYE_S)

    def _listen(self) -> None:
        """Ends when the queue is full: a program that talks without being asked is not heard any longer."""
        with self._process.stdout as out, suppress(Full):
            while line := out.readline(MAX_LINE_BYTES):
                self._heard.put_nowait(line)
            self._heard.put_nowait(b"")

    def _overhear(self) -> None:
        """Reads its error output, so that it never blocks, and remembers the last lines."""
        with self._process.stderr as err:
            while line := err.readline(MAX_LINE_BYTES):
                self._last_words.append(_short(line))

    def _crash(self) -> BotFailed:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE_S)
        self._threads[1].join(GOODBYE_S)
        code = self._process.poll()
        ended = "EOF" if code is None else f"exit {code}"
        return BotFailed(CRASHED, ": ".join([ended, *list(self._last_words)[-1:]]))


class Program:
    """A program that plays; its process is started when it is needed."""

    def __init__(self, argv: Sequence[str]) -> None:
        self.argv = tuple(argv)
        self._process: Process | None = None
        self._failures = self._questions = 0
        self._sheet = ""
        self._lock = threading.Lock()
        _PROGRAMS.append(self)

    # Playing -----------------------------------------------------------------------------------
    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """The move it answers. BotFailed where it answers none; after most failures it is started again."""
        texts = [view.game.notation.move_text(view.state.sheet, move) for move in moves]
        with self._lock:
            try:
                answer = self._question(view, texts, rng.getrandbits(SEED_BITS), budget)
            except BotFailed:
                self._failures += 1
                self._drop(kindly=False)
                raise
            if answer not in texts:  # it is neither started again, nor are earlier failures forgotten
                raise BotFailed(ILLEGAL, _short(str(answer).encode()))
            self._failures = 0
        return moves[texts.index(answer)]

    def _question(self, view: View, texts: Sequence[str], seed: int, budget: float) -> Any:
        process = self._running()
        self._tell_game(process, view)
        self._questions += 1
        asked = {"t": "move", "id": self._questions, "seat": view.seat}
        asked |= {"position": view.game.notation.position_text(view.state), "moves": list(texts)}
        process.say({**asked, "budget_ms": round(1000 * budget), "seed": seed})
        said = process.hear(budget + faults.GRACE_S)
        if said.get("t") != "move" or said.get("id") != self._questions or "move" not in said:
            raise BotFailed(GARBAGE, _short(json.dumps(said).encode()))
        return said["move"]

    def _tell_game(self, process: Process, view: View) -> None:
        """Sends the game before the first question, and when it is another one."""
        sheet, seats = view.state.sheet, len(view.game.rules.score(view.state))
        about = {"game": view.game.slug, "rules_version": view.game.rules.version, "seats": seats}
        about |= {"sheet": f"{view.game.slug}/{sheet.id}", "text": sheet.source}
        if self._sheet != (now := json.dumps(about)):
            process.say({"t": "game", **about})
            self._sheet = now

    # The process -------------------------------------------------------------------------------
    def introduction(self) -> dict[str, Any]:
        """What it says of itself; it is started for that and ended again. NoProgram without a hello."""
        with self._lock:
            try:
                return self._greet(self._start())
            except BotFailed as error:
                why = WHY[error.kind]
                raise NoProgram(
                    f"Das Programm grüßt nicht mit hello, Protokoll {PROTOCOL} ({why.de}: {error.said})",
                    f"the program does not say hello with protocol {PROTOCOL} ({why.en}: {error.said})",
                ) from None
            finally:
                self._drop(kindly=True)

    def _running(self) -> Process:
        if self._process is None:
            if self._failures >= faults.MOST_FAILURES:
                raise BotFailed(GIVEN_UP, str(faults.MOST_FAILURES))
            self._greet(self._start())
        assert self._process is not None
        return self._process

    def _start(self) -> Process:
        try:
            self._process, self._sheet = Process(self.argv, LIMITS or Limits.from_env()), ""
        except OSError as error:
            raise BotFailed(CRASHED, str(error.strerror)) from None
        return self._process

    def _greet(self, process: Process) -> dict[str, Any]:
        process.say({"t": "hello", "protocol": PROTOCOL, "kritzel": version("kritzel")})
        said = process.hear(HELLO_WITHIN_S)
        if said.get("t") != "hello" or said.get("protocol") != PROTOCOL:
            raise BotFailed(GARBAGE, _short(json.dumps(said).encode()))
        return said

    def _drop(self, *, kindly: bool) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end(kindly=kindly)

    def end(self) -> None:
        with self._lock:
            self._drop(kindly=True)


# All of them -----------------------------------------------------------------------------------
_PROGRAMS: list[Program] = []
_COUNT = threading.Lock()
_games = 0


@contextmanager
def running() -> Iterator[None]:
    """Programs may be asked inside; when the last caller leaves, all of them are ended."""
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
    for program in _PROGRAMS:
        program.end()


atexit.register(end_all)


def _short(said: bytes) -> str:
    text = said.decode("utf-8", "replace").strip()
    return text if len(text) <= 120 else f"{text[:120]}..."
