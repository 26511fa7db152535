"""B1 and B2: whose turn it is, and the up to three throws."""

from __future__ import annotations

import pytest

from kritzel.game import IllegalOutcome, Setup
from kritzel.games.border import GAME
from tests.rules.border.sheets import RING, STREET
from tests.table import Table


def dice_awaited(table: Table) -> int:
    """How many dice the awaited throw has."""
    assert table.chance.purpose == "throw"
    outcome, _ = next(iter(table.chance.event.outcomes()))
    return len(outcome)


def after_throw(dice: str, seats: int = 2) -> Table:
    return Table.start(GAME, STREET, seats).reveal(dice)


# B1 --------------------------------------------------------------------------------------------
def test_b1_seat_0_begins_as_the_active_player() -> None:
    assert after_throw("rrygb", 4).deciding == (0,)


def test_b1_the_active_player_moves_clockwise_and_comes_round() -> None:
    table = Table.start(GAME, STREET, 3)
    active = []
    for _ in range(4):
        table.reveal("royga")
        (seat,) = table.deciding
        active.append(seat)
        table.play(seat, "stop", "done")
        for other in table.deciding:
            table.play(other, "done")
    assert active == [0, 1, 2, 0]


def test_b1_a_round_is_action_1_and_then_the_others_action_2() -> None:
    table = after_throw("royga", 4).play(0, "stop")
    assert table.deciding == (0,)
    table = table.play(0, "done")
    assert table.deciding == (1, 2, 3)


def test_b1_action_2_leaves_out_the_active_player_wherever_it_sits() -> None:
    table = Table.at(GAME, STREET, "border/street round=3 mark dice=royga | - | - | - | -")
    assert table.play(2, "done").deciding == (0, 1, 3)


def test_b1_the_next_round_awaits_five_fresh_dice() -> None:
    table = Table.at(GAME, STREET, "border/street round=1 follow dice=rr | - | -").play(1, "done")
    assert table.position == "border/street round=2 throw=1 | - | -"
    assert dice_awaited(table) == 5


@pytest.mark.parametrize("move", ["roll r", "stop", "done", "b2"])
def test_b1_only_the_active_player_decides_on_throws(move: str) -> None:
    table = after_throw("rrygb")
    assert table.moves(1) == set()
    assert table.refused(1, move) == "B1"


@pytest.mark.parametrize("move", ["b2", "done", "stop"])
def test_b1_only_the_active_player_crosses_in_action_1(move: str) -> None:
    table = after_throw("rrygb", 3).play(0, "stop")
    assert table.moves(1) == table.moves(2) == set()
    assert table.refused(2, move) == "B1"


def test_b1_each_seat_has_a_board_of_its_own() -> None:
    table = Table.at(GAME, STREET, "border/street round=1 follow dice=yyb | - | - | - | -")
    assert table.moves(1) == {"b2", "n2", "done"}
    assert table.moves(2) == {"b2", "n2", "done"}
    assert table.moves(3) == {"b2", "done"}


def test_b1_boards_may_be_handed_out_in_another_order() -> None:
    table = Table.start(GAME, STREET, 2, (4, 2)).reveal("rryyb").play(0, "stop")
    assert table.moves(0) == {"d2", "e1", "n2", "done"}


