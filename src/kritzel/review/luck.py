"""What chance brought, event by event, and what the reference player makes of the same luck.

The luck of an event is the value after its outcome, less the mean over all outcomes. The same evaluation
stands on both sides, so luck is 0 on average even if the evaluation errs. Where rollouts work it out, tables
before and after are played on with the same luck.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from math import fsum
from random import Random
from typing import Any

from kritzel.arena.on_reference import Deal
from kritzel.bots.rollouts import seeds
from kritzel.fast.records import Reals
from kritzel.game import Chance, Outcome, Seat, State
from kritzel.record import play_out
from kritzel.review.history import ChanceNode, History
from kritzel.review.plan import RolloutPlan
from kritzel.review.yardstick import MAX_DECISIONS, Yardstick, in_unit

MAX_OUTCOMES, DRAWS = 1000, 500
"""With company all outcomes are looked at if there are not more (seven dice have 792), otherwise this number
of draws: the error of their mean is a twentieth of the spread."""
RARE = 1 / DRAWS
"""The probability of what no draw brought."""
ALIKE = 1e-9
"""Values that differ by less are as good as each other."""


@dataclass(frozen=True)
class Odds:
    """How rare an outcome was for the seat that it concerns most."""

    seat: Seat
    sd: float
    as_good: float
    as_bad: float


@dataclass(frozen=True)
class EventLuck:
    """One chance event for each seat: the mean over all outcomes, the value of the one that came, and the
    standard error of their difference. `odds`: None where only rollouts tell."""

    mean: list[float]
    value: list[float]
    se: list[float]
    odds: Odds | None = None


def luck_by_net(history: History, yardstick: Yardstick, nth: int, text: str) -> EventLuck | None:
    """One chance event by looking at all outcomes, or at draws by `text`; None without a net."""
    node = history.chance_node(nth)
    outcomes, weights = _possible(node, yardstick.company, f"{text}/throws")
    found = yardstick.outcome_values(node, outcomes)
    if found is None:
        return None
    concerned, values = found
    means = [
        fsum(weight * value for weight, value in zip(weights, column, strict=True)) for column in values.T
    ]
    spreads = [_spread(weights, column, mean) for column, mean in zip(values.T, means, strict=True)]
    seat = spreads.index(max(spreads)) if concerned is None else concerned
    came = outcomes.index(node.outcome)
    mine = values[:, seat]
    as_good = fsum(w for w, v in zip(weights, mine, strict=True) if v >= mine[came] - ALIKE)
    as_bad = fsum(w for w, v in zip(weights, mine, strict=True) if v <= mine[came] + ALIKE)
    odds = Odds(seat, spreads[seat], as_good or RARE, as_bad or RARE)
    return EventLuck(means, [float(value) for value in values[came]], [0.0] * len(means), odds)


def _possible(node: ChanceNode, company: bool, text: str) -> tuple[list[Outcome], list[float]]:
    """Outcomes and their weights. Draws leave luck 0 on average too: they know nothing of what came, which is
    among the outcomes, but has no weight of its own."""
    found = list(islice(node.chance.event.outcomes(), MAX_OUTCOMES + 1 if company else None))
    if not company or len(found) <= MAX_OUTCOMES:
        return [outcome for outcome, _ in found], [float(chance) for _, chance in found]
    luck = Random(text).randrange
    drawn = Counter(node.chance.event.sample(luck) for _ in range(DRAWS))
    weights = {node.outcome: 0.0} | {outcome: count / DRAWS for outcome, count in drawn.items()}
    return list(weights), list(weights.values())


def _spread(weights: list[float], values: Reals, mean: float) -> float:
    return float(fsum(w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True)) ** 0.5)


def luck_by_rollouts(
    history: History, yardstick: Yardstick, plan: RolloutPlan, nth: int, text: str
) -> EventLuck:
    """One chance event by rollouts from the tables before and after it."""
    node = history.chance_node(nth)
    found = yardstick.roll_out([node.before, node.after], f"{text}/luck", 0, plan.luck, 0)
    before, after = [in_unit(each, yardstick.company) for each in found]
    differences = after - before
    errors = differences.std(0, ddof=1) / len(differences) ** 0.5
    return EventLuck(before.mean(0).tolist(), after.mean(0).tolist(), errors.tolist())


# The same luck -----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class LuckReplay:
    """Games of the reference player with the luck of the record: points of every seat, a row for each game,
    and how many of their chance events brought what is recorded."""

    points: list[list[int]]
    replayed: int
    events: int
    ended: bool

    @property
    def exact(self) -> bool:
        """Whether all luck came from the record."""
        return self.replayed == self.events


class RecordedLuck:
    """The luck of a history, dealt again. Luck has keys as in the arena: round, kind, count. Where the record
    holds an outcome for a key that is possible now, it comes again; otherwise it is drawn by `seed`."""

    def __init__(self, history: History, seed: int) -> None:
        self._game, self._deal = history.game, Deal(history.game, seed)
        self._count = Counter[tuple[int, str]]()
        self.replayed = 0
        self.events = 0
        nodes = [node for node in history.nodes if isinstance(node, ChanceNode)]
        self._recorded = {self._key(node.before, node.chance): node.outcome for node in nodes}
        self._count.clear()

    def _key(self, state: State, chance: Chance) -> tuple[int, str, int]:
        kind = self._game.words.clock(state).now, chance.purpose
        self._count[kind] += 1
        return *kind, self._count[kind]

    def outcome(self, state: State, chance: Chance) -> Outcome:
        recorded, fresh = self._recorded.get(self._key(state, chance)), self._deal.outcome(state, chance)
        again = recorded is not None and recorded in chance.event
        self.events += 1
        self.replayed += again
        return recorded if recorded is not None and again else fresh


def replay_luck(history: History, yardstick: Yardstick, games: int, text: str) -> LuckReplay:
    """The reference player at every seat. Where all luck comes from the record, one game is enough."""
    points, replayed, events, over = list[list[int]](), 0, 0, True
    for nth in range(games):

        def choose(state: State, seats: tuple[Seat, ...], nth: int = nth) -> tuple[Seat, Any]:
            return seats[0], yardstick.choose(nth, state, seats[0])

        luck = RecordedLuck(history, int(seeds(f"{text}/{nth}", 1, 1)[0][0]))
        ended = play_out(history.game, history.table.start, choose, luck.outcome, MAX_DECISIONS)
        points.append([pad.total for pad in history.game.rules.score(ended.state)])
        replayed, events = replayed + luck.replayed, events + luck.events
        over = over and ended.over is not None
        if replayed == events:
            break
    return LuckReplay(points, replayed, events, over)
