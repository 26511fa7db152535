"""Bots from outside: of an installed package (entry point `kritzel.bots`), a class anywhere
(`package.module:Bot`), or a program that speaks the line protocol (`program:./mybot`). docs/write-a-bot.md.

Names of modules and programs come from whoever owns the machine, never from the network: `load` imports and
starts what it is told.
"""

from __future__ import annotations

import hashlib
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from random import Random
from typing import Any

from kritzel.bots.bot import View
from kritzel.bots.faults import ILLEGAL, RAISED, BotFailed
from kritzel.bots.program import Program, Silent, command
from kritzel.game import Text
from kritzel.games.catalogue import UnknownName

GROUP = "kritzel.bots"
PACKAGE, MODULE, PROGRAM = "package", "module", "program"
"""Where a bot comes from, if it is none of ours."""

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


@dataclass(frozen=True)
class OutsideBot:
    """Somebody else's bot. Whatever it does wrong is a BotFailed; its moves are legal."""

    name: str
    origin: str
    where: str
    """The package, the file or the command."""
    strategy: Choose
    title: Text
    character: Text
    level: int = 0
    """As it says itself; 0 where nobody knows."""
    games: tuple[str, ...] = ()
    """The games it plays; empty: any."""
    edition: str = ""
    """A name for its code as it is now; empty where that cannot be seen."""
    code: None = None
    needs_twin: bool = False
    needs_compiler: bool = False

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """One of the moves. BotFailed where it gives none."""
        try:
            with redirect_stdout(sys.stderr):  # what it prints is not what we answer to programs
                move = self.strategy(view, moves, rng, budget)
        except BotFailed:
            raise
        except (Exception, SystemExit) as error:
            raise BotFailed(RAISED, _seen(error)) from error
        if move not in moves:
            raise BotFailed(ILLEGAL, f"{str(move)[:60]!r}")
        return move


# What is named ---------------------------------------------------------------------------------
def is_outside(text: str) -> bool:
    """Whether a text names a module or a program, perhaps with a name of its own before it."""
    return ":" in text


@cache
def load(text: str) -> OutsideBot:
    """The bot of `package.module:Bot` or `program:command`; `name=` before it is what it is called here.

    NotABot says what is wrong and where.
    """
    called = _CALLED.fullmatch(text)
    name, what = called.groups() if called else (text, text)
    if what.startswith(f"{PROGRAM}:"):
        return _of_program(name, what.removeprefix(f"{PROGRAM}:").strip())
    if not _IMPORTABLE.fullmatch(what):
        raise _wrong(
            text,
            "Erwartet wird package.module:Bot oder program:./bot",
            "expected package.module:Bot or program:./bot",
        )
    module, _, attribute = what.partition(":")
    return _made(name, MODULE, text, _found(text, module, attribute))


@cache
def packages() -> dict[str, EntryPoint]:
    """The bots that installed packages bring, by name; nothing is imported yet."""
    return {each.name: each for each in entry_points(group=GROUP) if _NAME.fullmatch(each.name)}


def from_package(name: str) -> OutsideBot:
    """The bot of this name that a package brings. NotABot where it cannot be loaded."""
    found = _packed(name)
    if isinstance(found, NotABot):
        raise found
    return found


@cache
def _packed(name: str) -> OutsideBot | NotABot:
    """Tried once: one that cannot be loaded is not tried again with every name."""
    entry = packages()[name]
    dist = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
    module, _, attribute = entry.value.partition(":")
    asked = f"{name} ({dist}, {entry.value})"
    try:
        return _made(name, PACKAGE, asked, _found(asked, module, attribute), dist)
    except NotABot as error:
        return error


# Python ----------------------------------------------------------------------------------------
def _found(asked: str, module: str, attribute: str) -> Any:
    """What a module has under this name."""
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
    """A module, also one of this folder."""
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


def _made(name: str, origin: str, asked: str, found: Any, where: str = "") -> OutsideBot:
    """A bot of a class or an object that can choose; everything else it may say of itself."""
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
        origin,
        where or file,
        bot.choose,
        _text(getattr(bot, "title", None)) or _called(name),
        _text(getattr(bot, "character", None)) or _UNKNOWN,
        int(getattr(bot, "level", 0)),
        tuple(getattr(bot, "games", ())),
        edition_of(Path(file)) if file else "",
    )


# Programs --------------------------------------------------------------------------------------
def _of_program(name: str, line: str) -> OutsideBot:
    try:
        program = Program(command(line))
        hello = program.introduced()
    except Silent as error:
        raise _wrong(f"{PROGRAM}:{line}", error.sentence.de, error.sentence.en) from None
    title, listed = _text(hello.get("name")) or _called(name), hello.get("games")
    games = tuple(map(str, listed)) if isinstance(listed, list) else ()
    edition = edition_of(*[Path(part) for part in program.argv if part != sys.executable])
    return OutsideBot(name, PROGRAM, line, program.choose, title, _UNKNOWN, 0, games, edition)


# Words -----------------------------------------------------------------------------------------
def _text(said: Any) -> Text | None:
    """A title or a sentence: in both languages, or one for both."""
    both = said if isinstance(said, tuple) and len(said) == len(Text._fields) else (said, said)
    clean = ["".join(filter(str.isprintable, str(each or ""))).strip()[:_LONGEST] for each in both]
    return Text(*clean) if all(clean) else None


def _called(name: str) -> Text:
    """What a bot is called that does not say so: its own name, without where it lies."""
    last = re.split(r"[:/\\]", name.split()[0])[-1].removesuffix(".py")
    return Text(last.capitalize(), last.capitalize())


_UNKNOWN = Text(
    "Kommt von außen; wie stark, hat niemand gemessen.",
    "Comes from outside; nobody has measured how strong.",
)


def _wrong(asked: str, de: str, en: str) -> NotABot:
    return NotABot(Text(f"{asked}: {de}.", f"{asked}: {en}."))


def _unloadable(asked: str, error: BaseException) -> NotABot:
    seen = _seen(error)
    return _wrong(asked, f"Lässt sich nicht laden: {seen}", f"cannot be loaded: {seen}")


def _seen(error: BaseException) -> str:
    """An error in one line: what, and where in the bot's own files."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: SyntaxError: {error.msg}"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not any(h in f.filename for h in _HERE)]
    return f"{frames[-1].filename}:{frames[-1].lineno}: {what}" if frames else what


def edition_of(*files: Path) -> str:
    """A name for files as they are now; those that are none are left out."""
    seen = b"".join(file.read_bytes() for file in files if file.is_file())
    return hashlib.sha256(seen).hexdigest()[:12] if seen else ""
