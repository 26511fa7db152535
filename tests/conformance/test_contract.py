"""Our own games: see `kritzel.conformance.test_contract`."""

from kritzel.conformance.play import Case
from kritzel.conformance.test_contract import *  # noqa: F403
from kritzel.conformance.test_contract import test_a_table_reveals_an_outcome_as_it_came as as_it_came
from tests.record import coloured


def test_a_table_reveals_dice_that_are_not_alike_as_they_came() -> None:
    as_it_came(Case(coloured.GAME, coloured.SHEET, 2))
