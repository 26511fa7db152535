"""D5-D10: taking a die and placing it."""

from __future__ import annotations

import pytest

from tests.rules.dizzle.drawing import at, sheet, start

CHAIN = sheet("""
grid = '''
4    6    2    5
1    x    3    6
2    4    5    1
'''
""")

POCKETS = sheet("""
grid = '''
2    x    4    x    3
1    x    x    x    5
x    6    .    1    x
'''
""")
"""Two cells at the left enclosed together; c1, b3 and d3 enclosed each on its own."""


# D5: one die, one cell, the same number ------------------------------------------------------------
def test_d5_a_seat_takes_one_die_and_the_next_seat_follows_clockwise() -> None:
    table = start(CHAIN, 3).reveal("1112233446")
    for seat in (0, 1, 2, 0):
        assert table.deciding == (seat,)
        table.play(seat, sorted(table.moves(seat))[0])


def test_d5_the_start_player_of_the_pass_begins() -> None:
    assert at(CHAIN, "pass=3 roll | - | - | -").reveal("1112233446").deciding == (2,)


def test_d5_a_taken_die_leaves_the_pool_and_lies_on_the_own_sheet_only() -> None:
    table = start(CHAIN, 2).reveal("1223456").play(0, "3c2")
    assert table.position == "dizzle/t pass=1 place turn=1 pool=122456 | dice=c2 | -"


def test_d5_another_seat_has_to_wait_for_its_turn() -> None:
    table = start(CHAIN, 2).reveal("1223456")
    assert table.moves(1) == set()
    assert table.refused(1, "3c2") == "D5"
    assert table.refused(1, "out") == "D5"
    assert table.refused(1, "reroll") == "D5"


def test_d5_the_number_of_the_cell_must_be_that_of_the_die() -> None:
    assert start(CHAIN, 2).reveal("1223456").refused(0, "5c2") == "D5"


def test_d5_the_die_must_lie_in_the_pool() -> None:
    assert start(CHAIN, 2).reveal("1112222").refused(0, "3c2") == "D5"


def test_d5_equal_dice_are_one_choice() -> None:
    assert start(CHAIN, 2).reveal("1111111").moves(0) == {"1a2"}


@pytest.mark.parametrize("move", ["lava c2", "planet c2", "rail c2 NS"])
def test_d5_placing_is_no_time_for_other_choices(move: str) -> None:
    named = {"lava": "D35", "planet": "D22", "rail": "D37"}[move.split()[0]]
    assert start(CHAIN, 2).reveal("1223456").refused(0, move) == named


# D6: the cell must be free -------------------------------------------------------------------------
def test_d6_a_start_cross_takes_no_die() -> None:
    assert start(CHAIN, 2).reveal("1223456").refused(0, "3b2") == "D6"


def test_d6_a_crossed_cell_takes_no_die() -> None:
    table = at(CHAIN, "pass=2 place turn=1 pool=1223456 | - | x=c2")
    assert "3c2" not in table.moves(1)
    assert table.refused(1, "3c2") == "D6"


def test_d6_a_cell_with_a_die_takes_no_second_one() -> None:
    table = at(CHAIN, "pass=1 place turn=0 pool=223356 | dice=c2 | -")
    assert table.moves(0) == {"2c1", "6d2", "5c3"}
    assert table.refused(0, "3c2") == "D6"


OBSTACLES = sheet("""
grid = '''
x    1b   2
v    3    o
4lc  5    6kc
'''
[points]
bomb = -2
""")
"""In b2 a die touches a bomb, a volcano, an unnumbered planet and a plain 5."""


def test_d6_an_exploded_cell_takes_no_die() -> None:
    table = at(OBSTACLES, "pass=2 place turn=0 pool=1234566 | x=b2 lost=b1 | x=b1")
    assert table.moves(0) == {"5b3"}
    assert table.refused(0, "1b1") == "D6"


def test_d6_a_volcano_takes_no_die() -> None:
    table = at(OBSTACLES, "pass=1 place turn=0 pool=1123456 | - | -")
    assert table.moves(0) == {"1b1"}
    assert table.refused(0, "4a2") == "D6"


