"""D25-D32: the end of the game, the lines of the score pad, who wins."""

from __future__ import annotations

import pytest

from kritzel.game import NotationError
from tests.rules.dizzle.drawing import at, sheet

FOUR = sheet("""
grid = '''
x    1    2
.    3b   4
'''
[points]
bomb = -3
""")


# D25: the end --------------------------------------------------------------------------------------
def test_d25_the_game_ends_after_the_last_round() -> None:
    table = at(FOUR, "pass=12 place turn=0 pool=555555 | - | dice=b1 out").play(0, "out")
    assert table.position == "dizzle/t pass=12 over | - | x=b1"
    assert table.over.reason == "last_round"
    assert table.over.clause == "D25"


def test_d25_it_does_not_end_one_pass_earlier() -> None:
    table = at(FOUR, "pass=11 place turn=1 pool=555555 | dice=b1 out | -").play(1, "out")
    assert table.position == "dizzle/t pass=12 roll | x=b1 | -"


def test_d25_alone_it_ends_after_ten_passes() -> None:
    table = at(FOUR, "pass=10 place turn=0 pool=5555 | dice=b1").play(0, "out")
    assert table.over.reason == "last_round"


def test_d25_a_full_sheet_ends_the_game_after_the_pass() -> None:
    table = at(FOUR, "pass=3 place turn=0 pool=4556 | dice=b1c1b2 | -").play(0, "4c2")
    assert table.deciding == (1,)
    table.play(1, "out")
    assert table.over.reason == "full_sheet"
    assert table.position == "dizzle/t pass=3 over | x=b1c1b2c2 | lost=b2"


def test_d25_a_sheet_full_in_the_last_pass_ends_nothing_early() -> None:
    table = at(FOUR, "pass=12 place turn=1 pool=555 | dice=b1c1b2c2 out | -").play(1, "out")
    assert table.over.reason == "last_round"


def test_d25_full_means_crossed_or_exploded() -> None:
    table = at(FOUR, "pass=3 place turn=0 pool=555555 | x=b1c1c2 | dice=b2 out").play(0, "out")
    assert table.position == "dizzle/t pass=3 over | x=b1c1c2 lost=b2 | x=b2"
    assert table.over.reason == "full_sheet"
    assert table.over.clause == "D25"


def test_d25_full_means_crossed_or_lava() -> None:
    hot = sheet("grid = '''\nx 1 2 v\n'''\n")
    table = at(hot, "pass=3 place turn=1 pool=555555 | lava=c1 dice=b1 out | -")
    assert table.play(1, "out").over.reason == "full_sheet"


def test_d25_lava_alone_fills_a_sheet_only_at_the_end_of_the_pass() -> None:
    hot = sheet("grid = '''\nx 1 2 v\n'''\n")
    table = at(hot, "pass=3 flow=2 | x=b1 | -")
    table.play(0, "lava c1").play(1, "lava c1")
    assert table.chance.purpose == "roll"


def test_d25_a_planet_without_a_number_is_a_cell_and_the_game_goes_on() -> None:
    space = sheet("grid = '''\nx 1 o\n'''\n")
    table = at(space, "pass=1 place turn=1 pool=555555 | dice=b1 out | -").play(1, "out")
    assert table.position == "dizzle/t pass=2 roll | x=b1 | -"


def test_d25_with_such_a_planet_left_only_the_pass_ends_for_the_seat() -> None:
    space = sheet("grid = '''\nx 1 o\n'''\n")
    table = at(space, "pass=2 roll | x=b1 | -").reveal("1555555")
    assert table.deciding == (1,)
    assert table.play(1, "1b1").position == "dizzle/t pass=3 roll | x=b1 | x=b1"


def test_d25_a_sheet_with_all_planets_crossed_is_full() -> None:
    space = sheet("grid = '''\nx 1 o 2\n'''\n")
    table = at(space, "pass=2 place turn=0 pool=1255555 | x=c1d1 | out").play(0, "1b1")
    assert table.over.reason == "full_sheet"


def test_d25_a_volcano_does_not_keep_a_sheet_from_being_full() -> None:
    hot = sheet("grid = '''\nx 1 2 v\n'''\n")
    table = at(hot, "pass=3 place turn=1 pool=55555 | dice=b1c1 out | -").play(1, "out")
    assert table.over.reason == "full_sheet"


def test_d25_over_before_the_last_pass_is_no_position_while_a_planet_is_left() -> None:
    space = sheet("grid = '''\nx 1 o\n'''\n")
    with pytest.raises(NotationError, match="needs a full sheet"):
        at(space, "pass=2 over | x=b1 | -")


