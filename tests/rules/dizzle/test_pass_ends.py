"""D16-D19: dropping out by itself, the last turn, the end of a pass."""

from __future__ import annotations

import pytest

from tests.rules.dizzle.drawing import at, sheet, start

ISLAND = sheet("""
grid = '''
x    1    .    2
'''
""")
"""After the 1 nothing can be reached any more, though the 2 is free."""

WIDE = sheet("""
grid = '''
x    1    2    3
4    5    6    1
2    3    4    5
'''
""")


# D16: no number at all could be placed -------------------------------------------------------------
def test_d16_a_seat_that_could_place_nothing_at_all_drops_out_by_itself() -> None:
    table = start(ISLAND, 3).reveal("1122334456").play(0, "1b1").play(1, "1b1")
    assert table.moves(2) == {"reroll", "out"}
    table.play(2, "reroll").reveal("11223344").play(2, "1b1")
    assert table.position == "dizzle/t pass=2 roll | x=b1 | x=b1 | x=b1"


def test_d16_a_stuck_seat_is_passed_over_and_the_others_go_on() -> None:
    table = at(ISLAND, "pass=2 roll | - | x=b1 | -").reveal("1112223334")
    assert table.position == "dizzle/t pass=2 place turn=2 pool=1112223334 | - | x=b1 out | -"


def test_d16_a_position_with_a_stuck_seat_is_carried_on() -> None:
    table = at(ISLAND, "pass=2 place turn=1 pool=1112223334 | - | x=b1 | -")
    assert table.deciding == (2,)
    assert table.refused(1, "out") == "D15"


def test_d16_a_pass_in_which_all_are_stuck_ends_at_once() -> None:
    table = at(ISLAND, "pass=2 roll | x=b1 | x=b1").reveal("1112222")
    assert table.position == "dizzle/t pass=3 roll | x=b1 | x=b1"


def test_d16_a_missing_number_is_a_choice_and_no_dropping_out() -> None:
    assert start(ISLAND, 2).reveal("2222222").moves(0) == {"reroll", "out"}


def test_d16_counts_free_cells_beside_crosses_if_the_dice_are_enclosed() -> None:
    two = sheet("grid = '''\n1 x 2\n'''\n")
    table = at(two, "pass=1 place turn=0 pool=333333 | dice=a1 | -")
    assert table.moves(0) == {"reroll", "out"}
    table = at(two, "pass=1 place turn=0 pool=33333 | dice=a1c1 | -")
    assert table.deciding == (1,)
    assert "out" in table.position.split("|")[1]


def test_d16_a_closed_lock_leaves_nothing_to_place() -> None:
    locked = sheet("grid = '''\nx 3lc . 4kc\n'''\n")
    table = start(locked, 2).reveal("3333333")
    assert table.position == "dizzle/t pass=2 roll | - | -"


def test_d16_its_dice_stay_and_are_crossed() -> None:
    table = at(ISLAND, "pass=1 place turn=1 pool=222222 | dice=b1 | -").play(1, "reroll").reveal("111111")
    assert table.play(1, "1b1").position == "dizzle/t pass=2 roll | x=b1 | x=b1"


# D17: the last turn --------------------------------------------------------------------------------
def test_d17_the_remaining_seat_takes_one_more_die_and_the_pass_ends() -> None:
    table = at(WIDE, "pass=1 place turn=1 pool=1235566 | out | -").play(1, "1b1")
    assert table.position == "dizzle/t pass=2 roll | - | x=b1"


def test_d17_begins_with_the_dropping_out_of_the_last_other_seat() -> None:
    table = at(WIDE, "pass=1 place turn=1 pool=2233366666 | out | - | -")
    assert table.moves(1) == {"reroll", "out"}
    table.play(1, "out")
    assert table.deciding == (2,)
    table.play(2, "out")
    assert table.position == "dizzle/t pass=2 roll | - | - | -"


def test_d17_two_others_left_are_no_last_turn() -> None:
    table = at(WIDE, "pass=1 place turn=1 pool=1112344466 | out | - | -").play(1, "1b1").play(2, "1b1")
    assert table.deciding == (1,)


def test_d17_a_successful_reroll_on_the_last_turn() -> None:
    table = at(WIDE, "pass=1 place turn=1 pool=333666 | out | dice=b1").play(1, "reroll").reveal("222555")
    assert table.moves(1) == {"2c1", "5b2"}
    assert table.play(1, "5b2").position == "dizzle/t pass=2 roll | - | x=b1b2"


