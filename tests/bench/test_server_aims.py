"""What is aimed at for a live table: every measure runs on a real server, and rows say what was found."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench import server_aims, server_measures
from bench.server_aims import Once, Row
from bench.server_report import Report
from bench.server_runs import Where

pytestmark = pytest.mark.slow

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


@pytest.mark.skipif(sys.platform != "linux", reason="CPU time is read from /proc")
@pytest.mark.parametrize("name", ["bytes", "watched", "return", "memory", "disk", "story"])
def test_a_measure_finds_figures_on_a_real_server(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for constant, small in SMALL.items():
        monkeypatch.setattr(server_measures, constant, small)
    run = server_aims.once(name, "dizzle/1", Where())
    assert run.problem == ""
    assert run.figures
    assert set(run.figures) <= set(server_aims.AIMS)


def test_every_measure_has_an_aim() -> None:
    assert all(server_aims.rows([Once(name, "x", {}, 0.0, "broken")]) for name in server_aims.MEASURES)


def test_runs_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_aims, "once", lambda name, game, where: Once(name, game, {}, 0.0))
    wanted = {"cpu": ["dizzle/1", "border/1"], "story": ["dizzle/1"]}
    cpu, story = [("cpu", "dizzle/1"), ("cpu", "border/1")], [("story", "dizzle/1")]
    assert [run[:2] for _, run in server_aims.runs(wanted, [Where()])] == [*cpu, *story, *cpu]
    old, new = Where(source=Path("old")), Where()
    both = [(where, run[:2]) for where, run in server_aims.runs({"story": ["dizzle/1"]}, [old, new])]
    assert both == [(old, *story), (new, *story)]
    assert [run[:2] for _, run in server_aims.runs(wanted, [new], 1)] == [*cpu, *story]


def test_a_row_is_the_median_of_its_runs_beside_before_and_goal() -> None:
    found = [Once("cpu", "dizzle/1", {"cpu": figure}, 1.0) for figure in (300.0, 240.0, 200.0)]
    (row,) = server_aims.rows(found)
    old = {("cpu", "dizzle/1"): Row("cpu", "dizzle/1", [1000.0])}
    told = ("CPU per durable move, two clients", "dizzle", "1,000 µs", "240 (200–300) µs", "≤ 500 µs")
    assert server_aims.cells(row, old) == (*told, "met", "1.0")
    assert server_aims.cells(row._replace(figures=[501.0]), {})[2:6] == ("–", "501 µs", "≤ 500 µs", "MISSED")


def test_a_rate_has_to_be_reached() -> None:
    assert Row("rate.500", "", [499.0]).met
    assert not Row("rate.500", "", [400.0]).met


def test_times_by_the_clock_say_how_busy_the_machine_was() -> None:
    assert Row("latency.500", "", [80.0], [1.5]).told() == "80 ms, busy machine"
    assert Row("latency.500", "", [80.0], [0.1]).told() == "80 ms"
    assert Row("cpu", "", [80.0], [1.5]).told() == "80 µs"


def test_a_measure_that_fails_says_why_and_misses() -> None:
    (row,) = server_aims.rows([Once("disk", "dizzle/1", {}, 0.0, "OSError: full")])
    assert server_aims.cells(row, {})[3:6] == ("OSError: full", "≤ 9 KB", "MISSED")
    page = Report({}, 0.5, "", 12, [], [row]).as_page()
    assert "OSError: full" in page


def test_figures_of_before_are_kept(tmp_path: Path) -> None:
    assert server_aims.before(tmp_path / "none.json") == {}
    kept = server_aims.before()
    assert {key for key, _ in kept} == set(server_aims.AIMS) - {"memory.more"}, "which nobody measured then"
    assert all(row.figures and not row.problem for row in kept.values())
