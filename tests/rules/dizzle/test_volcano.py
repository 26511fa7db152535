"""D35, D36: volcanoes and lava."""

from __future__ import annotations

import pytest

from tests.rules.dizzle.drawing import at, dice_awaited, sheet, start

SLOPE = sheet("""
grid = '''
1    1    3    5
2    v    1    4
1    6    2    x
5    1    4    3
'''
""")
"""Around the volcano b2: 1, 2, 1, 6."""


# D35: the volcano's die ----------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_d35_before_every_roll_one_die_is_rolled_for_the_volcano(seats: int) -> None:
    table = start(SLOPE, seats)
    assert table.chance.purpose == "volcano"
    assert dice_awaited(table) == 1
    assert table.reveal("3").chance.purpose == "roll"


def test_d35_in_every_pass_anew() -> None:
    table = at(SLOPE, "pass=1 place turn=1 pool=666666 | dice=d2 out | -").play(1, "out")
    assert table.position == "dizzle/t pass=2 volcano | x=d2 | -"


def test_d35_a_sheet_without_volcano_begins_with_the_roll() -> None:
    assert start(sheet("grid = '''\nx 1\n'''\n"), 2).chance.purpose == "roll"


def test_d35_every_seat_turns_a_cell_of_the_number_into_lava() -> None:
    table = start(SLOPE, 3).reveal("6")
    assert table.position == "dizzle/t pass=1 flow=6 | - | - | -"
    assert table.deciding == (0, 1, 2)
    for seat in (2, 0, 1):
        assert table.moves(seat) == {"lava b3"}
        table.play(seat, "lava b3")
    assert table.position == "dizzle/t pass=1 roll | lava=b3 | lava=b3 | lava=b3"


def test_d35_its_own_choice_if_there_are_several() -> None:
    table = start(SLOPE, 2).reveal("1")
    assert table.moves(0) == table.moves(1) == {"lava b1", "lava c2"}
    table.play(0, "lava b1").play(1, "lava c2")
    assert table.position == "dizzle/t pass=1 roll | lava=b1 | lava=c2"


def test_d35_nothing_if_there_is_none() -> None:
    assert start(SLOPE, 2).reveal("5").position == "dizzle/t pass=1 roll | - | -"


def test_d35_lava_flows_on_from_lava_and_never_diagonally() -> None:
    table = at(SLOPE, "pass=2 flow=1 | lava=a2 | lava=b3")
    assert table.moves(0) == {"lava b1", "lava c2", "lava a1", "lava a3"}
    assert table.moves(1) == {"lava b1", "lava c2", "lava a3", "lava b4"}


def test_d35_the_example_of_the_players_a_and_b() -> None:
    table = at(SLOPE, "pass=4 volcano | x=a1c2a3b4 lava=b1a2b3 | x=b4 lava=a2a3b3").reveal("1")
    assert table.deciding == (1,)
    assert table.moves(0) == set()
    assert table.moves(1) == {"lava b1", "lava c2", "lava a1"}
    assert table.refused(0, "lava a1") == "D35"
    assert table.play(1, "lava a1").position.startswith("dizzle/t pass=4 roll")


def test_d35_the_choice_must_be_made() -> None:
    table = start(SLOPE, 2).reveal("1")
    for move in ("out", "reroll", "1b1", "planet b1", "rail b1 NS", "back b1"):
        assert table.refused(0, move) == "D35"


def test_d35_wrong_cells() -> None:
    table = start(SLOPE, 2).reveal("1")
    assert table.refused(0, "lava a2") == "D35", "another number"
    assert table.refused(0, "lava a1") == "D35", "beside no volcano"
    assert table.refused(0, "lava b2") == "D35", "the volcano itself"


def test_d35_one_cell_each_and_not_two() -> None:
    table = start(SLOPE, 2).reveal("1").play(0, "lava b1")
    assert table.deciding == (1,)
    assert table.moves(0) == set()
    assert table.refused(0, "lava c2") == "D35"


def test_d35_all_at_the_same_time_and_hidden() -> None:
    here, there = start(SLOPE, 2).reveal("1"), start(SLOPE, 2).reveal("1")
    here.play(0, "lava b1")
    there.play(0, "lava c2")
    assert here.view(1).position == there.view(1).position
    assert here.view(1).moves(1) == {"lava b1", "lava c2"}
    assert "pick=b1" in here.position


