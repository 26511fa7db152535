"""What pages and server say to each other over the socket. Words only: no rule, no state, no wire.

Everything a page needs to show a table is in `parts.View`; a page knows no rule. `docs/protocol.md` tells the
order of things. `schema()` is the source of the page's types.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from kritzel.server.wire.parts import (
    Asked,
    Correction,
    Dice,
    Hand,
    Result,
    SceneChange,
    SeatView,
    Told,
    View,
    Waiting,
    Words,
)

PROTOCOL = 1
"""Raised when an old page could no longer talk to this server."""

Lang: TypeAlias = Literal["de", "en"]
TableId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16}$")]
CommandId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16,64}$")]
SeatNo: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
Notation: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Touchable: TypeAlias = Annotated[str, Meta(max_length=40)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
BotName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
"""A name that the server tells, never what is behind it: nothing is imported or started for it."""
Begins: TypeAlias = Annotated[str, Meta(pattern="^(lots|[0-7])$")]
Emote: TypeAlias = Literal["bravo", "wow", "haha", "phew", "argh", "hello"]
"""The six reactions there are."""
Seed: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32,64}$")]


class Message(Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """A message of a page."""


# Page to server --------------------------------------------------------------------------------
class Hello(Message, frozen=True):
    """The first message: which table, how much of its story the page has, in which language.

    `notation`: programs want the position in the view, too.
    """

    table: TableId
    last_version: Version = 0
    lang: Lang = "en"
    notation: bool = False


class Speak(Message, frozen=True):
    """Switch the language."""

    lang: Lang


class Touched(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a hand touched: a cell, with the die or the end of the line it holds; a die; or a button."""

    cell: Touchable = ""
    die: Number | None = None
    start: Touchable = ""
    kind: Touchable = ""


class Why(Message, frozen=True):
    """May I? And if not, why not? Changes nothing."""

    seat: SeatNo
    touched: Touched


class React(Message, frozen=True):
    """A small drawn reaction, for everybody at the table. Kept nowhere; too many are left unheard."""

    seat: SeatNo
    emote: Emote


class Ping(Message, frozen=True):
    """Are you there?"""


class Ready(Message, frozen=True):
    """Ready to begin; `seed` is the page's own luck for the dice (hex)."""

    id: CommandId
    seed: Seed


class Begin(Message, frozen=True):
    """Before the game: lots are drawn for the seats, or the seat of this number begins. For the owner."""

    id: CommandId
    who: Begins


class Move(Message, frozen=True):
    """One small move. `version` is that of the view it was chosen from."""

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
    """What the real dice show, or the card that was drawn."""

    id: CommandId
    outcome: Notation
    version: Version


class Correct(Message, frozen=True):
    """With real dice: the last roll was read wrong. Once others have decided on it, they are asked."""

    id: CommandId
    seat: SeatNo
    version: Version


class Consent(Message, frozen=True):
    """What one says when somebody asks to correct a roll."""

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
    """Put a bot on an open seat; it is called as in this language."""

    id: CommandId
    seat: SeatNo
    bot: BotName
    lang: Lang = "en"


class Stop(Message, frozen=True):
    """Give the game up."""

    id: CommandId


Command: TypeAlias = Ready | Begin | Move | Undo | Roll | Correct | Consent | StandIn | Back | Fill | Stop
"""Messages that change the table: each has an id and is answered with `ack` or `refused`."""

FromPage: TypeAlias = Hello | Speak | Why | React | Ping | Command


# Server to page ------------------------------------------------------------------
class Answer(Struct, frozen=True, tag_field="t", tag=str.lower):
    """A message of the server."""


class Table(Answer, frozen=True):
    """Everything: after `hello`, and whenever a change would not do. Entries after `since`."""

    protocol: int
    view: View
    since: int
    entries: tuple[Told, ...]


class Update(Answer, frozen=True, omit_defaults=True):
    """What is new since version `since`: entries, and the fields of the view that changed, each whole."""

    since: int
    version: int
    entries: tuple[Told, ...] = ()
    phase: str | UnsetType = UNSET
    seats: tuple[SeatView, ...] | UnsetType = UNSET
    waiting: Waiting | UnsetType = UNSET
    hands: tuple[Hand, ...] | UnsetType = UNSET
    entry: Asked | UnsetType | None = UNSET
    correction: Correction | UnsetType | None = UNSET
    dice: Dice | UnsetType = UNSET
    result: Result | UnsetType | None = UNSET
    rematch: str | UnsetType = UNSET
    begins: str | UnsetType = UNSET
    lots: tuple[int, ...] | UnsetType = UNSET
    position: str | UnsetType = UNSET
    scenes: tuple[SceneChange, ...] = ()


class Ack(Answer, frozen=True):
    """The command is written down for good; `version` is where it stands in your story."""

    id: str
    version: int


class Refused(Answer, frozen=True):
    """The command changed nothing: why, in words, with the clause where a rule forbids it."""

    id: str
    code: str
    words: Words
    clause: str = ""


class Because(Answer, frozen=True):
    """The answer to `why`: what was touched, and whether that is possible."""

    seat: int
    touched: Touched
    legal: bool
    clause: str = ""
    words: Words | None = None


class Reacted(Answer, frozen=True):
    """Somebody at the table has reacted, perhaps you yourself."""

    seat: int
    emote: Emote


class Trouble(Answer, frozen=True):
    """A message that could not be understood, or came too fast."""

    code: str
    words: Words


class Pong(Answer, frozen=True):
    """I am."""


class Bye(Answer, frozen=True):
    """The last message before the server hangs up."""

    code: str
    words: Words


FromServer: TypeAlias = Table | Update | Ack | Refused | Because | Reacted | Trouble | Pong | Bye

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromPage).decode


def schema() -> dict[str, Any]:
    """Both directions as JSON Schema, for generating the page's types."""
    names = ("FromPage", "FromServer")
    (page, server), parts = msgspec.json.schema_components(
        [FromPage, FromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Kritzel",
        "$defs": {**parts, names[0]: page, names[1]: server},
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in names],
    }
