"""What the moves of a seat are worth, by the best judge there is: the net of the learned bot, else play-outs.

Like a bot it sees what the seat may see, and nothing else. Values are points (with company a win is worth
some of them, too); only their differences mean something.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from kritzel.bots.bot import View
from kritzel.bots.compiled import packed
from kritzel.bots.generic import GENERIC_BOT, SEED_BITS, STEPS, weighed_plans
from kritzel.bots.learned import LEARNED_BOT, net_or_none
from kritzel.bots.weights import Trained
from kritzel.fast.strategy import has_strategy, strategy
from kritzel.fast.twin import twin

MOST_MOVES = 512
"""No mind looks at more."""
PLAYOUTS = 1.0
"""Seconds' worth of play-outs where there is no net."""


class Weighed(NamedTuple):
    """A move, what it is worth, how far that may be off, and all that its judge would do in its step."""

    move: Any
    value: float
    error: float
    plan: tuple[Any, ...] = ()


class Weighing(NamedTuple):
    """The moves worth a look, the best first; `judge` is the bot that says so."""

    judge: str
    moves: tuple[Weighed, ...]


def weigh(view: View, moves: Sequence[Any], rng: Random) -> Weighing:
    """What the moves are worth to the seat."""
    trained = net_or_none(view.game, view.state.sheet) if has_strategy(view.game.slug) else None
    if trained is None:
        return Weighing(GENERIC_BOT.name, _by_playouts(view, moves, rng))
    return Weighing(LEARNED_BOT.name, _by_net(view, trained))


def _by_net(view: View, trained: Trained) -> tuple[Weighed, ...]:
    import numpy as np

    from kritzel.fast.net import scratch_for

    sheet, compiled = view.state.sheet, twin(view.game.slug)
    ready = packed(view.game.slug, sheet)
    numbers, values = np.empty(MOST_MOVES, np.int32), np.empty(MOST_MOVES)
    count = strategy(view.game.slug).weigh_moves(
        ready,
        compiled.from_state(ready, view.state),
        view.seat,
        trained.net,
        scratch_for(trained.net),
        numbers,
        values,
    )
    found = [Weighed(compiled.to_move(sheet, int(numbers[n])), float(values[n]), 0.0) for n in range(count)]
    return tuple(sorted(found, key=lambda each: -each.value))


def _by_playouts(view: View, moves: Sequence[Any], rng: Random) -> tuple[Weighed, ...]:
    """Each first move by its best plan."""
    best: dict[Any, Weighed] = {}
    for plan, value, error in weighed_plans(view, moves, rng.getrandbits(SEED_BITS), int(PLAYOUTS * STEPS)):
        best.setdefault(plan.moves[0], Weighed(plan.moves[0], value, error, plan.moves))
    return tuple(best.values())
