"""The events of a table's log: their fields, what each does to the table, its sentence. Knows no rule.

A table is the fold of its log; nothing else is stored. Players have their private id here, which no page
ever sees. An event has moves and outcomes in notation: it is stored and read without its game.

Stored small: an event is its number (`tag`) and its fields in their order, without defaults at the end. So a
number is never given again, and a new field comes last and has a default. An older Kritzel refuses to read
an event that it does not know: half an event would be another event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from operator import or_
from types import GenericAlias
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import astuple, fields, replace

from kritzel.game import Seat, Text
from kritzel.server.table import hints
from kritzel.server.table.dice import DeviceSeed
from kritzel.server.table.seating import BOT, PERSON, Occupant

if TYPE_CHECKING:
    from kritzel.server.table.state import TableState

SeatKind: TypeAlias = Literal["person", "here", "bot", "open"]
Phase: TypeAlias = Literal["open", "running", "over", "stopped"]


class TableEvent(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What happened at a table, stored for good."""

    sentence: ClassVar[Text | None] = None
    """What viewers read, with the event's fields in braces. None: not shown."""

    @property
    def seat(self) -> Seat | None:
        """The seat that it is about, if any."""
        return None

    def apply(self, to: TableState) -> None:
        """Change the table. Raises what the games raise; then nothing has changed."""
        raise NotImplementedError