@pytest.mark.parametrize("boards", [(1, 1), (1, 5), (0, 1), (1,), (1, 2, 3)])
def test_b1_boards_that_do_not_exist_or_are_handed_out_twice_are_no_set_up(boards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        GAME.rules.start(Setup(STREET, 2, boards))


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_b1_two_to_four_seats_play(seats: int) -> None:
    assert list(GAME.seat_counts) == [2, 3, 4]
    with pytest.raises(ValueError, match=r"\w"):
        GAME.rules.start(Setup(STREET, seats))


def test_b1_no_more_seats_than_boards() -> None:
    with pytest.raises(ValueError, match=r"\w"):
        GAME.rules.start(Setup(RING, 3))


# B2 --------------------------------------------------------------------------------------------
def test_b2_the_first_throw_is_of_all_five_dice() -> None:
    table = Table.start(GAME, STREET, 2)
    assert dice_awaited(table) == 5
    assert len(list(table.chance.event.outcomes())) == 252


@pytest.mark.parametrize("move", ["roll r", "stop", "done", "b2"])
@pytest.mark.parametrize("seat", [0, 1])
def test_b2_nobody_moves_before_the_dice_lie(seat: int, move: str) -> None:
    table = Table.start(GAME, STREET, 2)
    assert table.moves(seat) == set()
    assert table.refused(seat, move) == "B2"


def test_b2_any_of_the_dice_may_be_thrown_again_or_none() -> None:
    table = after_throw("rryya")
    rolls = {"r", "rr", "y", "yy", "a", "ry", "ryy", "ra", "rry", "rryy", "rra", "ya", "yya"}
    rolls |= {"rya", "ryya", "rrya", "rryya"}
    assert table.moves(0) == {f"roll {dice}" for dice in rolls} | {"stop"}


def test_b2_equal_dice_are_not_told_apart() -> None:
    assert after_throw("ggggg").moves(0) == {
        "stop",
        "roll g",
        "roll gg",
        "roll ggg",
        "roll gggg",
        "roll ggggg",
    }


def test_b2_only_the_dice_picked_are_thrown_again() -> None:
    table = after_throw("rrygb").play(0, "roll yg")
    assert dice_awaited(table) == 2
    assert table.position == "border/street round=1 throw=2 dice=rrb | - | -"
    table.reveal("oa")
    assert table.position == "border/street round=1 keep throw=2 dice=rroba | - | -"


def test_b2_dice_kept_before_may_be_thrown_again() -> None:
    table = after_throw("rrygb").play(0, "roll ygb").reveal("yya")
    assert {"roll r", "roll rr", "roll rryya"} <= table.moves(0)
    table.play(0, "roll rr").reveal("ya")
    assert table.position == "border/street round=1 mark dice=yyyaa | - | -"


def test_b2_all_five_may_be_thrown_three_times() -> None:
    table = after_throw("rrygb").play(0, "roll rrygb").reveal("rrygb").play(0, "roll rrygb").reveal("aaaaa")
    assert table.position == "border/street round=1 mark dice=aaaaa | - | -"


def test_b2_there_is_no_fourth_throw() -> None:
    table = after_throw("rrygb").play(0, "roll r").reveal("r").play(0, "roll r").reveal("r")
    assert table.deciding == (0,)
    assert table.refused(0, "roll r") == "B2"
    assert table.refused(0, "stop") == "B2"


@pytest.mark.parametrize("throws", [1, 2])
def test_b2_the_active_player_may_stop_early(throws: int) -> None:
    table = after_throw("rrygb")
    for _ in range(throws - 1):
        table.play(0, "roll g").reveal("g")
    table.play(0, "stop")
    assert table.position == "border/street round=1 mark dice=rrygb | - | -"


@pytest.mark.parametrize("move", ["roll a", "roll rrr", "roll gg", "roll rrygba"])
def test_b2_dice_that_do_not_lie_there_cannot_be_thrown(move: str) -> None:
    assert after_throw("rrygb").refused(0, move) == "B2"


@pytest.mark.parametrize("move", ["d2", "done"])
def test_b2_crossing_waits_until_the_throws_are_over(move: str) -> None:
    assert after_throw("ybaaa").refused(0, move) == "B2"


@pytest.mark.parametrize("move", ["roll a", "stop"])
def test_b2_nobody_throws_in_action_2(move: str) -> None:
    table = Table.at(GAME, STREET, "border/street round=1 follow dice=ab | - | -")
    assert table.refused(1, move) == "B2"


def test_b2_a_throw_has_as_many_dice_as_were_picked() -> None:
    table = after_throw("rrygb").play(0, "roll rr")
    (face, _), _ = next(iter(table.chance.event.outcomes()))
    for outcome in ((), (face,), (face, face, face), (face, 99)):
        with pytest.raises(IllegalOutcome):
            GAME.rules.reveal(table.state, outcome)


def test_b2_no_outcome_where_no_throw_is_awaited() -> None:
    table = Table.start(GAME, STREET, 2)
    outcome, _ = next(iter(table.chance.event.outcomes()))
    table.state = GAME.rules.reveal(table.state, outcome)
    with pytest.raises(IllegalOutcome):
        GAME.rules.reveal(table.state, outcome)
