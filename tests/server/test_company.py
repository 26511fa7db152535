"""Coming and going: links, bots in a seat, stand-ins, equal names, several at one device, watching."""

from __future__ import annotations

from kritzel.server.bots.questions import BotAnswer
from kritzel.server.table import commands, log
from tests.server.rooms import ANA, BEN, CEM, EVE, Driver, chairs, created, new_id, refused, running, secret


def test_a_link_seats_one_person_once() -> None:
    driver = Driver(created("dizzle/1", (*chairs(1), log.Chair("open"))))
    driver.say(ANA, commands.Invite(1, "hash"))
    driver.say(BEN, commands.Sit("hash", "Ben"))
    assert driver.say(BEN, commands.Sit("hash", "Ben")).rows == (), "the answer was lost, not the seat"
    with refused("not_open"):
        driver.say(CEM, commands.Sit("hash", "Cem"))
    with refused("invite_void"):
        driver.say(CEM, commands.Sit("other", "Cem"))
    assert driver.view(BEN).you == (1,)


def test_a_new_link_voids_the_old_one() -> None:
    driver = Driver(created("dizzle/1", (*chairs(1), log.Chair("open"))))
    driver.say(ANA, commands.Invite(1, "old"))
    driver.say(ANA, commands.Invite(1, "new"))
    with refused("invite_void"):
        driver.say(BEN, commands.Sit("old", "Ben"))
    driver.say(BEN, commands.Sit("new", "Ben"))


def test_a_bot_fills_an_open_seat_and_is_asked_for_its_moves() -> None:
    driver = Driver(created("traexx/1", (*chairs(1), log.Chair("open"))))
    driver.say(ANA, commands.Fill(new_id(), 1, "random"))
    driver.begin()
    assert driver.room.bots_to_move() == [(1, "random")]
    driver.say("", commands.BotMove(1, "random", BotAnswer("done", "random")))
    assert driver.room.bots_to_move() == []
    with refused("no_bot"):
        driver.say("", commands.BotMove(1, "random", BotAnswer("done", "random")))


def test_a_stand_in_plays_until_the_person_is_back() -> None:
    driver = running("traexx/1", 2)
    with refused("not_away"):
        driver.say(ANA, commands.StandIn(new_id(), 1, "random"))
    driver.say(ANA, commands.StandIn(new_id(), 1, "random"), frozenset({BEN}))
    assert driver.room.bots_to_move() == [(1, "random")]
    with refused("bot_plays"):
        driver.move(1, "done")
    driver.say(BEN, commands.Arrive())
    assert driver.room.bots_to_move() == []
    with refused("no_bot"):
        driver.say("", commands.BotMove(1, "random", BotAnswer("done", "random")))
    driver.move(1, "done")


def test_whoever_is_left_alone_may_stop_and_nobody_else() -> None:
    driver = running("traexx/1", 2)
    with refused("not_owner"):
        driver.say(BEN, commands.Stop(new_id()))
    driver.say(BEN, commands.Stop(new_id()), frozenset({ANA}))
    assert driver.view(BEN).phase == "stopped"
    assert driver.view(BEN).dice.seed == secret(driver.seed).hex()
    with refused("not_running"):
        driver.move(0, "done")


def test_equal_names_are_told_apart() -> None:
    places = (
        log.Chair("person", "Mara", ANA),
        log.Chair("here", "Mara", ANA),
        log.Chair("bot", "Mara", "", "random"),
    )
    driver = Driver(created("traexx/1", places)).begin()
    assert [seat.name for seat in driver.view(ANA).seats] == ["Mara", "Mara 2", "Mara 3"]
    assert driver.table.names == ("Mara", "Mara 2", "Mara 3")


def test_at_one_device_a_player_holds_several_seats() -> None:
    places = (log.Chair("person", "Ana", ANA), log.Chair("here", "Opa", ANA))
    driver = Driver(created("traexx/1", places)).begin()
    assert [hand.seat for hand in driver.view(ANA).hands] == [0, 1]
    driver.move(1, "done")
    driver.move(0, "done")


def test_whoever_watches_sees_no_hands() -> None:
    seen = running("traexx/1", 2).view(EVE)
    assert (seen.you, seen.hands, seen.owner) == ((), (), False)
