"""Every clause of the rulebook, by its id, in the words of the notation."""

from __future__ import annotations

import pytest

from kritzel.game import IllegalMove, Over, Setup
from kritzel.games import catalogue
from kritzel.record import Table

GAME, SHEET = catalogue.find("tiny")


def at(words: str) -> Table:
    """The table of a position."""
    return Table(GAME, GAME.notation.parse_position(SHEET, f"tiny/1 {words}"))


def refused(table: Table, seat: int, move: str) -> str:
    """The clause that is named when this move is tried, with a sentence in both languages."""
    with pytest.raises(IllegalMove) as caught:
        table.play(seat, move)
    assert all(caught.value.sentence)
    return caught.value.clause


def test_q1_the_seats_take_turns() -> None:
    table = Table.new(GAME, Setup(SHEET, 2)).reveal("25")
    assert refused(table, 1, "a2") == "Q1"
    assert table.play(0, "a2").reveal("25").deciding == (1,)


def test_q2_the_dice_are_thrown_first() -> None:
    assert refused(at("turn=0 | -"), 0, "skip") == "Q2"


def test_q3_a_free_cell_whose_number_a_die_shows_or_nothing() -> None:
    table = at("turn=1 dice=26 | x=a6")
    assert table.moves(0) == ["a2", "b1", "b5", "skip"]
    assert refused(table, 0, "a6") == refused(table, 0, "a3") == "Q3"


def test_q4_every_cross_counts_its_number() -> None:
    assert at("turn=3 | x=a5,a6,b1").totals == (17,)


def test_q5_after_6_rounds_most_points_win() -> None:
    over = at("turn=12 | x=a5 | x=a6").pending
    assert isinstance(over, Over)
    assert [(place.seat, place.place) for place in over.ranking] == [(1, 1), (0, 2)]


def test_q6_alone_points_are_worth_a_rank() -> None:
    over = at("turn=6 | x=a5,a6,b1,b2").pending
    assert isinstance(over, Over)
    assert over.solo_rank == 2
