"""The bot that knows the contract alone: legal, repeatable, within its steps, and no fool in any game."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kritzel import bots
from kritzel.bots import View, playouts
from kritzel.bots.generic import STEPS, GenericBot, plans
from kritzel.bots.playouts import ENDLESS, UNPRACTISED, Playouts, Practice, practice_for
from kritzel.game import Chance, Line, Over, Score, Setup
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from tests.bots import planted
from tests.changed_game import changed

SHEETS = [f"{slug}/{sheet.id}" for slug in catalogue.GAMES for sheet in catalogue.sheets(slug)]
THOUGHT = 0.05
"""A budget that is enough for what is obvious."""


@pytest.fixture(autouse=True)
def little_practice(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Practice takes a while; a little of it is enough here."""
    monkeypatch.setattr(playouts, "PRACTICE_STEPS", 500)
    practice_for.cache_clear()
    yield
    practice_for.cache_clear()


def played(game: AnyGame, sheet: Any, bot: Any, seed: int, most: int = 10_000, seats: int = 2) -> list[Any]:
    """The first moves of a game of the bot with itself."""
    state, luck, own = game.rules.start(Setup(sheet, seats)), Random(seed), Random(seed)
    made: list[Any] = []
    while not isinstance(awaited := game.rules.pending(state), Over) and len(made) < most:
        if isinstance(awaited, Chance):
            state = game.rules.reveal(state, awaited.event.sample(luck.randrange))
            continue
        seat = luck.choice(awaited.seats)
        moves = game.rules.moves(state, seat)
        move = bot.choose(View.of(game, state, seat), moves, own, 0.01)
        assert move in moves
        made.append(move)
        state = game.rules.play(state, seat, move)
    return made


@pytest.mark.parametrize("name", SHEETS)
def test_it_plays_every_sheet_by_the_rules(name: str) -> None:
    game, sheet = catalogue.find(name)
    for seats in game.seat_counts:
        assert len(played(game, sheet, GenericBot(), seats, most=25, seats=seats)) == 25


def test_it_plays_a_game_that_nobody_wrote_anything_for() -> None:
    assert played(planted.GAME, planted.SHEET, GenericBot(), 1)


@pytest.mark.parametrize("name", ["dizzle/1", "border/1", "traexx/1"])
def test_the_same_luck_brings_the_same_game(name: str) -> None:
    game, sheet = catalogue.find(name)
    first = played(game, sheet, GenericBot(), 5, most=40)
    assert played(game, sheet, GenericBot(), 5, most=40) == first


# No fool -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("number", "best"), [(6, "dare"), (1, "take"), (3, "take")])
@pytest.mark.parametrize("seat", [0, 1])
def test_it_sees_what_is_best_in_the_planted_game(number: int, best: str, seat: int) -> None:
    begun = replace(planted.start(Setup(planted.SHEET, 2)), rolls=(1,) * (planted.ROLLS - 3))
    for seed in range(3):
        assert chosen(planted.GAME, planted.reveal(begun, (number,)), seat, seed, 0.5) == best


def chosen(game: AnyGame, state: Any, seat: int, seed: int = 1, budget: float = THOUGHT) -> Any:
    view = View.of(game, state, seat)
    return GenericBot().choose(view, game.rules.moves(view.state, seat), Random(seed), budget)


@pytest.mark.parametrize("name", ["dizzle/1", "border/1", "traexx/1"])
def test_its_last_turn_is_the_best_there_is(name: str) -> None:
    """At the end of random games: whatever is done leads to the end, and is not worth the same."""
    game, sheet = catalogue.find(name)
    met = [last for seed in range(60) if (last := last_choice(game, sheet, seed))]
    assert len(met) >= 3
    for state, seat, leads in met[:5]:
        bot = GenericBot()
        while not isinstance(game.rules.pending(state), Over):
            moves = game.rules.moves(state, seat)
            state = game.rules.play(
                state, seat, bot.choose(View.of(game, state, seat), moves, Random(1), THOUGHT)
            )
        assert lead(game, state, seat) == max(leads)


def last_choice(game: AnyGame, sheet: Any, seed: int) -> tuple[Any, int, list[int]] | None:
    """The last turn of a random game, and the leads it can end with."""
    state, luck, turns = game.rules.start(Setup(sheet, 2)), Random(seed), []
    while not isinstance(awaited := game.rules.pending(state), Over):
        if isinstance(awaited, Chance):
            state = game.rules.reveal(state, awaited.event.sample(luck.randrange))
            continue
        seat = awaited.seats[0]
        turns.append((state, seat))
        state = game.rules.play(state, seat, luck.choice(game.rules.moves(state, seat)))
    for state, seat in turns[-6:]:
        leads = ends(game, state, seat)
        if len(set(leads)) > 1:
            return state, seat, leads
    return None


