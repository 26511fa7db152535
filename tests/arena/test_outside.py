"""Bots from outside in the arena: with ours at one table, in several processes, on a cluster."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kritzel import bots
from kritzel.arena import runner
from kritzel.arena.cluster import on_cluster
from kritzel.arena.results import differences
from kritzel.arena.runner import REFERENCE, engine_of, on_this_machine
from kritzel.arena.summary import summary
from kritzel.bots import outside
from tests.arena.jobs import job, lines, played
from tests.bots.test_program import BEE, RUDE
from tests.cli.run import kritzel, refused

LAST = "last=tests.bots.outsiders:Last"
MIXED = f"{LAST},bee=program:{BEE},greedy"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(bots, "ENROLLED", {})
    yield
    outside.load.cache_clear()


def test_ours_and_others_sit_at_one_table_of_the_reference() -> None:
    mixed = job(bots=MIXED)
    assert [entry.name for entry in mixed.entries] == ["last", "bee", "greedy"]
    assert {engine_of(mixed, seating, "compiled") for seating in mixed.games(0)} == {REFERENCE}
    deal = json.loads(lines(mixed, [0])[0])
    assert {name for game in deal["games"] for name in game["bots"]} == {"last", "bee", "greedy"}
    assert all("faults" not in game for game in deal["games"])


@pytest.mark.slow
def test_several_processes_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHUNK_GAMES", {True: 4, False: 4})
    asked = job(bots=f"{LAST},bee=program:{BEE}")
    alone, together = (
        played(asked, tmp_path / "one", 3),
        played(asked, tmp_path / "two", 3, on_this_machine(2)),
    )
    assert alone == together


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    from distributed import LocalCluster

    asked: Any = job(bots=f"{LAST},bee=program:{BEE}")
    with LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=True,
        dashboard_address=None,
        local_directory=str(tmp_path / "dask"),
    ) as one:
        far = played(asked, tmp_path / "far", 2, on_cluster(one.scheduler_address))
    assert far == played(asked, tmp_path / "near", 2)


def test_moves_of_a_stand_in_are_counted_and_told() -> None:
    words = (
        "arena",
        "traexx/1",
        "--bots",
        f"rude=program:{RUDE} illegal 3,{LAST}",
        "--games",
        "4",
        "--seed",
        "2",
    )
    result = kritzel(*words, "--json", "--jobs", "1")
    rude, last = json.loads(result.stdout)["bots"]
    assert (rude["name"], rude["bot"], rude["played_by"]) == ("rude", "rude", "rude")
    assert rude["stood_in"]["bot"] == "random"
    assert [(each["kind"], each["said"]) for each in rude["stood_in"]["why"]] == [("illegal", "z99")]
    assert rude["stood_in"]["moves"] > 10
    assert last["stood_in"] is None
    told = " ".join(result.stderr.split())
    assert f"rude: random moved {rude['stood_in']['moves']} times in its place:" in told


def test_what_is_kept_says_who_failed() -> None:
    asked = job(bots=f"tests.bots.outsiders:Stumbles,{LAST}")
    deal = json.loads(lines(asked, [0])[0])
    assert all(game["faults"] for game in deal["games"])
    stumbles, last = summary(asked, [deal])["bots"]
    faults = [each for game in deal["games"] for each in game["faults"]]
    assert stumbles["stood_in"]["moves"] == sum(each["moves"] for each in faults)
    assert last["stood_in"] is None


def test_results_of_other_code_are_not_gone_on_with() -> None:
    asked = job(bots=f"{LAST},random").manifest()
    assert list(asked["outside"]) == ["last"]
    other = asked | {"outside": {"last": "0123456789ab"}}
    assert [key for key, _, _ in differences(other, asked)] == ["outside"]
    assert "outside" not in job(bots="greedy,random").manifest()


def test_what_cannot_play_is_refused() -> None:
    words = "arena", "dizzle/1", "--games", "4", "--bots"
    assert "there is no module 'nowhere'" in refused(*words, "nowhere:Bot,random")
    assert "Ein Modul „nowhere“" in refused(*words, "nowhere:Bot,random", "--lang", "de")
    assert "x plays traexx only" in refused(*words, "x=tests.bots.outsiders:OnlyTraexx,random")
    assert "ended" not in refused(*words, "program:./nobody,random")
