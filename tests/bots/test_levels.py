"""How restless the learned bots are: none but the two that shall be; with two seats as their net says, and
less alone and at larger tables."""

from __future__ import annotations

import pytest

from kritzel.fast.levels import ALONE, AMONG_MANY, CASUAL, LEARNED, MASTER, SKILLED, unrests
from kritzel.games.catalogue import GAMES

NOISE = {"skilled": 1.0, "casual": 3.0}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_only_the_restless_have_noise_and_less_where_it_costs_more(slug: str, seats: int) -> None:
    found = unrests(slug, NOISE, seats)
    assert found[LEARNED] == found[MASTER] == 0.0
    skilled, casual = {1: ALONE[slug], 2: (1.0, 1.0)}.get(seats, AMONG_MANY[slug])
    assert (found[SKILLED], found[CASUAL]) == pytest.approx((skilled, 3 * casual))
    assert max(skilled, casual) <= 1.0
