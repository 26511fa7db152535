"""Points, line by line: one for each number of the board and one for the cells missed; and who wins."""

from __future__ import annotations

from functools import lru_cache

from kritzel.game import Line, Place, Ranks, Score
from kritzel.games.traexx.sheet import SUPER_POINTS, Sheet
from kritzel.games.traexx.state import State

CACHE_SIZE = 4096
"""Score pads, which change only when a round is settled."""


def score(state: State) -> tuple[Score, ...]:
    clause = "T7" if len(state.pads) == 1 else "T5"
    return tuple([pad(state.sheet, m.full, m.half, len(m.line), clause) for m in state.pads])


@lru_cache(CACHE_SIZE)
def pad(sheet: Sheet, full: int, half: int, length: int, clause: str) -> Score:
    """One seat's score pad: the numbers it reached, and the length of its line."""
    lines = [
        Line(f"number.{number}", clause, number_points(full, half, number), (full | half) >> number & 1, 1)
        for number in sorted(sheet.numbers.values())
    ]
    cells = len(sheet.order)
    missed = cells - length
    return Score((*lines, Line("missed", "T6", -missed, missed, cells, at_end=True)))


def number_points(full: int, half: int, number: int) -> int:
    """T5, T7: what a number has brought; `full` and `half` are numbers reached, bit n for the number n."""
    if full >> number & 1:
        return number
    return half_points(number) if half >> number & 1 else 0


def half_points(number: int) -> int:
    """T5: half of a number, rounded up."""
    return (number + 1) // 2


def ranking(state: State) -> tuple[Place, ...]:
    """T6: most points win, a tie is shared."""
    totals = [pad.total for pad in score(state)]
    placed = [(1 + sum(other > total for other in totals), seat) for seat, total in enumerate(totals)]
    return tuple(
        Place(seat, place, totals[seat], "points" if totals.count(totals[seat]) == 1 else "shared")
        for place, seat in sorted(placed)
    )


def solo_rank(points: int) -> int:
    """T7: 1 from 40 points on, else 2."""
    return 1 if points >= SUPER_POINTS else 2


def ranks(sheet: Sheet) -> Ranks | None:
    """T7: the only bound."""
    return Ranks("T7", (SUPER_POINTS,))
