"""D37-D40: rails instead of crosses, routes and stations."""

from __future__ import annotations

import pytest

from tests.rules.dizzle.drawing import at, sheet, start

PIECES = ("NS", "EW", "NE", "NW", "SE", "SW")

YARD = sheet("""
grid = '''
SE   1    5    2s3
2    3s4  4    6
6    1    3    5
'''
""")
"""One printed curve at the top left; stations on b2 (4 points) and d1 (3)."""

LOOP = "b1SW,a2NE,b2NW"
"""With the printed curve: a closed route of four cells, over the station b2."""


# D37: drawing --------------------------------------------------------------------------------------
def test_d37_at_the_end_of_a_pass_every_die_gets_a_piece() -> None:
    table = at(YARD, "pass=1 place turn=1 pool=44444 | dice=b1c1 out | -").play(1, "out")
    assert table.position == "dizzle/t pass=1 rails | dice=b1c1 | -"
    assert table.deciding == (0,)
    assert table.moves(0) == {f"rail {cell} {piece}" for cell in ("b1", "c1") for piece in PIECES}


def test_d37_cell_by_cell_in_any_order() -> None:
    table = at(YARD, "pass=1 rails | dice=b1c1 | -").play(0, "rail c1 NS")
    assert table.moves(0) == {f"rail b1 {piece}" for piece in PIECES}
    assert table.play(0, "rail b1 SW").position == "dizzle/t pass=2 roll | rails=b1SW,c1NS | -"


@pytest.mark.parametrize("piece", PIECES)
def test_d37_a_piece_need_not_continue_anything(piece: str) -> None:
    table = at(YARD, "pass=1 rails | dice=b1 | -").play(0, f"rail b1 {piece}")
    assert f"rails=b1{piece}" in table.position


def test_d37_all_seats_with_dice_draw_at_the_same_time() -> None:
    table = at(YARD, "pass=1 rails | dice=b1 | - | dice=a2")
    assert table.deciding == (0, 2)
    one = at(YARD, "pass=1 rails | dice=b1 | - | dice=a2").play(0, "rail b1 EW").play(2, "rail a2 NS")
    other = at(YARD, "pass=1 rails | dice=b1 | - | dice=a2").play(2, "rail a2 NS").play(0, "rail b1 EW")
    assert one.position == other.position == "dizzle/t pass=2 roll | rails=b1EW | - | rails=a2NS"


def test_d37_what_others_draw_is_hidden_until_all_are_done() -> None:
    here = at(YARD, "pass=1 rails | dice=b1 | dice=a2").play(0, "rail b1 EW")
    there = at(YARD, "pass=1 rails | dice=b1 | dice=a2").play(0, "rail b1 NS")
    assert here.view(1).position == there.view(1).position
    assert "pick=b1EW" in here.position
    assert here.score[0]["routes"] == 1


def test_d37_a_pass_without_dice_needs_no_drawing() -> None:
    table = start(YARD, 2).reveal("4444444").play(0, "out").play(1, "out")
    assert table.chance.purpose == "roll"


def test_d37_no_rail_without_a_die_and_none_twice() -> None:
    table = at(YARD, "pass=1 rails | dice=b1c1 | -").play(0, "rail b1 NS")
    assert table.refused(0, "rail b1 EW") == "D37"
    assert table.refused(0, "rail a2 EW") == "D37"
    assert table.refused(0, "rail a1 EW") == "D37"
    assert table.refused(1, "rail b1 EW") == "D37"
    assert table.refused(0, "out") == "D37"
    assert table.refused(0, "5c1") == "D37"


def test_d37_a_seat_that_is_done_draws_no_more() -> None:
    table = at(YARD, "pass=1 rails | dice=b1 | dice=a2").play(0, "rail b1 NS")
    assert table.deciding == (1,)
    assert table.refused(0, "rail b1 EW") == "D37"


EXAMPLE = sheet("""
grid = '''
EW   3    2    .
1    .    6    NS
4    5    1    2
'''
""")


def test_d37_the_example_four_dice_and_a_jump_when_enclosed() -> None:
    """Four rails are drawn; later a die on the 6 is enclosed by rails and the edge."""
    table = at(EXAMPLE, "pass=1 place turn=1 pool=555 | dice=b1c1a2a3 out | -").play(1, "out")
    table.play(0, "rail b1 EW", "rail c1 SW", "rail a2 NS", "rail a3 NE")
    assert table.position == "dizzle/t pass=2 roll | rails=b1EW,c1SW,a2NS,a3NE | -"
    drawn = "rails=b1EW,c1SW,a2NS,a3NE,c3EW"
    table = at(EXAMPLE, f"pass=4 place turn=0 pool=255566 | {drawn} dice=c2 | -")
    assert table.moves(0) == {"5b3", "2d3"}


# D38: a rail is a cross ----------------------------------------------------------------------------
def test_d38_the_first_die_goes_beside_a_printed_rail() -> None:
    table = start(YARD, 2).reveal("1112345")
    assert table.moves(0) == {"1b1", "2a2"}
    assert table.refused(0, "3b2") == "D7"


@pytest.mark.parametrize("piece", PIECES)
def test_d38_whatever_its_direction(piece: str) -> None:
    table = at(YARD, f"pass=3 place turn=0 pool=1112345 | rails=b1{piece} | -")
    assert table.moves(0) == {"2a2", "3b2", "5c1"}


def test_d6_a_cell_with_rail_takes_no_die() -> None:
    table = at(YARD, "pass=3 place turn=0 pool=1112345 | rails=b1NS | -")
    assert table.refused(0, "1b1") == "D6"
    assert table.refused(0, "1a1") == "D6"


