"""Most moments of games of bots have a reason that the game can prove."""

from __future__ import annotations

import pytest

from kritzel.review.history import MoveNode, history_of
from kritzel.review.labels import reason_for
from kritzel.review.moves import reference_step
from kritzel.review.yardstick import yardstick_for
from tests.review.games import played


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "who", "share"),
    [
        ("dizzle/2", ("casual",), 0.7),
        ("traexx/1", ("planner",), 0.7),
        ("border/1", ("skilled", "planner"), 0.6),
    ],
)
def test_most_moves_unlike_the_yardsticks_have_a_reason(
    name: str, who: tuple[str, ...], share: float
) -> None:
    """The yardstick's move against the one played, wherever these differ; that needs no rollouts."""
    table = played(name, who, 2)
    story = history_of(table)
    yardstick = yardstick_for(story, 12.0)
    said = list[bool]()
    for step in (node for node in story.nodes if isinstance(node, MoveNode) and node.seat == 0):
        if own := reference_step(story, yardstick, step):
            tables = step.before, step.seat, own.state, step.after
            said.append(reason_for(story.game, *tables, None, table.names) is not None)
    assert len(said) > 4
    assert sum(said) >= share * len(said)
