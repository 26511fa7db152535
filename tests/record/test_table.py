from __future__ import annotations

import pytest

from kritzel.game import Chance, Decision, IllegalMove, IllegalOutcome, NotationError, Setup
from kritzel.games.catalogue import find
from kritzel.games.traexx import GAME as TRAEXX
from kritzel.record import Played, Revealed, ScriptedDealer, SeededDealer, Table
from tests.record import coloured
from tests.record.sheets import dizzle, traexx


def test_text_goes_in_and_comes_out() -> None:
    table = dizzle("dizzle/tiny pass=1 roll | - | -")
    assert isinstance(table.pending, Chance)
    table.roll("1123456")
    assert isinstance(table.pending, Decision)
    assert table.deciding == (0,)
    assert table.moves(0) == ["1b1", "5a2"]
    assert table.moves(1) == []
    table.play(0, "5a2")
    assert table.position == "dizzle/tiny pass=1 place turn=1 pool=112346 | dice=a2 | -"
    assert repr(table) == f"<{table.position}>"
    assert not table.over
    assert table.moment == table.moments[-1]
    assert table.totals == (0, 0)


def test_moves_and_outcomes_go_in_as_objects_too() -> None:
    table = dizzle("dizzle/tiny pass=1 roll | - | -")
    table.reveal((1, 1, 2, 3, 4, 5, 6))
    move = table.game.rules.moves(table.state, 0)[0]
    table.play(0, move)
    assert table.events == (Revealed("roll", (1, 1, 2, 3, 4, 5, 6), "1123456"), Played(0, move, "1b1"))


def test_the_dealer_is_asked() -> None:
    table = dizzle("dizzle/tiny pass=1 roll | - | -")
    table.dealer = ScriptedDealer([(2, 2, 2, 2, 2, 2, 5)])
    table.roll()
    assert table.events[-1].text == "2222225"
    again = dizzle("dizzle/tiny pass=1 roll | - | -").deal(SeededDealer(3))
    assert again.events == dizzle("dizzle/tiny pass=1 roll | - | -").deal(SeededDealer(3)).events


def test_what_is_refused_leaves_the_table_as_it_was() -> None:
    table = dizzle("dizzle/tiny pass=1 roll | - | -")
    with pytest.raises(IllegalOutcome):
        table.roll((7,))
    with pytest.raises(NotationError):
        table.roll("rogb")
    table.roll("1123456")
    before = table.record()
    with pytest.raises(IllegalMove):
        table.play(0, "2c1")
    with pytest.raises(NotationError):
        table.play(0, "castle")
    with pytest.raises(IllegalOutcome, match="waits for seat 0"):
        table.roll("1123456")
    with pytest.raises(ValueError, match="no seat 2; the seats are 0, 1"):
        table.play(2, "1b1")
    with pytest.raises(ValueError, match="no seat -1"):
        table.moves(-1)
    assert table.record() == before


def test_no_roll_after_the_end() -> None:
    table = traexx(1)
    for card in ("royg", "gbba"):
        table.roll(card).play(0, "done")
    assert table.over
    with pytest.raises(IllegalOutcome, match="the game has ended"):
        table.roll()


def test_a_view_hides_what_is_not_settled() -> None:
    table = traexx(2).roll("royg").play(0, "b2-b3")
    assert "new=" in TRAEXX.notation.position_text(table.view(0))
    assert "new=" not in TRAEXX.notation.position_text(table.view(1))
    assert "new=" not in TRAEXX.notation.position_text(table.view(None))


def test_until_goes_back_to_any_event() -> None:
    table = traexx(2, (2, 1)).roll("royg").play(0, "done").play(1, "done")
    early = table.until(2)
    assert early.events == table.events[:2]
    assert early.deciding == (1,)
    assert early.boards == (2, 1)
    assert table.until(0).state == table.start
    assert len(table.events) == 3


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["Mara"], "names: 1, seats: 2"),
        (["Mara", " "], "not a name"),
        (["Mara", "Jo,nas"], "not a name"),
        (["Mara", "#1"], "not a name"),
        (["Mara", "Jo\nnas"], "not a name"),
    ],
)
def test_names_a_record_cannot_hold_are_refused(names: list[str], why: str) -> None:
    start = traexx(2).start
    with pytest.raises(ValueError, match=why):
        Table(TRAEXX, start, names)


def test_names_are_kept() -> None:
    assert Table(TRAEXX, traexx(2).start, [" Mara", "Jonas "]).names == ("Mara", "Jonas")
    assert traexx(2).names == ("Seat 0", "Seat 1")


def test_dice_that_are_not_alike_stay_as_they_came() -> None:
    table = Table.new(coloured.GAME, Setup(coloured.SHEET, 2))
    for outcome in ("613", (6, 1, 3)):
        after = table.until(0).roll(outcome).play(0, "take").play(1, "pass").play(0, "take")
        assert after.totals == (6 + 1 + 6 + 3, 0)
        assert "roll: 613" in after.record()


@pytest.mark.parametrize("sheet", ["dizzle/1", "border/1", "traexx/1"])
def test_dice_and_cards_are_read_in_any_order(sheet: str) -> None:
    game, paper = find(sheet)
    sorted_ = Table.new(game, Setup(paper, 2), dealer=SeededDealer(1)).roll()
    event = sorted_.events[-1]
    assert isinstance(event, Revealed)
    for read in (event.text[::-1], event.outcome[::-1]):
        assert Table.new(game, Setup(paper, 2)).roll(read).events == sorted_.events


def test_dizzle_takes_dice_as_they_lie() -> None:
    game, paper = find("dizzle/1")
    assert "pool=1233456" in Table.new(game, Setup(paper, 2)).roll("6152433").position


def test_every_event_says_itself() -> None:
    table = traexx(2).roll("royg").play(0, "b2-b3")
    assert [table.describe(nth).kind for nth in range(2)] == ["card", "extend"]
    assert table.describe(-1) == table.describe(1)
    assert table.describe(-2).words.en == table.describe(0).words.en
