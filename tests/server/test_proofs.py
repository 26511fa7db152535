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
from kritzel.server.table import dice, dice_proof
from kritzel.server.web.api import records
from kritzel.server.web.api.records import timeline_of
from kritzel.server.wire import answers
from tests.patience import LONGEST
from tests.server import dice_records
from tests.server.rooms import GAMES, Driver
from tests.server.serving import Server
from tests.server.test_proving import exported, finished

ROOT = Path(__file__).parents[2]
TEXT = {"content-type": "text/plain"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Path(tmp_path_factory.mktemp("proofs"))) as started:
        yield started
        assert "trace" not in started.log, started.log


def lies(found: answers.OpenedDice) -> list[int]:
    """What a page does: every draw again, from what it was sent alone. The sites that are not true."""
    key, before, wrong = dice_proof.key_of(proof_in(found)), Counter[tuple[int, str]](), []
    for draw in found.draws:
        nth = before[draw.place, draw.purpose]
        if dice.draw(key, draw.place, nth, chance(draw)) != draw.outcome:
            wrong.append(draw.site)
        before[draw.place, draw.purpose] += 1
    return wrong


def proof_in(found: answers.OpenedDice) -> dice_proof.Proof:
    """The proof as a page is sent it."""
    sent = (found.table, found.round, found.commit, found.seed, found.people, found.begins, found.order)
    return dice_proof.Proof(*sent, found.names_hash, found.erased)


def chance(draw: answers.ProofDraw) -> Chance:
    shape = draw.event
    if isinstance(shape, answers.RollShape):
        return Chance(draw.purpose, Roll(shape.dice, shape.faces))
    assert isinstance(shape, answers.DrawShape), "our games have no coloured dice"
    return Chance(draw.purpose, Draw(shape.left))


# Records ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("sheet", GAMES)
@pytest.mark.parametrize("seats", [1, 3])
def test_an_untouched_record_is_opened_whole(sheet: str, seats: int) -> None:
    if (sheet, seats) == ("border/1", 1):
        seats = 2
    driver = finished(sheet, seats)
    found = records.dice_of_record(exported(driver))
    assert found.broken is None
    assert len(found.draws) == len([event for event in driver.table.events if not hasattr(event, "seat")])
    assert lies(found) == []


@pytest.mark.parametrize("sheet", GAMES)
def test_draws_are_named_as_the_record_writes_them(sheet: str) -> None:
    driver = finished(sheet)
    texts = [event.text for event in driver.table.events if not hasattr(event, "seat")]
    for draw, text in zip(records.dice_of_record(exported(driver)).draws, texts, strict=True):
        shape = draw.event
        values = range(len(shape.left)) if isinstance(shape, answers.DrawShape) else shape.faces
        assert "".join(draw.names[values.index(value)] for value in draw.outcome) == text


def test_a_lie_is_found_where_it_stands() -> None:
    """A roll that was changed shows up at its site, even if the moves after it no longer fit."""
    driver, luck = finished("dizzle/1", 2), Random(3)
    record = exported(driver)
    rolls = list(re.finditer(r"^roll: (\d+)$", record, re.MULTILINE))
    for nth in luck.sample(range(len(rolls)), 4):
        start, end = rolls[nth].span(1)
        other = "".join(sorted(str(1 + int(face) % 6) for face in record[start:end]))
        found = records.dice_of_record(record[:start] + other + record[end:])
        site = [draw.site for draw in found.draws if draw.purpose == "roll"][nth]
        assert lies(found)[0] == site


def test_a_false_score_is_no_lie_of_the_dice_but_told() -> None:
    record = exported(finished("traexx/1", 2))
    found = records.dice_of_record(re.sub(r"^score: .*$", "score: 99 99", record, flags=re.MULTILINE))
    assert found.broken is not None
    assert "99 99" in found.broken.words.de
    assert len(found.draws) >= 15
    assert lies(found) == []


def test_a_record_without_proof_or_head_is_refused() -> None:
    record = exported(finished("traexx/1", 1))
    with pytest.raises(dice_proof.NotProven):
        records.dice_of_record(record.split("# dice")[0])
    with pytest.raises(RecordError):
        records.dice_of_record(record.replace("game: traexx", "game: chess"))


def test_no_text_makes_it_stumble() -> None:
    luck = Random(7)
    record = exported(finished("dizzle/1", 1))
    for _ in range(150):
        text = _spoilt(record, luck)
        try:
            found = records.dice_of_record(text)
        except (dice_proof.NotProven, RecordError):
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
    assert ask(server, "x" * (records.MAX_RECORD_BYTES + 1), 413)["code"] == "too_large"
    assert ask(server, b"\xff\xfe\x00", 400)["code"] == "bad_message"
    assert ask(server, "", 422)["code"] == "no_proof"
    notes = dice_proof.notes(dice_proof.Proof("t", 1, "c", "0" * 64, (), "", (0,), "0" * 64))
    assert ask(server, "kritzel record 1\ngame: no\n" + notes, 422)["code"] == "no_record"
    assert ask(server, "x", 403, origin="https://evil.example")["code"] == "origin"
    assert httpx.get(f"{server.url}/healthz").json() == {"ok": True}


# The timeline ----------------------------------------------------------------------------------
@pytest.mark.parametrize("sheet", GAMES)
def test_the_timeline_adds_up(sheet: str) -> None:
    driver: Driver = finished(sheet, 2)
    told = timeline_of(driver.table, "en")
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
    told = timeline_of(finished("traexx/1", 2).table, "en")
    assert told.totals == (0, 0)
    counted = [at for at, each in enumerate(told.moments) if any(gain.key == "missed" for gain in each.gains)]
    assert counted == [len(told.moments) - 1]


# The page's own check --------------------------------------------------------------------------
def test_the_vectors_of_the_page_are_those_of_the_kept_records() -> None:
    """web/src/verify/vectors.json: what the page's own dice are tested with (`dice_records`)."""
    assert dice_records.VECTORS.read_bytes() == dice_records.vectors()
    kept = msgspec.json.decode(dice_records.VECTORS.read_bytes())
    kept.pop("key")
    for game in kept.values():
        assert lies(msgspec.convert(game, answers.OpenedDice)) == []


def test_the_test_vectors_of_the_documentation_are_true() -> None:
    told = (ROOT / "docs/dice.md").read_text("utf-8")
    vector = dice_records.key_vector()
    people: Any = vector["people"]
    for name in ("promise", "names_hash", "key"):
        assert f"`{vector[name]}`" in told
    for device in people:
        assert f"| seal of chair {device.chair} | `{device.seal}` |" in told
    key, roll = bytes.fromhex(str(vector["key"])), Chance("roll", Roll(5, (1, 2, 3, 4, 5, 6)))
    assert " ".join(map(str, dice.lots(key, 8))) in told
    for place, nth in ((1, 0), (1, 1), (2, 0)):
        came = " ".join(map(str, dice.draw(key, place, nth, roll)))
        assert f"| `roll` {nth} of place {place}: five dice | {came} |" in told
