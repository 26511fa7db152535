"""The benchmark of the server runs, and reports what cannot run. Nothing here judges how quick it is."""

from __future__ import annotations

import json
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from bench import hold, server, server_measures, server_page, server_profile, storm, wire
from bench.clients import Window
from bench.lib import Place
from bench.load import Found
from bench.memory_curve import Sample, growth_per_hour
from bench.server_measures import Row, Run
from bench.server_page import Line, Report, Result
from bench.server_profile import Frame, Profile
from kritzel.server.wire import protocol
from tests.server.rooms import ANA, running, update, whole

pytestmark = pytest.mark.slow
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="CPU time is read from /proc")

GAMES = ("traexx/1", "dizzle/1", "border/1")
OURS = Line("kritzel", "SQLite, synced", GAMES[:1], 300)
STEADY = OURS._replace(rate=500)
THEIRS = Line("boardgame.io", "FlatFile", ("tic-tac-toe",), 300)
SMALL = {
    "WHOLE_GAMES": 1,
    "KEPT_GAMES": 2,
    "WATCHING": (100,),
    "WATCHED_MOVES": 2,
    "PAGES": 4,
    "MOVES_BEFORE": 6,
    "LIVE_GAMES": 2,
    "MORE_GAMES": 2,
    "TAKEN_BACK": 3,
}


def found(line: Line, cpu: float, moves: int = 10_000, p99: float = 20.0) -> Result:
    return Result(line, Found(Window(moves, 20.0, cpu, 5.0, p99, 4000, 0.4)))


# Real servers -------------------------------------------------------------------------------------
@pytest.mark.parametrize("sheet", GAMES)
def test_a_client_understands_every_message_of_a_game(sheet: str) -> None:
    driver, luck, client = running(sheet, 2), Random(4), wire.ClientView()
    known = driver.seen(ANA)
    client.hear(protocol.encode(whole(driver.room, ANA)))
    while driver.room.state.phase == "running":
        assert client.can_move == bool(known.hands["0"].moves)
        driver.step(luck)
        if (news := update(known, driver.room, ANA)) is not None:
            client.hear(protocol.encode(news))
        known = driver.seen(ANA)
    assert client.over


@LINUX
def test_every_game_is_played_over_real_sockets(capsys: pytest.CaptureFixture[str]) -> None:
    server.main(["--quick", "--json"])
    lines = json.loads(capsys.readouterr().out)["lines"]
    assert not [line["problem"] for line in lines if line["problem"]]
    assert {game for line in lines for game in line["games"]} == set(GAMES)
    assert all(line["moves"] > 0 and line["sent"] > 0 for line in lines)


