"""Why a better move is better: only what the engine can prove, as data and as a sentence. Knows no game.

Points that the better step brings at once and the other does not explain a loss if they are most of it; what
else a game can prove it says itself (`Game.why_better`). Where nothing is clear there is no reason, and the
values stand alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from kritzel.game import AnyGame, Because, Seat, State, Text
from kritzel.review.told import Reason

MOST_OF_IT = 0.7
"""A reason is told if it explains such a share of the loss."""
NOW = Text("Bringt sofort {points} Punkte mehr: {line}.", "Brings {points} points more at once: {line}.")
NOW_ONE = Text("Bringt sofort einen Punkt mehr: {line}.", "Brings one point more at once: {line}.")


def reason_for(
    game: AnyGame, before: State, seat: Seat, better: State, played: State, loss: float | None
) -> Reason | None:
    """The first reason that is clear; `loss` in points, where it is known."""
    found: Sequence[Because] = [*_points_now(game, seat, better, played, loss)]
    found = found or game.why_better(before, seat, better, played)
    return Reason(*found[0]) if found else None


def _points_now(game: AnyGame, seat: Seat, better: State, played: State, loss: float | None) -> list[Because]:
    pads = [game.score(state)[seat] for state in (better, played)]
    gains = {line.key: line.points - pads[1][line.key] for line in pads[0].lines}
    total = sum(gains.values())
    if loss is None or total <= 0 or total < MOST_OF_IT * loss:
        return []
    key = max(gains, key=lambda each: gains[each])
    words = (NOW_ONE if total == 1 else NOW).filled(points=total, line=game.facts.line(key))
    return [
        Because(
            "points_now",
            {"points": total, "line": key, "lines": {k: g for k, g in gains.items() if g}},
            words,
        )
    ]
