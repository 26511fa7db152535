"""The parts of an observation: what stands where, and how it is written. Knows no game.

An observation is one row of numbers (float32). Sets of cells are a 0 or 1 for each cell; counts are divided
by the most there can be; points are divided by 100.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from kritzel.fast.bits import Cells, first, is_empty, without_first
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers

POINTS = np.float32(100)
MOST_POINTS = 10
"""Points are cut off at this many hundreds, so that observations have bounds."""

RELATIVE = ("me", "next", "second", "third")
"""The names of the seats: the one that observes, then the others in turn order."""


class Part(NamedTuple):
    """One part of an observation: `row[begin : begin + length]`."""

    name: str
    begin: int
    length: int
    low: int
    high: int
    meaning: str


def part(name: str, length: int, meaning: str, low: int = 0, high: int = 1) -> Part:
    """A part that has no place yet."""
    return Part(name, 0, length, low, high, meaning)


def points_of(whose: str) -> Part:
    return part("points", 1, f"points of {whose} as they stand / 100", -MOST_POINTS, MOST_POINTS)


def prefix(owner: str, parts: Iterable[Part]) -> list[Part]:
    return [each._replace(name=f"{owner}.{each.name}") for each in parts]


def arrange(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts one after the other; empty ones are left out."""
    placed: list[Part] = []
    begin = 0
    for each in parts:
        if each.length:
            placed.append(each._replace(begin=begin))
            begin += each.length
    return tuple(placed)


def table_and_seats(
    table: Iterable[Part], seats: int, of_seat: Callable[[str], Iterable[Part]]
) -> tuple[Part, ...]:
    """The parts of the table, then those of each seat, which `of_seat` names."""
    whose = RELATIVE[:seats]
    return arrange([*prefix("table", table), *[each for who in whose for each in prefix(who, of_seat(who))]])


# Writing (compiled): each function writes at a place that holds zeros and returns the next place ------------
@compiled
def write_cells(out: Numbers, offset: int, room: int, cells: Cells) -> int:
    """A 1 for each cell of the set."""
    while not is_empty(cells):
        out[offset + first(cells)] = np.float32(1)
        cells = without_first(cells)
    return offset + room


@compiled
def write_bits(out: Numbers, offset: int, room: int, bits: int) -> int:
    """A 1 for each bit that is set."""
    for index in range(room):
        out[offset + index] = np.float32((bits >> index) & 1)
    return offset + room


@compiled
def write_one(out: Numbers, offset: int, room: int, index: int) -> int:
    """A 1 at the nth place; nowhere if there is no such place."""
    if 0 <= index < room:
        out[offset + index] = np.float32(1)
    return offset + room


@compiled
def write_share(out: Numbers, offset: int, have: int, of: int) -> int:
    """How much of the most there can be."""
    out[offset] = np.float32(have) / np.float32(of)
    return offset + 1


@compiled
def write_points(out: Numbers, offset: int, points: int) -> int:
    """Points in hundreds, cut off."""
    most = np.float32(MOST_POINTS)
    out[offset] = min(max(np.float32(points) / POINTS, -most), most)
    return offset + 1
