"""D20-D23: bombs, flags, rockets, and choices made by all at once."""

from __future__ import annotations

import pytest

from tests.rules.dizzle.drawing import at, sheet

BOMB = sheet("""
grid = '''
x    3b   1
2    4    5b
'''
[points]
bomb = -3
""")

BOMB_BY_A_VOLCANO = sheet("""
grid = '''
x    3b   v
2    4    5
'''
[points]
bomb = -3
""")


# D20: bombs ----------------------------------------------------------------------------------------
def test_d20_the_bomb_of_all_others_explodes() -> None:
    table = at(BOMB, "pass=1 place turn=2 pool=666666666 | dice=b1 out | out | -").play(2, "out")
    assert table.position == "dizzle/t pass=2 roll | x=b1 | lost=b1 | lost=b1"


def test_d20_bomb_crossed_by_two_of_three_explodes_for_the_third() -> None:
    table = at(BOMB, "pass=1 place turn=2 pool=66666666 | dice=b1 out | dice=b1 out | -").play(2, "out")
    assert table.position == "dizzle/t pass=2 roll | x=b1 | x=b1 | lost=b1"


def test_d20_bomb_crossed_by_all_explodes_for_nobody() -> None:
    table = at(BOMB, "pass=1 place turn=1 pool=66666 | dice=b1 out | dice=b1").play(1, "out")
    assert table.position == "dizzle/t pass=2 roll | x=b1 | x=b1"


def test_d20_a_bomb_that_nobody_crossed_stays() -> None:
    table = at(BOMB, "pass=1 place turn=1 pool=66666 | dice=a2 out | dice=a2").play(1, "out")
    assert table.position == "dizzle/t pass=2 roll | x=a2 | x=a2"


def test_d20_each_bomb_for_itself() -> None:
    table = at(BOMB, "pass=1 place turn=1 pool=666 | dice=b1c1 out | dice=b2c2").play(1, "out")
    assert table.position == "dizzle/t pass=2 roll | x=b1c1 lost=c2 | x=b2c2 lost=b1"


def test_d20_it_explodes_at_the_end_of_the_pass_and_not_before() -> None:
    table = at(BOMB, "pass=1 place turn=1 pool=136666 | dice=b1 | -")
    assert table.moves(1) == {"3b1"}


def test_d20_a_bomb_whose_die_was_given_back_explodes_for_nobody() -> None:
    table = at(BOMB, "pass=1 rerolled turn=1 pool=666666 | out | dice=b1").play(1, "back b1")
    assert table.position == "dizzle/t pass=2 roll | - | -"


def test_d20_an_exploded_cell_is_lost_for_the_game_and_counts_minus() -> None:
    table = at(BOMB, "pass=2 roll | x=b1 | lost=b1").reveal("2223333")
    assert table.moves(1) == {"2a2"}
    assert table.refused(1, "3b1") == "D6"
    assert [score["bombs"] for score in table.score] == [0, -3]


def test_d20_a_bomb_under_lava_stays_lava_and_counts_nothing() -> None:
    position = "pass=1 place turn=1 pool=666666 | dice=b1 out | lava=b1"
    table = at(BOMB_BY_A_VOLCANO, position).play(1, "out")
    assert table.position == "dizzle/t pass=2 volcano | x=b1 | lava=b1"
    assert table.score[1]["bombs"] == 0


# D21: flags ----------------------------------------------------------------------------------------
FLAGS = sheet("""
grid = '''
x    3f1  1
2f2  4    5
'''
[points]
flags = [[10, 6, 3, 1], [10, 6, 3, 1]]
""")


def test_d21_the_first_to_reach_the_flag_gets_the_highest_value() -> None:
    table = at(FLAGS, "pass=1 place turn=1 pool=666666 | dice=b1 out | -").play(1, "out")
    assert table.position == "dizzle/t pass=2 roll | x=b1 flags=1:10 | -"
    assert [score["flags"] for score in table.score] == [10, 0]


def test_d21_the_next_gets_the_second_value() -> None:
    position = "pass=2 place turn=0 pool=666666 | x=b1 flags=1:10 | dice=b1 out"
    table = at(FLAGS, position).play(0, "out")
    assert table.position == "dizzle/t pass=3 roll | x=b1 flags=1:10 | x=b1 flags=1:6"


