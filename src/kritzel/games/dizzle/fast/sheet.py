"""A Dizzle sheet as one record: what is printed, worked out for the compiled rules. Knows no game under way.

Cells have compact numbers 0 .. n-1 in reading order (gaps left out); `place` leads back to the reference's
cells. Everything that needs a search in the reference is a table here: neighbours, the cells of each choice
of numbers, the goals a cell belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from kritzel.fast.bits import MOST_CELLS, Cells, words
from kritzel.fast.jit import compiled
from kritzel.fast.records import Record, Records, Words
from kritzel.games.dizzle.sheet import FACES, POOL_DICE, Sheet, passes
from kritzel.mechanics.cells import each
from kritzel.mechanics.routes import PIECES

MOST_SEATS = 4
MOST_GOALS = 180
"""Rows, columns, areas and puzzles of the largest sheet that can be written down."""

KINDS = len(PIECES)
EDGES = "NSEW"
"""The order of neighbours; the edge across is the number with its lowest bit turned."""

NOWHERE = -1
ENDS = np.array([[0, 0], *[[EDGES.index(edge) for edge in piece] for piece in PIECES]], np.int64)
"""The two edges each piece joins; piece 0 is none, the others are `PIECES` from 1."""

POOL = np.array([0, *[POOL_DICE[seats] for seats in range(1, MOST_SEATS + 1)]], np.int64)
"""D1: dice in the pool by the number of seats."""

PASSES = np.array([0, *[passes(seats) for seats in range(1, MOST_SEATS + 1)]], np.int64)
"""D2: passes by the number of seats."""

SET = ("u8", 2)
_NUMBERS = (
    "cells at_back at_lava at_planet at_rail actions rails bomb heap gem_kinds lock_kinds flag_kinds goals"
)
_PRINTED = ("numbered", "to_fill", "start", "volcanoes", "bombs", "heaps", "rockets", "planets")
"""Sets of cells that the reference's sheet has by the same name."""

FIELDS: list[Any] = [
    *[(name, "i8") for name in _NUMBERS.split()],
    *[(name, *SET) for name in (*_PRINTED, "beside_start", "beside_volcanoes", "stations")],
    ("lying", "u8", (1 << len(FACES), 2)),
    ("showing", "u8", (len(FACES) + 1, 2)),
    ("keys", "u8", (3, 2)),
    ("locks", "u8", (3, 2)),
    ("gems", "u8", (3, 2)),
    ("gem_points", "i8", 3),
    ("flag", "u8", (2, 2)),
    ("flag_points", "i8", (2, MOST_SEATS)),
    ("goal", "u8", (MOST_GOALS, 2)),
    ("goal_points", "i8", MOST_GOALS),
    ("goals_of", "i8", (MOST_CELLS, 4)),
    ("beside", "u8", (MOST_CELLS, 2)),
    ("near", "i8", (MOST_CELLS, 4)),
    ("number", "i8", MOST_CELLS),
    ("gem", "i8", MOST_CELLS),
    ("station", "i8", MOST_CELLS),
    ("printed", "u1", MOST_CELLS),
    ("place", "i8", MOST_CELLS),
]
SHEET = np.dtype(FIELDS, align=True)
"""One printed sheet. `lying[mask]` are the cells whose number is in the mask of numbers (bit 0 = number 1);
`goals` are rows, columns, puzzles and areas alike; `goals_of` the goals a cell belongs to, NOWHERE-filled.
"""


class SheetRecord(Record):
    """One of SHEET."""


@compiled
def load(pair: Words) -> Cells:
    """The set in a field of a record."""
    return pair[0], pair[1]


@compiled
def store(pair: Words, cells: Cells) -> None:
    """Write a set into a field of a record."""
    pair[0] = cells[0]
    pair[1] = cells[1]


class Compact:
    """Between the cells of a reference sheet and compact ones."""

    def __init__(self, sheet: Sheet) -> None:
        self.places = tuple(each(sheet.cells))
        self.index = {place: cell for cell, place in enumerate(self.places)}
        self.runs = tuple(_runs(self.places))

    def squeeze(self, cells: int) -> int:
        """A set of the reference as a compact one. Places that are no cells are left out."""
        found = 0
        for mask, place, cell in self.runs:
            found |= (cells >> place & mask) << cell
        return found

    def spread(self, cells: int) -> int:
        """A compact set as one of the reference."""
        found = 0
        for mask, place, cell in self.runs if cells else ():
            found |= (cells >> cell & mask) << place
        return found


def _runs(places: Iterable[int]) -> list[tuple[int, int, int]]:
    """Cells that follow each other without a gap: (mask of their length, first place, first cell)."""
    runs: list[tuple[int, int, int]] = []
    for cell, place in enumerate(places):
        if runs and place == runs[-1][1] + runs[-1][0].bit_length():
            mask, begin, first = runs.pop()
            runs.append((mask << 1 | 1, begin, first))
        else:
            runs.append((1, place, cell))
    return runs


