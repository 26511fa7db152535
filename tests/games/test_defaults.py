"""What a game need not answer is answered for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kritzel.game import Setup, Text, Words, left_out
from kritzel.games import catalogue
from kritzel.games.traexx import GAME
from tests.changed_game import changed


def test_a_blank_sheet_is_the_start_with_the_fewest_seats() -> None:
    _, sheet = catalogue.find("traexx/1")
    assert changed(GAME, blank=None).blank(sheet) == GAME.rules.start(Setup(sheet, 1))


def test_a_caption_says_what_the_clock_says() -> None:
    _, sheet = catalogue.find("traexx/1")
    state = GAME.rules.start(Setup(sheet, 2))
    plain = changed(GAME, caption=None)
    assert plain.caption(state, 0, ()) == GAME.words.clock(state).words
    assert plain.scene(state, 0) != GAME.scene(state, 0)


def test_a_game_with_few_words() -> None:
    _, sheet = catalogue.find("traexx/1")
    state = GAME.rules.start(Setup(sheet, 2))
    said = GAME.words
    few: Words = Words(say_move=said.say_move, say_outcome=said.say_outcome, clock=said.clock)  # type: ignore[type-arg]
    assert (few.question(state), few.happened(state, state), few.explain(sheet)) == (Text("", ""), (), ())
    open_game = replace(GAME.rules, view=type(GAME.rules).view)
    assert open_game.view(state, None) is state


def test_what_is_left_out_is_replaced_before_anybody_calls_it() -> None:
    with pytest.raises(NotImplementedError):
        left_out()
    for part in (GAME.rules, GAME.notation, GAME.words, GAME.drawing):
        assert left_out not in vars(part).values()
