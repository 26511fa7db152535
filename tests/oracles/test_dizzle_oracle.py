"""Random games of Dizzle through the engine and through the oracle, equal at every step.

`KRITZEL_ORACLE_GAMES` is the number of games per seat count (40 unless told), spread over all sheets.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

import kritzel.games.dizzle
from kritzel.game import Chance, Decision, Pending
from kritzel.games.dizzle import GAME
from tests.oracles.dizzle import Oracle
from tests.oracles.dizzle_paper import PIECES, Blank, name
from tests.table import Table

GAMES = int(os.environ.get("KRITZEL_ORACLE_GAMES", "40"))
SHEETS = Path(kritzel.games.dizzle.__file__).parent / "sheets"
HEAD = 'game = "dizzle"\nid = "nasty"\nversion = 1\n'

CROWDED = f"""{HEAD}
grid = '''
5r   2kc  3b   4lc  o    1
x    1r   6f1  2h   5lt  3b
4o   3kt  .    x    6r   2f2
1h   5b   2g1  4ls  1g2  6ks
3pa  6o   4g3  5kc  3pb  o
'''
areas = '''
.    A    A    .    .    .
.    A    A    .    .    B
.    .    .    B    B    B
C    C    .    .    .    .
C    .    .    .    .    .
'''
[rows]
2 = 7
5 = 9
[columns]
b = 4
c = 3
[points]
gems = [1, 2, 3]
puzzles = {{ a = 2, b = 3 }}
areas = {{ A = 5, B = 6, C = 2 }}
flags = [[10, 6], [9, 4, 2]]
bomb = -3
heap = -2
"""
"""Two flags with short rows, every lock, planets with and without number, three rockets."""

HOT = f"""{HEAD}
grid = '''
1    2o   3    v    4b   5
6g1  x    1kc  2    3pa  4
5    4lc  v    6h   x    1f1
2b   3pa  5r   1    2o   6
'''
areas = '''
A    .    .    .    .    .
A    A    .    .    .    .
.    .    .    .    B    B
.    .    .    .    B    .
'''
[rows]
1 = 6
4 = 9
[columns]
a = 5
e = 8
[points]
gems = [2]
puzzles = {{ a = 6 }}
areas = {{ A = 4, B = 5 }}
flags = [[10, 6, 3, 1]]
bomb = -4
heap = -1
"""
"""Lava that reaches bombs, planets, locks, keys and the flag."""

LOOPS = f"""{HEAD}
grid = '''
SE   SW   2    3s4  5    SE   SW
NE   1s3  4kc  6    2    NE   3
5    3    6lc  1b   .    4    5f1
SE   6    1    2    SE   EW   SW
NE   5s2  3    4    NE   EW   6
'''
[points]
flags = [[10, 6, 3, 1]]
bomb = -2
"""
"""Rails with three loops that lack one piece each, stations, a lock, a bomb and a flag."""

KNOTS = f"""{HEAD}
grid = '''
SE   SW   SE   SW   SE   SW
NE   1    NE   2    NE   3s2
SE   SW   SE   EW   EW   SW
NE   4    NE   EW   EW   5s4
'''
[points]
"""
"""Five loops that lack one piece each: several of a length get closed."""

TINY = f"""{HEAD}
grid = '''
x    1    2
.    3    4
'''
[points]
"""
"""Four cells behind a 1: full soon, and before that often nothing fits."""

PLANETS = f"""{HEAD}
grid = '''
o    1    2
x    3r   o
'''
[points]
"""
"""One rocket for two planets that no die can reach: the sheet is never full."""

SMALL = {"crowded": CROWDED, "hot": HOT, "loops": LOOPS, "knots": KNOTS, "tiny": TINY, "planets": PLANETS}
ALWAYS = {
    "re-roll helped",
    "re-roll failed",
    "die returned",
    "all dice returned",
    "jump",
    "dropped out by itself",
    "die on an opened lock",
    "rocket",
    "rocket without planet",
    "only a bare planet left",
    "lava: a seat has a choice",
    "lava: a seat has no cell",
    "closed route",
    "last_round",
    "full_sheet",
}
COMPANY = {
    "two closed routes",
    "two longest closed routes",
    "last turn of the last seat",
    "bomb crossed by two",
    "bomb exploded",
    "flag shared",
    "flag reached later",
}
ALONE = {
    "re-roll failed without a die to return",
    "solo: doubles removed two",
    "solo: pool emptied by removal",
    "solo: removal after a re-roll",
}
ENOUGH = 200
"""Fewer games than this per seat count need not meet everything."""


def all_sheets() -> dict[str, str]:
    """The small ones, and ours in their newest versions."""
    ours = {path.stem: path.read_text(encoding="utf-8") for path in sorted(SHEETS.glob("?.toml"))}
    return SMALL | ours


def said(pending: Pending) -> str:
    """What the engine awaits, in the oracle's words."""
    if isinstance(pending, Chance):
        outcome = pending.event.sample(lambda n: 0)
        return f"{pending.purpose} {len(outcome)}"
    if isinstance(pending, Decision):
        return "seats " + " ".join(str(seat) for seat in sorted(pending.seats))
    return f"over {pending.reason}"


