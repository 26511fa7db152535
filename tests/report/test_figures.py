"""Figures: those the arena has too agree with it, the others on made-up games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kritzel.arena import on_twin
from kritzel.arena.runner import COMPILED
from kritzel.arena.summary import summary
from kritzel.report import figures as gathered
from kritzel.report import games as report_games
from kritzel.report import plan, verdicts
from kritzel.report.games import Played
from kritzel.report.luck import luck
from kritzel.report.plan import FAIR, LADDER, SCORES, Question, ReportPlan
from tests.report.made import asked, played, sheet, told


def asked_for(small: ReportPlan, name: str) -> Question:
    question = small.question(name)
    assert question is not None
    return question


def of_the_arena(small: ReportPlan, games: Played, name: str) -> dict[str, Any]:
    question = asked_for(small, name)
    found = summary(question.job, gathered.lines_of(question, games[question]))
    return {bot["name"]: bot for bot in found["bots"]}


@pytest.mark.slow
def test_points_and_ratings_are_the_arena_s(monkeypatch: pytest.MonkeyPatch) -> None:
    small, games = played("tiny", monkeypatch)
    figures = gathered.figures(small, games)
    alone, duels = of_the_arena(small, games, SCORES), of_the_arena(small, games, LADDER)
    for bot in figures["scores"]["bots"]:
        assert {key: bot[key] for key in ("mean", "low", "high", "spread")} == alone[bot["name"]]["points"]
        assert sum(count for _, count in bot["counts"]) == small.games
    for bot in figures["ladder"]["bots"]:
        assert {key: bot[key] for key in ("elo", "low", "high")} == duels[bot["name"]]["rating"]
    elos = [bot["elo"] for bot in figures["ladder"]["bots"]]
    assert elos == sorted(elos, reverse=True)


def test_equal_seeds_give_equal_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("traexx/1", monkeypatch)[1] == told("traexx/1", monkeypatch)[1]


@pytest.mark.slow
def test_lines_add_up_to_the_points(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tiny", "traexx/1", "border/1"):
        figures = told(name, monkeypatch)[1]
        means = {bot["name"]: bot["mean"] for bot in figures["scores"]["bots"]}
        for bot, mean in means.items():
            total = sum(line["points"][bot] for line in figures["elements"]["lines"])
            assert total == pytest.approx(mean, abs=0.01)


@pytest.mark.slow
def test_what_becomes_of_areas_and_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, many in (("traexx/1", 9), ("border/1", 9), ("tiny", 0)):
        fates = told(name, monkeypatch, 8)[1]["elements"]["fates"]
        assert len(fates) == many
        for fate in fates:
            assert fate["first"] + fate["later"] + fate["missed"] == pytest.approx(1, abs=0.001)


def test_dead_and_must_cells_of_a_made_up_tally() -> None:
    there = {0: "a1", 3: "b1", 4: "c1", 7: "d1"}
    crossed = [1 << 0 | 1 << 4] * 97 + [1 << 0 | 1 << 3] + [1 << 0] * 2
    often = gathered.tally(there, crossed)
    assert often == {"a1": 1.0, "b1": 0.01, "c1": 0.97, "d1": 0.0}
    assert gathered.ends(often) == {"dead": ["b1", "d1"], "must": ["a1"]}
    assert gathered.ends({"e1": 0.02, "e2": 0.98}) == {"dead": [], "must": []}


def test_seats_of_equal_bots_are_asked_once_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    small = asked("tiny", monkeypatch)
    fair = [question for question in small.questions if question.name == FAIR]
    assert [(question.job.seats, question.per_deal, question.deals) for question in fair] == [
        (2, 1, 40),
        (3, 1, 40),
        (4, 1, 40),
    ]
    boards = [q for q in asked("border/1", monkeypatch).questions if q.name == FAIR]
    assert [(q.job.seats, q.per_deal, q.deals) for q in boards] == [(2, 2, 20), (3, 3, 14), (4, 4, 10)]


@pytest.mark.parametrize(("deal_s", "games"), [(0.01, 60), (0.2, 33), (100.0, 2)])
def test_without_a_twin_cpu_time_limits_the_games(
    deal_s: float, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """270 deals in all: 60 alone, 30 of pairs, 60 for each of three seat counts."""
    monkeypatch.setattr(on_twin, "unfit", lambda job: "no twin")
    monkeypatch.setattr(plan, "deal_cpu_s", lambda question: deal_s)
    small = plan.plan_report(*sheet("tiny"), games=None, full=False, seed=1)
    assert small.timed
    assert small.games == games


def test_with_boards_the_limit_counts_games_and_not_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_twin, "unfit", lambda job: "no twin")
    monkeypatch.setattr(plan, "deal_cpu_s", lambda question: 0.01)
    assert plan.plan_report(*sheet("border/1"), games=None, full=False, seed=1).games == 60


def test_only_seat_counts_of_the_game_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "net_or_none", lambda game, sheet: None)
    game, found = sheet("tiny")
    three = replace(game, facts=replace(game.facts, seat_counts=range(3, 5)))
    asked_for = plan.plan_report(three, found, games=2, full=False, seed=1)
    assert {question.job.seats for question in asked_for.questions} == {3, 4}


def test_a_number_of_games_that_is_asked_for_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_twin, "unfit", lambda job: "no twin")
    monkeypatch.setattr(plan, "deal_cpu_s", pytest.fail)
    small = plan.plan_report(*sheet("tiny"), games=7, full=False, seed=1)
    assert (small.games, small.timed) == (7, False)


@pytest.mark.slow
def test_win_shares_of_seats_and_boards_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for table in told("border/1", monkeypatch)[1]["fairness"]:
        assert sum(each["share"] for each in table["each"]) == pytest.approx(1, abs=0.001)
        assert len(table["boards"]) == 4


@pytest.mark.slow
def test_seats_that_cannot_but_be_equal_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = told("traexx/1", monkeypatch, 12)[1]
    assert all(table["even"] for table in figures["fairness"])
    assert {kind for _, kind, _ in verdicts.compared(figures)} == {"board"}
    assert not any(table["even"] for table in told("tiny", monkeypatch, 4)[1]["fairness"])


# Luck ----------------------------------------------------------------------------------------------------
def made_up(skill: float, deal: float, own: float, deals: int = 4000) -> Any:
    """Points of three bots whose parts are known: variances of strength, deal and the rest."""
    rng = np.random.default_rng(5)
    strength = np.array([-1, 0, 1]) * np.sqrt(skill * 1.5)
    common = rng.normal(0, np.sqrt(deal), (deals, 1))
    return (strength + common + rng.normal(0, np.sqrt(own), (deals, 3)))[:, :, None]


@pytest.mark.parametrize(("skill", "deal", "own"), [(4, 5, 1), (1, 0, 9), (0, 3, 3)])
def test_the_luck_share_of_points_made_to_order(skill: float, deal: float, own: float) -> None:
    found = luck(made_up(skill, deal, own), 0, alone=True)
    whole = skill + deal + own
    assert found is not None
    assert found.is_narrow
    assert found.share.value == pytest.approx((deal + own) / whole, abs=0.02)
    assert found.share.low - 0.01 <= (deal + own) / whole <= found.share.high + 0.01
    assert found.alike is not None
    assert found.alike.value == pytest.approx(deal / whole, abs=0.03)


def test_luck_is_not_told_where_nothing_can_be_seen() -> None:
    assert luck(made_up(1, 1, 1, deals=20), 0, alone=True) is None
    assert luck(made_up(1, 1, 1)[:, :1], 0, alone=True) is None
    assert luck(np.zeros((100, 2, 1)), 0, alone=True) is None
    vague = luck(made_up(1, 1, 1, deals=30) * 1.0, 0, alone=False)
    assert vague is not None
    assert vague.alike is None


# Verdicts ------------------------------------------------------------------------------------------------
def test_steps_between_bounds() -> None:
    assert [verdicts.step(value, (0.25, 0.75, 1.5)) for value in (0.1, 0.25, 1, 2)] == [0, 1, 2, 3]
    assert [verdicts.rank([91, 81], points) for points in (91, 90.9, 80)] == [1, 2, 3]


def test_only_what_is_off_beyond_error_is_named() -> None:
    seats = [
        {"seat": 0, "share": 0.6, "low": 0.55, "high": 0.65},
        {"seat": 1, "share": 0.4, "low": 0.3, "high": 0.5},
    ]
    figures = {"fairness": [{"seats": 2, "fair": 0.5, "even": False, "each": seats, "boards": []}]}
    [off] = verdicts.off(figures)
    assert (off.seats, off.kind, off.number) == (2, "seat", 0)
    assert off.by == pytest.approx(0.1)
    assert verdicts.off(figures, surely=True) == [off]
    assert len(verdicts.compared(figures)) == 2
    assert verdicts.error(figures) == pytest.approx(0.1)
    seats[0] |= {"share": 0.555, "low": 0.505, "high": 0.605}
    assert len(verdicts.off(figures)) == 1
    assert verdicts.off(figures, surely=True) == []


@pytest.mark.slow
def test_games_of_several_processes_come_back_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    small = asked("tiny", monkeypatch, 30)
    monkeypatch.setitem(report_games.CHUNK_GAMES, COMPILED, 50)
    counted: list[int] = []
    alone = report_games.play_all(small, 1, counted.append)
    monkeypatch.setitem(report_games.FEWEST_FOR_PROCESSES, COMPILED, 0)
    assert report_games.play_all(small, 2, lambda more: None) == alone
    assert sum(counted) == small.total
