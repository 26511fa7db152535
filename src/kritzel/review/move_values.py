"""All whole moves of one decision and what they are worth, as plain data. `moves` works the values out."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kritzel.game import AnyGame, Seat, State
from kritzel.review.history import Walk

MAX_MOVES = 160
"""Where there are more, some are left out, and `MoveValues.whole` is false."""
SURE = 2.0
"""A move is as good as the best unless it is this number of standard errors behind."""


class MoveValue(NamedTuple):
    """A whole move in notation, how far it is behind the best, and the standard error of that."""

    moves: tuple[str, ...]
    gap: float
    se: float
    rollouts: int


@dataclass(frozen=True)
class MoveValues:
    """All whole moves of one decision, the best first, in the unit of reviews; `whole`: none was left out.
    `played`: the number of the move of a game whose review found a better one."""

    unit: str
    seat: Seat
    moves: tuple[MoveValue, ...]
    whole: bool
    played: int | None = None

    def is_right(self, nth: int) -> bool:
        """Whether nothing says that a move is worse than the best: neither the review of the game, nor the
        race, which it left early, nor the judging."""
        if nth in (0, self.played):
            return nth == 0
        value = self.moves[nth]
        most = max(each.rollouts for other, each in enumerate(self.moves) if other != self.played)
        return value.rollouts == most and value.gap <= SURE * value.se

    def at(self, game: AnyGame, before: State, after: State) -> int | None:
        """The number of the move that leads from one table to the other."""
        ends = (end_of(game, before, self.seat, value.moves) for value in self.moves)
        return next((nth for nth, end in enumerate(ends) if end == after), None)


def end_of(game: AnyGame, before: State, seat: Seat, texts: Sequence[str]) -> State:
    """The table after a whole move in notation."""
    end: State = walk_moves(game, before, seat, parse_moves(game, before, texts)).state
    return end


def parse_moves(game: AnyGame, state: State, texts: Sequence[str]) -> tuple[Any, ...]:
    """Moves from their notation. NotationError."""
    return tuple(game.notation.parse_move(state.sheet, text) for text in texts)


def walk_moves(game: AnyGame, state: State, seat: Seat, moves: Sequence[Any]) -> Walk:
    """A seat on its way after these moves; those after the end of a step are not made."""
    walk = Walk(game, state, seat)
    for move in moves:
        if walk.ended:
            break
        walk.go(move)
    return walk


def whole_moves(game: AnyGame, state: State, seat: Seat, most: int = MAX_MOVES) -> list[Walk]:
    """Every whole move, short ones first, one for each table that they lead to; at most `most`."""
    ended: dict[State, Walk] = {}
    seen, begun = {state}, deque[tuple[Any, ...]]([()])
    while begun and len(ended) < most:
        moves = begun.popleft()
        for move in game.rules.moves(walk_moves(game, state, seat, moves).state, seat):
            walk = walk_moves(game, state, seat, (*moves, move))
            if walk.ended:
                ended.setdefault(walk.state, walk)
            elif walk.state not in seen:
                seen.add(walk.state)
                begun.append((*moves, move))
    return list(ended.values())[:most]
