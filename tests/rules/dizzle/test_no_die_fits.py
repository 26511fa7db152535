"""D11-D15: re-rolling, giving a die back, dropping out."""

from __future__ import annotations

import pytest

from tests.rules.dizzle.drawing import at, dice_awaited, sheet, start

GROUP = sheet("""
grid = '''
x    x    6    5
1    3    4    2
6    2    6    1
'''
""")
"""A group of 1, 3 and 4 in the second row touches only twos and sixes."""

STUCK = "pass=1 {} turn=0 pool=1355 | dice=a2b2c2 | -"


# D11: only if no die fits --------------------------------------------------------------------------
def test_d11_a_seat_whom_no_die_fits_rerolls_or_drops_out() -> None:
    assert at(GROUP, STUCK.format("place")).moves(0) == {"reroll", "out"}


def test_d11_also_before_its_first_die() -> None:
    assert start(GROUP, 2).reveal("2244555").moves(0) == {"reroll", "out"}


def test_d11_not_if_a_single_die_fits() -> None:
    table = at(GROUP, "pass=1 place turn=0 pool=1255 | dice=a2b2c2 | -")
    assert table.moves(0) == {"2b3", "2d2"}
    assert table.refused(0, "reroll") == "D10"
    assert table.refused(0, "out") == "D10"


# D12: the re-roll ----------------------------------------------------------------------------------
def test_d12_all_dice_of_the_pool_are_rolled_again() -> None:
    table = at(GROUP, STUCK.format("place")).play(0, "reroll")
    assert table.chance.purpose == "reroll"
    assert dice_awaited(table) == 4
    assert table.position == f"dizzle/t {STUCK.format('reroll')}"


def test_d12_nobody_acts_before_the_reroll() -> None:
    table = at(GROUP, STUCK.format("reroll"))
    assert table.moves(0) == set()
    assert table.refused(0, "out") == "D12"
    assert table.refused(1, "1a2") == "D12"


def test_d12_the_seat_must_take_a_die_that_fits_now() -> None:
    table = at(GROUP, STUCK.format("reroll")).reveal("1266")
    assert table.deciding == (0,)
    assert table.moves(0) == {"2b3", "2d2", "6a3", "6c1", "6c3"}
    assert table.refused(0, "reroll") == "D12"
    assert table.refused(0, "out") == "D12"
    assert table.refused(0, "back a2") == "D12"


def test_d12_it_takes_one_and_the_next_seat_sees_the_new_dice() -> None:
    table = at(GROUP, STUCK.format("reroll")).reveal("1266").play(0, "6a3")
    assert table.position == "dizzle/t pass=1 place turn=1 pool=126 | dice=a2b2c2a3 | -"


def test_d12_where_the_die_goes_is_still_bound_to_the_group() -> None:
    table = at(GROUP, STUCK.format("reroll")).reveal("1256")
    assert table.refused(0, "5d1") == "D8"
    assert table.refused(0, "1d3") == "D8"
    assert table.refused(0, "1a2") == "D6"


# D13: the penalty ----------------------------------------------------------------------------------
FAILED = "pass=1 rerolled turn=0 pool=1345 | dice=a2b2c2 | -"


def test_d13_if_nothing_fits_after_the_reroll_a_die_goes_back() -> None:
    table = at(GROUP, STUCK.format("reroll")).reveal("1345")
    assert table.deciding == (0,)
    assert table.position == f"dizzle/t {FAILED}"
    assert table.moves(0) == {"back a2", "back b2", "back c2"}


@pytest.mark.parametrize(("cell", "pool"), [("a2", "11345"), ("b2", "13345"), ("c2", "13445")])
def test_d13_the_seat_chooses_which_and_the_number_stays(cell: str, pool: str) -> None:
    table = at(GROUP, FAILED).play(0, f"back {cell}")
    left = "a2b2c2".replace(cell, "")
    assert table.position == f"dizzle/t pass=1 place turn=1 pool={pool} | dice={left} | -"


def test_d13_the_seat_stays_in_the_pass_and_gets_another_turn() -> None:
    table = at(GROUP, FAILED).play(0, "back b2").play(1, "1a2")
    assert table.deciding == (0,)
    assert table.moves(0) == {"3b2"}