class Chair(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Who is to sit on a seat: `kind` person, here (at another's device), bot or open."""

    kind: SeatKind
    name: str = ""
    player: str = ""
    bot: str = ""


class Created(TableEvent, frozen=True, tag=1):
    """A table was made. `commit` is the promise of the dice, empty where people roll real ones.

    `begins` says who sits where when the game begins: `lots`, the number of the chair that comes first, or
    nothing: as the chairs stand. `hints` are the chairs whose people allow hints.
    """

    sheet: str
    sheet_version: int
    rules: int
    chairs: tuple[Chair, ...]
    owner: str
    commit: str = ""
    begins: str = ""
    hints: tuple[Seat, ...] = ()


class Invited(TableEvent, frozen=True, tag=2):
    """An open seat got a link; `token` is the hash of its secret. An older link of the seat is void."""

    seat: Seat
    token: str

    def apply(self, to: TableState) -> None:
        to.seating = to.seating.invite(self.seat, self.token)


class Sat(TableEvent, frozen=True, tag=3):
    """A person took an open seat."""

    sentence: ClassVar = Text("{name} setzt sich dazu.", "{name} sits down.")

    seat: Seat
    player: str
    name: str

    def apply(self, to: TableState) -> None:
        to.seating = to.seating.occupy(self.seat, Occupant(PERSON, self.name, self.player))


class Filled(TableEvent, frozen=True, tag=4):
    """A bot was put on an open seat."""

    sentence: ClassVar = Text("{name} (Bot) setzt sich dazu.", "{name} (bot) sits down.")

    seat: Seat
    bot: str
    name: str

    def apply(self, to: TableState) -> None:
        to.seating = to.seating.occupy(self.seat, Occupant(BOT, self.name, "", self.bot))


class Readied(TableEvent, frozen=True, tag=5):
    """A player is ready to begin at a table with real dice; lots are drawn from the seeds of all."""

    player: str
    seed: str

    def apply(self, to: TableState) -> None:
        to.seating = to.seating.get_ready(self.player, self.seed)


class Begins(TableEvent, frozen=True, tag=6):
    """It is settled who begins: `lots`, or the number of a chair."""

    who: str

    def apply(self, to: TableState) -> None:
        to.begins = self.who


class Began(TableEvent, frozen=True, tag=7):
    """The game began. `order` is the chair of each seat, if people were moved.

    `drawn`: by lot. `name` is who begins, where the seats do not all begin together. `names` is the hash of
    all names that the dice are bound to; it stays when a name is erased.
    """

    sentence: ClassVar = Text("Es geht los.", "Here we go.")

    order: tuple[Seat, ...] = ()
    drawn: bool = False
    name: str = ""
    names: str = ""

    def apply(self, to: TableState) -> None:
        to.began = True
        if self.order:
            to.seating = to.seating.move(self.order)
        to.order = self.order or tuple(range(len(to.seating.places)))
        to.lots = self.order if self.drawn else ()
        to.names_hash = self.names
        to.table.names = to.seating.names


class Revealed(TableEvent, frozen=True, tag=8):
    """An outcome of chance, in notation."""

    purpose: str
    outcome: str

    def apply(self, to: TableState) -> None:
        to.reveal(self.outcome)


class Played(TableEvent, frozen=True, tag=9):
    """A seat made one small move. `bot` names the bot that moved.

    Where that was not the bot that plays for the seat, `instead_of` names that one, and `why` says why
    (`server.bots`).
    """

    seat: Seat
    move: str
    bot: str = ""
    instead_of: str = ""
    why: str = ""

    def apply(self, to: TableState) -> None:
        to.table.play(self.seat, self.move)
        to.seating = to.seating.note(self.seat, self.bot if self.instead_of else "", self.why)


class Undone(TableEvent, frozen=True, tag=10):
    """A seat took its last move back; `move` is that move."""

    seat: Seat
    move: str

    def apply(self, to: TableState) -> None:
        to.table.undo(self.seat)


class Doubt(NamedTuple):
    """The seat that asks to correct the last roll, and the players who have agreed so far."""

    seat: Seat
    agreed: frozenset[str]


class Asked(TableEvent, frozen=True, tag=11):
    """A player asks the others to correct the last roll: it was read wrong."""

    sentence: ClassVar = Text("möchte den Wurf korrigieren.", "would like to correct the roll.")

    player: str
    seat: Seat

    def apply(self, to: TableState) -> None:
        to.doubt = Doubt(self.seat, frozenset({self.player}))


class Agreed(TableEvent, frozen=True, tag=12):
    """Another player agrees."""

    sentence: ClassVar = Text("ist einverstanden.", "agrees.")

    player: str
    seat: Seat

    def apply(self, to: TableState) -> None:
        if to.doubt is not None:
            to.doubt = to.doubt._replace(agreed=to.doubt.agreed | {self.player})


class Declined(TableEvent, frozen=True, tag=13):
    """Another player does not agree: the roll stays."""

    sentence: ClassVar = Text("lässt den Wurf gelten.", "lets the roll stand.")

    player: str
    seat: Seat

    def apply(self, to: TableState) -> None:
        to.doubt = None


class TakenUp(TableEvent, frozen=True, tag=14):
    """The last roll is removed, and every move since; `outcome` is what was read."""

    sentence: ClassVar = Text("korrigiert den Wurf.", "corrects the roll.")

    seat: Seat
    purpose: str
    outcome: str

    def apply(self, to: TableState) -> None:
        to.table.take_up()
        to.doubt = None
        to.hints = hints.without_void(to.hints, to.table)


class StoodIn(TableEvent, frozen=True, tag=15):
    """A bot plays for a person until they are back."""

    sentence: ClassVar = Text("Ein Bot ({bot}) spielt weiter.", "A bot ({bot}) plays on.")

    seat: Seat
    bot: str

    def apply(self, to: TableState) -> None:
        to.seating = to.seating.let_play(self.seat, self.bot)


class Back(TableEvent, frozen=True, tag=16):
    """A person plays on their seat again."""

    sentence: ClassVar = Text("Wieder da.", "Back again.")

    seat: Seat

    def apply(self, to: TableState) -> None:
        to.seating = to.seating.let_play(self.seat, "")


class Stopped(TableEvent, frozen=True, tag=17):
    """The game was given up, without a winner."""

    sentence: ClassVar = Text("Die Partie wurde beendet.", "The game was stopped.")

    player: str

    def apply(self, to: TableState) -> None:
        to.stopped = True


class Rematched(TableEvent, frozen=True, tag=18):
    """The same people play again, at another table."""

    sentence: ClassVar = Text("Revanche!", "Rematch!")

    table: str

    def apply(self, to: TableState) -> None:
        to.rematch = self.table


class Sealed(TableEvent, frozen=True, tag=19):
    """A player is ready to begin; their device keeps a seed of its own and shows only its `seal`."""

    player: str
    seal: str

    def apply(self, to: TableState) -> None:
        luck = DeviceSeed(min(to.seating.seats_of(self.player)), self.seal)
        to.seating = to.seating.seal(self.player, luck)


class Unsealed(TableEvent, frozen=True, tag=20):
    """All have sealed, and this player's device has opened its `seed`."""

    player: str
    seed: str

    def apply(self, to: TableState) -> None:
        luck = replace(to.seating.sealed[self.player], seed=self.seed)
        to.seating = to.seating.seal(self.player, luck)


class Anew(TableEvent, frozen=True, tag=21):
    """Some device did not open its seal: all seals are void, and the table promises another secret."""

    sentence: ClassVar = Text("lässt die Würfel neu mischen.", "has the dice mixed anew.")

    seat: Seat
    commit: str

    def apply(self, to: TableState) -> None:
        to.mix_again(self.commit)


class Freed(TableEvent, frozen=True, tag=22):
    """A seat is open again: its person (`name`) has left, or did not come.

    Where seals were being opened all are void, and `commit` promises another secret.
    """

    sentence: ClassVar = Text("{name} ist nicht mehr dabei.", "{name} is no longer at the table.")

    seat: Seat
    name: str
    commit: str = ""

    def apply(self, to: TableState) -> None:
        to.seating = to.seating.free(self.seat)
        if self.commit:
            to.mix_again(self.commit)


class Allowed(TableEvent, frozen=True, tag=23):
    """A player allows hints at this table, or no longer."""

    player: str
    hints: bool

    def apply(self, to: TableState) -> None:
        to.seating = to.seating.allow(self.player, self.hints)


class Hinted(TableEvent, frozen=True, tag=24):
    """A seat took a hint for the decision it was to make."""

    sentence: ClassVar = Text("nimmt einen Tipp.", "takes a hint.")

    seat: Seat

    def apply(self, to: TableState) -> None:
        to.hints = (*to.hints, hints.decision(to.table, self.seat))


Events: TypeAlias = tuple[TableEvent, ...]

DIGEST_BYTES = 6
"""Bytes of a command's digest: enough to notice that another command has the same id."""


class LogRow(NamedTuple):
    """An event as it is stored. The first one of a command has its id and its digest."""

    version: int
    event: TableEvent
    move_id: str | None = None
    digest: str = ""


ENCODED_CACHE_SIZE = 8192
"""Most events are moves, which many tables have in common."""


def encode(events: Sequence[TableEvent]) -> bytes:
    """The events of one command as bytes."""
    return _encode([_short(event) for event in events])


@lru_cache(ENCODED_CACHE_SIZE)
def _short(event: TableEvent) -> tuple[Any, ...]:
    """The number of an event and its fields, without defaults at the end."""
    tag, defaults = _defaults(type(event))
    values = list(astuple(event))
    while values and values[-1] == defaults[len(values) - 1]:
        values.pop()
    return tag, *values


@lru_cache
def _defaults(kind: type[TableEvent]) -> tuple[int, tuple[Any, ...]]:
    """The number of a kind of event, and the defaults of its fields."""
    return int(str(kind.__struct_config__.tag)), tuple(field.default for field in fields(kind))


KINDS = tuple(TableEvent.__subclasses__())
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(GenericAlias(tuple, (reduce(or_, KINDS), ...))).decode


def decode(encoded: bytes) -> Events:
    """The events of one command from bytes. Raises msgspec.MsgspecError."""
    events: Events = _decode(encoded)
    return events


# Erasing a name -------------------------------------------------------------------------------
def without_name(
    player: str, new_name: str, events: Sequence[TableEvent]
) -> Callable[[TableEvent], TableEvent]:
    """Rewrite events, replacing a deleted player's names. Their id stays, without a guest."""
    old = dict.fromkeys(name for event in events for name in _names(event, player))
    names = {name: new_name if nth == 0 else f"{new_name} {nth + 1}" for nth, name in enumerate(old)}

    def change(event: TableEvent) -> TableEvent:
        match event:
            case Created():
                chairs = [
                    replace(chair, name=names[chair.name]) if chair.player == player else chair
                    for chair in event.chairs
                ]
                return replace(event, chairs=tuple(chairs))
            case Sat() if event.player == player:
                return replace(event, name=names[event.name])
            case Began() if event.name in names:
                return replace(event, name=names[event.name])
        return event

    return change


def _names(event: TableEvent, player: str) -> list[str]:
    if isinstance(event, Created):
        return [chair.name for chair in event.chairs if chair.player == player]
    return [event.name] if isinstance(event, Sat) and event.player == player else []
