"""What is told of a finished game: its timeline, and its dice laid open. Words only, no rule."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from kritzel.game import Outcome, Seat
from kritzel.server.wire.answers import Answered
from kritzel.server.wire.parts import Part, Words


# The timeline ----------------------------------------------------------------------------------
class Gain(Answered, frozen=True):
    """A line (`key`) of a seat's score pad that changed, by so many `points`."""

    seat: Seat
    key: str
    points: int


class Moment(Part, frozen=True):
    """One outcome or move: its `kind`, in notation (`text`), in `words`; what it brought (`gains`).

    A move has its `seat` and, where there is one, its `cell`; `hinted`: a hint was taken for it.
    """

    kind: str
    text: str
    words: str
    seat: Seat | None = None
    cell: str = ""
    gains: tuple[Gain, ...] = ()
    hinted: bool = False


class Stretch(Answered, frozen=True):
    """A pass or round begins before the event with this number (`at`); `words` say which."""

    at: int
    words: str


class Timeline(Answered, frozen=True):
    """A whole game at a glance: its events (`moments`), where passes or rounds begin (`clocks`).

    `totals` are those at the start.
    """

    moments: tuple[Moment, ...]
    clocks: tuple[Stretch, ...]
    totals: tuple[int, ...]


# The dice --------------------------------------------------------------------------------------
class RollShape(Struct, frozen=True, tag_field="kind", tag="roll"):
    """So many `dice` with these `faces` were thrown."""

    dice: int
    faces: tuple[int, ...]


class DrawShape(Struct, frozen=True, tag_field="kind", tag="draw"):
    """A card was drawn, while so many of each kind were `left`."""

    left: tuple[int, ...]


Shape: TypeAlias = RollShape | DrawShape
"""What could come, as data: told apart by `kind`."""


class Draw(Answered, frozen=True):
    """One draw: its `site`, its `purpose` (in `words`), what could come (`event`), what came (`outcome`).

    `names`: how the faces or kinds are written.
    """

    site: int
    purpose: str
    words: Words
    event: Shape
    names: tuple[str, ...]
    outcome: Outcome


class Broken(Answered, frozen=True):
    """The first `line` of a record that cannot be true, and why, in `words`."""

    line: int
    words: Words


class Opened(Answered, frozen=True):
    """Everything that is needed to check the dice of a game (docs/dice.md), and whose game it was.

    `players` are the seeds of the people, in the order of their first seats; `names` are by seat.
    `broken` tells where a record stops making sense; the draws are those before it. With DICE-2: `round`, how
    often the dice were mixed; `chairs`, where the people sat before the game, and their `seals`, in the order
    of `players`; `lots`, the chair of each seat, where they were drawn.
    """

    scheme: str
    table: str
    commit: str
    seed: str
    players: tuple[str, ...]
    draws: tuple[Draw, ...]
    game: str
    title: Words
    names: tuple[str, ...]
    broken: Broken | None = None
    round: int = 1
    chairs: tuple[int, ...] = ()
    seals: tuple[str, ...] = ()
    lots: tuple[int, ...] = ()
