"""The catalogue: our games and those that other packages bring."""

from __future__ import annotations

import pickle
import sys
from copy import deepcopy
from dataclasses import replace
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from kritzel.game import Chance, Setup
from kritzel.games import catalogue
from kritzel.games.catalogue import GROUP, AnyGame, gathered
from kritzel.games.dizzle import GAME as DIZZLE
from kritzel.games.traexx import GAME as TRAEXX


def named(slug: str) -> AnyGame:
    """Träxx under another name."""
    return replace(TRAEXX, facts=replace(TRAEXX.facts, slug=slug))


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module somebody has installed; what it holds is put into it by the test."""
    module = ModuleType("somebodys_game")
    monkeypatch.setitem(sys.modules, "somebodys_game", module)
    return module


def point(value: str = "somebodys_game:GAME") -> EntryPoint:
    return EntryPoint("theirs", value, GROUP)


def test_a_package_brings_a_game(brought: ModuleType) -> None:
    vars(brought)["GAME"] = named("theirs")
    games, troubles = gathered([DIZZLE], [point()])
    assert (list(games), troubles) == (["dizzle", "theirs"], ())


@pytest.mark.parametrize("slug", ["", "../x", "Hut", "a b", "1st"])
def test_a_name_that_fits_no_address_is_refused(brought: ModuleType, slug: str) -> None:
    vars(brought)["GAME"] = named(slug)
    games, (trouble,) = gathered([DIZZLE], [point()])
    assert list(games) == ["dizzle"]
    assert repr(slug) in trouble.en


def test_nobody_takes_the_name_of_another_game(brought: ModuleType) -> None:
    vars(brought)["GAME"] = named("dizzle")
    games, (trouble,) = gathered([DIZZLE], [point()])
    assert games == {"dizzle": DIZZLE}
    assert "another game's name: dizzle" in trouble.en
    assert "heißt wie ein anderes Spiel: dizzle" in trouble.de


def test_what_is_no_game_is_named(brought: ModuleType) -> None:
    vars(brought)["GAME"] = "a string"
    assert (
        "somebodys_game:GAME (kritzel.games: theirs) is no kritzel.game.Game."
        in gathered([], [point()])[1][0]
    )


def test_a_package_that_raises_does_no_harm() -> None:
    games, (trouble,) = gathered([DIZZLE], [point("no_such_package_here:GAME")])
    assert list(games) == ["dizzle"]
    assert (
        "no_such_package_here:GAME (kritzel.games: theirs) cannot be loaded: ModuleNotFoundError"
        in trouble.en
    )


@pytest.mark.parametrize("game", catalogue.GAMES.values(), ids=str)
def test_there_is_one_of_each_game(game: AnyGame) -> None:
    assert deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)) is game


@pytest.mark.parametrize("game", catalogue.GAMES.values(), ids=str)
def test_a_game_knows_its_own_rules_version_only(game: AnyGame) -> None:
    game.expect_rules(game.rules.version)
    with pytest.raises(LookupError, match="no rules version 99"):
        game.expect_rules(99)


@pytest.mark.parametrize("game", catalogue.GAMES.values(), ids=str)
def test_a_draw_belongs_to_its_place_or_to_the_clock(game: AnyGame) -> None:
    sheet = catalogue.sheets(game.slug)[0]
    state = game.rules.start(Setup(sheet, game.seat_counts[-1]))
    chance = game.rules.pending(state)
    assert isinstance(chance, Chance)
    assert game.place(state, chance) == chance.place == 1
    assert game.place(state, chance._replace(place=0)) == game.words.clock(state).now
