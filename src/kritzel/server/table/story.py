"""The story of a table as each viewer may know it: what happened, numbered without gaps. Knows no rule.

What a seat chooses while others choose too is held back from the others until the choice is settled, and
then told in the order it happened. Each viewer counts on their own, so that not even a missing number
tells that somebody has moved. The numbers come out the same whenever the log is folded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from kritzel.game import LANGUAGES, Happening, Said, Seat, State, Text
from kritzel.games.catalogue import AnyGame
from kritzel.server.table import instead, log
from kritzel.server.wire.parts import Spoken, Words

KEPT = 16_384
"""Lines that are kept ready, all tables together: most say what was said before."""
UNNUMBERED = 0
"""The number of an entry is its place, which differs from story to story."""


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


class Beat(NamedTuple):
    """A line as it is kept: what is told of it, and when. One for all tables at which the same is said."""

    told: Spoken | None
    seat: Seat | None
    hidden: bool
    settles: bool
    undoes: int
    brought: tuple[Spoken, ...]
    kind: type[log.Noted]

    @staticmethod
    def of(line: Line) -> Beat:
        """What is left of a line. Of what undoes another there is no second."""
        return (_beat if line.undoes else _kept)(*line[1:])


def _beat(
    event: log.Event,
    said: Said | None,
    hidden: bool,
    settles: bool,
    undoes: int,
    brought: tuple[Happening, ...],
) -> Beat:
    told = _told(event, said, undoes)
    return Beat(
        told, event.seat, hidden, settles, undoes, tuple([_brought(each) for each in brought]), type(event)
    )


_kept = lru_cache(KEPT)(_beat)


class Feed:
    """What one kind of viewer has been told: whoever sits on these seats, or nobody's (watching).

    The number of an entry is its place among the `entries`, from 1; `last_chance` is one of them.
    """

    __slots__ = ("_held", "_read", "entries", "last_chance", "seats")

    def __init__(self, seats: frozenset[Seat]) -> None:
        self.seats = seats
        self.entries: list[Spoken] = []
        self.last_chance = 0
        self._held: dict[int, Spoken | None] = {}
        self._read = 0

    def read(self, beats: Sequence[Beat], first: int) -> Feed:
        """Take in what is new; `first` is the version of the first beat."""
        if self._read == len(beats):
            return self
        for version, beat in enumerate(beats[self._read :], first + self._read):
            self._take(version, beat)
        self._read = len(beats)
        return self

    def _take(self, version: int, beat: Beat) -> None:
        if beat.kind is log.TakenUp:
            self._held.clear()
        mine = beat.seat in self.seats
        if beat.hidden and not mine:
            self._held[version] = beat.told
        elif not beat.undoes or mine or beat.undoes not in self._held:
            self._tell(beat)
        else:
            del self._held[beat.undoes]
        if beat.settles:
            self.entries += [held for held in self._held.values() if held is not None]
            self._held.clear()
        self.entries += beat.brought

    def _tell(self, beat: Beat) -> None:
        if beat.told is None:
            return
        self.entries.append(beat.told)
        if beat.kind is log.Revealed or beat.kind is log.TakenUp:
            self.last_chance = len(self.entries)


class Story:
    """All that happened, and what each kind of viewer knows of it."""

    __slots__ = ("_beats", "_feeds", "_first")

    def __init__(self) -> None:
        self._beats: list[Beat] = []
        self._first = 0
        self._feeds: dict[frozenset[Seat], Feed] = {}

    def add(self, line: Line) -> None:
        """One more line; they have no gaps."""
        if not self._beats:
            self._first = line.version
        self._beats.append(Beat.of(line))

    def feed(self, seats: Iterable[Seat] = ()) -> Feed:
        """The story for whoever sits on these seats."""
        viewer = frozenset(seats)
        if viewer not in self._feeds:
            self._feeds[viewer] = Feed(viewer)
        return self._feeds[viewer].read(self._beats, self._first)


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
    log.Anew: Text("lässt die Würfel neu mischen.", "has the dice mixed anew."),
    log.Hinted: Text("nimmt einen Tipp.", "takes a hint."),
    log.Freed: Text("{name} ist nicht mehr dabei.", "{name} is no longer at the table."),
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


def _brought(what: Happening) -> Spoken:
    """An entry on something that came by itself."""
    yours = Words.of(what.yours) if what.yours else None
    return Spoken(
        UNNUMBERED, what.kind, Words.of(what.words), what.seat, "", what.cell, what.clause, yours=yours
    )


def moved(seat: Seat, said: Said, text: str, bot: str = "", meant: str = "") -> Spoken:
    """An entry on a move, made by `bot` where another was `meant`. Dice thrown again are drawn, not named."""
    spoken = instead.moved(said.beside, meant, bot) if bot else said.beside
    return Spoken(UNNUMBERED, "played", Words.of(spoken), seat, text, said.cell, bot=bot, faces=said.faces)


def rolled(said: Said, text: str) -> Spoken:
    """An entry on what chance brought: what for in words, dice and colours as such."""
    return Spoken(UNNUMBERED, said.kind, Words.of(said.beside), None, text, faces=said.faces)


def _told(event: log.Event, said: Said | None, undoes: int) -> Spoken | None:
    """An entry of the story; None for what nobody needs to hear."""
    if isinstance(event, log.Played) and said:
        return moved(event.seat, said, event.move, event.bot if event.instead_of else "", event.instead_of)
    if isinstance(event, log.Undone) and said:
        taken = Words.of(TAKEN.filled(move=said.words))
        return Spoken(UNNUMBERED, "undone", taken, event.seat, event.move, said.cell)
    if isinstance(event, log.Revealed) and said:
        return rolled(said, event.outcome)
    if isinstance(event, log.Began) and (event.drawn or event.name):
        return Spoken(UNNUMBERED, "began", _beginning(event), None)
    if isinstance(event, log.TakenUp) and undoes:
        return Spoken(UNNUMBERED, "takenup", Words.of(CORRECTED), event.seat)
    if type(event) not in _SAID:
        return None
    gaps = structs.asdict(event)
    gaps["bot"] = instead.title(gaps.get("bot", ""))
    return Spoken(
        UNNUMBERED, type(event).__name__.lower(), Words.of(_SAID[type(event)].filled(**gaps)), event.seat
    )
