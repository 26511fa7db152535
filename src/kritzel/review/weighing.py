"""What every whole move of a table is worth: for puzzles, and for whoever explores a finished game.

All whole moves are listed (each table that they lead to once), and race over rollouts with the same luck:
what is far behind is known well enough and left, the others are judged by luck of their own. So the best of
many noisy values is never praised for its noise.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from kritzel.game import Seat, State
from kritzel.review.judging import BEHIND, Rival, paired
from kritzel.review.story import Story
from kritzel.review.told import POINTS, WIN
from kritzel.review.ways import MOST, Way, Ways, whole_moves
from kritzel.review.yardstick import Yardstick, step_of

BARE = 8
"""Of a game without a twin each stage of a race has so many times fewer rollouts."""


class Effort(NamedTuple):
    """How many rollouts: a race by stages, then so many for whoever is left."""

    choosing: tuple[int, ...] = (16, 64, 160)
    judging: int = 320

    def over(self, by: int) -> Effort:
        """So many times less."""
        return Effort(tuple(max(4, each // by) for each in self.choosing), max(8, self.judging // by))


def _listed(
    story: Story, yardstick: Yardstick, state: State, seat: Seat, most: int
) -> tuple[list[Rival], bool]:
    """The ways to be weighed; where there are too many, what bots would do is among them."""
    found = whole_moves(story.game, state, seat, most + 1)
    whole = len(found) <= most
    if not whole:
        own = step_of(story.game, state, seat, partial(yardstick.choose, 0))
        first = [own, *yardstick.others(state, seat)]
        found = list({walk.state: walk for walk in (*first, *found)}.values())[:most]
    return [Rival(tuple(walk.moves), walk.state) for walk in found], whole


# Weighing ----------------------------------------------------------------------------------------------
def ways_of(
    story: Story, yardstick: Yardstick, state: State, seat: Seat, text: str, effort: Effort | None = None
) -> Ways:
    """What every whole move of the seat at this table is worth; `text` is what the luck comes from."""
    effort = effort or (Effort() if yardstick.twofold else Effort().over(BARE))
    most = MOST if yardstick.twofold else MOST // BARE
    rivals, whole = _listed(story, yardstick, state, seat, most)
    race = _Race(story, yardstick, seat, rivals)
    left, done = list(range(len(rivals))), 0
    for until in effort.choosing if len(rivals) > 1 else ():
        race.play(f"{text}/choose", done, until, left)
        left, done = race.ahead(left), until
    found = race.told(left, f"{text}/judge", effort.judging)
    return Ways(WIN if yardstick.company else POINTS, seat, found, whole)


class _Race:
    """Ways that race each other."""

    def __init__(self, story: Story, yardstick: Yardstick, seat: Seat, rivals: list[Rival]) -> None:
        self._story, self._yardstick = story, yardstick
        self._seat, self._rivals = seat, rivals

    def play(self, text: str, begin: int, end: int, which: Sequence[int]) -> None:
        """More rollouts for some."""
        states = [self._rivals[at].after for at in which]
        found = self._yardstick.values(states, text, begin, end, self._seat)
        for at, values in zip(which, found, strict=True):
            self._rivals[at].add(values, self._yardstick.company)

    def ahead(self, which: Collection[int]) -> list[int]:
        """Those that are not far behind the best."""
        best = self._best(which)
        return [at for at in which if not self._is_behind(at, best)]

    def told(self, left: Collection[int], text: str, judging: int) -> tuple[Way, ...]:
        """All ways, the best first: those left by luck of their own, the others as they raced."""
        best = self._best(left) if len(self._rivals) > 1 else 0
        raced = {at: self._way(at, best) for at in range(len(self._rivals)) if at not in left}
        if len(left) > 1:
            for at in left:
                self._rivals[at].worth = self._rivals[at].points = None
            self.play(text, 0, judging, list(left))
            best = self._best(left)
        judged = {at: self._way(at, best) for at in left}
        return tuple(sorted((raced | judged).values(), key=lambda way: way.gap))

    def _best(self, which: Collection[int]) -> int:
        return max(which, key=lambda at: float(self._rivals[at].worth[:, self._seat].mean()))

    def _is_behind(self, at: int, best: int) -> bool:
        gap, se = self._difference(best, at)
        return gap > BEHIND * se

    def _difference(self, one: int, other: int) -> list[float]:
        """How much more one brings than another, by the luck that both had."""
        many = min(len(self._rivals[one].worth), len(self._rivals[other].worth))
        return paired(self._rivals[one].worth[:many], self._rivals[other].worth[:many], self._seat)

    def _way(self, at: int, best: int) -> Way:
        rival, sheet = self._rivals[at], self._story.table.sheet
        texts = tuple(self._story.game.notation.move_text(sheet, move) for move in rival.moves)
        if at == best:
            return Way(texts, 0.0, 0.0, 0 if rival.worth is None else len(rival.worth))
        gap, se = self._difference(best, at)
        return Way(texts, gap, se, len(rival.worth))
