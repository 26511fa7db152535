"""Moves, outcomes and positions of Träxx as text: there and back, and refused with the right words."""

from __future__ import annotations

import random

import pytest

from kritzel.game import Chance, Decision, IllegalMove, IllegalOutcome, NotationError, Setup
from kritzel.games.traexx import GAME
from kritzel.games.traexx.sheet import DONE, Extend, Sheet
from kritzel.games.traexx.state import State
from kritzel.record import at_random, walk
from tests.table import Table

SMALL = GAME.notation.parse_sheet(
    """
game = "traexx"
id = "small"
version = 1
board = '''
    r   o3  g
  y   g   b2  r
a   b   o   y   a5
  g   r4  a   b
'''
starts = ["b2", "c3", "b3", "d4"]
cards = ["royg", "rrba", "gbao", "royg", "yybg"]
""",
    "small",
)
FLOWER = GAME.notation.parse_sheet(
    """
game = "traexx"
id = "flower"
version = 1
board = '''
  r   o3
y   g   b2
  a   r
'''
starts = ["b2"]
cards = ["royg", "rba"]
""",
    "flower",
)


def random_game(sheet: Sheet, seats: int, seed: int) -> list[State]:
    """Every state of a game in which everybody plays at random."""
    players = at_random(GAME, random.Random(seed))
    return [state for state, _ in walk(GAME, GAME.rules.start(Setup(sheet, seats)), *players)]


GAMES = [random_game(SMALL, seats, seed) for seats in (1, 2, 3, 4) for seed in range(5)]
GAMES += [random_game(FLOWER, 1, seed) for seed in range(5)]


@pytest.mark.parametrize("states", GAMES)
def test_every_position_reads_back_as_it_was(states: list[State]) -> None:
    for state in states:
        text = GAME.notation.position_text(state)
        assert GAME.notation.parse_position(state.sheet, text) == state
        assert GAME.notation.position_text(GAME.notation.parse_position(state.sheet, text)) == text


@pytest.mark.parametrize("states", GAMES)
def test_every_move_and_outcome_reads_back_as_it_was(states: list[State]) -> None:
    for state in states:
        for seat in range(len(state.pads)):
            for move in GAME.rules.moves(state, seat):
                assert (
                    GAME.notation.parse_move(state.sheet, GAME.notation.move_text(state.sheet, move)) == move
                )
        if isinstance(pending := GAME.rules.pending(state), Chance):
            for outcome, _ in pending.event.outcomes():
                assert (
                    GAME.notation.parse_outcome(state, GAME.notation.outcome_text(state, outcome)) == outcome
                )


@pytest.mark.parametrize("states", GAMES)
def test_a_view_has_the_same_moves_and_hides_what_the_others_draw(states: list[State]) -> None:
    for state in states:
        for seat in range(len(state.pads)):
            view = GAME.rules.view(state, seat)
            assert GAME.rules.moves(view, seat) == GAME.rules.moves(state, seat)
            assert view.pads[seat] == state.pads[seat]
            assert not any(track.new for at, track in enumerate(view.pads) if at != seat)
            assert [track.done for track in view.pads] == [track.done for track in state.pads]
        assert not any(track.new for track in GAME.rules.view(state, None).pads)


