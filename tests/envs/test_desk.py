"""Chance in one's own hands: fed, listed, scripted; positions set; copies made and taken back."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import kritzel.envs
from kritzel.envs.desks import Desk
from kritzel.game import Chance, IllegalMove, IllegalOutcome, NotationError
from tests.envs.tables import TINY


@pytest.mark.parametrize(
    ("name", "many"), [("dizzle/1", 792), ("dizzle/7", 6), ("border/1", 252), ("traexx/1", 15)]
)
def test_all_outcomes_with_exact_weights(name: str, many: int) -> None:
    outcomes = kritzel.envs.desk(name, 2).outcomes()
    assert len(outcomes) == many
    assert sum(weight for _, weight in outcomes) == Fraction(1)


def test_outcomes_are_fed_as_text_or_numbers() -> None:
    desk = kritzel.envs.desk("dizzle/1", 2)
    assert isinstance(desk.pending, Chance)
    other = desk.clone()
    desk.feed("1123456")
    other.feed((1, 1, 2, 3, 4, 5, 6))
    third = kritzel.envs.desk("dizzle/1", 2)
    third.feed((6, 5, 1, 4, 3, 2, 1))
    assert desk.position == other.position == third.position
    assert "pool=1123456" in desk.position


def test_what_cannot_come_is_refused() -> None:
    desk = kritzel.envs.desk("dizzle/1", 2)
    with pytest.raises(NotationError):
        desk.feed("seven")
    with pytest.raises(IllegalOutcome, match="cannot come now"):
        desk.feed((6, 1))
    desk.roll()
    with pytest.raises(IllegalOutcome, match="nothing is left to chance"):
        desk.feed("1123456")
    with pytest.raises(IllegalOutcome, match="nothing is left to chance"):
        desk.outcomes()


def test_seats_and_actions_that_are_none_are_refused() -> None:
    desk = kritzel.envs.desk("traexx/1", 2)
    with pytest.raises(ValueError, match="seats are numbers from 0 to 1, not 2"):
        desk.observe(2)
    with pytest.raises(ValueError, match=r"whole numbers from 0 to 312, not 1\.5"):
        desk.act(0, 1.5)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove):
        desk.act(0, 312)


def test_a_position_is_set_from_its_line() -> None:
    desk = kritzel.envs.desk("dizzle/1", 2)
    desk.roll()
    line = desk.position
    other = kritzel.envs.desk("dizzle/1", 2)
    other.lay(line)
    assert other.position == line
    assert np.array_equal(other.mask(0), desk.mask(0))
    with pytest.raises(NotationError):
        other.lay("dizzle/1 nonsense")
    with pytest.raises(ValueError, match="this desk has 1 seats, the position 2"):
        kritzel.envs.desk("dizzle/1", 1).lay(line)


def test_copies_go_their_own_ways_and_come_back() -> None:
    desk = kritzel.envs.desk("traexx/1", 2, deal=3)
    desk.carry_on()
    kept, copy = desk.state_dict(), desk.clone()
    copy.act(0, int(copy.actions(0)[0]))
    assert copy.position != desk.position
    copy.load_state_dict(kept)
    assert copy.position == desk.position
    assert copy.deal == 3
    with pytest.raises(ValueError, match="kept on traexx/1 with 2 seats, this is traexx/1 with 3"):
        kritzel.envs.desk("traexx/1", 3).load_state_dict(kept)


def test_moves_have_texts() -> None:
    paper = kritzel.envs.desk("border/1", 2).paper
    assert paper.action_text(paper.action("roll ygb")) == "roll ygb"
    with pytest.raises(NotationError):
        paper.action("castle")
    with pytest.raises(ValueError, match="a1-i1 is no move on traexx/1"):
        kritzel.envs.desk("traexx/1", 2).paper.action("a1-i1")
    for name in ("dizzle/8", "border/1", "traexx/1"):
        paper = kritzel.envs.desk(name, 2).paper
        assert len({paper.action_text(action) for action in range(paper.actions)}) == paper.actions


def test_a_script_of_outcomes_then_luck() -> None:
    env = kritzel.envs.solo("dizzle/1", outcomes=["11223344", "56"])
    env.reset(seed=1)
    assert "pool=11223344" in env.desk.position
    kept = env.state_dict()
    env.step(int(env.action_masks().argmax()))
    after = env.desk.position
    env.load_state_dict(kept)
    env.step(int(env.action_masks().argmax()))
    assert env.desk.position == after
    env.step(int(env.action_masks().argmax()))
    env.reset(options={"outcomes": ["66666666"], "deal": 4})
    assert "pool=66666666" in env.desk.position
    assert env.desk.deal == 4
    env.reset()
    assert "pool=11223344" in env.desk.position


def test_somebody_may_be_asked_for_outcomes() -> None:
    def lucky(desk: Desk) -> str | None:
        return "66666" if "throw=1" in desk.position else None

    del lucky
    env = kritzel.envs.aec(
        "border/1", 2, outcomes=lambda desk: "rrrrr" if "round=1" in desk.position else None
    )
    env.reset(seed=1)
    assert "dice=rrrrr" in env.desk.position


def test_an_environment_begins_where_it_is_told_and_comes_back() -> None:
    env = kritzel.envs.aec("traexx/1", 2)
    env.reset(seed=1)
    line = env.desk.position
    env.reset(seed=2, options={"position": line})
    assert env.desk.position == line
    kept = env.state_dict()
    seen = env.last()[0]
    env.step(int(seen["action_mask"].argmax()))
    env.load_state_dict(kept)
    assert env.desk.position == line
    assert np.array_equal(env.last()[0]["observation"], seen["observation"])
    with pytest.raises(ValueError, match="a deal is a whole number"):
        env.reset(options={"deal": -1})
    over = kritzel.envs.desk("traexx/1", 2)
    while not over.over:
        over.carry_on()
        for seat in over.seats:
            over.act(seat, over.paper.action("done"))
    with pytest.raises(ValueError, match="over before the first move"):
        env.reset(options={"position": over.position})


def test_sheets_of_ones_own_from_a_file() -> None:
    assert kritzel.envs.layout(Path(TINY), 1) == kritzel.envs.layout(kritzel.sheet_from(TINY), 1)
    with pytest.raises(ValueError, match="1 decision at least"):
        kritzel.envs.solo(Path(TINY), limit=0)
