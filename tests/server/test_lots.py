"""Who begins: lots are drawn for the seats, the company says who, and a rematch moves everybody on by one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kritzel.server.table import commands, dice, dice_proof, log
from kritzel.server.table.refusals import Refused
from kritzel.server.tables import _rematch
from tests.server.rooms import ANA, BEN, CEM, EVE, SEED, TABLE, Driver, chairs, created, new_id, secret
from tests.server.serving import Server

WRONG = [(BEN, "1", "not_owner"), (EVE, "lots", "not_owner"), (ANA, "5", "not_your_seat")]


def laid(
    begins: str,
    sheet: str = "dizzle/1",
    seats: int = 3,
    *,
    real: bool = False,
    seed: bytes = SEED,
) -> Driver:
    first = created(sheet, chairs(seats), real=real, seed=seed)
    return Driver(replace(first, begins=begins), seed)


def names_of(driver: Driver) -> tuple[str, ...]:
    return tuple(seat.name for seat in driver.view(ANA).seats)


def drawn(seed: int, *, real: bool = False) -> Driver:
    return laid("lots", seed=bytes([seed]) * 32, real=real).begin()


def test_lots_come_from_the_seeds_so_that_anybody_can_draw_them_again() -> None:
    driver = drawn(7)
    table_state = driver.room.state
    names = dice.names_hash(TABLE, 1, table_state.commit, ("Ana", "Ben", "Cem"))
    key = dice.key(TABLE, 1, secret(bytes([7]) * 32), "lots", names, table_state.seating.luck)
    order = dice.lots(key, 3)
    assert driver.view(ANA).lots == order
    assert names_of(driver) == tuple(("Ana", "Ben", "Cem")[chair] for chair in order)


def test_every_order_is_drawn_about_equally_often() -> None:
    orders = Counter(dice.lots(bytes([n % 256, n // 256]) * 16, 3) for n in range(1200))
    assert len(orders) == 6
    assert min(orders.values()) > 140


def test_seats_moved_by_lot_are_held_by_whom_they_belong_to() -> None:
    driver = next(d for d in map(drawn, range(40)) if d.view(ANA).lots == (2, 0, 1))
    assert names_of(driver) == ("Cem", "Ana", "Ben")
    assert [driver.view(player).you for player in (ANA, BEN, CEM)] == [(1,), (2,), (0,)]
    assert driver.table.names == ("Cem", "Ana", "Ben")
    assert driver.view(CEM).hands[0].options
    entry = next(entry for entry in driver.entries(ANA) if entry.kind == "began")
    assert entry.words.de == "Die Plätze sind ausgelost. Cem beginnt."


def test_a_game_with_lots_folds_again_and_its_dice_are_proven() -> None:
    driver, luck = drawn(3), Random(3)
    while driver.room.state.phase == "running":
        driver.step(luck)
    again = driver.folded()
    assert again.state.table.position == driver.table.position
    assert again.state.seating.places == driver.room.state.seating.places
    proof = driver.room.state.proof
    assert proof is not None
    assert proof.order == driver.view(ANA).lots
    dice_proof.verify(driver.table.record() + dice_proof.notes(proof))


def test_with_real_dice_lots_are_drawn_from_the_open_seeds_of_all() -> None:
    driver = laid("lots", real=True)
    for player, seed in ((ANA, "a" * 64), (BEN, "b" * 64), (CEM, "c" * 64)):
        driver.say(player, commands.Ready(new_id(), seed))
    other = laid("lots", real=True)
    for player, seed in ((ANA, "a" * 64), (BEN, "b" * 64), (CEM, "f" * 64)):
        other.say(player, commands.Ready(new_id(), seed))
    assert sorted(driver.view(ANA).lots) == [0, 1, 2]
    assert driver.view(ANA).lots != other.view(ANA).lots
    assert driver.folded().state.lots == driver.view(ANA).lots


def test_who_is_called_the_same_keeps_the_number_of_their_chair() -> None:
    places = tuple(log.Chair("person", "Ana", player) for player in (ANA, BEN))
    driver = Driver(replace(created("dizzle/1", places), begins="1")).begin()
    assert names_of(driver) == ("Ana 2", "Ana")
    assert driver.player(0) == BEN


def test_where_all_play_at_once_nobody_begins() -> None:
    driver = laid("lots", "traexx/1").begin()
    entry = next(entry for entry in driver.entries(ANA) if entry.kind == "began")
    assert entry.words.en == "The seats were drawn by lot."


def test_the_company_says_who_begins() -> None:
    driver = laid("lots")
    driver.say(ANA, commands.Begin(new_id(), "1"))
    assert driver.view(BEN).begins == "1"
    driver.begin()
    assert names_of(driver) == ("Ben", "Cem", "Ana")
    assert driver.view(ANA).lots == ()
    entry = next(entry for entry in driver.entries(ANA) if entry.kind == "began")
    assert entry.words.en == "Ben begins."


@pytest.mark.parametrize(("player", "who", "code"), WRONG)
def test_who_may_not_say_so(player: str, who: str, code: str) -> None:
    with pytest.raises(Refused, match=f"^{code}$"):
        laid("lots").say(player, commands.Begin(new_id(), who))
    with pytest.raises(Refused, match=r"^running$"):
        laid("").begin().say(ANA, commands.Begin(new_id(), "lots"))


def test_tables_from_before_there_were_lots_stay_as_they_are() -> None:
    driver = laid("").begin()
    assert names_of(driver) == ("Ana", "Ben", "Cem")
    assert log.decode(msgspec.msgpack.encode([[7]])) == (log.Began(),)


def test_a_link_leads_to_the_seat_it_was_for_also_after_the_lots() -> None:
    seating = drawn(5).room.state.seating.invite(0, "ana").invite(2, "cem")
    before = dict(enumerate(seating.places))
    seating = seating.move((2, 0, 1))
    assert seating.places[seating.invited_to("cem") or 0] == before[2]
    assert seating.places[seating.invited_to("ana") or 0] == before[0]


def test_a_rematch_moves_everybody_on_by_one() -> None:
    driver = laid("").begin()
    again = _rematch(driver.room)
    assert [chair.name for chair in again.chairs] == ["Ben", "Cem", "Ana"]
    assert again.begins == "0"


def test_over_http_lots_are_the_rule_and_a_seat_that_is_not_there_is_refused(tmp_path: Path) -> None:
    body: dict[str, Any] = {"sheet": "dizzle/1", "seats": [{"kind": "me"}, {"kind": "here", "name": "Lena"}]}
    with Server(tmp_path) as server:
        ana = server.guest("Ana")
        table = ana.post("/api/tables", **body)["table"]
        assert ana.look(f"/api/tables/{table}")["begins"] == "lots"
        assert ana.post("/api/tables", 422, **body, begins="2")["code"] == "bad_table"
        assert ana.post("/api/tables", 400, **body, begins="me")["code"] == "bad_message"
