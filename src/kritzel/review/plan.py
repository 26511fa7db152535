"""How much is worked out: by depth, alone or with company. Knows no game."""

from __future__ import annotations

from typing import NamedTuple

from kritzel.game import Explained, Text

QUICK, DEEP = "quick", "deep"
DEPTHS = (QUICK, DEEP)
SUMS_WITH_COMPANY = 800
"""With company the parts of a result need this number of rollouts a decision: with fewer their error is
larger than what they say (18 to 25 win-% at 50)."""
TURNS = 2
"""For sums, rollouts of a long game go on for this number of turns of the seat: the errors of the net that
values their ends count less then (docs/review.md)."""
REPLAYS = 10
"""Games with the recorded luck, where some of it has to be drawn again."""
FEWEST_ROLLOUTS = 8

NO_DEPTH = Text(
    "Die Tiefe „{depth}“ gibt es nicht, nur: quick, deep.", "no depth '{depth}', only: quick, deep"
)
TOO_FEW = Text(
    "{n} Durchspiele sind zu wenige, mindestens 8.",
    "{n} rollouts are too few, 8 at least.",
)


class NotReviewable(Explained, ValueError):
    """A game that cannot be reviewed, or an unknown depth; says why."""


class RolloutPlan(NamedTuple):
    """How many rollouts, for what."""

    depth: str
    choosing: tuple[int, ...]
    """A race by stages: after each number of rollouts moves that are far behind are left out."""
    judging: int
    """Rollouts of the moves that are left, with luck of their own."""
    candidates: bool
    """Whether more moves than the one played and the reference player's are looked at."""
    luck: int
    """Rollouts of each table before and after a chance event; 0: the net alone values it."""
    hurry: bool
    """Whether decisions that surely matter little are left early: fewer rollouts, but then no sums."""
    looks: tuple[int, ...] = ()
    """In a hurry judging may end after these numbers of rollouts."""
    replays: int = 1
    """Games of the reference player with the recorded luck."""
    turns: int = 1
    """Rollouts of a long game end after this number of turns of the seat, and the net values the rest."""

    @property
    def rollouts(self) -> int:
        """Of each of two moves that are compared."""
        return self.choosing[-1] + self.judging


def plan_for(depth: str, company: bool, rollouts: int | None = None, habits: bool = False) -> RolloutPlan:
    """The plan of a depth, or of a number of rollouts a decision; `habits`: in a game without a twin.
    NotReviewable."""
    if depth not in DEPTHS:
        raise NotReviewable(NO_DEPTH.filled(depth=depth))
    if rollouts is not None and rollouts < FEWEST_ROLLOUTS:
        raise NotReviewable(TOO_FEW.filled(n=rollouts))
    deep = depth == DEEP
    if habits:
        some = rollouts or (60 if deep else 8)
        return RolloutPlan(depth, (some // 2,), some - some // 2, deep, some if deep else 8, False)
    if rollouts is not None:
        judging = rollouts - rollouts // 4
        return RolloutPlan(depth, (rollouts // 4,), judging, deep, 0, False, turns=TURNS)
    if company and deep:
        return RolloutPlan(depth, (25, 50, 100), 300, True, 0, True, (100, 200), REPLAYS)
    if deep:
        return RolloutPlan(depth, (25, 100, 200), 400, True, 400, False, replays=REPLAYS)
    if company:
        return RolloutPlan(depth, (6, 12), 24, False, 0, True, (12,))
    return RolloutPlan(depth, (12,), 24, False, 0, False)
