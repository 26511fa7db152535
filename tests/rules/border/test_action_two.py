"""B4 and B5: what the others do with the dice left over."""

from __future__ import annotations

from itertools import permutations

import pytest

from kritzel.games.border import GAME
from tests.rules.border.sheets import FIVE_DICE, RING, STREET
from tests.table import Table


def street(dice: str, *sections: str) -> Table:
    return Table.at(GAME, STREET, f"border/street round=1 follow dice={dice} | {' | '.join(sections)}")


def one_of_five(*sections: str) -> Table:
    position = f"border/five-dice round=1 follow one dice=ryyyy | {' | '.join(sections)}"
    return Table.at(GAME, FIVE_DICE, position)


# B4 --------------------------------------------------------------------------------------------
def test_b4_sarah_leaves_yellow_and_blue_to_emma_linus_and_tim() -> None:
    table = Table.at(GAME, STREET, "border/street round=1 mark dice=ybaaa | - | - | - | -")
    table.play(0, "d2", "e1", "f2", "done")
    assert table.deciding == (1, 2, 3)
    table.play(1, "b2", "n2", "done").play(2, "n2", "b2", "done")
    assert table.moves(3) == {"b2", "done"}
    table.play(3, "b2", "done")
    assert table.position == "border/street round=2 throw=1 | x=d2e1f2 | x=b2n2 | x=b2n2 | x=b2"


def test_b4_tims_yellow_touches_no_cross() -> None:
    table = street("yb", "-", "-", "-", "-")
    assert table.refused(3, "d2") == "B4"
    assert table.refused(3, "e1") == "B4"


def test_b4_at_first_only_the_cells_beside_the_white_ones_are_open() -> None:
    assert street("roygb", "-", "-").moves(1) == {"b2", "n2", "done"}
    assert street("roygb", "-", "-", "-").moves(2) == {"b2", "n2", "done"}


def test_b4_a_cross_may_go_next_to_any_cross_of_the_board() -> None:
    assert street("rga", "-", "x=f2").moves(1) == {"e1", "g1", "done"}


def test_b4_touching_means_sharing_an_edge() -> None:
    table = Table.at(GAME, RING, "border/ring round=1 follow dice=ooyga | - | x=d2")
    assert table.moves(1) == {"b1", "c3", "d1", "e3", "done"}


def test_b4_a_cell_crossed_a_moment_ago_counts() -> None:
    table = street("rry", "-", "-")
    assert table.refused(1, "c1") == "B4"
    table.play(1, "b2")
    assert table.moves(1) == {"c1", "done"}
    assert table.play(1, "c1").moves(1) == {"d2", "done"}


def test_b4_each_die_is_used_once() -> None:
    table = street("ry", "-", "-").play(1, "b2", "c1")
    assert table.moves(1) == {"done"}
    assert table.refused(1, "d2") == "B4"


def test_b4_a_colour_the_active_player_left_no_die_of_is_refused() -> None:
    assert street("rrr", "-", "-").refused(1, "b2") == "B4"


@pytest.mark.parametrize("cell", ["a1", "b2", "c1"])
def test_b4_a_crossed_cell_is_not_crossed_again(cell: str) -> None:
    table = street("rry", "-", "x=c1").play(1, "b2")
    assert table.refused(1, cell) == "B4"


def test_b4_segments_need_not_be_completed() -> None:
    table = street("ry", "-", "-").play(1, "b2", "c1", "done")
    assert table.position == "border/street round=2 throw=1 | - | x=b2c1 areas=a:9"


def test_b4_using_none_or_not_all_is_allowed() -> None:
    table = street("ryb", "-", "-", "-")
    table.play(1, "done").play(2, "b2", "done")
    assert table.position == "border/street round=2 throw=1 | - | - | x=b2"


def test_b4_a_seat_that_can_cross_nothing_still_says_done() -> None:
    table = street("o", "-", "-")
    assert table.deciding == (1,)
    assert table.moves(1) == {"done"}


def test_b4_if_the_active_player_used_no_die_all_five_are_left() -> None:
    table = Table.at(GAME, STREET, "border/street round=1 mark dice=ryygb | - | -").play(0, "done")
    assert table.position == "border/street round=1 follow dice=ryygb | - | -"
    table.play(1, "b2", "c1", "n2")
    assert table.moves(1) == {"done"}


def test_b4_dice_used_in_action_1_are_gone() -> None:
    table = Table.at(GAME, STREET, "border/street round=1 mark dice=yybba | - | -")
    table.play(0, "b2", "c1", "done")
    assert table.refused(1, "n2") == "B4"


def test_b4_no_seat_takes_dice_from_another() -> None:
    table = street("b", "-", "-", "-", "-")
    table.play(1, "n2").play(2, "b2")
    assert table.moves(3) == {"b2", "done"}


@pytest.mark.parametrize("move", ["done", "b2", "h2"])
def test_b4_the_active_player_takes_no_part_in_action_2(move: str) -> None:
    table = street("yb", "-", "-", "-")
    assert table.moves(0) == set()
    assert table.refused(0, move) == "B4"


