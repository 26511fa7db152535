"""A review as pages see it: in both languages, nothing in it but what this viewer may see.

Values are in `unit`: points, or hundredths of a win. Where something is not known, it is null.
"""

from __future__ import annotations

from typing import Literal

from kritzel.game import Seat
from kritzel.server.table.document import MessagePart, Option, Words
from kritzel.server.table.story import LogEntry
from kritzel.server.table.view import SheetView

Depth = Literal["quick", "deep"]
Certainty = Literal["sure", "likely", "close"]


class ReviewedFigure(MessagePart, frozen=True):
    """A figure as it may be told: `about` how much, and between what; all the same where it is exact."""

    low: int
    about: int
    high: int


class ReviewedSum(MessagePart, frozen=True):
    """What a `result` is made of: `start`, `luck`, `own` moves and those of the `others` add up to it.

    `adjusted` is the result with even luck; `error` that of the moves, and so of luck. `tell_...` is what may
    be told of them; null where a sign may still change. `mostly`: what the result is mostly made of,
    where luck and own moves cannot both be told.
    """

    result: float
    start: float | None
    luck: float | None
    own: float | None
    others: float | None
    adjusted: float | None
    error: float | None
    tell_luck: ReviewedFigure | None = None
    tell_own: ReviewedFigure | None = None
    tell_even: ReviewedFigure | None = None
    mostly: Literal["", "luck", "skill", "open"] = ""


class ReviewedSeat(MessagePart, frozen=True):
    """One seat: its `sum` in the unit and in `points`. Of its `moves`, `same` were those of the Owl.

    `sure`: how many were surely not the best. `explained`: how much of its luck the list accounts for.
    `pattern`: a better move that was there again and again, for viewers who may see its moments. `owl`: the
    points that the yardstick gets of the same luck, null where that is unknown; `owl_exact`: all of it
    was the same. For `hinted` further moves a hint was taken, `stood_in` were made by a bot in somebody's
    place: what they brought counts with the others'. `bot_since`: when a bot took over until the end.
    """

    seat: Seat
    sum: ReviewedSum
    points: ReviewedSum
    moves: int
    same: int
    sure: int
    explained: float | None
    pattern: Words | None
    owl: float | None
    owl_exact: bool
    hinted: int = 0
    stood_in: int = 0
    bot_since: Words | None = None


class ReviewedChoice(MessagePart, frozen=True):
    """A move in `words`, the `cells` it is about, and what the game was worth after it (`value`, if known).

    Of its first small move the `kind`, the `die` that it takes, the `faces` that it throws again; `lines`:
    from which cell to which, where it draws.
    """

    words: Words
    cells: tuple[str, ...]
    value: float | None
    kind: str
    die: int | None
    faces: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]


class ReviewedMoment(MessagePart, frozen=True):
    """A move worth a look: the table stood so after `at` events, and the move ended with event `until`.

    `better` would have brought `loss` more, give or take `se` (`tell_loss`: as it may be told, null where
    it may be nothing); how sure that is says `certainty`. `why` in
    words, where the rules prove a reason, with the cells it is `about` and its `clause`, if it is one;
    `also`: moves that are almost as good. A `find` surely did better than the
    reference player, or than all else that was found. `hinted`: a hint was taken for it.
    `dead_end`: the cells that the reason speaks of are where nothing goes on.
    """

    at: int
    until: int
    seat: Seat
    clock: Words
    played: ReviewedChoice
    better: ReviewedChoice | None
    also: tuple[Words, ...]
    loss: float
    se: float
    certainty: Certainty
    why: Words | None
    about: tuple[str, ...]
    clause: str
    find: bool
    hinted: bool = False
    dead_end: bool = False
    tell_loss: ReviewedFigure | None = None


class ReviewedLuck(MessagePart, frozen=True):
    """A throw or draw, by the number of its event (`at`): what it was worth to each seat.

    `odds`: how likely one at least as good, or as bad, was for `seat`. `mark`: -2 to 2, by its own spread.
    """

    at: int
    seat: Seat
    clock: Words
    words: Words
    luck: tuple[float, ...]
    odds: float | None
    mark: int


