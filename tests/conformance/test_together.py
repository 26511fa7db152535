"""Our own games: see `kritzel.conformance.test_together`."""

import pytest

from kritzel.conformance.test_together import *  # noqa: F403
from kritzel.conformance.test_together import TOGETHER, shared_decisions


@pytest.mark.parametrize("slug", ["dizzle", "border", "traexx"])
def test_seats_do_decide_together(slug: str) -> None:
    """Otherwise the tests above would prove nothing."""
    assert any(shared_decisions(laid, 1) for laid in TOGETHER if laid.game.slug == slug)