def test_d38_rails_enclose_and_a_jump_lands_beside_rail() -> None:
    table = at(YARD, "pass=5 place turn=0 pool=124456 | rails=b1NS,b2EW,a3EW dice=a2 | -")
    assert table.moves(0) == {"5c1", "4c2", "1b3"}


def test_d38_a_key_with_rail_opens_its_lock() -> None:
    locked = sheet("grid = '''\nEW 1kc 2lc\n3 4 5\n'''\n")
    assert "2c1" not in at(locked, "pass=1 place turn=0 pool=234455 | dice=b1 | -").moves(0)
    assert "2c1" in at(locked, "pass=3 place turn=0 pool=2234455 | rails=b1NS | -").moves(0)


def test_d38_a_tie_goes_to_the_fewer_rails() -> None:
    open_pieces = ["b1NS", "c1NS", "d1NS", "a2NS", "b2NS", "c2NS", "d2NS", "a3NS", "b3NS", "c3NS", "d3NS"]
    plain = sheet("grid = '''\nSE 1 5 2\n2 3 4 6\n6 1 3 5\n4 . . .\n'''\n")
    table = at(plain, f"pass=12 over | rails={','.join(open_pieces)} | rails={LOOP}")
    assert [score.total for score in table.score] == [12, 12]
    assert table.places == (2, 1)
    assert {place.by for place in table.over.ranking} == {"crosses"}


def test_d38_a_sheet_full_of_rails_ends_the_game() -> None:
    tiny = sheet("grid = '''\nEW 1\n'''\n")
    table = at(tiny, "pass=1 place turn=1 pool=666666 | dice=b1 out | -").play(1, "out")
    assert table.play(0, "rail b1 EW").over.reason == "full_sheet"


# D39: routes ---------------------------------------------------------------------------------------
def routes(rails: str) -> int:
    return at(YARD, f"pass=9 roll | rails={rails} | -").score[0]["routes"]


@pytest.mark.parametrize(
    ("rails", "worth"),
    [
        ("b1EW", 2),  # meets the printed curve: one route of two
        ("b1NS", 2),  # does not meet it: two routes of one
        ("b1EW,c1EW,d1SW", 4),
        ("d3NS", 2),
        ("b1SW,a2NE", 3),  # the loop lacks a piece
        ("b1SW,a2NE,b2NS", 4),  # the last piece points the wrong way
    ],
)
def test_d39_an_open_route_counts_a_point_a_cell(rails: str, worth: int) -> None:
    assert routes(rails) == worth


def test_d39_the_longest_closed_route_counts_three_a_cell() -> None:
    assert routes(LOOP) == 12


def test_d39_open_pieces_beside_a_loop_count_one_each() -> None:
    assert routes(f"{LOOP},c2EW,d3NS") == 14


TWO_LOOPS = sheet("""
grid = '''
SE   1    5    SE   2    3
2    3    .    4    1    6
6    .    .    1    2    3
'''
""")
SMALL_RIGHT = "e1SW,d2NE,e2NW"
TALL_RIGHT = "e1SW,d2NS,e2NS,d3NE,e3NW"


def test_d39_of_equally_long_closed_routes_only_one_counts_three() -> None:
    table = at(TWO_LOOPS, f"pass=9 roll | rails={LOOP},{SMALL_RIGHT} | -")
    assert table.score[0]["routes"] == 4 * 3 + 4 * 2


def test_d39_shorter_closed_routes_count_two_a_cell() -> None:
    table = at(TWO_LOOPS, f"pass=9 roll | rails={LOOP},{TALL_RIGHT} | -")
    assert table.score[0]["routes"] == 4 * 2 + 6 * 3


def test_d39_the_longest_is_each_seats_own() -> None:
    table = at(TWO_LOOPS, f"pass=9 roll | rails={LOOP} | rails={TALL_RIGHT}")
    assert [score["routes"] for score in table.score] == [4 * 3 + 1, 1 + 6 * 3]


def test_d39_a_longer_open_route_is_not_the_longest_closed_one() -> None:
    table = at(TWO_LOOPS, f"pass=9 roll | rails={SMALL_RIGHT},b1EW,c1SW,a2NS,b2EW,a3NE | -")
    assert table.score[0]["routes"] == 4 * 3 + 6


def test_d39_dice_are_no_rails_yet() -> None:
    position = "pass=1 place turn=1 pool=4444 | dice=b1a2b2 out | -"
    assert at(YARD, position).score[0]["routes"] == 1


# D40: stations and printed rails -------------------------------------------------------------------
def test_d40_a_station_counts_on_a_closed_route() -> None:
    table = at(YARD, f"pass=9 roll | rails={LOOP} | -")
    assert table.score[0]["stations"] == 4
    assert table.score[0].total == 16


@pytest.mark.parametrize("rails", ["b1SW,b2NW", "b2NS", "b1SW,a2NE,b2EW", "c1EW,d1SW,d2NS"])
def test_d40_a_station_on_an_open_route_counts_nothing(rails: str) -> None:
    assert at(YARD, f"pass=9 roll | rails={rails} | -").score[0]["stations"] == 0


def test_d40_a_closed_route_elsewhere_does_not_help_a_station() -> None:
    table = at(YARD, f"pass=9 roll | rails={LOOP},c1EW,d1SW | -")
    assert table.score[0]["stations"] == 4


def test_d40_printed_rails_count_from_the_start() -> None:
    printed = sheet("grid = '''\nSE SW 1\nNE NW 2\n. EW 3\n'''\n")
    assert start(printed, 2).score[0]["routes"] == 4 * 3 + 1
