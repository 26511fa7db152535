"""The least game: what it leaves out is said by defaults, and its page shows the whole of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from kritzel.drawing import svg
from kritzel.game import (
    Chance,
    Decision,
    Line,
    NotationError,
    Over,
    Score,
    Setup,
    SetupError,
    SheetError,
    Text,
    ranking,
)
from kritzel.grid import GridSheet, grid_drawing, grid_reader
from kritzel.layout import Sign
from kritzel.mechanics.dice import ColouredDice, Roll
from kritzel.position import Codec, Part, faces, word
from kritzel.scene import Mark
from kritzel.skeleton import small
from kritzel.skeleton.small import FACTS, GAME, State
from tests.changed_game import changed

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
HEAD = 'game = "tiny"\nid = "1"\nversion = 1\ntitle = { de = "x", en = "x" }\ncells = """\n'
SHEET = GAME.notation.parse_sheet(HEAD + '1 2 .\n3 4 5\n"""\n')
START = GAME.rules.start(Setup(SHEET, 2))
THROWN = GAME.rules.reveal(START, (2, 3))


def test_the_least_game_is_one_page() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert block == Path(small.__file__).read_text("utf-8"), "copy skeleton/small/__init__.py into the page"
    assert len([line for line in block.splitlines() if line.strip()]) <= 100


def test_moves_are_strings_and_say_what_they_do() -> None:
    assert GAME.rules.moves(THROWN, 0) == ["a2", "b1", "skip"]
    assert GAME.notation.parse_move(SHEET, " b1 ") == "b1"
    assert GAME.words.say_move(SHEET, "b1").words.en == "cross b1"
    assert GAME.words.say_move(SHEET, "skip").kind == "skip"
    with pytest.raises(NotationError, match="no move: 'z9'; there are: a1 a2 b1 b2 b3 skip"):
        GAME.notation.parse_move(SHEET, "z9")


def test_dice_know_their_text() -> None:
    assert GAME.notation.outcome_text(START, (2, 3)) == "23"
    assert GAME.notation.parse_outcome(START, "3 2") == (2, 3)
    assert GAME.words.say_outcome(START, (2, 3)).faces == ("2", "3")
    with pytest.raises(NotationError, match="expected something like 11, not '7'"):
        GAME.notation.parse_outcome(START, "7")
    with pytest.raises(NotationError, match="No throw is awaited"):
        GAME.notation.parse_outcome(THROWN, "23")


def test_a_game_with_other_rules_has_defaults_of_its_own() -> None:
    def pending(state: State) -> Chance | Decision:
        return Chance("roll", Roll(3, (1, 2, 3)))

    assert changed(GAME, pending=pending).notation.parse_outcome(START, "123") == (1, 2, 3)


def test_positions_are_written_by_a_table_of_fields() -> None:
    state = GAME.rules.play(THROWN, 0, "b1")
    assert GAME.notation.position_text(state) == "tiny/1 turn=1 | x=b1 | -"
    assert GAME.notation.parse_position(SHEET, "tiny/1 turn=1 | x=b1 | -") == state
    assert GAME.notation.position_text(THROWN) == "tiny/1 dice=23 | - | -"
    for text, said in (
        ("tiny/1 dice=9 | - | -", "table: dice=11 or other dice expected"),
        ("tiny/1 | x=z9 | -", "seat 0: 'z9' is no cell of this sheet"),
        ("tiny/1 turn=99 | - | -", "turn=0..24 expected"),
        ("tiny/1 | y=1 | -", "unknown word"),
    ):
        with pytest.raises(NotationError, match=re.escape(said)):
            GAME.notation.parse_position(SHEET, text)


@pytest.mark.parametrize("words", ["turn=12", "turn=13", "turn=12 dice=23"])
def test_a_position_at_or_after_the_last_turn_is_over(words: str) -> None:
    state = GAME.notation.parse_position(SHEET, f"tiny/1 {words} | - | -")
    assert isinstance(GAME.rules.pending(state), Over)
    assert not any(GAME.rules.moves(state, seat) for seat in (0, 1))


def test_a_grid_is_read_named_and_drawn() -> None:
    assert SHEET.rows == (("a1", "a2", ""), ("b1", "b2", "b3"))
    coloured = GAME.notation.parse_sheet(HEAD + 'r2 r3\ny4 y5\n"""\n')
    assert list(coloured.numbers.items()) == [("r2", 2), ("r3", 3), ("y4", 4), ("y5", 5)]
    scene = GAME.scene(replace(THROWN, crossed=(frozenset({"a1"}), frozenset())), 0)
    marks = {cell.id: [mark.kind for mark in cell.marks] for cell in scene.cells}
    assert marks == {"a1": ["cross"], "a2": ["legal"], "b1": ["legal"], "b2": [], "b3": []}
    assert [token.face for token in scene.tray] == ["2", "3"]
    assert {cell.fill for cell in GAME.scene(GAME.blank(coloured), 0).cells} == {"r", "y"}


@pytest.mark.parametrize("cells", ["", "x", "1 2 333", "R2"])
def test_a_grid_that_cannot_be_read_is_refused(cells: str) -> None:
    with pytest.raises(SheetError, match="expected cells"):
        GAME.notation.parse_sheet(HEAD + cells + '\n"""\n')


# What games of coloured rows need besides ---------------------------------------------------------
@dataclass(frozen=True)
class Rows:
    """The least state with dice that leave the game and with a choice."""

    sheet: GridSheet
    picks: tuple[str, ...]
    dice: tuple[str, ...] = ()


