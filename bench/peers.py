"""Random play in other engines, each driven in the quickest way found. All peers are optional.

They are imported when their line runs, so nothing here needs them to be installed.

`python bench/peers.py [GAMES]` checks that Yacht is the same game here and in OpenSpiel: it plays random
games there and follows each with Kritzel's reference. Every throw, every choice and every total agree.
Needs both packages, see docs/benchmarks.md.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bench.engine_lines import Chunk, Line
from kritzel.game import Over, Setup
from kritzel.games import catalogue
from kritzel.record import Table

SEED = 1
BATCH = 1024
"""Games side by side in pgx: on one core quicker than 256 and 4096."""
STEPS = {"backgammon": 10}
STEPS_A_CALL = 100
COUNTED = 1000
"""Games counted to know how many decisions a rollout has on average."""
DECISIONS_A_CALL = 20_000


def chunk(line: Line) -> Chunk:
    return {
        ("open_spiel", "python"): open_spiel,
        ("open_spiel", "shortcut"): open_spiel_shortcut,
        ("open_spiel", "rollouts"): open_spiel_rollouts,
        ("pgx", "batch"): pgx,
        ("pettingzoo", "python"): pettingzoo,
        ("pettingzoo", "raw"): pettingzoo_raw,
        ("rlcard", "python"): rlcard,
    }[line.engine, line.way](line.game)


# OpenSpiel ----------------------------------------------------------------------------------------
def open_spiel(name: str) -> Chunk:
    """The loop of OpenSpiel's own examples: chance outcomes with their weights, legal actions, apply."""
    game, luck = import_module("pyspiel").load_game(name), Random(SEED)
    return lambda: (1, _open_spiel_game(game.new_initial_state(), luck))


def _open_spiel_game(state: Any, luck: Random) -> int:
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, weights)[0])
            continue
        moves = state.legal_actions()
        state.apply_action(moves[int(luck.random() * len(moves))])
        decisions += 1
    return decisions


def open_spiel_shortcut(name: str) -> Chunk:
    """The outcomes as a bare list, which is quicker to get; right where all of them are equally likely."""
    game, luck = import_module("pyspiel").load_game(name), Random(SEED)
    if not _is_fair(game.new_initial_state(), luck):
        raise ValueError("outcomes of chance are not equally likely")
    return lambda: (1, _fair_open_spiel_game(game.new_initial_state(), luck))


def _fair_open_spiel_game(state: Any, luck: Random) -> int:
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        moves = state.legal_actions()
        state.apply_action(moves[int(luck.random() * len(moves))])
    return decisions


def _is_fair(state: Any, luck: Random) -> bool:
    """Whether in one random game all outcomes of each chance were equally likely."""
    while not state.is_terminal():
        outcomes = state.chance_outcomes() if state.is_chance_node() else ()
        if len({round(weight, 9) for _, weight in outcomes}) > 1:
            return False
        state.apply_action(luck.choice(state.legal_actions()))
    return True


def open_spiel_rollouts(name: str) -> Chunk:
    """Whole games inside C++: a search bot that is allowed two simulations, each of them many rollouts.

    The first simulation plays from the position, the second from the one after a move. The rollouts do not
    say how long they were: decisions are their number times the mean of COUNTED random games.
    """
    spiel = import_module("pyspiel")
    game = spiel.load_game(name)
    mean = _mean_decisions(spiel, game)
    rollouts = max(10, round(DECISIONS_A_CALL / mean / 2))
    evaluator = spiel.RandomRolloutEvaluator(rollouts, SEED)
    bot = spiel.MCTSBot(game, evaluator, 1.4, 2, 100, False, SEED, False)
    start, luck = game.new_initial_state(), Random(SEED)
    while start.is_chance_node():
        start.apply_action(luck.choice(start.chance_outcomes())[0])

    def play() -> tuple[int, int]:
        bot.step(start)
        return 2 * rollouts, round(rollouts * (2 * mean - 1))

    return play


def _mean_decisions(spiel: Any, game: Any) -> float:
    bots = [spiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(game.num_players())]
    decisions = 0
    for seed in range(COUNTED):
        state = game.new_initial_state()
        spiel.evaluate_bots(state, bots, seed)
        decisions += sum(step.player >= 0 for step in state.full_history())
    return decisions / COUNTED


