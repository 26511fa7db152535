"""The game once more with the luck it had, the end of the curve, and the best find."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum
from statistics import NormalDist
from typing import Any

import pytest

from kritzel.game import Over, Seat, State
from kritzel.review import review
from kritzel.review.history import MoveNode, Walk, history_of, walk_step
from kritzel.review.labels import Measured
from kritzel.review.luck import replay_luck
from kritzel.review.moves import Candidate, judge_move
from kritzel.review.plan import RolloutPlan
from kritzel.review.yardstick import TwinYardstick, yardstick_for
from tests.review.games import played

pytestmark = pytest.mark.slow

SHORT: dict[str, Any] = {"rollouts": 8, "workers": 1, "keep": False}


@pytest.mark.parametrize("who", [("learned",), ("learned", "learned")])
def test_the_yardstick_plays_its_own_game_again(who: tuple[str, ...]) -> None:
    """Between equals it decides by lot, so the lines may differ; the cards are all the same."""
    story = history_of(played("traexx/1", who, 3))
    found = replay_luck(story, yardstick_for(story, 10.0), 3, "any")
    assert found.replayed == found.events == story.table.sheet.rounds
    assert found.ended
    assert found == replay_luck(story, yardstick_for(story, 10.0), 3, "other luck")


def test_cards_are_the_same_luck_for_everybody() -> None:
    found = review(played("traexx/1", ("planner",), 1), **SHORT)
    same = found.seats[0].same_luck
    assert same is not None
    assert same.exact
    assert same.games == 1
    assert found.to_json()["seats"][0]["same_luck"] == {"points": same.points, "games": 1, "exact": True}
    assert f"{same.points:.0f} points of the same luck" in found.html("en")


def test_dice_that_others_would_have_thrown_are_not_called_the_same() -> None:
    """A re-roll of other dice comes anew: one game does not tell what that brings."""
    table = played("dizzle/2", ("casual",), 1)
    found = replay_luck(history_of(table), yardstick_for(history_of(table), 10.0), 1, "any")
    assert 0 < found.replayed < found.events
    assert review(table, **SHORT).seats[0].same_luck is None


def test_the_curve_ends_with_who_won_and_the_sum_with_the_lead() -> None:
    table = played("traexx/1", ("planner", "casual"), 1)
    found = review(table, **SHORT)
    over = table.pending
    assert isinstance(over, Over)
    winners = [place.seat for place in over.ranking if place.place == 1]
    ends = found.curve[-1].values
    assert fsum(ends) == 100
    assert [seat for seat, end in enumerate(ends) if end] == winners
    lead = table.totals[winners[0]] - table.totals[1 - winners[0]]
    assert found.seats[winners[0]].sum.result == pytest.approx(100 * NormalDist(0, found.spread).cdf(lead))


def test_a_find_is_ahead_of_the_second_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the last card it is known by how much: whoever is done at once gives away what the card is worth."""
    story = history_of(played("traexx/1", ("learned",), 3))
    last = len(story.nodes) - 1
    step = story.nodes[last]
    assert isinstance(step, MoveNode)
    done = story.game.notation.parse_move(story.table.sheet, "done")

    def at_once(yardstick: Any, state: State, seat: Seat) -> Iterator[Walk]:
        yield walk_step(story.game, state, seat, lambda *table: done)

    for name in ("obvious", "candidates"):
        monkeypatch.setattr(TwinYardstick, name, at_once)
    yardstick, plan = yardstick_for(story, 10.0), RolloutPlan("deep", (4,), 4, True, 0, False)
    found = judge_move(story, yardstick, plan, last, "find")
    assert found.same
    after = story.game.rules.play(step.before, 0, done)
    gain = story.game.rules.score(step.after)[0].total - story.game.rules.score(after)[0].total
    assert found.ahead == Candidate(["done"], Measured(float(gain), 0.0), 4)
    monkeypatch.setattr(
        TwinYardstick, "obvious", lambda *table: iter([walk_step(story.game, step.before, 0, _as(step))])
    )
    assert judge_move(story, yardstick, plan, last, "find").ahead is None


def _as(step: MoveNode) -> Any:
    """Whoever plays as it was played."""
    moves = iter(step.moves)
    return lambda *table: next(moves)
