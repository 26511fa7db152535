"""How much is worked out: by depth, alone or with company. Knows no game."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from kritzel.game import Explained, Text

QUICK, DEEP = "quick", "deep"
DEPTHS = (QUICK, DEEP)
SUMS_WITH_COMPANY = 800
"""With company the parts of one game's result are told from so many rollouts a decision on: with fewer their
error is larger than what they tell (18 to 25 win-% at 50)."""
TURNS = 2
"""Where sums are told, rollouts of a long game go on for so many turns of the seat: what the net that tells
the rest errs counts less then (docs/review.md)."""
FEW_EVENTS = 20
"""With no more chance events than this each of them weighs more, and fewer rollouts tell it."""


REPLAYS = 10
"""So many games tell what the reference player gets of the recorded luck, where some of it comes anew."""

Part: TypeAlias = dict[str, Any]
"""A part of a review as it is worked out and kept: plain data."""


class NotReviewable(Explained, ValueError):
    """A game that cannot be reviewed, or a depth that there is not; says why."""


class Plan(NamedTuple):
    """How many rollouts, for what."""

    depth: str
    choosing: tuple[int, ...]
    """A race: after so many rollouts of each move what is far behind is left out, and again."""
    judging: int
    """Rollouts of the moves that are left, with luck of their own."""
    candidates: bool
    """Whether more moves than the one played and the reference player's are looked at."""
    luck: int
    """Rollouts of each table before and after a chance event; 0: the net tells it alone."""
    hurry: bool
    """Whether decisions that surely matter little are left early: fewer rollouts, but then no sums."""
    looks: tuple[int, ...] = ()
    """In a hurry judging ends after so many rollouts if a label is sure by then, or none in sight."""
    replays: int = 1
    """How often the reference player plays the game with its own luck."""
    turns: int = 1
    """After so many turns of the seat rollouts of a long game end, and the net tells the rest."""

    @property
    def rollouts(self) -> int:
        """Of each of two moves that are compared."""
        return self.choosing[-1] + self.judging


def plan_for(depth: str, company: bool, rollouts: int | None = None, bare: bool = False) -> Plan:
    """The plan of a depth; `rollouts` asks for so many a decision. NotReviewable for another depth."""
    if depth not in DEPTHS:
        raise NotReviewable(
            Text(
                f"Die Tiefe „{depth}“ gibt es nicht, nur: quick, deep.",
                f"no depth '{depth}', only: quick, deep",
            )
        )
    if rollouts is not None and rollouts < 8:
        raise NotReviewable(
            Text(
                f"{rollouts} Durchspiele sind zu wenige, mindestens 8.",
                f"{rollouts} rollouts are too few, 8 at least.",
            )
        )
    if bare:
        some = rollouts or (8 if depth == QUICK else 60)
        return Plan(depth, (some // 2,), some - some // 2, depth == DEEP, some if depth == DEEP else 8, False)
    if rollouts is not None:
        judging = rollouts - rollouts // 4
        return Plan(depth, (rollouts // 4,), judging, depth == DEEP, 0, False, turns=TURNS)
    if depth == QUICK:
        return (
            Plan(depth, (6, 12), 24, False, 0, True, (12,))
            if company
            else Plan(depth, (12,), 24, False, 0, False)
        )
    if company:
        return Plan(depth, (25, 50, 100), 300, True, 0, True, (100, 200), REPLAYS)
    return Plan(depth, (25, 100, 200), 400, True, 400, False, replays=REPLAYS)
