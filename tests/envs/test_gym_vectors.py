"""Many solo games for Gymnasium: the same games as one by one, and as its own vector environments tell it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import kritzel.envs
import kritzel.envs.gym
from kritzel.envs.desks import ILLEGAL
from kritzel.envs.gym_vectors import SoloVector
from kritzel.game import IllegalMove

ID = "kritzel.envs.gym:kritzel/Traexx-1-v0"


def random_actions(env: Any, rng: Any) -> Any:
    mask = env.unwrapped.action_masks()
    return np.argmax(rng.random(mask.shape) * mask, axis=1)


@pytest.mark.parametrize("mode", [None, "vector_entry_point"])
def test_gymnasium_makes_it(mode: Any) -> None:
    env = gymnasium.make_vec(ID, 8, vectorization_mode=mode, reward="gain")
    assert isinstance(env.unwrapped, SoloVector)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert env.single_observation_space.contains(seen[3])
    assert env.action_space.contains(random_actions(env, np.random.default_rng(0)))
    assert info["action_mask"].shape == (8, env.single_action_space.n)  # type: ignore[attr-defined]


def test_gymnasiums_wrappers_count_episodes() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium.make_vec(ID, 4, reward="score"))
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    counted: list[float] = []
    while len(counted) < 4:
        _, _, terminated, _, info = env.step(random_actions(env, rng))
        counted += info["episode"]["r"][terminated].tolist() if "episode" in info else []
    assert all(-60 <= points <= 60 for points in counted)


def test_each_game_is_the_one_played_alone() -> None:
    env, rng, ended = SoloVector("traexx/1", 3, reward="score"), np.random.default_rng(5), 0
    env.reset(seed=7)
    alone = [started_like(env, at) for at in range(3)]
    while ended < 6:
        actions = random_actions(env, rng)
        told = [one.step(int(action)) for one, action in zip(alone, actions, strict=True)]
        seen, reward, terminated, truncated, info = env.step(actions)
        assert not truncated.any()
        for at, (last, paid, over, _, one_info) in enumerate(told):
            assert (paid, over) == (reward[at], terminated[at])
            if over:
                assert np.array_equal(info["final_obs"][at], last)
                assert info["final_info"]["score"][at] == one_info["score"]
                alone[at], ended = started_like(env, at), ended + 1
            else:
                assert np.array_equal(seen[at], last)


def started_like(env: SoloVector, at: int) -> kritzel.envs.gym.Solo:
    one = kritzel.envs.solo("traexx/1", reward="score")
    one.reset(options={"deal": int(env.vector.deal[at])})
    return one


def test_a_wrong_action_ends_its_game_only() -> None:
    env = SoloVector("traexx/1", 3)
    before, info = env.reset(seed=1)
    actions = info["action_mask"].argmax(1)
    actions[1] = int(info["action_mask"][1].argmin())
    deals = env.vector.deal.copy()
    _, reward, terminated, truncated, told = env.step(actions)
    assert terminated.tolist() == [False, True, False]
    assert not truncated.any()
    assert reward.tolist() == [0.0, ILLEGAL, 0.0]
    assert np.array_equal(told["final_obs"][1], before[1])
    assert not told["final_info"]["_score"].any()
    assert (env.vector.deal != deals).tolist() == [False, True, False]
    assert env.step(np.full(3, 10**6))[2].all()
    with pytest.raises(ValueError, match="3 games need one action each"):
        env.step([0])


def test_strict_refuses_and_changes_nothing() -> None:
    env = SoloVector("traexx/1", 2, strict=True)
    _, info = env.reset(seed=1)
    table = env.vector.table.copy()
    with pytest.raises(IllegalMove, match=r"\[T"):
        env.step(info["action_mask"].argmin(1))
    assert np.array_equal(env.vector.table, table)
    with pytest.raises(ValueError, match="take no options, not deal"):
        env.reset(options={"deal": 3})


def test_pictures_of_all_games() -> None:
    env = SoloVector("traexx/1", 2, render_mode="ansi")
    env.reset(seed=1)
    assert ["Träxx" in picture for picture in env.render() or ()] == [True, True]
    assert SoloVector("traexx/1", 2).render() is None
