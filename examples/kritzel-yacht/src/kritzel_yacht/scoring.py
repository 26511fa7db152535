"""What dice are worth, box by box; the score pads; ranks of somebody alone."""

from __future__ import annotations

from functools import cache

from kritzel.game import Line, Ranks, Score
from kritzel_yacht.sheet import NUMBERS, Sheet
from kritzel_yacht.state import Dice, Pad, State

STRAIGHT, YACHT = 30, 50
LITTLE, BIG = (1, 2, 3, 4, 5), (2, 3, 4, 5, 6)
RANKS = Ranks("Y11", (200, 160, 120))
"""Alone: the least points of each rank but the last (Y11)."""
CLAUSES = {"full": "Y5", "four": "Y6", "little": "Y7", "big": "Y7", "choice": "Y8", "yacht": "Y9"}


# What dice are worth ----------------------------------------------------------------------------
@cache
def worth(box: str, dice: Dice) -> int:
    """Y4-Y9: the points of five dice in a box."""
    if box in NUMBERS:
        face = NUMBERS.index(box) + 1
        return face * dice.count(face)
    if box in ("little", "big"):
        return STRAIGHT if dice == (LITTLE if box == "little" else BIG) else 0
    if box == "yacht":
        return YACHT if most_alike(dice) == 5 else 0
    fits = {"full": is_full_house(dice), "four": most_alike(dice) >= 4, "choice": True}
    return sum(dice) if fits[box] else 0


def most_alike(dice: Dice) -> int:
    """How many of the dice show the same, at most."""
    return max(map(dice.count, dice))


def is_full_house(dice: Dice) -> bool:
    """Y5: three alike and the other two alike; five alike are both."""
    return dice[0] == dice[1] and dice[3] == dice[4] and dice[2] in (dice[0], dice[4])


def clause(box: str) -> str:
    """The clause that says what a box counts."""
    return CLAUSES.get(box, "Y4")


# Score pads and places --------------------------------------------------------------------------
def score(state: State) -> tuple[Score, ...]:
    """The score pads of all seats."""
    return tuple([Score(lines(state.sheet, pad)) for pad in state.pads])


def lines(sheet: Sheet, pad: Pad) -> tuple[Line, ...]:
    """Y4-Y9: one line for each box."""
    return tuple(
        [
            Line(box, clause(box), points or 0, int(points is not None), 1)
            for box, points in zip(sheet.boxes, pad, strict=True)
        ]
    )


def total(pad: Pad) -> int:
    """Y10: all boxes added up."""
    return sum([points or 0 for points in pad])


def solo_rank(state: State) -> int:
    """Y11: the rank of somebody who played alone, 1 being the best; 0 with company."""
    if len(state.pads) > 1:
        return 0
    return 1 + sum(total(state.pads[0]) < least for least in RANKS.least)


def ranks(sheet: Sheet) -> Ranks:
    """Y11: the same on every sheet."""
    return RANKS