def test_d21_two_at_once_get_ten_each_and_ten_and_six_are_struck() -> None:
    position = "pass=1 place turn=2 pool=66666666 | dice=b1 out | dice=b1 out | -"
    table = at(FLAGS, position).play(2, "out")
    assert table.position == "dizzle/t pass=2 roll | x=b1 flags=1:10 | x=b1 flags=1:10 | -"
    later = at(
        FLAGS, "pass=2 place turn=1 pool=666666666 | x=b1 flags=1:10 out | x=b1 flags=1:10 | dice=b1 out"
    ).play(1, "out")
    assert [score["flags"] for score in later.score] == [10, 10, 3]


def test_d21_three_at_once_strike_three_values() -> None:
    seats = "x=b1 flags=1:10 out | x=b1 flags=1:10 out | x=b1 flags=1:10"
    table = at(FLAGS, f"pass=3 place turn=2 pool={'6' * 12} | {seats} | dice=b1 out").play(2, "out")
    assert [score["flags"] for score in table.score] == [10, 10, 10, 1]


def test_d21_two_late_ones_share_the_value_left() -> None:
    seats = "x=b1 flags=1:10 out | dice=b1 out | dice=b1 out"
    table = at(FLAGS, f"pass=2 place turn=3 pool={'6' * 11} | {seats} | -").play(3, "out")
    assert [score["flags"] for score in table.score] == [10, 6, 6, 0]


def test_d21_flags_of_different_colours_are_separate() -> None:
    table = at(FLAGS, "pass=1 place turn=1 pool=66666 | dice=b1 out | dice=a2").play(1, "out")
    assert table.position == "dizzle/t pass=2 roll | x=b1 flags=1:10 | x=a2 flags=2:10"


def test_d21_both_flags_add_up_on_one_line() -> None:
    table = at(FLAGS, "pass=3 roll | x=b1a2 flags=1:10,2:6 | x=a2 flags=2:10")
    assert [score["flags"] for score in table.score] == [16, 10]


def test_d21_a_die_on_the_flag_is_no_point_yet() -> None:
    assert at(FLAGS, "pass=1 place turn=1 pool=666666 | dice=b1 out | -").score[0]["flags"] == 0


def test_d21_more_seats_than_values_later_ones_get_nothing() -> None:
    short = sheet("grid = '''\nx 3f1 1\n'''\n[points]\nflags = [[10, 6]]\n")
    seats = "x=b1 flags=1:10 out | x=b1 flags=1:10 | dice=b1 out"
    table = at(short, f"pass=2 place turn=1 pool=666666666 | {seats}").play(1, "out")
    assert [score["flags"] for score in table.score] == [10, 10, 0]


# D22: rockets --------------------------------------------------------------------------------------
SPACE = sheet("""
grid = '''
x    3r   6    .    o
2r   4    5    .    2
1    1    3o   .    6
'''
[rows]
3 = 8
[columns]
e = 5
""")
"""The right column can be reached only by rocket to e1; c3 by die as well."""

LAUNCHED = "pass=1 place turn=1 pool=444666 | dice=b1 out | -"


def test_d22_a_rocket_crosses_a_planet_of_the_seats_choice() -> None:
    table = at(SPACE, LAUNCHED).play(1, "out")
    assert table.position == "dizzle/t pass=1 planets | x=b1 rockets=1 | -"
    assert table.deciding == (0,)
    assert table.moves(0) == {"planet e1", "planet c3"}
    assert table.play(0, "planet e1").position == "dizzle/t pass=2 roll | x=b1e1 | -"


def test_d22_two_rockets_cross_two_planets() -> None:
    table = at(SPACE, "pass=1 place turn=1 pool=44666 | dice=b1a2 out | -").play(1, "out")
    table.play(0, "planet c3")
    assert table.deciding == (0,)
    assert table.moves(0) == {"planet e1"}
    assert table.refused(0, "planet c3") == "D22"
    assert table.play(0, "planet e1").position == "dizzle/t pass=2 roll | x=b1e1a2c3 | -"


def test_d22_without_a_planet_left_nothing_happens() -> None:
    position = "pass=3 place turn=1 pool=444666 | x=e1c3 dice=b1 out | -"
    assert at(SPACE, position).play(1, "out").position == "dizzle/t pass=4 roll | x=b1e1c3 | -"


def test_d22_two_rockets_with_one_planet_left_owe_one() -> None:
    table = at(SPACE, "pass=3 place turn=1 pool=44666 | x=e1 dice=b1a2 out | -").play(1, "out")
    assert table.position == "dizzle/t pass=3 planets | x=b1e1a2 rockets=1 | -"
    assert table.play(0, "planet c3").chance.purpose == "roll"


