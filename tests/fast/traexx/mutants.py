"""Errors planted into the twin of Träxx: each drops or bends a clause, and lock-step must catch every one.

Run as a program (with NUMBA_DISABLE_JIT=1) it plays each mutant until it is caught, and says which is not.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

from kritzel.fast.twin import Twin
from tests.fast.planting import planted
from tests.fast.traexx.lockstep import Pair

PARTS = ("rules", "scoring")
"""The modules of the twin that errors are planted in."""


class Mutant(NamedTuple):
    """A clause, what is wrong with it, and the text that makes it so."""

    clause: str
    error: str
    right: str
    wrong: str


SOUND = Mutant("T", "nothing is wrong", "CARD = CHANCE", "CARD = CHANCE")
"""The twin as it is: it must get away, or catching the others means nothing."""

MUTANTS = (
    Mutant("T1", "one card too few", "< sheet[0]", "< -1 + sheet[0]"),
    Mutant("T1", "the card goes back into the pack", 'g["left"][kind] -= 1', 'g["left"][kind] -= 0'),
    Mutant("T2", "only the first seat draws", '(1 << g["seats"]) - 1', "1"),
    Mutant("T2", "a symbol is never used up", 'track["left"][colour] -= 1', 'track["left"][colour] -= 0'),
    Mutant("T2", "a doubled symbol counts once", 'if track["left"][colour] == 0', "if True"),
    Mutant("T2", "no done with nothing drawn", "return count + 1", 'return count + (track["grown"] > 0)'),
    Mutant("T2", "done leaves others no turn", 'g["waiting"] &= ~(1 << seat)', 'g["waiting"] = 0'),
    Mutant(
        "T3",
        "a cell twice in a round",
        'bits.minus(cells_in(track["open"]), cell)',
        'cells_in(track["open"])',
    ),
    Mutant(
        "T3",
        "a cell twice in a game",
        'bits.minus(cells_in(s["of_card"][kind]), cells_in(track["taken"]))',
        'cells_in(s["of_card"][kind])',
    ),
    Mutant("T3", "the line grows at one end only", "(other if other != one else NONE)", "NONE"),
    Mutant("T3", "the start cell is two ends", "(other if other != one else NONE)", "other"),
    Mutant("T4", "both ends in one round", 'if track["grown"] > 0:', "if False:"),
    Mutant("T4", "the wrong end grows on", 'one if track["at_head"] else other', "other"),
    Mutant("T4", "always put behind the line", "1 if end != last_cell(track) else 0", "0"),
    Mutant("T5", "always in full", "return (reached >> number) & 1 != 0", "return False"),
    Mutant("T5", "half at once", "if is_late(track, number, reached, alone)", "if True"),
    Mutant(
        "T5",
        "who is asked first comes first",
        'count_numbers(s, g["tracks"][seat], reached,',
        'count_numbers(s, g["tracks"][seat], reached_before(g),',
    ),
    Mutant("T5", "half is rounded down", "(number + 1) // 2", "number // 2"),
    Mutant(
        "T5",
        "only the last number of a round",
        'range(track["grown"])',
        'range(track["grown"] - 1, track["grown"])',
    ),
    Mutant("T6", "missed cells cost nothing", '- track["grown"] - s["cells"]', '- track["grown"]'),
    Mutant("T6", "unsettled cells count", 'track["length"] - track["grown"]', 'track["length"]'),
    Mutant(
        "T6",
        "no tie is shared",
        "> mine:",
        ">= mine and other < seat or points(s, g['tracks'][other]) > mine:",
    ),
    Mutant("T7", "alone as if with others", 'reached, g["seats"] == 1)', "reached, False)"),
    Mutant("T7", "lower numbers stand in the way", ">> (number + 1)) != 0", "!= 0)"),
    Mutant(
        "T7",
        "alone the order does not matter",
        "drawn_cell(track, index)",
        'drawn_cell(track, track["grown"] - 1 - index)',
    ),
)
TABLES = [(name, seats) for name in ("nasty", "1") for seats in (2, 1, 3)]
MOST_GAMES = 48


def caught_after(mutant: Mutant) -> int:
    """How many games it took to catch it; 0: not caught."""
    twin: Twin = planted("traexx", PARTS, mutant.right, mutant.wrong)
    for game in range(MOST_GAMES):
        try:
            Pair(twin, *TABLES[game % len(TABLES)], game).play()
        except (AssertionError, ValueError, IndexError):
            return game + 1
    return 0


def main() -> int:
    """Every mutant once; how many got away. 1 if even the sound twin is caught."""
    free = 0
    if games := caught_after(SOUND):
        print(f"the twin itself is caught in game {games}", file=sys.stderr)
        return 1
    for mutant in MUTANTS:
        games = caught_after(mutant)
        print(mutant.clause, mutant.error, f"caught in game {games}" if games else "GOT AWAY", sep=": ")
        free += not games
    return free


if __name__ == "__main__":
    with np.errstate(over="ignore"):
        sys.exit(main())