def test_d6_an_unnumbered_planet_takes_no_die() -> None:
    table = at(OBSTACLES, "pass=1 place turn=0 pool=12456 | dice=b2 | dice=b1")
    assert table.moves(0) == {"1b1", "5b3"}
    assert table.refused(0, "2c2") == "D6"


def test_d6_the_occupied_cell_is_named_before_the_wrong_number() -> None:
    assert at(CHAIN, "pass=2 place turn=1 pool=1223456 | - | x=c2").refused(1, "5c2") == "D6"


# D7: the first die ---------------------------------------------------------------------------------
def test_d7_the_first_die_goes_beside_a_start_cross() -> None:
    table = start(CHAIN, 2).reveal("1223456")
    assert table.moves(0) == {"6b1", "1a2", "3c2", "4b3"}
    assert table.refused(0, "2c1") == "D7"


def test_d7_never_diagonally() -> None:
    assert start(CHAIN, 2).reveal("1223456").refused(0, "5c3") == "D7"
    assert start(CHAIN, 2).reveal("1223456").refused(0, "4a1") == "D7"


def test_d7_every_cross_of_earlier_passes_counts() -> None:
    table = at(CHAIN, "pass=3 place turn=0 pool=1123456 | x=c2d2 | -")
    assert table.moves(0) == {"6b1", "1a2", "4b3", "2c1", "5c3", "5d1", "1d3"}


def test_d7_the_crosses_of_others_do_not_count() -> None:
    assert at(CHAIN, "pass=3 place turn=0 pool=1112225 | - | x=c2d2").moves(0) == {"1a2"}


def test_d7_rows_do_not_wrap_around_the_edge() -> None:
    table = at(CHAIN, "pass=2 place turn=1 pool=1222256 | - | x=c2d2d1")
    assert "2a3" not in table.moves(1)
    assert table.refused(1, "2a3") == "D7"


def test_d7_a_seat_whose_dice_all_went_back_begins_again_beside_a_cross() -> None:
    table = at(CHAIN, "pass=1 rerolled turn=0 pool=1111 | dice=c2 | dice=a2a3").play(0, "back c2")
    table.play(1, "reroll").reveal("33336").play(1, "back a3")
    assert "dice" not in table.position.split("|")[1]
    assert table.moves(0) == {"3c2", "6b1"}


# D8: the next dice ---------------------------------------------------------------------------------
def test_d8_further_dice_go_beside_own_dice_only() -> None:
    table = at(CHAIN, "pass=1 place turn=0 pool=122456 | dice=c2 | -")
    assert table.moves(0) == {"2c1", "6d2", "5c3"}
    assert table.refused(0, "1a2") == "D8"
    assert table.refused(0, "4b3") == "D8"


def test_d8_beside_any_die_not_only_the_last() -> None:
    table = at(CHAIN, "pass=1 place turn=0 pool=1456 | dice=c2c1 | dice=b3")
    assert table.moves(0) == {"6b1", "5d1", "6d2", "5c3"}


def test_d8_the_chain_of_the_example_3_2_5_6() -> None:
    table = start(CHAIN, 2).reveal("1223456")
    table.play(0, "3c2").play(1, "4b3")
    table.play(0, "2c1").play(1, "2a3")
    table.play(0, "5d1").play(1, "1a2")
    assert table.moves(0) == {"6b1", "6d2"}
    table.play(0, "6b1")
    assert table.position == "dizzle/t pass=2 roll | x=b1c1d1c2 | x=a2a3b3"


def test_d8_dice_of_others_are_no_neighbours() -> None:
    table = at(CHAIN, "pass=1 place turn=1 pool=12256 | dice=b3 | dice=c2")
    assert table.moves(1) == {"2c1", "6d2", "5c3"}


# D9: enclosed --------------------------------------------------------------------------------------
def test_d9_free_cell_without_die_does_not_enclose() -> None:
    table = at(POCKETS, "pass=1 place turn=0 pool=344566 | dice=a1 | -")
    assert table.moves(0) == {"reroll", "out"}
    assert table.refused(0, "4c1") == "D8"


