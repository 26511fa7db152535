"""Many games in one call: each is the same game the reference engine plays on the same deal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kritzel.envs
from kritzel.envs.desks import MODES, Desk
from kritzel.envs.vectors import Vector
from kritzel.game import Decision, IllegalMove, Over
from tests.envs.tables import TABLES, own_sheet

GAMES = 6


def random_actions(env: Vector, rng: Any) -> Any:
    mask = env.last.action_mask
    return np.argmax(rng.random(mask.shape) * mask, axis=1)


def desks(env: Vector) -> list[Desk]:
    """A desk for each game of the environment, at its beginning."""
    made = [Desk(env.paper, int(deal)) for deal in env.deal]
    for desk in made:
        desk.carry_on()
    return made


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_game_is_the_one_the_desk_plays(name: str, seats: int) -> None:
    env, rng = kritzel.envs.vector(own_sheet(name), seats, GAMES, seed=11), np.random.default_rng(1)
    beside, ended = desks(env), 0
    for _ in range(120):
        actions = random_actions(env, rng)
        for desk, seat, action in zip(beside, env.last.seat, actions, strict=True):
            desk.act(int(seat), int(action))
            desk.carry_on()
        step = env.step(actions)
        for at, desk in enumerate(beside):
            assert step.terminated[at] == desk.over
            assert tuple(step.score[at]) == desk.scores()
            if desk.over:
                assert step.reward[at].tolist() == pytest.approx(desk.pay(env._mode))
                ended += 1
                desk.restart(int(env.deal[at]))
                desk.carry_on()
            assert int(step.seat[at]) == desk.seats[0]
            assert np.array_equal(step.observation[at], desk.observe(desk.seats[0]))
            assert np.array_equal(step.action_mask[at], desk.mask(desk.seats[0]))
    assert ended or name.startswith("border") or seats > 1


@pytest.mark.parametrize(
    ("name", "seats"), [("dizzle/7", 3), ("border/1", 2), ("traexx/1", 1), ("traexx/1", 4)]
)
def test_an_episode_replayed_by_the_reference_scores_the_same(name: str, seats: int) -> None:
    env, rng = kritzel.envs.aec(name, seats, reward="score"), np.random.default_rng(3)
    told: list[str] = []
    env.unwrapped.episode._usual = lambda desk: told.append("chance")
    env.reset(seed=5)
    game, state = env.desk.paper.game, env.desk.paper.start
    fresh = Desk(env.desk.paper, env.desk.deal)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        total[agent] += reward
        if terminated:
            env.step(None)
            continue
        state = reveal_all(fresh, state)
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        seat = env.possible_agents.index(agent)
        state = game.rules.play(state, seat, env.desk.paper.twin.to_move(state.sheet, action))
        fresh.act(seat, action)
        env.step(action)
    pending = game.rules.pending(state)
    assert isinstance(pending, Over)
    assert [score.total for score in game.rules.score(state)] == list(total.values())
    assert told


def reveal_all(fresh: Desk, state: Any) -> Any:
    """The reference, given what chance brought on the desk beside it."""
    game = fresh.paper.game
    while not isinstance(game.rules.pending(state), Decision):
        many = fresh.paper.twin.outcome(fresh.paper.packed, fresh.table, fresh.deal, fresh._faces)
        state = game.rules.reveal(state, tuple(fresh._faces[:many].tolist()))
        fresh.roll()
    return state


@pytest.mark.parametrize("reward", MODES)
def test_rewards(reward: str) -> None:
    env, rng = kritzel.envs.vector("traexx/1", 3, 50, reward=reward, seed=4), np.random.default_rng(2)
    paid = np.zeros((50, 3))
    for _ in range(400):
        step = env.step(random_actions(env, rng))
        paid += step.reward
        over = step.terminated
        expected = {"score": step.score, "gain": step.score + 60, "win": None, "margin": None}[reward]
        if expected is not None:
            assert np.allclose(paid[over], expected[over])
        elif reward == "win":
            best = step.score == step.score.max(1, keepdims=True)
            assert np.allclose(paid[over], (best / best.sum(1, keepdims=True))[over])
        else:
            others = (step.score.sum(1, keepdims=True) - step.score) / 2
            assert np.allclose(paid[over], (step.score - others)[over])
        paid[over] = 0


def test_the_same_seed_brings_the_same_games_and_no_two_tables_the_same() -> None:
    env = kritzel.envs.vector("traexx/1", 2, 100, seed=9)
    first = env.deal.copy()
    assert len(set(first.tolist())) == 100
    env.reset()
    assert not np.isin(env.deal, first).any()
    assert env.episodes == 200
    env.reset(9)
    assert np.array_equal(env.deal, first)


def test_arrays_stay_the_same_from_call_to_call() -> None:
    env, rng = kritzel.envs.vector("traexx/1", 2, 4), np.random.default_rng(0)
    before = env.last
    assert env.step(random_actions(env, rng)) is before
    assert env.layout == kritzel.envs.layout("traexx/1", 2)


def test_tables_may_be_changed_from_outside() -> None:
    env = kritzel.envs.vector("traexx/1", 1, 2)
    desk = kritzel.envs.desk("traexx/1", 1)
    desk.feed("oyba")
    env.table[1] = desk.table[0]
    assert np.array_equal(env.show().observation[1], desk.observe(0))


def test_greedy_beats_random_moves() -> None:
    env, rng = kritzel.envs.vector("traexx/1", 2, 200, reward="win", seed=1), np.random.default_rng(0)
    wins = np.zeros(2)
    for _ in range(120):
        step = env.step(np.where(env.last.seat == 0, env.greedy(), random_actions(env, rng)))
        wins += step.reward.sum(0)
    assert wins[0] > 10 * wins[1]


def test_afterstates_are_what_a_copy_of_the_desk_sees() -> None:
    env, rng = kritzel.envs.vector("traexx/1", 1, 5, seed=2), np.random.default_rng(0)
    for _ in range(30):
        for game, action, seen in zip(*env.afterstates(), strict=True):
            desk = Desk(env.paper)
            desk.table[:] = env.table[game]
            desk.act(0, int(action))
            assert np.array_equal(seen, desk.observe(0))
        env.step(random_actions(env, rng))
    with pytest.raises(ValueError, match="in secret"):
        kritzel.envs.vector("traexx/1", 2, 1).afterstates()


@pytest.mark.slow
def test_broken_off_games_pay_and_begin_anew() -> None:
    env, rng = kritzel.envs.vector("border/1", 2, 3, limit=20, reward="score"), np.random.default_rng(0)
    for _ in range(20):
        step = env.step(random_actions(env, rng))
    assert step.truncated.all()
    assert not step.terminated.any()
    assert np.array_equal(step.reward, step.score)
    assert (env.table["round"] == 1).all()


def test_wrong_actions_are_refused_and_nothing_happens() -> None:
    env = kritzel.envs.vector("traexx/1", 2, 3)
    before = env.table.copy()
    with pytest.raises(IllegalMove, match=r"game 2: .*\[T"):
        env.step([312, 312, int(np.argmin(env.last.action_mask[2]))])
    with pytest.raises(ValueError, match="from 0 to 312, not 313"):
        env.step([312, 313, 312])
    with pytest.raises(ValueError, match="3 games need one action each"):
        env.step([312])
    assert np.array_equal(env.table, before)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"sheet": "dizzle/99"}, "There is no sheet 'dizzle/99'"),
        ({"sheet": "chess"}, "There is no game 'chess'"),
        ({"sheet": "border/1", "seats": 1}, "2 to 4 seats"),
        ({"sheet": "dizzle/1", "seats": 5}, "1 to 4 seats"),
        ({"sheet": "traexx/1", "boards": (1, 1)}, "different"),
        ({"sheet": "dizzle/1", "reward": "fame"}, "no reward 'fame', only: score, margin, win, gain"),
        ({"sheet": "dizzle/1", "games": 0}, "1 at least"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, LookupError), match=words):
        kritzel.envs.vector(**settings)
