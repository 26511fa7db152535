"""A record proves its dice, by the scheme it was rolled with; whatever was changed in it is found."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from kritzel.record import RecordError, read
from kritzel.server.table import dice, proving, seals
from tests.server.rooms import GAMES, TABLE, Driver, created, laid, running
from tests.server.rooms import chairs as people

FILES = Path(__file__).parent / "files"
KEPT = sorted(FILES.glob("dice-*.txt"))
BOTH = pytest.mark.parametrize("scheme", [1, 2])
Z = "0" * 64
OTHER_TABLE = (r"# dice table: \S+", "# dice table: another-table-00")
TAMPERED = {
    1: {
        "seed": (r"# dice seed: .{64}", f"# dice seed: {Z}"),
        "commitment": (r"# dice commit: \w+", f"# dice commit: {Z}"),
        "people": (r"# dice players: (\w+)", f"# dice players: {Z}"),
        "order": (r"# dice players: (\w+) (\w+)", r"# dice players: \2 \1"),
        "table": OTHER_TABLE,
        "scheme": (r"# dice scheme: \S+", "# dice scheme: DICE-0"),
        "raised": (r"# dice scheme: \S+", "# dice scheme: DICE-2"),
        "missing": (r"# dice .*\n", ""),
    },
    2: {
        "seed": (r"# dice seed: .{64}", f"# dice seed: {Z}"),
        "commitment": (r"# dice commit: \w+", f"# dice commit: {Z}"),
        "strange": (r"# dice commit: \w+", "# dice commit: été"),
        "people": (r"# dice players: 0:\w+", f"# dice players: 0:{Z}"),
        "seal": (r"# dice seals: 0:\w+", f"# dice seals: 0:{Z}"),
        "chairs": (r"# dice (players|seals): 0:(\w+) 1:(\w+)", r"# dice \1: 1:\2 0:\3"),
        "order": (r"# dice (players|seals): 0:(\w+) 1:(\w+)", r"# dice \1: 0:\3 1:\2"),
        "one left out": (r"# dice (players|seals): 0:(\w+) 1:(\w+)", r"# dice \1: 0:\2"),
        "round": (r"# dice round: 1", "# dice round: 2"),
        "no round": (r"# dice round: 1", "# dice round: one"),
        "lots": (r"# dice lots: .*", "# dice lots: 7 8"),
        "table": OTHER_TABLE,
        "downgraded": (r"# dice scheme: \S+", "# dice scheme: DICE-1"),
        "twice": (r"# dice seed: ", f"# dice seed: {Z}\n# dice seed: "),
        "missing": (r"# dice seals: .*\n", ""),
    },
}
CASES = [pytest.param(scheme, *how, id=f"{scheme}-{name}") for scheme in TAMPERED
         for name, how in TAMPERED[scheme].items()]  # fmt: skip


def finished(sheet: str, seats: int = 2, scheme: int = 2) -> Driver:
    driver, luck = running(sheet, seats, scheme=scheme), Random(1)
    while driver.room.standing.phase == "running":
        driver.step(luck)
    return driver


def exported(driver: Driver) -> str:
    proof = driver.room.standing.proof
    assert proof is not None
    return str(driver.table.record()) + proving.notes(proof)


@BOTH
@pytest.mark.parametrize("sheet", GAMES)
def test_every_draw_of_a_finished_game_is_proven(sheet: str, scheme: int) -> None:
    driver = finished(sheet, scheme=scheme)
    draws = [event for event in driver.table.events if not hasattr(event, "seat")]
    found = proving.verify(exported(driver))
    assert found == (f"DICE-{scheme}", len(draws), 2 if scheme == 2 else 0, 1)
    assert found.draws > 10


@pytest.mark.parametrize(("scheme", "old", "new"), CASES)
def test_a_tampered_proof_fails(scheme: int, old: str, new: str) -> None:
    record = exported(finished("traexx/1", scheme=scheme))
    tampered = re.sub(old, new, record)
    assert tampered != record
    with pytest.raises(proving.NotProven) as caught:
        proving.verify(tampered)
    assert caught.value.words.de != caught.value.words.en


def test_a_proof_rewritten_as_the_older_scheme_is_none_of_the_promise_people_saw() -> None:
    """Whoever rewrites everything has another promise: that is what people compare."""
    driver = finished("traexx/1")
    proof = driver.room.standing.proof
    assert proof is not None
    secret = bytes.fromhex(proof.seed)
    plain = proving.Proof(TABLE, dice.promise(TABLE, secret), proof.seed, proof.players)
    assert plain.commit != proof.commit == driver.rows[0].event.commit  # type: ignore[union-attr]
    with pytest.raises(proving.NotProven, match="Event 0"):
        proving.check(driver.table, plain)


@BOTH
def test_a_tampered_outcome_fails(scheme: int) -> None:
    driver = finished("traexx/1", 1, scheme)
    record, proof = driver.table.record(), driver.room.standing.proof
    assert proof is not None
    cards = re.findall(r"^card: (\w+)$", record, re.MULTILINE)
    first, second = cards[0], next(card for card in cards if card != cards[0])
    swapped = driver.table.until(0)
    swapped.reveal(second)
    with pytest.raises(proving.NotProven, match="Event 0"):
        proving.check(swapped, proof)
    with pytest.raises((proving.NotProven, RecordError)):
        proving.verify(record.replace(f"card: {first}", f"card: {second}", 1) + proving.notes(proof))


def test_lots_are_proven_too() -> None:
    from msgspec.structs import replace

    driver = Driver(replace(created("traexx/1", people(3)), begins="lots")).begin()
    driver.step(Random(1))
    proof = driver.room.standing.proof
    assert proof is None
    driver = _over(driver)
    record = exported(driver)
    lots = " ".join(map(str, driver.room.standing.lots))
    assert f"# dice lots: {lots}\n" in record
    proving.verify(record)
    with pytest.raises(proving.NotProven, match="lot"):
        proving.verify(record.replace(f"lots: {lots}", "lots: " + lots[::-1]))


def _over(driver: Driver) -> Driver:
    luck = Random(2)
    while driver.room.standing.phase == "running":
        driver.step(luck)
    return driver


# Kept for ever ---------------------------------------------------------------------------------
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_records_of_every_scheme_stay_proven(path: Path) -> None:
    """Records as servers gave them out; never to be made anew."""
    found = proving.verify(path.read_text("utf-8"))
    assert found.scheme.lower() == path.stem[:6]
    assert found.draws >= 15


def test_there_is_a_record_of_each_scheme() -> None:
    assert {path.stem[:6] for path in KEPT} == {name.lower() for name in proving.SCHEMES}


def test_a_table_laid_with_the_first_scheme_goes_on_with_it() -> None:
    driver = laid("traexx/1", 2, scheme=1)
    assert driver.view("").dice.scheme == dice.SCHEME
    driver.begin()
    assert driver.folded().standing.table.position == driver.table.position
    assert f"# dice scheme: {dice.SCHEME}\n" in exported(_over(driver))


# Reading ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("filling", [" ", "# dice seed: ", "# dice seed: a\n", "#", ":", "\t", "a "])
def test_reading_a_proof_looks_at_every_letter_once(filling: str) -> None:
    """Twenty million letters: work that grows with the square of them would take days."""
    hostile = "# dice seed: a" + filling * (20_000_000 // len(filling)) + "b"
    with pytest.raises(proving.NotProven):
        proving.proof_of(hostile)


@BOTH
def test_spaces_around_a_note_do_not_count(scheme: int) -> None:
    record = exported(finished("traexx/1", scheme=scheme))
    spaced = re.sub(r"(# dice \w+:) (.*)\n", r"\1   \2  \n", record)
    assert spaced != record
    assert proving.proof_of(spaced) == proving.proof_of(record)


def test_a_table_of_bots_alone_has_no_seals_and_is_proven() -> None:
    proof = proving.Proof(TABLE, seals.promise(TABLE, 1, b"x" * 32), (b"x" * 32).hex(), (), seals.SCHEME)
    record = re.sub(r"(?s)# dice .*", "", exported(finished("traexx/1"))) + proving.notes(proof)
    assert proving.proof_of(record) == proof
    with pytest.raises(proving.NotProven, match="Event 0"):
        proving.check(read(record), proof)
