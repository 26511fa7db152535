"""The Border in texts: moves, throws and positions there and back, broken ones refused, views."""

from __future__ import annotations

import random

import pytest

from kritzel.game import Chance, IllegalMove, IllegalOutcome, NotationError, Over, Setup
from kritzel.games.border import GAME
from kritzel.games.border.sheet import Sheet
from kritzel.games.border.state import DONE, STOP, CrossCell, Move, State, ThrowAgain, crossings
from kritzel.games.catalogue import find
from tests.table import Table

# Two areas of one hexagon each; a1 and e2 are white, c1 and c2 touch both areas.
SMALL = """
game = "border"
id = "small"
version = 1
end = 2
map = '''
  #   #
*   #   #
  A   B
#   #   *
  #   #
'''
[areas.A]
points = [4, 2]
[areas.B]
points = [5, 2]
[[boards]]
colours = '''
  r   o
*   r   y
  .   .
g   b   *
  g   a
'''
[[boards]]
colours = '''
  g   b
*   g   a
  .   .
y   o   *
  y   r
'''
[[boards]]
colours = '''
  b   r
*   y   r
  A   B
a   o   *
  a   g
'''
"""


@pytest.fixture(scope="module")
def small() -> Sheet:
    return GAME.notation.parse_sheet(SMALL)


@pytest.fixture(scope="module")
def printed() -> Sheet:
    sheet = find("border/1")[1]
    assert isinstance(sheet, Sheet)
    return sheet


def random_states(sheet: Sheet, seats: int, luck: random.Random) -> list[tuple[State, list[int]]]:
    """Every state of a random game, with the seats that decide in it."""
    state = GAME.rules.start(Setup(sheet, seats))
    seen: list[tuple[State, list[int]]] = []
    for _ in range(4000):
        pending = GAME.rules.pending(state)
        if isinstance(pending, Over):
            return [*seen, (state, [])]
        if isinstance(pending, Chance):
            seen.append((state, []))
            state = GAME.rules.reveal(state, pending.event.sample(luck.randrange))
            continue
        seen.append((state, list(pending.seats)))
        seat = luck.choice(pending.seats)
        state = GAME.rules.play(state, seat, luck.choice(GAME.rules.moves(state, seat)))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", range(15))
def test_every_state_and_move_of_a_small_game_reads_back(small: Sheet, seats: int, seed: int) -> None:
    for state, deciding in random_states(small, seats, random.Random(seed)):
        assert GAME.notation.parse_position(small, GAME.notation.position_text(state)) == state
        for seat in deciding:
            for move in GAME.rules.moves(state, seat):
                assert GAME.notation.parse_move(small, GAME.notation.move_text(small, move)) == move


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_printed_game_reads_back_and_views_list_the_same_moves(printed: Sheet, seats: int) -> None:
    for state, deciding in random_states(printed, seats, random.Random(seats)):
        assert GAME.notation.parse_position(printed, GAME.notation.position_text(state)) == state
        for seat in deciding:
            assert list(GAME.rules.moves(GAME.rules.view(state, seat), seat)) == list(
                GAME.rules.moves(state, seat)
            )


@pytest.mark.parametrize("seed", range(5))
def test_play_refuses_exactly_what_moves_does_not_list(small: Sheet, seed: int) -> None:
    kinds: list[Move] = [DONE, STOP, ThrowAgain((0,)), *crossings(small).values()]
    for state, _ in random_states(small, 3, random.Random(seed)):
        for seat in range(-1, 4):
            for move in kinds:
                if move not in GAME.rules.moves(state, seat):
                    with pytest.raises(IllegalMove) as caught:
                        GAME.rules.play(state, seat, move)
                    assert "{" not in "".join(caught.value.sentence)