@pytest.mark.parametrize(
    "position",
    [
        "traexx/small draw | -",
        "traexx/small draw | - | - | - | -",
        "traexx/small draw | start=3",
        "traexx/small draw | start=2 | start=1",
        "traexx/small card=royg | new=b2-a1 | done",
        "traexx/small seen=royg card=royg | line=b2-a2-a3 full=3 new=b2-b1 | -",
        "traexx/small seen=royg,rrba draw | line=a3-a2-b2-c2 half=3 | line=c3-b3-a2 full=2,3",
        "traexx/small seen=royg,rrba,ogba,royg,yygb over | -",
    ],
)
def test_canonical_positions_stay_as_they_are(position: str) -> None:
    assert Table.at(GAME, SMALL, position).position == position


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("traexx/small draw | line=b2 | start=2", "traexx/small draw | - | -"),
        ("traexx/small card=gory seen=abrr|done -| -", None),
        ("traexx/small card=gory seen=abrr|done|-", "traexx/small seen=rrba card=royg | done | -"),
        ("traexx/small draw | half=3 line=b2-a2 start=1", "traexx/small draw | line=b2-a2 half=3"),
        ("traexx/small card=royg | done | new=c3-b2 done", "traexx/small seen=royg draw | - | line=c3-b2"),
    ],
)
def test_other_spellings_become_canonical(written: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(NotationError):
            GAME.notation.parse_position(SMALL, written)
    else:
        assert Table.at(GAME, SMALL, written).position == canonical


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("", "traexx/small expected first"),
        ("traexx/1 draw | -", "traexx/small expected first"),
        ("dizzle/small draw | -", "traexx/small expected first"),
        ("traexx/small | -", "one of draw, card=CARD, over expected"),
        ("traexx/small draw over | -", "one of draw, card=CARD, over expected"),
        ("traexx/small draw draw | -", "'draw' is there twice"),
        ("traexx/small draw seen=royg seen=rrba | -", "'seen' is there twice"),
        ("traexx/small draw=1 | -", "table: unknown word 'draw=1'"),
        ("traexx/small draw round=2 | -", "table: unknown word 'round=2'"),
        ("traexx/small draw seen | -", "table: unknown word 'seen'"),
        ("traexx/small draw seen= | -", "no card ''"),
        ("traexx/small draw seen=royg, | -", "no card ''"),
        ("traexx/small draw seen=roy | -", "no card 'roy'; the cards are royg, rrba, ogba, yygb"),
        ("traexx/small card=xyz | -", "no card 'xyz'"),
        ("traexx/small card=rrba seen=rrba | -", "the card rrba is there too often"),
        ("traexx/small draw seen=royg,royg,royg | -", "the card royg is there too often"),
        ("traexx/small draw seen=royg,rrba,ogba,royg,yygb | -", "so the game is over"),
        ("traexx/small over seen=royg | -", "only 1 of 5 cards"),
        ("traexx/small draw", "1..4 seats expected, each after a bar |, found: 0"),
        ("traexx/small draw | - | - | - | - | -", "1..4 seats expected, each after a bar |, found: 5"),
        ("traexx/small draw | - |", "seat 1: where nothing is to be said, write -"),
        ("traexx/small draw | - -", "seat 0: unknown word '-'"),
        ("traexx/small draw | start=2 | -", "every seat needs another start"),
        ("traexx/small draw | start=0", "seat 0: start=1..4 expected, not 'start=0'"),
        ("traexx/small draw | start=5", "seat 0: start=1..4 expected, not 'start=5'"),
        ("traexx/small draw | start=²", "seat 0: start=1..4 expected"),
        ("traexx/small draw | line=b2-z9", "'z9' is no cell of this board"),
        ("traexx/small draw | line=", "line=a chain of cells like e5-d5-d4 expected"),
        ("traexx/small draw | line=a1-b1", "seat 0: the line must contain the start cell b2"),
        ("traexx/small draw | line=b2-a3 full=3", "line: b2 and a3 do not touch"),
        ("traexx/small draw | line=b2-a1-b1-b2", "line: a cell is there twice"),
        ("traexx/small draw | line=b2-a2", "the line reaches 3: name it in full= or half="),
        ("traexx/small draw | full=3", "the line does not reach the number 3"),
        ("traexx/small draw | line=b2-a2 full=3 half=3", "the number 3 is both in full= and half="),
        ("traexx/small draw | line=b2-a2 full=3,3", "full: a number is there twice"),
        ("traexx/small draw | line=b2-a2 full=three", "full=numbers like 3,8 expected, not 'full=three'"),
        ("traexx/small draw | line=b2-a2 half=", "half=numbers like 3,8 expected"),
        ("traexx/small draw | done", "new= and done need a card="),
        ("traexx/small draw | new=b2-a1", "new= and done need a card="),
        ("traexx/small card=royg | new=b2", "new: begins with an end of the line"),
        ("traexx/small card=royg | new=a1-b1", "new: begins with an end of the line"),
        ("traexx/small card=royg | line=a1-b2-c2 new=b2-b1", "new: begins with an end of the line"),
        ("traexx/small card=royg | new=b2-c4", "new: b2 and c4 do not touch"),
        ("traexx/small card=royg | new=b2-a1-b1-a1", "new: a cell is there twice"),
        ("traexx/small card=royg | line=b2-a1-b1 new=b1-b2", "new: a cell is on the line already"),
        ("traexx/small card=royg | new=b2-c2", "new: the card royg does not have these colours"),
        ("traexx/small card=royg | new=b2-a2-b3", "new: the card royg does not have these colours"),
        ("traexx/small card=royg | new=b2-a2-c3", "new: a2 and c3 do not touch"),
    ],
)
def test_broken_positions_are_refused(position: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.notation.parse_position(SMALL, position)
    assert words in str(caught.value)


def test_a_board_with_one_start_has_one_seat() -> None:
    with pytest.raises(NotationError, match=r"1\.\.1 seats expected"):
        GAME.notation.parse_position(FLOWER, "traexx/flower draw | - | -")


def test_a_position_never_raises_anything_else() -> None:
    rng = random.Random(7)
    texts = [GAME.notation.position_text(state) for states in GAMES for state in states]
    for _ in range(3000):
        letters = list(rng.choice(texts))
        for _ in range(rng.randrange(1, 4)):
            letters[rng.randrange(len(letters))] = rng.choice("abcdr0123459-=|, \n²é")
        try:
            state = GAME.notation.parse_position(SMALL, "".join(letters))
        except NotationError:
            continue
        assert GAME.notation.parse_position(SMALL, GAME.notation.position_text(state)) == state


@pytest.mark.parametrize(
    "text", ["", "b2", "b2-", "-b2", "b2-a1-b1", "b2a1", "z1-a1", "DONE", "pass", "b2 a1"]
)
def test_broken_moves_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="a move is d4-c4 or done"):
        GAME.notation.parse_move(SMALL, text)


