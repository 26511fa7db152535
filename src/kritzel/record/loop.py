"""The game loop: from a state to the end, with any players and any source of luck. Knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

from kritzel.game import AnyGame, Chance, Outcome, Over, Pending, Seat, State

Choose: TypeAlias = Callable[[Any, tuple[Seat, ...]], tuple[Seat, Any]]
"""Who decides: given the state and the seats that may act, one of them and its move."""
Deal: TypeAlias = Callable[[Any, Chance], Outcome]
"""Where luck comes from: given the state and what it waits for."""


class Ended(NamedTuple):
    """How a game ended: the last state, the result (None: broken off) and how many decisions it took."""

    state: Any
    over: Over | None
    decisions: int


def walk(game: AnyGame, state: State, choose: Choose, deal: Deal) -> Iterator[tuple[Any, Pending]]:
    """Every state from this one to the end, with what it waits for."""
    while True:
        pending = game.rules.pending(state)
        yield state, pending
        if isinstance(pending, Over):
            return
        if isinstance(pending, Chance):
            state = game.rules.reveal(state, deal(state, pending))
        else:
            state = game.rules.play(state, *choose(state, pending.seats))


def play_out(game: AnyGame, state: State, choose: Choose, deal: Deal, most: int | None = None) -> Ended:
    """Play to the end, or until `most` decisions are made. Faster than `walk`."""
    decisions = 0
    while not isinstance(pending := game.rules.pending(state), Over):
        if isinstance(pending, Chance):
            state = game.rules.reveal(state, deal(state, pending))
        elif decisions == most:
            return Ended(state, None, decisions)
        else:
            state = game.rules.play(state, *choose(state, pending.seats))
            decisions += 1
    return Ended(state, pending, decisions)


def at_random(game: AnyGame, luck: Random) -> tuple[Choose, Deal]:
    """Random seats make random legal moves, and chance is fair: the same game for the same generator."""

    def choose(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, Any]:
        seat = luck.choice(seats)
        return seat, luck.choice(game.rules.moves(state, seat))

    return choose, fair(luck)


def fair(luck: Random) -> Deal:
    return lambda state, chance: chance.event.sample(luck.randrange)
