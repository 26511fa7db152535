"""Undo goes back over a seat's own moves until something new was seen."""

from __future__ import annotations

import pytest

from kritzel.game import Setup, Text
from kritzel.games.traexx import GAME as TRAEXX
from kritzel.record import CannotUndo, Table
from kritzel.record.table import NO_ROLL, NOTHING, PAST_CHANCE, PAST_OTHERS, SETTLED
from tests.record import coloured
from tests.record.sheets import LAVA, dizzle, traexx, traexx_sheet


def refused(table: Table, seat: int) -> Text:
    before = table.record()
    with pytest.raises(CannotUndo) as caught:
        table.undo(seat)
    assert table.record() == before
    return caught.value.sentence


def test_a_move_can_be_taken_back() -> None:
    table = dizzle("dizzle/tiny pass=1 roll | - | -").roll("1123456")
    before = table.position
    assert table.play(0, "1b1").undo(0).position == before


def test_nothing_to_take_back() -> None:
    assert refused(dizzle("dizzle/tiny pass=1 place turn=0 pool=1123456 | - | -"), 0) == NOTHING


def test_never_past_chance() -> None:
    table = dizzle("dizzle/tiny pass=1 roll | - | -").roll("1123456")
    assert refused(table, 0) == PAST_CHANCE


def test_never_past_another_seats_turn() -> None:
    table = dizzle("dizzle/tiny pass=1 roll | - | -").roll("1123456").play(0, "1b1").play(1, "1b1")
    assert refused(table, 0) == PAST_OTHERS
    assert table.undo(1).deciding == (1,)
    assert table.undo(0).deciding == (0,)


def test_several_small_moves_one_by_one() -> None:
    table = traexx(2).roll("royg")
    before = table.position
    table.play(0, "b2-b3").play(0, "b3-b4")
    assert table.undo(0).undo(0).position == before
    assert refused(table, 0) == PAST_CHANCE


def test_within_a_shared_decision_the_others_moves_stay() -> None:
    table = traexx(2).roll("royg").play(0, "b2-b3").play(1, "b3-b4").play(0, "done")
    table.undo(0)
    assert table.deciding == (0, 1)
    table.undo(0)
    assert table.position == "traexx/tiny card=royg | - | new=b3-b4"
    assert [event.text for event in table.events] == ["royg", "b3-b4"]


def test_done_can_be_taken_back_until_the_last_seat_is_done() -> None:
    table = traexx(2).roll("royg").play(0, "done").play(1, "b3-b4")
    assert table.undo(0).deciding == (0, 1)
    table.play(0, "done").play(1, "done")
    assert refused(table, 0) == SETTLED
    assert refused(table, 1) == SETTLED


def test_alone_done_reveals_nothing_and_can_be_taken_back() -> None:
    table = traexx(1).roll("royg").play(0, "b2-b3").play(0, "done")
    assert table.undo(0).position == "traexx/tiny card=royg | new=b2-b3"


def test_a_choice_that_settles_what_was_hidden_stays() -> None:
    position = TRAEXX.notation.parse_position(traexx_sheet(), "traexx/tiny card=royg | new=b2-b3 done | -")
    table = Table(TRAEXX, position).play(1, "done")
    assert refused(table, 1) == SETTLED


def test_lava_can_be_chosen_again_while_others_choose() -> None:
    table = dizzle("dizzle/tiny pass=1 flow=3 | - | -", LAVA).play(0, "lava e1")
    assert table.undo(0).play(0, "lava d2").play(1, "lava e1").position.startswith("dizzle/tiny pass=1 roll")
    assert refused(table, 0) == SETTLED
    assert refused(table, 1) == SETTLED


def test_choices_that_were_shown_stay_where_a_decision_follows_at_once() -> None:
    table = Table.new(coloured.GAME, Setup(coloured.SHEET, 2)).roll("613").play(1, "take")
    assert table.undo(1).deciding == (0, 1)
    table.play(1, "take").play(0, "pass")
    assert table.deciding == (0,)
    assert refused(table, 0) == SETTLED
    assert refused(table, 1) == SETTLED
    assert table.play(0, "take").undo(0).deciding == (0,)
    assert refused(table, 0) == SETTLED


# Real dice: what was read wrong ----------------------------------------------------------------
def test_a_roll_read_wrong_is_taken_up_with_every_move_since() -> None:
    table = dizzle("dizzle/tiny pass=1 roll | - | -")
    before = table.position
    table.roll("1123456").play(0, "1b1").take_up()
    assert (table.position, table.events) == (before, ())
    assert table.roll("1223456").position.endswith("pool=1223456 | - | -")


def test_without_a_roll_there_is_none_to_take_up() -> None:
    table = dizzle("dizzle/tiny pass=1 place turn=0 pool=1123456 | - | -").play(0, "1b1")
    with pytest.raises(CannotUndo) as caught:
        table.take_up()
    assert caught.value.sentence == NO_ROLL
    assert len(table.events) == 1
