"""A review as typed data. Its fields, in their order, are those of the JSON (docs/json.md).

Values are in the review's `unit`: points alone, hundredths of a win with company (`shares` of a win: what a
lead is worth on average, see docs/review.md). What is not known is None, never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from kritzel.game import Seat, Text

if TYPE_CHECKING:
    from kritzel.record import Table

POINTS, WIN = "points", "win"
"""The units: points, and hundredths of a win."""
HINT, BOT = "hint", "bot"
"""Who helped with a move: a hint was taken for it, or a bot made it in the place of a player."""
DIGITS = 4
"""Digits after the point in the JSON of steps and of the curve. Figures of seats are exact: they add up."""


@dataclass(frozen=True, slots=True)
class MoveText:
    """What a seat did in one step: its small moves in notation, and in words."""

    moves: tuple[str, ...]
    words: Text


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is better, as data that the engine has proven, and as a sentence."""

    key: str
    facts: Mapping[str, Any]
    words: Text
    cells: tuple[str, ...]
    """The cells of the sheet that it names."""
    clause: str
    """The rule that is the reason; empty where none is."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another candidate: how much more than the move played it brings, and the standard error."""

    move: MoveText
    gain: float
    se: float
    rollouts: int


@dataclass(frozen=True, slots=True)
class LuckStep:
    """One throw or draw: what it was worth to each seat beyond the mean of all possible outcomes.

    `sd`, `as_good` and `as_bad` are None where only rollouts tell, or contradict the net.
    """

    kind: str = field(default="luck", init=False)
    events: tuple[int]
    seat: Seat
    """The seat that it concerns most."""
    now: int
    """The pass, round or card."""
    purpose: str
    outcome: str
    words: Text
    luck: tuple[float, ...]
    se: float
    sd: float | None
    """The spread of the luck over all outcomes, for `seat`."""
    as_good: float | None
    """The probability of an outcome at least as good for `seat`."""
    as_bad: float | None
    mark: int
    """-2 to 2, by the event's own spread."""


@dataclass(frozen=True, slots=True)
class MoveStep:
    """What people call one move, against the reference player's at the same table."""

    kind: str = field(default="move", init=False)
    events: tuple[int, ...]
    seat: Seat
    now: int
    """The pass, round or card."""
    played: MoveText
    best: MoveText | None
    """The better move that was found, if any."""
    reference: MoveText | None
    """The reference player's move; None where it is the move played."""
    help: str
    """HINT, BOT or empty. A move with help is not the seat's own."""
    options: int
    loss: float
    """How much more the best move found would have brought."""
    se: float
    sure: bool
    certainty: str
    label: str
    words: Text
    """The label in words."""
    effect: tuple[float, ...]
    """The change of every seat's value: skill of the own seat, and what it did to the others."""
    effect_se: tuple[float, ...]
    points: tuple[float, ...] | None
    """The effect in points, where the unit is another and rollouts went to the end."""
    rollouts: int
    alternatives: tuple[Alternative, ...]
    ahead: Alternative | None
    """The second best, where the move was the best found and not an obvious one."""
    reason: Reason | None
    """Why the best move is better than this one, or this one than `ahead`."""


@dataclass(frozen=True, slots=True)
class Sum:
    """start + luck + own + others = result; adjusted = result - luck. `error`: of `own` and `others`.

    Moves with help count in `others`.
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
    """The reference player's mean points of some games with the luck of this one, at every seat.

    `exact`: all luck came from the record, so that one game is enough. Otherwise some of it was drawn again.
    """

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
    explained: float | None
    """How much of the luck the list of throws accounts for."""
    points: Sum
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
    """None where too much of the luck would have to be drawn again, or the depth does not ask for it."""
    hinted: int = 0
    """Decisions for which a hint was taken."""
    stood_in: int = 0
    """Decisions that a bot made in the place of a player."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The value of the game to each seat after `event` events. The last point is how it ended: points alone,
    with company who won (100, or a part of it where a win is shared)."""

    event: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """The reference player, and why it stands in for the usual one (None where it is the usual one)."""

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
    rollouts: int
    """For each of two moves that are compared, at most: to choose the better one and to judge it."""
    spread: float
    """The standard deviation that labels are measured by: of a game alone, or of a lead."""
    complete: bool
    """Whether all parts have been worked out."""
    sums: bool
    """Whether the parts of results are known; `notes` say why not."""
    notes: tuple[Text, ...]
    reference: Reference
    seats: tuple[SeatReview, ...]
    steps: tuple[LuckStep | MoveStep, ...]
    curve: tuple[CurvePoint, ...]
    table: Table | None = field(default=None, compare=False, repr=False)
    """The game itself, for pictures of its moments; not in the JSON."""

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """As `kritzel review --json` prints it (docs/json.md)."""
        plain = dict(_plain(replace(self, table=None), lang, DIGITS))
        del plain["table"]
        return plain

    def html(self, lang: str = "en") -> str:
        from kritzel.review.page import page

        return page(self, lang)

    def _repr_html_(self) -> str:
        from kritzel.review.page import body

        return body(self, "en")


def _plain(value: Any, lang: str, digits: int | None) -> Any:
    if isinstance(value, Text):
        return value.say(lang)
    if isinstance(value, tuple):
        return [_plain(each, lang, digits) for each in value]
    if isinstance(value, float) and digits is not None:
        return round(value, digits)
    if not is_dataclass(value):
        return value
    digits = None if isinstance(value, SeatReview) else digits
    plain = dict[str, Any]()
    for each in fields(value):
        found = getattr(value, each.name)
        plain |= (
            _plain(found, lang, digits) if each.name == "sum" else {each.name: _plain(found, lang, digits)}
        )
    return plain
