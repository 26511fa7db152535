"""T1 and T2: the cards, and what their colours are good for."""

from __future__ import annotations

from itertools import permutations

import pytest

from kritzel.game import IllegalOutcome, NotationError, Setup
from kritzel.games.traexx import GAME
from tests.rules.traexx.sheets import LADDER, MEADOW, ROAD, STRIPE
from tests.table import Table


def cards_left(table: Table) -> set[str]:
    assert table.chance.purpose == "card"
    return {GAME.notation.outcome_text(table.state, outcome) for outcome, _ in table.chance.event.outcomes()}


def meadow(words: str, *sections: str) -> Table:
    return Table.at(GAME, MEADOW, f"traexx/meadow {words} | {' | '.join(sections)}")


# T1 --------------------------------------------------------------------------------------------
def test_t1_any_card_of_the_pack_may_come_first() -> None:
    assert cards_left(Table.start(GAME, MEADOW, 2)) == {"ryyg", "roba", "ygba", "royg", "rrog"}


def test_t1_a_card_comes_only_once() -> None:
    table = Table.start(GAME, MEADOW, 1).reveal("roba").play(0, "done")
    assert cards_left(table) == {"ryyg", "ygba", "royg", "rrog"}
    with pytest.raises((IllegalOutcome, NotationError)):
        table.reveal("roba")


def test_t1_one_card_is_revealed_per_round() -> None:
    table = Table.start(GAME, MEADOW, 2).reveal("roba")
    assert table.deciding == (0, 1)
    table.play(1, "done").play(0, "done")
    assert table.position == "traexx/meadow seen=roba draw | - | -"


@pytest.mark.parametrize("move", ["done", "b2-b3"])
@pytest.mark.parametrize("seat", [0, 1])
def test_t1_nobody_draws_a_line_before_the_card_lies(seat: int, move: str) -> None:
    table = Table.start(GAME, MEADOW, 2)
    assert table.moves(seat) == set()
    assert table.refused(seat, move) == "T1"


def test_t1_no_card_is_revealed_while_seats_decide() -> None:
    table = Table.start(GAME, MEADOW, 2)
    outcomes = [outcome for outcome, _ in table.chance.event.outcomes()]
    table.state = GAME.rules.reveal(table.state, outcomes[0])
    with pytest.raises(IllegalOutcome):
        GAME.rules.reveal(table.state, outcomes[1])


def test_t1_a_card_that_is_not_in_the_pack_is_no_outcome() -> None:
    table = Table.start(GAME, MEADOW, 2)
    for outcome in ((99,), (), (0, 1)):
        with pytest.raises(IllegalOutcome):
            GAME.rules.reveal(table.state, outcome)


def test_t1_the_game_ends_after_the_last_card() -> None:
    table = Table.start(GAME, MEADOW, 2)
    for card in ("roba", "ryyg", "rrog", "ygba", "royg"):
        table.reveal(card).play(0, "done").play(1, "done")
    assert (table.over.reason, table.over.clause) == ("last_card", "T1")


def test_t1_after_the_end_nobody_moves() -> None:
    table = meadow("seen=ryyg,roba,ygba,royg card=rrog", "-", "-").play(0, "done").play(1, "done")
    for seat in (0, 1):
        assert table.moves(seat) == set()
        assert table.refused(seat, "done") == "T1"
        assert table.refused(seat, "b2-b3") == "T1"
    with pytest.raises(IllegalOutcome):
        GAME.rules.reveal(table.state, (0,))


def test_t1_each_seat_has_a_start_cell_of_its_own() -> None:
    table = Table.start(GAME, MEADOW, 4).reveal("royg")
    starts = [{move.split("-")[0] for move in table.moves(seat)} - {"done"} for seat in range(4)]
    assert starts == [{"b2"}, {"c4"}, {"d2"}, {"b3"}]