class ReviewedPoint(MessagePart, frozen=True):
    """What the game was worth to each seat after `at` events."""

    at: int
    values: tuple[float, ...]


class Reviewed(MessagePart, frozen=True):
    """A finished game looked at again; `you` are the seats of the caller.

    `moments` are theirs and those of bots. `rollouts`: games played out for each of two moves. `spread`: that
    of a game's result, by which luck and moves are measured. `sums`: whether the parts of results are known;
    `notes` say why not, and who stands in as the yardstick.
    """

    unit: Literal["points", "win"]
    depth: Depth
    sums: bool
    notes: tuple[Words, ...]
    reference: Words
    rollouts: int
    spread: float
    you: tuple[Seat, ...]
    seats: tuple[ReviewedSeat, ...]
    curve: tuple[ReviewedPoint, ...]
    luck: tuple[ReviewedLuck, ...]
    moments: tuple[ReviewedMoment, ...]


class ReviewStatus(MessagePart, frozen=True):
    """How far a review is: `done` of `of` parts, and what is known so far: the deepest that there is.

    `warming`: the yardstick is being compiled before anything can begin, which takes a while, once.
    `deeper`: how much of the deep review is worked out, from 0 to 1, while it waits for an idle machine.
    A `review` that the caller knows already is left out.
    """

    done: int
    of: int
    review: Reviewed | None
    warming: bool = False
    deeper: float | None = None


# Puzzles --------------------------------------------------------------------------------------
class TrySpot(MessagePart, frozen=True):
    """A table at which this `seat` is to move: its `position`, all `sheets`, its legal moves (`options`).

    `document` is the address of what never changes about the sheet.
    """

    game: str
    sheet: str
    title: Words
    position: str
    seat: int
    names: tuple[str, ...]
    document: str
    sheets: dict[str, SheetView]
    options: tuple[Option, ...]
    clock: Words


class WeighedWay(MessagePart, frozen=True):
    """A whole move: in `words`, the `cells` it touches in order, and the dice thrown again or kept (`faces`).

    It is about `gap` behind the best, give or take `se`; `right`: nothing says that it is worse.
    """

    words: Words
    cells: tuple[str, ...]
    faces: tuple[str, ...]
    die: int | None
    gap: float
    se: float
    right: bool


class WeighedWays(MessagePart, frozen=True):
    """What all ways of a decision are worth, the best first; `whole`: none was left out."""

    unit: Literal["points", "win"]
    ways: tuple[WeighedWay, ...]
    whole: bool


class TryVerdict(MessagePart, frozen=True):
    """What came of a try: the `best` way, `equal` to it as far as can be told, or `worse`.

    `yours`: which of the ways it was (null: not weighed). `again`: the move of the game itself, for which its
    review found a better one; it is always `worse`. `why`, where the rules prove a reason, with its `clause`:
    the best way is better than this one; or this one, the best, than the move of the game or the second.
    """

    result: Literal["best", "equal", "worse"]
    again: bool
    yours: int | None
    weighed: WeighedWays
    why: Words | None
    clause: str


class PuzzleState(MessagePart, frozen=True):
    """A puzzle after the moves made so far, and once a whole move is made, the verdict.

    `day` is that of a puzzle of the day, else empty. `waits`: the verdict is being worked out; ask again.
    """

    day: str
    spot: TrySpot
    verdict: TryVerdict | None
    waits: bool


class ExplorationView(MessagePart, frozen=True):
    """Where an exploration stands, what happened since the own move (`told`), whether it is `over`.

    `waits`: it is being worked out; ask again. Without `values` asked for, `weighed` is null.
    """

    waits: bool
    spot: TrySpot | None = None
    told: tuple[LogEntry, ...] = ()
    over: bool = False
    weighed: WeighedWays | None = None
