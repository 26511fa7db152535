"""Points (T5-T7) and places (T6) of Träxx, compiled: the twin of `games.traexx.scoring`."""

from __future__ import annotations

from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Records
from kritzel.games.traexx.fast.rules import (
    LEAST,
    MOST,
    wide,
)
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TrackRecord


@compiled
def scores(sheet: Records, state: Records, out: Numbers) -> None:
    """T5-T7: the points of each seat, of what is settled."""
    for seat in range(state[0]["seats"]):
        out[seat] = points(sheet[0], state[0]["tracks"][seat])


@compiled
def points(s: SheetRecord, track: TrackRecord) -> int:
    """T5-T7: full numbers, half numbers rounded up, less the cells missed."""
    total = wide(track["length"] - track["grown"] - s["cells"])
    for number in range(LEAST, MOST + 1):
        if (track["full"] >> number) & 1:
            total += number
        elif (track["half"] >> number) & 1:
            total += (number + 1) // 2
    return total


@compiled
def places(sheet: Records, state: Records, out: Numbers) -> None:
    """T6: the place of each seat: most points win, a tie is shared."""
    s, g = sheet[0], state[0]
    for seat in range(g["seats"]):
        mine, out[seat] = points(s, g["tracks"][seat]), 1
        for other in range(g["seats"]):
            if points(s, g["tracks"][other]) > mine:
                out[seat] += 1
