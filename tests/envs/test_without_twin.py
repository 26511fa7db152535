"""Environments of a game that has no twin: the reference answers, and says the same as a twin would."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import kritzel.envs
from kritzel.fast.twin import twin
from kritzel.game import IllegalMove
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.games.traexx import GAME as TRAEXX
from tests.changed_game import changed
from tests.envs.test_peers import AS_THE_PEERS_DO


def every_move(sheet: Any) -> list[Any]:
    compiled = twin("traexx")
    return [compiled.to_move(sheet, number) for number in range(compiled.actions(compiled.pack(sheet)))]


@pytest.fixture
def fourth(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Träxx under another name, which no twin knows. Its sheets stay read: nobody else asks for them, and to
    forget all sheets would make others of those that other tests hold."""
    game = changed(TRAEXX, facts=replace(TRAEXX.facts, slug="fourth"), every_move=every_move, fast="", bot="")
    monkeypatch.setitem(catalogue.GAMES, "fourth", game)
    return game


@pytest.mark.parametrize("seats", [1, 3])
def test_it_plays_the_same_game_as_the_twin(fourth: AnyGame, seats: int) -> None:
    plain, compiled = kritzel.envs.desk("fourth/1", seats), kritzel.envs.desk("traexx/1", seats)
    luck = Random(seats)
    while not plain.over:
        assert plain.position == compiled.position
        assert (plain.seats, plain.scores(), plain.places()) == (
            compiled.seats,
            compiled.scores(),
            compiled.places(),
        )
        if plain.waits_for_chance:
            brought = luck.choice(plain.outcomes())[0]
            plain.feed(brought)
            compiled.feed(brought)
            continue
        seat = plain.seats[0]
        assert (plain.mask(seat) == compiled.mask(seat)).all()
        action = int(luck.choice(plain.actions(seat)))
        assert plain.paper.action_text(action) == compiled.paper.action_text(action)
        plain.act(seat, action)
        compiled.act(seat, action)
    assert (plain.over, plain.places()) == (compiled.over, compiled.places())


@pytest.mark.filterwarnings(*AS_THE_PEERS_DO)
def test_pettingzoo_finds_nothing_wrong(fourth: AnyGame) -> None:
    api_test(kritzel.envs.aec("fourth/1", 2, reward="gain"), num_cycles=50)
    seed_test(lambda: kritzel.envs.aec("fourth/1", 2), num_cycles=20)


def test_gymnasium_finds_nothing_wrong(fourth: AnyGame) -> None:
    check_env(kritzel.envs.solo("fourth/1"), skip_render_check=True)


def test_what_others_choose_in_secret_is_not_seen(fourth: AnyGame) -> None:
    desk = kritzel.envs.desk("fourth/1", 2)
    desk.roll()
    before = [desk.observe(seat) for seat in (0, 1)]
    desk.act(0, int(desk.actions(0)[0]))
    after = [desk.observe(seat) for seat in (0, 1)]
    assert (before[0] != after[0]).any()
    assert np.array_equal(before[1], after[1])


def test_refusals_name_the_clause(fourth: AnyGame) -> None:
    desk = kritzel.envs.desk("fourth/1", 1)
    desk.roll()
    with pytest.raises(IllegalMove, match=r"\[T\d\]"):
        desk.act(0, int(desk.mask(0).argmin()))


def test_a_copy_comes_back_to_where_it_was(fourth: AnyGame) -> None:
    desk = kritzel.envs.desk("fourth/1", 1, deal=5)
    desk.roll()
    kept, position = desk.state_dict(), desk.position
    desk.act(0, int(desk.actions(0)[0]))
    assert desk.position != position
    desk.load_state_dict(kept)
    assert (desk.position, desk.clone().position) == (position, position)


def test_a_game_that_does_not_list_its_moves_says_so(
    monkeypatch: pytest.MonkeyPatch, fourth: AnyGame
) -> None:
    monkeypatch.setitem(catalogue.GAMES, "fourth", changed(fourth, every_move=None))
    with pytest.raises(UnknownName, match=r"does not list all its moves \(notation.every_move\)"):
        kritzel.envs.aec("fourth/1", 2)


def test_thousands_of_games_at_once_need_a_twin(fourth: AnyGame) -> None:
    with pytest.raises(UnknownName, match="'fourth' has no compiled twin"):
        kritzel.envs.vector("fourth/1", 2, 4)
