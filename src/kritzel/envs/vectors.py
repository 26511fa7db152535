"""Thousands of games at once: one compiled call plays one decision in each. Needs NumPy and Numba only."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numba  # noqa: F401  without it, thousands of games at once are far too slow
import numpy as np

from kritzel.envs import vector_loop
from kritzel.envs.desks import LIMIT, reward_mode
from kritzel.envs.parts import Part
from kritzel.envs.sheets import Paper, paper, view_of
from kritzel.fast.loops import loop_of
from kritzel.fast.twin import twin


class Step(NamedTuple):
    """What the last call brought, one row per game. The arrays are the environment's own: the next call
    writes over them.

    `reward`, `terminated`, `truncated` and `score` (points as they stand) tell of the game that was played
    on; where it ended, `seat`, `observation` and `action_mask` are already those of the next game, and
    `final` is what the seat that acted last sees of the game that ended.
    """

    seat: Any
    observation: Any
    action_mask: Any
    reward: Any
    terminated: Any
    truncated: Any
    score: Any
    final: Any


class Vector:
    """Many games on one sheet. In each, one seat decides: where several may act, the first of them.

    `table` are the twin's records, for search and for setting positions; call `show` after changing them.
    """

    def __init__(
        self,
        sheet: str | Any,
        seats: int = 2,
        games: int = 1024,
        *,
        boards: tuple[int, ...] = (),
        reward: str | None = None,
        limit: int = LIMIT,
        seed: int = 0,
    ) -> None:
        if games < 1 or limit < 1:
            raise ValueError(f"games and limit are 1 at least, not {games} and {limit}")
        self.paper: Paper = paper(sheet, seats, boards)
        twin(self.paper.game.slug)
        self.seats, self.games = seats, games
        self._mode, self._limit = reward_mode(reward, seats), limit
        self._games = _arrays(self.paper, games)
        self._buffers = vector_loop.Buffers(
            np.zeros(vector_loop.MOST_FACES, np.int32),
            np.zeros(self.paper.twin.MOST_MOVES, np.int32),
            np.zeros(vector_loop.MOST_SEATS, np.int32),
        )
        self._spare = np.zeros(1, self.paper.twin.STATE)
        self._seed = np.uint64(0)
        self.last: Step = Step(*[getattr(self._games, name) for name in Step._fields])
        self.reset(seed)

    @property
    def _loop(self) -> Any:
        """The compiled loop of its game; no attribute, so that copying and pickling work."""
        slug = self.paper.game.slug
        return loop_of(Path(vector_loop.__file__), __package__, slug, view=view_of(slug))

    @property
    def layout(self) -> tuple[Part, ...]:
        """What stands where in an observation."""
        return self.paper.layout

    @property
    def actions(self) -> int:
        """How many actions there are: numbers below this."""
        return self.paper.actions

    @property
    def table(self) -> Any:
        """All tables, as the twin keeps them."""
        return self._games.table

    @property
    def deal(self) -> Any:
        """The seed of the luck at each table (see `kritzel.fast.luck`)."""
        return self._games.deal

    @property
    def episodes(self) -> int:
        """How many games have been begun since the seed was given."""
        return int(self._games.episode.sum())

    def reset(self, seed: int | None = None) -> Step:
        """New games at all tables; the same seed brings the same luck, None another one."""
        if seed is not None:
            self._seed = np.uint64(seed & vector_loop.WORD)
            self._games.episode[:] = 0
        self.begin_anew(np.arange(self.games))
        for name in ("reward", "score", "terminated", "truncated"):
            getattr(self._games, name)[:] = 0
        return self.last

    def step(self, actions: Any) -> Step:
        """One action in each game. ValueError, and nothing happens, if one of them is not allowed."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.games,):
            raise ValueError(f"{self.games} games need one action each, not an array of shape {chosen.shape}")
        wrong = self._loop.first_refused(self._games.action_mask, chosen)
        if wrong >= 0:
            seat = int(self._games.seat[wrong])
            self.paper.refuse(self.table[wrong : wrong + 1], seat, int(chosen[wrong]), f"game {wrong}")
        played = self.paper.packed, self.paper.fresh, self._games, chosen
        self._check(self._loop.step_all(*played, self._mode, self._limit, self._seed, self._buffers))
        return self.last

    def begin_anew(self, which: Any) -> Step:
        """Break off the games at these tables and begin new ones there."""
        tables = np.ascontiguousarray(which, np.int64)
        board = self.paper.packed, self.paper.fresh
        self._check(self._loop.open_these(*board, self._games, tables, self._seed, self._buffers))
        return self.last

    def show(self) -> Step:
        """Observe all tables again, after `table` was changed from outside."""
        self._loop.show_all(self.paper.packed, self._games, self._buffers)
        return self.last

    def greedy(self) -> Any:
        """The greedy bot's action in each game."""
        out = np.zeros(self.games, np.int64)
        self._loop.greedy_all(self.paper.packed, self._games, out)
        return out

    def afterstates(self) -> tuple[Any, Any, Any]:
        """Every legal action tried: its game, its number, and what the seat sees before chance speaks.

        Alone only: with company the last seat to be done would see what the others chose in secret.
        """
        if self.seats > 1:
            raise ValueError("with company, trying a move would show what the others chose in secret")
        rows = int(self._games.action_mask.sum())
        games, actions = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
        seen = np.empty((rows, self.paper.length), np.float32)
        moves = self._buffers.moves
        self._loop.try_all(self.paper.packed, self._games, self._spare, games, actions, seen, moves)
        return games, actions, seen

    def _check(self, fine: bool) -> None:
        if not fine:
            raise ValueError("on this sheet nobody has anything to decide")


def _arrays(paper: Paper, games: int) -> vector_loop.Games:
    return vector_loop.Games(
        table=np.zeros(games, paper.twin.STATE),
        deal=np.zeros(games, np.uint64),
        episode=np.zeros(games, np.int64),
        decisions=np.zeros(games, np.int64),
        seat=np.zeros(games, np.int64),
        observation=np.zeros((games, paper.length), np.float32),
        action_mask=np.zeros((games, paper.actions), np.bool_),
        reward=np.zeros((games, paper.seats), np.float32),
        terminated=np.zeros(games, np.bool_),
        truncated=np.zeros(games, np.bool_),
        score=np.zeros((games, paper.seats), np.int32),
        before=np.zeros((games, paper.seats), np.int32),
        final=np.zeros((games, paper.length), np.float32),
    )
