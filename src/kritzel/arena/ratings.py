"""Ratings from places: Bradley-Terry with ties for two at a table, Plackett-Luce with ties for more.

One model covers both (Davidson 1970; Firth, Kosmidis and Turner 2019). A table is ranked place by place: the
next place goes to a set C of those left (several share it) with odds

    tie[size of C] * geometric mean over C of exp(strength of the bot + effect of the seat).

The logarithm of the odds is linear in strengths, seat effects and log ties, so Newton's method finds the one
best fit. Errors are those of the sandwich with deals as clusters: they hold although the games of a deal are
not independent. A weak prior, worth about one game, keeps ratings finite where a bot never lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log
from typing import NamedTuple

import numpy as np

from kritzel.arena.intervals import Array, Interval, student95
from kritzel.arena.tables import GameArrays

ELO = 400 / log(10)
"""Points of the Elo scale per unit of log odds: 400 points are odds of 10 to 1."""
MIDDLE = 1500.0
"""The mean rating of the bots of an arena."""
PRIOR = 0.25
STEPS, CLOSE = 100, 1e-10


class Ratings(NamedTuple):
    """Ratings of the bots (mean 1500) and effects of the seats (mean 0), both in Elo points.

    `errors` is the covariance of the ratings. `open_ended`: one bot never beat another, directly or over
    others, so that distances are only lower bounds.
    """

    bots: list[Interval]
    seats: list[Interval]
    errors: Array
    open_ended: bool


class _Stage(NamedTuple):
    """One place given away: features of all sets that could have got it, and which one did."""

    features: Array
    chosen: int


def rate(tables: GameArrays) -> Ratings:
    """Ratings from all tables; at least two bots."""
    deal, bots, places = _pairs(tables) if tables.solo else (tables.deal, tables.bots, tables.places)
    patterns, kind = np.unique(np.hstack([bots, places]), axis=0, return_inverse=True)
    kind = kind.reshape(-1)
    many, seats = len(tables.names), 0 if tables.solo else bots.shape[1]
    ties = sorted({size for row in patterns for size in _sizes(row[bots.shape[1] :]) if size > 1})
    basis = _basis(many, seats, len(ties))
    stages = [list(_stages(row, many, seats, ties, basis)) for row in patterns]
    weights = np.bincount(kind, minlength=len(patterns)).astype(float)
    fit = _fit(stages, weights, basis.shape[1])
    gradients, bend = _derivatives(stages, weights, fit)
    scores = np.zeros((tables.deals, basis.shape[1]))
    np.add.at(scores, deal, gradients[kind])
    open_ended = not _connected(bots, places, many)
    errors = _errors(bend, scores, open_ended)
    return _ratings(basis, fit, errors, tables.deals, many, seats, open_ended)


def _pairs(tables: GameArrays) -> tuple[Array, Array, Array]:
    """Solo games side by side, compared two by two."""
    both = list(combinations(range(tables.bots.shape[1]), 2))
    pick = [list(pair) for pair in both]
    bots = np.concatenate([tables.bots[:, pair] for pair in pick])
    places = np.concatenate([tables.places[:, pair] for pair in pick])
    return np.tile(tables.deal, len(both)), bots, 1 + (places > places[:, ::-1])


# The model ----------------------------------------------------------------------------------------------
def _sizes(places: Sequence[int]) -> list[int]:
    return [int(size) for size in np.unique(places, return_counts=True)[1]]


def _basis(many: int, seats: int, ties: int) -> Array:
    """From free parameters to strengths and seat effects that sum to 0, and log ties."""
    basis = np.zeros((many + seats + ties, max(many - 1, 0) + max(seats - 1, 0) + ties))
    basis[:many, : many - 1] = _contrasts(many)
    if seats:
        basis[many : many + seats, many - 1 : many + seats - 2] = _contrasts(seats)
    basis[many + seats :, basis.shape[1] - ties :] = np.eye(ties)
    return basis


def _contrasts(many: int) -> Array:
    """Orthonormal columns that each sum to 0 (Helmert)."""
    columns = np.zeros((many, many - 1))
    for at in range(1, many):
        columns[:at, at - 1], columns[at, at - 1] = 1.0, -float(at)
        columns[:, at - 1] /= np.sqrt(at * (at + 1))
    return columns


def _stages(row: Array, many: int, seats: int, ties: Sequence[int], basis: Array) -> Iterator[_Stage]:
    """The places of one table, given away one after the other."""
    size = len(row) // 2
    bots, places = row[:size], row[size:]
    left = list(range(size))
    for place in sorted(set(places.tolist())):
        if len(left) < 2:
            return
        got = tuple(seat for seat in left if places[seat] == place)
        sets = [each for n in (1, *ties) for each in combinations(left, n)]
        features = np.array([_features(each, bots, many, seats, ties) for each in sets])
        yield _Stage(features @ basis, sets.index(got))
        left = [seat for seat in left if seat not in got]


def _features(each: Sequence[int], bots: Array, many: int, seats: int, ties: Sequence[int]) -> Array:
    features = np.zeros(many + seats + len(ties))
    for seat in each:
        features[bots[seat]] += 1 / len(each)
        if seats:
            features[many + seat] += 1 / len(each)
    if len(each) > 1:
        features[many + seats + ties.index(len(each))] = 1.0
    return features


# The fit ------------------------------------------------------------------------------------------------
def _fit(stages: list[list[_Stage]], weights: Array, size: int) -> Array:
    """Newton's method; a step that leads downhill is halved."""
    now, height = np.zeros(size), _height(stages, weights, np.zeros(size))
    for _ in range(STEPS):
        gradients, bend = _derivatives(stages, weights, now)
        step = np.linalg.solve(bend, weights @ gradients - PRIOR * now) if size else now
        while (higher := _height(stages, weights, now + step)) < height - CLOSE:
            step = step / 2
        now, height = now + step, higher
        if not size or np.abs(step).max() < CLOSE:
            break
    return now


