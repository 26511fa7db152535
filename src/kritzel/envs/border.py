"""What a seat sees of The Border, as numbers. In action 2 the others' new crosses stay hidden (B4)."""

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
from kritzel.fast.bits import NOTHING, both, count, wide
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Records
from kritzel.games.border.fast.rules import active
from kritzel.games.border.fast.scoring import total
from kritzel.games.border.fast.sheet import FACES, SheetRecord, cells_of, colour_cells
from kritzel.games.border.fast.state import ENDED, FOLLOWING, KEEPING, NIBBLE, PART, THROWING, TableRecord
from kritzel.games.border.sheet import DICE, THROWS

PHASES = FOLLOWING - KEEPING + 1


def layout(packed: Records, seats: int) -> tuple[Part, ...]:
    cells, areas, boards = (int(packed[0][name]) for name in ("cells", "areas", "boards"))
    table = [
        part("phase", PHASES, "keeping dice, crossing in action 1, crossing in action 2"),
        part("throw", 1, "throws made / 3; 0 once the throwing is over"),
        part("dice", FACES, "dice of each colour that lie there / 5"),
        part("left", FACES, "of these, dice I have not used / 5"),
        part("one", 1, "action 2 with one die for each (B5)"),
    ]
    return table_and_seats(table, seats, lambda whose: _seat_parts(cells, areas, boards, whose))


def _seat_parts(cells: int, areas: int, boards: int, whose: str) -> list[Part]:
    hidden = "" if whose == "me" else " (hidden in action 2)"
    return [
        part("board", boards, "which board it plays"),
        part("crosses", cells, "settled crosses, white cells too"),
        part("new", cells, f"crosses of the running action{hidden}"),
        part("first", areas, "areas enclosed first"),
        part("later", areas, "areas enclosed later"),
        points_of("this seat"),
        part("active", 1, "the active player of this round"),
        part("done", 1, "finished with action 2"),
    ]


@compiled
def observe(sheet: Records, state: Records, seat: int, out: Numbers) -> int:
    """Writes what the seat sees into `out`; returns the count of numbers."""
    s, g = sheet[0], state[0]
    seats = wide(g["seats"])
    out[:] = 0
    offset = write_table(s, g, seat, out)
    for turn in range(seats):
        offset = write_seat(s, g, (seat + turn) % seats, turn == 0, out, offset)
    return offset


@compiled
def write_table(s: SheetRecord, g: TableRecord, seat: int, out: Numbers) -> int:
    """Where in the round the table stands, and the dice."""
    phase, throw = wide(g["phase"]), wide(g["throw"])
    offset = write_one(out, 0, PHASES, phase - KEEPING if phase != ENDED else -1)
    offset = write_share(out, offset, throw - 1 if phase == THROWING else throw, THROWS)
    for colour in range(FACES):
        lie = wide(g["dice"]) >> NIBBLE * colour & PART
        cells = colour_cells(s, wide(g["board"][seat]), colour)
        used = count(both(cells, cells_of(g["new"], seat)))
        write_share(out, offset + colour, lie, DICE)
        write_share(out, offset + FACES + colour, lie - used, DICE)
    return write_bits(out, offset + 2 * FACES, 1, wide(g["one"]))


@compiled
def write_seat(s: SheetRecord, g: TableRecord, seat: int, own: bool, out: Numbers, offset: int) -> int:
    """One seat's board, crosses and areas."""
    cells, areas = wide(s["cells"]), wide(s["areas"])
    enclosed, was_first = wide(g["enclosed"][seat]), wide(g["was_first"][seat])
    seen = own or g["phase"] != FOLLOWING
    offset = write_one(out, offset, wide(s["boards"]), wide(g["board"][seat]))
    offset = write_cells(out, offset, cells, cells_of(g["crosses"], seat))
    offset = write_cells(out, offset, cells, cells_of(g["new"], seat) if seen else NOTHING)
    offset = write_bits(out, offset, areas, enclosed & was_first)
    offset = write_bits(out, offset, areas, enclosed & ~was_first)
    offset = write_points(out, offset, wide(total(s, g, seat)))
    offset = write_bits(out, offset, 1, 1 if seat == active(g) else 0)
    return write_bits(out, offset, 1, wide(g["done"]) >> seat)
