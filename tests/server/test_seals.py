"""Being ready: luck is sealed by all, then opened by all, or mixed anew; never with some."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from kritzel.server.table import commands, dice, dice_proof, log
from tests.server.rooms import (
    ANA,
    BEN,
    CEM,
    EVE,
    SEED,
    TABLE,
    Driver,
    beginning,
    chairs,
    created,
    laid,
    luck_of,
    new_id,
    opening,
    ready,
    refused,
    running,
    secret,
)


def sealed(seats: int = 2, sheet: str = "traexx/1") -> Driver:
    """Everybody is ready, nobody has opened anything."""
    driver = laid(sheet, seats)
    for player in driver.room.state.seating.people:
        driver.say(player, ready(driver.room, player))
    assert driver.room.state.opening
    return driver


# Being ready -----------------------------------------------------------------------------------
def test_no_seed_is_taken_before_all_have_sealed() -> None:
    driver = laid("traexx/1", 2)
    driver.say(ANA, ready(driver.room, ANA))
    with refused("not_sealed"):
        driver.say(ANA, opening(driver.room, ANA))
    with refused("other_dice"):
        driver.say(BEN, commands.Ready(new_id(), luck_of(BEN)))
    with refused("other_dice"):
        driver.say(BEN, commands.Ready(new_id(), luck_of(BEN), "a" * 64))
    assert luck_of(ANA).encode() not in msgspec.msgpack.encode([row.event for row in driver.rows])


def test_a_seed_that_was_not_sealed_is_refused() -> None:
    driver = sealed()
    with refused("other_seed"):
        driver.say(BEN, opening(driver.room, BEN, "f" * 64))
    with refused("other_seed"):
        driver.say(BEN, opening(driver.room, ANA))
    driver.say(BEN, opening(driver.room, BEN))
    assert driver.room.state.phase == "open"


def test_a_seal_copied_from_somebody_else_opens_nothing() -> None:
    """Ben shows Ana's seal as his own: her seed does not open it, for it is bound to her chair."""
    driver = laid("traexx/1", 2)
    driver.say(ANA, first := ready(driver.room, ANA))
    driver.say(BEN, commands.Ready(new_id(), seal=first.seal))
    driver.say(ANA, opening(driver.room, ANA))
    with refused("other_seed"):
        driver.say(BEN, opening(driver.room, BEN, luck_of(ANA)))


def is_open(seal: Any) -> bool:
    """Whether a page is told that a seal is opened."""
    return bool(getattr(seal, "opened", False))


def test_opening_is_told_and_what_was_opened_is_not() -> None:
    driver = sealed()
    assert [(seal.seat, is_open(seal)) for seal in driver.view(EVE).seals] == [(0, False), (1, False)]
    driver.say(ANA, opening(driver.room, ANA))
    assert [is_open(seal) for seal in driver.view(BEN).seals] == [True, False]
    assert (driver.view(BEN).waiting.kind, driver.view(BEN).waiting.seats) == ("seeds", (1,))
    assert luck_of(ANA).encode() not in driver.bytes_for(BEN)
    driver.say(BEN, opening(driver.room, BEN))
    assert driver.view(BEN).phase == "running"
    assert driver.view(BEN).seals == ()


def test_every_step_is_taken_once_and_answered_the_same_again() -> None:
    driver = laid("traexx/1", 2)
    said: list[tuple[str, commands.AnyCommand, int]] = []
    for player, command in beginning(driver.room):
        said.append((player, command, driver.say(player, command).rows[0].version))
    length = len(driver.rows)
    for player, command, version in Random(1).choices(said, k=200):
        again = driver.say(player, command)
        assert (again.rows, again.again) == ((), version)
    assert driver.say(ANA, opening(driver.room, ANA)).rows == ()
    assert len(driver.rows) == length


def test_a_log_cut_off_anywhere_goes_on_from_there() -> None:
    """A server that is restarted between two steps asks for what is still missing, and for nothing else."""
    whole = running("traexx/1", 2)
    for length in [nth for nth, row in enumerate(whole.rows) if row.move_id]:
        cut = Driver(whole.rows[0].event)  # type: ignore[arg-type]
        cut.rows = whole.rows[:length]
        cut.room = cut.folded()
        for player in (ANA, BEN):
            if cut.room.state.phase == "open" and not cut.room.state.seating.is_ready(player):
                cut.say(player, ready(cut.room, player))
        for player in (ANA, BEN):
            if cut.room.state.opening:
                cut.say(player, opening(cut.room, player))
        assert cut.table.position == whole.table.position


def test_one_device_with_several_seats_seals_once() -> None:
    here = log.Chair("here", "Lena", ANA)
    driver = Driver(created("traexx/1", (*chairs(1), here, log.Chair("bot", "Random", bot="random"))))
    driver.begin()
    assert [luck.chair for luck in driver.room.state.seating.luck] == [0]
    assert driver.room.state.phase == "running"


