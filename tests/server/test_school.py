"""First games over the wire: whole, consistent, without a rule in the page; and `why` answers anything."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from kritzel import lessons
from kritzel.games import catalogue
from kritzel.server.settings import Settings
from kritzel.server.web.app import make_app
from kritzel.server.wire import bodies
from tests.patience import until
from tests.server.assembling import drawn, merge
from tests.server.clients import Guest
from tests.server.serving import Server
from tools.wire_examples import scene_json

START = "dizzle/2 pass=1 place turn=0 pool=1235566 | - | -"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Path(tmp_path_factory.mktemp("school"))) as started:
        yield started
        assert "trace" not in started.log, started.log


@pytest.fixture
def ana(server: Server) -> Iterator[Guest]:
    yield server.guest("")
    assert httpx.get(f"{server.url}/healthz").json() == {"ok": True}
    server.send_home()


# Lessons ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("game", catalogue.GAMES)
def test_a_first_game_can_be_walked_to_its_end(ana: Guest, game: str, lang: str) -> None:
    lesson = ana.get(f"/api/lessons/{game}/{lang}")
    assert lesson["sheet"].startswith(game)
    for step in lesson["steps"]:
        assert step["text"]
        assert step["praise"]
        assert walk(step) == 1, "every way ends at the same table"


def test_a_game_without_a_first_game_is_sent_to_its_rulebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "taught", lambda game: False)

    async def asked() -> httpx.Response:
        app = make_app(Settings(data=tmp_path / "tables.db"))
        async with app.router.lifespan_context(app):
            way = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=way, base_url="http://127.0.0.1:8321") as client:
                return await client.get("/api/lessons/dizzle/en")

    answer = asyncio.run(asked())
    assert answer.status_code == 404
    assert b"no_lessons" in answer.content
    assert b"rulebook" in answer.content


def walk(step: dict[str, Any]) -> int:
    """At how many stands one can end, if one only does what is wanted."""
    ends, todo, seen = set(), [0], set()
    while todo:
        at = todo.pop()
        stand = step["stands"][at]
        on = list(stand["wanted"].values()) + ([stand["happens"]["to"]] if stand["happens"] else [])
        assert set(stand["wanted"]) <= {option["text"] for option in stand["options"]}
        ends |= set() if on else {at}
        todo += [to for to in on if to not in seen]
        seen |= set(on)
    return len(ends)


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_scenes_put_together_are_those_of_the_game(ana: Guest, game: str) -> None:
    told, taught = ana.get(f"/api/lessons/{game}/en"), lessons.lesson(game)
    engine, document = catalogue.game(game), ana.document(told["document"])
    for step, stands in zip(told["steps"], lessons.walks(taught), strict=True):
        for part, stand in zip(step["stands"], stands, strict=True):
            sheets = merge(merge(told["sheets"], step["sheets"]), part["sheets"])
            for seat in range(len(taught.names)):
                shown = drawn(document, told["document"], sheets[str(seat)], "en")
                scene = scene_json(engine.scene(engine.rules.view(stand.state, taught.seat), seat, "en"))
                assert {**shown, "note": "", "legend": []} == {**scene, "note": "", "legend": []}


def test_what_others_choose_in_secret_is_not_shown(ana: Guest) -> None:
    """Träxx: Mara draws while you draw; her sheet changes when both are done."""
    step = ana.get("/api/lessons/traexx/en")["steps"][1]
    secret = [stand for stand in step["stands"] if "| new=d5-e6" in stand["position"]]
    assert secret
    for stand in secret:
        assert "1" not in stand["sheets"]


def test_what_happens_is_told_in_words(ana: Guest) -> None:
    step = ana.get("/api/lessons/dizzle/de")["steps"][1]
    told = step["stands"][0]["happens"]["told"]
    assert (told.get("kind", "played"), told["seat"], told["cell"]) == ("played", 1, "h7")
    assert told["words"]["en"] == "place 3 on h7"
    roll = ana.get("/api/lessons/dizzle/de")["steps"][0]["stands"][0]["happens"]["told"]
    assert (roll["kind"], "seat" in roll) == ("roll", False)
    assert (roll["words"]["de"], roll["faces"]) == ("Wurf", "1235566")


def test_lessons_are_small_enough_for_a_phone_and_kept_for_a_while(ana: Guest) -> None:
    for game in catalogue.GAMES:
        answer = ana.http.get(f"/api/lessons/{game}/de")
        assert len(answer.content) < 400_000
        assert "max-age" in answer.headers["cache-control"]
    ana.get("/api/lessons/chess/de", 404)
    english, other = (ana.get(f"/api/lessons/traexx/{lang}") for lang in ("en", "xx"))
    assert other == english


# Why -------------------------------------------------------------------------------------------
def test_why_names_the_clause(ana: Guest) -> None:
    assert ana.post("/api/why", position=START, seat=0, touched={"cell": "g6"}) == {
        "t": "because",
        "seat": 0,
        "touched": {"cell": "g6"},
        "legal": True,
        "clause": "",
        "words": None,
    }
    no = ana.post("/api/why", position=START, seat=0, touched={"cell": "b8", "die": 6})
    assert (no["legal"], no["clause"]) == (False, "D5")
    assert no["words"]["de"] != no["words"]["en"]
    assert ana.post("/api/why", position=START, seat=1, touched={"cell": "g6"})["clause"] == "D5"
    castle = ana.post("/api/why", position=START, seat=0, touched={"kind": "castle"})
    assert castle["words"]["en"].startswith("That isn't")


@pytest.mark.parametrize(
    "position",
    [
        " ",
        "chess/1",
        "dizzle/99 pass=1 roll | -",
        "dizzle/2",
        "dizzle/2 pass=1 roll",
        "dizzle/2 pass=1 place turn=0 pool=99 | - | -",
        "dizzle/2 pass=1 place turn=9 pool=12 | - | -",
        "../../etc/passwd",
        "traexx/1 card=royb | line=a1-i5 | -",
        "border/1 round=99999999999999999999 throw=1 | - | -",
        "dizzle/2 \x00",
    ],
)
def test_bad_positions_are_answered_clearly(ana: Guest, position: str) -> None:
    no = ana.post("/api/why", 400, position=position, seat=0, touched={"kind": "done"})
    assert no["code"] == "bad_message"
    assert no["words"]["de"]
    assert len(no["words"]["en"]) < 400


def test_bad_questions_are_refused(ana: Guest) -> None:
    good = {"position": START, "seat": 0, "touched": {"cell": "g6"}}
    touches: list[Any] = ["g6", {"cell": "g" * 41}, {"die": 0}, {"die": "5"}, {"move": "5g6"}]
    wrongs: list[dict[str, Any]] = [{"seat": 7}, {"seat": -1}, {"seat": "0"}, {"x": 1}]
    for wrong in wrongs + [{"touched": each} for each in touches]:
        assert ana.post("/api/why", 400, **{**good, **wrong})["code"] == "bad_message", wrong
    long = START + "x" * bodies.LONGEST
    assert ana.post("/api/why", 400, **{**good, "position": long})["code"] == "bad_message"
    assert ana.post("/api/why", 413, **{**good, "position": "x" * 20_000})["code"] == "too_large"
    assert ana.http.get("/api/why").status_code in (404, 405)
    assert ana.http.post("/api/why", json=good, headers={"origin": "https://evil.example"}).status_code == 403


def test_hostile_positions_never_bring_a_traceback(ana: Guest) -> None:
    luck = Random(7)
    kept = [stand["position"] for game in catalogue.GAMES for stand in stands(ana, game)]
    for _ in range(1500):
        line = mangled(luck.choice(kept), luck)
        touched: dict[str, Any] = {"cell": luck.choice(["g6", "d4", "z99", "a", "ä1", "9", "", "\u0000"])}
        touched |= luck.choice([{}, {"die": luck.randrange(1, 100)}, {"start": "d3"}, {"kind": "roll ry"}])
        asked = {"position": line, "seat": luck.randrange(8), "touched": touched}
        answer = ana.http.post("/api/why", json=asked)
        assert answer.status_code in (200, 400), (line, answer.text)


def stands(guest: Guest, game: str) -> list[dict[str, Any]]:
    return [stand for step in guest.get(f"/api/lessons/{game}/en")["steps"] for stand in step["stands"]]


def mangled(line: str, luck: Random) -> str:
    """A position with some letters, words or sections gone, doubled or changed."""
    parts = line.split(" ") if luck.random() < 0.5 else list(line)
    for _ in range(luck.randrange(1, 5)):
        at = luck.randrange(len(parts))
        parts[at : at + 1] = luck.choice(
            [[], [parts[at]] * 2, [luck.choice("0x9|=-, ä\u2028")], [luck.choice(parts)]]
        )
        parts = parts or ["dizzle/1"]
    joined = (" " if len(parts[0]) > 1 else "").join(parts)
    return joined[: bodies.LONGEST] or "x"


def test_why_is_not_answered_without_end(tmp_path: Path) -> None:
    """So few are allowed that even a slow machine asks faster."""
    with Server(tmp_path, KRITZEL_RATE="0.2") as slow:
        guest = slow.guest("")
        question = {"position": START, "seat": 0, "touched": {"cell": "g6"}}
        assert guest.http.post("/api/why", json=question).status_code == 200
        until(lambda: guest.http.post("/api/why", json=question).status_code == 429)
