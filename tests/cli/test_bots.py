"""`kritzel bots`, and what people are told of bots from outside at the terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kritzel import bots
from kritzel.bots import outside
from tests.bots.test_outside import HERE, installed
from tests.bots.test_program import BEE, RUDE
from tests.cli.run import kritzel, refused


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(bots, "ENROLLED", {})
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for cached in (outside.packages, outside._load_package, outside.load):
        cached.cache_clear()


def row(told: str, name: str) -> list[str]:
    return next(line for line in told.splitlines() if line.startswith(f"{name} ")).split()


def test_ours_have_a_level_and_a_rating() -> None:
    told = kritzel("bots").stdout
    assert row(told, "planner") == [
        "planner",
        "Sly",
        "Fox",
        str(bots.BOTS["planner"].level),
        "1500",
        "Kritzel",
    ]
    low, high = row(told, "greedy")[3].split("-")
    assert int(low) < int(row(kritzel("bots", "traexx").stdout, "greedy")[3]) < int(high)
    assert "Nimmersatt" in kritzel("bots", "--lang", "de").stdout
    assert "There is no game 'chess'" in refused("bots", "chess")


def test_others_say_where_they_come_from(tmp_path: Path) -> None:
    installed(tmp_path, hoarder=f"{HERE}:Last", broken="no_such_module:Bot")
    asked = "bots", "--bots", f"bee=program:{BEE}, {HERE}:OnlyTraexx"
    result = kritzel(*asked)
    told = result.stdout
    assert row(told, "hoarder") == ["hoarder", "Last", "One", "2", "-", "package", "kritzel-hoarders", "1.2"]
    assert row(told, "bee")[:6] == ["bee", "Busy", "Bee", "-", "-", "program"]
    assert "there is no module 'no_such_module'" in " ".join(result.stderr.split())
    answer = json.loads(kritzel(*asked, "--json").stdout)
    found = {bot["name"]: bot for bot in answer["bots"]}
    assert {name: found[name]["from"] for name in ("random", "hoarder", "bee", f"{HERE}:OnlyTraexx")} == {
        "random": "kritzel",
        "hoarder": "package",
        "bee": "program",
        f"{HERE}:OnlyTraexx": "module",
    }
    assert (found["bee"]["level"], found["hoarder"]["level"]) == (None, 2)
    assert found[f"{HERE}:OnlyTraexx"]["games"] == ["traexx"]
    assert len(answer["broken"]) == 1


def test_what_cannot_be_listed_is_refused() -> None:
    assert "there is no module 'nowhere'" in refused("bots", "--bots", "nowhere:Bot")
    assert "gibt es nicht" in refused("bots", "--bots", "program:./nobody", "--lang", "de")


def test_an_evening_says_who_moved_for_whom(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    seats = f"rude=program:{RUDE} illegal 2,{HERE}:Last"
    told = kritzel("play", "traexx/1", "--seats", seats, "--seed", "1", "--record", str(record)).stdout
    assert "Rude: random moved" in told
    assert "× no legal move (z99)." in " ".join(told.split())
    assert "Last One" in record.read_text("utf-8")
    replayed = kritzel("replay", str(record))
    assert replayed.exit_code == 0


def test_one_that_prints_or_leaves_harms_no_figures() -> None:
    words = "simulate", "traexx/1", "--seats", f"random,{HERE}:Talks", "--games", "1", "--json"
    result = kritzel(*words)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["seats"][1]["stood_in"]["why"][0]["kind"] == "raised"
    assert "I think of" in result.stderr
    assert "SystemExit: 0" in result.stderr


def test_figures_of_many_games_say_it_too() -> None:
    words = "simulate", "traexx/1", "--seats", f"random,rude=program:{RUDE} garbage 5", "--games", "2"
    result = kritzel(*words, "--json", "--lang", "de")
    random, rude = json.loads(result.stdout)["seats"]
    assert random["stood_in"] is None
    assert (rude["player"], rude["played_by"]) == ("rude", "rude")
    assert rude["stood_in"]["why"][0]["kind"] == "garbage"
    assert "random hat " in " ".join(result.stderr.split())
