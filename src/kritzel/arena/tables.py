"""Finished deals as arrays: a row per table, a column per seat. Knows the result lines, no statistics.

Solo games have no opponents; there the bots' games of a deal count as one table at which all of them sat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from kritzel.arena.intervals import Array
from kritzel.arena.job import Job, by_points, game_and_sheet


class GameArrays(NamedTuple):
    """`deal` has the row of each table's deal; `bots` are indices of entrants; all others as in the lines."""

    names: tuple[str, ...]
    solo: bool
    deal: Array
    bots: Array
    boards: Array
    scores: Array
    places: Array
    decisions: Array

    @property
    def deals(self) -> int:
        return int(self.deal[-1]) + 1 if len(self.deal) else 0

    @property
    def wins(self) -> Array:
        """What each seat won: 1, or its part of a shared win."""
        first = self.places == 1
        return np.asarray(first / first.sum(axis=1, keepdims=True))

    def by_deal(self, values: Array, groups: Array, many: int) -> Array:
        """The mean of values in each deal (row) and group (column); NaN where a deal has none of a group."""
        sums, counts = np.zeros((self.deals, many)), np.zeros((self.deals, many))
        rows = np.broadcast_to(self.deal[:, None], groups.shape)
        np.add.at(sums, (rows, groups), values)
        np.add.at(counts, (rows, groups), 1)
        with np.errstate(invalid="ignore"):
            return np.asarray(sums / counts)


def tables(job: Job, deals: Sequence[Any]) -> GameArrays:
    names = tuple(entrant.name for entrant in job.entries)
    number = {name: at for at, name in enumerate(names)}
    games = [(row, game) for row, deal in enumerate(deals) for game in deal["games"]]
    if job.seats == 1:
        fewest = game_and_sheet(job)[0].facts.fewest_win
        games = [(row, _side_by_side(deal["games"], fewest)) for row, deal in enumerate(deals)]

    def column(key: str) -> Array:
        return np.array([game[key] for _, game in games])

    return GameArrays(
        names,
        job.seats == 1,
        np.array([row for row, _ in games], np.int64),
        np.array([[number[name] for name in game["bots"]] for _, game in games], np.int64),
        column("boards"),
        column("scores"),
        column("places"),
        column("decisions"),
    )


def _side_by_side(games: Sequence[Any], fewest: bool) -> dict[str, Any]:
    """The solo games of a deal as one table."""
    scores = [game["scores"][0] for game in games]
    return {
        "bots": [game["bots"][0] for game in games],
        "boards": [board for game in games for board in game["boards"]],
        "scores": scores,
        "places": by_points(scores, fewest),
        "decisions": sum(game["decisions"] for game in games) / len(games),
    }
