"""The figures of a job, from deals made by hand; and no false alarm between equal bots."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kritzel.arena import tables
from kritzel.arena.job import game_and_sheet
from kritzel.arena.summary import summary
from tests.arena.jobs import deal, job, lines

A, B = "greedy", "random"
DEALS = [
    deal(0, ([A, B], [10, 4], [1, 2]), ([B, A], [6, 8], [2, 1])),
    deal(1, ([A, B], [5, 5], [1, 1]), ([B, A], [9, 3], [1, 2])),
    deal(2, ([A, B], [7, 3], [1, 2]), ([B, A], [2, 6], [2, 1])),
]


def test_figures_by_hand() -> None:
    told = summary(job("dizzle/1"), DEALS)
    greedy, random = told["bots"]
    assert (greedy["games"], greedy["points"]["mean"]) == (6, 6.5)
    assert random["points"]["mean"] == pytest.approx(29 / 6, abs=1e-4)
    assert greedy["wins"]["share"] == pytest.approx((1 + 0.25 + 1) / 3, abs=1e-4)
    pair = told["pairs"][0]
    assert pair["points"]["mean"] == pytest.approx((4 - 3 + 4) / 3, abs=1e-4)
    assert pair["ahead"] == pair["wins"]
    assert pair["wins"]["share"] == greedy["wins"]["share"]
    assert [seat["points"]["mean"] for seat in told["seats"]] == pytest.approx([39 / 6, 29 / 6], abs=1e-4)
    assert (told["boards"], told["ties"], told["decisions"]["mean"]) == ([], pytest.approx(1 / 6), 10)
    assert (told["deals"], told["games"], told["broken_off"]) == (3, 6, 0)


def test_a_pair_at_a_larger_table_shares_the_games_that_one_of_them_won() -> None:
    """Greedy wins two of three, the planner the third; random is second twice and never wins."""
    three = ["greedy", "random", "planner"]
    deals = [
        deal(0, (three, [9, 5, 1], [1, 2, 3])),
        deal(1, (three, [9, 5, 1], [1, 2, 3])),
        deal(2, (three, [4, 1, 9], [2, 3, 1])),
    ]
    told = summary(job("dizzle/1", ",".join(three), 3), deals)
    pairs = {(pair["one"], pair["other"]): pair for pair in told["pairs"]}
    assert pairs["greedy", "planner"]["wins"]["share"] == pytest.approx(2 / 3, abs=1e-4)
    assert pairs["random", "planner"]["wins"]["share"] == 0
    assert pairs["random", "planner"]["ahead"]["share"] == pytest.approx(2 / 3, abs=1e-4)


def test_the_error_comes_from_deals_not_from_games() -> None:
    """Leads per deal are 4, -3 and 4: their standard error is 7 / 3."""
    pair = summary(job("dizzle/1"), DEALS)["pairs"][0]
    assert pair["points"]["high"] - pair["points"]["mean"] == pytest.approx(4.3027 * 7 / 3, rel=1e-3)


def test_games_needed_follow_from_the_spread_between_deals() -> None:
    needed = summary(job("dizzle/1"), DEALS)["needed"]
    points = {each["difference"]: each for each in needed if each["what"] == "points"}
    deals = (2.801585 * (49 / 3) ** 0.5 / 1.0) ** 2  # leads vary by 49 / 3
    assert points[1.0]["deals"] == pytest.approx(deals, abs=1)
    assert points[1.0]["games"] == 2 * points[1.0]["deals"]


def test_alone_bots_are_compared_on_the_same_deal() -> None:
    asked = job("dizzle/1", seats=1)
    deals = [deal(at, ([A], [50], [1]), ([B], [20 + 40 * (at % 4 == 0)], [1])) for at in range(8)]
    told = summary(asked, deals)
    assert (told["games"], told["seats"]) == (16, [])
    assert told["bots"][0]["wins"]["share"] == 0.75
    assert told["bots"][0]["rating"]["elo"] > told["bots"][1]["rating"]["elo"]
    assert told["pairs"][0]["points"]["mean"] == pytest.approx(20)


def test_alone_the_fewest_points_are_ahead_where_they_win(monkeypatch: pytest.MonkeyPatch) -> None:
    game, sheet = game_and_sheet(job("dizzle/1", seats=1))
    fewest = replace(game, facts=replace(game.facts, fewest_win=True))
    monkeypatch.setattr(tables, "game_and_sheet", lambda job: (fewest, sheet))
    told = summary(job("dizzle/1", seats=1), [deal(0, ([A], [10], [1]), ([B], [4], [1]))])
    assert [bot["wins"]["share"] for bot in told["bots"]] == [0, 1]
    assert told["bots"][1]["rating"]["elo"] > told["bots"][0]["rating"]["elo"]


def test_one_bot_alone_has_no_rating() -> None:
    told = summary(job("dizzle/1", "random", 1), [deal(at, ([B], [at], [1])) for at in range(3)])
    assert (told["bots"][0]["rating"], told["pairs"], told["needed"]) == (None, [], [])
    assert told["bots"][0]["points"]["mean"] == 1


def test_a_single_deal_has_no_interval() -> None:
    told = summary(job("dizzle/1"), DEALS[:1])
    assert told["bots"][0]["points"]["low"] is None
    assert told["bots"][0]["rating"]["low"] is None
    assert told["bots"][0]["wins"]["high"] == 1.0


def test_equal_bots_come_out_equal() -> None:
    """20 runs, intervals of 95 %: more than 4 false alarms would happen by chance in 0.3 % of the cases."""
    alarms = {"wins": 0, "points": 0, "rating": 0}
    for seed in range(20):
        asked = replace(job(bots="greedy,greedy"), seed=seed)
        told = summary(asked, [json.loads(line) for line in lines(asked, range(60)).values()])
        wins, points, rating = (
            told["bots"][0]["wins"],
            told["pairs"][0]["points"],
            told["bots"][0]["rating"],
        )
        assert wins["low"] < wins["high"]
        alarms["wins"] += not wins["low"] <= 0.5 <= wins["high"]
        alarms["points"] += not points["low"] <= 0 <= points["high"]
        alarms["rating"] += not rating["low"] <= 1500 <= rating["high"]
    assert max(alarms.values()) <= 4, alarms
