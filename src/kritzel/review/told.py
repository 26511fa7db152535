"""A review as it is told: typed, frozen, and nothing in it but what was found. Knows no arithmetic.

Values are in the review's `unit`: points alone, hundredths of a win with company (`shares` of a win: what a
lead is worth on average, see docs/review.md). Where something is not known it is None, never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kritzel.game import Seat, Text

POINTS, WIN = "points", "win"
"""The units: points, and hundredths of a win."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a seat did in one step: its small moves in notation, and in words."""

    moves: tuple[str, ...]
    words: Text


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, as data that the engine has proven, and as a sentence."""

    key: str
    facts: Mapping[str, Any]
    words: Text
    cells: tuple[str, ...]
    """What it speaks of, on the sheet."""
    clause: str
    """The rule that is the reason; empty where none is."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Something else that was looked at: how much more than the move played it brings, and the error."""

    move: Told
    gain: float
    se: float
    rollouts: int


@dataclass(frozen=True, slots=True)
class LuckStep:
    """One throw or draw: what it was worth to each seat beyond the mean of all that could have come.

    `sd` is the spread of that over all outcomes, for the seat it concerns most (`seat`); `as_good` and
    `as_bad` how likely an outcome at least as good or as bad for that seat was; None where only rollouts
    tell, or tell otherwise. `mark`: -2 to 2, by the event's own spread.
    """

    kind: str = field(default="luck", init=False)
    event: int
    seat: Seat
    purpose: str
    outcome: str
    words: Text
    luck: tuple[float, ...]
    se: float
    sd: float | None
    as_good: float | None
    as_bad: float | None
    mark: int
    now: int
    """The pass, round or card."""


@dataclass(frozen=True, slots=True)
class MoveStep:
    """What people call one move, against the reference player's at the same table.

    `effect`: how much it changed the value for every seat (of its own seat that is skill, of the others it
    is what this seat did to them). `loss`: what the best move found would have brought more.
    """

    kind: str = field(default="move", init=False)
    events: tuple[int, ...]
    seat: Seat
    played: Told
    reference: Told | None
    """What the reference player does here; None where that is the move played."""
    best: Told | None
    """What was found to be better; None where nothing was."""
    options: int
    loss: float
    se: float
    sure: bool
    certainty: str
    label: str
    effect: tuple[float, ...]
    effect_se: tuple[float, ...]
    points: tuple[float, ...] | None
    """The effect in points, where the unit is another and rollouts went to the end."""
    rollouts: int
    alternatives: tuple[Alternative, ...]
    ahead: Alternative | None
    """Where the move was the best that was found, and not the first that comes to mind: the second best, and
    how much more than that it brought."""
    reason: Reason | None
    """Why the best is better; of a move that is ahead, why it is."""
    now: int
    help: str = ""
    """`hint`: one was taken for it; `bot`: a bot made it in somebody's place. Such a move is not the seat's
    own."""


@dataclass(frozen=True, slots=True)
class Sum:
    """start + luck + own + others = result; adjusted = result - luck. `error`: of `own` and `others`.

    What moves with a hint, or of a bot in somebody's place, brought their seat stands in `others`.
    """

    start: float | None
    luck: float | None
    own: float | None
    others: float | None
    result: float
    adjusted: float | None
    error: float | None


@dataclass(frozen=True, slots=True)
class SameLuck:
    """What the reference player gets of the luck of this game, at every seat: its points on average of so
    many games. `exact`: all luck came from the record, so one game tells; else what the record does not hold,
    a re-roll of other dice, came anew."""

    points: float
    games: int
    exact: bool


@dataclass(frozen=True, slots=True)
class SeatReview:
    """One seat: its sum, in the unit and in points, and the moments worth a look."""

    seat: Seat
    name: str
    place: int
    sum: Sum
    points: Sum
    explained: float | None
    """How much of the luck the list of throws accounts for."""
    moves: int
    """Decisions with more than one option that the seat made without help."""
    same: int
    """How many of them were just what the reference player does."""
    sure: int
    """How many were surely not the best."""
    moments: tuple[int, ...]
    """Up to three steps worth a look, by their place in `steps`."""
    find: int | None
    """The best find: a step that surely did better than the reference player's, or than all others found."""
    same_luck: SameLuck | None
    """None where too much of the luck would have to come anew, or was not looked at."""
    hinted: int = 0
    """Decisions for which a hint was taken."""
    stood_in: int = 0
    """Decisions that a bot made in somebody's place."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What the game was worth to each seat after so many events. The last one is how it ended: points alone,
    with company who won (100, or a part of it where a win is shared)."""

    event: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """Who is the yardstick, and why another one stands in (None: it is the one that should be)."""

    name: str
    title: Text
    instead: Text | None
    net: str


@dataclass(frozen=True)
class Review:
    """What was luck, what was skill, and what would have been better, in one game."""

    version: int
    game: str
    sheet: str
    sheet_hash: str
    rules: int
    depth: str
    seed: int
    unit: str
    reference: Reference
    rollouts: int
    """For each of two moves that are compared, at most; where the better one is chosen and where it is
    judged."""
    spread: float
    """What one step on the scale of labels is measured by: the spread of a game alone, or of a lead."""
    complete: bool
    """Whether all that was to be worked out has been."""
    sums: bool
    """Whether the parts of results can be told; `notes` say why not."""
    notes: tuple[Text, ...]
    seats: tuple[SeatReview, ...]
    steps: tuple[LuckStep | MoveStep, ...]
    curve: tuple[CurvePoint, ...]

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """As `kritzel review --json` prints it (docs/json.md)."""
        from kritzel.review.telling import as_json

        return as_json(self, lang)

    def html(self, lang: str = "en") -> str:
        """A page of its own."""
        from kritzel.review.page import page

        return page(self, lang)

    def _repr_html_(self) -> str:
        from kritzel.review.page import body

        return body(self, "en")
