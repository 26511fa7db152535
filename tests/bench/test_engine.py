"""The benchmark runs, and says so where it cannot. Nothing here judges how quick anything is."""

from __future__ import annotations

import json

import pytest

from bench import engine, engine_page
from bench.engine_lines import Line, Result, Start, run
from kritzel.games import catalogue

pytestmark = pytest.mark.slow

TWIN = Line("kritzel", "playouts", "border", 2)
YACHT = Line("open_spiel", "python", "yacht", 2)
INSIDE = Line("open_spiel", "rollouts", "yacht", 2)


def report(*results: Result) -> engine_page.Report:
    return engine_page.Report({"Python": "3"}, 0.5, "", 1, 5, results, [Start("import kritzel", 0.1, 0.2)])


def test_the_reference_has_a_figure_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    engine.main(["--quick", "--only", "reference", "--json"])
    lines = json.loads(capsys.readouterr().out)["lines"]
    assert {line["game"] for line in lines} == set(catalogue.GAMES)
    assert {line["seats"] for line in lines} == {1, 2}
    assert all(line["per_cpu_second"] > 0 and line["decisions_a_game"] > 1 for line in lines)


def test_a_peer_that_is_missing_is_reported() -> None:
    result = run(Line("pettingzoo", "python", "no_such_game", 2), 0.01, 1)
    assert "no_such_game" in result.problem
    assert not result.rates


def test_every_line_is_in_the_terminal_and_on_the_page() -> None:
    missing = Result(YACHT, problem="ModuleNotFoundError: No module named 'pyspiel'")
    page = report(Result(TWIN, (4e6, 3e6, 5e6)), missing).as_page()
    assert "No module named 'pyspiel'" in page
    assert "| kritzel | twin, whole games in one call | border | 2 | – | 4.0 M (3.0 M–5.0 M) |" in page
    assert "no figure: ModuleNotFoundError" in engine_page.row(missing)


def test_the_same_game_is_set_beside_itself_and_chapters_without_figures_are_left_out() -> None:
    ours = Result(Line("kritzel", "reference", "yacht", 2), (9e4,))
    page = report(ours, Result(YACHT, (3e3,)), Result(INSIDE, (1.8e5,))).as_page()
    assert "| yacht | reference, Python loop | open_spiel: Python loop | 30× |" in page
    assert "| yacht | reference, Python loop | open_spiel: rollouts inside C++ | 0.5× |" in page
    assert "## Goals" not in page
    assert "## Inside compiled code" not in page


@pytest.mark.parametrize(("yacht", "met"), [(2e4, True), (1e5, False)])
def test_goals_are_met_or_missed(yacht: float, met: bool) -> None:
    found = engine_page.goals([Result(TWIN, (4e6,)), Result(YACHT, (yacht,)), Result(INSIDE, (1e5,))])
    assert [goal.met for goal in found] == [True, True, met]


def test_nothing_is_said_about_goals_without_figures() -> None:
    assert engine_page.goals([Result(TWIN, problem="no Numba"), Result(YACHT, (2e4,))]) == []
