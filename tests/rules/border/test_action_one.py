"""B3: the active player crosses, and fills what it begins."""

from __future__ import annotations

import pytest

from kritzel.games.border import GAME
from tests.rules.border.sheets import FIVE_DICE, RING, STREET
from tests.table import Table


def sarah(dice: str = "yaaab", section: str = "-") -> Table:
    """Seat 0 on the board bb aaa yy rrr aa o, by itself with three grey dice, a yellow and a blue one."""
    ordered = "".join(sorted(dice, key="roygba".index))
    return Table.at(GAME, STREET, f"border/street round=1 mark dice={ordered} | {section} | -")


def test_b3_sarah_may_cross_in_either_grey_segment_and_nowhere_else() -> None:
    assert sarah().moves(0) == {"d2", "e1", "f2", "l2", "m1", "done"}


def test_b3_sarah_fills_the_grey_three() -> None:
    table = sarah().play(0, "d2", "e1", "f2")
    assert table.moves(0) == {"done"}
    assert table.play(0, "done").position == "border/street round=1 follow dice=yb | x=d2e1f2 | -"


def test_b3_sarah_fills_the_grey_two_with_two_of_the_three() -> None:
    table = sarah().play(0, "m1", "l2")
    assert table.moves(0) == {"done"}
    assert table.play(0, "done").position == "border/street round=1 follow dice=yba | x=l2m1 | -"


@pytest.mark.parametrize("cell", ["g1", "h2", "b2", "c1"])
def test_b3_sarah_cannot_use_the_yellow_and_the_blue_die(cell: str) -> None:
    assert sarah().refused(0, cell) == "B3"


def test_b3_a_segment_may_lie_apart_from_every_cross() -> None:
    table = sarah("yyrob").play(0, "g1", "h2", "done")
    assert table.position == "border/street round=1 follow dice=rob | x=g1h2 | -"


def test_b3_the_cells_of_a_segment_may_be_crossed_in_any_order() -> None:
    assert sarah().play(0, "f2", "d2", "e1").moves(0) == {"done"}


def test_b3_using_none_is_allowed() -> None:
    table = sarah().play(0, "done")
    assert table.position == "border/street round=1 follow dice=ybaaa | - | -"


def test_b3_fitting_dice_need_not_be_used() -> None:
    table = sarah("yyaao").play(0, "n2")
    assert table.moves(0) == {"g1", "h2", "l2", "m1", "done"}
    assert table.play(0, "done").position == "border/street round=1 follow dice=yyaa | x=n2 | -"


def test_b3_where_nothing_fits_done_is_the_only_move() -> None:
    table = sarah("rybga")
    assert table.deciding == (0,)
    assert table.moves(0) == {"done"}


def test_b3_done_with_a_begun_segment_is_refused() -> None:
    table = sarah().play(0, "d2")
    assert table.moves(0) == {"e1", "f2"}
    assert table.refused(0, "done") == "B3"
    table.play(0, "e1")
    assert table.moves(0) == {"f2"}
    assert table.refused(0, "done") == "B3"


def test_b3_a_segment_begun_keeps_the_dice_it_needs() -> None:
    table = sarah().play(0, "d2")
    assert table.refused(0, "l2") == "B3"
    table = sarah("aaaab").play(0, "l2")
    assert table.moves(0) == {"m1"}
    assert table.refused(0, "d2") == "B3"


def test_b3_two_segments_of_a_colour_may_be_begun_together_if_the_dice_suffice() -> None:
    table = sarah("aaaaa").play(0, "d2", "l2")
    assert table.moves(0) == {"e1", "f2", "m1"}
    assert table.play(0, "m1", "e1", "f2").moves(0) == {"done"}


def test_b3_several_segments_may_be_filled_one_after_the_other() -> None:
    table = sarah("yyoab", "x=l2").play(0, "m1", "h2", "n2", "g1", "done")
    assert table.position == "border/street round=1 follow dice=b | x=g1h2l2m1n2 areas=g:12 | -"


