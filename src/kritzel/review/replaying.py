"""The game once more, with the luck that it had: what the reference player makes of it, at every seat.

Luck has keys as in the arena: the round, the kind, and the how-manieth of it. Where the record holds what
came for a key, and as many dice were thrown, the same comes again; else it comes anew, by a seed. How much
that was is told, so that nobody calls other dice the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from kritzel.arena.on_reference import Deal
from kritzel.arena.rollouts import seeds
from kritzel.game import Chance, Outcome, Seat, State
from kritzel.record import play_out
from kritzel.review.plan import Part
from kritzel.review.story import Story, Thrown
from kritzel.review.yardstick import Yardstick

MOST = 5_000
"""Decisions after which a game is broken off."""


class Again:
    """The luck of a story, handed out once more."""

    def __init__(self, story: Story, seed: int) -> None:
        self._game, self._anew = story.game, Deal(story.game, seed)
        self._asked = Counter[tuple[int, str]]()
        self._came = dict[tuple[int, str, int], Outcome]()
        self.replayed = 0
        self.events = 0
        for node in story.nodes:
            if isinstance(node, Thrown):
                self._came[self._key(node.before, node.chance)] = node.outcome
        self._asked.clear()

    def _key(self, state: State, chance: Chance) -> tuple[int, str, int]:
        kind = self._game.words.clock(state).now, chance.purpose
        self._asked[kind] += 1
        return *kind, self._asked[kind]

    def outcome(self, state: State, chance: Chance) -> Outcome:
        """What came then, if that can come now."""
        came, fresh = self._came.get(self._key(state, chance)), self._anew.outcome(state, chance)
        again = came is not None and came in chance.event
        self.events += 1
        self.replayed += again
        return came if came is not None and again else fresh


def replayed(story: Story, yardstick: Yardstick, games: int, text: str) -> Part:
    """Games of the reference player, a row of points each; where all luck is the same, one tells."""
    told: Part = {"points": [], "replayed": 0, "events": 0, "ended": True}
    for nth in range(games):
        luck = Again(story, int(seeds(f"{text}/{nth}", 1, 1)[0][0]))
        ended = play_out(story.game, story.table.start, _player(yardstick, nth), luck.outcome, MOST)
        told["points"].append([pad.total for pad in story.game.rules.score(ended.state)])
        told["replayed"] += luck.replayed
        told["events"] += luck.events
        told["ended"] = told["ended"] and ended.over is not None
        if told["replayed"] == told["events"]:
            break
    return told


def _player(yardstick: Yardstick, nth: int) -> Callable[[State, tuple[Seat, ...]], tuple[Seat, Any]]:
    def choose(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, Any]:
        return seats[0], yardstick.choose(nth, state, seats[0])

    return choose