# Canonical texts --------------------------------------------------------------------------------
CANONICAL = [
    "border/small round=1 throw=1 | - | -",
    "border/small round=2 throw=2 dice=ryyb | - | -",
    "border/small round=2 throw=3 | - | -",
    "border/small round=1 keep throw=2 dice=rrygb | - | -",
    "border/small round=1 mark dice=rrggb | x=b1 new=a2 | -",
    "border/small round=1 follow dice=rgg | - | new=b1c1 done | -",
    "border/small round=1 follow one dice=rrggb | board=2 | board=1 new=b1",
    "border/small round=3 follow dice=r | x=a2b1b3c1c2 areas=a:4 | x=a2b1b3c1c2 areas=a:2",
    "border/small round=3 over | x=a2b1b3c1c2d1d3e1 areas=a:4,b:5 | -",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_positions_stay_as_they_are(small: Sheet, text: str) -> None:
    assert GAME.notation.position_text(GAME.notation.parse_position(small, text)) == text


def test_words_cells_and_dice_may_come_in_any_order(small: Sheet) -> None:
    text = "border/small   dice=gbrgr mark round=1|new=a2   x=c1b1 board=1| - "
    there = Table.at(GAME, small, text)
    assert there.position == "border/small round=1 mark dice=rrggb | x=b1c1 new=a2 | -"


def test_a_position_in_which_all_are_done_is_carried_on(small: Sheet) -> None:
    there = Table.at(GAME, small, "border/small round=1 follow dice=gg | - | new=b1 done")
    assert there.position == "border/small round=2 throw=1 | - | x=b1"


# Broken texts -----------------------------------------------------------------------------------
BROKEN = [
    ("", "border/small expected first"),
    ("|", "border/small expected first"),
    ("border/1 round=1 throw=1 | - | -", "border/small expected first"),
    ("border/small", "seats"),
    ("border/small round=1 throw=1", "2..4 seats expected, each after a bar |, found: 0"),
    ("border/small round=1 throw=1 | -", "2..4 seats expected"),
    ("border/small round=1 throw=1 | - | - | - | -", "3 boards, too few for 4 seats"),
    ("border/small round=1 throw=1 | - | - | - | - | -", "found: 5"),
    ("border/small round=1 throw=1 | - | board=1", "different boards"),
    ("border/small round=1 throw=1 | - | board=4", "board=1..3 expected"),
    ("border/small round=1 throw=1 | - | board=0", "board=1..3 expected"),
    ("border/small throw=1 | - | -", "'round' is missing"),
    ("border/small round=1 | - | -", "'throw' is missing"),
    ("border/small round=0 throw=1 | - | -", "round=1..999999 expected"),
    ("border/small round=٣ throw=1 | - | -", "round=1..999999 expected"),
    ("border/small round=1 round=1 throw=1 | - | -", "'round' is there twice"),
    ("border/small round=1 throw=1 pass=1 | - | -", "unknown word 'pass=1'"),
    ("border/small round throw=1 | - | -", "unknown word 'round'"),
    ("border/small round= throw=1 | - | -", "round=1..999999 expected"),
    ("border/small round=1 over=1 | - | -", "unknown word 'over=1'"),
    ("border/small round=1 over= | - | -", "unknown word 'over='"),
    ("border/small round=1 throw=4 | - | -", "throw=1..3 expected"),
    ("border/small round=1 keep throw=3 dice=rrrrr | - | -", "throw=1..2 expected"),
    ("border/small round=1 keep throw=1 | - | -", "'dice' is missing"),
    ("border/small round=1 mark follow dice=rrrrr | - | -", "exclude each other"),
    ("border/small round=1 mark throw=1 dice=rrrrr | - | -", "'throw' has no place"),
    ("border/small round=1 mark one dice=rrrrr | - | -", "'one' has no place"),
    ("border/small round=1 throw=1 dice=r | - | -", "0 dice expected"),
    ("border/small round=1 throw=2 dice=rrrrr | - | -", "0..4 dice expected"),
    ("border/small round=1 mark dice=rrrr | - | -", "5 dice expected"),
    ("border/small round=1 mark dice=rrrrv | - | -", "no colour of a die: 'v'"),
    ("border/small round=1 follow dice=rrrrrr | - | -", "1..5 dice expected"),
    ("border/small round=1 follow one dice=rr | - | -", "5 dice expected"),
    ("border/small round=1 throw=1 | | -", "seat 0: where nothing is to be said, write -"),
    ("border/small round=1 throw=1 | - | - -", "seat 1: unknown word '-'"),
    ("border/small round=1 throw=1 | x=b1 x=c1 | -", "'x' is there twice"),
    ("border/small round=1 throw=1 | x=b1b1 | -", "x: a cell is there twice"),
    ("border/small round=1 throw=1 | x=B1 | -", "x=cells like c4c5 expected"),
    ("border/small round=1 throw=1 | x=b2 | -", "'b2' is no border cell"),
    ("border/small round=1 throw=1 | x=b01 | -", "'b01' is no border cell"),
    ("border/small round=1 throw=1 | x=a1 | -", "a1 is white"),
    ("border/small round=1 mark dice=rrrrr | x=b1 new=b1 | -", "in x= and in new="),
    ("border/small round=1 throw=1 | areas=a | -", "areas=points like a:12,c:3 expected"),
    ("border/small round=1 throw=1 | areas=c:4 | -", "'c' does not exist"),
    ("border/small round=1 throw=1 | areas=a:4,a:4 | -", "is there twice"),
    ("border/small round=1 throw=1 | areas=a:3 | -", "area a scores 4 or 2, not 3"),
    ("border/small round=1 throw=1 | areas=a:4 | -", "x= does not enclose it"),
    ("border/small round=1 throw=1 | x=a2b1b3c1c2 | -", "area a is enclosed, but"),
    ("border/small round=1 throw=1 | x=a2b1b3c1c2 areas=a:2 | -", "no seat has the 4 points"),
    ("border/small round=1 over | - | -", "no seat has enclosed 2 areas"),
    ("border/small round=1 throw=1 | x=a2b1b3c1c2d1d3e1 areas=a:4,b:5 | -", "seat 0 had ended the game"),
    ("border/small round=2 follow dice=r | x=a2b1b3c1c2d1d3e1 areas=a:4,b:5 | -", "seat 0 had ended"),
    ("border/small round=1 mark dice=rrrrr | done | -", "done is for action 2"),
    ("border/small round=1 follow dice=rrrrr | done | -", "done is for action 2"),
    ("border/small round=1 mark dice=rrrrr | - | new=b3", "new= is for the running action"),
    ("border/small round=1 throw=1 | new=b1 | -", "new= is for the running action"),
    ("border/small round=1 mark dice=ooooo | new=b1 | -", "uses dice that are not there"),
    ("border/small round=1 mark dice=roooo | new=b1 | -", "the dice cannot fill"),
    ("border/small round=1 follow one dice=rggbb | - | new=b1c1", "more than one of the five"),
    ("border/small round=1 follow dice=rggbb | - | new=c2", "uses dice that are not there"),
    ("border/small round=1 follow dice=rggoo | - | new=c2", "beside no cross"),
]


@pytest.mark.parametrize(("text", "words"), BROKEN)
def test_broken_positions_are_refused_in_words(small: Sheet, text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.notation.parse_position(small, text)
    assert words in str(caught.value)


def test_mangled_positions_are_read_or_refused_but_never_crash(small: Sheet) -> None:
    luck = random.Random(5)
    letters = "abcdexrgo1234567890=|:, -\n²ß"
    for text in CANONICAL * 150:
        at = luck.randrange(len(text))
        mangled = text[:at] + luck.choice(letters) * luck.randrange(2) + text[at + luck.randrange(3) :]
        try:
            state = GAME.notation.parse_position(small, mangled)
        except NotationError:
            continue
        assert GAME.notation.parse_position(small, GAME.notation.position_text(state)) == state


@pytest.mark.parametrize(
    "text", ["", "roll", "roll v", "roll r o", "b2", "a9", "B1", "stopp", "roll rR", "b1 c1"]
)
def test_broken_moves_are_refused(small: Sheet, text: str) -> None:
    with pytest.raises(NotationError):
        GAME.notation.parse_move(small, text)


def test_dice_of_a_roll_may_be_named_in_any_order(small: Sheet) -> None:
    assert GAME.notation.move_text(small, GAME.notation.parse_move(small, " roll bygr ")) == "roll rygb"


def test_outcomes_read_in_any_order_and_only_in_the_right_number(small: Sheet) -> None:
    table = Table.at(GAME, small, "border/small round=1 throw=2 dice=rr | - | -")
    outcome = GAME.notation.parse_outcome(table.state, "boy")
    assert GAME.notation.outcome_text(table.state, outcome) == "oyb"
    for text in ("", "bo", "boyr", "bov"):
        with pytest.raises(NotationError):
            GAME.notation.parse_outcome(table.state, text)
    assert table.reveal("boy").position == "border/small round=1 keep throw=2 dice=rroyb | - | -"
    with pytest.raises(NotationError, match="no throw is awaited"):
        GAME.notation.parse_outcome(table.state, "boy")


def test_impossible_outcomes_are_refused(small: Sheet) -> None:
    table = Table.at(GAME, small, "border/small round=1 throw=3 dice=rr | - | -")
    for outcome in ((0, 1), (2, 1, 0), (0, 1, 6), (-1, 0, 0)):
        with pytest.raises(IllegalOutcome):
            GAME.rules.reveal(table.state, outcome)
    table.reveal("ggg")
    with pytest.raises(IllegalOutcome, match="no throw is awaited"):
        GAME.rules.reveal(table.state, (0, 0, 0))


# Moves of a wrong shape -------------------------------------------------------------------------
@pytest.mark.parametrize("cell", [-1, 10**9, 1.0, "b1", None])
@pytest.mark.parametrize(("phase", "seat"), [("mark dice=rrggb", 0), ("follow dice=rrggb", 1)])
def test_cells_that_are_none_are_refused(small: Sheet, cell: int, phase: str, seat: int) -> None:
    table = Table.at(GAME, small, f"border/small round=1 {phase} | - | -")
    with pytest.raises(IllegalMove) as caught:
        GAME.rules.play(table.state, seat, CrossCell(cell))
    assert caught.value.clause == ("B3" if seat == 0 else "B4")


def test_a_white_cell_is_crossed_already(small: Sheet) -> None:
    assert Table.at(GAME, small, "border/small round=1 mark dice=rrggb | - | -").refused(0, "a1") == "B3"


@pytest.mark.parametrize("phase", ["keep throw=1 dice=rrggb", "mark dice=rrggb"])
def test_things_that_are_no_move_are_refused(small: Sheet, phase: str) -> None:
    table = Table.at(GAME, small, f"border/small round=1 {phase} | - | -")
    for thing in (None, "done", 3, ThrowAgain((5,)), ThrowAgain(())):
        with pytest.raises(IllegalMove) as caught:
            GAME.rules.play(table.state, 0, thing)  # type: ignore[arg-type]
        assert caught.value.clause == "B2"


def test_refusals_name_cell_colour_and_number(small: Sheet) -> None:
    table = Table.at(GAME, small, "border/small round=1 mark dice=raaaa | - | -")
    with pytest.raises(IllegalMove) as caught:
        GAME.rules.play(table.state, 0, crossings(small)[small.cell_named["b1"]])
    said = caught.value.sentence
    assert said.en.startswith("The segment with b1 still needs 2 × red, and you only have 1.")
    assert said.de.startswith("Der Abschnitt mit b1 braucht noch 2-mal Rot, du hast nur 1.")


# Views ------------------------------------------------------------------------------------------
def test_in_action_2_the_others_see_that_a_seat_is_done_but_not_what_it_crossed(small: Sheet) -> None:
    table = Table.at(GAME, small, "border/small round=1 follow dice=yyg | x=b1c1 | new=a2 done | -")
    hidden = "border/small round=1 follow dice=yyg | x=b1c1 | done | -"
    assert table.view(0).position == hidden
    assert table.view(2).position == hidden
    assert table.view(None).position == hidden
    assert table.view(1).position == table.position


def test_action_1_is_public(small: Sheet) -> None:
    table = Table.at(GAME, small, "border/small round=1 mark dice=rrggb | new=b1 | -")
    assert table.view(1).state is table.state


# Setting up -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("seats", "boards", "words"),
    [
        (1, (), "for 2 to 4 seats, not 1"),
        (5, (), "for 2 to 4 seats, not 5"),
        (4, (), "has 3 boards, too few for 4 seats"),
        (2, (1,), "2 different boards"),
        (2, (3, 3), "2 different boards"),
        (2, (0, 1), "numbered 1 to 3"),
    ],
)
def test_wrong_tables_are_refused(small: Sheet, seats: int, boards: tuple[int, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GAME.rules.start(Setup(small, seats, boards))


def test_boards_can_be_chosen(small: Sheet) -> None:
    there = Table.start(GAME, small, 2, (3, 2))
    assert there.position == "border/small round=1 throw=1 | board=3 | -"


def test_after_all_five_a_second_cross_is_refused_whatever_its_colour(small: Sheet) -> None:
    table = Table.at(GAME, small, "border/small round=1 follow one dice=yggoo | - | new=a2")
    assert (table.refused(1, "b3"), table.refused(1, "b1"), table.refused(1, "d3")) == ("B5", "B5", "B4")
