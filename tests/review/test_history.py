"""A record as a review reads it: nothing is lost, and steps are what people call moves."""

from __future__ import annotations

from pathlib import Path

import pytest

import kritzel
from kritzel.record import Played, Revealed, Table, read
from kritzel.review.history import ChanceNode, History, MoveNode, Walk, describe_moves, history_of
from tools.golden import Wanted, own_sheet, wanted


def story_of_golden(wish: Wanted) -> History:
    return history_of(read(wish.path.read_text("utf-8"), own_sheet(wish)))


@pytest.mark.parametrize("wish", wanted(), ids=lambda wish: str(wish.path.stem))
def test_every_event_is_told_once_and_tables_follow_each_other(wish: Wanted) -> None:
    story = story_of_golden(wish)
    events = [
        at for node in story.nodes for at in (node.events if isinstance(node, MoveNode) else (node.event,))
    ]
    assert sorted(events) == list(range(len(story.table.events)))
    state = story.table.start
    for node in story.nodes:
        assert node.before == state
        state = node.after
    assert state == story.table.state


@pytest.mark.parametrize("wish", wanted(), ids=lambda wish: str(wish.path.stem))
def test_whoever_walks_as_it_was_played_comes_to_the_same_table(wish: Wanted) -> None:
    story = story_of_golden(wish)
    for step in [node for node in story.nodes if isinstance(node, MoveNode)]:
        walk = Walk(story.game, step.before, step.seat)
        for move in step.moves:
            assert not walk.ended
            walk.go(move)
        assert walk.ended
        assert walk.state == step.after


def test_one_die_is_one_step() -> None:
    story = history_of(read(wanted_named("dizzle-2-last_round").read_text("utf-8")))
    taken = [node for node in story.nodes if isinstance(node, MoveNode)]
    assert {len(node.moves) for node in taken} == {1}


def test_a_card_is_one_step_of_each_seat() -> None:
    story = history_of(read(wanted_named("traexx-2-last_card").read_text("utf-8")))
    seats = [node.seat for node in story.nodes if isinstance(node, MoveNode)]
    cards = [node for node in story.nodes if isinstance(node, ChanceNode)]
    assert len(seats) == 2 * len(cards)


def test_to_stop_throwing_is_a_step_and_all_crosses_are_one() -> None:
    story = history_of(read(wanted_named("border-2-action_1").read_text("utf-8")))
    steps = [node for node in story.nodes if isinstance(node, MoveNode)]
    texts = [
        [story.game.notation.move_text(story.table.sheet, move) for move in step.moves] for step in steps
    ]
    assert all(each == ["stop"] for each in texts if "stop" in each)
    assert any(len(each) > 2 and each[-1] == "done" for each in texts)


def test_interleaved_moves_of_seats_are_put_in_order() -> None:
    table = kritzel.start("traexx/1", 2, seed=3).roll()
    first, second = table.moves(0)[0], table.moves(1)[0]
    table.play(0, first).play(1, second).play(1, "done").play(0, "done")
    story = history_of(table)
    steps = [node for node in story.nodes if isinstance(node, MoveNode)]
    assert [(step.seat, step.events) for step in steps] == [(0, (1, 4)), (1, (2, 3))]
    assert steps[-1].after == table.state


def test_words_leave_out_that_somebody_is_done() -> None:
    table = kritzel.start("traexx/1", 1, seed=3).roll()
    move = table.moves(0)[0]
    done = [table.game.notation.parse_move(table.sheet, text) for text in (move, "done")]
    said = describe_moves(table.game, table.sheet, done)
    assert said.moves == (move, "done")
    assert said.words == table.game.words.say_move(table.sheet, done[0]).words


def test_events_are_moves_or_outcomes() -> None:
    table: Table = read(wanted_named("traexx-1-last_card").read_text("utf-8"))
    assert {type(event) for event in table.events} == {Played, Revealed}


def wanted_named(stem: str) -> Path:
    return next(wish.path for wish in wanted() if wish.path.stem == stem)


def test_what_goes_on_with_the_same_is_told_in_one_go() -> None:
    """A line names its cells, and crosses theirs; each language has them where they belong."""
    wishes = {wish.path.stem: wish for wish in wanted()}
    line, crosses = (story_of_golden(wishes[name]) for name in ("traexx-2-last_card", "border-2-action_1"))
    longest = max(
        (node for node in line.nodes if isinstance(node, MoveNode)), key=lambda node: len(node.moves)
    )
    words = describe_moves(line.game, line.table.sheet, longest.moves).words
    assert words.en.startswith("line from ")
    assert words.en.count("line") == words.de.count("Linie") == 1
    several = next(node for node in crosses.nodes if isinstance(node, MoveNode) and len(node.moves) == 4)
    words = describe_moves(crosses.game, crosses.table.sheet, several.moves).words
    assert words.de.endswith(" ankreuzen")
    assert words.en.startswith("cross ")
