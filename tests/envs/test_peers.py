"""The peers' own checkers: PettingZoo's and Gymnasium's. Their warnings are errors, but for those named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import kritzel.envs
import kritzel.envs.gym
from kritzel.envs.desks import ILLEGAL
from kritzel.game import IllegalMove
from kritzel.games import catalogue
from tests.envs.tables import TABLES, own_sheet

AS_THE_PEERS_DO = [
    # Observations with an action mask are dictionaries, as in PettingZoo's own board games.
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    # Once the game is over nobody has an action.
    "ignore:Action mask numpy array is all zeros:UserWarning",
]
SOLO = kritzel.envs.gym.register()


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.filterwarnings(*AS_THE_PEERS_DO)
def test_pettingzoo_finds_nothing_wrong(name: str, seats: int) -> None:
    sheet = own_sheet(name)
    api_test(kritzel.envs.aec(sheet, seats, reward="gain"), num_cycles=100)
    seed_test(lambda: kritzel.envs.aec(sheet, seats), num_cycles=40)


@pytest.mark.parametrize("name", SOLO)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped)


def test_every_sheet_that_can_be_played_alone_has_an_id() -> None:
    alone = [slug for slug, game in catalogue.GAMES.items() if 1 in game.seat_counts]
    assert len(SOLO) == sum(len(catalogue.sheets(slug)) for slug in alone)
    assert "kritzel/Traexx-1-v0" in SOLO


def test_making_an_id_imports_what_it_needs() -> None:
    env = gymnasium.make("kritzel.envs.gym:kritzel/Dizzle-8-v0", reward="gain")
    assert env.action_space == gymnasium.spaces.Discrete(int(env.unwrapped.action_space.n))  # type: ignore[attr-defined]


def test_a_wrong_action_ends_a_solo_game_or_raises_if_asked_to() -> None:
    env = kritzel.envs.solo("dizzle/1")
    _, info = env.reset(seed=1)
    wrong = int(info["action_mask"].argmin())
    _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (ILLEGAL, True, False)
    assert "[D" in info["illegal"]
    strict = kritzel.envs.solo("dizzle/1", strict=True)
    strict.reset(seed=1)
    with pytest.raises(IllegalMove):
        strict.step(wrong)
    assert strict.action_masks().any()


def test_a_wrong_action_at_pettingzoos_table_raises_and_changes_nothing() -> None:
    env = kritzel.envs.aec("border/1", 2)
    env.reset(seed=3)
    before = env.desk.position
    with pytest.raises(IllegalMove, match=r"\[B"):
        env.step(500)
    with pytest.raises(ValueError, match="whole numbers from 0 to 548, not None"):
        env.step(None)
    assert env.desk.position == before


@pytest.mark.filterwarnings(*AS_THE_PEERS_DO)
def test_a_game_without_end_is_broken_off() -> None:
    env = kritzel.envs.aec("border/1", 2, limit=30)
    env.reset(seed=1)
    for agent in env.agent_iter(31):
        seen, _, terminated, truncated, _ = env.last()
        ended = terminated or truncated
        env.step(None if ended else env.action_space(agent).sample(seen["action_mask"]))
    assert not terminated
    assert truncated
    solo = kritzel.envs.solo("traexx/1", limit=2)
    solo.reset(seed=1)
    done = solo.desk.paper.action("done")
    assert solo.step(done)[2:4] == (False, False)
    assert solo.step(done)[1:4] == (-60.0, False, True)


def test_no_step_without_a_game() -> None:
    zoo, solo = kritzel.envs.aec("dizzle/1", 2), kritzel.envs.solo("dizzle/1")
    for env in (zoo, solo):
        with pytest.raises(ValueError, match="no game is running: call reset first"):
            env.step(0)


def test_pictures_in_every_mode(capsys: pytest.CaptureFixture[str]) -> None:
    for mode, good in SHOWN.items():
        env, solo = (
            kritzel.envs.aec("traexx/1", 2, render_mode=mode),
            kritzel.envs.solo("dizzle/1", render_mode=mode),
        )
        env.reset(seed=1)
        solo.reset(seed=1)
        assert good(env.render())
        assert good(solo.render())
    assert "Träxx" in capsys.readouterr().out
    with pytest.raises(ValueError, match="no render mode 'film', only: human, ansi, svg, rgb_array"):
        kritzel.envs.solo("dizzle/1", render_mode="film")


SHOWN: dict[str | None, Callable[[Any], bool]] = {
    "ansi": lambda picture: "Träxx" in picture or "Dizzle" in picture,
    "svg": lambda picture: picture.startswith("<svg"),
    "rgb_array": lambda picture: picture.shape[1:] == (480, 3) and picture.std() > 20,
    "human": lambda picture: picture is None,
    None: lambda picture: picture is None,
}


def test_people_see_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    solo = kritzel.envs.solo("traexx/1", render_mode="human")
    solo.reset(seed=1)
    solo.step(solo.desk.paper.action("done"))
    assert capsys.readouterr().out.count("Träxx") == 2


@pytest.mark.filterwarnings(*AS_THE_PEERS_DO)
def test_pettingzoos_own_test_of_pictures() -> None:
    render_test(lambda render_mode=None: kritzel.envs.aec("traexx/1", 2, render_mode=render_mode), SHOWN)


def test_without_what_makes_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    solo = kritzel.envs.solo("traexx/1", render_mode="rgb_array")
    solo.reset(seed=1)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(kritzel.envs.NotInstalled, match=r"needs resvg_py: install kritzel\[envs\]"):
        solo.render()