def test_d17_a_failed_reroll_on_the_last_turn_costs_a_die_and_ends_the_pass() -> None:
    table = at(WIDE, "pass=1 place turn=1 pool=11444 | out | dice=b1c1")
    table.play(1, "reroll").reveal("11111")
    assert table.moves(1) == {"back b1", "back c1"}
    assert table.play(1, "back b1").position == "dizzle/t pass=2 roll | - | x=c1"


def test_d17_a_failed_reroll_without_a_die_ends_the_pass() -> None:
    table = at(WIDE, "pass=1 place turn=1 pool=2223333 | out | -")
    table.play(1, "reroll").reveal("2233566")
    assert table.position == "dizzle/t pass=2 roll | - | -"


def test_d17_dropping_out_on_the_last_turn_ends_the_pass() -> None:
    table = at(WIDE, "pass=1 place turn=1 pool=333666 | out | dice=b1").play(1, "out")
    assert table.position == "dizzle/t pass=2 roll | - | x=b1"


def test_d17_a_seat_stuck_on_its_last_turn_ends_the_pass() -> None:
    table = at(ISLAND, "pass=1 place turn=0 pool=222222 | - | dice=b1").play(0, "out")
    assert table.position == "dizzle/t pass=2 roll | - | x=b1"


def test_d17_follows_when_the_others_dropped_out_by_themselves() -> None:
    table = at(ISLAND, "pass=2 roll | - | x=b1").reveal("1222222")
    assert table.deciding == (0,)
    assert table.play(0, "1b1").position == "dizzle/t pass=3 roll | x=b1 | x=b1"


# D18: the end of a pass ----------------------------------------------------------------------------
def test_d18_the_pass_ends_when_every_seat_dropped_out() -> None:
    table = start(WIDE, 3).reveal("2222223333")
    for seat in (0, 1, 2):
        table.play(seat, "out")
    assert table.position == "dizzle/t pass=2 roll | - | - | -"


def test_d18_the_pass_ends_when_the_pool_is_empty() -> None:
    table = at(WIDE, "pass=1 place turn=0 pool=5 | dice=b1c1a2 | dice=b1c1d1")
    assert table.play(0, "5b2").position == "dizzle/t pass=2 roll | x=b1c1a2b2 | x=b1c1d1"


def test_d18_an_empty_pool_leaves_the_later_seats_without_a_turn() -> None:
    table = at(WIDE, "pass=1 place turn=1 pool=5 | dice=b1c1d1 | dice=b1a2 | dice=a2a3b3b2")
    table.play(1, "5b2")
    assert table.position.startswith("dizzle/t pass=2 roll")


def test_d18_the_last_die_may_be_rolled_again() -> None:
    table = at(WIDE, "pass=1 place turn=0 pool=6 | dice=b1a2a3 | dice=b1c1d1").play(0, "reroll")
    table.reveal("6").play(0, "back a3")
    assert "pool=26 " in table.position
    assert table.deciding == (1,)


# D19: crosses --------------------------------------------------------------------------------------
def test_d19_all_dice_become_crosses_and_return_to_the_pool() -> None:
    table = at(WIDE, "pass=4 place turn=1 pool=66 | x=d3 dice=b1c1b2 out | x=c3 dice=a2a3")
    table.play(1, "out")
    assert table.position == "dizzle/t pass=5 roll | x=b1c1b2d3 | x=a2a3c3"


@pytest.mark.parametrize("cell", ["b1", "c1"])
def test_d19_a_die_given_back_leaves_no_cross(cell: str) -> None:
    table = at(WIDE, "pass=1 rerolled turn=1 pool=11144 | out | dice=b1c1").play(1, f"back {cell}")
    left = {"b1": "c1", "c1": "b1"}[cell]
    assert table.position == f"dizzle/t pass=2 roll | - | x={left}"


def test_d19_the_example_of_a_pass_5_2_3_6() -> None:
    group = sheet("grid = '''\nx 5 2 3\n1 4 6 2\n'''\n")
    table = start(group, 2).reveal("1234556")
    table.play(0, "5b1").play(1, "1a2").play(0, "2c1").play(1, "4b2").play(0, "3d1").play(1, "5b1")
    assert table.moves(0) == {"6c2"}
    assert table.play(0, "6c2").position == "dizzle/t pass=2 roll | x=b1c1d1c2 | x=b1a2b2"