def compare(table: Table, oracle: Oracle) -> None:
    """The same thing awaited, the same moves for every seat, the same score pads."""
    assert said(table.pending) == oracle.awaits()
    for seat in oracle.seats:
        assert table.moves(seat) == oracle.moves(seat), f"moves of seat {seat}"
    pads = [{line.key: (line.clause, line.points) for line in score.lines} for score in table.score]
    assert pads == oracle.scores()


def step(table: Table, oracle: Oracle, luck: random.Random) -> str:
    """One thing that happens, to both."""
    pending = table.pending
    if isinstance(pending, Chance):
        text = GAME.notation.outcome_text(table.state, pending.event.sample(luck.randrange))
        table.reveal(text)
        oracle.reveal(text)
        return f"{pending.purpose}: {text}"
    seat = luck.choice(sorted(table.deciding))
    text = luck.choice(sorted(oracle.moves(seat)))
    table.play(seat, text)
    oracle.play(seat, text)
    return f"{seat}: {text}"


def everything(blank: Blank) -> list[str]:
    """Every move a hand could try on this sheet, sensible or not."""
    spots = [name(spot) for spot in blank.symbol]
    said = ["out", "reroll"] * len(spots)
    said += [f"{blank.number.get(spot, 1)}{name(spot)}" for spot in blank.symbol] * 4
    said += [f"{word} {spot}" for word in ("back", "lava", "planet") for spot in spots]
    return said + [f"rail {spot} {piece}" for spot in spots for piece in PIECES]


def try_a_wrong_move(table: Table, oracle: Oracle, luck: random.Random, tries: list[str]) -> None:
    """What the oracle does not list, the engine refuses; for no other reason than the rules."""
    seat, text = luck.choice(oracle.seats), luck.choice(tries)
    if text not in oracle.moves(seat):
        table.refused(seat, text)


def play_through(sheet: Any, text: str, seats: int, seed: int) -> Counter[str]:
    """One random game; a disagreement tells the whole way to it."""
    luck = random.Random(seed)
    tries = everything(Blank(text))
    table, oracle = Table.start(GAME, sheet, seats), Oracle(text, seats)
    story, before = [""], table.state
    try:
        compare(table, oracle)
        while oracle.phase != "over":
            before = table.state
            try_a_wrong_move(table, oracle, luck, tries)
            story.append(step(table, oracle, luck))
            compare(table, oracle)
    except Exception as error:
        positions = [GAME.notation.position_text(state) for state in (before, table.state)]
        error.add_note("\n".join(["before and after:", *positions, f"oracle: {oracle.awaits()}", *story]))
        raise
    assert table.places == tuple(oracle.places())
    assert table.over.clause == "D25"
    return oracle.seen


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_engine_and_oracle_agree_at_every_step(seats: int) -> None:
    texts = all_sheets()
    parsed = {key: GAME.notation.parse_sheet(text, key) for key, text in texts.items()}
    met: Counter[str] = Counter()
    for seed, key in zip(range(GAMES), cycle(texts), strict=False):
        met.update(play_through(parsed[key], texts[key], seats, seed))
    expected = ALWAYS | (ALONE if seats == 1 else COMPANY) if GAMES >= ENOUGH else set()
    never = sorted(event for event in expected if not met[event])
    assert not never, f"random play never met: {never}"
