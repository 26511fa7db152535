"""What a seat sees of Dizzle, as numbers. Lava, planets and rails others are choosing stay hidden (D23)."""

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
from kritzel.fast.bits import Cells, first, is_empty, union, wide, without_first
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Records
from kritzel.games.dizzle.fast.passes import start_player
from kritzel.games.dizzle.fast.scoring import total
from kritzel.games.dizzle.fast.sheet import KINDS, PASSES, POOL, SheetRecord, load
from kritzel.games.dizzle.fast.state import OVER, PLACE, RAILS, SeatRecord, TableRecord
from kritzel.games.dizzle.sheet import FACES
from kritzel.mechanics.routes import PIECES

FACE_COUNT = len(FACES)
PHASES = RAILS - PLACE + 1


def layout(packed: Records, seats: int) -> tuple[Part, ...]:
    s = packed[0]
    cells = int(s["cells"])
    lava = bool(s["volcanoes"].any())
    planets = bool(s["planets"].any())
    table = [
        part("phase", PHASES, "placing, placing after a re-roll, lava, planets, rails"),
        part("passes", 1, "passes begun / all passes"),
        part("turn", seats, "whose turn it is, from me on"),
        part("start", seats, "who began this pass, from me on"),
        part("pool", FACE_COUNT, "dice of each number in the pool / all dice"),
        part("shown", FACE_COUNT if lava else 0, "the number of the volcano"),
        part("pick", cells if lava or planets else 0, "cells I have chosen in the running choice"),
    ]
    return table_and_seats(table, seats, lambda whose: _seat_parts(s, whose))


def _seat_parts(s: SheetRecord, whose: str) -> list[Part]:
    """What the sheet has no use for has no part."""
    cells, flags = int(s["cells"]), int(s["flag_kinds"])
    hidden = "" if whose == "me" else ", those being chosen hidden"
    return [
        part("crosses", cells, "crosses, printed ones too"),
        part("dice", cells, "dice on the sheet"),
        part("lost", cells if s["bombs"].any() else 0, "exploded bombs"),
        part("lava", cells if s["volcanoes"].any() else 0, "lava"),
        *[part(f"rail {piece}", cells if s["rails"] else 0, f"rails {piece}{hidden}") for piece in PIECES],
        part("reached", flags, "flags reached"),
        part("rockets", 1 if s["rockets"].any() else 0, "planets owed / 10", 0, 2),
        points_of("this seat"),
        part("out", 1, "dropped out of this pass"),
    ]


@compiled
def observe(sheet: Records, state: Records, seat: int, out: Numbers) -> int:
    """Writes what the seat sees into `out`; returns the count of numbers."""
    s, g = sheet[0], state[0]
    out[:] = 0
    offset = write_table(s, g, seat, out)
    for turn in range(g["players"]):
        offset = write_seat(s, g, (seat + turn) % g["players"], turn == 0, out, offset)
    return offset


@compiled
def write_table(s: SheetRecord, g: TableRecord, seat: int, out: Numbers) -> int:
    """The clock, the pool, the volcano, and what the seat is choosing."""
    volcanoes = not is_empty(load(s["volcanoes"]))
    offset = write_one(out, 0, PHASES, g["phase"] - PLACE if g["phase"] != OVER else -1)
    offset = write_share(out, offset, g["pass_no"], PASSES[g["players"]])
    offset = write_one(out, offset, g["players"], (g["turn"] - seat) % g["players"])
    offset = write_one(out, offset, g["players"], (start_player(g, g["pass_no"]) - seat) % g["players"])
    for face in range(FACE_COUNT):
        offset = write_share(out, offset, g["pool"][face + 1], POOL[g["players"]])
    if volcanoes:
        offset = write_one(out, offset, FACE_COUNT, g["shown"] - 1)
    if volcanoes or not is_empty(load(s["planets"])):
        offset = write_cells(out, offset, s["cells"], load(g["seats"][seat]["pick"]))
    return offset


@compiled
def write_seat(s: SheetRecord, g: TableRecord, seat: int, own: bool, out: Numbers, offset: int) -> int:
    """One seat's sheet."""
    m = g["seats"][seat]
    offset = write_cells(out, offset, s["cells"], load(m["crosses"]))
    offset = write_cells(out, offset, s["cells"], load(m["dice"]))
    if not is_empty(load(s["bombs"])):
        offset = write_cells(out, offset, s["cells"], load(m["lost"]))
    if not is_empty(load(s["volcanoes"])):
        offset = write_cells(out, offset, s["cells"], load(m["lava"]))
    if s["rails"]:
        rails = union(load(m["crosses"]), load(m["drawn"])) if own else load(m["crosses"])
        offset = write_rails(s, m, rails, out, offset)
    for index in range(s["flag_kinds"]):
        offset = write_bits(out, offset, 1, m["reached"][index])
    if not is_empty(load(s["rockets"])):
        offset = write_share(out, offset, m["rockets"], 10)
    offset = write_points(out, offset, total(s, m, g["players"] == 1))
    return write_bits(out, offset, 1, m["out"])


@compiled
def write_rails(s: SheetRecord, m: SeatRecord, rails: Cells, out: Numbers, offset: int) -> int:
    """The pieces on these cells, one plane for each kind."""
    while not is_empty(rails):
        cell = first(rails)
        kind = m["piece"][cell]
        if kind > 0:
            out[offset + (kind - 1) * s["cells"] + cell] = 1
        rails = without_first(rails)
    return offset + KINDS * wide(s["cells"])
