"""A record proves its dice, its seats and its names; whatever was changed in it is found."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from kritzel.record import RecordError, read
from kritzel.server.table import dice, dice_proof, log
from kritzel.server.table.room import Room
from tests.server import dice_records
from tests.server.rooms import ANA, BEN, GAMES, TABLE, Driver, created, running
from tests.server.rooms import chairs as people

FILES = Path(__file__).parent / "files"
KEPT = sorted(FILES.glob("dice-*.txt"))
Z = "0" * 64
TAMPERED = {
    "seed": (r"# dice seed: .{64}", f"# dice seed: {Z}"),
    "commitment": (r"# dice commit: \w+", f"# dice commit: {Z}"),
    "strange": (r"# dice commit: \w+", "# dice commit: été"),
    "people": (r"# dice players: 0:\w+", f"# dice players: 0:{Z}"),
    "seal": (r"# dice seals: 0:\w+", f"# dice seals: 0:{Z}"),
    "chairs": (r"# dice (players|seals): 0:(\w+) 1:(\w+)", r"# dice \1: 1:\2 0:\3"),
    "swapped seeds": (r"# dice (players|seals): 0:(\w+) 1:(\w+)", r"# dice \1: 0:\3 1:\2"),
    "one left out": (r"# dice (players|seals): 0:(\w+) 1:(\w+)", r"# dice \1: 0:\2"),
    "round": (r"# dice round: 1", "# dice round: 2"),
    "no round": (r"# dice round: 1", "# dice round: one"),
    "table": (r"# dice table: \S+", "# dice table: another-table-00"),
    "scheme": (r"# dice scheme: \S+", "# dice scheme: DICE-2"),
    "twice": (r"# dice seed: ", f"# dice seed: {Z}\n# dice seed: "),
    "missing": (r"# dice seals: .*\n", ""),
    "no order": (r"# dice order: .*", "# dice order: -"),
    "order left out": (r"# dice order: .*\n", ""),
    "order": (r"# dice order: (\d) (\d)", r"# dice order: \2 \1"),
    "longer order": (r"# dice order: (\d) (\d)", r"# dice order: \1 \2 2"),
    "no lots": (r"# dice begins: lots", "# dice begins: -"),
    "no lots, in order": (r"(?s)begins: lots(.*)order: \d \d", r"begins: -\1order: 0 1"),
    "somebody begins": (r"(?s)begins: lots(.*)order: \d \d", r"begins: 1\1order: 1 0"),
    "names swapped": (r"seats: (\w+), (\w+)", r"seats: \2, \1"),
    "another name": (r"seats: (\w+), ", "seats: Eve, "),
    "names and order swapped": (
        r"(?s)seats: (\w+), (\w+)(.*)order: (\d) (\d)",
        r"seats: \2, \1\3order: \5 \4",
    ),
    "hash of names": (r"# dice names: \w+", f"# dice names: {Z}"),
    "hash of names, erased": (r"# dice names: \w+", f"# dice names: {Z} erased"),
    "no lots, erased": (
        r"(?s)begins: lots(.*)order: \d \d(.*names: \w+)",
        r"begins: -\1order: 0 1\2 erased",
    ),
    "strange names": (r"# dice names: (\w+)", r"# dice names: \1 changed"),
}


def over(driver: Driver, seed: int = 1) -> Driver:
    luck = Random(seed)
    while driver.room.state.phase == "running":
        driver.step(luck)
    return driver


def finished(sheet: str, seats: int = 2) -> Driver:
    return over(running(sheet, seats))


def with_lots(sheet: str, seats: int = 2) -> Driver:
    return over(Driver(replace(created(sheet, people(seats)), begins="lots")).begin())


def exported(driver: Driver) -> str:
    proof = driver.room.state.proof
    assert proof is not None
    return str(driver.table.record()) + dice_proof.notes(proof)


@pytest.mark.parametrize("sheet", GAMES)
def test_every_draw_of_a_finished_game_is_proven(sheet: str) -> None:
    driver = finished(sheet)
    draws = [event for event in driver.table.events if not hasattr(event, "seat")]
    found = dice_proof.verify(exported(driver))
    assert found == (dice.SCHEME, len(draws), 2, 1, True)
    assert found.draws > 10


@pytest.mark.parametrize(("old", "new"), TAMPERED.values(), ids=TAMPERED)
def test_a_tampered_proof_fails(old: str, new: str) -> None:
    record = exported(with_lots("traexx/1"))
    tampered = re.sub(old, new, record)
    assert tampered != record
    with pytest.raises(dice_proof.NotProven) as caught:
        dice_proof.verify(tampered)
    assert caught.value.words.de != caught.value.words.en


def test_a_tampered_outcome_fails() -> None:
    driver = finished("traexx/1", 1)
    record, proof = driver.table.record(), driver.room.state.proof
    assert proof is not None
    cards = re.findall(r"^card: (\w+)$", record, re.MULTILINE)
    first, second = cards[0], next(card for card in cards if card != cards[0])
    swapped = driver.table.until(0)
    swapped.reveal(second)
    swapped.names = driver.table.names
    with pytest.raises(dice_proof.NotProven, match="Event 0"):
        dice_proof.check(swapped, proof)
    with pytest.raises((dice_proof.NotProven, RecordError)):
        dice_proof.verify(record.replace(f"card: {first}", f"card: {second}", 1) + dice_proof.notes(proof))


@pytest.mark.parametrize("begins", ["lots", "", "0", "2"])
def test_who_sits_where_is_proven_however_it_was_settled(begins: str) -> None:
    driver = over(Driver(replace(created("traexx/1", people(3)), begins=begins)).begin())
    record = exported(driver)
    order = " ".join(map(str, driver.room.state.order))
    assert f"# dice begins: {begins or '-'}\n# dice order: {order}\n" in record
    assert dice_proof.verify(record).names
    with pytest.raises(dice_proof.NotProven, match="lot"):
        dice_proof.verify(record.replace(f"order: {order}", "order: " + order[::-1]))


def test_a_running_game_proves_nothing() -> None:
    assert running("traexx/1", 2).room.state.proof is None


# Names that are erased -------------------------------------------------------------------------
def erased(driver: Driver, player: str) -> Room:
    """The same table after somebody wanted to be forgotten."""
    change = log.without_name(player, "Somebody", [row.event for row in driver.rows])
    return Room(TABLE, driver.seed, [row._replace(event=change(row.event)) for row in driver.rows])


def test_a_name_that_was_erased_is_told_and_the_dice_stay_proven() -> None:
    driver = with_lots("traexx/1")
    room = erased(driver, BEN)
    proof = room.state.proof
    assert proof is not None
    record = room.state.table.record() + dice_proof.notes(proof)
    assert "Ben" not in record
    assert "Somebody" in record
    assert dice_proof.verify(record) == dice_proof.verify(exported(driver))._replace(names=False)
    with pytest.raises(dice_proof.NotProven, match="names"):
        dice_proof.verify(record.replace(" erased", ""))


def test_a_running_game_goes_on_with_the_same_dice_after_a_name_was_erased() -> None:
    driver = Driver(replace(created("dizzle/1", people(2)), begins="lots")).begin()
    room = erased(driver, ANA)
    whole = over(driver).table.record()
    again = Driver(driver.rows[0].event)  # type: ignore[arg-type]
    again.room = room
    assert over(again).table.record() == whole.replace("Ana", "Somebody")


# StoredTable for ever ---------------------------------------------------------------------------------
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_records_stay_proven(path: Path) -> None:
    """Records as servers gave them out (`dice_records`); from the first release on never to be made anew."""
    found = dice_proof.verify(path.read_text("utf-8"))
    assert found.scheme == dice.SCHEME
    assert found.draws >= 15


def test_there_is_a_record_of_each_game() -> None:
    assert {path.stem for path in KEPT} == dice_records.GAMES.keys()


# Reading ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("filling", [" ", "# dice seed: ", "# dice seed: a\n", "#", ":", "\t", "a "])
def test_reading_a_proof_looks_at_every_letter_once(filling: str) -> None:
    """Twenty million letters: work that grows with the square of them would take days."""
    hostile = "# dice seed: a" + filling * (20_000_000 // len(filling)) + "b"
    with pytest.raises(dice_proof.NotProven):
        dice_proof.proof_of(hostile)


def test_spaces_around_a_note_do_not_count() -> None:
    record = exported(finished("traexx/1"))
    spaced = re.sub(r"(# dice \w+:) (.*)\n", r"\1   \2  \n", record)
    assert spaced != record
    assert dice_proof.proof_of(spaced) == dice_proof.proof_of(record)


def test_a_table_of_bots_alone_has_no_seals_and_is_proven() -> None:
    names = dice.names_hash(TABLE, 1, commit := dice.promise(TABLE, 1, b"x" * 32), ("Ana", "Ben"))
    proof = dice_proof.Proof(TABLE, 1, commit, (b"x" * 32).hex(), (), "", (0, 1), names)
    record = re.sub(r"(?s)# dice .*", "", exported(finished("traexx/1"))) + dice_proof.notes(proof)
    assert dice_proof.proof_of(record) == proof
    with pytest.raises(dice_proof.NotProven, match="Event 0"):
        dice_proof.check(read(record), proof)
