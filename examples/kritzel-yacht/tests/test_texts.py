"""Sheets, positions and moves that are wrong are refused and say what was expected."""

from __future__ import annotations

import pytest

from kritzel.game import NotationError, SheetError
from kritzel.games import catalogue

GAME, SHEET = catalogue.find("yacht")
HEAD = 'game = "yacht"\nid = "mine"\nversion = 1\n'


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("traexx/1 throw=1 | -", "yacht/1 expected first"),
        ("yacht/1 throw=1", r"1\.\.4 seats expected"),
        ("yacht/1 | -", "either throw= or over"),
        ("yacht/1 throw=4 | -", r"throw=1\.\.3 expected"),
        ("yacht/1 throw=1 throw=2 | -", "twice"),
        ("yacht/1 round=1 | -", "unknown word"),
        ("yacht/1 throw=2 dice=7 | -", "dice like 336"),
        ("yacht/1 throw=1 dice=33 | -", "none of them is thrown"),
        ("yacht/1 throw=1 | ones=6", "ones brings 0, 1, 2, 3, 4, 5"),
        ("yacht/1 throw=1 | - | ones=1", "take turns"),
        ("yacht/1 over | -", "a box is empty"),
    ],
)
def test_positions_that_cannot_be(position: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        GAME.notation.parse_position(SHEET, position)


@pytest.mark.parametrize("move", ["", "roll", "roll 7", "roll 123456", "write full", "Full"])
def test_moves_that_are_none(move: str) -> None:
    with pytest.raises(NotationError):
        GAME.notation.parse_move(SHEET, move)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ("", "missing"),
        ("columns = []", "missing"),
        ('columns = "ones"', "missing"),
        ('columns = [["ones", "elevens"]]', "unknown box 'elevens'"),
        ('columns = [["ones"], ["ones"]]', "ones is there 2 times"),
    ],
)
def test_sheets_that_cannot_be_played(columns: str, said: str) -> None:
    with pytest.raises(SheetError, match=said):
        GAME.notation.parse_sheet(HEAD + columns)


def test_a_short_sheet_is_remarked_on() -> None:
    (defect,) = GAME.notation.defects(GAME.notation.parse_sheet(HEAD + 'columns = [["ones"], ["yacht"]]'))
    assert (defect.line, defect.fatal) == (4, False)
    assert "full" in defect.text.en
    assert not GAME.notation.defects(SHEET)