# Packing -------------------------------------------------------------------------------------------
def pack(sheet: Sheet) -> Records:
    """The sheet as an array of one record. ValueError for one that is too large for compiled play."""
    compact = Compact(sheet)
    count = len(compact.places)
    if count > MOST_CELLS:
        raise ValueError(f"sheet {sheet.id} has {count} cells; compiled play has room for {MOST_CELLS}")
    packed = np.zeros(1, SHEET)
    record = packed[0]
    record["cells"] = count
    _number_moves(record, sheet)
    _pack_sets(record, sheet, compact)
    _pack_cells(record, sheet, compact)
    _pack_points(record, sheet, compact)
    _pack_goals(record, sheet, compact)
    return packed


def _number_moves(record: SheetRecord, sheet: Sheet) -> None:
    """Where the blocks of the move numbers begin; blocks the sheet has no use for are empty."""
    count = int(record["cells"])
    record["at_back"] = count + 2
    record["at_lava"] = record["at_back"] + count
    record["at_planet"] = record["at_lava"] + (count if sheet.volcanoes else 0)
    record["at_rail"] = record["at_planet"] + (count if sheet.planets else 0)
    record["actions"] = record["at_rail"] + (KINDS * count if sheet.rails else 0)


def _pack_sets(record: SheetRecord, sheet: Sheet, compact: Compact) -> None:
    beside, squeeze = sheet.grid.beside, compact.squeeze
    record["rails"] = sheet.rails
    for name in _PRINTED:
        record[name] = words(squeeze(getattr(sheet, name)))
    record["beside_start"] = words(squeeze(beside(sheet.start)))
    record["beside_volcanoes"] = words(squeeze(beside(sheet.volcanoes)))
    for number in FACES:
        record["showing"][number] = words(squeeze(sheet.showing[number]))
    for mask in range(1 << len(FACES)):
        cells = sum([sheet.showing[number] for number in FACES if mask >> number - 1 & 1])
        record["lying"][mask] = words(squeeze(cells))


def _pack_cells(record: SheetRecord, sheet: Sheet, compact: Compact) -> None:
    stride = sheet.grid.stride
    steps = {"N": -stride, "S": stride, "E": 1, "W": -1}
    record["near"][:] = NOWHERE
    for cell, place in enumerate(compact.places):
        record["place"][cell], record["number"][cell] = place, sheet.number[place]
        record["beside"][cell] = words(compact.squeeze(sheet.grid.beside(1 << place)))
        for way, edge in enumerate(EDGES):
            record["near"][cell, way] = compact.index.get(place + steps[edge], NOWHERE)
    for piece in sheet.printed:
        record["printed"][compact.index[piece.cell]] = 1 + PIECES.index(piece.piece)


def _pack_points(record: SheetRecord, sheet: Sheet, compact: Compact) -> None:
    """What single cells bring: gems, flags, stations, heaps and bombs; keys and locks."""
    record["bomb"], record["heap"] = sheet.bomb, sheet.heap
    record["gem_kinds"], record["lock_kinds"] = len(sheet.gems), len(sheet.locks)
    record["flag_kinds"] = len(sheet.flags)
    for index, gem in enumerate(sheet.gems):
        record["gems"][index], record["gem_points"][index] = words(compact.squeeze(gem.cells)), gem.points
        for cell in each(compact.squeeze(gem.cells)):
            record["gem"][cell] = gem.points
    for index, lock in enumerate(sheet.locks):
        record["keys"][index] = words(compact.squeeze(lock.keys))
        record["locks"][index] = words(compact.squeeze(lock.locks))
    for index, flag in enumerate(sheet.flags):
        record["flag"][index] = words(compact.squeeze(flag.cells))
        row = flag.points[:MOST_SEATS]
        record["flag_points"][index, : len(row)] = row
    for station in sheet.stations:
        record["station"][compact.index[station.cell]] = station.points
    record["stations"] = words(sum([1 << compact.index[station.cell] for station in sheet.stations]))


def _pack_goals(record: SheetRecord, sheet: Sheet, compact: Compact) -> None:
    """Rows, columns, puzzles and areas: points once all their cells are crosses (D27-D29)."""
    groups = [(arrow.cells, arrow.points) for arrow in sheet.arrows]
    groups += [(group.cells, group.points) for group in (*sheet.puzzles, *sheet.areas)]
    goals = [(compact.squeeze(cells), points) for cells, points in groups if cells]
    record["goals"] = len(goals)
    record["goals_of"][:] = NOWHERE
    for index, (cells, points) in enumerate(goals):
        record["goal"][index], record["goal_points"][index] = words(cells), points
        for cell in each(cells):
            mine = record["goals_of"][cell]
            mine[list(mine).index(NOWHERE)] = index


@lru_cache(maxsize=64)
def compact_of(sheet: Sheet) -> Compact:
    return Compact(sheet)
