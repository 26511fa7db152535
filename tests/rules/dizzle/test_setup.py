"""D1-D4: dice, rounds, start player, the roll."""

from __future__ import annotations

import pytest

from kritzel.game import IllegalOutcome
from kritzel.games.dizzle import GAME
from tests.rules.dizzle.drawing import at, dice_awaited, sheet, start
from tests.table import Table

SHEET = sheet("""
grid = '''
x    1    2
3    4    5
6    1    2
'''
""")
"""From the start cross only a 1 and a 3 can be reached: a roll of sixes fits nobody."""


def idle_pass(table: Table) -> None:
    """A pass in which nobody can place anything and everybody drops out."""
    table.reveal("6" * dice_awaited(table))
    going = table.position.split()[1]
    while table.position.split()[1:3] == [going, "place"]:
        table.play(table.deciding[0], "out")


@pytest.mark.parametrize(("seats", "dice"), [(1, 8), (2, 7), (3, 10), (4, 13)])
def test_d1_dice_in_the_pool_depend_on_the_seats(seats: int, dice: int) -> None:
    assert dice_awaited(start(SHEET, seats)) == dice


@pytest.mark.parametrize("seats", [0, 5])
def test_d1_one_to_four_can_play(seats: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        start(SHEET, seats)


@pytest.mark.parametrize(("seats", "passes"), [(1, 10), (2, 12), (3, 12), (4, 12)])
def test_d2_twelve_passes_with_company_and_ten_alone(seats: int, passes: int) -> None:
    table = start(SHEET, seats)
    for number in range(1, passes + 1):
        assert f"pass={number} roll" in table.position
        idle_pass(table)
    assert table.over.reason == "last_round"


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_d2_all_seats_play_the_same_sheet(seat: int) -> None:
    table = at(SHEET, f"pass=1 place turn={seat} pool=1122334455666 | - | - | - | -")
    assert table.moves(seat) == {"1b1", "3a2"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d3_start_player_moves_clockwise_after_every_pass(seats: int) -> None:
    table = start(SHEET, seats)
    for number in range(seats + 1):
        first = start_player(table)
        assert first == number % seats
        idle_pass(table)


def start_player(table: Table) -> int:
    rolled = Table(table.game, table.state).reveal("6" * dice_awaited(table))
    (seat,) = rolled.deciding
    return seat


def test_d3_a_seat_alone_starts_every_pass() -> None:
    assert at(SHEET, "pass=7 roll | x=b1").reveal("11111111").deciding == (0,)


def test_d4_the_table_waits_for_the_roll_of_the_pool() -> None:
    table = start(SHEET, 2)
    assert table.chance.purpose == "roll"
    assert table.moves(0) == set()
    assert table.moves(1) == set()


def test_d4_all_dice_are_rolled_again_for_the_next_pass() -> None:
    table = at(SHEET, "pass=1 place turn=1 pool=666666 | dice=b1 out | -").play(1, "out")
    assert table.chance.purpose == "roll"
    assert dice_awaited(table) == 7


def test_d4_the_pool_lies_in_ascending_order() -> None:
    table = start(SHEET, 2).reveal("1123456")
    assert table.position == "dizzle/t pass=1 place turn=0 pool=1123456 | - | -"
    assert "pool=123456 " in table.play(0, "1b1").position


def test_d4_no_die_is_taken_before_the_roll() -> None:
    assert start(SHEET, 2).refused(0, "1b1") == "D4"
    assert start(SHEET, 2).refused(1, "out") == "D4"


@pytest.mark.parametrize("outcome", [(1, 2, 3), (1,) * 8, (0, 1, 2, 3, 4, 5, 6), (7,) * 7])
def test_d4_only_seven_dice_with_one_to_six_are_a_roll_of_two_seats(outcome: tuple[int, ...]) -> None:
    with pytest.raises(IllegalOutcome):
        GAME.rules.reveal(start(SHEET, 2).state, outcome)


def test_d4_nothing_is_rolled_while_a_seat_has_to_place() -> None:
    table = start(SHEET, 2).reveal("1123456")
    with pytest.raises(IllegalOutcome):
        GAME.rules.reveal(table.state, (1, 1, 2, 3, 4, 5, 6))
