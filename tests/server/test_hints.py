"""Hints: who may take one, what counts, what is kept, and that nothing hidden is in them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from kritzel import bots
from kritzel.bots.weighing import weigh
from kritzel.game import Because, Chance, Setup, Text
from kritzel.games import catalogue
from kritzel.record import Table
from kritzel.server.bots.hints import Advice, hint_question, is_told
from kritzel.server.bots.pool import BotWorker
from kritzel.server.bots.questions import BotAnswer
from kritzel.server.table import commands, log
from kritzel.server.table.commands import TakeHint
from kritzel.server.table.hints import helped, hinted
from kritzel.server.web.api.tables import hint_for
from tests.server.rooms import ANA, BEN, EVE, Driver, chairs, created, new_id, refused

LONG = 600.0


def begun(sheet: str, seats: int = 2, *, allowed: bool = True) -> Driver:
    first = created(sheet, chairs(seats))
    return Driver(structs.replace(first, hints=tuple(range(seats)) if allowed else ())).begin()


def take(driver: Driver, seat: int) -> bool:
    """A hint for this seat; whether it counted."""
    table_state = driver.room.state
    return bool(driver.say(driver.player(seat), TakeHint(seat, table_state.now.view(seat))).rows)


def taken(driver: Driver) -> list[int]:
    return [hint.seat for hint in driver.folded().state.hints]


def deciding(driver: Driver) -> int:
    return driver.room.state.deciding[0]


# Who may ------------------------------------------------------------------------------------------
def test_only_where_all_people_allow_it() -> None:
    driver = begun("dizzle/1", allowed=False)
    seat = deciding(driver)
    with refused("no_hints"):
        take(driver, seat)
    driver.say(ANA, commands.Allow(new_id(), True))
    with refused("no_hints"):
        take(driver, seat)
    driver.say(BEN, commands.Allow(new_id(), True))
    assert take(driver, seat)
    driver.say(BEN, commands.Allow(new_id(), False))
    with refused("no_hints"):
        take(driver, seat)


def test_whoever_sits_down_by_a_link_has_allowed_nothing_yet() -> None:
    first = created("dizzle/1", [log.Chair("person", "Ana", ANA), log.Chair("open")])
    driver = Driver(structs.replace(first, hints=(0,)))
    assert not driver.room.state.seating.hints


def test_whoever_sits_down_by_a_link_may_allow_them_with_it() -> None:
    first = created("dizzle/1", [log.Chair("person", "Ana", ANA), log.Chair("open")])
    driver = Driver(structs.replace(first, hints=(0,)))
    driver.say(ANA, commands.Invite(1, "hash"))
    driver.say(BEN, commands.Sit("hash", "Ben", hints=True))
    assert driver.room.state.seating.hints
    assert driver.folded().state.seating.hints


def test_refused_to_others_than_the_seat_that_decides() -> None:
    driver = begun("dizzle/1")
    seat, seen = deciding(driver), driver.room.state.now.view(None)
    with refused("not_seated"):
        driver.say(EVE, TakeHint(seat, seen))
    with refused("not_seated"):
        driver.say(EVE, commands.Allow(new_id(), True))
    with refused("not_your_seat"):
        driver.say(driver.player(1 - seat), TakeHint(seat, seen))
    with refused("not_deciding"):
        take(driver, 1 - seat)


def test_advice_on_a_table_that_has_changed_is_not_counted() -> None:
    driver = begun("dizzle/1", 1)
    before = driver.room.state.now.view(0)
    driver.move(0, driver.table.moves(0)[0])
    with refused("stale"):
        driver.say(ANA, TakeHint(0, before))


# What counts --------------------------------------------------------------------------------------
def test_a_hint_counts_once_for_a_decision_and_undo_does_not_give_it_back() -> None:
    driver = begun("dizzle/1")
    seat = deciding(driver)
    move = driver.table.moves(seat)[0]
    assert take(driver, seat)
    assert not take(driver, seat)
    driver.move(seat, move)
    driver.undo(seat, move)
    assert not take(driver, seat)
    assert taken(driver) == [seat]


def test_the_next_decision_counts_again() -> None:
    driver = begun("dizzle/1", 1)
    assert take(driver, 0)
    driver.move(0, driver.table.moves(0)[0])
    assert take(driver, 0)
    assert taken(driver) == [0, 0]


def test_all_steps_of_a_card_are_one_decision() -> None:
    driver = begun("traexx/1", 1)
    assert take(driver, 0)
    driver.move(0, driver.table.moves(0)[0])
    if driver.table.running.begin < len(driver.table.events):
        assert not take(driver, 0)
    assert list(hinted(driver.table, driver.room.state.hints))[:2] == [False, True]


def test_whose_moves_were_helped_is_known_from_the_log() -> None:
    """By a hint, or by a bot in somebody's place; a move that was taken back is none."""
    driver = begun("dizzle/1")
    seat = deciding(driver)
    assert take(driver, seat)
    move = driver.table.moves(seat)[0]
    driver.move(seat, move)
    driver.undo(seat, move)
    driver.move(seat, move)
    tip = len(driver.table.events) - 1
    seat = deciding(driver)
    driver.say(driver.player(seat), commands.StandIn(new_id(), seat, "random"))
    driver.say("", commands.BotMove(seat, "random", BotAnswer(driver.table.moves(seat)[0], "random")))
    for room in (driver.room, driver.folded()):
        assert helped(room.state) == {tip: "hint", tip + 1: "bot"}


