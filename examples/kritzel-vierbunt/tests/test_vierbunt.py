"""Every clause of the rulebook, by its id, in the words of the notation."""

from __future__ import annotations

import pytest

from kritzel import rulebook
from kritzel.game import Chance, Decision, IllegalMove, IllegalOutcome, NotationError, Over, Setup, SheetError
from kritzel.games import catalogue
from kritzel.record import Table
from kritzel.record.table import CannotUndo

GAME, SHEET = catalogue.find("vierbunt")
DICE = "dice=34r2y5g1b6"


def at(words: str) -> Table:
    """The table of a position."""
    return Table(GAME, GAME.notation.parse_position(SHEET, f"vierbunt/1 {words}"))


def refused(table: Table, seat: int, move: str) -> str:
    """The clause that is named when this move is tried, with a sentence in both languages."""
    with pytest.raises(IllegalMove) as caught:
        table.play(seat, move)
    assert all(caught.value.sentence)
    return caught.value.clause


def ending(table: Table) -> Over:
    over = table.pending
    assert isinstance(over, Over)
    return over


# A turn -----------------------------------------------------------------------------------------
def test_v1_everybody_begins_with_an_empty_sheet_and_the_turns_go_clockwise() -> None:
    table = Table.new(GAME, Setup(SHEET, 2))
    assert table.position == "vierbunt/1 | - | -"
    table.roll("34r2y5g1b6").play(0, "pass").play(1, "pass").play(0, "g4")
    table.roll("34r2y5g1b6").play(0, "pass").play(1, "pass")
    assert table.deciding == (1,)


def test_v1_only_who_is_asked_moves() -> None:
    assert refused(at("| - | -"), 0, "r7") == "V1"
    assert refused(at(f"{DICE} first=pass | - | -"), 1, "g4") == "V1"
    assert refused(at(f"{DICE} | - | -").play(0, "r7"), 0, "pass") == "V1"


def test_v2_dice_keep_their_colours() -> None:
    table = at("| -").roll("61 r3 b5 g2 y4")
    assert table.position == "vierbunt/1 dice=16r3y4g2b5 | -"
    assert table.moves(0) == ["r7", "y7", "g7", "b7", "pass"]
    assert table.play(0, "pass").moves(0) == ["r4", "r9", "y5", "y10", "g3", "g8", "b6", "b11", "pass"]


def test_v2_only_such_dice_as_are_there() -> None:
    table = at("| x=r12 | -")
    with pytest.raises(NotationError):
        table.roll("34r2y5g1b6")
    with pytest.raises(IllegalOutcome):
        table.roll((1, 2, 3, 4, 5, 7))
    assert table.roll("34y5g1b6").position == "vierbunt/1 dice=34y5g1b6 | x=r12 | -"
    with pytest.raises(IllegalOutcome):
        GAME.rules.reveal(table.state, (1, 1, 1, 1, 1))


def test_v3_all_choose_the_sum_of_the_white_dice_in_any_colour() -> None:
    table = at(f"{DICE} | - | -")
    assert table.deciding == (0, 1)
    assert table.moves(0) == table.moves(1) == ["r7", "y7", "g7", "b7", "pass"]
    assert refused(table, 1, "g4") == "V3"
    table.play(1, "b7").play(0, "r7")
    assert table.position == f"vierbunt/1 {DICE} first=r7 | x=r7 | x=b7"


def test_v3_choices_are_secret_until_all_have_chosen() -> None:
    table = at(f"{DICE} | - | -").play(1, "b7")
    assert table.view(0) == table.view(None) == at(f"{DICE} | - | -").state
    assert table.view(1).picks == ("", "b7")
    assert table.totals == (0, 0)


def test_v3_a_choice_is_taken_back_before_it_is_shown_and_not_after() -> None:
    table = at(f"{DICE} | - | -").play(1, "b7").undo(1).play(1, "y7").play(0, "pass")
    for seat in (0, 1):
        with pytest.raises(CannotUndo):
            table.undo(seat)
    with pytest.raises(CannotUndo):
        table.play(0, "g4").undo(1)


def test_v4_then_the_active_seat_alone_adds_a_white_die_and_a_coloured_one() -> None:
    table = at(f"{DICE} first=r7 | x=r7 | -")
    assert table.pending == Decision((0,), "colour")
    assert table.moves(0) == ["y8", "y9", "g4", "g5", "b9", "b10", "pass"]
    assert refused(table, 0, "g7") == "V4"
    assert table.play(0, "g4").position == "vierbunt/1 turn=1 | x=r7,g4 | -"


def test_v5_crosses_go_from_left_to_right() -> None:
    table = at(f"{DICE} | x=r8,y8 | x=r7")
    assert table.moves(0) == ["y7", "g7", "b7", "pass"]
    assert refused(table, 0, "r7") == "V5"
    assert refused(table, 1, "r7") == "V5"


def test_v6_the_last_number_needs_five_crosses() -> None:
    table = at("dice=66r6y5g2b4 | x=r2,r3,r4,r5,r6 | x=r2,r3,r4,r5")
    assert "r12" in table.moves(0)
    assert refused(table, 1, "r12") == "V6"


