"""Every clause of the rulebook, by its id, in the words of the notation."""

from __future__ import annotations

import pytest

from kritzel import rulebook
from kritzel.game import Chance, IllegalMove, IllegalOutcome, Over, Setup
from kritzel.games import catalogue
from kritzel.record import Table

GAME, SHEET = catalogue.find("yacht")
FULL = "ones=2 twos=6 threes=9 fours=12 fives=15 sixes=18 full=23 four=0 little=30 big=30 choice=22 yacht=0"


def at(words: str) -> Table:
    """The table of a position."""
    return Table(GAME, GAME.notation.parse_position(SHEET, f"yacht/1 {words}"))


def refused(table: Table, seat: int, move: str) -> str:
    """The clause that is named when this move is tried, with a sentence in both languages."""
    with pytest.raises(IllegalMove) as caught:
        table.play(seat, move)
    assert all(caught.value.sentence)
    return caught.value.clause


def ending(table: Table) -> Over:
    """How the game has ended."""
    over = table.pending
    assert isinstance(over, Over)
    return over


# A turn -----------------------------------------------------------------------------------------
def test_y1_everybody_begins_with_an_empty_sheet_and_seat_0_throws() -> None:
    table = Table.new(GAME, Setup(SHEET, 3))
    assert table.position == "yacht/1 throw=1 | - | - | -"
    assert table.reveal("12345").deciding == (0,)


def test_y1_the_seats_take_turns_clockwise() -> None:
    table = at("throw=3 dice=12345 | - | - | -")
    assert table.play(0, "little").reveal("11111").deciding == (1,)
    assert refused(table, 0, "stop") == "Y1"


@pytest.mark.parametrize("seats", [0, 5])
def test_y1_one_to_four_can_play(seats: int) -> None:
    with pytest.raises(ValueError, match="1 to 4"):
        GAME.rules.start(Setup(SHEET, seats))


def test_y1_nobody_has_a_board_of_their_own() -> None:
    with pytest.raises(ValueError, match="boards"):
        GAME.rules.start(Setup(SHEET, 2, (1, 2)))


def test_y1_a_seat_that_is_not_there_is_told_so() -> None:
    state = GAME.notation.parse_position(SHEET, "yacht/1 throw=1 dice=12345 | -")
    with pytest.raises(IllegalMove) as caught:
        GAME.rules.play(state, 7, GAME.notation.parse_move(SHEET, "stop"))
    assert caught.value.clause == "Y1"


def test_y2_all_five_dice_are_thrown_first() -> None:
    table = at("throw=1 | -")
    assert isinstance(table.pending, Chance)
    assert refused(table, 0, "stop") == "Y2"
    assert table.reveal("34511").position == "yacht/1 throw=1 dice=11345 | -"


def test_y2_any_dice_may_be_thrown_again() -> None:
    table = at("throw=1 dice=11222 | -")
    some = {"1" * ones + "2" * twos for ones in range(3) for twos in range(4)} - {""}
    assert set(table.moves(0)) == {"stop"} | {f"roll {dice}" for dice in some}
    assert table.play(0, "roll 11").position == "yacht/1 throw=2 dice=222 | -"


def test_y2_dice_kept_once_may_be_thrown_later() -> None:
    table = at("throw=1 dice=12266 | -").play(0, "roll 122").reveal("345")
    assert table.play(0, "roll 66").position == "yacht/1 throw=3 dice=345 | -"


@pytest.mark.parametrize("move", ["roll 3", "roll 111", "full"])
def test_y2_only_dice_that_lie_there_and_no_box_before_the_stop(move: str) -> None:
    assert refused(at("throw=1 dice=11222 | -"), 0, move) == "Y2"


@pytest.mark.parametrize("move", ["roll 6", "stop"])
def test_y2_there_is_no_fourth_throw(move: str) -> None:
    table = at("throw=3 dice=666 | -").reveal("26")
    assert refused(table, 0, move) == "Y2"
    assert "sixes" in table.moves(0)


def test_y2_whoever_stops_writes_at_once() -> None:
    table = at("throw=1 dice=12345 | -").play(0, "stop")
    assert table.moves(0) == list(SHEET.boxes)


@pytest.mark.parametrize("throw", [(1, 2, 3), (1, 1, 1, 1, 7), (5, 4, 3, 2, 1)])
def test_y2_no_other_throw_counts(throw: tuple[int, ...]) -> None:
    with pytest.raises(IllegalOutcome):
        GAME.rules.reveal(at("throw=1 | -").state, throw)


def test_y2_nothing_is_thrown_while_somebody_decides() -> None:
    with pytest.raises(IllegalOutcome):
        GAME.rules.reveal(at("throw=1 dice=12345 | -").state, (1,))


def test_y3_exactly_one_free_box_is_written_and_stays() -> None:
    table = at("throw=3 dice=22666 | ones=2 | ones=3")
    assert table.play(0, "full").position == "yacht/1 throw=1 | ones=2 full=22 | ones=3"


