"""Dice of several colours: what can come, how it is written, and how it is read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kritzel.mechanics.dice import ColouredDice

SMALL = ColouredDice("wwr", (1, 2))
RAINBOW = ColouredDice("wwrygb")


def test_equal_dice_have_no_order_and_coloured_ones_have_their_own() -> None:
    assert dict(SMALL.outcomes()) == {
        (1, 1, 1): Fraction(1, 8),
        (1, 1, 2): Fraction(1, 8),
        (1, 2, 1): Fraction(1, 4),
        (1, 2, 2): Fraction(1, 4),
        (2, 2, 1): Fraction(1, 8),
        (2, 2, 2): Fraction(1, 8),
    }
    assert SMALL.normal((2, 1, 2)) == (1, 2, 2)
    assert (2, 1, 2) not in SMALL
    assert (1, 2) not in SMALL
    assert (1, 2, 3) not in SMALL
    assert SMALL.normal((2, 1)) == (2, 1)


def test_a_throw_puts_white_dice_in_order() -> None:
    faces = iter([1, 0, 1])
    assert SMALL.sample(lambda below: next(faces)) == (1, 2, 2)


def test_texts_go_there_and_back() -> None:
    assert RAINBOW.text((3, 4, 2, 5, 1, 6)) == "34r2y5g1b6"
    assert RAINBOW.tray((3, 4, 2, 5, 1, 6)) == ["3", "4", "r2", "y5", "g1", "b6"]
    for typed in ("34r2y5g1b6", "b6 g1 y5 r2 4 3", "4, 3, r2, y5, g1, b6"):
        assert RAINBOW.parse(typed) == (3, 4, 2, 5, 1, 6)


def test_dice_of_one_colour_stand_together() -> None:
    with pytest.raises(ValueError, match="stand together, not wrw"):
        ColouredDice("wrw")


def test_faces_have_one_digit() -> None:
    with pytest.raises(ValueError, match="one digit, not 12"):
        ColouredDice("wr", (1, 12))


def test_every_face_is_named_once() -> None:
    assert SMALL.every_face() == ("1", "2", "r1", "r2")


@pytest.mark.parametrize("typed", ["34r2", "34r2y5g1b7", "34r2y5g1b6b1", "34r2y5g1v6", "34r2y5g1b6x"])
def test_what_cannot_come_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=typed):
        RAINBOW.parse(typed)
