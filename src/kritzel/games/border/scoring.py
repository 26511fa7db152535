"""Points as a breakdown, line by line, and who wins. Counts settled things only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kritzel.game import Line, Place, Score
from kritzel.games.border.sheet import Sheet
from kritzel.games.border.state import Pad, Points, State
from kritzel.mechanics.cells import Cells

SCORES_CACHED = 4096
"""Size of the cache: a score changes only when an action is settled."""


def score(state: State) -> tuple[Score, ...]:
    """B6: the scores of all seats, one line per area."""
    return tuple([pad_score(state.sheet, mine.crosses, mine.points) for mine in state.pads])


@lru_cache(SCORES_CACHED)
def pad_score(sheet: Sheet, crosses: Cells, points: Points) -> Score:
    """B6: the points for each area, and how much of its border is crossed."""
    lines = []
    for area, got in zip(sheet.areas, points, strict=True):
        have, of = (area.ring & crosses).bit_count(), area.ring.bit_count()
        lines.append(Line(f"area.{area.key}", "B6", got or 0, have, of))
    return Score(tuple(lines))


def ranking(state: State) -> tuple[Place, ...]:
    """B9: most points, then the higher best single area; still equal seats share their place."""
    results = [result(mine) for mine in state.pads]
    places = [
        Place(seat, 1 + sum(other > mine for other in results), mine[0], reason(mine, results))
        for seat, mine in enumerate(results)
    ]
    return tuple(sorted(places, key=lambda place: (place.place, place.seat)))


def result(mine: Pad) -> tuple[int, int]:
    """B9: all points of a seat and its best single area."""
    got = [points or 0 for points in mine.points]
    return sum(got), max(got)


def reason(mine: tuple[int, int], results: Sequence[tuple[int, int]]) -> str:
    """B9: what set this result apart from the others."""
    if sum(other[0] == mine[0] for other in results) == 1:
        return "points"
    return "best_area" if results.count(mine) == 1 else "shared"