def test_y3_no_box_twice() -> None:
    assert refused(at("throw=3 dice=11345 | ones=2 | ones=3"), 0, "ones") == "Y3"


def test_y3_what_fits_nowhere_brings_0() -> None:
    assert at("throw=3 dice=12346 | -").play(0, "yacht").position == "yacht/1 throw=1 | yacht=0"


def test_y3_a_box_that_the_sheet_does_not_have() -> None:
    small = GAME.notation.parse_sheet('game="yacht"\nid="small"\nversion=1\ncolumns=[["ones"]]')
    state = GAME.notation.parse_position(small, "yacht/small throw=3 dice=12345 | -")
    with pytest.raises(IllegalMove) as caught:
        GAME.rules.play(state, 0, GAME.notation.parse_move(SHEET, "full"))
    assert caught.value.clause == "Y3"


def test_y3_the_table_tells_what_the_box_brought() -> None:
    table = at("throw=3 dice=22666 | -").play(0, "full")
    before, after = table.states[-2:]
    (told,) = GAME.words.happened(before, after)
    assert (told.seat, told.cell, told.clause) == (0, "full", "Y5")
    assert told.words == ("Volles Haus: 22 Punkte.", "Full house: 22 points.")
    assert not GAME.words.happened(after, GAME.rules.reveal(after, (1, 2, 3, 4, 5)))


# The boxes --------------------------------------------------------------------------------------
WORTH = [
    ("y4", "ones", "11234", 2),
    ("y4", "twos", "13456", 0),
    ("y4", "threes", "33333", 15),
    ("y4", "fours", "14446", 12),
    ("y4", "fives", "55666", 10),
    ("y4", "sixes", "12366", 12),
    ("y5", "full", "22666", 22),
    ("y5", "full", "22266", 18),
    ("y5", "full", "33333", 15),
    ("y5", "full", "22266", 18),
    ("y5", "full", "22366", 0),
    ("y5", "full", "22226", 0),
    ("y6", "four", "35555", 23),
    ("y6", "four", "22223", 11),
    ("y6", "four", "44444", 20),
    ("y6", "four", "33366", 0),
    ("y7", "little", "12345", 30),
    ("y7", "little", "23456", 0),
    ("y7", "big", "23456", 30),
    ("y7", "big", "12345", 0),
    ("y7", "big", "13456", 0),
    ("y8", "choice", "12346", 16),
    ("y9", "yacht", "66666", 50),
    ("y9", "yacht", "11111", 50),
    ("y9", "yacht", "56666", 0),
]


@pytest.mark.parametrize(("clause", "box", "dice", "points"), WORTH)
def test_y4_y5_y6_y7_y8_y9_what_dice_are_worth(clause: str, box: str, dice: str, points: int) -> None:
    table = at(f"throw=3 dice={dice} | -").play(0, box)
    (line,) = [line for line in table.score()[0].lines if line.key == box]
    assert (line.points, line.have, line.clause.lower()) == (points, 1, clause)
    assert table.totals == (points,)


# The end ----------------------------------------------------------------------------------------
def test_y10_the_game_ends_with_the_last_box() -> None:
    table = at(f"throw=3 dice=66666 | {FULL} | {FULL.replace(' yacht=0', '')}")
    over = ending(table.play(1, "yacht"))
    assert (over.reason, over.clause) == ("boxes_full", "Y10")
    assert [(place.seat, place.place, place.points) for place in over.ranking] == [(1, 1, 217), (0, 2, 167)]
    assert refused(table, 0, "stop") == "Y10"


def test_y10_a_tie_is_shared() -> None:
    over = ending(at(f"over | {FULL} | {FULL}"))
    assert [(place.place, place.by) for place in over.ranking] == [(1, "shared"), (1, "shared")]


@pytest.mark.parametrize(("choice", "yacht", "rank"), [(5, 50, 1), (22, 0, 2), (14, 0, 3)])
def test_y11_alone_points_are_worth_a_rank(choice: int, yacht: int, rank: int) -> None:
    filled = FULL.replace("choice=22", f"choice={choice}").replace("yacht=0", f"yacht={yacht}")
    assert ending(at(f"over | {filled}")).solo_rank == rank
    assert ending(at(f"over | {filled} | {filled}")).solo_rank == 0


def test_y11_a_landlubber_has_the_last_rank() -> None:
    nothing = " ".join(f"{box}={5 if box == 'choice' else 0}" for box in SHEET.boxes)
    assert ending(at(f"over | {nothing}")).solo_rank == 4


def test_every_clause_of_the_rulebook_has_a_test_here() -> None:
    named = [word for name in list(globals()) if name.startswith("test_") for word in name.split("_")]
    assert [clause.id for clause in rulebook.clauses("yacht", "en") if clause.id.lower() not in named] == []
