"""The dice laid open: a page that checks them finds every lie, and no text brings the server down."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from kritzel.game import Chance
from kritzel.mechanics.cards import Draw
from kritzel.mechanics.dice import Roll
from kritzel.record import RecordError
from kritzel.server.table import dice, proving, seals
from kritzel.server.web import proofs
from kritzel.server.web.afterwards import glance
from kritzel.server.wire import endings
from tests.patience import LONGEST
from tests.server.rooms import GAMES, Driver
from tests.server.serving import Server
from tests.server.test_proving import FILES, exported, finished

ROOT = Path(__file__).parents[2]
TEXT = {"content-type": "text/plain"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Path(tmp_path_factory.mktemp("proofs"))) as started:
        yield started
        assert "trace" not in started.log, started.log


def lies(found: endings.Opened) -> list[int]:
    """What a page does: every draw again, from what it was sent alone. The sites that are not true."""
    proof = proof_in(found)
    key, before, wrong = proving.key_of(proof), Counter[str](), []
    for draw in found.draws:
        nth = before[draw.purpose]
        if proving.drawn(found.scheme, key, draw.site, nth, chance(draw)) != draw.outcome:
            wrong.append(draw.site)
        before[draw.purpose] += 1
    return wrong


def proof_in(found: endings.Opened) -> proving.Proof:
    """The proof as a page is sent it."""
    return proving.Proof(**{name: getattr(found, name) for name in proving.Proof._fields})


def chance(draw: endings.Draw) -> Chance:
    shape = draw.event
    if isinstance(shape, endings.RollShape):
        return Chance(draw.purpose, Roll(shape.dice, shape.faces))
    return Chance(draw.purpose, Draw(shape.left))


# Records ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("sheet", GAMES)
@pytest.mark.parametrize("seats", [1, 3])
def test_an_untouched_record_is_opened_whole(sheet: str, seats: int) -> None:
    if (sheet, seats) == ("border/1", 1):
        seats = 2
    driver = finished(sheet, seats)
    found = proofs.opened_record(exported(driver))
    assert found.broken is None
    assert len(found.draws) == len([event for event in driver.table.events if not hasattr(event, "seat")])
    assert lies(found) == []


@pytest.mark.parametrize("sheet", GAMES)
def test_draws_are_named_as_the_record_writes_them(sheet: str) -> None:
    driver = finished(sheet)
    texts = [event.text for event in driver.table.events if not hasattr(event, "seat")]
    for draw, text in zip(proofs.opened_record(exported(driver)).draws, texts, strict=True):
        shape = draw.event
        values = shape.faces if isinstance(shape, endings.RollShape) else range(len(shape.left))
        assert "".join(draw.names[values.index(value)] for value in draw.outcome) == text


def test_a_lie_is_found_where_it_stands() -> None:
    """A roll that was changed shows up at its site, even if the moves after it no longer fit."""
    driver, luck = finished("dizzle/1", 2), Random(3)
    record = exported(driver)
    rolls = list(re.finditer(r"^roll: (\d+)$", record, re.MULTILINE))
    for nth in luck.sample(range(len(rolls)), 4):
        start, end = rolls[nth].span(1)
        other = "".join(sorted(str(1 + int(face) % 6) for face in record[start:end]))
        found = proofs.opened_record(record[:start] + other + record[end:])
        site = [draw.site for draw in found.draws if draw.purpose == "roll"][nth]
        assert lies(found)[0] == site


def test_a_false_score_is_no_lie_of_the_dice_but_told() -> None:
    record = exported(finished("traexx/1", 2))
    found = proofs.opened_record(re.sub(r"^score: .*$", "score: 99 99", record, flags=re.MULTILINE))
    assert found.broken is not None
    assert "99 99" in found.broken.words.de
    assert len(found.draws) >= 15
    assert lies(found) == []


def test_a_record_without_proof_or_head_is_refused() -> None:
    record = exported(finished("traexx/1", 1))
    with pytest.raises(proving.NotProven):
        proofs.opened_record(record.split("# dice")[0])
    with pytest.raises(RecordError):
        proofs.opened_record(record.replace("game: traexx", "game: chess"))


def test_no_text_makes_it_stumble() -> None:
    luck = Random(7)
    record = exported(finished("dizzle/1", 1))
    for _ in range(150):
        text = _spoilt(record, luck)
        try:
            found = proofs.opened_record(text)
        except (proving.NotProven, RecordError):
            continue
        msgspec.json.encode(found)


def _spoilt(text: str, luck: Random) -> str:
    at, to = sorted(luck.sample(range(len(text)), 2))
    some = luck.choice(
        ["", "\x00", "#", "9" * 30, "start: dizzle/1", "\n0: out", "🎲", text[at : at + 40], ": ,,"]
    )
    return text[:at] + some + (text[at:] if luck.random() < 0.5 else text[min(to, at + 60) :])


# Over HTTP -------------------------------------------------------------------------------------
def ask(server: Server, text: str | bytes, status: int = 200, **headers: str) -> Any:
    answer = httpx.post(f"{server.url}/api/verify", content=text, headers=TEXT | headers, timeout=LONGEST)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_table_and_record_open_the_same_dice(server: Server) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("traexx/1", "me")["table"])
    page.ready()
    luck = Random(1)
    while page.view["phase"] != "over":
        page.play_any(luck)
    by_table = ana.get(f"/api/tables/{page.table}/dice")
    by_record = ask(server, ana.get(f"/api/tables/{page.table}/record"))
    assert by_table == by_record
    assert (by_table["game"], by_table["names"], by_table["broken"]) == ("traexx", ["Ana"], None)
    assert len(by_table["draws"]) == 15
    told = ana.get(f"/api/tables/{page.table}/timeline?lang=de")
    assert [clock["words"] for clock in told["clocks"]] == [f"Karte {n} von 15" for n in range(1, 16)]
    assert told["moments"][0]["words"] == "Karte"


def test_hostile_files_are_refused_and_the_server_lives(server: Server) -> None:
    assert ask(server, "x" * (proofs.RECORD + 1), 413)["code"] == "too_large"
    assert ask(server, b"\xff\xfe\x00", 400)["code"] == "bad_message"
    assert ask(server, "", 422)["code"] == "no_proof"
    notes = proving.notes(proving.Proof("t", "c", "0" * 64, ()))
    assert ask(server, "kritzel record 1\ngame: no\n" + notes, 422)["code"] == "no_record"
    assert ask(server, "x", 403, origin="https://evil.example")["code"] == "origin"
    assert httpx.get(f"{server.url}/healthz").json() == {"ok": True}


# The timeline ----------------------------------------------------------------------------------
@pytest.mark.parametrize("sheet", GAMES)
def test_the_timeline_adds_up(sheet: str) -> None:
    driver: Driver = finished(sheet, 2)
    told = glance(driver.table, "en")
    totals = list(told.totals)
    for moment in told.moments:
        for gain in moment.gains:
            totals[gain.seat] += gain.points
    assert tuple(totals) == driver.table.totals
    assert len(told.moments) == len(driver.table.events)
    assert [clock.at for clock in told.clocks] == sorted({clock.at for clock in told.clocks})
    assert told.clocks[0].at == 0


def test_a_timeline_begins_where_people_begin() -> None:
    """Träxx counts the cells missed at the end: until then nobody is behind by all of them."""
    told = glance(finished("traexx/1", 2).table, "en")
    assert told.totals == (0, 0)
    counted = [at for at, each in enumerate(told.moments) if any(gain.key == "missed" for gain in each.gains)]
    assert counted == [len(told.moments) - 1]


# The page's own check --------------------------------------------------------------------------
def test_the_vectors_of_the_page_are_true() -> None:
    """web/src/verify/vectors.json is what the page's own dice are tested with."""
    kept = msgspec.json.decode((ROOT / "web/src/verify/vectors.json").read_bytes())
    key = kept.pop("key")
    assert dice.key(key["table"], bytes.fromhex(key["seed"]), key["players"]).hex() == key["key"]
    for game in kept.values():
        found = msgspec.convert(game, endings.Opened)
        assert (found.scheme, lies(found)) == (dice.SCHEME, [])


def test_the_vectors_with_seals_are_the_kept_records() -> None:
    """web/src/verify/sealed.json: the same records that Python keeps, laid open for the page."""
    kept = msgspec.json.decode((ROOT / "web/src/verify/sealed.json").read_bytes())
    key = kept.pop("key")
    people = [seals.Luck(*each) for each in key["people"]]
    secret = bytes.fromhex(key["secret"])
    promise = seals.promise(key["table"], key["round"], secret)
    assert promise == key["promise"]
    assert all(
        seals.seal(key["table"], key["round"], promise, each.chair, each.seed) == each.seal for each in people
    )
    made = seals.key(key["table"], key["round"], secret, people)
    assert (made.hex(), list(seals.lots(made, 8))) == (key["key"], key["lots"])
    assert kept.keys() == {path.stem for path in FILES.glob("dice-2-*.txt")}
    for name, game in kept.items():
        found = msgspec.convert(game, endings.Opened)
        assert found == proofs.opened_record((FILES / f"{name}.txt").read_text("utf-8"))
        assert (found.scheme, lies(found)) == (seals.SCHEME, [])
