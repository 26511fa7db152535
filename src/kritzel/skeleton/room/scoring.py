"""Points line by line, and who wins."""

from __future__ import annotations

from kritzel.game import Line, Place, Ranks, Score, Seat
from kritzel.skeleton.room.sheet import Sheet
from kritzel.skeleton.room.state import State

RANKS = Ranks("Q6", (28, 20))


def score(state: State) -> tuple[Score, ...]:
    """Q4: every cross counts the number of its cell."""
    numbers = state.sheet.numbers
    pads = [[numbers[cell] for cell in pad] for pad in state.pads]
    return tuple([Score((Line("crosses", "Q4", sum(pad), len(pad), len(numbers)),)) for pad in pads])


def ranking(state: State) -> tuple[Place, ...]:
    """Q5: most points win, a tie is shared."""
    totals = [pad.total for pad in score(state)]
    places = [_place(totals, seat) for seat in range(len(totals))]
    return tuple(sorted(places, key=lambda place: (place.place, place.seat)))


def _place(totals: list[int], seat: Seat) -> Place:
    points = totals[seat]
    by = "points" if totals.count(points) == 1 else "shared"
    return Place(seat, 1 + sum(other > points for other in totals), points, by)


def solo_rank(state: State) -> int:
    """Q6: the rank of somebody who played alone, 1 being the best; 0 with company."""
    if len(state.pads) > 1:
        return 0
    return 1 + sum(score(state)[0].total < least for least in RANKS.least)


def ranks(sheet: Sheet) -> Ranks:
    """Q6: the same on every sheet."""
    return RANKS
