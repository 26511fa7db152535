"""The regret of a bot by its losses is the regret by its results, and the page tells it."""

from __future__ import annotations

import pytest

from bench.regret import Found, exact_regret, page, sampled_regret, verdict
from kritzel.bots.bot import RANDOM_BOT
from kritzel.games.traexx import GAME
from tools.research.traexx_solver import micro

pytestmark = pytest.mark.slow


def found(bot: str, achieved: float, error: float) -> Found:
    return Found(
        bot,
        0,
        10.0,
        achieved,
        error,
        achieved,
        0.1,
        100,
        900,
        0.9,
        1.5,
        "somewhere",
        {"keep": 0.1, "mark": 0.3},
    )


def test_sampled_losses_agree_with_all_positions() -> None:
    every = exact_regret(GAME, micro(), RANDOM_BOT)
    some = sampled_regret(GAME, micro(), RANDOM_BOT, 0, 200, 1)
    assert every.error == 0
    assert every.regret > 0.5
    assert some.achieved == pytest.approx(every.achieved, abs=2 * some.error)
    assert some.sampled == pytest.approx(every.achieved, abs=2 * some.sampled_error)
    assert some.worst <= every.worst
    assert some.decisions > 500


def test_the_verdict_asks_for_the_upper_end_of_the_interval() -> None:
    assert "goal met" in verdict("dizzle", [found("master", 9.9, 0.05)])
    assert "goal not met" in verdict("dizzle", [found("master", 9.85, 0.06)])
    assert "not measured" in verdict("dizzle", [found("greedy", 9.9, 0.05)])


def test_every_result_is_on_the_page() -> None:
    net = {"games": 4096, "seed": 1}
    results = {"dizzle": [(found("master", 9.9, 0.05), net), (found("greedy", 7.5, 0.05), net)]}
    text = page(results, 1)
    assert "| Dizzle, 4x4 | `master` | 0 | 10.0000 | 9.9000 ± 0.0500 | 1.00% |" in text
    assert "| Dizzle, 4x4 | `greedy` | 0 | 10.0000 | 7.5000 ± 0.0500 | 25.00% |" in text
    assert "Dizzle 4,096 games" in text
