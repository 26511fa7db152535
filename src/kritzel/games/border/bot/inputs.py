"""The inputs of the value network of The Border: which there are, where each kind begins. Knows no table."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from kritzel.fast.records import Numbers, Records
from kritzel.games.border.bot.outlook import DOUBT, RACE
from kritzel.games.border.bot.search_state import TENTHS
from kritzel.games.border.fast.sheet import FACES
from kritzel.games.border.sheet import MOST_BOARDS

FEATURES = 3
"""The version of the inputs."""

LOW, STEP = -24, 1
"""How much more the final lead is than the `outlook` that the first bin stands for, and from one bin to the
next."""


# Buckets ---------------------------------------------------------------------------------------------
def _buckets(ends: tuple[int, ...]) -> Any:
    """The bucket of each number: as many as there are ends below it. The last number stands for all above."""
    return np.array([sum(end < number for end in ends) for number in range(ends[-1] + 2)], np.int32)


LACKS = _buckets((1, 2, 3, 4, 5, 6, 8, 10, 13))
EFFORTS = _buckets((4, 9, 15, 24, 36, 50, 68, 90, 120, 160, 210))
WAYS_OFF = _buckets((4, 9, 15, 25, 40, 60, 80, 105, 130, 160, 190, 225, 260, 300, 350, 400, 460, 530, 600))
FURTHEST = 25
"""Further ahead or behind counts as so far."""

MOST_LACKING, MOST_OPEN, MOST_MISSING = 7, 5, 6
"""More areas lacking, cells open or cells missing count as so many."""


SURE = 240
"""So many tenths more or less make something sure or hopeless."""


def _likely(even: float) -> Any:
    """From hopeless over a half to sure: by tenths of effort ahead, counted from SURE behind."""
    return np.array([1 / (1 + exp(-lead / (TENTHS * even))) for lead in range(-SURE, SURE + 1)])


FIRST, IN_TIME = _likely(RACE), _likely(DOUBT)
TIMES = _buckets(tuple(SURE + lead for lead in (-120, -70, -40, -20, 0, 20, 40)))
"""How likely an area is enclosed first, and in time; and how far ahead of time it is, in buckets."""

COARSE, FINE, HIGHEST = 4, 8, 16
"""Promises have two digits: all steps of four points that they reach, up to HIGHEST; eighths of the next."""


def _levels(table: Numbers) -> int:
    return int(table[-1]) + 1


# Where the inputs are ----------------------------------------------------------------------------------
TEMPO = 0
BOARD = TEMPO + 9
ENDS = BOARD + MOST_BOARDS
WAYS = ENDS + (MOST_LACKING + 1) ** 2
LEAD = WAYS + _levels(WAYS_OFF) ** 2
EXPECTED = LEAD + 2 * FURTHEST + 1
OPEN = EXPECTED + 2 * FURTHEST + 1
PROMISE = OPEN + FACES * (MOST_OPEN + 1)
RIVAL = PROMISE + HIGHEST + FINE
AREAS = RIVAL + HIGHEST + 1

ROUGH = (_levels(EFFORTS) + 1) // 2
OWN_LACK = 2
OWN_EFFORT = OWN_LACK + 2 * _levels(LACKS)
OWN_TIME = OWN_EFFORT + 2 * _levels(EFFORTS)
AHEAD = OWN_TIME + 2 * _levels(TIMES)
RIVAL_HAS = AHEAD + ROUGH * ROUGH
RIVAL_LACK = RIVAL_HAS + MOST_BOARDS
RIVAL_EFFORT = RIVAL_LACK + 2 * _levels(LACKS)
PER_AREA = RIVAL_EFFORT + _levels(EFFORTS)
"""Of each area: it is the seat's (later, first); what it lacks, its effort and its time (untaken, taken); its
effort against that of the nearest other. Of the others: how many have it, what the nearest one of the rest
lacks (untaken, taken) and its effort."""


def inputs(packed: Records) -> int:
    """How many inputs a net for this sheet has."""
    s = packed[0]
    segments = sum(int(s["starts"][board, FACES]) for board in range(int(s["boards"])))
    return AREAS + int(s["areas"]) * PER_AREA + int(s["cells"]) + MOST_MISSING * segments