READ_ROWS = grid_reader("tiny", row_colours="ry")
ROWS = READ_ROWS(HEAD + 'r2 r3\ny3 y2\n"""\n')
ROW_POSITIONS = Codec(
    Rows,
    range(1, 3),
    table={"dice": faces("dice", [ColouredDice("wwry"), ColouredDice("wwr"), ColouredDice("ww")])},
    seat={"pick": word("picks", lambda sheet: [*sheet.numbers, "pass"])},
)


def test_dice_that_are_left_and_words_of_the_sheet_are_written_in_a_position() -> None:
    for text, state in (
        ("tiny/1 | - | pick=pass", Rows(ROWS, ("", "pass"))),
        ("tiny/1 dice=12r3 | pick=r2", Rows(ROWS, ("r2",), ("1", "2", "r3"))),
        ("tiny/1 dice=66 | -", Rows(ROWS, ("",), ("6", "6"))),
    ):
        assert ROW_POSITIONS.text(state) == text
        assert ROW_POSITIONS.parse(ROWS, text) == state
    for text, said in (
        ("tiny/1 dice=12y3 | -", "dice=11 or other dice expected"),
        ("tiny/1 | pick=z9", "unknown: pick=z9; there are: r2 r3 y3 y2 pass"),
    ):
        with pytest.raises(NotationError, match=re.escape(said)):
            ROW_POSITIONS.parse(ROWS, text)


def test_faces_of_two_digits_are_kept_apart_in_a_position() -> None:
    field = faces("dice", [Roll(2, tuple(range(1, 13)))])
    assert field.text(("3", "4"), SHEET) == "3,4"
    assert field.text(("3", "12"), SHEET) == "3,12"


@pytest.mark.parametrize("cells", ["r2 r3", "y2\nr2", "r2 y3\ny2", "r2 r2\ny2", "r2 .\ny2", "2\n3"])
def test_rows_of_other_colours_are_refused(cells: str) -> None:
    with pytest.raises(SheetError, match="expected one row for each of these colours: r y"):
        READ_ROWS(HEAD + cells + '\n"""\n')


def test_a_score_line_of_a_colour_bears_its_shape_and_others_an_icon() -> None:
    facts = replace(FACTS, lines={key: Text.same(key) for key in ("r", "misses", "crosses")})
    chosen = Sign("pick", (Mark("pick"),), Text.same("chosen"))
    drawn = grid_drawing(
        facts,
        lambda state: [Score(tuple([Line(key, "Q4", 1, 1, 2) for key in facts.lines]))] * 2,
        crossed=lambda state, seat: (),
        faces=lambda state: state.dice,
        more={chosen: lambda state, seat: [state.picks[seat]]},
        icons={"misses": "close"},
    )
    (printed,) = drawn.layouts(ROWS)
    assert [(slot.icon, slot.tint) for slot in printed.slots] == [
        ("sh_r", "red"),
        ("close", "ink"),
        ("check", "ink"),
    ]
    assert drawn.picture(Rows(ROWS, ("r3", "pass")), 0, ["r2", "pass"]).sets == (0, 0b1, 0b10)
    assert drawn.picture(Rows(ROWS, ("r3", "pass")), 1, []).sets == (0, 0, 0)
    tray = drawn.picture(Rows(ROWS, ("", ""), ("1", "r3")), 0, []).tray
    assert [(token.kind, token.face) for token in tray] == [("single", "1"), ("pips", "r3")]


def test_the_most_points_win_or_the_fewest() -> None:
    assert [(place.seat, place.place, place.by) for place in ranking([5, 9, 5])] == [
        (1, 1, "points"),
        (0, 2, "shared"),
        (2, 2, "shared"),
    ]
    assert [(place.seat, place.place) for place in ranking([5, 9, 7], fewest=True)] == [
        (0, 1),
        (2, 2),
        (1, 3),
    ]


def test_dice_of_twelve_faces_are_written_drawn_and_read() -> None:
    left = faces("dice", [Roll(2, tuple(range(1, 13))), Roll(1, tuple(range(1, 13)))])
    for tray in (("3", "12"), ("3", "4"), ("12",)):
        part = Part(Text.same("table"), [f"dice={left.text(tray, SHEET)}"], ["dice="])
        assert left.parse(part, "dice", SHEET) == tray
    for tray in (("12",), ("r8",)):

        def lying(state: State, tray: tuple[str, ...] = tray) -> tuple[str, ...]:
            return tray

        drawn = grid_drawing(FACTS, small.score, lambda state, seat: (), lying)
        assert svg(replace(GAME, drawing=drawn).scene(START, 0))


def test_score_lines_may_share_a_name() -> None:
    facts = replace(FACTS, lines={"area": Text("Gebiet {}", "Area {}")})
    pad = Score((Line("area.a", "Q4", 3, 1, 2), Line("area.b", "Q4", 0, 0, 2)))
    keys = ("area.a", "area.b")
    drawn = grid_drawing(
        facts, lambda state: (pad, pad), lambda state, seat: (), lambda state: (), lines=keys
    )
    assert [slot.label.en for slot in drawn.layouts(SHEET)[0].slots] == ["Area A", "Area B"]
    assert [count.points for count in drawn.picture(START, 0, []).counts] == ["3", "0"]


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(SetupError):
        GAME.rules.start(Setup(SHEET, 5))
