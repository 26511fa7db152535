"""One game after the other on a desk, as both peers' environments play it: luck, limit and rewards."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np

from kritzel.envs.desks import Desk, Fed, Script, Source, reward_mode
from kritzel.envs.rendering import render
from kritzel.envs.sheets import paper
from kritzel.envs.vector_loop import GAIN, TRIES

DEALS = (1 << 63) - 1


class Episode:
    """A game up to the next decision, again and again. Chance is fed from `outcomes`, else it is luck."""

    def __init__(
        self,
        sheet: str | Path | Any,
        seats: int,
        boards: tuple[int, ...],
        reward: str | None,
        outcomes: Source | None,
        limit: int,
    ) -> None:
        if limit < 1:
            raise ValueError(f"the limit is 1 decision at least, not {limit}")
        self.desk = Desk(paper(sheet, seats, boards))
        self.mode, self.limit, self.decisions = reward_mode(reward, seats), limit, 0
        self._usual = _source(outcomes)
        self._source = copy(self._usual)
        self._before: tuple[int, ...] = ()

    @property
    def terminated(self) -> bool:
        """Whether the game has ended."""
        return self.desk.over

    @property
    def truncated(self) -> bool:
        """Whether the game was broken off."""
        return self.decisions >= self.limit and not self.desk.over

    @property
    def seat(self) -> int:
        """The seat to decide: where several may act, the first of them. ValueError if no game is running."""
        asked = self.desk.seats
        if not asked or self.truncated:
            raise ValueError("no game is running: call reset first")
        return asked[0]

    def begin(self, rng: np.random.Generator, options: dict[str, Any] | None = None) -> None:
        """A new game up to its first decision. Options: `deal`, `position`, `outcomes`."""
        chosen = options or {}
        for _ in range(TRIES):
            self.desk.restart(_deal(chosen["deal"]) if "deal" in chosen else int(rng.integers(DEALS)))
            self._source = _source(chosen["outcomes"]) if "outcomes" in chosen else copy(self._usual)
            if "position" in chosen:
                self.desk.lay(chosen["position"])
            self.desk.carry_on(self._source)
            if not self.desk.over:
                self.decisions, self._before = 0, self.desk.scores()
                return
        raise ValueError("nobody has anything to decide: the game is over before the first move")

    def act(self, action: int) -> tuple[float, ...]:
        """The seat acts (see `Desk.act`), then chance; the rewards of all seats."""
        self.desk.act(self.seat, action)
        self.desk.carry_on(self._source)
        self.decisions += 1
        if self.mode == GAIN:
            before, self._before = self._before, self.desk.scores()
            sign = -1.0 if self.desk.paper.game.facts.fewest_win else 1.0
            return tuple(sign * (now - then) for now, then in zip(self._before, before, strict=True))
        if self.terminated or self.truncated:
            return self.desk.pay(self.mode)
        return (0.0,) * self.desk.paper.seats

    def picture(self, seat: int, render_mode: str | None) -> Any:
        """The seat's sheet as that seat sees it."""
        if render_mode is None:
            return None
        game, state = self.desk.paper.game, self.desk.state
        return render(game.scene(game.rules.view(state, seat), seat, "en"), render_mode)

    def state_dict(self) -> dict[str, Any]:
        """All that `load_state_dict` needs."""
        kept = {"desk": self.desk.state_dict(), "decisions": self.decisions, "before": self._before}
        return {**kept, "source": copy(self._source)}

    def load_state_dict(self, kept: dict[str, Any]) -> None:
        """Restore what `state_dict` returned."""
        self.desk.load_state_dict(kept["desk"])
        self.decisions, self._before = kept["decisions"], kept["before"]
        self._source = copy(kept["source"])


def _source(outcomes: Source | None) -> Callable[[Desk], Fed | None] | None:
    if outcomes is None or callable(outcomes):
        return outcomes
    return Script(outcomes)


def _deal(deal: Any) -> int:
    if not isinstance(deal, int | np.integer) or not 0 <= deal <= DEALS:
        raise ValueError(f"a deal is a whole number from 0 to {DEALS}, not {deal!r}")
    return int(deal)
