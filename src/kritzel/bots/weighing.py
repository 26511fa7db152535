"""The values of a seat's moves, by the best judge there is: the net of the learned bot, else play-outs.

Like a bot it sees only what the seat may see. Values are points (with several seats a win counts some points,
too); only their differences mean something.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from kritzel.bots.bot import View
from kritzel.bots.compiled import on_twin
from kritzel.bots.generic import GENERIC_BOT, SEED_BITS, STEPS, weighed_plans
from kritzel.bots.learned import LEARNED_BOT, net_or_none
from kritzel.bots.weights import Trained
from kritzel.fast.strategy import has_strategy, strategy

MOST_MOVES = 512
"""The room for moves; no bot looks at more."""
PLAYOUTS_S = 1.0
"""The budget of play-outs where there is no net."""


class Weighed(NamedTuple):
    """A move, its value, the standard error of that, and all moves that its judge would make in its step."""

    move: Any
    value: float
    error: float
    plan: tuple[Any, ...] = ()


class Weighing(NamedTuple):
    """The moves that were weighed, the best first; `judge` is the bot that did it."""

    judge: str
    moves: tuple[Weighed, ...]


def weigh(view: View, moves: Sequence[Any], rng: Random) -> Weighing:
    trained = net_or_none(view.game, view.state.sheet) if has_strategy(view.game.slug) else None
    if trained is None:
        return Weighing(GENERIC_BOT.name, _by_playouts(view, moves, rng))
    return Weighing(LEARNED_BOT.name, _by_net(view, trained))


def _by_net(view: View, trained: Trained) -> tuple[Weighed, ...]:
    import numpy as np

    from kritzel.fast.net import scratch_for

    compiled, sheet, table = on_twin(view)
    numbers, values = np.empty(MOST_MOVES, np.int32), np.empty(MOST_MOVES)
    net = trained.net, scratch_for(trained.net)
    count = strategy(view.game.slug).weigh_moves(sheet, table, view.seat, *net, numbers, values)
    moves = [compiled.to_move(view.state.sheet, int(number)) for number in numbers[:count]]
    found = [Weighed(move, float(value), 0.0) for move, value in zip(moves, values[:count], strict=True)]
    return tuple(sorted(found, key=lambda each: -each.value))


def _by_playouts(view: View, moves: Sequence[Any], rng: Random) -> tuple[Weighed, ...]:
    """Each first move has the value of its best plan."""
    best: dict[Any, Weighed] = {}
    for plan, value, error in weighed_plans(view, moves, rng.getrandbits(SEED_BITS), int(PLAYOUTS_S * STEPS)):
        best.setdefault(plan.moves[0], Weighed(plan.moves[0], value, error, plan.moves))
    return tuple(best.values())
