"""The greedy player of The Border, compiled: points now, no look at what others could do.

A cross promises, for each open area that it borders, an equal share of the area's points: the higher ones
while no seat has it. (Steeper rewards for nearly closed areas did worse: squares lost by 2 points a game.)
Action 1 fills the segments that promise most, two of a colour together where the dice allow it. For throwing
it compares all dice it could keep: what they fill at once, and what the others would add on average if they
chased the one best colour with all throws left; it stops where nothing is gained. Action 2 takes the cell
that promises most, and among nearly equal ones the one whose segment needs most: short ones are filled easily
in action 1. It crosses whatever it can. Ties are broken by keyed luck.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from kritzel.fast import bits, luck
from kritzel.fast.bits import Cells
from kritzel.fast.jit import compiled
from kritzel.fast.records import Key, Reals, Records, Seed
from kritzel.games.border.bot.analysis import NEVER, begun_cells, best_of, missing_of
from kritzel.games.border.fast.rules import open_cells
from kritzel.games.border.fast.sheet import FACES, SheetRecord, cells_of
from kritzel.games.border.fast.state import (
    AGAIN,
    CHOICES,
    CROSS,
    DONE,
    KEEPING,
    MANY_CHOICES,
    MARKING,
    NIBBLE,
    PART,
    WAY_DICE,
    TableRecord,
    choices_of,
)
from kritzel.games.border.sheet import DICE, THROWS

HARD = 0.02
"""What each missing cell of a segment adds to a cross in action 2, beside promised points."""


def _hits() -> Any:
    """The chance of hits of a colour: [throws][dice][hits], misses thrown again."""
    table = np.zeros((THROWS, DICE + 1, DICE + 1))
    for throws in range(THROWS):
        hit = 1 - (1 - 1 / FACES) ** throws
        for dice in range(DICE + 1):
            for hits in range(dice + 1):
                table[throws, dice, hits] = comb(dice, hits) * hit**hits * (1 - hit) ** (dice - hits)
    return table


HITS = _hits()


# What crosses promise -------------------------------------------------------------------------------
@compiled
def gain(s: SheetRecord, g: TableRecord, seat: int, more: Cells) -> float:
    """What more crosses, on free cells, promise."""
    taken, total = 0, 0.0
    for other in range(g["seats"]):
        taken |= g["enclosed"][other]
    for area in range(s["areas"]):
        ring = cells_of(s["ring"], area)
        if bits.meets(ring, more) and not g["enclosed"][seat] >> area & 1:
            value = s["later"][area] if taken >> area & 1 else s["first"][area]
            total += value * bits.count(bits.both(ring, more)) / bits.count(ring)
    return total


# Action 1: which dice to keep --------------------------------------------------------------------------
@compiled
def fill_gains(s: SheetRecord, g: TableRecord, seat: int, gains: Reals) -> None:
    """Adds, by colour and dice, the promise of the best segments that these dice fill together."""
    for colour in range(FACES):
        start, stop = s["starts"][g["board"][seat], colour], s["starts"][g["board"][seat], colour + 1]
        for number in range(start, stop):
            missing = missing_of(s, g, seat, number)
            need = bits.count(missing)
            if 0 < need <= DICE:
                got = gain(s, g, seat, missing)
                for dice in range(DICE, need - 1, -1):
                    gains[colour, dice] = max(gains[colour, dice], gains[colour, dice - need] + got)


@compiled
def expected_gain(gains: Reals, kept: int, throws: int) -> float:
    """What kept dice fill, and what the others would add on average, chasing the one best colour."""
    base, left = 0.0, DICE
    for colour in range(FACES):
        have = kept >> NIBBLE * colour & PART
        base += gains[colour, have]
        left -= have
    best = 0.0
    for colour in range(FACES):
        have, chased = kept >> NIBBLE * colour & PART, 0.0
        for hits in range(1, left + 1):
            chased += HITS[throws, left, hits] * (gains[colour, have + hits] - gains[colour, have])
        best = max(best, chased)
    return base + best


@compiled
def best_throw(s: SheetRecord, g: TableRecord, seat: int, event: Key) -> int:
    gains = np.zeros((FACES, DICE + 1))
    fill_gains(s, g, seat, gains)
    row, throws = choices_of(g["dice"]), THROWS - g["throw"]
    values = np.empty(MANY_CHOICES[row])
    values[0] = expected_gain(gains, g["dice"], throws)
    for index in range(1, len(values)):
        values[index] = expected_gain(gains, g["dice"] - WAY_DICE[CHOICES[row, index] - AGAIN], throws)
    return CHOICES[row, best_of(values, event)]


# Crossing ----------------------------------------------------------------------------------------------
@compiled
def with_another(s: SheetRecord, g: TableRecord, seat: int, number: int) -> float:
    """The promise of filling a segment, together with the best other one that the dice fill as well."""
    board, missing = g["board"][seat], missing_of(s, g, seat, number)
    colour = s["colour_of"][board, bits.first(missing)]
    spare = (g["dice"] >> NIBBLE * colour & PART) - bits.count(missing)
    best = 0.0
    for other in range(s["starts"][board, colour], s["starts"][board, colour + 1]):
        more = missing_of(s, g, seat, other)
        if other != number and 0 < bits.count(more) <= spare:
            best = max(best, gain(s, g, seat, more))
    return gain(s, g, seat, missing) + best


@compiled
def cross_value(s: SheetRecord, g: TableRecord, seat: int, cell: int) -> float:
    """What crossing a cell is worth: in action 1 with its whole segment, in action 2 alone."""
    number = s["segment_of"][g["board"][seat], cell]
    if g["phase"] == MARKING:
        return with_another(s, g, seat, number)
    return gain(s, g, seat, bits.single(cell)) + HARD * bits.count(missing_of(s, g, seat, number))


@compiled
def best_cross(s: SheetRecord, g: TableRecord, seat: int, event: Key) -> int:
    """The cell of the greatest value; in action 1 begun segments first. Done where nothing can be crossed."""
    left, begun = open_cells(s, g, seat), begun_cells(s, g, seat)
    if not bits.is_empty(begun):
        return CROSS + bits.first(begun)
    if bits.is_empty(left):
        return DONE
    values = np.full(bits.MOST_CELLS, NEVER)
    while not bits.is_empty(left):
        values[bits.first(left)] = cross_value(s, g, seat, bits.first(left))
        left = bits.without_first(left)
    return CROSS + best_of(values, event)


@compiled
def greedy(sheet: Records, state: Records, seat: int, seed: Seed) -> int:
    s, g = sheet[0], state[0]
    index = bits.count(cells_of(g["new"], seat)) + (THROWS - g["throw"]) * DICE
    event = luck.key(np.uint64(seed), g["round"], luck.TIES + seat, index)
    if g["phase"] == KEEPING:
        return best_throw(s, g, seat, event)
    return best_cross(s, g, seat, event)
