"""Bots as plain Python make the moves of compiled ones: who plays does not depend on a compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

import pytest

from kritzel import bots
from kritzel.fast.twin import PLAIN as VARIABLE
from kritzel.game import Chance, Over, Setup
from kritzel.games import catalogue
from tests.uncompiled import PLAIN, ROOT

pytestmark = pytest.mark.slow

MOST = {"greedy": 400, "planner": 200, "learned": 30, "skilled": 10, "casual": 10}
"""So many moves are compared; plain Python takes its time."""


def moves(name: str, slug: str) -> list[str]:
    """The moves of a game of two bots of this name."""
    game, sheet = catalogue.find(slug)
    made: list[str] = []
    dice, luck = Random(f"dice of {slug}"), Random(f"luck of {name}")
    state, bot = game.rules.start(Setup(sheet, 2)), bots.bot(name)
    while not isinstance(pending := game.rules.pending(state), Over) and len(made) < MOST[name]:
        if isinstance(pending, Chance):
            state = game.rules.reveal(state, pending.event.sample(dice.randrange))
            continue
        view = bots.View.of(game, state, pending.seats[0])
        move = bot.choose(view, game.rules.moves(view.state, view.seat), luck, bots.BUDGET_S)
        made.append(game.notation.move_text(sheet, move))
        state = game.rules.play(state, view.seat, move)
    return made


@pytest.mark.skipif(PLAIN, reason="compares with compiled bots")
@pytest.mark.parametrize("slug", catalogue.GAMES)
def test_plain_bots_make_the_same_moves(slug: str) -> None:
    pytest.importorskip("numba")
    command = [sys.executable, "-W", "error", "-m", "tests.strategies.test_plain_bots", slug]
    plainly = subprocess.run(
        command, env={**os.environ, VARIABLE: "1"}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert plainly.returncode == 0, plainly.stderr
    told = json.loads(plainly.stdout)
    for name in MOST:
        assert told[name] == moves(name, slug), name


if __name__ == "__main__":
    assert "numba" not in sys.modules
    print(json.dumps({name: moves(name, sys.argv[1]) for name in MOST}))
    assert "numba" not in sys.modules
