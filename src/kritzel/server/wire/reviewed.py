"""A review as pages see it: in both languages, nothing in it but what this viewer may see.

Values are in `unit`: points, or hundredths of a win. Where something is not known, it is null.
"""

from __future__ import annotations

from typing import Literal

from kritzel.game import Seat
from kritzel.server.wire.answers import Answered
from kritzel.server.wire.parts import Words

Depth = Literal["quick", "deep"]
Certainty = Literal["sure", "likely", "close"]


class ReviewedSum(Answered, frozen=True):
    """What a `result` is made of: `start`, `luck`, `own` moves and those of the `others` add up to it.

    `adjusted` is the result with even luck; `error` that of the moves.
    """

    result: float
    start: float | None
    luck: float | None
    own: float | None
    others: float | None
    adjusted: float | None
    error: float | None


class ReviewedSeat(Answered, frozen=True):
    """One seat: its `sum` in the unit and in `points`. So many of its `moves` were the `same` as the Owl's.

    `sure`: how many were surely not the best. `explained`: how much of its luck the list accounts for.
    `pattern`: a better move that was there again and again, for whoever may see its moments. `owl`: the
    points that the yardstick gets of the same luck, null where that cannot be told; `owl_exact`: all of it
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


class ReviewedChoice(Answered, frozen=True):
    """A move in `words`, the `cells` it is about, and what the game was worth after it (`value`).

    Of its first small move the `kind`, the `die` that it takes, the `faces` that it throws again; `lines`:
    from which cell to which, where it draws.
    """

    words: Words
    cells: tuple[str, ...]
    value: float
    kind: str
    die: int | None
    faces: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]


class ReviewedMoment(Answered, frozen=True):
    """A move worth a look: the table stood so after `at` events, and the move ended with event `until`.

    `better` would have brought `loss` more, give or take `se`; how sure that is says `certainty`. `why` in
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


class ReviewedLuck(Answered, frozen=True):
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


class ReviewedPoint(Answered, frozen=True):
    """What the game was worth to each seat after `at` events."""

    at: int
    values: tuple[float, ...]


class Reviewed(Answered, frozen=True):
    """A finished game looked at again; `you` are the seats of whoever asks.

    `moments` are theirs and those of bots. `rollouts`: games played out for each of two moves. `spread`: that
    of a game's result, by which luck and moves are measured. `sums`: whether the parts of results are told;
    `notes` say why not, who stands in as the yardstick, and by which older rules it was played.
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


class Reviewing(Answered, frozen=True):
    """How far a review is: `done` of so many parts (`of`), and what is known so far.

    `warming`: the yardstick is being compiled before anything can begin, which takes a while, once.
    """

    done: int
    of: int
    review: Reviewed | None
    warming: bool = False
