"""The story of a table as each viewer may know it: what happened, numbered without gaps. Knows no rule.

What a seat chooses while others choose too is held back from the others until the choice is settled, and
then told in the order it happened. Each viewer counts on their own, so that not even a missing number
tells that somebody has moved. The numbers come out the same whenever the log is folded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import structs

from kritzel.game import LANGUAGES, Happening, Said, Seat, State, Text
from kritzel.games.catalogue import AnyGame
from kritzel.server.table import instead, log
from kritzel.server.wire.parts import Spoken, Words


class Line(NamedTuple):
    """One line to be told: by whom, whether it is held back, whether it settles what was held back.

    `said` is the move it is about, or what chance brought; `undoes` the version of the move that it takes
    back, `brought` what came by itself with it.
    """

    version: int
    event: log.Event
    said: Said | None = None
    hidden: bool = False
    settles: bool = False
    undoes: int = 0
    brought: tuple[Happening, ...] = ()


class Feed:
    """What one kind of viewer has been told: whoever sits on these seats, or nobody's (watching)."""

    def __init__(self, seats: frozenset[Seat]) -> None:
        self.seats = seats
        self.entries: list[Spoken] = []
        self.at: dict[int, int] = {}
        self.last_chance = 0
        self._held: dict[int, Line] = {}
        self._read = 0

    def read(self, lines: Sequence[Line]) -> Feed:
        """Take in what is new."""
        if self._read == len(lines):
            return self
        for line in lines[self._read :]:
            self._take(line)
        self._read = len(lines)
        return self

    def _take(self, line: Line) -> None:
        if isinstance(line.event, log.TakenUp):
            self._held.clear()
        mine = line.event.seat in self.seats
        if line.hidden and not mine:
            self._held[line.version] = line
        elif not line.undoes or mine or self._held.pop(line.undoes, None) is None:
            self._tell(line)
        if line.settles:
            for held in self._held.values():
                self._tell(held)
            self._held.clear()
        for each in line.brought:
            self.entries.append(_brought(len(self.entries) + 1, each))

    def _tell(self, line: Line) -> None:
        told = _told(len(self.entries) + 1, line.event, line.said, line.undoes)
        if told is None:
            return
        self.entries.append(told)
        self.at[line.version] = told.n
        if isinstance(line.event, log.Revealed | log.TakenUp):
            self.last_chance = told.n

    def position(self, version: int) -> int:
        """Where a line of the log stands in this story: its number, or that of the last one told before."""
        if version in self.at:
            return self.at[version]
        return max((n for at, n in self.at.items() if at <= version), default=0)


class Story:
    """All that happened, and what each kind of viewer knows of it."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._feeds: dict[frozenset[Seat], Feed] = {}

    def add(self, line: Line) -> None:
        """One more line."""
        self.lines.append(line)

    def feed(self, seats: Iterable[Seat] = ()) -> Feed:
        """The story for whoever sits on these seats."""
        viewer = frozenset(seats)
        if viewer not in self._feeds:
            self._feeds[viewer] = Feed(viewer)
        return self._feeds[viewer].read(self.lines)


# Secrecy ---------------------------------------------------------------------------------------
def hides(game: AnyGame, state: State, seat: Seat) -> bool:
    """Whether something of this seat is hidden from those who watch."""
    return bool(game.view(state, seat) != game.view(state, None))


# Words -----------------------------------------------------------------------------------------
_SAID = {
    log.Sat: Text("{name} setzt sich dazu.", "{name} sits down."),
    log.Filled: Text("{name} (Bot) setzt sich dazu.", "{name} (bot) sits down."),
    log.Began: Text("Es geht los.", "Here we go."),
    log.Asked: Text("möchte den Wurf korrigieren.", "would like to correct the roll."),
    log.Agreed: Text("ist einverstanden.", "agrees."),
    log.Declined: Text("lässt den Wurf gelten.", "lets the roll stand."),
    log.TakenUp: Text("korrigiert den Wurf.", "corrects the roll."),
    log.StoodIn: Text("Ein Bot ({bot}) spielt weiter.", "A bot ({bot}) plays on."),
    log.Back: Text("Wieder da.", "Back again."),
    log.Stopped: Text("Die Partie wurde beendet.", "The game was stopped."),
    log.Rematched: Text("Revanche!", "Rematch!"),
}


CORRECTED = Text(
    "korrigiert den Wurf. Was danach kam, gilt nicht mehr.",
    "corrects the roll. What came after it no longer counts.",
)
TAKEN = Text("nimmt zurück: {move}", "takes back: {move}")
FIRST = Text("{name} beginnt.", "{name} begins.")
LOTS = Text("Die Plätze sind ausgelost.", "The seats were drawn by lot.")


def _beginning(event: log.Began) -> Words:
    said = ([LOTS] if event.drawn else []) + ([FIRST.filled(name=event.name)] if event.name else [])
    return Words(*[" ".join([each.say(lang) for each in said]) for lang in LANGUAGES])


def _brought(n: int, what: Happening) -> Spoken:
    """An entry on something that came by itself."""
    yours = Words.of(what.yours) if what.yours else None
    return Spoken(n, what.kind, Words.of(what.words), what.seat, "", what.cell, what.clause, yours=yours)


def moved(n: int, seat: Seat, said: Said, text: str, bot: str = "", meant: str = "") -> Spoken:
    """An entry on a move, made by `bot` where another was `meant`. Dice thrown again are drawn, not named."""
    spoken = instead.moved(said.beside, meant, bot) if bot else said.beside
    return Spoken(n, "played", Words.of(spoken), seat, text, said.cell, bot=bot, faces=said.faces)


def rolled(n: int, said: Said, text: str) -> Spoken:
    """An entry on what chance brought: what for in words, dice and colours as such."""
    return Spoken(n, said.kind, Words.of(said.beside), None, text, faces=said.faces)


def _told(n: int, event: log.Event, said: Said | None, undoes: int) -> Spoken | None:
    """An entry of the story; None for what nobody needs to hear."""
    if isinstance(event, log.Played) and said:
        return moved(n, event.seat, said, event.move, event.bot if event.instead_of else "", event.instead_of)
    if isinstance(event, log.Undone) and said:
        taken = Words.of(TAKEN.filled(move=said.words))
        return Spoken(n, "undone", taken, event.seat, event.move, said.cell)
    if isinstance(event, log.Revealed) and said:
        return rolled(n, said, event.outcome)
    if isinstance(event, log.Began) and (event.drawn or event.name):
        return Spoken(n, "began", _beginning(event), None)
    if isinstance(event, log.TakenUp) and undoes:
        return Spoken(n, "takenup", Words.of(CORRECTED), event.seat)
    if type(event) not in _SAID:
        return None
    gaps = structs.asdict(event)
    gaps["bot"] = instead.title(gaps.get("bot", ""))
    return Spoken(n, type(event).__name__.lower(), Words.of(_SAID[type(event)].filled(**gaps)), event.seat)
