"""The pages of docs/rulebook are what the tool makes of the rulebook today."""

from __future__ import annotations

import pytest

from kritzel import rulebook
from kritzel.game import LANGUAGES
from kritzel.games.catalogue import GAMES
from tests.drawing.styled import unstyled
from tools import rulebook_pictures as tool


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_every_clause_and_every_picture(game: str, lang: str) -> None:
    page = tool.page(game, lang)
    for clause in rulebook.clauses(game, lang):
        assert page.count(f'<a id="{clause.id}"></a>') == 1
    for example in rulebook.examples(game):
        assert page.count(f'src="{game}-{example.id}-{lang}.svg"') == 1


def test_the_cell_of_a_move_is_looped() -> None:
    example = next(each for each in rulebook.examples("dizzle") if each.id == "chain")
    game, state = rulebook.table(example)
    plain = game.scene(state, 0, "en")
    looped = [
        cell.id
        for cell in tool.pointed_at(plain, "2d1").cells
        if cell.marks and cell.marks[-1].kind == "last"
    ]
    assert looped == ["d1"]
    assert tool.pointed_at(plain, "out") == plain


def test_nothing_is_stale_and_everything_drawn_has_its_style() -> None:
    made = tool.made()
    assert tool.stale(made) == []
    assert {name: unstyled(text) for name, text in made.items() if unstyled(text)} == {}
