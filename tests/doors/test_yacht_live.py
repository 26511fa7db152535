"""Yacht on a real server: it is on the shelf, its rulebook is read, bots play it to the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.doors.brought import Brought
from tests.server.clients import Page
from tests.server.serving import Server


@pytest.fixture(scope="module")
def server(yacht: Brought, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = Path(tmp_path_factory.mktemp("live"))
    with Server(folder, PYTHONPATH=yacht.env["PYTHONPATH"]) as started:
        yield started
        assert "Traceback" not in started.log, started.log


def play_out(page: Page, luck: Random) -> None:
    """Ready, and any move whenever there is one, until the game is over."""
    assert page.ready()["t"] == "ack"
    page.hear(lambda: page.view["phase"] != "open")
    while page.view["phase"] == "running":
        if not page.play_any(luck):
            page.hear()


def test_it_is_on_the_shelf(server: Server) -> None:
    ana = server.guest("Ana")
    (game,) = [game for game in ana.get("/api/games")["games"] if game["slug"] == "yacht"]
    assert game["title"] == {"de": "Yacht", "en": "Yacht"}
    assert game["sheets"][0]["title"]["en"] == "Log book"
    blank = ana.get("/api/sheets/yacht/1")
    assert ana.document(blank["document"])["layouts"][blank["sheet"]["board"] - 1]["cells"]
    assert "<svg" in ana.get("/api/pads/yacht/1/light.svg")


def test_its_rulebook_is_read(server: Server) -> None:
    book = server.guest("Ana").get("/api/rulebook/yacht/en")
    clauses = [clause["id"] for chapter in book["chapters"] for clause in chapter["clauses"]]
    assert clauses == [f"Y{n}" for n in range(1, 12)]


def test_without_lessons_a_sentence_says_so(server: Server) -> None:
    answer = server.guest("Ana").get("/api/lessons/yacht/de", status=404)
    assert answer["words"]["de"].startswith("Dieses Spiel hat noch keine ersten Schritte.")


@pytest.mark.parametrize("rivals", [(), ("random",), ("generic", "random")], ids=["alone", "one", "two"])
def test_a_whole_game_is_played_live(server: Server, rivals: tuple[str, ...]) -> None:
    ana = server.guest("Ana")
    page = ana.sit(ana.lay("yacht/1", "me", *rivals)["table"])
    play_out(page, Random(len(rivals)))
    assert page.view["result"]["words"]["en"] == "All boxes are full."
    assert len(page.view["result"]["ranking"]) == 1 + len(rivals)
    assert ana.get(f"/api/tables/{page.table}/timeline")
    assert ana.get(f"/api/tables/{page.table}/replay")
    record = ana.get(f"/api/tables/{page.table}/record")
    assert ana.http.post("/api/verify", content=record).is_success
