"""Bots from outside: of an installed package (entry point `kritzel.bots`), a class anywhere
(`package.module:Bot`), or a program that speaks the line protocol (`program:./mybot`). docs/write-a-bot.md.

Names of modules and programs come from the owner of the machine, never from the network: `load` imports and
starts what they name.

A program has a process of its own that can be ended (`program`), and so has every bot at a live table. On the
command line and in the arena, a class from outside thinks in a thread (`Watch`), which is given up when its
time is over.
"""

from __future__ import annotations

import ctypes
import hashlib
import re
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from queue import Empty, Queue
from random import Random
from typing import Any

from kritzel.bots import faults
from kritzel.bots.bot import BUDGET_S, Bot, View
from kritzel.bots.faults import GIVEN_UP, ILLEGAL, LATE, RAISED, STAND_IN, BotFailed, Chosen
from kritzel.bots.program import NoProgram, Program, command
from kritzel.game import Text
from kritzel.games.catalogue import UnknownName

GROUP = "kritzel.bots"
PACKAGE, MODULE, PROGRAM = "package", "module", "program"
"""Where a bot from outside comes from."""

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_CALLED = re.compile(rf"({_NAME.pattern})=(.+)")
_IMPORTABLE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
_LONGEST = 200
"""Characters of what a bot says of itself."""
_HERE = "<", "importlib", str(Path(__file__).parent)
"""Frames of a traceback that say nothing about a bot."""

Choose = Callable[[View, Sequence[Any], Random, float], Any]


class NotABot(UnknownName):
    """What was named cannot play: what is wrong, and where."""


@dataclass(frozen=True, kw_only=True)
class OutsideBot(Bot):
    """A bot that is not ours. All that it does wrong is a BotFailed; its moves are legal."""

    origin: str
    where: str
    """The package, the file or the command."""
    strategy: Choose
    games: tuple[str, ...] = ()
    """The games it plays; empty: any."""
    edition: str = ""
    """A hash of its code; empty where that cannot be read."""

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """One of the moves. BotFailed where it gives none."""
        try:
            with redirect_stdout(sys.stderr):  # what it prints is not what we answer to programs
                move = self.strategy(view, moves, rng, budget)
        except BotFailed:
            raise
        except (Exception, SystemExit) as error:
            raise BotFailed(RAISED, _one_line(error)) from error
        if move not in moves:
            raise BotFailed(ILLEGAL, f"{str(move)[:60]!r}")
        return move


# Time ----------------------------------------------------------------------------------------
def ask(bot: Bot, view: View, moves: Sequence[Any], rng: Random, budget: float = BUDGET_S) -> Chosen:
    """A bot's move, or that of its stand-in."""
    if isinstance(bot, OutsideBot) and bot.origin != PROGRAM:
        bot = _timed(bot)
    try:
        return Chosen(bot.choose(view, moves, rng, budget))
    except BotFailed as fault:
        return Chosen(STAND_IN.choose(view, moves, rng, budget), fault)


@cache
def _timed(bot: OutsideBot) -> OutsideBot:
    """The same bot; it gets no more time than a program."""
    return replace(bot, strategy=Watch(bot.strategy))


class TimeUp(BaseException):
    """Raised in the thread of a bot that is too late; no Exception, which the bot might catch."""


class Watch:
    """`choose` of a bot from outside, and how often in a row it was too late."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self._late = 0
        self._thread: threading.Thread | None = None

    def __call__(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """BotFailed where it thinks for too long, or still of another move."""
        if self._late >= faults.MOST_FAILURES:
            raise BotFailed(GIVEN_UP, str(faults.MOST_FAILURES))
        self._late += 1
        if self._thread is not None and self._thread.is_alive():
            raise BotFailed(LATE, "still thinking of an earlier move")
        move, error = self._answer((view, moves, rng, budget), budget + faults.GRACE_S)
        self._late = 0
        if error is not None:
            raise error
        return move

    def _answer(self, asked: tuple[Any, ...], within: float) -> tuple[Any, BaseException | None]:
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
        except TimeUp:
            return
        except BaseException as error:
            answers.put((None, error))


def _stop(thread: threading.Thread) -> None:
    """Raise TimeUp at its next step in Python. A thread that waits for something else stays until the end of
    this process."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(TimeUp))


# What is named ---------------------------------------------------------------------------------
def is_outside(text: str) -> bool:
    """Whether a text names a module or a program, perhaps with a name of its own before it."""
    return ":" in text


@cache
def load(text: str) -> OutsideBot:
    """The bot of `package.module:Bot` or `program:command`, perhaps with `name=` before it. NotABot."""
    called = _CALLED.fullmatch(text)
    name, what = called.groups() if called else (text, text)
    if what.startswith(f"{PROGRAM}:"):
        return _load_program(name, what.removeprefix(f"{PROGRAM}:").strip())
    if not _IMPORTABLE.fullmatch(what):
        raise _wrong(
            text,
            "Erwartet wird package.module:Bot oder program:./bot",
            "expected package.module:Bot or program:./bot",
        )
    module, _, attribute = what.partition(":")
    return _wrap(name, MODULE, text, _attribute(text, module, attribute))


@cache
def packages() -> dict[str, EntryPoint]:
    """The bots of installed packages, by name; nothing is imported yet."""
    return {each.name: each for each in entry_points(group=GROUP) if _NAME.fullmatch(each.name)}


