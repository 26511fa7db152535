"""Solo games as Gymnasium environments. Importing this needs Gymnasium and registers its ids.

`gymnasium.make("kritzel.envs.gym:kritzel/Dizzle-1-v0")` imports and makes in one go.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium

from kritzel.envs.desks import ILLEGAL, LIMIT, Desk, Source
from kritzel.envs.episode import Episode
from kritzel.envs.rendering import MODES, render_mode_of
from kritzel.envs.sheets import has_environment
from kritzel.game import IllegalMove
from kritzel.games.catalogue import GAMES, sheets


class Solo(gymnasium.Env[Any, Any]):
    """A solo game. The allowed actions are `info["action_mask"]` and `action_masks()`.

    An action that is not allowed ends the game with a reward of ILLEGAL and the reason in `info["illegal"]`:
    Gymnasium's checker tries any action. With `strict` it raises IllegalMove and nothing happens.
    """

    metadata = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        sheet: str | Path | Any,
        *,
        boards: tuple[int, ...] = (),
        reward: str | None = None,
        outcomes: Source | None = None,
        limit: int = LIMIT,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode_of(render_mode)
        self.episode = Episode(sheet, 1, boards, reward, outcomes, limit)
        self.observation_space, self.action_space = self.desk.paper.spaces()
        self._strict = strict

    @property
    def desk(self) -> Desk:
        """The table under the environment: chance, copies, notation."""
        return self.episode.desk

    def action_masks(self) -> Any:
        """Which actions are allowed now."""
        return self.desk.mask(0).astype(bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game. Options: `deal`, `position`, `outcomes` (docs/environments.md)."""
        super().reset(seed=seed)
        self.episode.begin(self.np_random, options)
        self._show()
        return self.desk.observe(0), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One move."""
        try:
            reward = self.episode.act(action)[0]
        except IllegalMove as refusal:
            if self._strict:
                raise
            return self.desk.observe(0), ILLEGAL, True, False, {**self._info(), "illegal": str(refusal)}
        self._show()
        ended = self.episode.terminated, self.episode.truncated
        return self.desk.observe(0), reward, *ended, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.desk.mask(0), "score": self.desk.scores()[0]}

    def render(self) -> Any:
        """The sheet, as `render_mode` says (docs/environments.md)."""
        return self.episode.picture(0, self.render_mode)

    def _show(self) -> None:
        """Mode `human` renders after every step."""
        if self.render_mode == "human":
            self.render()

    def state_dict(self) -> dict[str, Any]:
        """All that `load_state_dict` needs."""
        return self.episode.state_dict()

    def load_state_dict(self, kept: dict[str, Any]) -> None:
        """Restore what `state_dict` returned."""
        self.episode.load_state_dict(kept)


def register() -> list[str]:
    """Make the ids of all printed sheets known to Gymnasium: `kritzel/Dizzle-1-v0` ..."""
    ids = []
    for slug in [slug for slug, game in GAMES.items() if 1 in game.seat_counts and has_environment(game)]:
        for sheet in sheets(slug):
            name = f"kritzel/{slug.capitalize()}-{sheet.id}-v0"
            if name not in gymnasium.registry:
                kwargs = {"sheet": f"{slug}/{sheet.id}"}
                many = "kritzel.envs.gym_vectors:SoloVector"
                gymnasium.register(name, "kritzel.envs.gym:Solo", kwargs=kwargs, vector_entry_point=many)
            ids.append(name)
    return ids


register()
