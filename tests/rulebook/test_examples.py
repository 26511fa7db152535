"""The worked examples are true: every position stands, every stated move is legal or breaks what it says."""

from __future__ import annotations

import pytest

from kritzel import rulebook
from kritzel.game import Defect, IllegalMove
from kritzel.games import catalogue
from kritzel.rulebook import Example

EXAMPLES = [example for game in catalogue.GAMES for example in rulebook.examples(game)]
WANTED = {
    "dizzle": "D7 D8 D9 D10 D13 D14 D20 D21 D22 D24 D26 D27 D28 D29 D30 D35 D36 D37 D38 D39 D40",
    "border": "B3 B4 B5 B6 B7",
    "traexx": "T2 T3 T4 T5 T6 T7",
}


def _name(example: Example) -> str:
    return f"{example.game}-{example.id}"


@pytest.mark.parametrize("example", EXAMPLES, ids=_name)
def test_the_position_is_written_as_it_is_read(example: Example) -> None:
    game, state = rulebook.table(example)
    assert game.position_text(state) == example.position


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.move], ids=_name)
def test_the_move_is_legal_or_breaks_the_stated_clause(example: Example) -> None:
    game, state = rulebook.table(example)
    move = game.parse_move(state.sheet, example.move)
    listed = move in game.moves(state, example.seat)
    assert listed == (not example.breaks)
    if listed:
        game.play(state, example.seat, move)
        return
    with pytest.raises(IllegalMove) as caught:
        game.play(state, example.seat, move)
    assert caught.value.clause == example.breaks


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.score], ids=_name)
def test_the_stated_points_are_the_points(example: Example) -> None:
    game, state = rulebook.table(example)
    pad = game.score(state)[example.seat]
    assert {key: pad[key] for key in example.score} == example.score
    assert set(example.score) <= {line.key for line in pad.lines}


@pytest.mark.parametrize("example", EXAMPLES, ids=_name)
def test_the_clauses_refer_to_the_example(example: Example) -> None:
    assert example.clauses
    for clause_id in example.clauses:
        clause = rulebook.clause(clause_id, "en")
        assert clause.game == example.game
        assert example.id in clause.examples


@pytest.mark.parametrize("example", EXAMPLES, ids=_name)
def test_the_example_says_something_in_both_languages(example: Example) -> None:
    assert example.caption.de != example.caption.en
    assert example.move or example.score


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_the_clauses_that_need_a_picture_have_one(game: str) -> None:
    shown = {clause for example in rulebook.examples(game) for clause in example.clauses}
    assert set(WANTED[game].split()) <= shown
    ids = [example.id for example in rulebook.examples(game)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("example", EXAMPLES, ids=_name)
def test_the_sheet_has_no_fatal_defect(example: Example) -> None:
    game, state = rulebook.table(example)
    found: tuple[Defect, ...] = game.defects(state.sheet)
    assert not [defect for defect in found if defect.fatal]


def test_an_example_may_stand_on_a_sheet_of_the_catalogue() -> None:
    _, sheet = catalogue.find("traexx")
    start = Example(
        "own", "traexx", (), EXAMPLES[0].caption, sheet.id, f"traexx/{sheet.id} draw | -", 0, "", "", {}
    )
    assert rulebook.table(start)[1].sheet is sheet
