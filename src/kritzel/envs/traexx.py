"""What a seat sees of Träxx, as numbers. The others' new cells stay hidden until all are done (T2)."""

from __future__ import annotations

from kritzel.envs.parts import (
    Part,
    part,
    points_of,
    table_and_seats,
    write_bits,
    write_cells,
    write_one,
    write_points,
    write_share,
)
from kritzel.fast.bits import NOTHING, Cells, minus, single, union, wide
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Records
from kritzel.games.traexx.fast.rules import (
    LEAST_NUMBER,
    MOST_NUMBER,
    ROUND_THE_RING,
    cells_in,
    drawn_cell,
    first_cell,
    last_cell,
)
from kritzel.games.traexx.fast.scoring import points
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import NONE, TableRecord, TrackRecord
from kritzel.games.traexx.sheet import COLOURS

KINDS = len(COLOURS)
NUMBERS = MOST_NUMBER - LEAST_NUMBER + 1
MOST_SYMBOLS = 2
"""A colour is on a printed card twice at most."""


def layout(packed: Records, seats: int) -> tuple[Part, ...]:
    cells, kinds = int(packed[0]["cells"]), int(packed[0]["kinds"])
    most = max(1, -(-int(packed[0]["symbols"].max()) // MOST_SYMBOLS))
    table = [
        part("card", KINDS, "symbols of each colour on the card / 2", 0, most),
        part("left", KINDS, "symbols I have not used yet / 2", 0, most),
        part("pack", kinds, "cards of each kind still to come / as many as there are"),
        part("rounds", 1, "rounds played / all rounds"),
        part("new", cells, "cells I drew in this round"),
        part("tip", cells, "the cell I have to go on from in this round"),
    ]
    return table_and_seats(table, seats, lambda whose: _seat_parts(cells, whose))


def _seat_parts(cells: int, whose: str) -> list[Part]:
    settled = "cells on my line" if whose == "me" else "cells on the settled line"
    return [
        part("line", cells, settled),
        part("ends", cells, "both ends of that line"),
        part("full", NUMBERS, f"numbers {LEAST_NUMBER} to {MOST_NUMBER} scored in full"),
        part("half", NUMBERS, f"numbers {LEAST_NUMBER} to {MOST_NUMBER} scored half"),
        points_of("this seat"),
        part("done", 1, "finished with this round"),
    ]


@compiled
def observe(sheet: Records, state: Records, seat: int, out: Numbers) -> int:
    """Writes what the seat sees into `out`; returns the count of numbers."""
    s, g = sheet[0], state[0]
    out[:] = 0
    offset = write_table(s, g, out)
    offset = write_own(s, g, seat, out, offset)
    seats = wide(g["seats"])
    for turn in range(seats):
        offset = write_seat(s, g, (seat + turn) % seats, turn == 0, out, offset)
    return offset


@compiled
def write_table(s: SheetRecord, g: TableRecord, out: Numbers) -> int:
    """The card; room for what is left of it; the pack and the round."""
    kind = wide(g["card"])
    if kind != NONE:
        for colour in range(KINDS):
            write_share(out, colour, wide(s["symbols"][kind, colour]), MOST_SYMBOLS)
    offset = 2 * KINDS
    for card in range(s["kinds"]):
        if s["pack"][card] > 0:
            write_share(out, offset + card, wide(g["left"][card]), wide(s["pack"][card]))
    return write_share(out, offset + wide(s["kinds"]), wide(g["seen_count"]), wide(s["rounds"]))


@compiled
def write_own(s: SheetRecord, g: TableRecord, seat: int, out: Numbers, offset: int) -> int:
    """What the seat has of its card, and what it drew."""
    track, cells = g["tracks"][seat], wide(s["cells"])
    if g["card"] == NONE:
        return offset + 2 * cells
    for colour in range(KINDS):
        write_share(out, KINDS + colour, wide(track["left"][colour]), MOST_SYMBOLS)
    offset = write_cells(out, offset, cells, new_cells(track))
    if track["grown"] == 0:
        return offset + cells
    return write_one(out, offset, cells, drawn_cell(track, wide(track["grown"]) - 1))


@compiled
def new_cells(track: TrackRecord) -> Cells:
    """The cells drawn in this round."""
    new = NOTHING
    for index in range(track["grown"]):
        new = union(new, single(drawn_cell(track, index)))
    return new


@compiled
def write_seat(s: SheetRecord, g: TableRecord, seat: int, own: bool, out: Numbers, offset: int) -> int:
    """One seat's line and points: everything of one's own, only what is settled of others."""
    track, cells = g["tracks"][seat], wide(s["cells"])
    line, ends = cells_in(track["taken"]), union(single(first_cell(track)), single(last_cell(track)))
    if not own and track["grown"] > 0:
        line, ends = minus(line, new_cells(track)), settled_ends(track)
    offset = write_cells(out, offset, cells, line)
    offset = write_cells(out, offset, cells, ends)
    offset = write_bits(out, offset, NUMBERS, wide(track["full"]) >> LEAST_NUMBER)
    offset = write_bits(out, offset, NUMBERS, wide(track["half"]) >> LEAST_NUMBER)
    offset = write_points(out, offset, points(s, track))
    done = g["card"] != NONE and (g["waiting"] >> seat) & 1 == 0
    return write_bits(out, offset, 1, 1 if done else 0)


@compiled
def settled_ends(track: TrackRecord) -> Cells:
    """The ends of the line without what was drawn in this round."""
    head, last = wide(track["head"]), wide(track["head"] + track["length"] - 1)
    if track["at_head"]:
        head += wide(track["grown"])
    else:
        last -= wide(track["grown"])
    one, other = track["line"][head & ROUND_THE_RING], track["line"][last & ROUND_THE_RING]
    return union(single(wide(one)), single(wide(other)))
