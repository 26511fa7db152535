"""What is told when a number is reached (T5, T7): points, and who was there first."""

from __future__ import annotations

from kritzel.game import Happening
from kritzel.games.traexx import GAME
from tests.rules.traexx.sheets import ALONE, LADDER, MEADOW
from tests.table import Table

NAMES = ("Ada", "Mara", "Jonas")


def told(table: Table, *moves: tuple[int, str]) -> list[Happening]:
    """What the last of these moves brings by itself."""
    for seat, move in moves:
        before = table.state
        table.play(seat, move)
    return [each.named(NAMES) for each in GAME.words.happened(before, table.state)]


def laid(seats: int) -> Table:
    table = Table.start(GAME, LADDER, seats)
    table.reveal("roya").play(1, "b1-a2", "a2-a3", "a3-a4", "a4-a5", "done")
    return table


def test_t5_a_number_reached_first_is_told_with_its_points() -> None:
    heard = told(laid(2), (0, "done"))
    assert {(each.seat, each.kind, each.clause) for each in heard} == {(1, "number", "T5")}
    assert heard[0].words.de == "Die 2 erreicht: 2 Punkte."


def test_t5_whoever_is_later_hears_who_was_first() -> None:
    table = laid(2).play(0, "done").reveal("royga").play(0, "a1-a2", "a2-a3", "a3-a4", "a4-a5", "done")
    heard = told(table, (1, "done"))
    assert heard[0].seat == 0
    assert heard[0].words.de == "Die 2 erreicht: halbe Punkte, 1. Mara war zuerst da."
    assert heard[0].words.en == "Reached the 2: half points, 1. Mara was there first."


def test_t5_two_who_were_first_are_both_named() -> None:
    lines = "line=b2-c3-d3-e2 full=2 done | line=c4-d3-e2 full=2 done | -"
    table = Table.at(GAME, MEADOW, f"traexx/meadow seen=ryyg card=roba | {lines}")
    (heard,) = told(table, (2, "d2-e2"), (2, "done"))
    assert heard.words == (
        "Die 2 erreicht: halbe Punkte, 1. Ada und Mara waren zuerst da.",
        "Reached the 2: half points, 1. Ada and Mara were there first.",
    )
    assert (heard.cell, heard.by) == ("e2", (0, 1))


def test_t5_a_round_without_numbers_is_no_news() -> None:
    table = Table.start(GAME, LADDER, 2).reveal("roya").play(0, "done")
    assert told(table, (1, "done")) == []


def test_t7_alone_a_higher_number_before_makes_it_half() -> None:
    table = Table.start(GAME, ALONE, 1).reveal("ybaa").play(0, "a3-a4", "a4-a5", "a5-a6")
    heard = told(table, (0, "done"))
    assert [(each.clause, each.words.de) for each in heard] == [
        ("T5", "Die 4 erreicht: 4 Punkte."),
        ("T7", "Die 5 erreicht: halbe Punkte, 3. Eine höhere Zahl kam schon vorher."),
        ("T5", "Die 7 erreicht: 7 Punkte."),
    ]
