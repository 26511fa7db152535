"""Playing on in one's head: any game, on its contract alone, in plain Python. Counts every step it takes.

Moves are made by habit: what did well for a seat in play-outs before, and now and then anything (the trade
calls it MAST). A play-out does not go to the end: far where the score pad tells nothing before points come,
to the end of the round where it shows what is begun, because that promises what such a line used to bring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from kritzel.game import AnyGame, Decision, Line, Over, Pending, Score, Seat, Setup, Sheet, State

FAR, NEAR = 25, 1
"""Steps after which a play-out ends with the next round: on a pad that tells little, and on one that tells
what is begun."""
TURNS = 4
"""Turns that a seat compares in a play-out, where the pad tells them apart."""
ENDLESS = 1000
"""Steps after which it ends anyway."""
LONGEST = 100
"""Moves of one turn after which another seat gets a word in."""
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
    """What a sheet taught before the game: habits, and what lines bring that are begun before they do."""

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


class Turn(NamedTuple):
    """Moves of a seat until chance or somebody else speaks, the table then, and what it waits for."""

    made: list[Made]
    after: Any
    awaited: Pending


class Playouts:
    """Play-outs within so many steps (`left`). `usual` is how far each seat was ahead on average."""

    def __init__(
        self, game: AnyGame, seed: int, steps: int, practice: Practice, horizon: int | None = None
    ) -> None:
        self.game, self.left = game, steps
        self.habits, self._worth = practice.remembered(), practice.worth
        self._horizon, self._turns = (NEAR, TURNS) if practice.worth else (FAR, 1)
        if horizon is not None:
            self._horizon = horizon
        self._seed, self._whims = seed, Random(seed)
        self.usual: list[float] = []
        self.count = 0

    def play(self, state: State, nth: int, made: Iterable[Made] = ()) -> Ended:
        """Play on from a state that the moves `made` led to; the same `nth` is the same luck."""
        then, state, awaited = self._played_on(state, Random(self._seed + nth))
        leads = self._leads(state, awaited)
        self._learn({*made, *then}, leads)
        return Ended(state, leads)

    def _played_on(self, state: State, luck: Random) -> tuple[list[Made], Any, Pending]:
        game, made, before = self.game, list[Made](), state
        self.left -= 1
        enough, last = self.left - self._horizon, self.left - ENDLESS
        awaited = game.rules.pending(state)
        while not isinstance(awaited, Over) and self.left > last:
            if isinstance(awaited, Decision):
                turn, state, awaited = self._turn(state, awaited.seats[0])
                made += turn
            elif self.left < enough and game.words.clock(before).now != game.words.clock(state).now:
                break
            else:
                self.left -= 1
                before, state = state, game.rules.reveal(state, awaited.event.sample(luck.randrange))
                awaited = game.rules.pending(state)
        return made, state, awaited

    def _turn(self, state: State, seat: Seat) -> Turn:
        """A turn by habit, or another one after which the seat is further ahead at once."""
        moves = self.game.rules.moves(state, seat)
        best = self._turn_with(state, seat, self._by_habit(seat, moves))
        if self._turns == 1 or len(moves) == 1:
            return best
        most = self._leads(best.after, best.awaited)[seat]
        for _ in range(1, self._turns):
            other = self._turn_with(state, seat, self._of_any_kind(moves))
            self.left -= 1
            if (lead := self._leads(other.after, other.awaited)[seat]) > most:
                best, most = other, lead
        return best

    def _turn_with(self, state: State, seat: Seat, move: Any) -> Turn:
        """A turn that begins with this move and goes on by habit."""
        game, made = self.game, list[Made]()
        while True:
            self.left -= 1
            made.append((seat, move))
            state = game.rules.play(state, seat, move)
            awaited = game.rules.pending(state)
            if not isinstance(awaited, Decision) or seat not in awaited.seats or len(made) == LONGEST:
                return Turn(made, state, awaited)
            move = self._by_habit(seat, game.rules.moves(state, seat))

    def _of_any_kind(self, moves: Sequence[Any]) -> Any:
        """Any move, each kind equally often: there are many ways to throw again, and one to stop."""
        kinds: dict[type, list[Any]] = {}
        for move in moves:
            kinds.setdefault(type(move), []).append(move)
        return self._whims.choice(self._whims.choice([*kinds.values()]))

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

    def _leads(self, state: State, awaited: Pending) -> list[float]:
        pads = self.game.rules.score(state)
        extra = _won(awaited, len(pads)) if isinstance(awaited, Over) else map(self._promised, pads)
        sign = -1 if self.game.facts.fewest_win else 1
        points = [sign * pad.total + more for pad, more in zip(pads, extra, strict=True)]
        return [mine - max(points[:at] + points[at + 1 :], default=0.0) for at, mine in enumerate(points)]

    def _promised(self, pad: Score) -> float:
        """An equal share, for what is there, of what a line brings that has brought nothing yet."""
        return sum(self._worth.get(line.key, 0.0) * line.have / line.of for line in pad.lines if _begun(line))

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
def practised(game: AnyGame, sheet: Sheet, seats: int) -> Practice:
    """What whole games teach about a sheet: always the same, so nothing depends on who asked before."""
    try:
        start = game.rules.start(Setup(sheet, seats))
    except ValueError:  # boards have to be named, and a state does not say which
        return UNPRACTISED
    playouts, met = Playouts(game, 0, PRACTICE_STEPS, UNPRACTISED, ENDLESS), list[Line]()
    while playouts.left > 0 and playouts.count < PRACTICE_GAMES:
        for pad in game.rules.score(playouts.play(start, playouts.count).state):
            met += pad.lines
    return Practice(playouts.habits, _worths(game.rules.score(start)[0].lines, met))


def _worths(lines: Iterable[Line], met: Sequence[Line]) -> dict[str, float]:
    """What each line brings once complete, if its kind is begun before it brings anything: as it was met, or
    by its length as others of its kind did."""
    telling, worth = {_kind(line) for line in met if _begun(line)}, {}
    complete = [line for line in met if line.points and line.have >= line.of and _kind(line) in telling]
    for line in lines:
        same = [each for each in complete if each.key == line.key]
        alike = same or [each for each in complete if _kind(each) == _kind(line)]
        if alike:
            rate = sum(each.points for each in alike) / sum(each.of for each in alike)
            worth[line.key] = rate * line.of
    return worth


def _begun(line: Line) -> bool:
    """Whether something of a line is there that has brought nothing yet."""
    return 0 < line.have < line.of and not line.points


def _kind(line: Line) -> str:
    """`area` for `area.a`."""
    return line.key.partition(".")[0]
