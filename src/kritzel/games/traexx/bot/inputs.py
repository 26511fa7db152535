"""The inputs of the value network of Träxx: which there are, and where each kind begins. Knows no table."""

from __future__ import annotations

from typing import NamedTuple

from kritzel.fast.jit import compiled
from kritzel.fast.records import Records
from kritzel.games.traexx.fast.rules import LEAST, MOST, wide
from kritzel.games.traexx.fast.sheet import SheetRecord

FEATURES = 1
"""The version of the inputs."""

LOW, STEP = -94, 2
"""The bins: from 94 points less than the bound to all of it. Only who stops drawing early stays below."""

# Inputs that every board has: where they begin. What comes next says how many there are.
KINDS_OF_NUMBER = 18
NUMBER = 0
"""Each number: full, half, or open: half or full as it stands, and how far away (8 buckets)."""
RACES = 20
RACE = NUMBER + KINDS_OF_NUMBER * (MOST + 1 - LEAST)
"""With company, each open number that nobody has: who is nearer (5 buckets), how near the nearest is (4)."""
SPARE = RACE + RACES * (MOST + 1 - LEAST)
"""Symbols on the cards left, less the room: 17 buckets."""
SEATS = SPARE + 17
LEAD = SEATS + 4
"""With company: points more than the best of the others had before this card, 11 buckets."""
SIDES = LEAD + 11
"""Free neighbours of the end with more and of the end with less, 0-6 each."""
APART = SIDES + 49
"""Cells of the smaller part where each end has a part of the room for itself: 16 buckets, 0 where not."""
LOST = APART + 16
"""Free cells that no end can come to any more: 0-15."""
NARROW = LOST + 16
"""How many cells of the room have one neighbour in it (0-7), how many have two (0-11)."""
LONG = NARROW + 20
"""Cells the next card brings on average at the better end, in quarters: 0-16; then at the worse end."""
SHORT = LONG + 17
FIXED = SHORT + 17

STATES, TAKEN, GONE, TIGHT = 5, 0, 1, 2
"""Of a cell: on the line, out of reach, or in the room with one, two or three neighbours in it."""
RUNS = 5
"""A card of a kind brings 0-4 cells at the better end."""


class Places(NamedTuple):
    """Where the inputs begin that depend on the board."""

    cell: int
    end: int
    step: int
    """Steps from an end to a free cell."""
    room: int
    length: int
    cards: int
    """How many cards are left."""
    card: int
    """How many of each kind."""
    run: int
    many: int
    """How many inputs there are."""


@compiled
def places_of(s: SheetRecord) -> Places:
    """Where the inputs of this board begin."""
    cells, rounds = wide(s["cells"]), wide(s["rounds"])
    end = FIXED + STATES * cells
    step = end + cells
    room = step + wide(s["steps"])
    length = room + cells // 2 + 1
    cards = length + cells // 4 + 1
    card = cards + rounds + 1
    run = card + rounds
    return Places(FIXED, end, step, room, length, cards, card, run, run + RUNS * wide(s["kinds"]))


def inputs(packed: Records) -> int:
    """How many inputs a network for this board has."""
    return int(places_of(packed[0]).many)
