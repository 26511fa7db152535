"""B6 and B7: enclosing an area, first or later."""

from __future__ import annotations

import pytest

from kritzel.games.border import GAME
from tests.rules.border.sheets import RING, STREET
from tests.table import Table

# Seat 0: bb aaa yy rrr aa o   1: y rrr ggg aa oo bb   2: bb ooo aaa rr gg y   3: bb yy aaa ggg oo r
# The fountain is C, 4 or 2 points: e1 f2 g1.


def street(words: str, *sections: str) -> Table:
    return Table.at(GAME, STREET, f"border/street {words} | {' | '.join(sections)}")


def points(table: Table, area: str) -> list[int]:
    """What each seat scores for an area."""
    return [score[f"area.{area}"] for score in table.score]


# B6 --------------------------------------------------------------------------------------------
def test_b6_emma_is_first_at_the_fountain_and_scores_4() -> None:
    table = street("round=1 follow dice=gg", "-", "x=e1", "-").play(1, "f2", "g1", "done").play(2, "done")
    assert points(table, "c") == [0, 4, 0]


@pytest.mark.parametrize("missing", ["e1", "f2", "g1"])
def test_b6_an_area_with_a_gap_is_not_enclosed(missing: str) -> None:
    crosses = "".join(cell for cell in ("e1", "f2", "g1") if cell != missing)
    table = street("round=1 mark dice=rrrrr", f"x={crosses}", "-").play(0, "done").play(1, "done")
    assert points(table, "c") == [0, 0]


def test_b6_later_at_the_fountain_scores_2_whoever_comes() -> None:
    table = street("round=2 mark dice=rrrry", "x=e1f2", "x=e1f2g1 areas=c:4", "x=d2e1g1")
    table.play(1, "done").play(0, "g1", "done").play(2, "done")
    assert points(table, "c") == [2, 4, 0]
    table.reveal("oygba").play(2, "stop", "f2", "done")
    assert points(table, "c") == [2, 4, 2]


def test_b6_every_later_seat_scores_the_lower_number() -> None:
    table = street("round=1 mark dice=rogga", "-", "x=e1f2g1 areas=c:4", "x=e1f2g1 areas=c:2", "x=e1g1")
    table.play(0, "done").play(3, "f2", "done").play(1, "done").play(2, "done")
    assert points(table, "c") == [0, 4, 2, 2]


def test_b6_the_white_cell_counts_as_crossed() -> None:
    table = street("round=1 mark dice=rogbb", "-", "-").play(0, "c1", "b2", "done")
    assert points(table, "a") == [9, 0]


def test_b6_one_cross_may_enclose_two_areas() -> None:
    table = street("round=1 mark dice=rogba", "x=c1d2f2g1", "-").play(0, "e1", "done")
    assert [line.points for line in table.score[0].lines] == [0, 8, 4, 0, 0, 0, 0]


def test_b6_an_area_counts_once_the_active_player_is_done() -> None:
    table = street("round=1 mark dice=rogba", "x=d2f2g1", "-").play(0, "e1")
    assert points(table, "c") == [0, 0]
    assert points(table.play(0, "done"), "c") == [4, 0]


def test_b6_an_area_counts_once_the_last_seat_is_done_with_action_2() -> None:
    table = street("round=1 follow dice=g", "-", "x=e1f2", "-").play(1, "g1", "done")
    assert points(table, "c") == [0, 0, 0]
    assert points(table.play(2, "done"), "c") == [0, 4, 0]


def test_b6_the_score_pad_has_a_line_per_area_in_the_order_of_the_map() -> None:
    for score in Table.start(GAME, STREET, 2).score:
        assert [line.key for line in score.lines] == [f"area.{letter}" for letter in "abcdefg"]
        assert {line.clause for line in score.lines} == {"B6"}
        assert score.total == 0


def test_b6_points_got_stay_the_same_for_the_rest_of_the_game() -> None:
    table = street("round=1 mark dice=rogga", "-", "x=e1f2g1 areas=c:4", "x=e1f2g1 areas=c:2", "x=e1g1")
    table.play(0, "done").play(1, "done").play(2, "done").play(3, "f2", "done")
    table.reveal("royga").play(1, "stop", "done").play(0, "done").play(2, "done").play(3, "done")
    assert points(table, "c") == [0, 4, 2, 2]


