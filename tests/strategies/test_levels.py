"""The noise of the learned bots: none but the two that shall be; with two seats as their net says, and
less alone and at larger tables."""

from __future__ import annotations

import pytest

from kritzel.fast.levels import CASUAL, LEARNED, MASTER, SKILLED, Hyperparameters, noises

NOISE = {"skilled": 1.0, "casual": 3.0}


@pytest.mark.parametrize(("seats", "share"), [(1, 0.5), (2, 1.0), (3, 0.7), (4, 0.7)])
def test_only_the_weaker_have_noise_and_less_where_it_costs_more(seats: int, share: float) -> None:
    course = Hyperparameters(games=1, noise=1.0, trace=1.0, decisions=1)
    found = noises(NOISE, course.noise_share(seats))
    assert found[LEARNED] == found[MASTER] == 0.0
    assert (found[SKILLED], found[CASUAL]) == pytest.approx((share, 3 * share))
