"""A bot for any game, on its contract alone: no twin, no net, nothing written for a game.

Its plans are what it can do until chance or another seat acts: several small moves each. All are played out
with the same luck; the better half gets more play-outs, until one is left. Then it follows that plan, as long
as the table looks as foreseen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from kritzel.bots.bot import Bot, View
from kritzel.bots.playouts import Playouts, practice_for
from kritzel.game import Decision, Seat, Text

STEPS = 6_000
"""Steps of play-outs for a second of budget: counted, so that the same luck brings the same move however busy
the machine is. In our games they take about a tenth of a second; slower games need more."""
MOST_PLANS = 32
"""With this many plans they are not followed further; play-outs do that."""
HUNCH = 5
"""The weight of the habits of a plan's moves, in play-outs of the plan."""
SEED_BITS = 62


class MovePlan(NamedTuple):
    """Moves of a seat, one after the other, and the table after them."""

    moves: tuple[Any, ...]
    after: Any


class WeighedPlan(NamedTuple):
    """A plan, how far play-outs see it ahead in points, and how far that may be off."""

    plan: MovePlan
    value: float
    error: float


_TITLE = Text("Neugierige Katze", "Curious Cat")
_CHARACTER = Text(
    "Kennt von jedem Spiel nur die Regeln und probiert im Kopf aus, wohin ein Zug führt.",
    "Knows of any game only the rules, and tries out in its head where a move leads.",
)


@dataclass(frozen=True)
class GenericBot(Bot):
    """Plays any game out on its contract alone."""

    name: str = "generic"
    level: int = 4
    title: Text = _TITLE
    character: Text = _CHARACTER
    _foreseen: dict[tuple[Seat, Any], Any] = field(default_factory=dict, init=False, compare=False)
    """What its seat will see on the way, and what it wants to do there."""

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """The next move of its plan, or the first one of a new plan."""
        if len(moves) == 1:
            return moves[0]
        here = view.seat, view.state
        if here in self._foreseen and self._foreseen[here] in moves:
            return self._foreseen[here]
        plan = best_plan(view, moves, rng.getrandbits(SEED_BITS), int(budget * STEPS))
        self._foreseen.clear()
        self._foreseen.update(foreseen(view, plan))
        return plan.moves[0]


GENERIC_BOT = GenericBot()


def foreseen(view: View, plan: MovePlan) -> dict[tuple[Seat, Any], Any]:
    game, state, seat, found = *view, dict[tuple[Seat, Any], Any]()
    for move, then in zip(plan.moves, plan.moves[1:], strict=False):
        state = game.rules.play(state, seat, move)
        found[seat, game.rules.view(state, seat)] = then
    return found


def best_plan(view: View, moves: Sequence[Any], seed: int, steps: int) -> MovePlan:
    return weighed_plans(view, moves, seed, steps)[0].plan


def weighed_plans(view: View, moves: Sequence[Any], seed: int, steps: int) -> list[WeighedPlan]:
    """All plans with their values by play-outs, the best first."""
    game, state, _ = view
    playouts = Playouts(game, seed, steps, practice_for(game, state.sheet, len(game.rules.score(state))))
    return [
        WeighedPlan(each.plan, each.value(playouts), each.error)
        for each in _halve(playouts, view.seat, plans(playouts, view, moves))
    ]


def plans(playouts: Playouts, view: View, moves: Sequence[Any]) -> list[MovePlan]:
    """What the seat can do until chance or another seat acts, each table once; long ones are left open."""
    game, state, seat = view
    complete, open_ = list[MovePlan](), deque([MovePlan((), state)])
    seen = {state}
    while open_ and len(complete) + len(open_) < MOST_PLANS:
        before = open_.popleft()
        for move in game.rules.moves(before.after, seat) if before.moves else moves:
            playouts.left -= 1
            after = game.rules.play(before.after, seat, move)
            if after not in seen:
                seen.add(after)
                goes_on = isinstance(awaited := game.rules.pending(after), Decision) and seat in awaited.seats
                (open_ if goes_on else complete).append(MovePlan((*before.moves, move), after))
    return [*complete, *open_]


def _halve(playouts: Playouts, seat: Seat, found: list[MovePlan]) -> list[Tried]:
    """Sequential halving: all get the same play-outs, the worse half goes, and again. The best one first."""
    tried, nth = [Tried(plan, seat) for plan in found], 0
    gone = list[Tried]()
    while len(tried) > 1 and playouts.left > 0:
        rounds = (len(tried) - 1).bit_length()
        until = playouts.left - max(1, playouts.left // rounds)
        while playouts.left > until:
            for each in tried:
                each.try_once(playouts, nth)
            nth += 1
        tried.sort(key=lambda each: each.value(playouts), reverse=True)
        half = (len(tried) + 1) // 2
        tried, gone = tried[:half], [*tried[half:], *gone]
    return [*tried, *gone]


class Tried:
    """A plan and how its play-outs went."""

    def __init__(self, plan: MovePlan, seat: Seat) -> None:
        self.plan, self._seat = plan, seat
        self._made = [(seat, move) for move in plan.moves]
        self._total = self._squares = 0.0
        self._times = 0

    def try_once(self, playouts: Playouts, nth: int) -> None:
        if playouts.left > 0:
            lead = playouts.play(self.plan.after, nth, self._made).leads[self._seat]
            self._total += lead
            self._squares += lead * lead
            self._times += 1

    @property
    def error(self) -> float:
        times = max(1, self._times)
        spread = max(0.0, self._squares / times - (self._total / times) ** 2)
        return float((spread / times) ** 0.5)

    def value(self, playouts: Playouts) -> float:
        """The mean lead of its play-outs; habits count while there are few."""
        habits = [playouts.habits[made].mean for made in self._made if made in playouts.habits]
        usual = playouts.usual[self._seat] if playouts.usual else 0.0
        hunch = usual + sum(habits) / max(1, len(habits))
        return (self._total + HUNCH * hunch) / (self._times + HUNCH)
