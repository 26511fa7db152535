"""Planted errors: a clause of Dizzle dropped or bent in the twin. The lock-step games must catch each one.

Run as `NUMBA_DISABLE_JIT=1 python -m tests.fast.dizzle.mutants`; says after how many games each was caught.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

from tests.fast.planting import planted


class Mutant(NamedTuple):
    """What is wrong, against which clause, in which part, and how: `right` stands there exactly once."""

    clause: str
    error: str
    part: str
    right: str
    wrong: str


MUTANTS = (
    Mutant("D1", "a die too few", "rules", 'return POOL[g["players"]]', 'return POOL[g["players"]] - 1'),
    Mutant("D2", "a pass too few", "passes", '== PASSES[g["players"]]:', '== PASSES[g["players"]] - 1:'),
    Mutant("D3", "seat 0 always starts", "passes", 'return (pass_no - 1) % g["players"]', "return 0"),
    Mutant("D4", "every re-roll is the same", "rules", 'g["nth"][g["phase"] - VOLCANO] += 1', "pass"),
    Mutant(
        "D5",
        "any die fits",
        "placing",
        'both(load(g["open"]), load(s["lying"][g["lying"]]))',
        'load(g["open"])',
    ),
    Mutant("D5", "the die stays in the pool", "passes", 'g["pool"][face] -= 1', "pass"),
    Mutant(
        "D6",
        "exploded cells are free",
        "placing",
        'union(load(m["lost"]), load(m["lava"])))',
        'load(m["lava"]))',
    ),
    Mutant(
        "D7",
        "the first die goes anywhere",
        "placing",
        'return both(free, load(m["beside_crosses"]))',
        "return free",
    ),
    Mutant(
        "D8",
        "later dice may go beside crosses",
        "placing",
        "        return beside_dice\n",
        '        return union(beside_dice, both(free, load(m["beside_crosses"])))\n',
    ),
    Mutant(
        "D9",
        "no jump for the enclosed",
        "placing",
        "if not is_empty(beside_dice):",
        'if not is_empty(load(m["dice"])):',
    ),
    Mutant(
        "D12",
        "no taking after a re-roll",
        "placing",
        'if g["phase"] == REROLLED and is_empty(fits):',
        'if g["phase"] == REROLLED and not is_empty(load(m["dice"])):',
    ),
    Mutant(
        "D13",
        "no die goes back",
        "rules",
        'if is_empty(fitting_cells(s, g)) and is_empty(load(g["seats"][g["turn"]]["dice"])):',
        "if is_empty(fitting_cells(s, g)):",
    ),
    Mutant("D13", "a one goes back", "rules", 'put_in(g, s["number"][cell])', "put_in(g, 1)"),
    Mutant(
        "D14",
        "places beside a die given back stay open",
        "rules",
        'store(m["beside_dice"], beside(s, load(m["dice"])))\n    put_in',
        "put_in",
    ),
    Mutant("D15", "out for ever", "passes", '        g["seats"][seat]["out"] = 0\n', "        pass\n"),
    Mutant("D16", "nobody drops out by itself", "passes", "if not is_empty(cells):", "if True:"),
    Mutant("D17", "the last seat goes on", "passes", "range(players - 1)", "range(players)"),
    Mutant("D18", "an empty pool ends nothing", "passes", 'while g["left"] > 0:', 'while g["left"] >= 0:'),
    Mutant(
        "D20",
        "lava explodes",
        "passes",
        'minus(bombs, union(crosses, load(m["lava"])))',
        "minus(bombs, crosses)",
    ),
    Mutant(
        "D20", "who crosses it explodes", "passes", 'minus(bombs, union(crosses, load(m["lava"])))', "bombs"
    ),
    Mutant(
        "D21",
        "the first seat gets more",
        "passes",
        '            m["won"][index] = s["flag_points"][index, before]',
        '            m["won"][index] = s["flag_points"][index, before]\n            before += 1',
    ),
    Mutant("D21", "nothing is struck", "passes", "before = struck(g, index)", "before = 0"),
    Mutant(
        "D22",
        "a planet under a die is left",
        "passes",
        "count(minus(planets_left(s, m), dice))",
        "count(planets_left(s, m))",
    ),
    Mutant(
        "D22", "one planet for all rockets", "passes", 'm["rockets"] = owed', 'm["rockets"] = min(owed, 1)'
    ),
    Mutant(
        "D22",
        "lava takes rockets",
        "placing",
        'union(load(m["crosses"]), load(m["lava"])))',
        'load(m["crosses"]))',
    ),
    Mutant(
        "D22",
        "nothing grows from a planet",
        "passes",
        'store(m["beside_crosses"], union(load(m["beside_crosses"]), beside(s, pick)))',
        "pass",
    ),
    Mutant(
        "D23",
        "one for all",
        "rules",
        '    if g["asked"] == 0:\n        settle',
        "    if True:\n        settle",
    ),
    Mutant(
        "D24",
        "locks stay closed",
        "placing",
        'if not meets(load(s["keys"][index]), crosses):',
        "if True:",
    ),
    Mutant("D24", "any key opens all", "placing", 'load(s["keys"][index])', 'load(s["keys"][0])'),
    Mutant("D25", "full sheets go on", "passes", "if full or", "if"),
    Mutant("D25", "bare planets need no cross", "passes", 'load(s["to_fill"])', 'load(s["numbered"])'),
    Mutant(
        "D25",
        "exploded cells stay to be filled",
        "passes",
        'union(load(m["lost"]), load(m["lava"])))',
        'load(m["lava"]))',
    ),
    Mutant("D26", "a gem counts one", "scoring", 's["gem_points"][index] * count', "count"),
    Mutant(
        "D27",
        "exploded cells complete a row",
        "scoring",
        'within(load(s["goal"][index]), crosses)',
        'count(both(load(s["goal"][index]), crosses)) + count(both(load(s["goal"][index]), load(m["lost"])))'
        ' == count(load(s["goal"][index]))',
    ),
    Mutant("D30", "heaps are free", "scoring", 's["heap"] * count', "0 * count"),
    Mutant("D31", "no reward for bombs alone", "scoring", "    if solo:", "    if False:"),
    Mutant("D31", "exploded bombs are free", "scoring", 's["bomb"] * count', "0 * count"),
    Mutant(
        "D32",
        "more crosses are better",
        "scoring",
        'count(load(theirs["crosses"])) < crosses',
        'count(load(theirs["crosses"])) > crosses',
    ),
    Mutant("D32", "no tie-break", "scoring", 'count(load(theirs["crosses"])) < crosses', "False"),
    Mutant("D33", "nothing is removed", "rules", 'if g["players"] == 1 and g["left"] > 0:', "if False:"),
    Mutant(
        "D33",
        "a double removes one",
        "rules",
        'if g["pool"][faces[index]] > 0:',
        'if g["pool"][faces[index]] > 0 and (index == 0 or faces[index] != faces[0]):',
    ),
    Mutant(
        "D35",
        "lava flows onto crosses",
        "placing",
        'minus(load(s["showing"][number]), gone)',
        'load(s["showing"][number])',
    ),
    Mutant(
        "D35",
        "lava starts at volcanoes only",
        "passes",
        'store(m["beside_lava"], union(load(m["beside_lava"]), beside(s, pick)))',
        "pass",
    ),
    Mutant("D36", "lava takes dice", "passes", 'store(m["free"], minus(load(m["free"]), pick))', "pass"),
    Mutant(
        "D37",
        "a piece is drawn twice",
        "placing",
        'return minus(load(m["dice"]), load(m["drawn"]))',
        'return load(m["dice"])',
    ),
    Mutant("D37", "always a straight", "rules", 'm["piece"][cell] = kind + 1', 'm["piece"][cell] = 1'),
    Mutant(
        "D38",
        "rails do not count as crosses",
        "passes",
        '    store(m["beside_crosses"], union(load(m["beside_crosses"]), load(m["beside_dice"])))\n',
        "",
    ),
    Mutant("D39", "all loops count three", "scoring", "max(longest, count(route))", "longest + count(route)"),
    Mutant("D39", "every line is a loop", "scoring", "return route, cell, False", "return route, cell, True"),
    Mutant(
        "D40", "stations on open routes", "scoring", "station_points(s, loops)", "station_points(s, rails)"
    ),
)
SOUND = Mutant("", "none", "rules", "# Chance", "# Chance")
TABLES = [
    *[("crowded", 2), ("hot", 3), ("knots", 2), ("tiny", 1), ("loops", 4), ("crowded", 1), ("tiny", 3)],
    *[("hot", 1), ("crowded", 4), ("knots", 3), ("tiny", 2), ("hot", 2)],
]
MOST_GAMES = 60


def caught_after(mutant: Mutant) -> int:
    """How many games it took to catch it; 0: not caught."""
    from tests.fast.dizzle.test_twin import Pair

    twin = planted("dizzle", [mutant.part], mutant.right, mutant.wrong)
    for game in range(MOST_GAMES):
        try:
            Pair(*TABLES[game % len(TABLES)], game, twin).play()
        except (AssertionError, LookupError, ValueError, OverflowError):
            return game + 1
    return 0


def main() -> int:
    """Every mutant once; how many got away. 1 if even the sound twin is caught."""
    if games := caught_after(SOUND):
        print(f"the twin itself is caught in game {games}", file=sys.stderr)
        return 1
    free = 0
    for mutant in MUTANTS:
        games = caught_after(mutant)
        print(mutant.clause, mutant.error, f"caught in game {games}" if games else "GOT AWAY", sep=": ")
        free += not games
    return free


if __name__ == "__main__":
    with np.errstate(over="ignore"):
        sys.exit(main())
