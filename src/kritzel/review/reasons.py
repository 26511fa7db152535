"""Why a better move is better: only what the engine can prove, as data and as a sentence. Knows no game.

A game says itself what it can prove (`Game.why_better`), the clearest first; what it does not say are points
that the better step brings at once. A reason that is counted in points is told if it explains most of the
loss. Where nothing is clear there is no reason, and the values stand alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kritzel.game import AnyGame, Because, Seat, State, Text
from kritzel.review.told import Reason

MOST_OF_IT = 0.7
"""A reason is told if it explains such a share of the loss."""
NOW = Text("Bringt sofort {points} Punkte mehr: {line}.", "Brings {points} points more at once: {line}.")
NOW_ONE = Text("Bringt sofort einen Punkt mehr: {line}.", "Brings one point more at once: {line}.")


def reason_for(
    game: AnyGame,
    before: State,
    seat: Seat,
    better: State,
    played: State,
    loss: float | None,
    names: Sequence[str] = (),
    told: Callable[[Because], bool] = lambda because: True,
) -> Reason | None:
    """The first reason that is clear and may be `told`; `loss` in points, where it is known. Without `names`
    nothing is said of other seats."""
    for because in (
        *game.words.why_better(before, seat, better, played),
        *_points_now(game, seat, better, played),
    ):
        if (because.by and not names) or not told(because):
            continue
        if because.points is None or loss is None or because.points >= MOST_OF_IT * loss:
            said = because.named(names)
            return Reason(said.key, said.facts, said.words, said.cells, said.clause)
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