def ends(game: AnyGame, state: Any, seat: int) -> list[int]:
    """The leads of all ends that this turn can have; empty if one is not the end of the game."""
    counted = Playouts(game, 0, 10_000, UNPRACTISED)
    found = plans(counted, View(game, state, seat), game.rules.moves(state, seat))
    if not all(isinstance(game.rules.pending(plan.after), Over) for plan in found):
        return []
    return [lead(game, plan.after, seat) for plan in found]


def lead(game: AnyGame, state: Any, seat: int) -> int:
    mine, other = game.rules.score(state)[seat].total, game.rules.score(state)[1 - seat].total
    return mine - other


def test_where_the_fewest_points_win_a_begun_line_is_bad() -> None:
    """Seat 0 has begun a line of eight points, seat 1 has not."""

    def score(state: Any) -> tuple[Score, ...]:
        return tuple([Score((Line("row", "P1", 0, have, 4),)) for have in (2, 0)])

    most = changed(planted.GAME, score=score)
    fewest = changed(most, facts=replace(planted.GAME.facts, fewest_win=True))
    start, practice = planted.start(Setup(planted.SHEET, 2)), Practice({}, {"row": 8.0})
    leads = [Playouts(game, 0, 1, practice)._leads(start, planted.pending(start)) for game in (most, fewest)]
    assert leads == [[4.0, -4.0], [-4.0, 4.0]]


# What it may take, and see -----------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["dizzle/1", "border/1", "traexx/1"])
@pytest.mark.parametrize("budget", [0.02, 0.1])
def test_it_takes_as_many_steps_as_its_budget_says(name: str, budget: float) -> None:
    game, sheet = catalogue.find(name)
    taken: list[str] = []

    def counting(what: str, answer: Callable[..., Any]) -> Callable[..., Any]:
        def answered(*asked: Any) -> Any:
            taken.append(what)
            return answer(*asked)

        return answered

    counted = changed(
        game, play=counting("play", game.rules.play), reveal=counting("reveal", game.rules.reveal)
    )
    state = game.rules.start(Setup(sheet, 2))
    while isinstance(awaited := game.rules.pending(state), Chance):
        state = game.rules.reveal(state, awaited.event.sample(Random(1).randrange))
    practice_for(counted, sheet, 2)
    taken.clear()
    moves = game.rules.moves(state, 0)
    assert GenericBot().choose(View.of(counted, state, 0), moves, Random(1), budget) in moves
    assert 0.6 * budget * STEPS <= len(taken) <= budget * STEPS + 200
    assert {"play", "reveal"} == set(taken)


def test_a_game_without_an_end_is_broken_off() -> None:
    def for_ever(state: Any) -> Any:
        return planted.pending(replace(state, said=state.said or ("", "")))

    endless = changed(planted.GAME, pending=for_ever, moves=lambda state, seat: ["skip"])
    endless = changed(endless, play=lambda state, seat, move: state)
    counted = Playouts(endless, 0, 5_000, UNPRACTISED)
    counted.play(planted.start(Setup(planted.SHEET, 2)), 0)
    assert 5_000 - ENDLESS - 10 <= counted.left <= 5_000 - ENDLESS


def test_it_does_not_see_what_others_choose() -> None:
    game, sheet = catalogue.find("traexx/1")
    state = game.rules.reveal(game.rules.start(Setup(sheet, 2)), (0,))
    asked = [game.rules.play(state, 0, move) for move in game.rules.moves(state, 0)[:-1]]
    assert len({game.notation.position_text(each) for each in asked}) > 1
    assert len({chosen(game, each, 1) for each in asked}) == 1


def test_it_follows_its_plan_without_thinking_again() -> None:
    game, sheet = catalogue.find("traexx/1")
    state, bot, luck = game.rules.reveal(game.rules.start(Setup(sheet, 2)), (0,)), GenericBot(), Random(3)
    state = game.rules.play(
        state, 0, bot.choose(View.of(game, state, 0), game.rules.moves(state, 0), luck, THOUGHT)
    )
    before = luck.getstate()
    assert len(game.rules.moves(state, 0)) > 1
    bot.choose(View.of(game, state, 0), game.rules.moves(state, 0), luck, THOUGHT)
    assert luck.getstate() == before


def test_it_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(GenericBot())).name == "generic"


# Where it sits down ------------------------------------------------------------------------------------
def test_a_game_without_a_twin_has_it_as_its_usual_opponent() -> None:
    steps = bots.ladder(planted.GAME, planted.SHEET)
    assert steps == ("random", "generic")
    assert bots.another(steps, []) == "generic"
    assert bots.ready("generic", planted.GAME).name == "generic"
    with pytest.raises(bots.NotABot, match=r"greedy does not play Dare, .* no twin .* random, generic"):
        bots.ready("greedy", planted.GAME)


def test_on_our_sheets_it_can_be_called_by_its_name() -> None:
    for name in SHEETS:
        assert "generic" not in bots.ladder(*catalogue.find(name))
        assert bots.ready("generic", catalogue.find(name)[0]).name == "generic"
    assert bots.weaker("generic", planted.GAME.slug) == ["random"]
    assert bots.weaker("somebody", planted.GAME.slug) == ["generic", "random"]