def _height(stages: list[list[_Stage]], weights: Array, at: Array) -> float:
    """The logarithm of the likelihood, and the prior's."""
    total = -PRIOR / 2 * float(at @ at)
    for weight, table in zip(weights, stages, strict=True):
        for features, chosen in table:
            odds = features @ at
            total += weight * (odds[chosen] - np.logaddexp.reduce(odds))
    return total


def _derivatives(stages: list[list[_Stage]], weights: Array, at: Array) -> tuple[Array, Array]:
    """The gradient of each kind of table, and the (negative) second derivative of everything."""
    gradients, bend = np.zeros((len(stages), len(at))), PRIOR * np.eye(len(at))
    for row, (weight, table) in enumerate(zip(weights, stages, strict=True)):
        for features, chosen in table:
            odds = features @ at
            chances = np.exp(odds - np.logaddexp.reduce(odds))
            expected = chances @ features
            gradients[row] += features[chosen] - expected
            bend += weight * ((features.T * chances) @ features - np.outer(expected, expected))
    return gradients, bend


def _errors(bend: Array, scores: Array, open_ended: bool) -> Array:
    """The sandwich, clustered by deal; the plain inverse where the games show no error."""
    plain, deals = np.linalg.inv(bend), len(scores)
    if open_ended or deals < 2:
        return plain
    return np.asarray(plain @ (scores.T @ scores) @ plain * deals / (deals - 1))


def _connected(bots: Array, places: Array, many: int) -> bool:
    """Whether each bot beat or equalled each other, directly or over others."""
    reach = np.eye(many, dtype=bool)
    for one, other in combinations(range(bots.shape[1]), 2):
        ahead = places[:, one] <= places[:, other]
        behind = places[:, one] >= places[:, other]
        reach[bots[ahead, one], bots[ahead, other]] = True
        reach[bots[behind, other], bots[behind, one]] = True
    for _ in range(many):
        reach = reach @ reach
    return bool(reach.all())


def _ratings(
    basis: Array, fit: Array, errors: Array, deals: int, many: int, seats: int, open_ended: bool
) -> Ratings:
    values, spread = ELO * basis @ fit, ELO**2 * basis @ errors @ basis.T
    squares = np.maximum(np.diag(spread), 0)  # rounding may leave a little less than nothing
    around = student95(deals - 1) * np.sqrt(squares)

    def interval(at: int, middle: float) -> Interval:
        value = float(values[at]) + middle
        return Interval(value, value - float(around[at]), value + float(around[at]))

    bots = [interval(at, MIDDLE) for at in range(many)]
    return Ratings(bots, [interval(many + at, 0.0) for at in range(seats)], spread[:many, :many], open_ended)
