"""What pages and server say to each other over the socket. Words only: no rule, no state, no wire.

A page gets the document of a sheet once, and then only what changes; it knows no rule. `docs/protocol.md`
tells the order of things.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from kritzel.server.wire.parts import (
    AnyTold,
    Asked,
    Clock,
    Correction,
    Dice,
    Drawn,
    Hand,
    Phase,
    Result,
    Scored,
    Seal,
    Sentence,
    Sitting,
    Words,
)

PROTOCOL = 6
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
Awaits: TypeAlias = Literal["people", "ready", "seeds", "chance", "decision", "over", "stopped"]
Seed: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{32,64})?$")]
Hash: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
Sealed: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Round: TypeAlias = Annotated[int, Meta(ge=1, le=10**6)]
"""How often the dice of a table were mixed before the game."""


class Message(Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """A message of a page."""


# Page to server --------------------------------------------------------------------------------
class Hello(Message, frozen=True, forbid_unknown_fields=False):
    """The first message: how much of the story of its table the page has (`last_version`).

    `protocol` is the one the page speaks; a page of another version is asked to load itself again.
    `notation`: programs want the position, too.
    """

    protocol: int = 1
    last_version: Version = 0
    notation: bool = False


class Touched(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a hand touched: a `cell`, with the `die` or the end of a line (`start`) it holds; a die; a button.

    A button is told by the `kind` of its move.
    """

    cell: Touchable = ""
    die: Number | None = None
    start: Touchable = ""
    kind: Touchable = ""


class Why(Message, frozen=True):
    """May this `seat` do what its hand `touched`? And if not, why not? Changes nothing."""

    seat: SeatNo
    touched: Touched


class React(Message, frozen=True):
    """A small drawn reaction (`emote`), for everybody at the table. Kept nowhere; too many stay unheard."""

    seat: SeatNo
    emote: Emote


class Ping(Message, frozen=True):
    """Are you there?"""


class Ready(Message, frozen=True):
    """Ready to begin. `seal` binds the page's own luck for the dice in this `round` (DICE-2, docs/dice.md).

    At a table whose dice know no seals (DICE-1, and real ones, for the lots) the `seed` itself.
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

FromPage: TypeAlias = Hello | Why | React | Ping | Command


# Server to page ------------------------------------------------------------------
class Answer(Struct, frozen=True, tag_field="t", tag=str.lower):
    """A message of the server."""


class Update(Answer, frozen=True, omit_defaults=True):
    """What is new: the story up to `version`, and of all else what has changed; the rest is as before.

    `ack`: your command of this id is written down for good, and this is what followed. `told` are the newest
    entries of the story, the last of them is number `version`; a pair is a move: its seat, its number.
    `awaits` says what the table waits for: `people`, `ready`, `seeds` (that seals are opened), `chance` (what
    for: `purpose`), `decision`, `over` or `stopped`; `asked` are the seats that are to do something,
    `together` whether several decide at the same time, `out` who sits out for now and is not asked.
    `question` is what they are asked for; with `chance`, what comes. `clock` says which pass, round or card
    it is, and `step` which throw of how many within it, where there are several. `seals`, until the game
    begins: what the devices have sealed for the dice. `begins`: before the game,
    whether lots are drawn for the seats (`lots`) or which seat comes first; empty where all always play at
    once. `lots`: where they were drawn, on which seat each seat sat before. `hints`: whether seats may take
    hints now, because all people at the table allow it. `position`: the table in
    notation, as whoever holds one seat sees it, else as everybody may; for those only who asked for it.
    """

    version: int
    ack: str = ""
    told: tuple[AnyTold, ...] = ()
    phase: Phase | UnsetType = UNSET
    seats: tuple[Sitting, ...] | UnsetType = UNSET
    awaits: Awaits | UnsetType = UNSET
    asked: tuple[int, ...] | UnsetType = UNSET
    purpose: str | UnsetType = UNSET
    together: bool | UnsetType = UNSET
    out: tuple[int, ...] | UnsetType = UNSET
    question: Sentence | UnsetType | None = UNSET
    clock: Clock | UnsetType | None = UNSET
    step: Clock | UnsetType | None = UNSET
    scores: tuple[Scored, ...] = ()
    pictures: tuple[Drawn, ...] = ()
    hands: tuple[Hand, ...] = ()
    entry: Asked | UnsetType | None = UNSET
    correction: Correction | UnsetType | None = UNSET
    dice: Dice | UnsetType = UNSET
    seals: tuple[Seal, ...] | UnsetType = UNSET
    result: Result | UnsetType | None = UNSET
    rematch: str | UnsetType = UNSET
    begins: str | UnsetType = UNSET
    lots: tuple[int, ...] | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    position: str | UnsetType = UNSET


class Table(Answer, frozen=True):
    """The table you asked for, after `hello`: which it is, and all there is of it as an update of nothing.

    `document` is the address of what never changes. `you`: your seats; `owner`: whether the table is yours;
    `grace`: seconds an absent player's seat is kept for them. `since`: how many entries of the story came
    before the first that is told here.
    """

    protocol: int
    table: str
    game: str
    sheet: str
    document: str
    you: tuple[int, ...]
    owner: bool
    grace: int
    since: int
    now: Update


class Ack(Answer, frozen=True):
    """The command is written down for good; `version` is where it stands in your story."""

    id: str
    version: int


class Refused(Answer, frozen=True):
    """The command changed nothing: why (`code`), in `words`, with the `clause` where a rule forbids it.

    `retry`: nothing is known to be written, send the very same again.
    """

    id: str
    code: str
    words: Words
    clause: str = ""


class Because(Answer, frozen=True):
    """The answer to `why`: what was touched, and whether that is `legal`; if not, in `words`.

    With the `clause` where a rule forbids it.
    """

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
    """A message could not be understood or came too fast: which of both (`code`), and in `words`."""

    code: str
    words: Words


class Pong(Answer, frozen=True):
    """I am."""


class Bye(Answer, frozen=True):
    """The last message before the server hangs up: why (`code`), and in `words`.

    `after`: in how many seconds to come again, where too many come at once; else as soon as one likes.
    """

    code: str
    words: Words
    after: int = 0


FromServer: TypeAlias = Table | Update | Ack | Refused | Because | Reacted | Trouble | Pong | Bye

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromPage).decode
