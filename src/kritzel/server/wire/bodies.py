"""What requests carry: the bodies of HTTP. Words only, no rule."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from kritzel.server.table.commands import Begins, Lang, SeatNo
from kritzel.server.wire.protocol import Touched

LONGEST = 2000
"""Letters of a position; the longest ones of our sheets have half as many."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Secret: TypeAlias = Annotated[str, Meta(min_length=16, max_length=64)]
SmallMove: TypeAlias = Annotated[str, Meta(max_length=40)]
SmallMoves: TypeAlias = Annotated[tuple[SmallMove, ...], Meta(max_length=200)]
"""Moves in notation, one after the other."""
Sitter: TypeAlias = Literal["me", "here", "friend", "bot"]
"""Who is to sit on a seat: oneself, another person at the same device, a friend by link, a bot."""


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What a request carries."""


class GuestName(Body, frozen=True):
    """The `name` of a guest; also the answer to who this device is."""

    name: Name


class LinkToken(Body, frozen=True):
    """The secret of a link (`token`) to a seat or another device; also the answer with a new one."""

    token: Secret


class Join(Body, frozen=True):
    """Take the seat of a link, by its `token`; `name` if you have none yet. `hints`: you allow them."""

    token: Secret
    name: Name | None = None
    hints: bool = False


class NewSeat(Body, frozen=True):
    """Who plays on a seat: `kind` is `me`, `here` (at this device), `friend` (by link) or `bot`.

    `name` is for somebody here; without one they are called like you. `bot` is a bot's, without one it is
    one that does not sit there yet.
    """

    kind: Sitter
    name: Annotated[str, Meta(max_length=80)] = ""
    bot: Annotated[str, Meta(max_length=200)] = ""


class NewTable(Body, frozen=True):
    """A table to be laid on a `sheet` (`GAME/SHEET`), seat by seat; its bots are called as in this `lang`.

    `real_dice`: people throw their own and say what they show. `begins`: who sits where is drawn by lot
    (`lots`), or the seat of this number comes first. `hints`: you allow them, at your seats; where nothing is
    said, if no seat is for a friend.
    """

    sheet: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[NewSeat, ...], Meta(min_length=1, max_length=8)]
    real_dice: bool = False
    lang: Lang = "en"
    begins: Begins = "lots"
    hints: bool | None = None


class OneSeat(Body, frozen=True):
    """The `seat` that a new link or a hint is for."""

    seat: SeatNo


class Switch(Body, frozen=True):
    """Open the way in from the own network, or close it (`open`)."""

    open: bool


class Ask(Body, frozen=True):
    """May this `seat` do what its hand `touched`, in this `position`?"""

    position: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    seat: SeatNo
    touched: Touched


class Try(Body, frozen=True):
    """The small `moves` made so far, none at first; sheets are in this `lang`."""

    moves: SmallMoves = ()
    lang: Lang = "en"


class TryAt(Body, frozen=True):
    """The same at a table that has ended, from where it stood after `at` outcomes and moves."""

    at: Annotated[int, Meta(ge=0, le=100_000)]
    moves: SmallMoves = ()
    lang: Lang = "en"


class Explore(Body, frozen=True):
    """What this `seat` does otherwise from `at` on, and whether its `values` are wanted."""

    at: Annotated[int, Meta(ge=0, le=100_000)]
    seat: SeatNo
    moves: SmallMoves = ()
    values: bool = False
    lang: Lang = "en"
