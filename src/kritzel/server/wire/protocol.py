"""The messages of the socket. Commands come from `table.commands`, views from `table.view`.

A page says `Hello`, gets one `Welcome`, and then an `Update` after every change (docs/protocol.md).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from kritzel.server.table.commands import Command, Message, SeatNo, Version
from kritzel.server.table.document import Words
from kritzel.server.table.story import LogEntry
from kritzel.server.table.view import View

PROTOCOL = 1
"""The page's protocol: raised when an old page could no longer talk to this server."""
PROGRAM_PROTOCOL = 1
"""The stable part for programs (docs/protocol.md): raised only if that part changes."""

Touchable: TypeAlias = Annotated[str, Meta(max_length=40)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Emote: TypeAlias = Literal["bravo", "wow", "haha", "phew", "argh", "hello"]
"""The six reactions there are."""


# Page to server --------------------------------------------------------------------------------
class Hello(Message, frozen=True, forbid_unknown_fields=False):
    """The first message: how many entries of the log the page has already (`last_version`).

    `protocol` is the one the page speaks; a page of another version is asked to load itself again. A program
    says in `program` which version of the stable part it speaks instead, and gets the position and its legal
    moves in notation.
    """

    protocol: int = 0
    last_version: Version = 0
    program: int = 0


class Touched(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a hand touched: a `cell`, with the `die` or the end of a line (`start`) it holds; a die; a button.

    A button is named by the `kind` of its move.
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


FromPage: TypeAlias = Hello | Why | React | Ping | Command


# Server to page ------------------------------------------------------------------
class Answer(Struct, frozen=True, tag_field="t", tag=str.lower):
    """A message of the server."""


class Welcome(Answer, frozen=True, omit_defaults=True):
    """The table you asked for, after `hello`: which it is, the whole view, and the log.

    `document` is the address of what never changes. `you`: your seats; `owner`: whether the table is yours;
    `grace`: seconds an absent player's seat is kept for them. `since`: how many entries of the log came
    before those in `log`. `ack`: your command of this id is done.
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
    view: View
    log: tuple[LogEntry, ...] = ()
    ack: str = ""


class Update(Answer, frozen=True, omit_defaults=True):
    """What is new: `changes` is a JSON merge patch (RFC 7396) of the view, `log` the newest entries.

    The last entry has the number `version` of the view. `ack`: your command of this id is done, and this is
    what followed.
    """

    changes: dict[str, Any]
    log: tuple[LogEntry, ...] = ()
    ack: str = ""


class Ack(Answer, frozen=True):
    """The command is written down for good; `version` is where it stands in your story."""

    id: str
    version: int


class Refusal(Answer, frozen=True, tag="refused"):
    """The command changed nothing: why (`code`), in `words`, with the `clause` where a rule forbids it.

    `retry`: nothing is known to be written, send the very same again.
    """

    id: str
    code: str
    words: Words
    clause: str = ""


class WhyAnswer(Answer, frozen=True, tag="because"):
    """The answer to `why`: what was touched, and whether that is `legal`; if not, in `words`.

    With the `clause` where a rule forbids it.
    """

    seat: int
    touched: Touched
    legal: bool
    clause: str = ""
    words: Words | None = None


class Reacted(Answer, frozen=True):
    """A player at the table has reacted, perhaps you yourself."""

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


FromServer: TypeAlias = Welcome | Update | Ack | Refusal | WhyAnswer | Reacted | Trouble | Pong | Bye

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromPage).decode
