"""Boards as records of fixed size: what is stored where. No rules.

Cells have compact numbers 0..n-1 in reading order; sets of cells are two words (see `bits`). Steps are
all pairs of neighbouring cells, by their first cell and then by their second.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import MOST_CELLS, words
from kritzel.fast.records import Record, Records
from kritzel.games.traexx.sheet import COLOURS, SEAT_COUNTS, Sheet

MOST_CARDS = 64
MOST_STEPS = 6 * MOST_CELLS

SHEET = np.dtype(
    [
        ("around", "u8", (MOST_CELLS, 2)),
        ("of_colour", "u8", (len(COLOURS), 2)),
        ("of_card", "u8", (MOST_CARDS, 2)),
        ("symbols", "i2", (MOST_CARDS, len(COLOURS))),
        ("pack", "i2", MOST_CARDS),
        ("first_step", "i2", MOST_CELLS + 1),
        ("cells", "i2"),
        ("steps", "i2"),
        ("kinds", "i2"),
        ("rounds", "i2"),
        ("start_count", "i2"),
        ("colour", "i1", MOST_CELLS),
        ("number", "i1", MOST_CELLS),
        ("starts", "i1", MOST_CELLS),
        ("step_from", "i1", MOST_STEPS),
        ("step_to", "i1", MOST_STEPS),
    ],
    align=True,
)
"""A board: `of_card` are the cells of any colour of a card, `symbols` how often a card has each colour."""


class SheetRecord(Record):
    """One of SHEET."""


def pack(sheet: Sheet) -> Records:
    """A board as a record. ValueError if it is too large."""
    if len(sheet.order) > MOST_CELLS:
        raise ValueError(f"this board has {len(sheet.order)} cells, the compiled twin takes {MOST_CELLS}")
    if sheet.rounds > MOST_CARDS:
        raise ValueError(f"this board has {sheet.rounds} cards, the compiled twin takes {MOST_CARDS}")
    packed = np.zeros(1, SHEET)
    _pack_cells(packed[0], sheet)
    _pack_steps(packed[0], sheet)
    _pack_cards(packed[0], sheet)
    return packed


def _pack_cells(record: SheetRecord, sheet: Sheet) -> None:
    record["cells"], record["start_count"] = len(sheet.order), len(sheet.starts)
    for index, cell in enumerate(sheet.order):
        record["colour"][index] = COLOURS.index(sheet.colours[cell])
        record["number"][index] = sheet.numbers.get(cell, 0)
        record["around"][index] = words(compact(sheet, sheet.around[cell]))
    for index, colour in enumerate(COLOURS):
        record["of_colour"][index] = words(compact(sheet, sheet.of_colour[colour]))
    for index, cell in enumerate(sheet.starts):
        record["starts"][index] = sheet.order.index(cell)


def _pack_steps(record: SheetRecord, sheet: Sheet) -> None:
    steps = [step for cell in sheet.order for _, step in sheet.steps[cell]]
    index = {cell: at for at, cell in enumerate(sheet.order)}
    for at, step in enumerate(steps):
        record["step_from"][at], record["step_to"][at] = index[step.end], index[step.to]
    counts = [len(sheet.steps[cell]) for cell in sheet.order]
    record["first_step"][1 : len(counts) + 1] = np.cumsum(counts)
    record["steps"] = len(steps)


def _pack_cards(record: SheetRecord, sheet: Sheet) -> None:
    record["kinds"], record["rounds"] = len(sheet.cards), sheet.rounds
    for kind, card in enumerate(sheet.cards):
        fitting = 0
        for colour in card:
            fitting |= sheet.of_colour[colour]
        record["of_card"][kind] = words(compact(sheet, fitting))
        # A card never uses more symbols of a colour than there are cells.
        record["symbols"][kind] = [min(card.count(colour), MOST_CELLS + 1) for colour in COLOURS]
    record["pack"][: len(sheet.pack)] = sheet.pack


def compact(sheet: Sheet, cells: int) -> int:
    """A set of the board's cells as a set of their compact numbers."""
    return sum(1 << index for index, cell in enumerate(sheet.order) if cells >> cell & 1)


def check_starts(there: int, seats: int, chosen: tuple[int, ...]) -> None:
    """T1: every seat gets another start cell. ValueError for a seat count or starts that do not fit."""
    if seats not in SEAT_COUNTS:
        raise ValueError(f"Träxx is for {SEAT_COUNTS[0]} to {SEAT_COUNTS[-1]} seats, not {seats}")
    if seats > there:
        have = "1 start cell" if there == 1 else f"{there} start cells"
        raise ValueError(f"this board has {have}, too few for {seats} seats")
    if len(chosen) != seats:
        raise ValueError(f"{len(chosen)} start cells named for {seats} seats")
    if len(set(chosen)) < seats or not set(chosen) <= set(range(1, there + 1)):
        raise ValueError(f"the start cells must be different ones from 1 to {there}")
