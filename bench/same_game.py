"""Yacht here and in OpenSpiel is the same game: every throw, every choice and every total agree.

python bench/same_game.py [GAMES]

Plays random games in OpenSpiel and follows each with Kritzel's reference. Needs both: docs/benchmarks.md.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from kritzel.game import Over, Setup
from kritzel.games import catalogue
from kritzel.record import Table

BOXES = [
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "choice",
    "four",
    "full",
    "little",
    "big",
    "yacht",
]
"""In OpenSpiel's order; the number of an action is 32 more."""
FIRST_BOX = 32


def faces(text: str) -> list[int]:
    return [int(digit) for digit in re.findall(r"\d", text)]


def dice(state: Any) -> list[int]:
    """The dice in OpenSpiel's order."""
    found = re.search(r"Dice: ([\d ]+)", str(state))
    assert found
    return faces(found[1])


def move(state: Any, action: int) -> str:
    """A choice of OpenSpiel in Kritzel's notation."""
    if action >= FIRST_BOX:
        return BOXES[action - FIRST_BOX]
    again = [face for at, face in enumerate(dice(state)) if action >> at & 1]
    return f"roll {''.join(map(str, sorted(again)))}" if again else "stop"


def follow(theirs: Any, ours: Table, luck: Random) -> None:
    """One random game on both."""
    while not theirs.is_terminal():
        action = luck.choice(theirs.legal_actions())
        if theirs.is_chance_node():
            ours.reveal(tuple(faces(theirs.action_to_string(-1, action))))
        else:
            assert {move(theirs, each) for each in theirs.legal_actions()} == set(
                ours.moves(ours.deciding[0])
            )
            ours.play(theirs.current_player(), move(theirs, action))
        theirs.apply_action(action)
        assert ours.over or not ours.state.is_thrown or sorted(dice(theirs)) == list(ours.state.dice)
    assert isinstance(ours.pending, Over)
    assert list(ours.totals) == [int(total) for total in re.findall(r"total: (\d+)", str(theirs))]


def main(games: int) -> None:
    spiel, luck = import_module("pyspiel").load_game("yacht"), Random(1)
    game, sheet = catalogue.find("yacht")
    for _ in range(games):
        follow(spiel.new_initial_state(), Table.new(game, Setup(sheet, 2)), luck)
    print(f"{games} games: equal to the last point")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 100)
