"""The log of a table as each viewer may know it: what happened, numbered without gaps. Knows no rule.

What a seat chooses while others choose too is held back from the others until the choice is settled, and
then shown in the order it happened. Each viewer counts on their own, so that not even a missing number tells
that another seat has moved. The numbers come out the same whenever the events are folded again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from kritzel.bots import known
from kritzel.game import LANGUAGES, Description, Happening, Seat, Text
from kritzel.server.bots.questions import FAILED, MISSING, WARMING
from kritzel.server.table import log
from kritzel.server.table.document import MessagePart, Sentence, SheetDocument, Words

STORY_CACHE_SIZE = 16_384
"""Lines of all tables together: most of them stand in many logs."""


class LogEntry(MessagePart, frozen=True, omit_defaults=True):
    """One entry of the table's log. Entries are numbered from 1 without gaps, for each viewer on their own.

    A move of the document is told by its `seat` and its number (`move`). All else has `words`: `kind` is
    `played`, `undone`, what luck decided, what came without a move, or what people did, perhaps about a
    `seat` or a `cell`. `faces` are the dice or the colours of a card that the words are about: a digit,
    a letter or both (`r4`) each. With a `clause` it tells what the rules brought to the seat; `yours` is the
    sentence for that seat, if it is another. `bot` made the move in the place of the seat's. `text`: in
    notation, if that is not the faces.
    """

    kind: str = "played"
    seat: int | None = None
    move: int | None = None
    words: Sentence | None = None
    text: str = ""
    cell: str = ""
    clause: str = ""
    bot: str = ""
    faces: str = ""
    yours: Words | None = None


class StoryLine(NamedTuple):
    """An event in the log: its `entry` about `seat` (None: none), and what the rules `brought`.

    `hidden`: held back from other seats. `settles`: what was held back follows it. `undoes`: the
    version of the event that it takes back. `of_chance`: it changes the dice.
    """

    entry: LogEntry | None
    seat: Seat | None
    hidden: bool
    settles: bool
    undoes: int
    brought: tuple[LogEntry, ...]
    of_chance: bool
    drops_hidden: bool


class Feed:
    """The log as one kind of viewer knows it: the players on these seats, or spectators (no seats).

    The number of an entry is its place among the `entries`, from 1; `last_chance` is one of them.
    """

    __slots__ = ("_held", "_read", "entries", "last_chance", "seats")

    def __init__(self, seats: frozenset[Seat]) -> None:
        self.seats = seats
        self.entries: list[LogEntry] = []
        self.last_chance = 0
        self._held: dict[int, LogEntry | None] = {}
        self._read = 0

    def read(self, lines: Sequence[StoryLine], first: int) -> Feed:
        """Take in what is new; `first` is the version of the first line."""
        if self._read == len(lines):
            return self
        for version, line in enumerate(lines[self._read :], first + self._read):
            self._take(version, line)
        self._read = len(lines)
        return self

    def _take(self, version: int, line: StoryLine) -> None:
        if line.drops_hidden:
            self._held.clear()
        mine = line.seat in self.seats
        if line.hidden and not mine:
            self._held[version] = line.entry
        elif not line.undoes or mine or line.undoes not in self._held:
            self._tell(line)
        else:
            del self._held[line.undoes]
        if line.settles:
            self.entries += [held for held in self._held.values() if held is not None]
            self._held.clear()
        self.entries += line.brought

    def _tell(self, line: StoryLine) -> None:
        if line.entry is None:
            return
        self.entries.append(line.entry)
        if line.of_chance:
            self.last_chance = len(self.entries)


# Words -----------------------------------------------------------------------------------------
CORRECTED = Text(
    "korrigiert den Wurf. Was danach kam, gilt nicht mehr.",
    "corrects the roll. What came after it no longer counts.",
)
TAKEN_BACK = Text("nimmt zurück: {move}", "takes back: {move}")
BEGINS = Text("{name} beginnt.", "{name} begins.")
LOTS = Text("Die Plätze sind ausgelost.", "The seats were drawn by lot.")


@lru_cache(STORY_CACHE_SIZE)
def story_line(
    document: SheetDocument,
    event: log.TableEvent,
    said: Description | None = None,
    hidden: bool = False,
    settles: bool = False,
    undoes: int = 0,
    brought: tuple[Happening, ...] = (),
) -> StoryLine:
    """The line of an event. `said` is the move it is about, or what chance brought."""
    return StoryLine(
        _entry(document, event, said, undoes),
        event.seat,
        hidden,
        settles,
        undoes,
        tuple([_happening(document, each) for each in brought]),
        isinstance(event, log.Revealed | log.TakenUp),
        isinstance(event, log.TakenUp),
    )


def move_entry(
    seat: Seat,
    said: Description,
    text: str,
    document: SheetDocument | None = None,
    bot: str = "",
    instead_of: str = "",
) -> LogEntry:
    """The entry of a move, made by `bot` if it moved `instead_of` another. Without a document in words."""
    number = document.move_number(text) if document and not bot else None
    if number is not None:
        return LogEntry(seat=seat, move=number)
    words = Words.of(
        _MOVED.filled(move=said.beside, bot=title(instead_of), other=title(bot)) if bot else said.beside
    )
    return LogEntry("played", seat, None, words, text, said.cell, "", bot, "".join(said.faces))


def outcome_entry(said: Description, text: str, document: SheetDocument | None = None) -> LogEntry:
    """The entry of an outcome: its purpose in words, dice and colours as faces."""
    faces = "".join(said.faces)
    words = document.sentence(said.beside) if document else Words.of(said.beside)
    return LogEntry(said.kind, words=words, text="" if text == faces else text, faces=faces)


def _entry(
    document: SheetDocument, event: log.TableEvent, said: Description | None, undoes: int
) -> LogEntry | None:
    if isinstance(event, log.Played) and said:
        bot = event.bot if event.instead_of else ""
        return move_entry(event.seat, said, event.move, document, bot, event.instead_of)
    if isinstance(event, log.Revealed) and said:
        return outcome_entry(said, event.outcome, document)
    if isinstance(event, log.Undone) and said:
        words = Words.of(TAKEN_BACK.filled(move=said.words))
        return LogEntry("undone", event.seat, words=words, text=event.move, cell=said.cell)
    if isinstance(event, log.Began) and (event.drawn or event.name):
        return LogEntry("began", words=_beginning(event))
    if isinstance(event, log.TakenUp) and undoes:
        return LogEntry("takenup", event.seat, words=Words.of(CORRECTED))
    if event.sentence is None:
        return None
    gaps = structs.asdict(event)
    gaps["bot"] = title(gaps.get("bot", ""))
    words = Words.of(event.sentence.filled(**gaps))
    return LogEntry(type(event).__name__.lower(), event.seat, words=words)


def _beginning(event: log.Began) -> Words:
    texts = ([LOTS] if event.drawn else []) + ([BEGINS.filled(name=event.name)] if event.name else [])
    return Words(*[" ".join([text.say(lang) for text in texts]) for lang in LANGUAGES])


def _happening(document: SheetDocument, what: Happening) -> LogEntry:
    yours = Words.of(what.yours) if what.yours else None
    words = document.sentence(what.words)
    return LogEntry(what.kind, what.seat, None, words, "", what.cell, what.clause, yours=yours)


# Substitutes of bots --------------------------------------------------------------------------
_SUBSTITUTES = {
    WARMING: Text(
        "{bot} wärmt sich noch auf. Solange spielt {other}.",
        "{bot} is still warming up. {other} plays meanwhile.",
    ),
    MISSING: Text(
        "{bot} braucht Numba, und das fehlt hier. Solange spielt {other}.",
        "{bot} needs Numba, which is missing here. {other} plays meanwhile.",
    ),
    FAILED: Text(
        "{bot} hat nicht geantwortet. Diesmal hat {other} gezogen.",
        "{bot} did not answer. {other} moved this time.",
    ),
}
_MOVED = Text("{move} ({other} für {bot})", "{move} ({other} for {bot})")


def title(bot: str) -> Text:
    found = known(bot)
    return found.title if found else Text(bot, bot)


def substitute_sentence(bot: str, other: str, why: str) -> Words:
    return Words.of(_SUBSTITUTES.get(why, _SUBSTITUTES[FAILED]).filled(bot=title(bot), other=title(other)))
