"""Means, shares and the games a difference needs, against figures worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from kritzel.arena.intervals import deals_needed, mean, share, spread, student95


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (30, 2.0423), (1000, 1.9623)],
)
def test_students_quantiles(degrees: int, quantile: float) -> None:
    assert student95(degrees) == pytest.approx(quantile, abs=0.004)


def test_a_mean_by_hand() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0])  # mean 2.5, variance 5/3
    told = mean(values)
    assert told.value == 2.5
    assert told.high - told.value == pytest.approx(3.1824 * (5 / 12) ** 0.5, abs=0.003)
    assert told.value - told.low == pytest.approx(told.high - told.value)
    assert spread(values) == pytest.approx((5 / 3) ** 0.5)


def test_one_deal_says_nothing_about_its_error() -> None:
    assert mean(np.array([7.0])) == (7.0, -np.inf, np.inf)
    assert share(np.array([1.0])) == (1.0, 0.0, 1.0)
    assert spread(np.array([7.0])) == 0


def test_a_share_is_wilsons_for_the_games_that_the_deals_are_worth() -> None:
    games = np.array([1.0, 0.0] * 500)  # independent games: the deals are worth themselves
    told = share(games)
    assert (told.low, told.high) == pytest.approx((0.4691, 0.5309), abs=5e-4)
    halves = np.full(1000, 0.5) + np.tile([0.25, -0.25], 500)  # half the spread: worth four times as many
    narrow = share(halves)
    assert narrow.high - narrow.low == pytest.approx((told.high - told.low) / 2, rel=0.01)


def test_deals_that_all_agree_are_no_proof() -> None:
    told = share(np.ones(10))
    assert told.high == pytest.approx(1.0)
    assert 0.6 < told.low < 0.75
    even = share(np.full(100, 0.5))
    assert even.low < 0.45


def test_games_that_a_difference_needs() -> None:
    assert deals_needed(0.5, 0.01) == pytest.approx(19_600, rel=0.003)
    assert deals_needed(0.5, 0.02) == pytest.approx(4_900, rel=0.003)
    assert deals_needed(4.4 * 2**0.5, 0.5) == pytest.approx(1_216, rel=0.01)
    assert deals_needed(0.0, 1.0) == 2


def test_intervals_hold_what_they_promise() -> None:
    luck = np.random.default_rng(4)
    missed = 0
    for _ in range(400):
        deals = luck.random((60, 1)) * 0.3 + 0.15  # a deal favours somebody: its four games hang together
        wins = (luck.random((60, 4)) < deals).mean(axis=1)
        told = share(wins)
        missed += not told.low <= 0.3 <= told.high
    assert 6 <= missed <= 36  # 20 expected
