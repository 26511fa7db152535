"""What is told of strength: ratings from all games with two seats, and who won at a table more than whom."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from bench import strength
from bench.strength import ALL, PAGE, Job

pytestmark = pytest.mark.slow

ELO = {bot: 1500 + 80 * (nth - ALL.index("planner")) for nth, bot in enumerate(ALL)}


def pair(one: str, other: str, games: int = 1000, share: float | None = None) -> dict[str, Any]:
    share = 1 / (1 + 10 ** ((ELO[other] - ELO[one]) / 400)) if share is None else share
    told = {"share": share, "low": share - 0.03, "high": share + 0.03}
    return {"one": one, "other": other, "games": games, "ahead": told, "wins": told}


def test_ratings_come_from_all_games_with_two_seats() -> None:
    told = {
        Job("traexx/1", 2, ALL, 20): {"pairs": [pair(*both) for both in combinations(ALL, 2)]},
        Job("traexx/1", 2, ("planner", "skilled"), 9): {"pairs": [pair("planner", "skilled", 9000)]},
        Job("traexx/1", 3, ALL, 20): {"pairs": [pair("planner", "skilled", 9000, share=1.0)]},
    }
    assert strength.ratings(told)["traexx/1"] == pytest.approx(ELO, abs=2)


def test_a_bot_that_did_not_play_keeps_its_distance_to_the_one_below() -> None:
    five = ALL[:-1]
    told = {Job("traexx/1", 2, five, 20): {"pairs": [pair(*both) for both in combinations(five, 2)]}}
    rated = strength.ratings(told)["traexx/1"]
    assert list(rated) == list(five)
    before = dict.fromkeys(ALL, 1000) | {"master": 1123}
    assert strength.with_others(rated, before) == rated | {"master": rated[ALL[-2]] + 123}


def test_of_bots_that_did_not_change_the_page_says_what_it_said() -> None:
    cells = {
        ("t", "s", "`master`", "`greedy`"): "1",
        ("t", "s", "`greedy`", "`casual`"): "2",
        ("l", "s", "", "`a` : `casual`"): "3",
    }
    assert list(strength.cells_about(["casual"], cells).values()) == ["2", "3"]


def test_pairs_are_in_the_order_of_the_ladder() -> None:
    pairs = ["`master` : `greedy`", "`master` : `learned`", "`casual` : `random`", "`greedy` : `casual`"]
    cells = {("ladder", "dizzle/1", "", pair): "50" for pair in pairs}
    head = strength.tables(cells).split("\n")[2]
    assert head == f"| sheet | {' | '.join([pairs[2], pairs[3], pairs[1], pairs[0]])} |"


def test_of_two_tables_the_one_with_more_games_counts() -> None:
    quick, ladder = ("greedy", "planner", "learned"), ("greedy", "planner", "master")
    told = {
        Job("traexx/1", 3, quick, 1): {"pairs": [pair(*both, 900, 0.4) for both in combinations(quick, 2)]},
        Job("traexx/1", 3, ladder, 1): {
            "pairs": [pair(*both, 100, 0.49) for both in combinations(ladder, 2)]
        },
    }
    title = strength.COMPANY.format("Three")
    cells = strength.cells_of(told)
    assert cells[title, "traexx/1", "`planner`", "`greedy`"] == "**60**"
    assert cells[title, "traexx/1", "`master`", "`planner`"] == "51"


def test_alone_a_bot_with_surely_more_points_than_the_one_below_is_in_bold() -> None:
    def job(deals: int, more: float, *bots: str) -> tuple[Job, dict[str, Any]]:
        points = {"mean": 50.0, "low": 48.0, "high": 52.0}
        both = pair(bots[0], bots[1]) | {"points": {"mean": -more, "low": -more - 1, "high": -more + 1}}
        return Job("dizzle/1", 1, bots, deals), {
            "bots": [{"bot": bot, "points": points} for bot in bots],
            "pairs": [both],
        }

    cells = strength.cells_of(
        dict([job(2000, 2.0, "planner", "learned"), job(300, 0.5, "learned", "master")])
    )
    row = {bot: cells[strength.ALONE, "dizzle/1", "", f"`{bot}`"] for bot in ("planner", "learned", "master")}
    assert row == {"planner": "50.0 ± 2.0", "learned": "**50.0 ± 2.0**", "master": "50.0 ± 2.0"}


def test_what_was_not_played_again_stays(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- strength -->\n\n<!-- /strength -->\nafter\n", "utf-8")
    three = ("greedy", "planner", "master")
    for sheet, bots, share in (
        ("traexx/1", three, 0.4),
        ("dizzle/1", three, 0.3),
        ("traexx/1", three[:2], 0.2),
    ):
        pairs = [pair(*both, 900, share) for both in combinations(bots, 2)]
        told = {Job(sheet, 3, (*bots, "random"), 1): {"pairs": pairs}}
        strength.write_page(page, strength.cells_of(told))
    table = page.read_text("utf-8").split("\n")
    assert table[:2] == ["before", "<!-- strength -->"]
    assert table[5:] == [
        "| sheet |  | `greedy` | `planner` |",
        "| --- | --- | --- | --- |",
        "| traexx/1 | `planner` | **80** |  |",
        "|  | `master` | **60** | **60** |",
        "| dizzle/1 | `planner` | **70** |  |",
        "|  | `master` | **70** | **70** |",
        "",
        "<!-- /strength -->",
        "after",
        "",
    ]


def test_the_page_as_it_is_can_be_read_and_written_again() -> None:
    text = PAGE.read_text("utf-8")
    found = strength.MARKED.search(text)
    assert found
    assert strength.tables(strength.read_cells(found[0])).strip() == found[0].strip()
