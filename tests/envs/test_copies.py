"""Environments can be copied and pickled: that is how searches and training frameworks keep them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kritzel.envs
from kritzel.envs.gym_vectors import SoloVector

pytestmark = pytest.mark.slow

COPIES = [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]
WAYS = pytest.mark.parametrize("again", COPIES, ids=["deepcopy", "pickle"])


@WAYS
def test_a_desk(again: Callable[[Any], Any]) -> None:
    desk = kritzel.envs.desk("dizzle/1", 2, deal=5)
    desk.carry_on()
    other = again(desk)
    assert other.position == desk.position
    other.act(0, int(other.actions(0)[0]))
    assert other.position != desk.position
    assert other.paper.action_text(0) == desk.paper.action_text(0)


@WAYS
@pytest.mark.parametrize("make", [lambda: kritzel.envs.solo("traexx/1"), lambda: SoloVector("traexx/1", 3)])
def test_what_gymnasium_plays(make: Callable[[], Any], again: Callable[[Any], Any]) -> None:
    env = make()
    env.reset(seed=4)
    other = again(env)
    for _ in range(30):
        mask = np.atleast_2d(env.action_masks())
        action = mask.argmax(1) if isinstance(env, SoloVector) else mask[0].argmax()
        mine, its = env.step(action), other.step(action)
        assert np.array_equal(mine[0], its[0])
        assert np.array_equal(mine[1], its[1])
        if not isinstance(env, SoloVector) and mine[2]:
            break


@WAYS
def test_what_pettingzoo_plays(again: Callable[[Any], Any]) -> None:
    env = kritzel.envs.aec("border/1", 2)
    env.reset(seed=4)
    other = again(env)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert other.desk.position != env.desk.position
    other.step(int(other.observe(other.agent_selection)["action_mask"].argmax()))
    assert other.desk.position == env.desk.position


@WAYS
def test_many_games(again: Callable[[Any], Any]) -> None:
    env = kritzel.envs.vector("dizzle/1", 2, 5, seed=3)
    other = again(env)
    for _ in range(10):
        actions = env.last.action_mask.argmax(1)
        assert np.array_equal(env.step(actions).observation, other.step(actions).observation)
    assert other.last.observation is not env.last.observation