def test_v6_a_row_is_closed_for_all_when_the_turn_ends() -> None:
    five = "x=r2,r3,r4,r5,r6"
    table = at(f"dice=66r6y5g2b4 | {five} | {five}").play(1, "r12").play(0, "pass")
    assert "r12" in table.moves(0), "it is open until the turn ends"
    before = table.state
    table.play(0, "r12")
    told = GAME.words.happened(before, table.state)
    assert [(each.seat, each.kind, each.cell) for each in told] == [
        (0, "closed", "r12"),
        (1, "closed", "r12"),
    ]
    chance = table.pending
    assert isinstance(chance, Chance)
    assert next(iter(chance.event.outcomes()))[0] == (1,) * 5
    assert refused(table.roll("11y1g1b1"), 0, "r7") == "V6"


def test_v7_who_throws_and_crosses_nothing_marks_a_miss() -> None:
    table = at(f"{DICE} | - | -").play(0, "pass").play(1, "pass")
    before = table.state
    assert table.play(0, "pass").position == "vierbunt/1 turn=1 | misses=1 | -"
    assert [(each.seat, each.kind) for each in GAME.words.happened(before, table.state)] == [(0, "miss")]


def test_v7_one_cross_is_enough() -> None:
    table = at(f"{DICE} | - | -").play(0, "r7").play(1, "pass").play(0, "pass")
    assert table.position == "vierbunt/1 turn=1 | x=r7 | -"


# Points and the end -----------------------------------------------------------------------------
@pytest.mark.parametrize(("crosses", "points"), [(1, 1), (2, 3), (3, 6), (5, 15), (10, 55)])
def test_v8_every_further_cross_is_worth_one_point_more(crosses: int, points: int) -> None:
    assert at("| x=" + ",".join(f"g{n}" for n in range(2, 2 + crosses))).totals == (points,)


def test_v8_the_lock_counts_as_a_cross_and_a_miss_costs_five() -> None:
    assert at("| x=" + ",".join(f"b{n}" for n in range(2, 13))).totals == (78,)
    assert at("| x=r2,r3,r4,r5,r6,r12 misses=2").totals == (28 - 10,)


def test_v9_the_fourth_miss_ends_the_game() -> None:
    over = ending(at(f"{DICE} first=pass | misses=3 | x=r2").play(0, "pass"))
    assert (over.reason, over.clause) == ("misses", "V9")
    assert [(place.seat, place.place, place.points) for place in over.ranking] == [(1, 1, 1), (0, 2, -20)]


def test_v9_two_closed_rows_end_the_game() -> None:
    five = "x=r2,r3,r4,r5,r6"
    table = at(f"dice=66r6g2b4 first=pass | {five} | x=y2")
    assert ending(table.play(0, "r12")).reason == "closed"


def test_v9_a_tie_is_shared() -> None:
    assert [place.place for place in ending(at("| misses=4 | misses=4")).ranking] == [1, 1]


# Texts ------------------------------------------------------------------------------------------
def test_moves_and_questions_are_said_in_both_languages() -> None:
    table = at(f"{DICE} | -")
    assert GAME.words.question(table.state) == (
        "In welcher Reihe kreuzt du die 7 an?",
        "In which row do you cross the 7?",
    )
    assert GAME.words.say_move(SHEET, "r7").words == ("Rot 7 ankreuzen", "cross red 7")
    assert GAME.words.say_move(SHEET, "pass").words == ("nichts ankreuzen", "cross nothing")


@pytest.mark.parametrize(
    "cells",
    ["r2\ny2\ng2", "r2\ny2\nb2\ng2", "r2 y3\ny2\ng2\nb2", "2\n2\n2\n2", "r2 r2\ny2\ng2\nb2"],
)
def test_a_sheet_has_a_row_of_each_colour(cells: str) -> None:
    head = 'game = "vierbunt"\nid = "mine"\nversion = 1\n'
    assert GAME.notation.parse_sheet(f"{head}cells = '''\nr2 r4\ny3 y2\ng2\nb2\n'''")
    with pytest.raises(SheetError, match="r y g b"):
        GAME.notation.parse_sheet(f"{head}cells = '''\n{cells}\n'''")


def test_the_dice_and_the_rows_are_drawn_in_colour() -> None:
    table = at("dice=34y5g1b6 | x=r2,r12 | -").play(0, "y7")
    mine, other = (GAME.scene(table.state, seat) for seat in (0, 1))
    assert [(token.kind, token.face) for token in mine.tray] == [
        ("single", "3"), ("single", "4"), ("pips", "y5"), ("pips", "g1"), ("pips", "b6"),
    ]  # fmt: skip
    marks = {cell.id: [mark.kind for mark in cell.marks] for cell in mine.cells}
    assert {cell.fill for cell in mine.cells} == set("rygb")
    assert (marks["r2"], marks["r3"], marks["y7"], marks["y8"]) == (["cross"], ["locked"], ["pick"], [])
    assert not any(mark.kind == "pick" for cell in other.cells for mark in cell.marks)


def test_every_clause_of_the_rulebook_has_a_test_here() -> None:
    named = [word for name in list(globals()) if name.startswith("test_") for word in name.split("_")]
    assert [each.id for each in rulebook.clauses("vierbunt", "en") if each.id.lower() not in named] == []