def test_d22_a_planet_crossed_by_die_in_the_same_pass_is_no_choice_any_more() -> None:
    table = at(SPACE, "pass=3 place turn=1 pool=44666 | x=b3 dice=b1c3 out | -").play(1, "out")
    assert table.moves(0) == {"planet e1"}


def test_d22_a_numbered_planet_takes_a_die_and_launches_nothing() -> None:
    table = at(SPACE, "pass=3 place turn=0 pool=3333333 | x=b3 | out")
    assert table.moves(0) == {"3b1", "3c3"}
    assert table.play(0, "3c3").position == "dizzle/t pass=4 roll | x=b3c3 | -"


def test_d22_an_unnumbered_planet_is_reached_by_rocket_only() -> None:
    table = at(SPACE, "pass=3 place turn=0 pool=2666666 | x=e2 | -")
    assert table.refused(0, "2e1") == "D6"


def test_d22_from_the_planet_the_next_pass_goes_on() -> None:
    table = at(SPACE, "pass=3 place turn=0 pool=2222222 | x=b1e1 | -")
    assert table.moves(0) == {"2e2", "2a2"}


def test_d22_the_cross_on_a_planet_counts_in_rows_and_columns() -> None:
    table = at(SPACE, "pass=3 planets | x=b1e2a3b3c3e3 rockets=1 | -")
    assert table.score[0]["arrows"] == 8
    assert table.play(0, "planet e1").score[0]["arrows"] == 13


@pytest.mark.parametrize(
    "move", ["planet c1", "planet b1", "planet a1", "out", "4b2", "lava e1", "rail e1 NS"]
)
def test_d22_nothing_but_an_uncrossed_planet(move: str) -> None:
    assert at(SPACE, "pass=1 planets | x=b1 rockets=1 | -").refused(0, move) == "D22"


def test_d22_a_crossed_planet_is_none_to_choose() -> None:
    table = at(SPACE, "pass=3 planets | x=b1e1 rockets=1 | -")
    assert table.moves(0) == {"planet c3"}
    assert table.refused(0, "planet e1") == "D22"


def test_d22_a_seat_without_a_rocket_has_nothing_to_choose() -> None:
    table = at(SPACE, "pass=1 planets | x=b1 rockets=1 | -")
    assert table.moves(1) == set()
    assert table.refused(1, "planet e1") == "D22"


def test_d22_a_planet_under_lava_is_lost() -> None:
    hot = sheet("grid = '''\nx 3r 2o v\n1 4 5o 6\n'''\n")
    table = at(hot, "pass=2 place turn=0 pool=666666 | lava=c1 dice=b1 | out").play(0, "out")
    assert table.moves(0) == {"planet c2"}
    assert table.refused(0, "planet c1") == "D22"


# D23: all at the same time -------------------------------------------------------------------------
BOTH = "pass=2 planets | x=b1 rockets=1 | x=b1 rockets=1"


def test_d23_all_seats_choose_at_the_same_time() -> None:
    table = at(SPACE, BOTH)
    assert table.deciding == (0, 1)
    assert table.play(1, "planet e1").deciding == (0,)
    assert table.refused(1, "planet c3") == "D22"


def test_d23_the_order_of_the_seats_does_not_matter() -> None:
    one = at(SPACE, BOTH).play(0, "planet e1").play(1, "planet c3")
    other = at(SPACE, BOTH).play(1, "planet c3").play(0, "planet e1")
    assert one.position == other.position == "dizzle/t pass=3 roll | x=b1e1 | x=b1c3"


def test_d23_a_choice_stays_hidden_until_the_last_one_is_made() -> None:
    near, far = at(SPACE, BOTH).play(0, "planet c3"), at(SPACE, BOTH).play(0, "planet e1")
    assert near.view(1).position == far.view(1).position
    assert near.view(None).position == far.view(None).position
    assert near.view(0).position == near.position
    assert near.view(1).moves(1) == {"planet e1", "planet c3"}


def test_d23_bombs_and_flags_count_before_the_planets_are_chosen() -> None:
    mixed = sheet(
        "grid = '''\nx 3r 1b\n2f1 o 4\n'''\n[points]\nflags = [[10, 6, 3, 1]]\nbomb = -3\n",
    )
    table = at(mixed, "pass=1 place turn=1 pool=6666 | dice=b1c1a2 out | -").play(1, "out")
    assert table.position == "dizzle/t pass=1 planets | x=b1c1a2 flags=1:10 rockets=1 | lost=c1"
    assert [score.total for score in table.score] == [10, -3]
