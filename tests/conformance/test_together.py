"""Our own games: see `kritzel.conformance.test_together`."""

import pytest

from kritzel.conformance.play import Case
from kritzel.conformance.test_together import *  # noqa: F403
from kritzel.conformance.test_together import TOGETHER, shared_decisions
from kritzel.conformance.test_together import test_a_view_hides_what_the_others_chose as views_hide
from kritzel.conformance.test_together import test_the_order_of_the_seats_does_not_matter as any_order
from kritzel.conformance.test_together import test_what_comes_to_light_cannot_be_taken_back as no_way_back
from tests.record import coloured


@pytest.mark.parametrize("slug", ["dizzle", "border", "traexx"])
def test_seats_do_decide_together(slug: str) -> None:
    """Otherwise the tests above would prove nothing."""
    assert any(shared_decisions(case, 1) for case in TOGETHER if case.game.slug == slug)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_decision_may_follow_a_shared_one_at_once(seats: int) -> None:
    case = Case(coloured.GAME, coloured.SHEET, seats)
    any_order(case)
    views_hide(case, False)
    views_hide(case, True)
    no_way_back(case)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_decision_that_follows_at_once_without_a_purpose_is_noticed(seats: int) -> None:
    with pytest.raises(AssertionError, match="give it a purpose"):
        no_way_back(Case(coloured.CARELESS, coloured.SHEET, seats))
