"""What is written down about a table: the events of its log, in the order they happened. Knows no rule.

The log is the record. A table is what its log folds to; nothing else is kept. Players are named by
their private number here, which no page ever sees.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import msgspec

from kritzel.game import Seat


class Noted(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """One line of the log."""

    @property
    def seat(self) -> Seat | None:
        """Which seat it is about, where it is about one."""
        return None


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is to sit on a seat: `kind` person, here (at somebody's device), bot or open."""

    kind: str
    name: str = ""
    player: str = ""
    bot: str = ""


class Created(Noted, frozen=True):
    """A table was laid. `commit` is the promise of the dice, empty where people roll real ones.

    `begins` says who sits where when the game begins: `lots`, the number of the chair that comes first, or
    nothing: as the chairs stand.
    """

    sheet: str
    sheet_version: int
    rules: int
    chairs: tuple[Chair, ...]
    owner: str
    commit: str = ""
    begins: str = ""


class Invited(Noted, frozen=True):
    """An open seat got a link; `token` is the hash of its secret. An older link of the seat is void."""

    seat: Seat
    token: str


class Sat(Noted, frozen=True):
    """Somebody sat down on an open seat."""

    seat: Seat
    player: str
    name: str


class Filled(Noted, frozen=True):
    """A bot was put on an open seat."""

    seat: Seat
    bot: str
    name: str


class Readied(Noted, frozen=True):
    """A player is ready to begin and gave a seed of their own to the dice."""

    player: str
    seed: str


class Begins(Noted, frozen=True):
    """The company has settled who begins: `lots`, or the number of a chair."""

    who: str


class Began(Noted, frozen=True):
    """All seats are taken, everybody is ready. `order` is the chair of each seat, where they were moved.

    `drawn`: by lot. `name` is who begins, where the seats do not all begin together.
    """

    order: tuple[Seat, ...] = ()
    drawn: bool = False
    name: str = ""


class Revealed(Noted, frozen=True):
    """Chance spoke."""

    purpose: str
    outcome: str


class Played(Noted, frozen=True):
    """A seat made one small move. `bot` names the bot that moved.

    Where that was not the bot that plays for the seat, `instead_of` names that one, and `why` says why
    (`server.bots`).
    """

    seat: Seat
    move: str
    bot: str = ""
    instead_of: str = ""
    why: str = ""


class Undone(Noted, frozen=True):
    """A seat took its last move back; `move` is that move."""

    seat: Seat
    move: str


class Asked(Noted, frozen=True):
    """Somebody asks the others to take the last roll up again: it was read wrong."""

    player: str
    seat: Seat


class Agreed(Noted, frozen=True):
    """Somebody else is fine with that."""

    player: str
    seat: Seat


class Declined(Noted, frozen=True):
    """Somebody else is not: the roll stays."""

    player: str
    seat: Seat


class TakenUp(Noted, frozen=True):
    """The last roll is taken up again and with it every move since; `outcome` is what was read."""

    seat: Seat
    purpose: str
    outcome: str


class StoodIn(Noted, frozen=True):
    """A bot plays for a person until they are back."""

    seat: Seat
    bot: str


class Back(Noted, frozen=True):
    """A person plays on their seat again."""

    seat: Seat


class Stopped(Noted, frozen=True):
    """The game was given up; nobody has won."""

    player: str


class Rematched(Noted, frozen=True):
    """The same company plays again, at another table."""

    table: str


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
)


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


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