@pytest.mark.parametrize("move", ["done", "b2"])
def test_b4_a_seat_that_is_done_waits_for_the_others(move: str) -> None:
    table = street("yb", "-", "-", "-").play(1, "done")
    assert table.deciding == (2,)
    assert table.moves(1) == set()
    assert table.refused(1, move) == "B4"


def test_b4_the_others_do_not_see_what_a_seat_crosses_before_all_are_done() -> None:
    table = street("yb", "-", "-", "-").play(1, "b2")
    assert "new=b2" in table.view(1).position
    for seat in (0, 2, None):
        assert table.view(seat).position == "border/street round=1 follow dice=yb | - | - | -"
    table.play(1, "n2", "done")
    for seat in (0, 2, None):
        assert table.view(seat).position == "border/street round=1 follow dice=yb | - | done | -"


def test_b4_after_the_last_done_everything_is_open() -> None:
    table = street("yb", "-", "-", "-").play(1, "b2", "done").play(2, "n2", "done")
    for seat in (0, 1, 2, None):
        assert table.view(seat).position == "border/street round=2 throw=1 | - | x=b2 | x=n2"


def test_b4_a_seat_has_the_same_moves_in_its_own_view() -> None:
    table = street("ryb", "-", "-", "-", "-").play(1, "b2").play(2, "n2")
    for seat in range(4):
        assert table.view(seat).moves(seat) == table.moves(seat)


def test_b4_the_order_of_the_seats_does_not_matter() -> None:
    plans = {1: ["b2", "c1", "done"], 2: ["n2", "b2", "done"], 3: ["n2", "done"]}
    turns = [seat for seat, moves in plans.items() for _ in moves]
    ends = set()
    for order in set(permutations(turns)):
        table, left = street("ryb", "-", "-", "-", "-"), {seat: iter(plans[seat]) for seat in plans}
        for seat in order:
            table.play(seat, next(left[seat]))
        ends.add(table.position)
    assert ends == {"border/street round=2 throw=1 | - | x=b2c1 areas=a:9 | x=b2n2 | x=n2"}


# B5 --------------------------------------------------------------------------------------------
def linus() -> Table:
    position = "border/five-dice round=1 mark dice=ryyyy | x=d2e1f2h2i1l2m1 | - | - | -"
    return Table.at(GAME, FIVE_DICE, position).play(0, "b2", "c1", "j2", "k1", "n2", "done")


def test_b5_after_linus_used_all_five_each_other_takes_one_of_them() -> None:
    table = linus()
    assert table.moves(1) == {"b2", "done"}
    assert table.moves(2) == {"b2", "n2", "done"}
    assert table.moves(3) == {"b2", "done"}
    table.play(1, "b2").play(2, "n2").play(3, "b2")
    assert all(table.moves(seat) == {"done"} for seat in (1, 2, 3))
    table.play(1, "done").play(2, "done").play(3, "done")
    assert table.position.endswith(" | x=b2 | x=n2 | x=b2")


def test_b5_a_second_die_is_refused() -> None:
    table = one_of_five("-", "-", "-").play(2, "n2")
    assert table.refused(2, "b2") == "B5"
    assert table.refused(2, "m1") == "B5"


def test_b5_a_second_die_of_the_same_colour_is_refused() -> None:
    table = one_of_five("-", "-", "-").play(2, "b2")
    assert table.refused(2, "c1") == "B5"


def test_b5_it_is_one_of_the_five_and_no_other_colour() -> None:
    assert one_of_five("-", "-").refused(1, "n2") == "B4"


def test_b5_the_one_die_needs_a_cross_beside_it_as_well() -> None:
    table = one_of_five("-", "-", "-")
    assert table.refused(2, "c1") == "B4"
    assert table.refused(2, "m1") == "B4"


def test_b5_the_one_die_may_be_left() -> None:
    table = one_of_five("-", "-", "-").play(1, "done").play(2, "done")
    assert table.position == "border/five-dice round=2 throw=1 | - | - | -"


def test_b5_four_dice_used_leave_the_fifth_and_not_a_choice() -> None:
    position = "border/five-dice round=1 mark dice=ryyyy | x=d2e1f2h2i1l2m1 | - | -"
    table = Table.at(GAME, FIVE_DICE, position).play(0, "b2", "c1", "j2", "k1", "done")
    assert table.moves(2) == {"n2", "done"}
    assert table.refused(2, "b2") == "B4"


def test_b5_the_others_may_all_take_the_same_die() -> None:
    table = one_of_five("-", "-", "-", "-").play(1, "b2").play(2, "n2")
    assert table.moves(3) == {"b2", "done"}


def test_b5_what_the_one_die_crosses_is_hidden_as_well() -> None:
    table = one_of_five("-", "-", "-").play(2, "n2")
    assert table.view(1).position == "border/five-dice round=1 follow one dice=ryyyy | - | - | -"
    assert table.view(2).moves(2) == {"done"}
