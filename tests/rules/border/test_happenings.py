"""What is told when an area is enclosed (B6): points, and who was there first."""

from __future__ import annotations

from kritzel.games.border import GAME
from tests.rules.border.test_areas import street
from tests.table import Table

NAMES = ("Ada", "Emma", "Mara", "Jonas")


def told(table: Table, seat: int, move: str) -> list[tuple[int, str, str, str]]:
    """What a move brings by itself."""
    before = table.state
    table.play(seat, move)
    heard = [each.named(NAMES) for each in GAME.words.happened(before, table.state)]
    return [(each.seat, each.clause, each.words.de, each.words.en) for each in heard]


def test_b6_an_area_enclosed_first_is_told() -> None:
    table = street("round=1 follow dice=gg", "-", "x=e1", "-").play(1, "f2", "g1", "done")
    (heard,) = told(table, 2, "done")
    assert heard[:2] == (1, "B6")
    assert heard[2].endswith(" umschlossen: 4 Punkte.")
    assert heard[3].endswith(" enclosed: 4 points.")


def test_b6_whoever_is_later_hears_who_was_first() -> None:
    table = street("round=2 mark dice=rrrry", "x=e1f2", "x=e1f2g1 areas=c:4", "x=d2e1g1")
    table.play(1, "done").play(0, "g1", "done")
    (heard,) = told(table, 2, "done")
    assert heard[0] == 0
    assert heard[2].endswith(" umschlossen: 2 Punkte. Emma war zuerst da.")
    assert heard[3].endswith(" enclosed: 2 points. Emma was there first.")


def test_b6_all_who_were_there_before_are_named() -> None:
    table = street("round=1 mark dice=rogga", "-", "x=e1f2g1 areas=c:4", "x=e1f2g1 areas=c:2", "x=e1g1")
    table.play(0, "done").play(3, "f2", "done").play(1, "done")
    (heard,) = told(table, 2, "done")
    assert heard[2].endswith("Emma und Mara waren zuerst da.")
    assert heard[3].endswith("Emma and Mara were there first.")


def test_b6_an_action_without_areas_is_no_news() -> None:
    assert told(street("round=1 mark dice=rrrrr", "-", "-"), 0, "done") == []