@LINUX
@pytest.mark.parametrize("name", ["bytes", "watched", "return", "memory", "disk", "story"])
def test_a_measure_finds_figures_on_a_real_server(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for constant, small in SMALL.items():
        monkeypatch.setattr(server_measures, constant, small)
    run = server_measures.run_measure(name, "dizzle/1", Place())
    assert run.problem == ""
    assert run.figures
    assert set(run.figures) <= set(server_measures.AIMS)


@LINUX
def test_a_few_games_are_held_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    server.main(["hold", "--games", "4", "--rate", "20", "--seconds", "1", "--json", "--only", "traexx/1"])
    figures = json.loads(capsys.readouterr().out)
    assert (figures["games"], figures["held"], figures["dropped"]) == (4, 8, 0)
    assert 0 < figures["answered"] <= 20


def test_a_small_storm_brings_everybody_back() -> None:
    report = storm.storm(Place(), "traexx/1", 6)
    assert (report.pages, len(report.back), report.turned_away) == (6, 6, {})
    assert len(report.acknowledged) == len(report.waits) > 0, "a player is to move at the first table"
    assert "traexx/1: 6 pages came back at once" in report.text()


@LINUX
def test_a_server_is_sampled(tmp_path: Path) -> None:
    samples = tmp_path / "samples"
    with Place().kritzel(str(samples)):
        pass
    assert list(server_profile.stacks(samples.read_text()))


# Figures ------------------------------------------------------------------------------------------
def test_a_server_that_is_missing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    result = server.measure(THEIRS, server.QUICK, Place())
    assert "is not installed" in server_page.row(result)
    assert "is not installed" in Report({}, 0.5, "", 12, [result]).as_page()


@pytest.mark.parametrize(("cpu", "p99", "met"), [(4.0, 20.0, [True, True]), (6.0, 60.0, [False, False])])
def test_goals_are_met_or_missed(cpu: float, p99: float, met: list[bool]) -> None:
    results = found(OURS, cpu), found(STEADY, 1.0, p99=p99), found(THEIRS, 10.0)
    goals = server_page.goals(results)
    assert [goal.met for goal in goals] == met
    assert goals[1].text == "p99 under 50 ms at 500 moves per second"
    assert ("MISSED" in Report({}, 0.5, "", 12, results).as_page()) is not all(met)


def test_a_rate_that_was_not_kept_is_missed() -> None:
    assert [goal.met for goal in server_page.goals([found(STEADY, 1.0, moves=5_000)])] == [False]


def test_a_row_is_the_median_of_its_runs_beside_before_and_goal() -> None:
    runs = [Run("cpu", "dizzle/1", {"cpu": figure}, 1.0) for figure in (300.0, 240.0, 200.0)]
    (row,) = server_measures.rows(runs)
    old = {("cpu", "dizzle/1"): Row("cpu", "dizzle/1", [1000.0])}
    cells = ("CPU per durable move, two clients", "dizzle", "1,000 µs", "240 (200–300) µs", "≤ 500 µs")
    assert server_measures.cells(row, old) == (*cells, "met", "1.0")
    assert not Row("rate.500", "", [400.0]).met


def test_a_measure_that_fails_says_why_and_misses() -> None:
    (row,) = server_measures.rows([Run("disk", "dizzle/1", {}, 0.0, "OSError: full")])
    assert server_measures.cells(row, {})[3:6] == ("OSError: full", "≤ 9 KB", "MISSED")


def test_a_profile_shares_out_the_run_without_the_sampler() -> None:
    stages = Counter({"view: pictures": 30, "wire out": 70})
    profile = Profile("dizzle/1", [900.0, 1000.0, 1100.0], [1200.0], stages, Counter({"ack.id": 200}), 10)
    assert profile.as_json()["stages_us"] == {"view: pictures": 300.0, "wire out": 700.0}


def test_a_message_is_weighed_whole() -> None:
    text = b'{"t":"update","changes":{"asked":[1]},"log":[{"seat":0}]}'
    weights = wire.field_sizes(text)
    assert sum(weights.values()) == len(text)
    assert weights["update.changes.asked"] == len('"asked":[1],')


def test_memory_growth_is_judged_by_the_second_half() -> None:
    warming = [Sample(at, 50 + at, 0) for at in range(100)]
    level = [Sample(at, 150, 0) for at in range(100, 200)]
    assert growth_per_hour(warming + level) == pytest.approx(0.0)
    assert growth_per_hour([Sample(at, at / 60, 0) for at in range(100)]) == pytest.approx(60.0)


# Stages of a profile ------------------------------------------------------------------------------
LOOP = [Frame("asyncio.runners", "run"), Frame("kritzel.cli.serve", "serve")]
PAGE = [Frame("kritzel.server.web.sockets", "_write"), *LOOP]
VIEW = Frame("kritzel.server.table.view", "view")
RULES = Frame("kritzel.games.dizzle.rules", "moves")


@pytest.mark.parametrize(
    ("stack", "stage"),
    [
        (LOOP, "asyncio and the loop"),
        (PAGE, "wire out"),
        ([RULES, Frame("kritzel.server.table.room", "decide"), *LOOP], "decide: rules"),
        ([RULES, Frame("kritzel.games.dizzle.picture", "picture"), VIEW, *PAGE], "view: pictures"),
        ([Frame("kritzel.server.web.sockets", "_write", "x = protocol.encode(news)"), *LOOP], "encode"),
        ([Frame("kritzel.server.store.sqlite", "_commit"), Frame("threading", "run")], "store: sqlite"),
        ([], server_profile.UNKNOWN),
    ],
)
def test_a_stack_belongs_to_a_stage(stack: list[Frame], stage: str) -> None:
    assert server_profile.stage(stack) == stage


def test_stages_are_modules_that_exist() -> None:
    """A module that moved has to be named in bench/server_profile.py, else its time is counted elsewhere."""
    tables = (server_profile.FOR_WHOM, server_profile.WHAT, server_profile.AROUND)
    named = [*server_profile.PICTURES, *(each for table in tables for each in sum(table.values(), ()))]
    ours = [name.replace("*", "dizzle") for name in named if name.startswith("kritzel")]
    assert [name for name in ours if find_spec(name) is None] == []


# Options ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--only", "nonsense"], "nonsense"),
        (["profile", "--only", "cpu"], "profile takes games"),
        (["--source", "/nowhere"], "/nowhere"),
        (["storm", "--pages", "1"], "--pages: at least 2"),
        (["hold", "--games", "0"], "--games: at least 1"),
        (["hold", "--rate", "0"], "--rate: at least 1"),
    ],
)
def test_wrong_options_are_refused(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        server.main(arguments)
    assert stopped.value.code == 2
    assert named in capsys.readouterr().err


def test_a_measure_is_taken_alone() -> None:
    every = server.lines(server.FULL, quick=False)
    assert server.choose_lines(every, ["cpu", "dizzle/1"]) == []
    assert server.choose_measures(["cpu", "dizzle/1"], quick=False) == {"cpu": ["dizzle/1"]}
    assert server.choose_measures(["kritzel"], quick=False) == {}
    assert len(server.choose_lines(every, ["kritzel"])) == 5


def test_clients_of_two_processes_share_no_address() -> None:
    every = [address for nth in range(2) for address in hold.addresses(nth)]
    assert len(set(every)) == len(every) == 2 * hold.ADDRESSES
    assert "127.0.0.1" not in every, "which the server does not count"
