"""What a step is called, in kind words, and why a better one is better. Only what is sure. Knows no game.

Sure is what lies beyond two standard errors where it was judged, and has the same sign where it was chosen
(by one standard error more than nothing, so that a best move is hardly ever called anything else).

A game says itself what it can prove (`words.why_better`), the clearest first; what it does not say are points
that the better step brings at once. A reason that is counted in points must explain most of the loss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kritzel.game import AnyGame, Because, Seat, State, Text
from kritzel.review.models import WIN, Reason

SURE = "sure"
LIKELY = "likely"
CLOSE = "close"
FORCED = "forced"
SAME = "same"
BETTER = "better"
INACCURATE = "inaccurate"
MISTAKE = "mistake"
BLUNDER = "blunder"

LEAST_WIN = 2.0
STEPS_WIN = ((8.0, BLUNDER), (4.0, MISTAKE), (LEAST_WIN, INACCURATE))
"""With company: the least loss of each label, in win-%."""
STEPS_ALONE = ((0.6, BLUNDER), (0.3, MISTAKE), (0.1, INACCURATE))
"""Alone: the least loss of each label, as a share of the spread of a game."""
LEAST_JUDGED = 20
"""With fewer rollouts the standard error itself is unknown, and nothing is sure."""
MOST_OF_IT = 0.7
"""A reason in points is given if it explains this share of the loss."""

WORDS = {
    FORCED: Text("es gab nur diesen Zug", "there was no other move"),
    SAME: Text("wie der Maßstab", "just like the yardstick"),
    BETTER: Text("besser als der Maßstab", "better than the yardstick"),
    CLOSE: Text("zu knapp für ein Urteil", "too close to call"),
    INACCURATE: Text("da war etwas mehr drin", "there was a little more in it"),
    MISTAKE: Text("da war mehr drin", "there was more in it"),
    BLUNDER: Text("da war viel mehr drin", "there was a lot more in it"),
}
NOW = Text("Bringt sofort {points} Punkte mehr: {line}.", "Brings {points} points more at once: {line}.")
NOW_ONE = Text("Bringt sofort einen Punkt mehr: {line}.", "Brings one point more at once: {line}.")


@dataclass(frozen=True, slots=True)
class Measured:
    """A difference and its standard error."""

    mean: float
    se: float

    def beyond(self, errors: float) -> bool:
        """Whether it is positive by more than this number of standard errors."""
        return self.mean > 0 and self.mean > errors * self.se


NOTHING = Measured(0.0, 0.0)


def thresholds(unit: str, spread: float) -> tuple[tuple[float, str], ...]:
    """The least loss of each label, the worst first."""
    return STEPS_WIN if unit == WIN else tuple((share * spread, label) for share, label in STEPS_ALONE)


def verdict(
    loss: Measured, chose: Measured, own: Measured, steps: Sequence[tuple[float, str]], judged: int
) -> tuple[str, str]:
    """The label of a step, and how sure it is. `chose`: the loss by the rollouts that chose the best move;
    `loss` and `own` (the gain on the reference player's move) by the `judged` rollouts after that."""
    least = steps[-1][0]
    if judged < LEAST_JUDGED:
        return CLOSE, CLOSE
    if own.mean >= least and own.beyond(2) and not (loss.mean >= least and loss.beyond(1)):
        return BETTER, SURE
    if loss.mean >= least and chose.beyond(1):
        cautious = max(loss.mean - loss.se, least)
        label = next(label for limit, label in steps if cautious >= limit)
        if loss.beyond(2):
            return label, SURE
        if loss.beyond(1):
            return label, LIKELY
    return CLOSE, CLOSE


def luck_mark(luck: float, sd: float | None) -> int:
    if not sd:
        return 0
    size = min(int(abs(luck) / sd), 2)
    return size if luck > 0 else -size


# Reasons -----------------------------------------------------------------------------------------------
def reason_for(
    game: AnyGame,
    before: State,
    seat: Seat,
    better: State,
    played: State,
    loss: float | None,
    names: Sequence[str] = (),
    allowed: Callable[[Because], bool] = lambda because: True,
) -> Reason | None:
    """The first clear and `allowed` reason; `loss` in points, where it is known. Without `names` nothing is
    said of other seats."""
    for because in (
        *game.words.why_better(before, seat, better, played),
        *_points_now(game, seat, better, played),
    ):
        if (because.by and not names) or not allowed(because):
            continue
        if because.points is None or loss is None or because.points >= MOST_OF_IT * loss:
            named = because.named(names)
            return Reason(named.key, named.facts, named.words, named.cells, named.clause)
    return None


def _points_now(game: AnyGame, seat: Seat, better: State, played: State) -> Iterator[Because]:
    pads = [game.rules.score(state)[seat] for state in (better, played)]
    gains = {line.key: line.points - pads[1][line.key] for line in pads[0].lines}
    total = sum(gains.values())
    if total > 0:
        key = max(gains, key=lambda each: gains[each])
        words = (NOW_ONE if total == 1 else NOW).filled(points=total, line=game.facts.line(key))
        facts = {"points": total, "line": key, "lines": {k: g for k, g in gains.items() if g}}
        yield Because("points_now", facts, words, points=total, open=True)
