"""The benchmark of the server runs, and says so where it cannot. Nothing here judges how quick it is."""

from __future__ import annotations

import json
import sys
from random import Random

import pytest

from bench import server, server_messages, server_report
from bench.server_load import Found
from bench.server_report import Line, Report, Result
from bench.server_runs import Where
from bench.server_timing import Window
from kritzel.server.wire import protocol
from tests.server.rooms import ANA, running, update, whole

pytestmark = pytest.mark.slow

GAMES = ("traexx/1", "dizzle/1", "border/1")
OURS = Line("kritzel", "SQLite, synced", GAMES[:1], 300)
STEADY = OURS._replace(rate=500)
WATCHED = OURS._replace(spectators=2000)
THEIRS = Line("boardgame.io", "FlatFile", ("tic-tac-toe",), 300)


def found(line: Line, cpu: float, moves: int = 10_000, p99: float = 20.0, held: float = 0.0) -> Result:
    return Result(line, Found(Window(moves, 20.0, cpu, 5.0, p99, 4000, 0.4), held_bytes=held))


def report(*results: Result) -> Report:
    return Report({"Python": "3"}, 0.5, "", 12, results)


@pytest.mark.parametrize("sheet", GAMES)
def test_a_client_understands_every_message_of_a_game(sheet: str) -> None:
    driver, luck, client = running(sheet, 2), Random(4), server_messages.Known()
    known = driver.seen(ANA)
    client.hear(protocol.encode(whole(driver.room, ANA)))
    while driver.room.state.phase == "running":
        assert client.can_move == bool(known.hands["0"].moves)
        driver.step(luck)
        if (news := update(known, driver.room, ANA)) is not None:
            client.hear(protocol.encode(news))
        known = driver.seen(ANA)
    assert client.over


@pytest.mark.skipif(sys.platform != "linux", reason="CPU time is read from /proc")
def test_every_game_is_played_over_real_sockets(capsys: pytest.CaptureFixture[str]) -> None:
    server.main(["--quick", "--json"])
    lines = json.loads(capsys.readouterr().out)["lines"]
    assert not [line["problem"] for line in lines if line["problem"]]
    assert {game for line in lines for game in line["games"]} == set(GAMES)
    assert all(line["moves"] > 0 and line["sent"] > 0 for line in lines)
    assert any(line["rate"] for line in lines)
    assert any(line["spectators"] for line in lines)


def test_a_server_that_is_missing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    result = server.measured(THEIRS, server.QUICK, Where())
    assert "is not installed" in result.why_not
    assert "is not installed" in server_report.row(result)
    assert "is not installed" in report(result).as_page()


@pytest.mark.parametrize(("cpu", "p99", "met"), [(4.0, 20.0, [True, True]), (6.0, 60.0, [False, False])])
def test_goals_are_met_or_missed(cpu: float, p99: float, met: list[bool]) -> None:
    results = found(OURS, cpu), found(STEADY, 1.0, p99=p99), found(THEIRS, 10.0)
    assert [goal.met for goal in server_report.goals(results)] == met
    assert ("MISSED" in report(*results).as_page()) is not all(met)


def test_a_rate_that_was_not_kept_is_missed() -> None:
    assert [goal.met for goal in server_report.goals([found(STEADY, 1.0, moves=5_000)])] == [False]


def test_our_dearest_game_counts() -> None:
    cheap = found(OURS._replace(games=("border/1",)), 1.0)
    goals = server_report.goals([cheap, found(OURS, 6.0), found(THEIRS, 10.0)])
    assert [goal.met for goal in goals] == [False]


@pytest.mark.parametrize(
    "asked",
    [["--only", "nonsense"], ["profile", "--only", "cpu"], ["--source", "/nowhere"], ["--only", "traexx"]],
)
def test_what_makes_no_sense_is_refused(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        server.main(asked)
    assert stopped.value.code == 2
    assert asked[-1] in capsys.readouterr().err or asked[0] == "profile"


def test_a_measure_is_measured_alone() -> None:
    every = server.lines(server.FULL, quick=False)
    assert server.wanted_lines(every, ["cpu", "dizzle/1"]) == []
    assert server.wanted_measures(["cpu", "dizzle/1"], quick=False) == {"cpu": ["dizzle/1"]}
    assert list(server.wanted_measures(["latency", "dizzle/1"], quick=False)) == ["latency"]
    assert server.wanted_measures(["kritzel"], quick=False) == {}
    assert len(server.wanted_lines(every, ["kritzel"])) == 5


def test_nothing_is_said_about_goals_without_figures() -> None:
    broken = found(OURS, 1.0)
    assert broken.found
    broken = broken._replace(found=Found(broken.found.window._replace(problem="no table left")))
    assert server_report.goals([broken, found(THEIRS, 10.0)]) == []
    assert "no table left" in server_report.row(broken)


def test_the_page_has_every_line() -> None:
    page = report(found(OURS, 4.0), found(WATCHED, 1.0, held=20_480.0), found(THEIRS, 10.0)).as_page()
    assert "| kritzel | SQLite, synced | traexx | 500 | 400 | 5.0 | 20.0 | 4,000 | 40% |" in page
    assert "2,000 spectators: 20.0 KB of memory for each" in page
    assert page == report(found(OURS, 4.0), found(WATCHED, 1.0, held=20_480.0), found(THEIRS, 10.0)).as_page()
