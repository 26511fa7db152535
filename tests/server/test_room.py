"""A room without I/O: whole games, exactly-once commands, deciding together, undo, real dice, stand-ins."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from kritzel.game import Chance
from kritzel.games import catalogue
from kritzel.server.table import commands, log
from tests.record import coloured
from tests.server.rooms import (
    ANA,
    BEN,
    EVE,
    GAMES,
    Driver,
    at_shared,
    chairs,
    created,
    laid,
    new_id,
    opening,
    ready,
    refused,
    running,
    view,
)

TOGETHER = ["traexx/1", "border/1", "dizzle/8"]
"""Sheets on which seats decide together: cards, action 2, rails or lava."""
every_game = pytest.mark.parametrize("sheet", GAMES)
together = pytest.mark.parametrize("sheet", TOGETHER)


def played_out(driver: Driver, seed: int = 1) -> Driver:
    luck = Random(seed)
    while driver.room.state.phase == "running":
        driver.step(luck)
    return driver


# The log is the record -------------------------------------------------------------------------
@every_game
@pytest.mark.parametrize("real", [False, True], ids=["digital", "real"])
def test_a_whole_game_and_its_log_fold_to_the_same(sheet: str, real: bool) -> None:
    driver = played_out(running(sheet, 2, real=real))
    again = driver.folded()
    assert driver.room.state.phase == "over"
    assert again.version == driver.room.version == len(driver.rows)
    for player in (ANA, BEN, ""):
        assert view(again, player) == driver.view(player)
        assert again.feed(player).entries == driver.room.feed(player).entries


@every_game
def test_lines_of_the_log_survive_being_written(sheet: str) -> None:
    driver = played_out(running(sheet, 2))
    assert [log.decode(log.encode([row.event])) for row in driver.rows] == [
        (row.event,) for row in driver.rows
    ]


def test_a_table_laid_under_other_rules_is_not_played_by_these() -> None:
    first = created("dizzle/4", chairs(2))
    assert f"rules: {first.rules}\n" in Driver(first).begin().table.record()
    with pytest.raises(LookupError, match="no rules version 99"):
        Driver(replace(first, rules=99))


def test_the_game_begins_when_everybody_is_ready() -> None:
    driver = laid("dizzle/1", 2)
    driver.say(ANA, ready(driver.room, ANA))
    assert driver.view(BEN).phase == "open"
    assert driver.view(BEN).waiting.kind == "ready"
    driver.say(BEN, ready(driver.room, BEN))
    assert driver.view(BEN).phase == "open"
    assert (driver.view(BEN).waiting.kind, driver.view(BEN).waiting.seats) == ("seeds", (0, 1))
    driver.say(BEN, opening(driver.room, BEN))
    assert driver.view(BEN).waiting.seats == (0,)
    driver.say(ANA, opening(driver.room, ANA))
    assert driver.room.state.phase == "running"
    assert driver.view(BEN).waiting.seats == (0,)


def test_being_ready_twice_changes_nothing() -> None:
    driver = laid("dizzle/1", 2)
    driver.say(ANA, first := ready(driver.room, ANA))
    with refused("ready_already"):
        driver.say(ANA, ready(driver.room, ANA, "c" * 64))
    assert [luck.seal for luck in driver.room.state.seating.luck] == [first.seal]


# Exactly once ----------------------------------------------------------------------------------
@every_game
def test_a_repeated_command_gets_the_same_answer_and_moves_once(sheet: str) -> None:
    driver, luck = running(sheet, 2), Random(3)
    for _ in range(30):
        seat = luck.choice(driver.table.deciding)
        command = commands.Move(new_id(), seat, luck.choice(driver.table.moves(seat)), 10**9)
        first = driver.say(driver.player(seat), command)
        length = len(driver.rows)
        for _ in range(3):
            again = driver.say(driver.player(seat), command)
            assert (again.rows, again.again) == ((), first.rows[0].version)
        assert len(driver.rows) == length
        assert driver.folded().decide(driver.player(seat), command).again == first.rows[0].version


def test_an_id_cannot_be_used_for_something_else() -> None:
    driver = running("traexx/1", 2)
    first, second = driver.table.moves(0)[:2]
    used = new_id()
    driver.say(ANA, commands.Move(used, 0, first, 10**9))
    with refused("id_reused"):
        driver.say(ANA, commands.Move(used, 0, second, 10**9))
    with refused("id_reused"):
        driver.say(BEN, commands.Move(used, 1, driver.table.moves(1)[0], 10**9))


def test_a_thousand_duplicates_in_any_order_move_once_each() -> None:
    driver, luck, said = running("traexx/1", 3), Random(5), []
    while driver.room.state.phase == "running":
        seat = luck.choice(driver.table.deciding)
        command = commands.Move(new_id(), seat, luck.choice(driver.table.moves(seat)), 10**9)
        driver.say(driver.player(seat), command)
        said.append((driver.player(seat), command))
    length = len(driver.rows)
    for player, command in luck.choices(said, k=1000):
        assert not driver.say(player, command).rows
    assert len(driver.rows) == length
    assert len({row.move_id for row in driver.rows if row.move_id}) == len(said) + 3 + 3


def test_a_refused_command_may_be_tried_again_later_with_its_id() -> None:
    driver = running("dizzle/1", 2)
    early = commands.Move(new_id(), 1, driver.table.moves(0)[0], 10**9)
    with refused("illegal"):
        driver.say(BEN, early)
    assert early.id not in [row.move_id for row in driver.rows]


# Staleness -------------------------------------------------------------------------------------
@together
def test_a_move_still_legal_is_never_refused_because_somebody_else_moved(sheet: str) -> None:
    driver = at_shared(sheet)
    seen = {seat: len(driver.room.feed(driver.player(seat)).entries) for seat in driver.table.deciding}
    first, *others = driver.table.deciding
    kept = driver.table.moves(first)
    while others[0] in driver.table.deciding:
        driver.move(others[0], driver.table.moves(others[0])[0], seen[others[0]])
    assert driver.table.moves(first) == kept
    driver.move(first, kept[-1], seen[first])


def test_a_second_done_meant_for_the_last_card_does_not_pass_on_the_next() -> None:
    driver = running("traexx/1", 2)
    seen = len(driver.room.feed(ANA).entries)
    driver.move(1, "done", seen)
    driver.move(0, "done", seen)
    with refused("stale"):
        driver.move(0, "done", seen)
    driver.move(0, "done", len(driver.room.feed(ANA).entries))


def test_a_roll_typed_in_twice_counts_once() -> None:
    driver = running("traexx/1", 2, real=True)
    seen, card = len(driver.room.feed(ANA).entries), driver.view(ANA).entry.cards[0]
    driver.say(ANA, commands.Roll(new_id(), card, seen))
    driver.move(0, "done")
    driver.move(1, "done")
    with refused("stale"):
        driver.say(BEN, commands.Roll(new_id(), card, seen))


# Together --------------------------------------------------------------------------------------
def together_choices(driver: Driver, luck: Random) -> dict[int, list[str]]:
    """Random moves for every seat until it is done, each for itself."""
    made: dict[int, list[str]] = {}
    trial = driver.table.until(len(driver.table.events))
    for seat in trial.deciding:
        made[seat] = []
        while seat in trial.deciding and len(trial.events) < len(driver.table.events) + 60:
            made[seat].append(luck.choice(trial.moves(seat)))
            trial.play(seat, made[seat][-1])
            if isinstance(trial.pending, Chance):
                break
    return made


@together
def test_any_interleaving_of_the_seats_leads_to_the_same_table(sheet: str) -> None:
    start = at_shared(sheet)
    made = together_choices(start, Random(2))
    ends = set()
    for order in range(5):
        driver, luck = Driver(start.rows[0].event, start.seed), Random(order)  # type: ignore[arg-type]
        driver.rows = list(start.rows)
        driver.room = driver.folded()
        left = {seat: list(moves) for seat, moves in made.items()}
        while waiting := [seat for seat, moves in left.items() if moves]:
            seat = luck.choice(waiting)
            driver.move(seat, left[seat].pop(0))
        ends.add(driver.table.position)
    assert len(ends) == 1


# Undo ------------------------------------------------------------------------------------------
@together
def test_a_choice_can_be_taken_back_while_others_still_choose(sheet: str) -> None:
    driver = at_shared(sheet)
    seat, other = driver.table.deciding[:2]
    before, stories = driver.table.position, driver.bytes_for(driver.player(other))
    move = driver.table.moves(seat)[0]
    driver.move(seat, move)
    assert driver.view(driver.player(seat)).hands[0].undo == move
    driver.undo(seat, move)
    assert driver.table.position == before
    assert driver.bytes_for(driver.player(other)) == stories, "nobody else hears of it"
    assert driver.folded().state.table.position == before


def test_undo_goes_back_to_the_roll_and_no_further() -> None:
    driver = running("dizzle/1", 2)
    rolled = driver.table.events
    move = driver.table.moves(0)[0]
    driver.move(0, move)
    driver.undo(0, move)
    assert driver.table.events == rolled
    with refused("cannot_undo"):
        driver.undo(0, move)


def test_undo_means_one_certain_move() -> None:
    driver = running("traexx/1", 2)
    first = driver.table.moves(0)[0]
    driver.move(0, first)
    with refused("other_move"):
        driver.undo(0, "done")


def test_choices_that_were_shown_stay_where_a_decision_follows_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogue, "find", lambda *name: (coloured.GAME, coloured.SHEET))
    driver = running("coloured/1", 2, real=True)
    driver.roll("613")
    driver.move(1, "take")
    driver.undo(1, "take")
    driver.move(1, "take")
    driver.move(0, "pass")
    for seat, move in ((0, "pass"), (1, "take")):
        with refused("cannot_undo"):
            driver.undo(seat, move)
    driver.move(0, "take")
    driver.undo(0, "take")


def test_undo_and_again_brings_no_other_roll() -> None:
    straight, winding = running("border/1", 2), running("border/1", 2)
    again = next(move for move in straight.table.moves(0) if move.startswith("roll"))
    straight.move(0, again)
    winding.say(ANA, commands.StandIn(new_id(), 0, "random"))
    winding.say(ANA, commands.Back(new_id(), 0))
    winding.move(0, again)
    assert straight.table.events == winding.table.events, "what else happened does not shift the dice"
    straight, winding = running("traexx/1", 1), running("traexx/1", 1)
    move = straight.table.moves(0)[0]
    winding.move(0, move)
    winding.undo(0, move)
    for driver in (straight, winding):
        driver.move(0, move)
        driver.move(0, "done")
    assert straight.table.events == winding.table.events


# Real dice -------------------------------------------------------------------------------------
def test_real_dice_are_told_in_any_order_and_checked() -> None:
    driver = running("dizzle/1", 2, real=True)
    asked = driver.view(ANA).entry
    assert (asked.purpose, asked.dice, asked.faces) == ("roll", 7, ("1", "2", "3", "4", "5", "6"))
    for wrong in ("123", "1234567", "hello", "9999999"):
        with refused("outcome"):
            driver.roll(wrong)
    driver.roll("6 5 4 3 2 1 1", BEN)
    assert driver.table.events[-1].text == "1123456"
    assert driver.view(ANA).dice.real
    with refused("no_chance"):
        driver.roll("1123456")


def test_the_table_rolls_digital_dice_itself() -> None:
    with refused("digital_dice"):
        running("dizzle/1", 2).roll("1123456")


def test_colours_and_cards_are_asked_for_as_they_are_written() -> None:
    assert running("border/1", 2, real=True).view(ANA).entry.faces == ("r", "o", "y", "g", "b", "a")
    cards = running("traexx/1", 2, real=True).view(ANA).entry.cards
    assert cards
    assert all(set(card) <= set("roygba") for card in cards)


# What comes by itself --------------------------------------------------------------------------
def test_what_comes_by_itself_is_told_with_its_clause_and_to_everybody_alike() -> None:
    driver = played_out(running("dizzle/1", 4))
    ana, eve = (driver.entries(player) for player in (ANA, EVE))
    heard = [entry for entry in ana if entry.clause]
    assert heard == [entry for entry in eve if entry.clause]
    assert {(entry.kind, entry.clause) for entry in heard} >= {("exploded", "D20"), ("flag", "D21")}
    assert all(entry.cell in entry.words.de and entry.seat is not None for entry in heard)


def test_the_answer_to_a_move_stands_before_what_the_move_brought() -> None:
    driver = played_out(running("dizzle/1", 2))
    feed = driver.room.feed(ANA)
    brought = next(nth for nth, entry in enumerate(feed.entries) if entry.clause)
    assert feed.entries[brought - 1].kind in ("played", "roll", "reroll", "remove")


def test_the_view_tells_who_is_out_and_where_the_game_stands() -> None:
    driver = running("dizzle/1", 2, real=True)
    fitting = {option.text[0] for option in _after_roll("1234566").view(ANA).hands[0].options}
    driver.roll(min(set("123456") - fitting) * 7)
    driver.move(0, "out")
    seen = driver.view(BEN)
    assert [seat.out for seat in seen.seats] == [True, False]
    clock = seen.waiting.clock
    assert (clock.now, clock.of, clock.words.en) == (1, 12, "Pass 1 of 12")


def _after_roll(roll: str) -> Driver:
    driver = running("dizzle/1", 2, real=True)
    driver.roll(roll)
    return driver


def test_before_and_after_the_game_there_is_no_clock() -> None:
    assert laid("traexx/1", 2).view(ANA).waiting.clock is None
    assert played_out(running("traexx/1", 2)).view(ANA).waiting.clock is None


# Every word of it ------------------------------------------------------------------------------
def test_every_command_decides_and_every_event_does_something() -> None:
    assert all("decide" in vars(command) for command in get_args(commands.AnyCommand))
    assert all("apply" in vars(event) for event in set(log.KINDS) - {log.Created})


def test_a_copy_of_a_table_changes_nothing_of_it() -> None:
    driver = laid("traexx/1", 2)
    mine = driver.room.state
    tried = mine.copy()
    for event in (
        log.Readied(ANA, "a" * 32),
        log.Readied(BEN, "b" * 32),
        log.Began((1, 0)),
        log.Stopped(ANA),
    ):
        tried.apply(event)
    assert (tried.phase, mine.phase) == ("stopped", "open")
    assert (tried.seating.people, mine.seating.people) == ((BEN, ANA), (ANA, BEN))
    assert not mine.seating.seeds


# Thousands of tables in memory ------------------------------------------------------------------
def test_a_table_keeps_the_states_since_the_last_roll_and_shares_what_others_say_too() -> None:
    one, other = (played_out(running("dizzle/1", 2), seed) for seed in (1, 2))
    assert len(one.table._moments) < 20 < len(one.table.events)
    said = [{id(entry) for entry in driver.room.feed(ANA).entries} for driver in (one, other)]
    assert len(said[0] & said[1]) > 10
