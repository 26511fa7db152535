"""Playing on in one's head: any game, on its contract alone, in plain Python. Counts every step it takes.

Moves are made by habit: what did well for a seat in play-outs before, and now and then anything (the trade
calls it MAST). A play-out need not reach the end: what is begun on the score pad promises what such a line
used to bring in practice games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from kritzel.game import AnyGame, Chance, Decision, Over, Score, Seat, Setup

HORIZON = 25
"""Steps after which a play-out ends with the next thing left to chance: everything is settled then."""
ENDLESS = 1000
"""Steps after which it ends anyway."""
WHIM = 0.2
"""How often any move is made, against habit."""
WIN = 3.0
"""Points that being first is worth beside the lead."""
PRACTICE_STEPS, PRACTICE_GAMES = 20_000, 300
"""How long a sheet is practised before the first move on it."""
TRUST = 10
"""A habit from practice counts like so many play-outs at most."""

Made: TypeAlias = tuple[Seat, Any]
"""Who made which move."""


class Habit:
    """How much more than usual a seat was ahead after a move, over all play-outs with it."""

    __slots__ = ("gained", "mean", "times")

    def __init__(self, gained: float = 0.0, times: int = 0) -> None:
        self.gained, self.times = gained, times
        self.mean = gained / times if times else 0.0

    def learn(self, gain: float) -> None:
        """One more play-out."""
        self.gained += gain
        self.times += 1
        self.mean = self.gained / self.times


class Practice(NamedTuple):
    """What a sheet taught before the game: habits, and what each line of the pad brings once complete."""

    habits: dict[Made, Habit]
    worth: dict[str, float]

    def remembered(self) -> dict[Made, Habit]:
        """The habits to begin a search with."""
        return {
            made: Habit(habit.mean * times, times)
            for made, habit in self.habits.items()
            if (times := min(habit.times, TRUST))
        }


class Ended(NamedTuple):
    """Where a play-out ended, and how far each seat is ahead there."""

    state: Any
    leads: list[float]


class Playouts:
    """Play-outs within so many steps (`left`). `usual` is how far each seat was ahead on average."""

    def __init__(
        self, game: AnyGame, seed: int, steps: int, practice: Practice, horizon: int = HORIZON
    ) -> None:
        self.game, self.left = game, steps
        self.habits, self._worth, self._horizon = practice.remembered(), practice.worth, horizon
        self._seed, self._whims = seed, Random(seed)
        self.usual: list[float] = []
        self.count = 0

    def play(self, state: Any, nth: int, made: Iterable[Made] = ()) -> Ended:
        """Play on from a state that the moves `made` led to; the same `nth` is the same luck."""
        then, state, over = self._played_on(state, Random(self._seed + nth))
        leads = self._leads(state, over)
        self._learn({*made, *then}, leads)
        return Ended(state, leads)

    def _played_on(self, state: Any, luck: Random) -> tuple[list[Made], Any, Over | None]:
        game, made, below = self.game, list[Made](), luck.randrange
        self.left -= 1
        enough, last = self.left - self._horizon, self.left - ENDLESS
        while not isinstance(awaited := game.pending(state), Over):
            if self.left < (enough if isinstance(awaited, Chance) else last):
                return made, state, None
            self.left -= 1
            if isinstance(awaited, Decision):
                seat = awaited.seats[0]
                move = self._by_habit(seat, game.moves(state, seat))
                made.append((seat, move))
                state = game.play(state, seat, move)
            else:
                state = game.reveal(state, awaited.event.sample(below))
        return made, state, awaited

    def _by_habit(self, seat: Seat, moves: Sequence[Any]) -> Any:
        """The move that did best; one that was never tried comes first."""
        whim = self._whims.random
        if len(moves) == 1 or whim() < WHIM:
            return moves[int(whim() * len(moves))]
        best, most = moves[0], float("-inf")
        for move in moves:
            habit = self.habits.get((seat, move))
            liking = habit.mean if habit else float("inf")
            if liking > most or (liking == most and whim() < 0.5):
                best, most = move, liking
        return best

    def _leads(self, state: Any, over: Over | None) -> list[float]:
        pads = self.game.score(state)
        extra = _won(over, len(pads)) if over else map(self._promised, pads)
        points = [pad.total + more for pad, more in zip(pads, extra, strict=True)]
        return [mine - max(points[:at] + points[at + 1 :], default=0.0) for at, mine in enumerate(points)]

    def _promised(self, pad: Score) -> float:
        """An equal share, for what is there, of what a line brings that has brought nothing yet."""
        return sum(
            self._worth.get(line.key, 0.0) * line.have / line.of
            for line in pad.lines
            if line.have and not line.points and line.have < line.of
        )

    def _learn(self, made: set[Made], leads: list[float]) -> None:
        self.count += 1
        usual = self.usual or leads
        for each in made:
            self.habits.setdefault(each, Habit()).learn(leads[each[0]] - usual[each[0]])
        self.usual = [mean + (lead - mean) / self.count for mean, lead in zip(usual, leads, strict=True)]


def _won(over: Over, seats: int) -> list[float]:
    """What being first brings, shared by all who are."""
    first = [place.seat for place in over.ranking if place.place == 1]
    return [WIN * (seat in first) / len(first) for seat in range(seats)]


# Practice ----------------------------------------------------------------------------------------------
UNPRACTISED = Practice({}, {})


@lru_cache(32)
def practised(game: AnyGame, sheet: Any, seats: int) -> Practice:
    """What whole games teach about a sheet: always the same, so nothing depends on who asked before."""
    try:
        start = game.start(Setup(sheet, seats))
    except ValueError:  # boards have to be named, and a state does not say which
        return UNPRACTISED
    playouts, brought = Playouts(game, 0, PRACTICE_STEPS, UNPRACTISED, ENDLESS), dict[str, Habit]()
    while playouts.left > 0 and playouts.count < PRACTICE_GAMES:
        for pad in game.score(playouts.play(start, playouts.count).state):
            for line in pad.lines:
                if line.points and line.have >= line.of:
                    brought.setdefault(line.key, Habit()).learn(line.points)
    return Practice(playouts.habits, {key: habit.mean for key, habit in brought.items()})
