"""Points as a breakdown, line by line, and who wins. Counts settled things only."""

from __future__ import annotations

from collections.abc import Sequence

from kritzel.game import Line, Place, Score
from kritzel.games.border.material import Area
from kritzel.games.border.state import Pad, State


def score(state: State) -> tuple[Score, ...]:
    """B6: the score pads of all seats, one line per area."""
    areas = state.sheet.areas
    return tuple(
        Score(tuple(area_line(area, mine, got) for area, got in zip(areas, mine.points, strict=True)))
        for mine in state.pads
    )


def area_line(area: Area, mine: Pad, got: int | None) -> Line:
    """B6: the points for an area, and how much of its border is crossed."""
    have = (area.ring & mine.crosses).bit_count()
    return Line(f"area.{area.letter.lower()}", "B6", got or 0, have, area.ring.bit_count())


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
