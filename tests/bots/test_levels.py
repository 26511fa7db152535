"""How restless the learned bots are: none but the two that shall be, and more so with company."""

from __future__ import annotations

import pytest

from kritzel.fast.levels import CASUAL, LEARNED, MASTER, SKILLED, unrest_of
from kritzel.games.catalogue import GAMES


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_noise_grows_from_learned_to_casual(slug: str, seats: int) -> None:
    assert unrest_of(slug, LEARNED, seats) == unrest_of(slug, MASTER, seats) == 0.0
    assert 0.0 < unrest_of(slug, SKILLED, seats) < unrest_of(slug, CASUAL, seats)


@pytest.mark.parametrize("slug", ["dizzle", "traexx"])
def test_noise_is_larger_with_company(slug: str) -> None:
    assert unrest_of(slug, SKILLED, 1) < unrest_of(slug, SKILLED, 2) == unrest_of(slug, SKILLED, 4)