def test_whoever_sits_down_late_seals_late_and_nothing_is_opened_before() -> None:
    driver = Driver(created("traexx/1", (*chairs(1), log.Chair("open"))))
    driver.say(ANA, ready(driver.room, ANA))
    with refused("not_sealed"):
        driver.say(ANA, opening(driver.room, ANA))
    driver.say(ANA, commands.Invite(1, "hash"))
    driver.say(BEN, commands.Sit("hash", "Ben"))
    with refused("not_sealed"):
        driver.say(ANA, opening(driver.room, ANA))
    driver.say(BEN, ready(driver.room, BEN))
    for player in (ANA, BEN):
        driver.say(player, opening(driver.room, player))
    assert driver.room.state.phase == "running"


def test_who_begins_is_settled_before_anything_is_opened() -> None:
    driver = sealed(sheet="dizzle/1")
    with refused("mixing"):
        driver.say(ANA, commands.Begin(new_id(), "1"))


# A device that does not open -------------------------------------------------------------------
def test_mixing_anew_voids_every_seal_and_promises_another_secret() -> None:
    driver = sealed()
    driver.say(ANA, opening(driver.room, ANA))
    before = driver.view(ANA).dice
    driver.say(ANA, commands.Mix(new_id(), 1))
    after = driver.view(ANA).dice
    assert (after.round, driver.view(BEN).seals) == (2, ())
    assert after.commit == dice.promise(TABLE, 2, secret(SEED, 2)) != before.commit
    assert driver.view(BEN).waiting.kind == "ready"
    assert [entry.words.en for entry in driver.entries(BEN)] == ["has the dice mixed anew."]
    with refused("mixed_anew"):
        driver.say(BEN, commands.Open(new_id(), luck_of(BEN), 1))
    with refused("mixed_anew"):
        driver.say(BEN, commands.Ready(new_id(), seal="a" * 64, round=1))
    with refused("mixed_anew"):
        driver.say(BEN, commands.Mix(new_id(), 1))
    driver.begin()
    assert driver.room.state.phase == "running"
    assert driver.folded().state.table.position == driver.table.position


def test_a_record_says_how_often_the_dice_were_mixed() -> None:
    driver = sealed()
    driver.say(BEN, commands.Mix(new_id(), 1))
    driver.begin()
    driver.say(ANA, commands.Stop(new_id()))
    proof = driver.room.state.proof
    assert proof is not None
    record = driver.table.record() + dice_proof.notes(proof)
    assert "# dice round: 2\n" in record
    assert dice_proof.verify(record).round == 2


def test_nothing_is_mixed_anew_while_people_are_still_sealing_or_playing() -> None:
    driver = laid("traexx/1", 2)
    with refused("not_waiting"):
        driver.say(ANA, commands.Mix(new_id(), 1))
    driver.begin()
    with refused("not_waiting"):
        driver.say(ANA, commands.Mix(new_id(), 1))


def test_the_seat_of_somebody_who_does_not_come_is_freed_and_all_seal_again() -> None:
    driver = sealed(3)
    driver.say(ANA, opening(driver.room, ANA))
    driver.say(ANA, commands.Free(new_id(), 2))
    table_state = driver.room.state
    assert (table_state.round, table_state.seating.luck, table_state.seating.open) == (2, (), (2,))
    assert not driver.room.seats_of(CEM)
    assert driver.entries(EVE)[-1].words.de == "Cem ist nicht mehr dabei."
    driver.say(ANA, commands.Fill(new_id(), 2, "random"))
    driver.begin()
    assert driver.room.state.phase == "running"


def test_whoever_leaves_while_others_still_seal_takes_only_their_own_seal_along() -> None:
    driver = Driver(created("traexx/1", (*chairs(2), log.Chair("open"))))
    driver.say(ANA, commands.Invite(2, "hash"))
    driver.say(CEM, commands.Sit("hash", "Cem"))
    driver.say(ANA, ready(driver.room, ANA))
    driver.say(CEM, ready(driver.room, CEM))
    driver.say(CEM, commands.Free(new_id(), 2))
    assert [luck.chair for luck in driver.room.state.seating.luck] == [0]
    assert driver.room.state.round == 1
    with refused("invite_void"):
        driver.say(CEM, commands.Sit("hash", "Cem"))


@pytest.mark.parametrize(
    ("player", "seat", "code"),
    [(BEN, 0, "not_owner"), (ANA, 0, "not_your_seat"), (ANA, 7, "not_your_seat")],
)
def test_whose_seat_is_not_freed(player: str, seat: int, code: str) -> None:
    with refused(code):
        laid("traexx/1", 2).say(player, commands.Free(new_id(), seat))
    with refused("running"):
        running("traexx/1", 2).say(ANA, commands.Free(new_id(), 1))
