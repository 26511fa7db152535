"""Many solo games as one Gymnasium vector environment, in one compiled call per step. Needs Gymnasium.

`gymnasium.make_vec("kritzel.envs.gym:kritzel/Traexx-1-v0", 1024)` makes one. A game that ends is followed by
the next in the same step (`AutoresetMode.SAME_STEP`): what was seen last is in `info["final_obs"]`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kritzel.envs.desks import ILLEGAL, LIMIT
from kritzel.envs.rendering import MODES, render, render_mode_of
from kritzel.envs.vectors import Vector


class SoloVector(VectorEnv[Any, Any, Any]):
    """Solo games side by side. The allowed actions are `info["action_mask"]`, one row per game.

    As in `Solo`, an action that is not allowed ends its game with a reward of ILLEGAL, and with `strict`
    raises IllegalMove and nothing happens. `vector` is the environment of arrays underneath.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        sheet: str | Path | Any,
        num_envs: int = 1,
        *,
        boards: tuple[int, ...] = (),
        reward: str | None = None,
        limit: int = LIMIT,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.vector = Vector(sheet, 1, num_envs, boards=boards, reward=reward, limit=limit)
        self.num_envs, self._strict = num_envs, strict
        self.render_mode = render_mode_of(render_mode)
        self.single_observation_space, self.single_action_space = self.vector.paper.spaces()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def action_masks(self) -> Any:
        """Which actions are allowed now, one row per game."""
        return self.vector.last.action_mask.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games everywhere; the same seed brings the same luck."""
        if options:
            raise ValueError(f"many games at once take no options, not {', '.join(options)}: see `vector`")
        super().reset(seed=seed)
        step = self.vector.reset(seed)
        return step.observation.copy(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One move in each game."""
        chosen = np.array(actions, np.int64)
        wrong = np.empty(0, np.int64) if self._strict else self._refused(chosen)
        seen = self.vector.last.observation[wrong].copy()
        chosen[wrong] = self.vector.last.action_mask[wrong].argmax(1)
        step = self.vector.step(chosen)
        reward = step.reward[:, 0].astype(np.float64)
        ended = step.terminated.copy()
        truncated = step.truncated.copy()
        final = step.final.copy()
        self.vector.begin_anew(wrong[~(ended | truncated)[wrong]])
        reward[wrong], ended[wrong], truncated[wrong], final[wrong] = ILLEGAL, True, False, seen
        told = self._info() | self._finals(ended | truncated, wrong, final)
        return step.observation.copy(), reward, ended, truncated, told

    def _refused(self, chosen: Any) -> Any:
        """The games whose action their mask does not allow."""
        if chosen.shape != (self.num_envs,):
            return np.empty(0, np.int64)  # the environment underneath says what is wrong
        known = (chosen >= 0) & (chosen < self.vector.actions)
        mask = self.vector.last.action_mask
        allowed = mask[np.arange(self.num_envs), np.where(known, chosen, 0)]
        return np.flatnonzero(~(known & allowed))

    def _info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self.vector.last.action_mask.copy(), "_action_mask": everywhere}

    def _finals(self, over: Any, wrong: Any, final: Any) -> dict[str, Any]:
        """The infos of games that ended, in the form of Gymnasium's own vector environments."""
        if not over.any():
            return {}
        seen = np.full(self.num_envs, None, dtype=object)
        for at in np.flatnonzero(over):
            seen[at] = final[at]
        honest = over.copy()
        honest[wrong] = False  # their points went on with another move
        info = {"score": np.where(honest, self.vector.last.score[:, 0], 0), "_score": honest}
        return {"final_obs": seen, "_final_obs": over, "final_info": info, "_final_info": over}

    def render(self) -> tuple[Any, ...] | None:
        """All sheets, as `render_mode` says (docs/environments.md)."""
        if self.render_mode is None:
            return None
        return tuple(self._picture(at) for at in range(self.num_envs))

    def _picture(self, at: int) -> Any:
        paper = self.vector.paper
        state = paper.twin.to_state(paper.sheet, paper.packed, self.vector.table[at : at + 1])
        return render(paper.game.scene(state, 0, "en"), self.render_mode)