def from_package(name: str) -> OutsideBot:
    """NotABot where it cannot be loaded."""
    found = _load_package(name)
    if isinstance(found, NotABot):
        raise found
    return found


@cache
def _load_package(name: str) -> OutsideBot | NotABot:
    """Cached: a bot that cannot be loaded is not tried again for every name."""
    entry = packages()[name]
    dist = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
    module, _, attribute = entry.value.partition(":")
    asked = f"{name} ({dist}, {entry.value})"
    try:
        return _wrap(name, PACKAGE, asked, _attribute(asked, module, attribute), dist)
    except NotABot as error:
        return error


# Python ----------------------------------------------------------------------------------------
def _attribute(asked: str, module: str, attribute: str) -> Any:
    holder = _imported(asked, module)
    found: Any = holder
    for part in attribute.split("."):
        if not hasattr(found, part):
            there = [name for name, each in vars(holder).items() if callable(getattr(each, "choose", None))]
            raise _wrong(
                asked,
                f"In {holder.__file__} gibt es kein „{attribute}“. Bots darin: {', '.join(there) or 'keine'}",
                f"there is no '{attribute}' in {holder.__file__}. Bots in it: {', '.join(there) or 'none'}",
            )
        found = getattr(found, part)
    return found


def _imported(asked: str, module: str) -> Any:
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        with redirect_stdout(sys.stderr):
            return import_module(module)
    except ModuleNotFoundError as error:
        if error.name and (module == error.name or module.startswith(f"{error.name}.")):
            raise _wrong(
                asked,
                f"Ein Modul „{error.name}“ ist weder in {Path.cwd()} noch installiert",
                f"there is no module '{error.name}', neither in {Path.cwd()} nor installed",
            ) from None
        raise _unloadable(asked, error) from None
    except (Exception, SystemExit) as error:
        raise _unloadable(asked, error) from None


def _wrap(name: str, origin: str, asked: str, found: Any, where: str = "") -> OutsideBot:
    """A bot of a class or an object with `choose`; everything else about itself is optional."""
    if not callable(getattr(found, "choose", None)):
        raise _wrong(
            asked,
            "Das ist kein Bot: die Methode choose(view, moves, rng, budget) fehlt",
            "this is no bot: it has no method choose(view, moves, rng, budget)",
        )
    try:
        bot = found() if isinstance(found, type) else found
    except (Exception, SystemExit) as error:
        raise _unloadable(asked, error) from None
    file = getattr(sys.modules.get(type(bot).__module__), "__file__", None) or ""
    return OutsideBot(
        name,
        int(getattr(bot, "level", 0)),
        _text(getattr(bot, "title", None)) or _default_title(name),
        _text(getattr(bot, "character", None)) or _UNKNOWN,
        origin=origin,
        where=where or file,
        strategy=bot.choose,
        games=tuple(getattr(bot, "games", ())),
        edition=edition_of(Path(file)) if file else "",
    )


# Programs --------------------------------------------------------------------------------------
def _load_program(name: str, line: str) -> OutsideBot:
    try:
        program = Program(command(line))
        hello = program.introduction()
    except NoProgram as error:
        raise _wrong(f"{PROGRAM}:{line}", error.sentence.de, error.sentence.en) from None
    games = hello.get("games")
    return OutsideBot(
        name,
        0,
        _text(hello.get("name")) or _default_title(name),
        _UNKNOWN,
        origin=PROGRAM,
        where=line,
        strategy=program.choose,
        games=tuple(map(str, games)) if isinstance(games, list) else (),
        edition=edition_of(*[Path(part) for part in program.argv if part != sys.executable]),
    )


# Words -----------------------------------------------------------------------------------------
def _text(said: Any) -> Text | None:
    """A title or a sentence, given in both languages or once for both."""
    both = said if isinstance(said, tuple) and len(said) == len(Text._fields) else (said, said)
    clean = ["".join(filter(str.isprintable, str(each or ""))).strip()[:_LONGEST] for each in both]
    return Text(*clean) if all(clean) else None


def _default_title(name: str) -> Text:
    last = re.split(r"[:/\\]", name.split()[0])[-1].removesuffix(".py")
    return Text(last.capitalize(), last.capitalize())


_UNKNOWN = Text(
    "Kommt von außen; wie stark, hat niemand gemessen.",
    "Comes from outside; nobody has measured how strong.",
)


def _wrong(asked: str, de: str, en: str) -> NotABot:
    return NotABot(Text(f"{asked}: {de}.", f"{asked}: {en}."))


def _unloadable(asked: str, error: BaseException) -> NotABot:
    seen = _one_line(error)
    return _wrong(asked, f"Lässt sich nicht laden: {seen}", f"cannot be loaded: {seen}")


def _one_line(error: BaseException) -> str:
    """An error in one line: what, and where in the bot's own files."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: SyntaxError: {error.msg}"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not any(h in f.filename for h in _HERE)]
    return f"{frames[-1].filename}:{frames[-1].lineno}: {what}" if frames else what


def edition_of(*files: Path) -> str:
    """A hash of these files; paths that are no files are left out."""
    seen = b"".join(file.read_bytes() for file in files if file.is_file())
    return hashlib.sha256(seen).hexdigest()[:12] if seen else ""
