"""What came of a job, as one plain object: for the screen, the plots and programs (docs/json.md)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from kritzel.arena.intervals import Interval, deals_needed, mean, share, spread
from kritzel.arena.job import Job
from kritzel.arena.job import laid as laid_out
from kritzel.arena.ratings import Ratings, rate
from kritzel.arena.tables import Array, Tables, tables
from kritzel.bots import Faults, played_by

WINS_ASKED = (0.01, 0.02, 0.05)
POINTS_ASKED = (0.5, 1.0, 2.0)
"""Differences for which the games needed are told."""

DIGITS = 4


def summary(job: Job, deals: Sequence[Any]) -> dict[str, Any]:
    """All figures of finished deals (parsed lines); at least one deal."""
    laid = tables(job, deals)
    ratings = rate(laid) if len(laid.names) > 1 else None
    pairs = [_pair(laid, one, other) for one, other in combinations(range(len(laid.names)), 2)]
    return {
        "deals": laid.deals,
        "games": laid.deals * job.per_deal,
        "bots": [_bot(job, laid, ratings, at) | _stood_in(deals, name) for at, name in enumerate(laid.names)],
        "pairs": [told for told, _ in pairs],
        "seats": [] if laid.solo else _groups(laid, _seats(laid), "seat", 0, ratings),
        "boards": _groups(laid, laid.boards - 1, "board", 1, None) if laid.boards.size else [],
        "decisions": mean_json(
            laid.by_deal(laid.decisions[:, None], np.zeros((len(laid.deal), 1), int), 1)[:, 0]
        ),
        "ties": float(np.mean((laid.places == 1).sum(axis=1) > 1)) if len(laid.names) > 1 else 0.0,
        "broken_off": sum(game["decisions"] == 0 for deal in deals for game in deal["games"]),
        "open_ended": ratings.open_ended if ratings else False,
        "needed": _needed(job, [spreads for _, spreads in pairs]),
    }


def mean_json(by_deal: Array) -> dict[str, float | None]:
    """A mean with its interval."""
    return _json("mean", mean(by_deal))


def _json(name: str, interval: Interval) -> dict[str, float | None]:
    """Rounded; bounds without end are null."""
    bounds = [round(bound, DIGITS) if np.isfinite(bound) else None for bound in interval]
    return dict(zip((name, "low", "high"), bounds, strict=True))


def _bot(job: Job, laid: Tables, ratings: Ratings | None, at: int) -> dict[str, Any]:
    name, bot = job.entries[at].name, job.bot(at)
    points = laid.by_deal(laid.scores, laid.bots, len(laid.names))[:, at]
    wins = laid.by_deal(laid.wins, laid.bots, len(laid.names))[:, at]
    scores = laid.scores[laid.bots == at]
    return {
        "name": name,
        "bot": bot.name,
        "played_by": played_by(bot, *laid_out(job)).name,
        "games": len(scores),
        "points": mean_json(points) | {"spread": round(float(np.std(scores)), DIGITS)},
        "wins": _json("share", share(wins)),
        "rating": _json("elo", ratings.bots[at]) if ratings else None,
    }


def _stood_in(deals: Sequence[Any], name: str) -> dict[str, Any]:
    """On how many of its moves another one moved in a bot's place, and why; null where none did."""
    faults = Faults()
    for game in (game for deal in deals for game in deal["games"]):
        for each in game.get("faults", ()):
            if game["bots"][each["seat"]] == name:
                faults.add(0, each["kind"], each["said"], each["moves"])
    return {"stood_in": faults.of(0)}


def _pair(laid: Tables, one: int, other: int) -> tuple[dict[str, Any], tuple[float, float]]:
    """Two bots at the tables where both sat: how often the first was ahead and by how many points, and how
    many of the games that either of them won were the first one's."""
    mine, theirs = laid.bots == one, laid.bots == other
    both = mine.any(axis=1) & theirs.any(axis=1)
    at = laid._replace(deal=laid.deal[both])
    points = laid.scores[both][mine[both]] - laid.scores[both][theirs[both]]
    places = laid.places[both][theirs[both]] - laid.places[both][mine[both]]
    column = np.zeros((len(points), 1), int)
    ahead = at.by_deal((0.5 + 0.5 * np.sign(places))[:, None], column, 1)[:, 0]
    lead = at.by_deal(points[:, None], column, 1)[:, 0]
    won = at.by_deal(laid.wins[both][mine[both]][:, None], column, 1)[:, 0]
    lost = at.by_deal(laid.wins[both][theirs[both]][:, None], column, 1)[:, 0]
    told = {
        "one": laid.names[one],
        "other": laid.names[other],
        "games": len(points),
        "ahead": _json("share", share(ahead)),
        "wins": _json("share", share(_part(won, won + lost))),
        "points": mean_json(lead),
    }
    return told, (spread(ahead), spread(lead))


def _part(some: Array, all_: Array) -> Array:
    """What part of all some are, by deal, as far as its mean and its spread go; a half of nothing."""
    whole = float(np.mean(all_))
    part = float(np.mean(some)) / whole if whole else 0.5
    return part + (some - part * all_) / (whole or 1.0)


def _seats(laid: Tables) -> Array:
    return np.broadcast_to(np.arange(laid.bots.shape[1]), laid.bots.shape)


def _groups(
    laid: Tables, groups: Array, name: str, first: int, ratings: Ratings | None
) -> list[dict[str, Any]]:
    """Points and wins by seat or by board, whoever sat there."""
    many = int(groups.max()) + 1
    points, wins = laid.by_deal(laid.scores, groups, many), laid.by_deal(laid.wins, groups, many)
    told = []
    for at in range(many):
        there = ~np.isnan(points[:, at])
        if there.any():
            figures = {"points": mean_json(points[there, at]), "wins": _json("share", share(wins[there, at]))}
            rating = {"rating": _json("elo", ratings.seats[at])} if ratings else {}
            told.append({name: at + first, **figures, **rating})
    return told


def _needed(job: Job, spreads: Sequence[tuple[float, float]]) -> list[dict[str, Any]]:
    """How many games show a difference between two bots, by the pair that varies most from deal to deal."""
    told = []
    for nth, (what, asked) in enumerate((("wins", WINS_ASKED), ("points", POINTS_ASKED))):
        most = max((pair[nth] for pair in spreads), default=0.0)
        for difference in asked if most else ():
            deals = deals_needed(most, difference)
            games = deals * job.per_deal
            told.append({"what": what, "difference": difference, "deals": deals, "games": games})
    return told
