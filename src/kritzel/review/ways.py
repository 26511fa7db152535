"""The ways of one decision: all its whole moves, and what is told of their values. Works nothing out."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kritzel.game import AnyGame, Seat, State
from kritzel.review.story import Walk

MOST = 160
"""So many ways are weighed at most; where there are more, `Ways.whole` says that some were left out."""
SURE = 2.0
"""A way is as good as the best unless it is so many standard errors behind."""


class Way(NamedTuple):
    """A whole move in notation; how far it is behind the best, give or take what, by how many rollouts."""

    moves: tuple[str, ...]
    gap: float
    se: float
    rollouts: int

    @property
    def is_right(self) -> bool:
        """Whether nobody can say that it is worse than the best."""
        return self.gap <= SURE * self.se


@dataclass(frozen=True)
class Ways:
    """All ways of one decision, the best first, in the unit of reviews; `whole`: none was left out."""

    unit: str
    seat: Seat
    ways: tuple[Way, ...]
    whole: bool

    def at(self, game: AnyGame, before: State, after: State) -> int | None:
        """Which way leads from one table to the other."""
        for nth, way in enumerate(self.ways):
            if walked(game, before, self.seat, parsed(game, before, way.moves)).state == after:
                return nth
        return None


# Listing -----------------------------------------------------------------------------------------------
def parsed(game: AnyGame, state: State, texts: Sequence[str]) -> tuple[Any, ...]:
    """Moves from their notation. NotationError."""
    return tuple(game.notation.parse_move(state.sheet, text) for text in texts)


def walked(game: AnyGame, state: State, seat: Seat, moves: Sequence[Any]) -> Walk:
    """A seat on its way after these moves; what comes after the end of a step is not made."""
    walk = Walk(game, state, seat)
    for move in moves:
        if walk.ended:
            break
        walk.go(move)
    return walk


def whole_moves(game: AnyGame, state: State, seat: Seat, most: int = MOST) -> list[Walk]:
    """Every whole move, short ones first, and each table that one leads to once; so many at most."""
    ended: dict[State, Walk] = {}
    seen, begun = {state}, deque[tuple[Any, ...]]([()])
    while begun and len(ended) < most:
        way = begun.popleft()
        for move in game.rules.moves(walked(game, state, seat, way).state, seat):
            walk = walked(game, state, seat, (*way, move))
            if walk.ended:
                ended.setdefault(walk.state, walk)
            elif walk.state not in seen:
                seen.add(walk.state)
                begun.append((*way, move))
    return list(ended.values())[:most]