def test_b3_a_segment_of_four_needs_four_dice() -> None:
    table = Table.at(GAME, FIVE_DICE, "border/five-dice round=1 mark dice=royyy | - | -")
    assert table.moves(0) == {"done"}
    table = Table.at(GAME, FIVE_DICE, "border/five-dice round=1 mark dice=oyyyy | - | -")
    assert table.moves(0) == {"h2", "i1", "j2", "k1", "done"}
    assert table.refused(0, "b2") == "B3"


def test_b3_a_begun_segment_may_be_finished() -> None:
    table = sarah("ygaab", "x=b2e1")
    assert table.moves(0) == {"c1", "d2", "f2", "l2", "m1", "done"}
    table.play(0, "c1", "f2")
    assert table.refused(0, "done") == "B3"
    table.play(0, "d2", "done")
    assert table.position == "border/street round=1 follow dice=yg | x=b2c1d2e1f2 areas=a:9,b:8 | -"


def test_b3_a_segment_begun_in_an_earlier_round_may_stay_as_it_is() -> None:
    assert "done" in sarah("ygaab", "x=b2e1").moves(0)


def test_b3_a_begun_segment_may_not_only_be_extended() -> None:
    table = sarah("roygb", "x=i1")
    assert table.refused(0, "j2") == "B3"
    assert table.moves(0) == {"n2", "done"}


def test_b3_linus_completes_three_segments_with_all_five_dice() -> None:
    position = "border/five-dice round=1 mark dice=ryyyy | x=d2e1f2h2i1l2m1 | - | - | -"
    table = Table.at(GAME, FIVE_DICE, position)
    assert table.moves(0) == {"b2", "c1", "j2", "k1", "n2", "done"}
    table.play(0, "b2", "c1", "j2", "k1", "n2")
    assert table.moves(0) == {"done"}
    table.play(0, "done")
    assert table.position.startswith("border/five-dice round=1 follow one dice=ryyyy | ")


def test_b3_yellow_dice_that_fill_one_begun_segment_do_not_fill_both() -> None:
    position = "border/five-dice round=1 mark dice=royyy | x=d2e1f2h2i1 | - | - | -"
    table = Table.at(GAME, FIVE_DICE, position).play(0, "b2")
    assert table.moves(0) == {"c1"}
    assert table.refused(0, "j2") == "B3"


@pytest.mark.parametrize("cell", ["a1", "o1"])
def test_b3_a_white_cell_is_crossed_already(cell: str) -> None:
    assert sarah().refused(0, cell) == "B3"


@pytest.mark.parametrize("cell", ["n2", "l2"])
def test_b3_a_crossed_cell_is_not_crossed_again(cell: str) -> None:
    table = sarah("ooaab", "x=n2").play(0, "l2")
    assert table.refused(0, cell) == "B3"


@pytest.mark.parametrize("cell", ["i1", "n2"])
def test_b3_a_colour_without_a_die_is_refused(cell: str) -> None:
    assert sarah().refused(0, cell) == "B3"


def test_b3_a_die_crosses_one_cell_only() -> None:
    table = Table.at(GAME, RING, "border/ring round=1 mark dice=royyg | - | -").play(0, "d2", "e3")
    assert table.moves(0) == {"c4", "done"}


def test_b3_segments_of_one_colour_that_do_not_touch_are_two() -> None:
    table = sarah("aaaab")
    assert table.play(0, "l2", "m1").refused(0, "d2") == "B3"


def test_b3_the_white_cells_do_not_join_segments() -> None:
    """The blue b1 touches the white a2, which touches the blue a3: b1 is full all the same."""
    table = Table.at(GAME, RING, "border/ring round=1 mark dice=rygba | - | -")
    assert table.moves(0) == {"b1", "c4", "done"}


def test_b3_action_1_is_played_in_the_open() -> None:
    table = sarah().play(0, "d2")
    assert table.view(1).position == table.view(None).position == table.position
