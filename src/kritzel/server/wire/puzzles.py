"""Puzzles and explorations as pages see them: nothing of an answer travels before the try. Words only."""

from __future__ import annotations

from typing import Literal

from kritzel.server.wire.answers import Answered
from kritzel.server.wire.parts import Option, Spoken, Words
from kritzel.server.wire.scenes import Scene


class TrySpot(Answered, frozen=True):
    """A table at which this `seat` is to move: its `position`, all sheets, its legal moves (`options`)."""

    game: str
    sheet: str
    title: Words
    position: str
    seat: int
    names: tuple[str, ...]
    scenes: tuple[Scene, ...]
    options: tuple[Option, ...]
    clock: Words


class WeighedWay(Answered, frozen=True):
    """A whole move: in `words`, the `cells` it touches in order, and the dice thrown again or kept (`faces`).

    It is `gap` behind the best, give or take `se`; `right`: nobody can say that it is worse.
    """

    words: Words
    cells: tuple[str, ...]
    faces: tuple[str, ...]
    die: int | None
    gap: float
    se: float
    right: bool


class Weighed(Answered, frozen=True):
    """What all ways of a decision are worth, the best first; `whole`: none was left out."""

    unit: Literal["points", "win"]
    ways: tuple[WeighedWay, ...]
    whole: bool


class TryVerdict(Answered, frozen=True):
    """What came of a try: whether it was `right`, which of the ways it was (`yours`; null: not weighed).

    `why` the best way is better, where the rules prove a reason, and the `clause` that it rests on.
    """

    right: bool
    yours: int | None
    weighed: Weighed
    why: Words | None
    clause: str


class Puzzled(Answered, frozen=True):
    """A puzzle after the moves made so far, and once a whole move is made, the verdict.

    `day` is that of a puzzle of the day, else empty. `waits`: the verdict is being worked out; ask again.
    """

    day: str
    spot: TrySpot
    verdict: TryVerdict | None
    waits: bool


class Explored(Answered, frozen=True):
    """Where an exploration stands, what happened by itself since the own move (`told`), whether it is `over`.

    `waits`: it is being worked out; ask again. Without `values` asked for, `weighed` is null.
    """

    waits: bool
    spot: TrySpot | None = None
    told: tuple[Spoken, ...] = ()
    over: bool = False
    weighed: Weighed | None = None
