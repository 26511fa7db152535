"""D33, D34: alone against the extra dice."""

from __future__ import annotations

from pathlib import Path

import pytest

import kritzel.games.dizzle
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle.scoring import solo_rank
from kritzel.scene import Token
from tests.rules.dizzle.drawing import at, dice_awaited, sheet, start
from tests.table import Table

SHEET = sheet("""
grid = '''
x    1    2
3    4    5
6    1    2
'''
[points]
ranks = [90, 80, 70, 60, 50, 40]
""")
LOW = sheet("grid = '''\nx 1\n'''\n[points]\nranks = [80, 70, 60, 50, 40, 30]\n")


# D33: the extra dice -------------------------------------------------------------------------------
def test_d33_after_every_die_placed_two_extra_dice_are_rolled() -> None:
    table = start(SHEET, 1).reveal("11233456").play(0, "1b1")
    assert table.chance.purpose == "remove"
    assert dice_awaited(table) == 2
    assert table.position == "dizzle/t pass=1 remove turn=0 pool=1233456 | dice=b1"


def test_d33_for_each_a_die_of_its_number_is_removed() -> None:
    table = at(SHEET, "pass=1 remove turn=0 pool=1233456 | dice=b1").reveal("13")
    assert table.position == "dizzle/t pass=1 place turn=0 pool=23456 | dice=b1"


def test_d33_numbers_that_are_not_there_remove_nothing() -> None:
    table = at(SHEET, "pass=1 remove turn=0 pool=2244 | dice=b1").reveal("14")
    assert "pool=224 " in table.position
    table = at(SHEET, "pass=1 remove turn=0 pool=2244 | dice=b1").reveal("56")
    assert "pool=2244 " in table.position


@pytest.mark.parametrize(
    ("pool", "left"), [("2333", "23"), ("2233", "22"), ("2223", "222"), ("2222", "2222")]
)
def test_d33_doubles_remove_up_to_two(pool: str, left: str) -> None:
    table = at(SHEET, f"pass=1 remove turn=0 pool={pool} | dice=b1").reveal("33")
    assert f"pool={left} " in table.position


def test_d33_a_removal_that_empties_the_pool_ends_the_pass() -> None:
    table = at(SHEET, "pass=1 remove turn=0 pool=24 | dice=b1").reveal("24")
    assert table.position == "dizzle/t pass=2 roll | x=b1"


def test_d33_dice_taken_away_lie_crossed_in_the_tray_until_the_pass_ends() -> None:
    table = start(SHEET, 1).reveal("11233456").play(0, "1b1").reveal("36")
    assert _crossed(table) == ["3", "6"]
    table.play(0, "2c1").reveal("33")
    assert _crossed(table) == ["3", "3", "6"]
    assert [token.face for token in _tray(table) if token.state != "removed"] == ["1", "4", "5"]
    ended = at(SHEET, "pass=1 remove turn=0 pool=24 | dice=b1").reveal("24")
    assert _tray(ended) == ()


def test_d33_a_table_from_its_position_is_the_same_table() -> None:
    table = start(SHEET, 1).reveal("11233456").play(0, "1b1").reveal("36")
    assert GAME.notation.parse_position(SHEET, table.position) == table.state


def _tray(table: Table) -> tuple[Token, ...]:
    return GAME.scene(table.state, 0).tray


def _crossed(table: Table) -> list[str]:
    return [token.face for token in _tray(table) if token.state == "removed"]


def test_d33_all_eight_dice_are_back_for_the_next_pass() -> None:
    table = at(SHEET, "pass=1 remove turn=0 pool=24 | dice=b1").reveal("24")
    assert dice_awaited(table) == 8


def test_d33_also_after_a_die_placed_by_a_reroll() -> None:
    table = at(SHEET, "pass=1 place turn=0 pool=333 | dice=b1").play(0, "reroll").reveal("234")
    assert table.moves(0) == {"2c1", "4b2"}
    assert table.play(0, "4b2").chance.purpose == "remove"


def test_d33_not_after_a_die_given_back() -> None:
    table = at(SHEET, "pass=1 rerolled turn=0 pool=222 | dice=b1c1b2").play(0, "back c1")
    assert table.position == "dizzle/t pass=1 place turn=0 pool=2222 | dice=b1b2"


