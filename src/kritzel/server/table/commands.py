"""What people, bots and devices may ask of a table. Each command has one shape, from the wire to `decide`.

A command of a page has an id, chosen by the page at random: a command that is sent again keeps its id.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from kritzel.game import Seat, State
from kritzel.server.bots.questions import Answer

Lang: TypeAlias = Literal["de", "en"]
TableId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16}$")]
CommandId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16,64}$")]
SeatNo: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
Notation: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
BotName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
"""A name from the server's list: nothing is imported or started for it."""
Begins: TypeAlias = Annotated[str, Meta(pattern="^(lots|[0-7])$")]
Seed: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{32,64})?$")]
Hash: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
Sealed: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Round: TypeAlias = Annotated[int, Meta(ge=1, le=10**6)]
"""How often the dice of a table were mixed before the game."""


class Message(Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """A message of a page."""


class Ready(Message, frozen=True):
    """Ready to begin. `seal` binds the page's own luck for the dice in this `round` (docs/dice.md).

    At a table with real dice the `seed` itself, for the lots.
    """

    id: CommandId
    seed: Seed = ""
    seal: Hash = ""
    round: Round = 1


class Open(Message, frozen=True):
    """Everybody has sealed their luck (`awaits` is `seeds`): the page opens its own, hex of 32 bytes."""

    id: CommandId
    seed: Sealed
    round: Round


class Mix(Message, frozen=True):
    """Some device does not open its seal: begin with the dice anew, all seals are void. For those who sit."""

    id: CommandId
    round: Round


class Free(Message, frozen=True):
    """Before the game: free a seat, one's own or, for the owner, that of somebody who does not come."""

    id: CommandId
    seat: SeatNo


class Begin(Message, frozen=True):
    """Before the game: who begins. `lots` are drawn for the seats, or it is this number's. For the owner."""

    id: CommandId
    who: Begins


class Move(Message, frozen=True):
    """One small move, in notation. `version` is the one it was chosen at."""

    id: CommandId
    seat: SeatNo
    move: Notation
    version: Version


class Undo(Message, frozen=True):
    """Take the last move back; `move` says which one is meant."""

    id: CommandId
    seat: SeatNo
    move: Notation


class Roll(Message, frozen=True):
    """With real dice: what they show (`outcome`), in any order, or the card that was drawn.

    `version` is the one at which it was asked for.
    """

    id: CommandId
    outcome: Notation
    version: Version


class Correct(Message, frozen=True):
    """With real dice: the last roll was read wrong. Once somebody has moved, the others are asked."""

    id: CommandId
    seat: SeatNo
    version: Version


class Consent(Message, frozen=True):
    """What one says when somebody asks to correct a roll: `agree` or not. One no lets the roll stand."""

    id: CommandId
    seat: SeatNo
    agree: bool


class StandIn(Message, frozen=True):
    """Let a bot play for this seat: one's own, or that of somebody who has been away for long."""

    id: CommandId
    seat: SeatNo
    bot: BotName


class Back(Message, frozen=True):
    """Play on one's own seat again."""

    id: CommandId
    seat: SeatNo


class Fill(Message, frozen=True):
    """Put a bot on an open seat; it is called as in this language (`lang`). For the owner."""

    id: CommandId
    seat: SeatNo
    bot: BotName
    lang: Lang = "en"


class Allow(Message, frozen=True):
    """Allow `hints` at this table, or no longer: they may be taken only where all people there allow it."""

    id: CommandId
    hints: bool


class Stop(Message, frozen=True):
    """Give the game up: the owner, or anybody once somebody is gone."""

    id: CommandId


Command: TypeAlias = (
    Ready
    | Open
    | Mix
    | Free
    | Begin
    | Move
    | Undo
    | Roll
    | Correct
    | Consent
    | StandIn
    | Back
    | Fill
    | Allow
    | Stop
)
"""Messages that change the table: each has an id and is answered with `ack` or `refused`."""


# What reaches a table by other ways than the socket --------------------------------------------
class Invite(NamedTuple):
    """A new link for an open seat; `token` is the hash of its secret."""

    seat: Seat
    token: str


class Sit(NamedTuple):
    """Take the seat of a link, and allow hints or not."""

    token: str
    name: str
    hints: bool = False


class BotMove(NamedTuple):
    """What a bot chose, or its substitute."""

    seat: Seat
    bot: str
    answer: Answer


class Arrive(NamedTuple):
    """A player connects: they take over from the bot that stood in."""


class Again(NamedTuple):
    """The rematch takes place at this table."""

    table: str


class TakeHint(NamedTuple):
    """A seat was given advice on the table as it saw it (`seen`)."""

    seat: Seat
    seen: State


AnyCommand: TypeAlias = Command | Invite | Sit | BotMove | Arrive | Again | TakeHint