def test_d25_a_closed_lock_does_keep_it_from_being_full() -> None:
    locked = sheet("grid = '''\nx 1 2lc 3kc\n'''\n")
    table = at(locked, "pass=1 place turn=1 pool=555555 | dice=b1 out | -").play(1, "out")
    assert table.chance.purpose == "roll"


def test_d25_a_full_sheet_waits_for_the_planets() -> None:
    space = sheet("grid = '''\nx 1r o\n'''\n[rows]\n1 = 4\n")
    table = at(space, "pass=1 place turn=1 pool=555555 | dice=b1 out | -").play(1, "out")
    assert table.deciding == (0,)
    table.play(0, "planet c1")
    assert table.over.reason == "full_sheet"
    assert table.score[0]["arrows"] == 4


def test_d25_after_the_end_nothing_is_allowed() -> None:
    table = at(FOUR, "pass=12 over | - | x=b1")
    assert table.moves(0) == set()
    assert table.refused(0, "1b1") == "D25"
    assert table.refused(1, "out") == "D25"


# D26-D31: the lines --------------------------------------------------------------------------------
PAD = sheet("""
grid = '''
x    1g1  2g2  3g3  .
4pa  5pb  6pa  1pb  2h
3h   4b   .    5b   x
'''
areas = '''
.    .    .    A    .
.    .    .    A    .
B    .    .    .    B
'''
[rows]
1 = 9
3 = 7
[columns]
c = 5
[points]
gems = [1, 2, 3]
puzzles = { a = 8, b = 6 }
areas = { A = 4, B = 11 }
bomb = -3
heap = -2
""")


def points(crosses: str, key: str) -> int:
    section = f"x={crosses}" if crosses else "-"
    return at(PAD, f"pass=5 roll | {section} | -").score[0][key]


@pytest.mark.parametrize(("crosses", "worth"), [("", 0), ("b1", 1), ("c1", 2), ("d1", 3), ("b1c1d1", 6)])
def test_d26_each_crossed_gem_counts_the_points_of_its_colour(crosses: str, worth: int) -> None:
    assert points(crosses, "gems") == worth


def test_d26_two_gems_of_a_colour_count_twice() -> None:
    gems = sheet("grid = '''\nx 1g2 2g2\n'''\n[points]\ngems = [1, 3]\n")
    assert at(gems, "pass=3 roll | x=b1c1 | -").score[0]["gems"] == 6


def test_d26_a_gem_under_a_die_counts_nothing_yet() -> None:
    assert at(PAD, "pass=1 place turn=1 pool=555555 | dice=b1 | -").score[0]["gems"] == 0


@pytest.mark.parametrize(
    ("crosses", "worth"),
    [("b1c1", 0), ("b1c1d1", 9), ("c1c2", 5), ("c1", 0), ("b1c1d1c2", 14), ("a3b3d3", 7), ("a3d3", 0)],
)
def test_d27_arrows_count_full_rows_and_columns(crosses: str, worth: int) -> None:
    """Start crosses belong to them, gaps do not."""
    assert points(crosses, "arrows") == worth


def test_d27_an_exploded_cell_makes_the_row_unreachable() -> None:
    table = at(PAD, "pass=5 roll | x=a3d3 lost=b3 | x=b3")
    assert table.score[0]["arrows"] == 0


def test_d27_a_die_is_no_cross() -> None:
    table = at(PAD, "pass=5 place turn=0 pool=444444 | x=b1c1 dice=d1 | -")
    assert table.score[0]["arrows"] == 0


def test_d27_lava_spoils_row_and_column() -> None:
    hot = sheet("grid = '''\nx 1 2 5\nv 3 4 6\n'''\n[rows]\n1 = 5\n[columns]\nb = 3\nc = 2\n")
    table = at(hot, "pass=5 roll | x=b1c1d1b2c2 | x=b1c1d1c2 lava=b2")
    assert [score["arrows"] for score in table.score] == [10, 7]


@pytest.mark.parametrize(
    ("crosses", "worth"),
    [("a2", 0), ("a2c2", 8), ("b2d2", 6), ("a2b2", 0), ("a2b2c2", 8), ("a2b2c2d2", 14)],
)
def test_d28_a_puzzle_counts_once_all_pieces_of_its_colour_are_crossed(crosses: str, worth: int) -> None:
    assert points(crosses, "puzzles") == worth


