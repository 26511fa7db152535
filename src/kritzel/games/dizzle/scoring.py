"""The score pad, line by line (D26-D31, D39, D40), the ranking (D32) and the solo ranks (D34)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kritzel.game import Line, Place, Ranks, Score
from kritzel.games.dizzle.sheet import CLOSED_RAIL, LONGEST_RAIL, OPEN_RAIL, SOLO_BOMB, Arrow, Group, Sheet
from kritzel.games.dizzle.state import Pad, Settled, State
from kritzel.mechanics.cells import Cells
from kritzel.mechanics.routes import Route, routes

CACHE_SIZE = 4096
"""Score pads in the cache: they change only when something is settled."""


def score(state: State) -> tuple[Score, ...]:
    """The score pads of all seats: crosses and rails count, dice and choices under way do not."""
    solo = len(state.pads) == 1
    return tuple([score_pad(state.sheet, mine.settled, solo) for mine in state.pads])


@lru_cache(CACHE_SIZE)
def score_pad(sheet: Sheet, settled: Settled, solo: bool) -> Score:
    """One seat's score pad: only lines the sheet has."""
    mine = Pad(*settled)
    lines = (
        gems(sheet, mine),
        full_groups("arrows", "D27", sheet.arrows, mine),
        full_groups("puzzles", "D28", sheet.puzzles, mine),
        full_groups("areas", "D29", sheet.areas, mine),
        flags(sheet, mine),
        heaps(sheet, mine),
        bombs(sheet, mine, solo),
        *rail_lines(sheet, mine),
    )
    return Score(tuple([line for line in lines if line.of]))


def complete(cells: Cells, crosses: Cells) -> bool:
    """Whether there are cells and all of them are crosses: lava, exploded and free ones are not."""
    return bool(cells) and not cells & ~crosses


def gems(sheet: Sheet, mine: Pad) -> Line:
    """D26: printed points for each crossed gem."""
    got = [(gem, (gem.cells & mine.crosses).bit_count()) for gem in sheet.gems]
    points = sum([gem.points * count for gem, count in got])
    there = sum([gem.cells.bit_count() for gem in sheet.gems])
    return Line("gems", "D26", points, sum([count for _, count in got]), there)


def full_groups(key: str, clause: str, groups: Sequence[Arrow | Group], mine: Pad) -> Line:
    """D27-D29: printed points for each row, column, puzzle or area full of crosses."""
    got = [group.points for group in groups if complete(group.cells, mine.crosses)]
    return Line(key, clause, sum(got), len(got), len(groups))


def flags(sheet: Sheet, mine: Pad) -> Line:
    """D21: the points got for each flag."""
    got = [points for points in mine.flags if points is not None]
    return Line("flags", "D21", sum(got), len(got), len(sheet.flags))


def heaps(sheet: Sheet, mine: Pad) -> Line:
    """D30: printed minus points for each crossed heap."""
    count = (sheet.heaps & mine.crosses).bit_count()
    return Line("heaps", "D30", sheet.heap * count, count, sheet.heaps.bit_count())


def bombs(sheet: Sheet, mine: Pad, solo: bool) -> Line:
    """D31: exploded bombs count their minus points; alone, crossed ones count plus."""
    lost, crossed = mine.lost.bit_count(), (sheet.bombs & mine.crosses).bit_count()
    there = sheet.bombs.bit_count()
    if solo:
        return Line("bombs", "D31", SOLO_BOMB * crossed + sheet.bomb * lost, crossed, there)
    return Line("bombs", "D31", sheet.bomb * lost, lost, there)


# Rails ---------------------------------------------------------------------------------------------
def rail_lines(sheet: Sheet, mine: Pad) -> tuple[Line, Line]:
    """D39: points for every cell of a route, printed rails too. D40: stations on closed routes."""
    found = routes(dict((*sheet.printed, *mine.rails)), sheet.grid.stride)
    closed = [route for route in found if route.closed]
    on_closed = {cell for route in closed for cell in route.cells}
    reached = [station.points for station in sheet.stations if station.cell in on_closed]
    return (
        Line("routes", "D39", route_points(found), len(closed), len(found)),
        Line("stations", "D40", sum(reached), len(reached), len(sheet.stations)),
    )


def route_points(found: tuple[Route, ...]) -> int:
    """D39: 1 a cell on open routes, 2 on closed ones, 3 on the longest closed one."""
    opened = sum([len(route.cells) for route in found if not route.closed])
    closed = [len(route.cells) for route in found if route.closed]
    extra = (LONGEST_RAIL - CLOSED_RAIL) * max(closed, default=0)
    return OPEN_RAIL * opened + CLOSED_RAIL * sum(closed) + extra


# Who won -------------------------------------------------------------------------------------------
def ranking(state: State) -> tuple[Place, ...]:
    """D32: most points, then fewest crosses (rails are crosses, exploded cells and lava are not)."""
    points = [each_pad.total for each_pad in score(state)]
    marks = [(-total, mine.crosses.bit_count()) for total, mine in zip(points, state.pads, strict=True)]
    order = sorted(range(len(marks)), key=lambda seat: (marks[seat], seat))
    better = [sum([other < mark for other in marks]) for mark in marks]
    return tuple([Place(seat, 1 + better[seat], points[seat], _tie_break(marks, seat)) for seat in order])


def _tie_break(marks: list[tuple[int, int]], seat: int) -> str:
    if [points for points, _ in marks].count(marks[seat][0]) == 1:
        return "points"
    return "crosses" if marks.count(marks[seat]) == 1 else "shared"


def solo_rank(sheet: Sheet, points: int) -> int:
    """D34: the rank from 1 (best) to 7."""
    return 1 + sum([points <= bound for bound in sheet.ranks])


def ranks(sheet: Sheet) -> Ranks | None:
    """D34: one point more than each bound."""
    return Ranks("D34", tuple([bound + 1 for bound in sheet.ranks])) if sheet.ranks else None
