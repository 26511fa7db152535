"""What is told of strength: ratings from all games with two seats, and who won at a table more than whom."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from bench import strength_page
from bench.strength import ALL, Job

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
    assert strength_page.ratings(told)["traexx/1"] == pytest.approx(ELO, abs=2)


def test_of_two_tables_the_one_with_more_games_counts() -> None:
    quick, ladder = ("greedy", "planner", "learned"), ("greedy", "planner", "master")
    told = {
        Job("traexx/1", 3, quick, 1): {"pairs": [pair(*both, 900, 0.4) for both in combinations(quick, 2)]},
        Job("traexx/1", 3, ladder, 1): {
            "pairs": [pair(*both, 100, 0.49) for both in combinations(ladder, 2)]
        },
    }
    text = "\n".join(strength_page._company(told))
    assert "| traexx/1 | `planner` | **60** |  |  |" in text
    assert "|  | `master` | 51 | 51 |  |" in text