def test_moves_are_read_whether_legal_or_not() -> None:
    assert GAME.notation.parse_move(SMALL, " done ") == DONE
    assert GAME.notation.parse_move(SMALL, "a1-c4") == Extend(SMALL.named["a1"], SMALL.named["c4"])


@pytest.mark.parametrize("text", ["", "r", "roygg", "royv", "ROYV", "12"])
def test_broken_outcomes_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no card"):
        GAME.notation.parse_outcome(GAME.rules.start(Setup(SMALL, 1)), text)


def test_equal_cards_are_one_kind() -> None:
    event = Table.start(GAME, SMALL, 1).chance.event
    assert [str(weight) for _, weight in event.outcomes()] == ["2/5", "1/5", "1/5", "1/5"]
    assert GAME.notation.parse_outcome(GAME.rules.start(Setup(SMALL, 1)), " gyor ") == (0,)


def test_cards_that_cannot_come_are_refused() -> None:
    table = Table.at(GAME, SMALL, "traexx/small seen=rrba draw | -")
    with pytest.raises(IllegalOutcome, match="not in the pack"):
        table.reveal("rrba")
    table.reveal("royg")
    with pytest.raises(IllegalOutcome, match="no card is to be drawn"):
        table.reveal("royg")


@pytest.mark.parametrize(
    ("seats", "boards", "words"),
    [
        (0, (), "1 to 4 seats, not 0"),
        (5, (), "1 to 4 seats, not 5"),
        (2, (1,), "1 start cells named for 2 seats"),
        (2, (1, 1), "different ones from 1 to 4"),
        (2, (0, 1), "different ones from 1 to 4"),
        (2, (1, 5), "different ones from 1 to 4"),
    ],
)
def test_wrong_tables_are_refused(seats: int, boards: tuple[int, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GAME.rules.start(Setup(SMALL, seats, boards))


def test_more_seats_than_starts_are_refused() -> None:
    with pytest.raises(ValueError, match="1 start cell, too few for 2"):
        GAME.rules.start(Setup(FLOWER, 2))
    assert len(GAME.blank(FLOWER).pads) == 1
    assert len(GAME.blank(SMALL).pads) == len(SMALL.starts)


@pytest.mark.parametrize(
    "move",
    [None, 3, "b2-a1", (0, 1), [], Extend(-1, 0), Extend(0, 10**9), Extend("b2", None)],  # type: ignore[arg-type]
)
def test_moves_of_the_wrong_shape_are_illegal(move: object) -> None:
    state = GAME.notation.parse_position(SMALL, "traexx/small card=royg | -")
    with pytest.raises(IllegalMove):
        GAME.rules.play(state, 0, move)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_has_no_moves(seat: int) -> None:
    table = Table.at(GAME, SMALL, "traexx/small card=royg | - | -")
    assert table.moves(seat) == set()
    assert table.refused(seat, "done") == "T2"


GROWN = "traexx/small card=royg | line=a1-b2-c2 new=c2-d1 | done"
ALONE = "traexx/small card=royg | new=b2-a2 | -"
ORANGE_USED = "traexx/small card=ogba | start=3 new=b3-a2-b2 | -"


@pytest.mark.parametrize(
    ("position", "seat", "move", "clause", "words"),
    [
        ("traexx/small draw | -", 0, "done", "T1", "The next card has to be turned over first."),
        ("traexx/small seen=royg,rrba,ogba,royg,yygb over | -", 0, "done", "T1", "The game is over"),
        (GROWN, 1, "done", "T2", "You're already done with this card."),
        (GROWN, 0, "b2-a2", "T3", "b2 isn't an end of your line. You can go on from d1."),
        (GROWN, 0, "c2-c3", "T3", "c2 isn't an end of your line. You can go on from d1."),
        (GROWN, 0, "a1-a2", "T4", "Only one end grows per round, and you're at d1 already."),
        (GROWN, 0, "d1-c2", "T3", "c2 is already on your line."),
        (GROWN, 0, "d1-d3", "T3", "d3 isn't next to d1."),
        (
            GROWN,
            0,
            "d1-c1",
            "T2",
            "c1 is grey, but the card shows only red, orange, yellow and green.",
        ),
        (ALONE, 0, "b2-a1", "T4", "Only one end grows per round, and you're at a2 already."),
        (ALONE, 0, "a2-b2", "T3", "b2 is already on your line."),
        ("traexx/small card=royg | line=a1-b2-c2 | -", 0, "b2-a2", "T3", "You can go on from a1 and c2."),
        (ORANGE_USED, 0, "b2-c3", "T2", "c3 is orange, and orange is used up on this card."),
    ],
)
def test_refusals_name_the_clause_and_say_why(
    position: str, seat: int, move: str, clause: str, words: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        Table.at(GAME, SMALL, position).play(seat, move)
    assert caught.value.clause == clause
    assert words in caught.value.sentence.en


def test_refusals_speak_german_too() -> None:
    with pytest.raises(IllegalMove) as caught:
        Table.at(GAME, SMALL, GROWN).play(0, "d1-c1")
    german = "c1 ist grau, aber die Karte zeigt nur Rot, Orange, Gelb und Grün."
    assert caught.value.sentence.de == german


def test_the_seats_that_are_not_done_decide() -> None:
    state = GAME.notation.parse_position(SMALL, "traexx/small card=royg | - | done | new=b3-c4")
    assert GAME.rules.pending(state) == Decision((0, 2))


def test_the_score_pad_has_a_line_for_each_number_and_one_for_cells_missed() -> None:
    table = Table.at(GAME, SMALL, "traexx/small draw | line=a2-b2 full=3 | line=c3-b3-a2 full=2 half=3")
    lines = [(line.key, line.clause, line.points, line.have, line.of) for line in table.score[1].lines]
    assert lines == [
        ("number.2", "T5", 2, 1, 1),
        ("number.3", "T5", 2, 1, 1),
        ("number.4", "T5", 0, 0, 1),
        ("number.5", "T5", 0, 0, 1),
        ("missed", "T6", -13, 13, 16),
    ]
    assert [score.total for score in table.score] == [3 - 14, 4 - 13]
