from __future__ import annotations

import pytest

from kritzel.game import IllegalOutcome
from kritzel.mechanics.cards import Draw
from kritzel.mechanics.dice import Roll
from kritzel.record import ScriptedDealer, SeededDealer

DICE = Roll(5, (1, 2, 3, 4, 5, 6))


def test_equal_seeds_deal_alike() -> None:
    first, second = SeededDealer(7), SeededDealer(7)
    assert [first.deal("roll", DICE) for _ in range(9)] == [second.deal("roll", DICE) for _ in range(9)]


def test_a_seeded_dealer_deals_possible_outcomes() -> None:
    dealer = SeededDealer("anything")
    assert all(dealer.deal("roll", DICE) in DICE for _ in range(50))


def test_a_script_is_dealt_in_order_and_ends() -> None:
    dealer = ScriptedDealer([(1, 1, 2, 3, 6), (2, 2, 2, 2, 2)])
    assert dealer.deal("roll", DICE) == (1, 1, 2, 3, 6)
    assert dealer.deal("roll", DICE) == (2, 2, 2, 2, 2)
    with pytest.raises(IllegalOutcome, match="no outcome left for this roll"):
        dealer.deal("roll", DICE)


def test_a_script_that_does_not_fit_is_refused() -> None:
    with pytest.raises(IllegalOutcome, match="no outcome of this roll"):
        ScriptedDealer([(1, 2)]).deal("roll", DICE)


def test_a_source_of_luck_that_leaves_its_range_is_noticed() -> None:
    with pytest.raises(ValueError, match="left its range"):
        Draw((1, 2)).sample(lambda below: below)