def test_d9_enclosed_by_crosses_and_the_edge_a_seat_jumps() -> None:
    table = at(POCKETS, "pass=1 place turn=0 pool=13456 | dice=a1a2 | -")
    assert table.moves(0) == {"4c1", "3e1", "5e2", "6b3", "1d3"}


def test_d9_jumps_may_repeat_as_in_the_example() -> None:
    table = start(POCKETS, 2).reveal("1123456")
    table.play(0, "2a1").play(1, "6b3")
    assert table.moves(0) == {"1a2"}
    table.play(0, "1a2").play(1, "1d3")
    assert table.moves(0) == {"4c1", "3e1", "5e2"}
    table.play(0, "4c1").play(1, "3e1")
    assert table.moves(0) == {"5e2"}
    assert table.play(0, "5e2").position == "dizzle/t pass=2 roll | x=a1c1a2e2 | x=e1b3d3"


def test_d9_after_a_jump_the_new_group_has_to_be_continued() -> None:
    table = at(POCKETS, "pass=1 place turn=0 pool=1456 | dice=a1a2e1 | -")
    assert table.moves(0) == {"5e2"}
    assert table.refused(0, "4c1") == "D8"


def test_d9_one_group_with_a_free_neighbour_forbids_the_jump_of_the_other() -> None:
    table = at(POCKETS, "pass=1 place turn=0 pool=13466 | dice=c1e2 | -")
    assert table.moves(0) == {"3e1"}
    assert table.refused(0, "6b3") == "D8"


FAR = sheet("""
grid = '''
1    x    2    3
'''
""")


def test_d9_a_jump_must_land_beside_a_cross() -> None:
    table = at(FAR, "pass=1 place turn=0 pool=223344 | dice=a1 | -")
    assert table.moves(0) == {"2c1"}
    assert table.refused(0, "3d1") == "D9"


CAGE = sheet("""
grid = '''
x    1    2
6    3b   o
v    4lc  5kc
'''
[points]
bomb = -2
""")
"""Around the bomb b2: a 1, a 6, an unnumbered planet and a lock."""


@pytest.mark.parametrize(
    ("sections", "moves"),
    [
        ("x=a2b1 dice=b2 | -", {"2c1"}),  # crosses, the planet, the closed lock
        ("x=a2b1c3 dice=b2 | -", {"4b3"}),  # the key was crossed before: the lock is a free cell
        ("x=b1 lava=a2 dice=b2 | -", {"2c1"}),  # lava
        ("x=c1 lost=b2 dice=b1 | x=b2", {"6a2"}),  # the exploded bomb below
    ],
)
def test_d9_what_counts_as_an_obstacle(sections: str, moves: set[str]) -> None:
    table = at(CAGE, f"pass=5 place turn=0 pool=123456 | {sections}")
    assert table.moves(0) == moves


def test_d9_gaps_in_the_grid_enclose() -> None:
    table = at(POCKETS, "pass=1 place turn=0 pool=124555 | dice=b3 | -")
    assert table.moves(0) == {"1a2", "2a1", "4c1", "5e2", "1d3"}


# D10: who can must ---------------------------------------------------------------------------------
def test_d10_a_seat_that_can_place_must_not_reroll_or_drop_out() -> None:
    table = start(CHAIN, 2).reveal("1222222")
    assert table.moves(0) == {"1a2"}
    assert table.refused(0, "reroll") == "D10"
    assert table.refused(0, "out") == "D10"


def test_d10_the_seat_chooses_freely_among_what_fits() -> None:
    assert start(CHAIN, 2).reveal("1134666").moves(0) == {"1a2", "3c2", "4b3", "6b1"}


def test_d10_a_heap_has_to_be_taken_if_nothing_else_fits() -> None:
    heap = sheet("grid = '''\nx 3h 4\n'''\n[points]\nheap = -2\n")
    table = start(heap, 2).reveal("3555555")
    assert table.moves(0) == {"3b1"}
    assert table.refused(0, "out") == "D10"