# pgx ----------------------------------------------------------------------------------------------
def pgx(name: str) -> Chunk:
    """BATCH games side by side, compiled; a new game follows each, so every step is a decision.

    New games are copies of prepared ones: pgx's own `auto_reset` prepares one for every table at every step,
    which makes backgammon half as quick.
    """
    jax, env = import_module("jax"), import_module("pgx").make(name)
    steps = STEPS.get(name, STEPS_A_CALL)
    play = jax.jit(_batch(jax, env, steps))
    key = jax.random.PRNGKey(SEED)
    tables = fresh = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))

    def onward() -> tuple[int, int]:
        nonlocal tables, key
        tables, key = jax.block_until_ready(play(tables, fresh, key))
        return 0, BATCH * steps

    return onward


def _batch(jax: Any, env: Any, steps: int) -> Any:
    numpy, random, step = jax.numpy, jax.random, jax.vmap(env.step)
    renewed = jax.vmap(lambda over, new, old: jax.tree.map(lambda n, o: numpy.where(over, n, o), new, old))

    def play(tables: Any, fresh: Any, key: Any) -> Any:
        def once(tables_and_key: Any, _: Any) -> Any:
            tables, key = tables_and_key
            key, choice, luck = random.split(key, 3)
            odds = numpy.where(tables.legal_action_mask, 0.0, -numpy.inf)
            tables = step(tables, random.categorical(choice, odds, axis=-1), random.split(luck, BATCH))
            return (renewed(tables.terminated, fresh, tables), key), None

        return jax.lax.scan(once, (tables, key), None, length=steps)[0]

    return play


# PettingZoo ---------------------------------------------------------------------------------------
VERSIONS = {"connect_four": "connect_four_v3", "tictactoe": "tictactoe_v3"}


def pettingzoo(name: str) -> Chunk:
    return _pettingzoo(import_module(f"pettingzoo.classic.{VERSIONS[name]}").env())


def pettingzoo_raw(name: str) -> Chunk:
    """Without the wrappers that check what the caller does."""
    return _pettingzoo(import_module(f"pettingzoo.classic.{VERSIONS[name]}").raw_env())


def _pettingzoo(env: Any) -> Chunk:
    seeds, luck = count(SEED), Random(SEED)
    return lambda: (1, _pettingzoo_game(env, next(seeds), luck))


def _pettingzoo_game(env: Any, seed: int, luck: Random) -> int:
    env.reset(seed=seed)
    decisions = 0
    while True:
        observation, _, ended, cut, _ = env.last()
        if ended or cut:
            return decisions
        moves = observation["action_mask"].nonzero()[0]
        env.step(moves.item(int(luck.random() * len(moves))))
        decisions += 1


# RLCard -------------------------------------------------------------------------------------------
def rlcard(name: str) -> Chunk:
    env, luck = import_module("rlcard").make(name, config={"seed": SEED}), Random(SEED)
    return lambda: (1, _rlcard_game(env, luck))


def _rlcard_game(env: Any, luck: Random) -> int:
    state, _ = env.reset()
    decisions = 0
    while not env.is_over():
        moves = list(state["legal_actions"])
        state, _ = env.step(moves[int(luck.random() * len(moves))])
        decisions += 1
    return decisions


# The same game in OpenSpiel -----------------------------------------------------------------------
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


def open_spiel_dice(state: Any) -> list[int]:
    """The open_spiel_dice in OpenSpiel's order."""
    found = re.search(r"Dice: ([\d ]+)", str(state))
    assert found
    return faces(found[1])


def notation_of(state: Any, action: int) -> str:
    """A choice of OpenSpiel in Kritzel's notation."""
    if action >= FIRST_BOX:
        return BOXES[action - FIRST_BOX]
    again = [face for at, face in enumerate(open_spiel_dice(state)) if action >> at & 1]
    return f"roll {''.join(map(str, sorted(again)))}" if again else "stop"


def follow(theirs: Any, ours: Table, luck: Random) -> None:
    """One random game on both."""
    while not theirs.is_terminal():
        action = luck.choice(theirs.legal_actions())
        if theirs.is_chance_node():
            ours.reveal(tuple(faces(theirs.action_to_string(-1, action))))
        else:
            assert {notation_of(theirs, each) for each in theirs.legal_actions()} == set(
                ours.moves(ours.deciding[0])
            )
            ours.play(theirs.current_player(), notation_of(theirs, action))
        theirs.apply_action(action)
        assert (
            ours.over or not ours.state.is_thrown or sorted(open_spiel_dice(theirs)) == list(ours.state.dice)
        )
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
