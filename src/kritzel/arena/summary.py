"""The figures of a job as one plain object: for the screen, the plots and programs (docs/json.md)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from kritzel.arena.intervals import Array, Interval, deals_needed, mean, share, spread
from kritzel.arena.job import Job, game_and_sheet
from kritzel.arena.ratings import Ratings, rate
from kritzel.arena.tables import GameArrays, tables
from kritzel.bots import Faults, played_by

WINS_ASKED = (0.01, 0.02, 0.05)
POINTS_ASKED = (0.5, 1.0, 2.0)
"""Differences for which the number of games needed is given."""

DIGITS = 4


def summary(job: Job, deals: Sequence[Any]) -> dict[str, Any]:
    """All figures of finished deals (parsed lines); at least one deal."""
    arrays = tables(job, deals)
    seats = np.broadcast_to(np.arange(arrays.bots.shape[1]), arrays.bots.shape)
    ratings = rate(arrays) if len(arrays.names) > 1 else None
    pairs = [_pair(arrays, one, other) for one, other in combinations(range(len(arrays.names)), 2)]
    return {
        "deals": arrays.deals,
        "games": arrays.deals * job.per_deal,
        "bots": [_bot(job, deals, arrays, ratings, at) for at in range(len(job.entries))],
        "pairs": [pair for pair, _ in pairs],
        "seats": [] if arrays.solo else _groups(arrays, seats, "seat", 0, ratings),
        "boards": _groups(arrays, arrays.boards - 1, "board", 1, None) if arrays.boards.size else [],
        "decisions": mean_json(
            arrays.by_deal(arrays.decisions[:, None], np.zeros((len(arrays.deal), 1), int), 1)[:, 0]
        ),
        "ties": float(np.mean((arrays.places == 1).sum(axis=1) > 1)) if len(arrays.names) > 1 else 0.0,
        "broken_off": sum(game["decisions"] == 0 for deal in deals for game in deal["games"]),
        "open_ended": ratings.open_ended if ratings else False,
        "needed": _needed(job, [spreads for _, spreads in pairs]),
    }


def mean_json(by_deal: Array) -> dict[str, float | None]:
    return _json("mean", mean(by_deal))


def _json(name: str, interval: Interval) -> dict[str, float | None]:
    """Rounded; bounds without end are null."""
    bounds = [round(bound, DIGITS) if np.isfinite(bound) else None for bound in interval]
    return dict(zip((name, "low", "high"), bounds, strict=True))


def _bot(
    job: Job, deals: Sequence[Any], arrays: GameArrays, ratings: Ratings | None, at: int
) -> dict[str, Any]:
    name, bot = job.entries[at].name, job.bot(at)
    points = arrays.by_deal(arrays.scores, arrays.bots, len(arrays.names))[:, at]
    wins = arrays.by_deal(arrays.wins, arrays.bots, len(arrays.names))[:, at]
    scores = arrays.scores[arrays.bots == at]
    return {
        "name": name,
        "bot": bot.name,
        "played_by": played_by(bot, *game_and_sheet(job)).name,
        "games": len(scores),
        "points": mean_json(points) | {"spread": round(float(np.std(scores)), DIGITS)},
        "wins": _json("share", share(wins)),
        "rating": _json("elo", ratings.bots[at]) if ratings else None,
        "stood_in": _stood_in(deals, name),
    }


def _stood_in(deals: Sequence[Any], name: str) -> dict[str, Any] | None:
    """On how many of a bot's moves a stand-in moved, and why; null where it always moved itself."""
    faults = Faults()
    for game in (game for deal in deals for game in deal["games"]):
        for each in game.get("faults", ()):
            if game["bots"][each["seat"]] == name:
                faults.add(0, each["kind"], each["said"], each["moves"])
    return faults.of(0)


def _pair(arrays: GameArrays, one: int, other: int) -> tuple[dict[str, Any], tuple[float, float]]:
    """Two bots at the tables where both sat: how often the first was ahead and by how many points, and its
    share of the games that either of them won. Then the spread of both between deals."""
    mine, theirs = arrays.bots == one, arrays.bots == other
    both = mine.any(axis=1) & theirs.any(axis=1)
    at = arrays._replace(deal=arrays.deal[both])
    points = arrays.scores[both][mine[both]] - arrays.scores[both][theirs[both]]
    places = arrays.places[both][theirs[both]] - arrays.places[both][mine[both]]
    column = np.zeros((len(points), 1), int)
    ahead = at.by_deal((0.5 + 0.5 * np.sign(places))[:, None], column, 1)[:, 0]
    lead = at.by_deal(points[:, None], column, 1)[:, 0]
    won = at.by_deal(arrays.wins[both][mine[both]][:, None], column, 1)[:, 0]
    lost = at.by_deal(arrays.wins[both][theirs[both]][:, None], column, 1)[:, 0]
    pair = {
        "one": arrays.names[one],
        "other": arrays.names[other],
        "games": len(points),
        "ahead": _json("share", share(ahead)),
        "wins": _json("share", share(_part(won, won + lost))),
        "points": mean_json(lead),
    }
    return pair, (spread(ahead), spread(lead))


def _part(some: Array, all_: Array) -> Array:
    """The share of some among all, by deal, as far as its mean and its spread go; a half of none."""
    whole = float(np.mean(all_))
    part = float(np.mean(some)) / whole if whole else 0.5
    return part + (some - part * all_) / (whole or 1.0)


def _groups(
    arrays: GameArrays, groups: Array, name: str, first: int, ratings: Ratings | None
) -> list[dict[str, Any]]:
    many = int(groups.max()) + 1
    points, wins = arrays.by_deal(arrays.scores, groups, many), arrays.by_deal(arrays.wins, groups, many)
    found = []
    for at in range(many):
        there = ~np.isnan(points[:, at])
        if there.any():
            figures = {"points": mean_json(points[there, at]), "wins": _json("share", share(wins[there, at]))}
            rating = {"rating": _json("elo", ratings.seats[at])} if ratings else {}
            found.append({name: at + first, **figures, **rating})
    return found


def _needed(job: Job, spreads: Sequence[tuple[float, float]]) -> list[dict[str, Any]]:
    """How many games show a difference between two bots, by the pair that varies most from deal to deal."""
    found = []
    for nth, (what, asked) in enumerate((("wins", WINS_ASKED), ("points", POINTS_ASKED))):
        most = max((pair[nth] for pair in spreads), default=0.0)
        for difference in asked if most else ():
            deals = deals_needed(most, difference)
            games = deals * job.per_deal
            found.append({"what": what, "difference": difference, "deals": deals, "games": games})
    return found
