"""A game that nothing in the house knows goes everywhere: every command, a live table, the shelf, a report.

What is missing (names, lessons, a twin, nets, what a report counts) is told kindly or left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kritzel import envs
from kritzel.game import AnyGame, Setup
from kritzel.games import catalogue
from kritzel.record import at_random, play_out
from kritzel.report.pictures import crossable, crossed
from kritzel.server.settings import Settings
from kritzel.server.web.api import games as games_api
from tests.cli.run import kritzel, refused
from tests.doors.planted import SLUG, planted
from tests.server.rooms import ANA, running
from tests.server.test_delivering import Client

SHEET = f"{SLUG}/1"


@pytest.fixture(scope="module", autouse=True)
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyGame]:
    """In the catalogue for the time of this module."""
    folder = tmp_path_factory.mktemp("waben")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        found, troubles = catalogue.gathered((), [planted(folder)])
        assert not troubles
        patch.setitem(catalogue.GAMES, SLUG, found[SLUG])
        yield found[SLUG]


def said(*words: str, typed: str = "") -> str:
    """What a command prints that works."""
    done = kritzel(*words, typed=typed)
    assert done.exit_code == 0, done.output
    return done.stdout


# Looking at it ----------------------------------------------------------------------------------
def test_it_is_listed() -> None:
    assert "Combs" in said("games")
    assert "Honeycomb" in said("sheets", SLUG)


def test_its_sheet_is_drawn_and_checked(game: AnyGame, tmp_path: Path) -> None:
    assert "Honeycomb" in said("sheet", "show", SHEET)
    said("sheet", "show", SHEET, "--svg", str(tmp_path / "sheet.svg"))
    assert game.facts.pad in (tmp_path / "sheet.svg").read_text("utf-8")
    own = tmp_path / "own.toml"
    own.write_text(catalogue.find(SHEET)[1].source, "utf-8")
    said("sheet", "check", str(own))


def test_its_rules_moves_and_refusals_are_told(game: AnyGame) -> None:
    assert "W3" in said("rules", SLUG)
    assert "W3" in said("rules", "W3")
    state = game.rules.start(Setup(catalogue.find(SHEET)[1], 2))
    state = game.rules.reveal(state, (0,))
    assert "line from" in said("moves", game.notation.position_text(state))
    why = kritzel("why", game.notation.position_text(state), "a1-a2")
    assert why.exit_code == 1
    assert "W" in why.stdout


# Playing ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", ["random", "random,random"])
def test_it_is_played_in_the_terminal_and_replayed(seats: str, tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    told = said("play", SHEET, "--seats", seats, "--seed", "1", "--record", record)
    assert "last card" in told, "the end has no name of its own"
    assert "number.2" in told
    assert "Rank" in told or "wins" in told or "win together" in told
    assert "last card" in said("replay", record)


def test_it_is_simulated() -> None:
    assert "last card" in said("simulate", SHEET, "--seats", "random,random", "--games", "1")


@pytest.mark.parametrize("more", [(), ("--reference",)])
def test_the_arena_plays_it_on_the_reference(more: tuple[str, ...]) -> None:
    done = kritzel("arena", SHEET, "--bots", "random,random", "--games", "4", "--jobs", "1", *more)
    assert done.exit_code == 0, done.output
    assert "Combs has no compiled twin: playing on the reference, slower." in " ".join(done.stderr.split())


def test_bots_that_need_a_twin_are_refused_with_a_reason() -> None:
    told = refused("arena", SHEET, "--bots", "greedy,random", "--games", "2")
    assert "greedy does not play Combs" in " ".join(told.split())
    assert "Combs" in refused("simulate", SHEET, "--seats", "greedy,random", "--games", "1")
    assert "compiled twin" in refused("train", SHEET)


# Report -----------------------------------------------------------------------------------------
def test_a_report_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kritzel.bots.BARE", ("random",))
    page = tmp_path / "page.html"
    said("report", SHEET, "--games", "2", "--out", str(page))
    text = page.read_text("utf-8")
    assert "Start " in text, "starts by their names"
    assert "Dead cells" in text, "cells are counted by the pictures"
    assert "Being first" not in text, "nobody says what being first is worth"


def test_pictures_tell_which_cells_are_crossed(game: AnyGame) -> None:
    """As the room of Träxx says it of the same tables."""
    traexx = catalogue.game("traexx")
    assert traexx.drawing.counting
    sheet = catalogue.find("traexx/1")[1]
    state = play_out(traexx, traexx.rules.start(Setup(sheet, 2)), *at_random(traexx, Random(1))).state
    own = catalogue.find(SHEET)[1]
    mine = game.notation.parse_position(own, traexx.notation.position_text(state).replace("traexx/1", SHEET))
    assert names(crossable(game, own), crossed(game, mine)) == names(
        traexx.drawing.counting.crossable(sheet), traexx.drawing.counting.crossed(state)
    )


def names(there: Any, sets: Any) -> list[set[str]]:
    return [{name for cell, name in there.items() if each >> cell & 1} for each in sets]


# Machines ---------------------------------------------------------------------------------------
def test_environments_say_what_is_missing() -> None:
    with pytest.raises(LookupError, match="'waben' has no compiled twin"):
        envs.vector(SHEET, 2, 2)


# The server -------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [1, 3])
def test_a_live_game_is_played_to_its_end(seats: int) -> None:
    driver, luck = running(SHEET, seats), Random(4)
    while driver.room.state.phase == "running":
        driver.step(luck)
        driver.view(ANA)
    result = driver.view(ANA).result
    assert result.words.de == "last card"
    assert len(result.ranking) == seats
    if seats == 1:
        assert result.title.en in ("Rank 1", "Rank 2")


def test_it_stands_on_the_shelf_with_its_sheet_and_rulebook(tmp_path: Path) -> None:
    client = Client(Settings(pages=tmp_path))
    games_api._games.cache_clear()
    games = client.get("/api/games").json()["games"]
    games_api._games.cache_clear()
    assert [each["pad"] for each in games if each["slug"] == SLUG] == ["#5A5560"]
    blank = client.get(f"/api/sheets/{SHEET}").json()
    assert client.get(blank["document"]).json()["layouts"][0]["pad"] == "#5A5560"
    assert "<svg" in client.get(f"/api/pads/{SHEET}/dark.svg").text
    assert "W3" in client.get(f"/api/rulebook/{SLUG}/de").text
    assert client.get(f"/api/lessons/{SLUG}/de").status_code == 404