def test_everybody_is_told_and_the_log_keeps_it() -> None:
    driver = begun("dizzle/1")
    seat = deciding(driver)
    take(driver, seat)
    told = driver.room.feed(driver.player(1 - seat)).entries[-1]
    assert (told.kind, told.seat) == ("hinted", seat)
    assert taken(driver) == [seat]


# What is told -------------------------------------------------------------------------------------
def played(sheet: str, seats: int, moves: int) -> Table:
    """A table after so many moves at random, at a decision."""
    game, paper = catalogue.find(sheet)
    table, luck = Table.new(game, Setup(paper, seats)), Random(1)
    while moves or isinstance(table.pending, Chance):
        if isinstance(table.pending, Chance):
            table.reveal(table.pending.event.sample(luck.randrange))
        else:
            seat = table.deciding[0]
            table.play(seat, luck.choice(game.rules.moves(table.state, seat)))
            moves -= 1
    return table


@pytest.mark.parametrize("sheet", ["dizzle/1", "dizzle/8", "border/1", "traexx/1"])
def test_advice_is_legal_and_always_the_same(sheet: str) -> None:
    table = played(sheet, 2, 6)
    seat = table.deciding[0]
    asked, worker = hint_question(table, seat), BotWorker(plain=True)
    try:
        advice, again = (asyncio.run(worker.advise(asked, LONG)) for _ in range(2))
    finally:
        worker.end()
    assert advice == again
    assert not advice.moves or advice.moves[0] in table.moves(seat)


def test_a_whole_step_is_previewed() -> None:
    """The first small move in the hand, all others about a cell with it; `done` is about none."""
    table = played("traexx/1", 1, 0)
    first = table.game.rules.moves(table.state, 0)[0]
    state = table.game.rules.play(table.state, 0, first)
    moves = [first, table.game.rules.moves(state, 0)[0]]
    texts = [table.game.notation.move_text(table.sheet, move) for move in moves]
    seen = hint_for(table.game, table.view(0), 0, Advice((*texts, "done")), 1)
    assert seen.move is not None
    assert [seen.move.text, *[option.text for option in seen.then]] == texts
    assert all(option.cell and option.start for option in seen.then)


def test_a_reason_in_traexx_is_true_whatever_others_draw() -> None:
    """On every table that may be: nobody has drawn yet, or another seat has already."""
    table, told = played("traexx/1", 2, 8), 0
    game, worlds = table.game, [table.view(0)]
    for move in game.rules.moves(table.state, 1):
        worlds.append(game.rules.play(table.state, 1, move))
    one, *others = game.rules.moves(worlds[0], 0)
    for other in others:
        said = [
            game.words.why_better(world, 0, game.rules.play(world, 0, one), game.rules.play(world, 0, other))
            for world in worlds
        ]
        assert all(each == said[0] for each in said)
        told += sum(because.open for because in said[0])
    assert told


def test_worlds_that_differ_in_what_is_hidden_have_the_same_question() -> None:
    """Both draw at once: what the other has drawn so far is hidden, so nothing of it reaches a hint."""
    table = played("traexx/1", 2, 0)
    worlds = []
    for nth in range(2):
        other = table.until(len(table.events))
        moves = [move for move in other.moves(1) if move != "done"]
        other.play(1, other.game.notation.parse_move(other.sheet, moves[nth]))
        worlds.append(other)
    one, two = (hint_question(world, 0) for world in worlds)
    assert worlds[0].state != worlds[1].state
    assert one == two == hint_question(table, 0)


def test_where_many_moves_are_equal_or_there_is_but_one_nothing_is_told() -> None:
    table = played("traexx/1", 1, 0)
    seen = hint_for(table.game, table.view(0), 0, Advice(even=True), 2)
    assert (seen.verdict, seen.taken, seen.cells, seen.move) == ("even", 2, (), None)
    assert hint_for(table.game, table.view(0), 0, Advice(), 0).verdict == "only"


@pytest.mark.parametrize(
    ("sheet", "seats", "told"),
    [
        ("dizzle/1", 2, ["open", "nears"]),
        ("traexx/1", 1, ["open", "nears"]),
        ("traexx/1", 2, ["open"]),
    ],
)
def test_a_reason_is_told_where_nobody_can_have_chosen_in_secret(
    sheet: str, seats: int, told: list[str]
) -> None:
    """All draw at once in Träxx: what is true on the table one sees need not be true on the real one, unless
    it is true whatever they draw."""
    table, words = played(sheet, seats, 0), Text("so", "so")
    view = bots.View.of(table.game, table.state, table.deciding[0])
    reasons = [Because(key, {}, words, open=key == "open") for key in ("open", "nears", "halves")]
    assert [reason.key for reason in reasons if is_told(view, reason)] == told


def test_a_hint_points_at_a_few_cells_and_names_what_the_tray_needs() -> None:
    table = played("dizzle/1", 1, 0)
    move = table.moves(0)[0]
    seen = hint_for(table.game, table.view(0), 0, Advice((move,)), 1)
    assert seen.move is not None
    assert seen.move.text == move
    assert seen.cells == (seen.move.cell,)
    assert seen.move.cell in seen.around
    assert len(seen.around) == 4
    assert seen.faces == str(seen.move.die)


def test_a_sheet_without_a_net_is_judged_by_play_outs() -> None:
    table = played("traexx/1", 1, 2)
    game, sheet = table.game, replace(table.sheet, source="# not the one that nets know")
    view = bots.View(game, replace(table.view(0), sheet=sheet), 0)
    weighing = weigh(view, game.rules.moves(view.state, 0), Random(0))
    assert weighing.judge == "generic"
    assert {each.move for each in weighing.moves} <= set(game.rules.moves(view.state, 0))
