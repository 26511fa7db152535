"""T3 and T4: one chain without gaps, and one end a round."""

from __future__ import annotations

import pytest

from kritzel.games.traexx import GAME
from tests.rules.traexx.sheets import MEADOW, ROAD
from tests.table import Table


def meadow(words: str, section: str) -> Table:
    return Table.at(GAME, MEADOW, f"traexx/meadow {words} | {section}")


def road(words: str, section: str) -> Table:
    return Table.at(GAME, ROAD, f"traexx/road {words} | {section}")


# T3 --------------------------------------------------------------------------------------------
def test_t3_the_start_cell_costs_no_symbol() -> None:
    """b2 is yellow, and the one yellow symbol is still there for a3."""
    table = meadow("card=ygba", "-").play(0, "b2-b3", "b3-a3")
    assert table.moves(0) == {"a3-a2", "done"}


def test_t3_the_next_cell_must_touch_the_end() -> None:
    table = meadow("card=ygba", "-")
    for far in ("a3", "c4", "e1", "b4", "d1"):
        assert table.refused(0, f"b2-{far}") == "T3"


def test_t3_six_cells_touch_a_cell_inside() -> None:
    around = {"b2", "b3", "c2", "c4", "d2", "d3"}
    table = meadow("card=rrog", "line=b2-c3")
    assert table.moves(0) == {"c3-c2", "c3-d2", "b2-a2", "b2-c2", "done"}
    for cell in around - {"b2", "c2", "d2"}:
        assert table.refused(0, f"c3-{cell}") == "T2"


def test_t3_cells_at_the_rim_touch_only_what_is_there() -> None:
    table = meadow("card=ryyg", "line=b2-b3-b4-c5 full=7")
    assert table.refused(0, "c5-c4") == "T2"
    assert {move for move in table.moves(0) if move.startswith("c5-")} == {"c5-d4"}


def test_t3_no_cell_twice() -> None:
    table = meadow("card=ygba", "line=b2-b3-c4-c3-c2")
    assert table.refused(0, "c2-b2") == "T3"
    assert table.refused(0, "c2-c3") == "T3"
    assert table.refused(0, "b2-b3") == "T3"


def test_t3_no_cell_twice_within_a_round() -> None:
    table = meadow("card=ryyg", "line=b2-b3").play(0, "b3-a3", "a3-a2")
    assert table.refused(0, "a2-a3") == "T3"
    assert table.refused(0, "a2-b2") == "T3"
    assert table.moves(0) == {"done"}


def test_t3_the_line_may_run_alongside_itself() -> None:
    """c2 touches b2, c3 touches b2 and b3: no cell is used twice, so this is fine."""
    table = meadow("card=rrog", "line=b2-b3").play(0, "b3-c3", "c3-c2", "done")
    assert table.position.partition(" | ")[2] in ("line=b2-b3-c3-c2", "line=c2-c3-b3-b2")


def test_t3_the_line_closes_no_ring() -> None:
    table = meadow("card=ryyg", "line=b2-b3-c3")
    assert table.refused(0, "c3-b2") == "T3"
    assert table.refused(0, "b2-c3") == "T3"


def test_t3_only_an_end_of_the_line_grows() -> None:
    table = meadow("card=ygba", "line=b2-b3-c4")
    assert table.refused(0, "b3-a3") == "T3"
    assert table.refused(0, "d3-d4") == "T3"
    assert {move.split("-")[0] for move in table.moves(0)} == {"b2", "c4", "done"}


def test_t3_the_end_left_a_moment_ago_is_no_end_any_more() -> None:
    table = meadow("card=ygba", "line=b2-b3").play(0, "b3-a3")
    assert table.refused(0, "b3-a2") == "T3"
    assert table.refused(0, "b3-c4") == "T3"


def test_t3_the_line_never_leaves_a_gap_open() -> None:
    table = road("card=ygba", "-")
    assert table.refused(0, "a2-a4") == "T3"
    assert table.refused(0, "a3-a4") == "T3"


def test_t3_a_line_that_is_stuck_at_both_ends_only_passes() -> None:
    table = road("seen=ygba,ryba,roga card=ooyg", "line=a1-a2-a3-a4-a5-a6-a7 full=3,6")
    assert table.moves(0) == {"done"}


# T4 --------------------------------------------------------------------------------------------
def test_t4_in_the_next_round_linus_may_go_on_from_either_yellow_end() -> None:
    table = road("seen=ygba card=roga", "line=a2-a3-a4-a5-a6")
    assert table.moves(0) == {"a2-a1", "a6-a7", "done"}


@pytest.mark.parametrize(("first", "other"), [("a2-a1", "a6-a7"), ("a6-a7", "a2-a1")])
def test_t4_after_growing_at_one_end_the_other_rests(first: str, other: str) -> None:
    table = road("seen=ygba card=roga", "line=a2-a3-a4-a5-a6").play(0, first)
    assert table.moves(0) == {"done"}
    assert table.refused(0, other) == "T4"


def test_t4_the_start_cell_alone_is_both_ends_but_grows_one_way_a_round() -> None:
    table = meadow("card=ygba", "-").play(0, "b2-b3")
    assert table.refused(0, "b2-c2") == "T4"
    assert all(move == "done" or move.startswith("b3-") for move in table.moves(0))


def test_t4_the_other_end_may_grow_in_the_next_round() -> None:
    table = Table.start(GAME, MEADOW, 1).reveal("ygba").play(0, "b2-b3", "done")
    table.reveal("royg").play(0, "b2-c2")
    assert table.refused(0, "b3-b4") == "T4"
    assert table.play(0, "c2-d1", "d1-d2", "done").position.count("line=") == 1
    table.reveal("rrog")
    assert {move.split("-")[0] for move in table.moves(0)} == {"b3", "d2", "done"}


def test_t4_a_pass_leaves_both_ends_open() -> None:
    table = (
        Table.start(GAME, ROAD, 1, (2,))
        .reveal("ygba")
        .play(0, "a3-a4", "done")
        .reveal("roga")
        .play(0, "done")
    )
    assert table.reveal("ryba").moves(0) == {"a3-a2", "a4-a5", "done"}


def test_t4_the_rule_is_the_same_for_every_seat() -> None:
    table = Table.at(GAME, MEADOW, "traexx/meadow card=ryyg | line=b2-b3 | line=c4-d4 | -")
    table.play(0, "b3-b4").play(1, "c4-c5")
    assert table.refused(0, "b2-c2") == "T4"
    assert table.refused(1, "d4-d3") == "T4"
