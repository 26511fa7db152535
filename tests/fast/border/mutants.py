"""Planted errors: a clause of The Border dropped or bent in the twin. Lock-step games must notice each one.

Run as `NUMBA_DISABLE_JIT=1 python -m tests.fast.border.mutants`; prints those that nobody noticed.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import NamedTuple

import numpy as np

from kritzel.games.border import fast as border
from tests.fast.border.test_twin import Pair, sheet_named
from tests.fast.planting import planted

PARTS = ("rules", "scoring")
GAMES = [("nasty", 2), ("nasty", 3), ("nasty", 4), ("1", 4), ("wild-65", 3)]
REPEATS = 12


class Mutant(NamedTuple):
    """What is wrong, against which clause, and how: `old` stands in the source exactly once."""

    clause: str
    wrong: str
    old: str
    new: str


MUTANTS = [
    Mutant("B1", "another seat begins", '(g["round"] - 1) % g["seats"]', 'g["round"] % g["seats"]'),
    Mutant("B1", "everybody has action 1", "return 1 << active(g) if", 'return (1 << g["seats"]) - 1 if'),
    Mutant("B2", "a fourth throw", 'if g["throw"] < THROWS:', 'if g["throw"] <= THROWS:'),
    Mutant("B2", "one throw too few", 'if g["throw"] < THROWS:', 'if g["throw"] < THROWS - 1:'),
    Mutant("B2", "the dice named are kept", 'g["dice"] -= WAY_DICE[move', 'g["dice"] = WAY_DICE[move'),
    Mutant("B2", "the dice kept are lost", 'g["dice"] += dice', 'g["dice"] = dice'),
    Mutant("B2", "every throw has the same luck", 'THROW, g["throw"] - 1)', "THROW, 0)"),
    Mutant("B3", "begun segments need no dice", "spare -= bits.count(missing)", "spare -= 0"),
    Mutant(
        "B3",
        "dice are not used up in action 1",
        "spare = count - bits.count(bits.both(colour_cells(s, board, colour), new))",
        "spare = count",
    ),
    Mutant(
        "B3", "a die more than needed", "if bits.count(missing) <= spare", "if bits.count(missing) < spare"
    ),
    Mutant(
        "B3",
        "begun ones are not finished",
        "if bits.count(missing) <= spare",
        "if bits.count(segment) <= spare",
    ),
    Mutant(
        "B3",
        "segments may stay open",
        "            return False\n        left =",
        "            return True\n        left =",
    ),
    Mutant(
        "B4",
        "anywhere on the map",
        'bits.both(coloured, cells_of(g["rim"], seat))',
        "coloured",
    ),
    Mutant("B4", "a die crosses twice", "if bits.count(bits.both(cells, new)) < count:", "if count > 0:"),
    Mutant(
        "B4",
        "new crosses do not count as neighbours",
        'write(g["rim"], seat, bits.union(cells_of(g["rim"], seat), cells_of(s["beside"], cell)))',
        "return",
    ),
    Mutant("B4", "used dice are left over", '        g["dice"] = left\n', "        pass\n"),
    Mutant("B4", "action 2 must be finished too", 'if g["phase"] != MARKING:', 'if g["phase"] == KEEPING:'),
    Mutant("B4", "the active player follows", '& ~g["done"] & ~(1 << active(g))', '& ~g["done"]'),
    Mutant(
        "B5",
        "nobody gets one of the five",
        '    if left != 0:\n        g["dice"]',
        '    if True:\n        g["dice"]',
    ),
    Mutant("B5", "everybody gets all five", '    g["one"] = left == 0\n', '    g["one"] = 0\n'),
    Mutant("B5", "one of the others' dice too", 'g["one"] = left == 0', 'g["one"] = 1'),
    Mutant("B6", "everybody is first", "|= ~before & 1 << area", "|= 1 << area"),
    Mutant("B6", "nobody is first", "|= ~before & 1 << area", "|= 0"),
    Mutant("B6", "touching is enclosing", 'bits.within(cells_of(s["ring"]', 'bits.meets(cells_of(s["ring"]'),
    Mutant(
        "B7",
        "action 1 is settled late",
        '    settle(s, g)\n    g["phase"] = FOLLOWING',
        '    g["phase"] = FOLLOWING',
    ),
    Mutant(
        "B7",
        "the seats of action 2 are settled one after the other",
        "            enclose(s, g, seat, before)\n",
        '            enclose(s, g, seat, before)\n            before |= g["enclosed"][seat]\n',
    ),
    Mutant(
        "B8",
        "action 2 is not played",
        '    g["phase"] = FOLLOWING',
        '    g["phase"] = ENDED if is_over(s, g) else FOLLOWING',
    ),
    Mutant("B8", "one area more", '>= s["end"]', '> s["end"]'),
    Mutant("B8", "only the last seat can end it", "most = max(most, bits", "most = max(0, bits"),
    Mutant("B9", "no tie-break", "theirs == mine and best_area(s, g, other) > best", "theirs < 0"),
    Mutant("B9", "the worse area wins", "best_area(s, g, other) > best)", "best_area(s, g, other) < best)"),
    Mutant("B9", "fewest points win", "if theirs > mine or", "if theirs < mine or"),
]


def noticed(twin: ModuleType) -> bool:
    """Whether some game goes another way."""
    try:
        for seed in range(REPEATS):
            for name, seats in GAMES:
                Pair(sheet_named(name), seats, seed, twin).play(10)
    except (AssertionError, ArithmeticError, LookupError, ValueError):
        return True
    return False


def main() -> int:
    with np.errstate(over="ignore"):
        assert not noticed(border), "the twin itself differs"
        escaped = [
            mutant for mutant in MUTANTS if not noticed(planted("border", PARTS, mutant.old, mutant.new))
        ]
    for mutant in escaped:
        sys.stdout.write(f"nobody noticed: {mutant.clause}, {mutant.wrong}\n")
    sys.stdout.write(f"{len(MUTANTS) - len(escaped)} of {len(MUTANTS)} noticed\n")
    return len(escaped)


if __name__ == "__main__":
    sys.exit(main())
