"""Real dice: a roll that was read wrong is taken up again, by oneself or with everybody's consent."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kritzel.record import read
from kritzel.server.table import commands, log
from kritzel.server.table.room import Decided
from tests.server.rooms import ANA, BEN, CEM, EVE, GAMES, Driver, created, new_id, refused, running

every_game = pytest.mark.parametrize("sheet", GAMES)
WRONG, RIGHT = "1112345", "1122345"


def correct(driver: Driver, player: str = ANA, seat: int = 0) -> Any:
    return driver.say(player, commands.Correct(new_id(), seat, 10**9))


def consent(driver: Driver, player: str, seat: int, agree: bool = True) -> Any:
    return driver.say(player, commands.Consent(new_id(), seat, agree))


def rolled(seats: int = 2) -> Driver:
    """A table of Dizzle with real dice, the first roll typed in."""
    driver = running("dizzle/1", seats, real=True)
    driver.roll({2: WRONG, 3: WRONG + "666"}[seats])
    return driver


def decided(seats: int = 2) -> Driver:
    driver = rolled(seats)
    driver.move(0, driver.table.moves(0)[0])
    return driver


def test_until_somebody_has_decided_anybody_corrects_the_roll() -> None:
    driver = rolled()
    correct(driver, BEN, 1)
    assert driver.view(ANA).entry.dice == 7
    driver.roll(RIGHT)
    assert "pool=1122345" in driver.table.position
    assert driver.folded().state.table.position == driver.table.position


def test_only_what_came_after_the_roll_is_said_to_be_gone() -> None:
    driver = rolled()
    correct(driver)
    assert driver.entries(BEN)[-1].words.en == "corrects the roll."
    driver.roll(WRONG)
    driver.move(0, driver.table.moves(0)[0])
    correct(driver)
    consent(driver, BEN, 1)
    assert driver.entries(BEN)[-1].words.en.endswith("What came after it no longer counts.")


def test_afterwards_the_others_are_asked() -> None:
    driver = decided()
    before = driver.table.position
    correct(driver)
    assert driver.table.position == before
    asked = driver.view(BEN).correction
    assert (asked.asked, asked.missing, asked.text) == (0, (1,), WRONG)
    consent(driver, BEN, 1)
    assert driver.view(BEN).correction is None
    assert driver.view(BEN).entry.dice == 7
    assert driver.table.events == ()


def test_everybody_has_to_agree_and_one_no_is_enough() -> None:
    driver = decided(3)
    correct(driver)
    consent(driver, BEN, 1)
    assert driver.view(CEM).correction.missing == (2,)
    consent(driver, CEM, 2, agree=False)
    assert driver.view(ANA).correction.asked is None
    assert len(driver.table.events) == 2
    correct(driver, CEM, 2)
    consent(driver, ANA, 0)
    consent(driver, BEN, 1)
    assert driver.table.events == ()


def test_whoever_shares_a_device_is_not_asked_and_bots_agree() -> None:
    here = (
        log.Chair("person", "Ana", ANA),
        log.Chair("here", "Lena", ANA),
        log.Chair("bot", "Fox", "", "random"),
    )
    driver = Driver(created("dizzle/1", here, real=True)).begin()
    driver.roll(WRONG + "666")
    driver.move(0, driver.table.moves(0)[0])
    correct(driver, ANA, 1)
    assert driver.table.events == ()


def test_a_bot_that_stands_in_agrees_for_whoever_is_away() -> None:
    driver = decided(3)
    correct(driver)
    consent(driver, BEN, 1)
    driver.say(ANA, commands.StandIn(new_id(), 2, "random"), frozenset({CEM}))
    assert driver.table.events == ()


def test_the_next_roll_ends_the_question() -> None:
    driver = running("border/1", 2, real=True)
    driver.roll("rryyg")
    driver.move(0, "roll rr")
    correct(driver)
    driver.roll("bb")
    assert driver.view(BEN).correction.asked is None
    with refused("not_asked"):
        consent(driver, BEN, 1)


def test_one_goes_back_roll_by_roll() -> None:
    driver = running("border/1", 2, real=True)
    driver.roll("rryyg")
    driver.move(0, "roll rr")
    driver.roll("bb")
    correct(driver)
    assert [event.text for event in driver.table.events] == ["rryyg", "roll rr"]
    correct(driver)
    consent(driver, BEN, 1)
    assert driver.table.events == ()


@every_game
def test_a_corrected_game_is_played_out_folds_again_and_its_record_replays(sheet: str) -> None:
    driver, luck = running(sheet, 2, real=True), Random(7)
    while driver.room.state.phase == "running":
        driver.step(luck)
        if luck.random() < 0.08 and driver.room.state.phase == "running" and driver.table.events:
            correct(driver)
            if driver.room.state.doubt:
                consent(driver, BEN, 1, agree=luck.random() < 0.7)
    again = driver.folded()
    assert any(isinstance(row.event, log.TakenUp) for row in driver.rows)
    assert again.state.table.events == driver.table.events
    assert again.feed(BEN).entries == driver.room.feed(BEN).entries
    assert again.state.origins == driver.room.state.origins
    assert read(driver.table.record()).position == driver.table.position


def test_the_story_tells_it_and_moves_from_before_come_too_late() -> None:
    driver = decided()
    seen = driver.view(BEN).version
    correct(driver)
    consent(driver, BEN, 1)
    told = driver.entries(BEN)[seen:]
    assert [(entry.kind, entry.seat) for entry in told] == [("asked", 0), ("agreed", 1), ("takenup", 0)]
    assert all(entry.words.de and entry.words.en for entry in told)
    with refused("stale"):
        driver.say(BEN, commands.Roll(new_id(), RIGHT, seen))


def test_what_others_chose_in_secret_goes_with_the_roll_and_is_never_told() -> None:
    driver = running("traexx/1", 2, real=True)
    first, second, *_ = driver.view(ANA).entry.cards
    driver.roll(first)
    driver.move(1, next(move for move in driver.table.moves(1) if move != "done"))
    correct(driver)
    consent(driver, BEN, 1)
    driver.roll(second)
    driver.move(0, "done")
    driver.move(1, "done")
    played = [entry.text for entry in driver.entries(ANA) if entry.kind == "played"]
    assert played == ["done", "done"]


def test_asking_twice_with_the_same_number_happens_once() -> None:
    driver = rolled()
    command = commands.Correct(new_id(), 0, 10**9)
    first = driver.say(ANA, command)
    assert driver.say(ANA, command) == Decided((), first.rows[0].version)
    assert driver.table.events == ()


def test_who_may_not_ask() -> None:
    driver = decided()
    with refused("not_seated"):
        correct(driver, EVE)
    with refused("not_asked"):
        consent(driver, BEN, 1)
    correct(driver)
    with refused("asked_already"):
        correct(driver, BEN, 1)
    with refused("digital_dice"):
        correct(running("dizzle/1", 2))
    with refused("cannot_undo"):
        correct(running("dizzle/1", 2, real=True))
    assert driver.view(EVE).correction is None
    assert running("dizzle/1", 2).view(ANA).correction is None
