"""Every game as a PettingZoo AEC environment. Importing this needs PettingZoo.

One agent per seat: `seat_0`, `seat_1` ... Where several seats may act at the same time they are asked in seat
order, each until it is done, and none sees what the others chose before all are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from kritzel.envs.desks import LIMIT, Desk, Source
from kritzel.envs.episode import Episode
from kritzel.envs.rendering import MODES, render_mode_of


class Zoo(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """One game for PettingZoo. Observations are `{"observation": ..., "action_mask": ...}`."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": MODES,
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        sheet: str | Path | Any,
        seats: int = 2,
        *,
        boards: tuple[int, ...] = (),
        reward: str | None = None,
        outcomes: Source | None = None,
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode_of(render_mode)
        self.episode = Episode(sheet, seats, boards, reward, outcomes, limit)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen, actions = self.desk.paper.spaces()
        mask = Box(0, 1, (self.desk.paper.actions,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(int(actions.n)) for agent in self.possible_agents}
        self._rng = np.random.default_rng()
        self.agents: list[str] = []

    @property
    def desk(self) -> Desk:
        """The table under the environment: chance, copies, notation."""
        return self.episode.desk

    def observation_space(self, agent: str) -> Space[Any]:
        """What the agent can be shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """What the agent can do: the moves of the sheet as numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Options: `deal`, `position`, `outcomes` (docs/environments.md)."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.episode.begin(self._rng, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._stand()

    def step(self, action: Any) -> None:
        """The selected agent acts. IllegalMove, and nothing happens, for what its mask does not allow."""
        if not self.agents:
            raise ValueError("no game is running: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        paid = self.episode.act(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, paid, strict=True))
        self._accumulate_rewards()
        self._stand()

    def _stand(self) -> None:
        """Who is next, or that the game has ended."""
        self.terminations = dict.fromkeys(self.agents, self.episode.terminated)
        self.truncations = dict.fromkeys(self.agents, self.episode.truncated)
        over = self.episode.terminated or self.episode.truncated
        self.agent_selection = self.agents[0 if over else self.episode.seat]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """What the agent sees and may do now; its mask is empty until it is asked."""
        seat = self._seat[agent]
        mask = self.desk.mask(seat)
        if self.episode.truncated or seat not in self.desk.seats[:1]:
            mask[:] = 0
        return {"observation": self.desk.observe(seat), "action_mask": mask}

    def render(self) -> Any:
        """The sheet of the selected agent, as `render_mode` says (docs/environments.md)."""
        return self.episode.picture(self._seat[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""

    def state_dict(self) -> dict[str, Any]:
        """All that `load_state_dict` needs."""
        told = ("agents", "rewards", "_cumulative_rewards", "agent_selection", "terminations", "truncations")
        kept = {name: getattr(self, name).copy() for name in told if name != "agent_selection"}
        return {**kept, "agent_selection": self.agent_selection, "episode": self.episode.state_dict()}

    def load_state_dict(self, kept: dict[str, Any]) -> None:
        """Restore what `state_dict` returned."""
        self.episode.load_state_dict(kept["episode"])
        self.agent_selection = kept["agent_selection"]
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(self, name, kept[name].copy())
        self.infos = {agent: {} for agent in self.agents}

    def __str__(self) -> str:
        return self.desk.paper.name