def test_d35_nobody_acts_before_the_volcano() -> None:
    assert start(SLOPE, 2).refused(0, "4d2") == "D35"
    assert start(SLOPE, 2).refused(1, "lava b1") == "D35"


SPECIAL = sheet("""
grid = '''
.    2lc  .    3b   .
2b   v    2kc  v    3f1
.    2h   .    3o   .
x    1    4    1    x
'''
[points]
bomb = -3
heap = -2
flags = [[10, 6, 3, 1]]
""")


def test_d35_special_cells_and_closed_locks_qualify() -> None:
    table = start(SPECIAL, 2).reveal("2")
    assert table.moves(0) == {"lava b1", "lava a2", "lava c2", "lava b3"}
    assert start(SPECIAL, 2).reveal("3").moves(0) == {"lava d1", "lava e2", "lava d3"}


def test_d35_exploded_cells_do_not_qualify() -> None:
    table = at(SPECIAL, "pass=3 flow=2 | lost=a2 | x=a2")
    assert table.moves(0) == {"lava b1", "lava c2", "lava b3"}
    assert table.refused(0, "lava a2") == "D35"


def test_d35_a_cell_without_number_never_becomes_lava() -> None:
    void = sheet("grid = '''\nx 1 v o 2\n'''\n")
    assert start(void, 2).reveal("2").chance.purpose == "roll"
    assert start(void, 2).reveal("1").moves(0) == {"lava b1"}
    assert start(void, 2).reveal("1").refused(0, "lava d1") == "D35"


# D36: what lava does -------------------------------------------------------------------------------
def test_d36_lava_takes_no_die() -> None:
    table = at(SLOPE, "pass=2 place turn=1 pool=1112344 | lava=c2 | x=c3 lava=c2")
    assert table.moves(1) == {"4d2", "3d4", "4c4"}
    assert table.refused(1, "1c2") == "D36"


def test_d36_lava_is_named_before_a_wrong_number() -> None:
    assert at(SLOPE, "pass=2 place turn=1 pool=1112344 | - | lava=c2").refused(1, "4c2") == "D36"


def test_d36_lava_never_flows_onto_a_cross() -> None:
    table = at(SLOPE, "pass=3 flow=1 | x=b1c2 lava=a2 | -")
    assert table.moves(0) == {"lava a1", "lava a3"}
    assert table.refused(0, "lava b1") == "D36"


def test_d36_lava_never_flows_twice_onto_a_cell() -> None:
    table = at(SLOPE, "pass=3 flow=1 | lava=b1 | -")
    assert table.moves(0) == {"lava c2", "lava a1"}
    assert table.refused(0, "lava b1") == "D35"


def test_d36_crosses_can_stop_the_stream() -> None:
    table = at(SLOPE, "pass=3 volcano | x=b1a2c2b3 | x=b1a2c2b3").reveal("1")
    assert table.chance.purpose == "roll"


def test_d36_lava_spoils_rows_columns_areas_and_puzzles() -> None:
    spoiled = sheet("""
grid = '''
x    1pa  2pa  v
x    3    4    5
'''
areas = '''
.    A    A    .
.    .    .    .
'''
[rows]
2 = 4
[columns]
c = 6
[points]
puzzles = { a = 5 }
areas = { A = 3 }
""")
    table = at(spoiled, "pass=5 roll | x=b1c1b2c2 | x=b1b2c2d2 lava=c1")
    assert {line.key: line.points for line in table.score[0].lines} == {"arrows": 6, "puzzles": 5, "areas": 3}
    assert {line.key: line.points for line in table.score[1].lines} == {"arrows": 4, "puzzles": 0, "areas": 0}


def test_d36_lava_on_a_key_leaves_its_lock_closed() -> None:
    table = at(SPECIAL, "pass=4 place turn=1 pool=1112344 | lava=c2 | x=b3b4 lava=c2")
    assert table.refused(1, "2b1") == "D24"


def test_d36_lava_encloses() -> None:
    table = at(SLOPE, "pass=2 place turn=1 pool=124455 | - | x=c3 dice=d2 lava=c2")
    assert table.moves(1) == {"5d1"}
