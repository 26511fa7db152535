"""Most moments of games of bots have a reason that the game can prove, and it explains most of the loss."""

from __future__ import annotations

import re

import pytest

from kritzel.game import AnyGame, State
from kritzel.review import MoveStep, Review, review
from kritzel.review.history import MoveNode, history_of
from kritzel.review.labels import MOST_OF_IT, reason_for
from kritzel.review.models import WIN, MoveText
from kritzel.review.moves import reference_step
from kritzel.review.yardstick import TYPICAL, yardstick_for
from tests.review.games import played

GAMES = 3
MOST = 0.65
"""The share of moves with a reason that three games show (0.71 to 0.86), less what luck may do to it."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "who"),
    [("dizzle/2", ("casual",)), ("traexx/1", ("planner",)), ("border/1", ("skilled", "planner"))],
)
def test_most_moves_unlike_the_yardsticks_have_a_reason(name: str, who: tuple[str, ...]) -> None:
    """The yardstick's move against the one played, wherever these differ; that needs no rollouts."""
    said = list[bool]()
    for seed in range(1, GAMES + 1):
        table = played(name, who, seed)
        story = history_of(table)
        yardstick = yardstick_for(story, 12.0)
        for step in (node for node in story.nodes if isinstance(node, MoveNode) and node.seat == 0):
            if own := reference_step(story, yardstick, step):
                tables = step.before, step.seat, own.state, step.after
                said.append(reason_for(story.game, *tables, None, table.names) is not None)
    assert len(said) > 12
    assert sum(said) >= MOST * len(said)


JUDGED = 28
"""Rollouts: the fewest after which something is sure."""
POINTS = re.compile(r"(\d+) points?")


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("dizzle/2", ("casual",)),
        ("dizzle/7", ("casual", "greedy")),
        ("traexx/1", ("casual",)),
        ("traexx/1", ("casual", "greedy")),
        ("border/1", ("casual", "greedy")),
    ],
)
def test_a_reason_with_a_number_explains_most_of_the_loss(name: str, who: tuple[str, ...], seed: int) -> None:
    table = played(name, who, seed)
    found = review(table, rollouts=JUDGED, workers=1, keep=False)
    nodes = {node.events: node for node in history_of(table).nodes if isinstance(node, MoveNode)}
    for step in found.steps:
        if isinstance(step, MoveStep) and step.reason and step.best:
            node, need = nodes[step.events], MOST_OF_IT * loss_in_points(found, step)
            better = after(table.game, node, step.best)
            every = table.game.words.why_better(node.before, node.seat, better, node.after)
            points = [because.points for because in every if because.key == step.reason.key]
            said = POINTS.search(step.reason.words.en)
            assert all(each is None or each >= need for each in points), (step.loss, step.reason)
            assert said is None or int(said[1]) >= need, (step.loss, step.reason)


def loss_in_points(found: Review, step: MoveStep) -> float:
    return step.loss * (TYPICAL * found.spread / 100 if found.unit == WIN else 1)


def after(game: AnyGame, node: MoveNode, better: MoveText) -> State:
    state: State = node.before
    for text in better.moves:
        state = game.rules.play(state, node.seat, game.notation.parse_move(state.sheet, text))
    return state