@pytest.mark.parametrize(
    ("crosses", "worth"), [("d1", 0), ("d2", 0), ("d1d2", 4), ("a3", 11), ("a3d1d2", 15)]
)
def test_d29_an_area_counts_once_all_its_cells_are_crossed(crosses: str, worth: int) -> None:
    """Area B: a3 and the start cross e3."""
    assert points(crosses, "areas") == worth


def test_d29_lava_spoils_an_area() -> None:
    hot = sheet("grid = '''\nx 1 2 v 3\n'''\nareas = '''\n. A A . .\n'''\n[points]\nareas = { A = 4 }\n")
    table = at(hot, "pass=5 roll | x=b1 lava=c1 | x=b1c1")
    assert [score["areas"] for score in table.score] == [0, 4]


@pytest.mark.parametrize(("crosses", "worth"), [("", 0), ("e2", -2), ("a3e2", -4)])
def test_d30_each_crossed_heap_counts_minus(crosses: str, worth: int) -> None:
    assert points(crosses, "heaps") == worth


def test_d30_a_die_taken_back_off_a_heap_leaves_no_trace() -> None:
    table = at(PAD, "pass=1 rerolled turn=1 pool=666666 | out | dice=e2").play(1, "back e2")
    assert table.position == "dizzle/t pass=2 roll | - | -"
    assert table.score[1]["heaps"] == 0


def test_d30_a_die_left_on_a_heap_has_to_be_crossed() -> None:
    table = at(PAD, "pass=1 place turn=1 pool=666666 | out | dice=e2").play(1, "out")
    assert table.score[1]["heaps"] == -2


def test_d31_exploded_bombs_count_minus_and_crossed_ones_nothing() -> None:
    table = at(PAD, "pass=5 roll | x=b3 lost=d3 | x=d3 lost=b3 | lost=b3d3")
    assert [score["bombs"] for score in table.score] == [-3, -3, -6]


def test_d31_alone_each_crossed_bomb_counts_two() -> None:
    assert at(PAD, "pass=5 roll | x=b3").score[0]["bombs"] == 2
    assert at(PAD, "pass=5 roll | x=b3d3").score[0]["bombs"] == 4


def test_d31_the_total_is_the_sum_of_all_lines() -> None:
    score = at(PAD, "pass=5 roll | x=b1c1d1a2c2e2a3 lost=b3 | x=b3").score[0]
    lines = {line.key: (line.clause, line.points) for line in score.lines}
    assert lines == {
        "gems": ("D26", 6),
        "arrows": ("D27", 14),
        "puzzles": ("D28", 8),
        "areas": ("D29", 11),
        "heaps": ("D30", -4),
        "bombs": ("D31", -3),
    }
    assert score.total == 32


# D32: who wins -------------------------------------------------------------------------------------
PODIUM = sheet("""
grid = '''
x    1g1  2g2  3    4
5    6g1  1    2    3
'''
[points]
gems = [1, 2]
""")


def ranked(seats: str) -> list[tuple[int, int, str]]:
    places = at(PODIUM, f"pass=12 over | {seats}").over.ranking
    return [(place.place, place.points, place.by) for place in sorted(places, key=lambda p: p.seat)]


def test_d32_most_points_win() -> None:
    assert ranked("x=b1 | x=c1 | -") == [(2, 1, "points"), (1, 2, "points"), (3, 0, "points")]


def test_d32_a_tie_goes_to_the_fewer_crosses() -> None:
    assert ranked("x=c1d1 | x=c1") == [(2, 2, "crosses"), (1, 2, "crosses")]


def test_d32_a_tie_still_is_shared() -> None:
    assert ranked("x=c1 | x=c1 | x=b1") == [(1, 2, "shared"), (1, 2, "shared"), (3, 1, "points")]


def test_d32_exploded_cells_are_no_crosses() -> None:
    table = at(FOUR, "pass=12 over | x=b1 lost=b2 | lost=b2 | x=b1b2")
    assert table.places == (3, 2, 1)


def test_d32_crosses_part_a_tie_of_three_and_two_of_them_share() -> None:
    seats = ranked("x=c1d1 | x=b1b2 | x=c1 | x=a2")
    assert [place for place, _, _ in seats] == [2, 2, 1, 4]
    assert [by for _, _, by in seats] == ["shared", "shared", "crosses", "points"]


def test_d32_is_reached_by_play() -> None:
    table = at(PODIUM, "pass=12 place turn=1 pool=1133 | x=d1 dice=b1 out | dice=b1a2").play(1, "out")
    assert table.places == (1, 1)
