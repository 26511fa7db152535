"""What requests about people, tables and the server are answered with. Words only, no rule."""

from __future__ import annotations

from kritzel.server.wire.parts import AnyTold, Part, Words
from kritzel.server.wire.protocol import Table


class Answered(Part, frozen=True, omit_defaults=False):
    """What a request is answered with. Nothing is left out."""


class Problem(Answered, frozen=True):
    """Why a request was refused: a `code` for programs, `words` for people."""

    code: str
    words: Words


class Nothing(Answered, frozen=True):
    """It is done; there is nothing to say."""


# Guests ----------------------------------------------------------------------------------------
class Myself(Answered, frozen=True):
    """Who this device is: what they call themselves (`name`)."""

    name: str


class Ticket(Answered, frozen=True):
    """The secret of a link (`token`)."""

    token: str


class Keeping(Answered, frozen=True):
    """For how many days something is kept that nobody uses; 0: for ever.

    `guests` are those without a table, `devices` what carries a guest, `tables` those without a move.
    """

    guests: int
    devices: int
    tables: int


# Tables ----------------------------------------------------------------------------------------
class Invite(Answered, frozen=True):
    """The secret of the link to a seat (`token`)."""

    seat: int
    token: str


class Laid(Answered, frozen=True):
    """The name of a new `table`, and a link for each seat that is for a friend."""

    table: str
    invites: tuple[Invite, ...]


class Led(Answered, frozen=True):
    """The name of the `table` that it led to."""

    table: str


class Older(Answered, frozen=True):
    """Entries of your story from before what you know: those numbered from `since + 1` on."""

    since: int
    told: tuple[AnyTold, ...]


class Replayed(Answered, frozen=True):
    """The table after `at` of its `of` `events` (outcomes and moves in notation).

    `view` is as somebody who watched saw it, with its position and without its story.
    """

    at: int
    of: int
    events: tuple[str, ...]
    view: Table


# The server ------------------------------------------------------------------------------------
class Way(Answered, frozen=True):
    """Whether the way in can be switched from here (`possible`), is `open`, and the `address` people open."""

    possible: bool = False
    open: bool = False
    address: str = ""


class Healthy(Answered, frozen=True):
    """Tables can be written."""

    ok: bool = True


class About(Answered, frozen=True):
    """What a server says of itself; far from home only its version, and whom to ask (`contact`).

    `home` is the folder of its program, `edition` the state of that, `data` its file of tables, `process` its
    number on the machine, `bots` those from outside that it was started with.
    """

    version: str
    home: str = ""
    edition: str = ""
    data: str = ""
    address: str = ""
    process: int = 0
    bots: tuple[str, ...] = ()
    contact: str = ""

    def same(self, other: About) -> bool:
        """Whether both are the same program in the same state, with the same tables and bots."""
        mine, theirs = ((each.home, each.edition, each.data, each.bots) for each in (self, other))
        return bool(self.home) and mine == theirs