def test_d13_a_seat_may_reroll_again_on_its_next_turn() -> None:
    table = at(GROUP, FAILED).play(0, "back c2").play(1, "3b2").play(0, "4c2").play(1, "1a2")
    assert table.moves(0) == {"reroll", "out"}
    assert table.play(0, "reroll").chance.purpose == "reroll"


def test_d13_without_a_die_nothing_happens_and_the_next_seat_follows() -> None:
    table = start(GROUP, 2).reveal("2244555").play(0, "reroll").reveal("2224455")
    assert table.position == "dizzle/t pass=1 place turn=1 pool=2224455 | - | -"


def test_d13_without_a_die_the_seat_still_stays_in() -> None:
    table = start(GROUP, 3).reveal("2244555555").play(0, "reroll").reveal("2222244455")
    table.play(1, "reroll").reveal("1113336666").play(1, "1a2").play(2, "1a2")
    assert table.deciding == (0,)
    assert table.moves(0) == {"1a2", "3b2", "6c1"}


@pytest.mark.parametrize("move", ["reroll", "out"])
def test_d13_the_penalty_cannot_be_avoided(move: str) -> None:
    assert at(GROUP, FAILED).refused(0, move) == "D13"


def test_d13_only_an_own_die_can_go_back() -> None:
    table = at(GROUP, "pass=1 rerolled turn=0 pool=1355 | dice=a2b2 | dice=c1")
    assert table.moves(0) == {"back a2", "back b2"}
    assert table.refused(0, "back c1") == "D13"
    assert table.refused(0, "back a1") == "D13"


def test_d13_no_die_goes_back_without_a_failed_reroll() -> None:
    assert at(GROUP, STUCK.format("place")).refused(0, "back a2") == "D13"
    assert at(GROUP, "pass=1 place turn=0 pool=1266 | dice=a2b2c2 | -").refused(0, "back a2") == "D13"


def test_d13_a_cell_given_back_is_free_again_for_its_owner() -> None:
    table = at(GROUP, "pass=1 rerolled turn=0 pool=1115 | dice=a2b2c2 | -").play(0, "back a2")
    assert table.play(1, "1a2").moves(0) == {"1a2"}


# D14: torn apart -----------------------------------------------------------------------------------
def test_d14_a_return_may_tear_the_group_apart() -> None:
    table = at(GROUP, FAILED).play(0, "back b2")
    assert "dice=a2c2 " in table.position


def test_d14_later_dice_go_beside_any_die_that_is_left() -> None:
    table = at(GROUP, "pass=1 place turn=0 pool=23566 | dice=a2c2 | -")
    assert table.moves(0) == {"3b2", "6a3", "6c1", "2d2", "6c3"}
    assert table.refused(0, "2b3") == "D8"


def test_d14_a_die_that_touches_no_cross_any_more_stays() -> None:
    table = at(GROUP, "pass=1 place turn=1 pool=135555 | dice=c2 out | -")
    table.play(1, "1a2")
    assert table.position == "dizzle/t pass=2 roll | x=c2 | x=a2"


# D15: dropping out ---------------------------------------------------------------------------------
def test_d15_a_seat_that_dropped_out_is_passed_over() -> None:
    table = start(GROUP, 3).reveal("2244555555").play(0, "out")
    assert table.position == "dizzle/t pass=1 place turn=1 pool=2244555555 | out | - | -"
    table.play(1, "reroll").reveal("1111333666").play(1, "1a2").play(2, "1a2")
    assert table.deciding == (1,)


def test_d15_it_takes_no_die_until_the_pass_ends() -> None:
    table = at(GROUP, "pass=1 place turn=1 pool=1111333666 | out | - | -")
    assert table.moves(0) == set()
    assert table.refused(0, "1a2") == "D15"
    assert table.refused(0, "reroll") == "D15"


def test_d15_its_dice_stay_and_become_crosses() -> None:
    table = at(GROUP, STUCK.format("place")).play(0, "out")
    assert table.position == "dizzle/t pass=1 place turn=1 pool=1355 | dice=a2b2c2 out | -"
    assert table.play(1, "1a2").position == "dizzle/t pass=2 roll | x=a2b2c2 | x=a2"


def test_d15_the_next_pass_has_everybody_in_again() -> None:
    table = at(GROUP, "pass=1 place turn=1 pool=555555 | dice=a2 out | -").play(1, "out")
    assert table.position == "dizzle/t pass=2 roll | x=a2 | -"
    table.reveal("1112223").play(1, "1a2")
    assert table.deciding == (0,)
