"""Random play in other people's engines, each driven in the quickest way found. All peers are optional.

They are imported by name when their line runs, so that nothing here needs them to be installed.
"""

from __future__ import annotations

from importlib import import_module
from itertools import count
from random import Random
from typing import Any

from bench.lines import Chunk, Line

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


# OpenSpiel ----------------------------------------------------------------------------------------------
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


# pgx ----------------------------------------------------------------------------------------------------
def pgx(name: str) -> Chunk:
    """BATCH games side by side, compiled; a game that ends begins anew, so every step is a decision.

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


# PettingZoo ---------------------------------------------------------------------------------------------
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


# RLCard -------------------------------------------------------------------------------------------------
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
