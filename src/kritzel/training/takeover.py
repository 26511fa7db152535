"""Whether a new net shall play from now on: only if it is better than whoever plays the sheet today."""

from __future__ import annotations

from typing import Any, NamedTuple

from kritzel.bots.weights import Trained
from kritzel.fast.net import Net
from kritzel.training.duels import Figure, Player, bot, gain, thinker, wins
from kritzel.training.games import Hall

DEALS = 500
"""Deals of the duel, alone and from both of two seats."""


class Duel(NamedTuple):
    """The new net beside whoever plays now; None where the game has no such table."""

    alone: Figure | None
    """How many more points it has."""
    two: Figure | None
    """How much more than half of the wins."""

    @property
    def better(self) -> bool:
        """Surely ahead at one table, and surely behind at none."""
        figures = [figure for figure in self if figure]
        return any(each.surely_more for each in figures) and not any(each.surely_less for each in figures)

    def told(self) -> dict[str, Any]:
        """As the manifest keeps it."""
        return {
            name: {"ahead": round(figure.value, 4), "error": round(figure.error, 4), "deals": DEALS}
            for name, figure in (("1", self.alone), ("2", self.two))
            if figure
        }


def duel(hall: Hall, net: Net, present: Trained | None) -> Duel:
    """Let a net play against the present one, or against the planner where there is none."""
    new, old = thinker(hall, net), _today(hall, present)
    won = wins(hall, new, old, DEALS) if 2 in hall.seat_counts else None
    return Duel(
        alone=gain(hall, new, old, DEALS) if 1 in hall.seat_counts else None,
        two=won and won._replace(value=won.value - 0.5),
    )


def _today(hall: Hall, present: Trained | None) -> Player:
    return thinker(hall, present.net) if present else bot(hall, "planner")