def test_d33_not_after_a_failed_reroll_without_a_die() -> None:
    table = start(SHEET, 1).reveal("22222222").play(0, "reroll").reveal("44445555")
    assert table.position == "dizzle/t pass=1 place turn=0 pool=44445555 | -"
    assert table.moves(0) == {"reroll", "out"}


def test_d33_not_once_the_pool_is_empty() -> None:
    table = at(SHEET, "pass=1 place turn=0 pool=2 | dice=b1").play(0, "2c1")
    assert table.position == "dizzle/t pass=2 roll | x=b1c1"


def test_d33_nobody_acts_before_the_extra_dice() -> None:
    table = at(SHEET, "pass=1 remove turn=0 pool=2244 | dice=b1")
    assert table.moves(0) == set()
    assert table.refused(0, "2c1") == "D33"


def test_d33_the_extra_dice_are_rolled_even_for_a_seat_that_is_stuck_then() -> None:
    table = start(LOW, 1).reveal("11111111").play(0, "1b1")
    assert table.chance.purpose == "remove"
    assert table.reveal("66").over.reason == "full_sheet"


def test_d33_removed_dice_stay_away_from_a_reroll() -> None:
    table = at(SHEET, "pass=1 remove turn=0 pool=3336 | dice=b1").reveal("36").play(0, "reroll")
    assert dice_awaited(table) == 2


def test_d17_alone_there_is_no_last_turn() -> None:
    table = at(SHEET, "pass=1 place turn=0 pool=2345 | dice=b1").play(0, "2c1").reveal("66")
    assert table.deciding == (0,)
    assert table.play(0, "4b2").reveal("66").moves(0) == {"3a2", "5c2"}


def test_d11_alone_dropping_out_ends_the_pass() -> None:
    table = at(SHEET, "pass=1 place turn=0 pool=333 | dice=b1").play(0, "out")
    assert table.position == "dizzle/t pass=2 roll | x=b1"


def test_d20_alone_no_bomb_explodes() -> None:
    bomb = sheet("grid = '''\nx 1b 2 3b\n'''\n[points]\nbomb = -3\n")
    table = at(bomb, "pass=1 place turn=0 pool=666 | dice=b1").play(0, "out")
    assert table.position == "dizzle/t pass=2 roll | x=b1"
    assert table.score[0].total == 2


# D34: ranks ----------------------------------------------------------------------------------------
BORDERS = [(10, 1), (1, 1), (0, 2), (-9, 2), (-10, 3), (-19, 3), (-20, 4), (-29, 4)]
BORDERS += [(-30, 5), (-39, 5), (-40, 6), (-49, 6), (-50, 7), (-200, 7)]
"""Points beyond what the best rank needs more than, and the rank they get."""


@pytest.mark.parametrize(("beyond", "rank"), BORDERS)
def test_d34_ranks_at_their_borders(beyond: int, rank: int) -> None:
    assert solo_rank(SHEET, 90 + beyond) == rank
    assert solo_rank(LOW, 80 + beyond) == rank


@pytest.mark.parametrize(("level", "best"), [("1", 80), *((str(level), 90) for level in range(2, 9))])
def test_d34_level_1_is_measured_lower_than_all_others(level: str, best: int) -> None:
    path = Path(kritzel.games.dizzle.__file__).parent / "sheets" / f"{level}.toml"
    ours = GAME.notation.parse_sheet(path.read_text(encoding="utf-8"), path.name)
    ranks = [solo_rank(ours, best + beyond) for beyond, _ in BORDERS]
    assert ranks == [rank for _, rank in BORDERS]


def test_d34_the_least_points_of_each_rank_are_told() -> None:
    told = GAME.rules.ranks(SHEET)
    assert told is not None
    assert [solo_rank(SHEET, least) for least in told.least] == [1, 2, 3, 4, 5, 6]
    assert [solo_rank(SHEET, least - 1) for least in told.least] == [2, 3, 4, 5, 6, 7]


def test_d34_the_end_of_a_solo_game_names_the_rank() -> None:
    alone = at(SHEET, "pass=10 place turn=0 pool=333 | dice=b1").play(0, "out")
    assert alone.over.solo_rank == 7
    together = at(SHEET, "pass=12 place turn=0 pool=333 | dice=b1 | out").play(0, "out")
    assert together.over.solo_rank == 0
