"""Points (T5-T7) and places (T6) of Träxx, compiled: the twin of `games.traexx.scoring`."""

from __future__ import annotations

from kritzel.fast.bits import wide
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Record, Records
from kritzel.games.traexx.fast.rules import LEAST_NUMBER, MOST_NUMBER
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TrackRecord


@compiled
def scores(sheet: Records, state: Records, out: Numbers) -> None:
    """T5-T7: the points of each seat; the running round does not count."""
    for seat in range(state[0]["seats"]):
        out[seat] = points(sheet[0], state[0]["tracks"][seat])


@compiled
def points(s: SheetRecord, track: TrackRecord) -> int:
    """T5-T7: the points of the numbers, less the cells missed."""
    return wide(track["length"] - track["grown"] - s["cells"]) + number_points(track)


@compiled
def number_points(line: Record) -> int:
    """T5, T7: full numbers, half numbers rounded up. `line` is any record with `full` and `half`."""
    total = 0
    for number in range(LEAST_NUMBER, MOST_NUMBER + 1):
        if (line["full"] >> number) & 1:
            total += number
        elif (line["half"] >> number) & 1:
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
