"""The rulebook says the same in both languages, and its examples are true.

Every position stands, every stated move is legal or breaks the clause that is named.
"""

from __future__ import annotations

import pytest

from kritzel import rulebook
from kritzel.game import LANGUAGES, Defect, IllegalMove
from kritzel.games import catalogue
from kritzel.rulebook import Example

EXAMPLES = [example for game in catalogue.GAMES for example in rulebook.examples(game)]


def name_of(example: Example) -> str:
    return f"{example.game}-{example.id}"


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_the_position_is_written_as_it_is_read(example: Example) -> None:
    game, state = rulebook.table(example)
    assert game.notation.position_text(state) == example.position


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.move], ids=name_of)
def test_the_move_is_legal_or_breaks_the_stated_clause(example: Example) -> None:
    game, state = rulebook.table(example)
    move = game.notation.parse_move(state.sheet, example.move)
    listed = move in game.rules.moves(state, example.seat)
    assert listed == (not example.breaks)
    if listed:
        game.rules.play(state, example.seat, move)
        return
    with pytest.raises(IllegalMove) as caught:
        game.rules.play(state, example.seat, move)
    assert caught.value.clause == example.breaks


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.score], ids=name_of)
def test_the_stated_points_are_the_points(example: Example) -> None:
    game, state = rulebook.table(example)
    pad = game.rules.score(state)[example.seat]
    assert {key: pad[key] for key in example.score} == example.score
    assert set(example.score) <= {line.key for line in pad.lines}


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_the_clauses_refer_to_the_example(example: Example) -> None:
    assert example.clauses
    for clause_id in example.clauses:
        clause = rulebook.clause(clause_id, "en")
        assert clause.game == example.game
        assert example.id in clause.examples


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_the_example_says_something_in_both_languages(example: Example) -> None:
    assert example.caption.de != example.caption.en
    assert example.move or example.score


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_the_sheet_has_no_fatal_defect(example: Example) -> None:
    game, state = rulebook.table(example)
    found: tuple[Defect, ...] = game.notation.defects(state.sheet)
    assert not [defect for defect in found if defect.fatal]


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_both_languages_have_the_same_clauses_tags_and_rulings(game: str) -> None:
    german, english = (rulebook.clauses(game, lang) for lang in LANGUAGES)
    assert [(each.id, each.tags, bool(each.ruling)) for each in german] == [
        (each.id, each.tags, bool(each.ruling)) for each in english
    ]
    assert {tag for each in english for tag in each.tags} <= set(rulebook.TAGS)
    assert all(one.text != other.text for one, other in zip(german, english, strict=True))


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_no_clause_is_called_like_that_of_another_game(game: str) -> None:
    for clause in rulebook.clauses(game, "en"):
        assert rulebook.clause(clause.id, "en").game == game, clause.id
