"""The rulebook says the same in both languages, and its examples are true.

Every position stands, every stated move is legal or breaks the clause that is named.
"""

from __future__ import annotations

import pytest

from kritzel import rulebook
from kritzel.conformance.play import remark
from kritzel.game import LANGUAGES, Defect, IllegalMove
from kritzel.games import catalogue
from kritzel.rulebook import Example

EXAMPLES = [example for game in catalogue.GAMES for example in rulebook.examples(game)]


def name_of(example: Example) -> str:
    return f"{example.game}-{example.id}"


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_the_position_is_written_as_it_is_read(example: Example) -> None:
    game, state = rulebook.table(example)
    assert game.notation.position_text(state) == example.position, "write the position as it is read"


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.move], ids=name_of)
def test_the_move_is_legal_or_breaks_the_stated_clause(example: Example) -> None:
    game, state = rulebook.table(example)
    move = game.notation.parse_move(state.sheet, example.move)
    listed = move in game.rules.moves(state, example.seat)
    assert listed == (not example.breaks), (
        f"{example.move} is {'legal' if listed else 'not legal'} there; `clause` names what a move breaks"
    )
    if listed:
        game.rules.play(state, example.seat, move)
        return
    with pytest.raises(IllegalMove) as caught:
        game.rules.play(state, example.seat, move)
    assert caught.value.clause == example.breaks, f"{example.move} breaks {caught.value.clause}"


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.score], ids=name_of)
def test_the_stated_points_are_the_points(example: Example) -> None:
    game, state = rulebook.table(example)
    pad = game.rules.score(state)[example.seat]
    assert {key: pad[key] for key in example.score} == example.score
    assert set(example.score) <= {line.key for line in pad.lines}


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_the_clauses_refer_to_the_example(example: Example) -> None:
    assert example.clauses, "an example names the clauses that it shows"
    for clause_id in example.clauses:
        clause = rulebook.clause(clause_id, "en")
        assert clause.game == example.game, f"{clause_id} is a clause of {clause.game}"
        assert example.id in clause.examples


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_the_example_says_something_in_both_languages(example: Example) -> None:
    both = len(rulebook.languages(example.game)) > 1
    assert not both or example.caption.de != example.caption.en, "a caption is written in two languages"
    assert example.move or example.score, "an example has a move or a score"


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_the_sheet_has_no_fatal_defect(example: Example) -> None:
    game, state = rulebook.table(example)
    found: tuple[Defect, ...] = game.notation.defects(state.sheet)
    assert not [defect for defect in found if defect.fatal]


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_both_languages_have_the_same_clauses_tags_and_rulings(game: str) -> None:
    german, english = (rulebook.clauses(game, lang) for lang in LANGUAGES)
    strange = {tag for each in english for tag in each.tags} - set(rulebook.TAGS)
    assert not strange, f"tags {strange} are unknown; known are: {', '.join(rulebook.TAGS)}"
    if rulebook.languages(game) != LANGUAGES:
        remark(catalogue.game(game), "the rulebook has one language; rulebook.de.md and .en.md are two")
        return
    assert [(each.id, each.tags, bool(each.ruling)) for each in german] == [
        (each.id, each.tags, bool(each.ruling)) for each in english
    ], "both rulebooks have the same clauses, with the same tags and rulings, in the same order"
    same = [one.id for one, other in zip(german, english, strict=True) if one.text == other.text]
    assert not same, f"{', '.join(same)}: the German clause is the English one; translate it"


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_no_clause_is_called_like_that_of_another_game(game: str) -> None:
    for clause in rulebook.clauses(game, "en"):
        other = rulebook.clause(clause.id, "en").game
        assert other == game, f"{clause.id} is a clause of {other} too: choose other letters"
