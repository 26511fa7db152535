"""What is written down about a table: the events of its log, in the order they happened. Knows no rule.

The log is the record. A table is what its log folds to; nothing else is kept. Players are named by
their private number here, which no page ever sees.

Stored small: an event is its number (`tag`) and its fields in their order, without defaults at the end. So a
number is never given again, and a new field comes last and has a default. An older Kritzel refuses to read
an event that it does not know: half an event would be another event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import astuple, fields, replace

from kritzel.game import Seat

SeatKind: TypeAlias = Literal["person", "here", "bot", "open"]
Phase: TypeAlias = Literal["open", "running", "over", "stopped"]


class Noted(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One line of the log."""

    @property
    def seat(self) -> Seat | None:
        """Which seat it is about, where it is about one."""
        return None


class Chair(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Who is to sit on a seat: `kind` person, here (at somebody's device), bot or open."""

    kind: SeatKind
    name: str = ""
    player: str = ""
    bot: str = ""


class Created(Noted, frozen=True, tag=1):
    """A table was laid. `commit` is the promise of the dice, empty where people roll real ones.

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


class Invited(Noted, frozen=True, tag=2):
    """An open seat got a link; `token` is the hash of its secret. An older link of the seat is void."""

    seat: Seat
    token: str


class Sat(Noted, frozen=True, tag=3):
    """Somebody sat down on an open seat."""

    seat: Seat
    player: str
    name: str


class Filled(Noted, frozen=True, tag=4):
    """A bot was put on an open seat."""

    seat: Seat
    bot: str
    name: str


class Readied(Noted, frozen=True, tag=5):
    """A player is ready to begin at a table with real dice; lots are drawn from the seeds of all."""

    player: str
    seed: str


class Begins(Noted, frozen=True, tag=6):
    """The company has settled who begins: `lots`, or the number of a chair."""

    who: str


class Began(Noted, frozen=True, tag=7):
    """All seats are taken, everybody is ready. `order` is the chair of each seat, where they were moved.

    `drawn`: by lot. `name` is who begins, where the seats do not all begin together. `names` is the hash of
    all names that the dice are bound to; it stays when somebody's name is erased.
    """

    order: tuple[Seat, ...] = ()
    drawn: bool = False
    name: str = ""
    names: str = ""


class Revealed(Noted, frozen=True, tag=8):
    """Chance spoke."""

    purpose: str
    outcome: str


class Played(Noted, frozen=True, tag=9):
    """A seat made one small move. `bot` names the bot that moved.

    Where that was not the bot that plays for the seat, `instead_of` names that one, and `why` says why
    (`server.bots`).
    """

    seat: Seat
    move: str
    bot: str = ""
    instead_of: str = ""
    why: str = ""


class Undone(Noted, frozen=True, tag=10):
    """A seat took its last move back; `move` is that move."""

    seat: Seat
    move: str


class Asked(Noted, frozen=True, tag=11):
    """Somebody asks the others to take the last roll up again: it was read wrong."""

    player: str
    seat: Seat


class Agreed(Noted, frozen=True, tag=12):
    """Somebody else is fine with that."""

    player: str
    seat: Seat


class Declined(Noted, frozen=True, tag=13):
    """Somebody else is not: the roll stays."""

    player: str
    seat: Seat


class TakenUp(Noted, frozen=True, tag=14):
    """The last roll is taken up again and with it every move since; `outcome` is what was read."""

    seat: Seat
    purpose: str
    outcome: str


class StoodIn(Noted, frozen=True, tag=15):
    """A bot plays for a person until they are back."""

    seat: Seat
    bot: str


class Back(Noted, frozen=True, tag=16):
    """A person plays on their seat again."""

    seat: Seat


class Stopped(Noted, frozen=True, tag=17):
    """The game was given up; nobody has won."""

    player: str


class Rematched(Noted, frozen=True, tag=18):
    """The same company plays again, at another table."""

    table: str


class Sealed(Noted, frozen=True, tag=19):
    """A player is ready to begin; their device keeps a seed of its own and shows only its `seal`."""

    player: str
    seal: str


class Unsealed(Noted, frozen=True, tag=20):
    """All have sealed, and this player's device has opened its `seed`."""

    player: str
    seed: str


class Anew(Noted, frozen=True, tag=21):
    """Some device did not open its seal: all seals are void, and the table promises another secret."""

    seat: Seat
    commit: str


class Freed(Noted, frozen=True, tag=22):
    """A seat is open again: its person (`name`) has left, or did not come.

    Where seals were being opened all are void, and `commit` promises another secret.
    """

    seat: Seat
    name: str
    commit: str = ""


class Allowed(Noted, frozen=True, tag=23):
    """A player allows hints at this table, or no longer."""

    player: str
    hints: bool


class Hinted(Noted, frozen=True, tag=24):
    """A seat took a hint for the decision it was to make."""

    seat: Seat


Event: TypeAlias = (
    Created
    | Invited
    | Sat
    | Filled
    | Readied
    | Begins
    | Began
    | Revealed
    | Played
    | Undone
    | Asked
    | Agreed
    | Declined
    | TakenUp
    | StoodIn
    | Back
    | Stopped
    | Rematched
    | Sealed
    | Unsealed
    | Anew
    | Freed
    | Allowed
    | Hinted
)


DIGEST_BYTES = 6
"""Bytes of a command's digest: enough to notice that another command has the same id."""


class Row(NamedTuple):
    """A line as the store keeps it. The first line of a command carries its id and its digest."""

    version: int
    event: Event
    move_id: str | None = None
    digest: str = ""

    @property
    def seat(self) -> Seat | None:
        """Which seat it is about, where it is about one."""
        return self.event.seat


KEPT = 8192
"""Encoded events that are cached: most are moves, which many tables have in common."""


def encode(events: Sequence[Event]) -> bytes:
    """The events of one command, small."""
    return _encode([_short(event) for event in events])


@lru_cache(KEPT)
def _short(event: Event) -> tuple[Any, ...]:
    """An event without defaults at its end. Cached: most events are the same at many tables."""
    tag, usual = _usual(type(event))
    values = list(astuple(event))
    while values and values[-1] == usual[len(values) - 1]:
        values.pop()
    return tag, *values


@lru_cache
def _usual(kind: type[Noted]) -> tuple[int, tuple[Any, ...]]:
    """The number of a kind of event, and what its fields are where nothing is said."""
    return int(str(kind.__struct_config__.tag)), tuple(field.default for field in fields(kind))


_encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(tuple[Event, ...]).decode
"""The events again. Raises msgspec.MsgspecError where this Kritzel cannot read them."""


# Erasing a name -------------------------------------------------------------------------------
def without_name(player: str, somebody: str, events: Sequence[Event]) -> Callable[[Event], Event]:
    """Rewrite events, replacing a deleted player's names. Their id stays; it leads to nobody any more."""
    old = dict.fromkeys(name for event in events for name in _names(event, player))
    names = {name: somebody if nth == 0 else f"{somebody} {nth + 1}" for nth, name in enumerate(old)}

    def change(event: Event) -> Event:
        match event:
            case Created():
                return replace(event, chairs=tuple(_chair(chair, player, names) for chair in event.chairs))
            case Sat() if event.player == player:
                return replace(event, name=names[event.name])
            case Began() if event.name in names:
                return replace(event, name=names[event.name])
        return event

    return change


def _names(event: Event, player: str) -> list[str]:
    """What the player is called there, and those who play at their device."""
    if isinstance(event, Created):
        return [chair.name for chair in event.chairs if chair.player == player]
    return [event.name] if isinstance(event, Sat) and event.player == player else []


def _chair(chair: Chair, player: str, names: dict[str, str]) -> Chair:
    return replace(chair, name=names[chair.name]) if chair.player == player else chair
