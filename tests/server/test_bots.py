"""What bots are asked at the server, and what they answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kritzel import bots as registry
from kritzel.bots import BOTS, weights
from kritzel.game import LANGUAGES
from kritzel.games import catalogue
from kritzel.record import Table
from kritzel.review.warm_up import REVIEW
from kritzel.server.bots import questions as bots
from kritzel.server.sessions import clean_name


def legal(question: bots.BotQuestion) -> list[str]:
    game, sheet = catalogue.find(question.sheet)
    return Table(game, replace(question.state, sheet=sheet)).moves(question.seat)


def test_every_bot_has_a_name_that_people_like() -> None:
    names = [bot.title.say(lang) for bot in BOTS.values() for lang in LANGUAGES]
    assert all(name and clean_name(name) == name for name in names)
    assert len({bot.title for bot in BOTS.values()}) == len(BOTS)


def test_an_exercise_is_a_decision() -> None:
    for slug in catalogue.GAMES:
        question = bots.exercise("random", slug)
        assert bots.answer(question) in legal(question)


def test_who_plays_in_the_place_of_whom() -> None:
    def weaker(bot: str) -> list[str]:
        return registry.weaker(bot, "dizzle")

    assert weaker("master") == ["learned", "planner", "greedy", "random"]
    assert weaker("learned") == ["planner", "greedy", "random"]
    assert weaker("skilled") == weaker("casual") == weaker("generic") == ["greedy", "random"]
    assert weaker("greedy") == ["random"]
    assert weaker("random") == []
    assert weaker("a bot of old") == ["greedy", "random"]


def test_in_a_game_without_a_twin_it_is_one_who_needs_none() -> None:
    assert registry.weaker("a bot from outside", "yacht") == ["generic", "random"]
    assert registry.weaker("generic", "yacht") == ["random"]
    assert registry.weaker("random", "yacht") == []


def test_only_the_master_needs_a_compiler() -> None:
    assert [name for name in BOTS if bots.needs_compiler(name)] == ["master"]


def test_all_of_every_game_is_compiled_planners_first() -> None:
    there = bots.skills()
    assert {game for _, game in there[: len(catalogue.GAMES)]} == set(catalogue.GAMES)
    assert there[0][0] == "planner"
    assert {bots.skill(bot, f"{game}/1") for bot in BOTS for game in catalogue.GAMES} - {
        (bot, game) for bot in ("random", "generic") for game in catalogue.GAMES
    } | {(REVIEW, game) for game in catalogue.GAMES} == set(there)


def test_a_bot_without_its_net_does_not_let_another_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whoever asked would have taken the planner's move for the owl's."""
    monkeypatch.setattr(weights, "SHIPPED", tmp_path)
    weights.forget()
    with pytest.raises(RuntimeError, match="planner plays in place of learned"):
        bots.answer(bots.exercise("learned", "traexx"))
    weights.forget()