RING_OF_A = ["a3", "b1", "b3", "c1", "c3", "d1", "d2"]


def test_b6_all_cells_around_an_area_of_two_hexagons_are_its_border() -> None:
    table = Table.at(
        GAME, RING, f"border/ring round=1 mark dice=roaaa | x={''.join(RING_OF_A)} areas=a:6 | -"
    )
    assert points(table, "a") == [6, 0]
    assert points(table, "b") == [0, 0]


@pytest.mark.parametrize("missing", RING_OF_A)
def test_b6_each_cell_of_the_ring_is_needed(missing: str) -> None:
    crosses = "".join(cell for cell in RING_OF_A if cell != missing)
    table = Table.at(GAME, RING, f"border/ring round=1 mark dice=ryyba | x={crosses} | -")
    assert points(table.play(0, "done").play(1, "done"), "a") == [0, 0]
    table = Table.at(GAME, RING, f"border/ring round=1 mark dice=ryyba | x={crosses} | -")
    assert points(table.play(0, missing), "a") == [0, 0]
    if missing == "d2":
        table.play(0, "e3")
    assert points(table.play(0, "done"), "a") == [6, 0]


def test_b6_an_area_at_the_edge_of_the_map_needs_only_the_cells_there_are() -> None:
    table = Table.at(GAME, RING, "border/ring round=1 mark dice=yygbb | x=c3 | -")
    table.play(0, "d2", "e3", "c4", "done")
    assert points(table, "b") == [4, 0]


# B7 --------------------------------------------------------------------------------------------
def test_b7_action_1_counts_before_action_2_of_the_same_round() -> None:
    table = street("round=1 mark dice=oggba", "x=d2f2g1", "x=e1f2", "-").play(0, "e1", "done")
    table.play(1, "g1", "done").play(2, "done")
    assert points(table, "c") == [4, 2, 0]


def test_b7_two_seats_first_in_the_same_action_2_both_score_the_higher() -> None:
    table = street("round=1 follow dice=ga", "-", "x=e1f2", "x=e1f2", "-")
    table.play(1, "g1", "done").play(2, "g1", "done").play(3, "done")
    assert points(table, "c") == [0, 4, 4, 0]


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_b7_all_seats_first_in_the_same_action_2_score_the_higher_in_any_order(
    order: tuple[int, ...],
) -> None:
    table = street("round=1 follow dice=ga", "-", "x=e1f2", "x=e1f2", "x=e1f2")
    for seat in order:
        table.play(seat, "g1", "done")
    assert points(table, "c") == [0, 4, 4, 4]


def test_b7_after_a_shared_first_the_next_scores_the_lower() -> None:
    table = street("round=1 follow dice=ga", "x=d2f2g1", "x=e1f2", "x=e1f2", "-")
    table.play(1, "g1", "done").play(2, "g1", "done").play(3, "done").reveal("rogba")
    table.play(1, "stop", "done").play(0, "done").play(2, "done").play(3, "done")
    assert points(table, "c") == [0, 4, 4, 0]
    table.reveal("roggb").play(2, "stop", "done").play(0, "done").play(1, "done").play(3, "done")
    table.reveal("roggb").play(3, "stop", "done").play(0, "done").play(1, "done").play(2, "done")
    table.reveal("rogba").play(0, "stop", "e1", "done")
    assert points(table, "c") == [2, 4, 4, 0]


def test_b7_seats_later_in_the_same_action_2_all_score_the_lower() -> None:
    table = street("round=1 follow dice=ga", "x=e1f2g1 areas=c:4", "x=e1f2", "x=e1f2")
    table.play(1, "g1", "done").play(2, "g1", "done")
    assert points(table, "c") == [4, 2, 2]


def test_b7_action_1_and_action_2_may_each_have_their_own_first_areas() -> None:
    table = street("round=1 mark dice=yybba", "x=d2f2g1", "x=m1", "-")
    table.play(0, "e1", "done").play(1, "n2", "done").play(2, "done")
    assert points(table, "c") == [4, 0, 0]
    assert points(table, "g") == [0, 12, 0]
