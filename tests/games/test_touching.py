"""What a hand means by touching something, in each game: the move that a page asks about."""

from __future__ import annotations

import pytest

from kritzel.game import IllegalMove, NotationError, Touch
from kritzel.games import border, catalogue, dizzle, traexx
from kritzel.games.catalogue import AnyGame
from kritzel.games.dizzle.sheet import Sheet
from tests.games.test_dizzle_notation import CROSSES, RAILS, VOLCANO
from tests.games.test_dizzle_notation import at as dizzle_at
from tests.games.test_traexx_notation import SMALL

PLACE = "pass=3 place turn=0 pool=36 | - | -"


@pytest.mark.parametrize(
    ("sheet", "position", "touch", "meant"),
    [
        (CROSSES, PLACE, Touch("c2"), "6c2"),
        (CROSSES, PLACE, Touch("c2", 3), "3c2"),
        (CROSSES, PLACE, Touch(die=3), "3b1"),
        (CROSSES, "pass=3 place turn=0 pool=36 | x=b1 | -", Touch(die=3), "3f2"),
        (CROSSES, PLACE, Touch("f1"), "1f1"),
        (CROSSES, PLACE, Touch(kind="out"), "out"),
        (CROSSES, "pass=3 rerolled turn=0 pool=2 | dice=b1 | -", Touch("b1"), "back b1"),
        (CROSSES, "pass=3 rerolled turn=0 pool=6 | dice=c1 | -", Touch("c2"), "6c2"),
        (CROSSES, "pass=3 planets | x=b2 rockets=1 | -", Touch("a2"), "planet a2"),
        (VOLCANO, "pass=3 flow=6 | - | -", Touch("c2", 6), "lava c2"),
        (RAILS, "pass=3 rails | dice=b1 | -", Touch("b1"), "rail b1 NS"),
    ],
)
def test_dizzle_means_what_is_asked_for(sheet: Sheet, position: str, touch: Touch, meant: str) -> None:
    assert dizzle.GAME.notation.touched(dizzle_at(sheet, position).state, 0, touch) == meant


@pytest.mark.parametrize(
    ("line", "touch", "meant"),
    [
        ("line=a2-b2 full=3", Touch("a3"), "a2-a3"),
        ("line=a2-b2 full=3", Touch("d1"), "b2-d1"),
        ("line=a2-b2 full=3", Touch("d1", start="a2"), "a2-d1"),
        ("line=a2-b2 full=3 new=a2-a3", Touch("d1"), "a3-d1"),
        ("line=a2-b2 full=3 done", Touch(kind="done"), "done"),
    ],
)
def test_traexx_draws_from_the_closest_end(line: str, touch: Touch, meant: str) -> None:
    state = traexx.GAME.notation.parse_position(SMALL, f"traexx/small card=royg | {line} | -")
    assert traexx.GAME.notation.touched(state, 0, touch) == meant


def test_a_cell_alone_is_a_move_where_a_game_says_nothing_else() -> None:
    assert (
        border.GAME.notation.touched(border.GAME.blank(catalogue.find("border/1")[1]), 0, Touch("k9")) == "k9"
    )


@pytest.mark.parametrize("game", catalogue.GAMES.values(), ids=str)
@pytest.mark.parametrize("touch", [Touch("ä9"), Touch(), Touch("b2", 99, "ä9"), Touch(kind="castle")])
def test_what_cannot_be_touched_is_no_move_or_refused(game: AnyGame, touch: Touch) -> None:
    sheet = catalogue.all_sheets(game.slug)[0]
    state = game.blank(sheet)
    with pytest.raises((NotationError, IllegalMove)):
        game.rules.play(state, 0, game.notation.parse_move(sheet, game.notation.touched(state, 0, touch)))
