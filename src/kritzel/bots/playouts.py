"""Play-outs of any game, on its contract alone, in plain Python. Counts every step it takes.

Moves are made by habit (MAST): what did well for a seat in earlier play-outs, and sometimes any move. A
play-out stops before the end of the game. Where the score pad shows nothing before points come it goes far.
Where the pad shows what is begun it stops with the round: a begun line counts as what such lines brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from kritzel.game import AnyGame, Decision, Line, Over, Pending, Score, Seat, Setup, Sheet, State

FAR, NEAR = 25, 1
"""Steps after which a play-out ends with the next round: on a pad that shows little, and on one that shows
what is begun."""
TURNS = 4
"""Turns that a seat compares in a play-out, where the pad tells them apart."""
ENDLESS = 1000
"""Steps after which a play-out ends anyway."""
LONGEST = 100
"""The most moves of one turn."""
WHIM = 0.2
"""The share of moves that are made against habit."""
WIN = 3.0
"""Points for being first, beside the lead."""
PRACTICE_STEPS, PRACTICE_GAMES = 20_000, 300
"""How long a sheet is practised before the first move on it."""
TRUST = 10
"""The most play-outs that a habit from practice counts as."""

Made: TypeAlias = tuple[Seat, Any]
"""A move, and the seat that made it."""


class Habit:
    """How much more than usual a seat was ahead after a move, over all play-outs with it."""

    __slots__ = ("gained", "mean", "times")

    def __init__(self, gained: float = 0.0, times: int = 0) -> None:
        self.gained, self.times = gained, times
        self.mean = gained / times if times else 0.0

    def learn(self, gain: float) -> None:
        self.gained += gain
        self.times += 1
        self.mean = self.gained / self.times


class Practice(NamedTuple):
    """What is learned about a sheet before the game: habits, and the points of lines that are begun before
    they bring any."""

    habits: dict[Made, Habit]
    line_values: dict[str, float]

    def starting_habits(self) -> dict[Made, Habit]:
        return {
            made: Habit(habit.mean * times, times)
            for made, habit in self.habits.items()
            if (times := min(habit.times, TRUST))
        }


class PlayoutEnd(NamedTuple):
    """The last state of a play-out, and how far each seat is ahead there."""

    state: Any
    leads: list[float]


class Turn(NamedTuple):
    """Moves of a seat until chance or another seat acts, the table then, and what it waits for."""

    made: list[Made]
    after: Any
    awaited: Pending


class Playouts:
    """Play-outs within a number of steps (`left`). `usual` is how far each seat was ahead on average."""

    def __init__(
        self, game: AnyGame, seed: int, steps: int, practice: Practice, horizon: int | None = None
    ) -> None:
        self.game, self.left = game, steps
        self.habits, self._line_values = practice.starting_habits(), practice.line_values
        self._horizon, self._turns = (NEAR, TURNS) if practice.line_values else (FAR, 1)
        if horizon is not None:
            self._horizon = horizon
        self._seed, self._whims = seed, Random(seed)
        self.usual: list[float] = []
        self.count = 0

    def play(self, state: State, nth: int, made: Iterable[Made] = ()) -> PlayoutEnd:
        """Play on from a state that the moves `made` led to; the same `nth` is the same luck."""
        then, state, awaited = self._play_on(state, Random(self._seed + nth))
        leads = self._leads(state, awaited)
        self._learn({*made, *then}, leads)
        return PlayoutEnd(state, leads)

    def _play_on(self, state: State, luck: Random) -> tuple[list[Made], Any, Pending]:
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
            other = self._turn_with(state, seat, self._by_kind(moves))
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

    def _by_kind(self, moves: Sequence[Any]) -> Any:
        """Any move, each kind equally often: there are many ways to throw again, and one to stop."""
        kinds: dict[type, list[Any]] = {}
        for move in moves:
            kinds.setdefault(type(move), []).append(move)
        return self._whims.choice(self._whims.choice([*kinds.values()]))

    def _by_habit(self, seat: Seat, moves: Sequence[Any]) -> Any:
        """The move that did best; untried ones come first."""
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
        pads, sign = self.game.rules.score(state), -1 if self.game.facts.fewest_win else 1
        if isinstance(awaited, Over):
            won = _won(awaited, len(pads))
            points = [sign * pad.total + more for pad, more in zip(pads, won, strict=True)]
        else:
            points = [sign * (pad.total + self._promised(pad)) for pad in pads]
        return [mine - max(points[:at] + points[at + 1 :], default=0.0) for at, mine in enumerate(points)]

    def _promised(self, pad: Score) -> float:
        """The points of begun lines, each in proportion to what is there."""
        begun = [line for line in pad.lines if _begun(line)]
        return sum(self._line_values.get(line.key, 0.0) * line.have / line.of for line in begun)

    def _learn(self, made: set[Made], leads: list[float]) -> None:
        self.count += 1
        usual = self.usual or leads
        for each in made:
            self.habits.setdefault(each, Habit()).learn(leads[each[0]] - usual[each[0]])
        self.usual = [mean + (lead - mean) / self.count for mean, lead in zip(usual, leads, strict=True)]


def _won(over: Over, seats: int) -> list[float]:
    first = [place.seat for place in over.ranking if place.place == 1]
    return [WIN * (seat in first) / len(first) for seat in range(seats)]


# Practice ----------------------------------------------------------------------------------------------
UNPRACTISED = Practice({}, {})


@lru_cache(32)
def practice_for(game: AnyGame, sheet: Sheet, seats: int) -> Practice:
    """What whole games teach about a sheet: always the same, whatever was asked before."""
    try:
        start = game.rules.start(Setup(sheet, seats))
    except ValueError:  # boards have to be named, and a state does not say which
        return UNPRACTISED
    playouts, met = Playouts(game, 0, PRACTICE_STEPS, UNPRACTISED, ENDLESS), list[Line]()
    while playouts.left > 0 and playouts.count < PRACTICE_GAMES:
        for pad in game.rules.score(playouts.play(start, playouts.count).state):
            met += pad.lines
    return Practice(playouts.habits, _line_values(game.rules.score(start)[0].lines, met))


def _line_values(lines: Iterable[Line], met: Sequence[Line]) -> dict[str, float]:
    """The points of each complete line, if its kind is begun before it brings any: as this line was met, or
    by its length as others of its kind were."""
    telling, values = {_kind(line) for line in met if _begun(line)}, {}
    complete = [line for line in met if line.points and line.have >= line.of and _kind(line) in telling]
    for line in lines:
        same = [each for each in complete if each.key == line.key]
        alike = same or [each for each in complete if _kind(each) == _kind(line)]
        if alike:
            rate = sum(each.points for each in alike) / sum(each.of for each in alike)
            values[line.key] = rate * line.of
    return values


def _begun(line: Line) -> bool:
    """Whether a line is begun and has brought no points yet."""
    return 0 < line.have < line.of and not line.points


def _kind(line: Line) -> str:
    """`area` for `area.a`."""
    return line.key.partition(".")[0]