def test_t1_the_start_cells_may_be_handed_out_in_another_order() -> None:
    table = Table.start(GAME, MEADOW, 2, (3, 1)).reveal("royg")
    assert all(move == "done" or move.startswith("d2-") for move in table.moves(0))
    assert all(move == "done" or move.startswith("b2-") for move in table.moves(1))


@pytest.mark.parametrize("boards", [(1, 1), (1, 5), (0, 1), (1,), (1, 2, 3)])
def test_t1_start_cells_that_do_not_exist_or_are_given_twice_are_no_set_up(boards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        GAME.rules.start(Setup(MEADOW, 2, boards))


@pytest.mark.parametrize("seats", [0, 5])
def test_t1_one_to_four_seats_play(seats: int) -> None:
    assert list(GAME.seat_counts) == [1, 2, 3, 4]
    with pytest.raises(ValueError, match=r"\w"):
        GAME.rules.start(Setup(MEADOW, seats))


def test_t1_no_more_seats_than_start_cells() -> None:
    with pytest.raises(ValueError, match=r"\w"):
        GAME.rules.start(Setup(LADDER, 3))


# T2 --------------------------------------------------------------------------------------------
def test_t2_linus_uses_blue_green_grey_and_yellow() -> None:
    table = Table.start(GAME, ROAD, 1).reveal("ygba")
    assert table.moves(0) == {"a2-a3", "done"}
    table.play(0, "a2-a3", "a3-a4", "a4-a5", "a5-a6")
    assert table.moves(0) == {"done"}
    table.play(0, "done")
    assert table.position == "traexx/road seen=ygba draw | line=a2-a3-a4-a5-a6"


def test_t2_what_is_drawn_by_a_card_is_secret_until_all_are_done() -> None:
    table = Table.start(GAME, MEADOW, 2)
    assert not GAME.rules.secret(table.state)
    assert GAME.rules.secret(table.reveal("ygba").state)
    assert not GAME.rules.secret(table.play(0, "done").play(1, "done").state)


def test_t2_any_colour_of_the_card_may_come_first() -> None:
    table = Table.start(GAME, MEADOW, 1).reveal("ygba")
    assert table.moves(0) == {"b2-a1", "b2-a2", "b2-b1", "b2-b3", "b2-c2", "done"}
    table = Table.start(GAME, MEADOW, 1).reveal("roba")
    assert table.moves(0) == {"b2-a1", "b2-b1", "b2-b3", "b2-c3", "done"}


def test_t2_a_colour_that_is_not_on_the_card_is_refused() -> None:
    table = Table.start(GAME, MEADOW, 1).reveal("ygba")
    assert table.refused(0, "b2-c3") == "T2"


def test_t2_each_symbol_is_used_once() -> None:
    table = Table.start(GAME, MEADOW, 1).reveal("ygba").play(0, "b2-c2")
    assert table.moves(0) == {"c2-b1", "done"}
    table = Table.start(GAME, MEADOW, 1).reveal("ygba").play(0, "b2-b3")
    assert table.refused(0, "b3-c3") == "T2"
    assert table.moves(0) == {"b3-a2", "b3-a3", "b3-c4", "done"}
    assert table.play(0, "b3-a3").refused(0, "a3-b4") == "T2"


def test_t2_a_used_symbol_is_used_up() -> None:
    table = meadow("card=roba", "-").play(0, "b2-a1")
    assert table.moves(0) == {"a1-b1", "done"}
    table = meadow("card=roba", "-").play(0, "b2-c3")
    assert table.moves(0) == {"c3-b3", "c3-c4", "c3-d2", "done"}
    assert table.play(0, "c3-b3").refused(0, "b3-b4") == "T2"


def test_t2_a_doubled_symbol_may_be_used_twice() -> None:
    table = Table.start(GAME, MEADOW, 1).reveal("rrog").play(0, "b2-c3", "c3-d2", "d2-d1")
    assert table.moves(0) == {"d1-c2", "done"}
    table = Table.at(GAME, MEADOW, "traexx/meadow card=rrog | line=b2-b3").play(0, "b3-b4")
    assert table.moves(0) == {"done"}
    table = Table.at(GAME, MEADOW, "traexx/meadow card=rrog | line=b2-b3").play(0, "b3-c3")
    assert table.moves(0) == {"c3-c2", "c3-d2", "done"}
    assert table.play(0, "c3-c2").moves(0) == {"c2-c1", "c2-d1", "c2-d2", "done"}


def test_t2_a_doubled_symbol_is_not_used_three_times() -> None:
    table = Table.start(GAME, STRIPE, 1).reveal("rrog").play(0, "a1-a2", "a2-a3")
    assert table.moves(0) == {"done"}
    assert table.refused(0, "a3-a4") == "T2"
    table = Table.start(GAME, STRIPE, 1).reveal("roga").play(0, "a1-a2")
    assert table.refused(0, "a2-a3") == "T2"


def test_t2_a_seat_may_stop_with_symbols_left() -> None:
    table = Table.start(GAME, MEADOW, 1).reveal("ygba").play(0, "b2-b3", "done")
    assert table.position == "traexx/meadow seen=ygba draw | line=b2-b3"


def test_t2_using_none_is_a_pass() -> None:
    table = Table.start(GAME, MEADOW, 2).reveal("ygba").play(0, "done").play(1, "done")
    assert table.position == "traexx/meadow seen=ygba draw | - | -"


def test_t2_a_seat_that_cannot_extend_its_line_passes_by_saying_so() -> None:
    table = Table.at(GAME, ROAD, "traexx/road seen=ryba card=ygba | line=a2-a3-a4-a5-a6")
    assert table.deciding == (0,)
    assert table.moves(0) == {"done"}


def test_t2_no_seat_takes_symbols_from_another() -> None:
    table = Table.start(GAME, MEADOW, 2).reveal("royg").play(0, "b2-c3")
    assert "c4-c3" in table.moves(1)


@pytest.mark.parametrize("move", ["done", "b2-b3"])
def test_t2_a_seat_that_is_done_waits_for_the_others(move: str) -> None:
    table = Table.start(GAME, MEADOW, 3).reveal("ygba").play(0, "done")
    assert table.deciding == (1, 2)
    assert table.moves(0) == set()
    assert table.refused(0, move) == "T2"


def test_t2_the_others_do_not_see_what_a_seat_draws_before_all_are_done() -> None:
    table = Table.start(GAME, MEADOW, 2).reveal("ygba").play(0, "b2-b3")
    assert table.view(0).position == "traexx/meadow card=ygba | new=b2-b3 | -"
    assert table.view(1).position == table.view(None).position == "traexx/meadow card=ygba | - | -"
    table.play(0, "done")
    assert table.view(1).position == table.view(None).position == "traexx/meadow card=ygba | done | -"
    table.play(1, "done")
    assert table.view(1).position == table.view(None).position == table.position


def test_t2_a_seat_has_the_same_moves_in_its_own_view() -> None:
    table = Table.start(GAME, MEADOW, 3).reveal("ygba").play(0, "b2-b3").play(1, "done")
    for seat in range(3):
        assert table.view(seat).moves(seat) == table.moves(seat)


def test_t2_the_order_of_the_seats_does_not_matter() -> None:
    plans = {0: ["b2-b3", "b3-a2", "done"], 1: ["c4-b3", "b3-a2", "done"], 2: ["d2-e1", "done"]}
    turns = [seat for seat, moves in plans.items() for _ in moves]
    ends = set()
    for order in set(permutations(turns)):
        table = Table.start(GAME, MEADOW, 3).reveal("ygba")
        left = {seat: iter(plans[seat]) for seat in plans}
        for seat in order:
            table.play(seat, next(left[seat]))
        ends.add(table.position)
    assert len(ends) == 1
    assert ends.pop().count("full=8") == 2
