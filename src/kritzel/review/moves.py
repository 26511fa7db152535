"""What a move was worth: against the reference player's at the same table, and against the best one found.

Rollouts have the same luck within a pair, and fresh luck for every decision. The better move is chosen by
one set of luck and judged by another, else the best of many noisy values would make every move a mistake.
Where the step ends at a table that the reference player might have reached too, nothing is played: the
difference is 0.

`move_values` does the same for all whole moves of a table, for puzzles and for exploring a finished game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from kritzel.bots.rollouts import Values
from kritzel.fast.records import Reals
from kritzel.game import Seat, State
from kritzel.review.history import History, MoveNode, Walk, walk_step
from kritzel.review.labels import LEAST_JUDGED, LEAST_WIN, NOTHING, Measured
from kritzel.review.models import POINTS, WIN
from kritzel.review.move_values import MAX_MOVES, MoveValue, MoveValues, whole_moves
from kritzel.review.plan import RolloutPlan
from kritzel.review.yardstick import Yardstick, in_unit

TIES = 6
"""Moves that the reference player is asked for: between equals it decides by lot, and one of them may be the
move that was played."""
BEHIND = 3.0
"""A move that is this number of standard errors behind the best leaves the race."""
SIGN, FAINT = 1.0, 0.5
"""In a hurry a decision is left at the end of the choosing where no gap is a standard error wide, and earlier
where none is half of one. This misses some labels and makes up none."""
FIND_ROLLOUTS = 100
"""At most, to judge a find."""
CHOOSING, JUDGING = (16, 64, 160), 320
"""Rollouts of `move_values`: a race by stages, then to judge those that are left."""
CHOOSING_SLOW, JUDGING_SLOW, MAX_MOVES_SLOW = (4, 8, 20), 40, 20
"""The same, and the number of moves, in a game without a twin."""


@dataclass(frozen=True)
class Candidate:
    """Another step, in notation: how much more it brings than the one it is compared with."""

    moves: list[str]
    gain: Measured
    rollouts: int


@dataclass(frozen=True)
class MoveFigures:
    """What rollouts found out about one step."""

    options: int
    """The number of moves that there were."""
    same: bool
    """Whether the reference player plays the same. Then there is nothing else but `ahead`."""
    ahead: Candidate | None = None
    """The second best, where simple players would not have found the step."""
    reference: list[str] = field(default_factory=list)
    best: list[str] | None = None
    """None where it is the step played."""
    chose: Measured = NOTHING
    """The loss by the rollouts that chose the best."""
    judged: int = 0
    """Rollouts after the best was chosen. `loss` and `own` come from them."""
    loss: Measured = NOTHING
    own: Measured = NOTHING
    """The gain on the reference player's step."""
    effect: list[Measured] = field(default_factory=list)
    """The gain on the reference player's step for every seat, by all rollouts that both had."""
    points: list[Measured] | None = None
    """The effect in points, if no rollout was cut."""
    rollouts: int = 0
    alternatives: list[Candidate] = field(default_factory=list)


@dataclass(eq=False)
class Rival:
    """A step in a race, and the rollouts from the table after it."""

    moves: Sequence[Any]
    after: State
    rollouts: list[Values] = field(default_factory=list)

    @property
    def played(self) -> int:
        return sum(len(each.points) for each in self.rollouts)

    def restart(self) -> Rival:
        return Rival(self.moves, self.after)


class Race:
    """Steps of one seat, compared by rollouts with the same luck."""

    def __init__(self, history: History, yardstick: Yardstick, seat: Seat, turns: int = 1) -> None:
        self._history, self._yardstick, self.seat, self._turns = history, yardstick, seat, turns

    def play(self, rivals: Sequence[Rival], text: str, begin: int, end: int) -> None:
        states = [rival.after for rival in rivals]
        found = self._yardstick.roll_out(states, text, begin, end, self.seat, self._turns)
        for rival, values in zip(rivals, found, strict=True):
            rival.rollouts.append(values)

    def values(self, rival: Rival) -> Reals:
        """In the unit, a row for each rollout."""
        return np.concatenate([in_unit(each, self._yardstick.company) for each in rival.rollouts])

    def gain(self, one: Rival, other: Rival) -> Measured:
        """How much more one brings the seat than the other, by the luck that both had."""
        return paired(self.values(one), self.values(other), self.seat)

    def best(self, rivals: Sequence[Rival]) -> Rival:
        return max(rivals, key=lambda rival: float(self.values(rival)[:, self.seat].mean()))

    def is_behind(self, rival: Rival, best: Rival) -> bool:
        gap = self.gain(best, rival)
        return gap.mean > BEHIND * gap.se

    def texts(self, rival: Rival) -> list[str]:
        game, sheet = self._history.game, self._history.table.sheet
        return [game.notation.move_text(sheet, move) for move in rival.moves]

    def effect(self, one: Rival, other: Rival) -> tuple[list[Measured], list[Measured] | None]:
        """The gain of every seat, in the unit and in points (None where rollouts were cut)."""
        seats, values = range(self._history.seats), (self.values(one), self.values(other))
        rows = [np.concatenate([each.points for each in rival.rollouts]) for rival in (one, other)]
        points = [paired(rows[0], rows[1], seat) for seat in seats]
        whole = all(each.mean == each.mean for each in points)
        return [paired(*values, seat) for seat in seats], points if whole else None


def paired(one: Reals, other: Reals, seat: Seat) -> Measured:
    """The mean difference of rollouts with the same luck, and its standard error."""
    both = min(len(one), len(other))
    differences = one[:both, seat] - other[:both, seat]
    spread = float(differences.std(ddof=1)) if both > 1 else 0.0
    return Measured(float(differences.mean()), spread / both**0.5)


# One step ----------------------------------------------------------------------------------------------
def judge_move(history: History, yardstick: Yardstick, plan: RolloutPlan, nth: int, text: str) -> MoveFigures:
    """One step of a history, with the luck of `text`."""
    step = history.move_node(nth)
    options = _count_options(history, step)
    if options == 1:
        return MoveFigures(options, same=True)
    race = Race(history, yardstick, step.seat, plan.turns)
    played = Rival(step.moves, step.after)
    reference = reference_step(history, yardstick, step)
    if reference is None:
        return MoveFigures(options, same=True, ahead=_find(race, yardstick, plan, step, played, text))
    own = Rival(reference.moves, reference.state)
    others = _candidates(yardstick, step, [played, own]) if plan.candidates else []
    return _compare(race, plan, options, played, own, others, text)


def _count_options(history: History, step: MoveNode) -> int:
    """The number of moves at the first small move with more than one."""
    game, state = history.game, step.before
    for move in step.moves:
        if (count := len(game.rules.moves(state, step.seat))) > 1:
            return count
        state = game.rules.play(state, step.seat, move)
    return 1


def reference_step(history: History, yardstick: Yardstick, step: MoveNode) -> Walk | None:
    """The reference player's step; None where it leads to the same table, or might."""
    first = None
    for nth in range(TIES):
        walk = walk_step(history.game, step.before, step.seat, partial(yardstick.choose, nth))
        if walk.state == step.after:
            return None
        if first is not None and walk.state == first.state and nth > 1:
            break
        first = first or walk
    return first


def _candidates(yardstick: Yardstick, step: MoveNode, rivals: list[Rival]) -> list[Rival]:
    """More steps to look at, one for each table that they lead to."""
    seen, more = [rival.after for rival in rivals], list[Rival]()
    for walk in yardstick.candidates(step.before, step.seat):
        if walk.state not in seen:
            seen.append(walk.state)
            more.append(Rival(walk.moves, walk.state))
    return more


def _find(
    race: Race, yardstick: Yardstick, plan: RolloutPlan, step: MoveNode, played: Rival, text: str
) -> Candidate | None:
    """The second best, if the step played is ahead of it and not an obvious one."""
    if not plan.candidates or any(
        walk.state == step.after for walk in yardstick.obvious(step.before, step.seat)
    ):
        return None
    others = _candidates(yardstick, step, [played])
    race.play([played, *others], f"{text}/choose", 0, plan.choosing[0])
    second = race.best(others)
    gap = race.gain(played, second)
    if gap.mean <= 2 * gap.se:
        return None
    pair, rollouts = (played.restart(), second.restart()), min(plan.judging, FIND_ROLLOUTS)
    race.play(pair, f"{text}/judge", 0, rollouts)
    return Candidate(race.texts(second), race.gain(*pair), rollouts)


def _compare(
    race: Race, plan: RolloutPlan, options: int, played: Rival, own: Rival, others: list[Rival], text: str
) -> MoveFigures:
    best, alive, clear = _choose(race, plan, [played, own, *others], text)
    figures = partial(
        MoveFigures,
        options,
        same=False,
        reference=race.texts(own),
        best=None if best is played else race.texts(best),
        chose=race.gain(best, played),
    )
    if clear:
        effect, points = race.effect(played, own)
        return figures(effect=effect, points=points, rollouts=played.played)
    again = {rival: rival.restart() for rival in (played, own, best)}
    gap = race.gain(played, own)
    if plan.hurry and best is not own and gap.mean <= SIGN * gap.se:
        del again[own]
    loss, gain = _judge(race, plan, again[best], again[played], again.get(own), text)
    joined = {
        rival: Rival(rival.moves, rival.after, rival.rollouts + more.rollouts)
        for rival, more in again.items()
    }
    effect, points = race.effect(joined[played], joined.get(own, own))
    gains = [
        Candidate(race.texts(rival), race.gain(rival, played), rival.played)
        for rival in alive
        if rival is not played
    ]
    return figures(
        judged=again[played].played,
        loss=loss,
        own=gain,
        effect=effect,
        points=points,
        rollouts=joined[played].played,
        alternatives=sorted(gains, key=lambda each: -each.gain.mean),
    )


def _choose(race: Race, plan: RolloutPlan, rivals: list[Rival], text: str) -> tuple[Rival, list[Rival], bool]:
    """The best one, all that stayed in the race, and whether no label can come of it (only in a hurry)."""
    played, own, done = rivals[0], rivals[1], 0
    for until in plan.choosing:
        race.play(rivals, f"{text}/choose", done, until)
        done, best = until, race.best(rivals)
        rivals = [
            rival for rival in rivals if rival in (played, own, best) or not race.is_behind(rival, best)
        ]
        sign = SIGN if until == plan.choosing[-1] else FAINT
        gaps = [race.gain(best, played), race.gain(played, own)]
        clear = not any(gap.mean > sign * gap.se and gap.mean + 2 * gap.se >= LEAST_WIN for gap in gaps)
        if plan.hurry and clear:
            return best, rivals, True
    return best, rivals, False


def _judge(
    race: Race, plan: RolloutPlan, best: Rival, played: Rival, own: Rival | None, text: str
) -> tuple[Measured, Measured]:
    """The loss, and the gain on the reference player's step. In a hurry the judging ends early where more
    rollouts would hardly change what is said."""
    done = 0
    for until in (*plan.looks, plan.judging):
        race.play(
            list(dict.fromkeys(each for each in (played, own, best) if each)), f"{text}/judge", done, until
        )
        done, loss = until, race.gain(best, played)
        gain = race.gain(played, own) if own else NOTHING
        if not (loss.beyond(FAINT) or gain.beyond(FAINT)):
            break
        sure = [each.beyond(BEHIND) and each.mean >= LEAST_WIN for each in (loss, gain)]
        if until >= LEAST_JUDGED and any(sure):
            break
    return loss, gain


# All whole moves ---------------------------------------------------------------------------------------
def move_values(
    history: History,
    yardstick: Yardstick,
    state: State,
    seat: Seat,
    text: str,
    rollouts: tuple[Sequence[int], int] | None = None,
) -> MoveValues:
    """The value of every whole move of the seat at this table, with the luck of `text`. `rollouts`: to choose
    by stages, and to judge."""
    fast = yardstick.fast
    choosing, judging = rollouts or ((CHOOSING, JUDGING) if fast else (CHOOSING_SLOW, JUDGING_SLOW))
    most = MAX_MOVES if fast else MAX_MOVES_SLOW
    walks = whole_moves(history.game, state, seat, most + 1)
    whole = len(walks) <= most
    if not whole:  # what bots would do is among the moves that are not left out
        own = walk_step(history.game, state, seat, partial(yardstick.choose, 0))
        first = [own, *yardstick.candidates(state, seat)]
        walks = list({walk.state: walk for walk in (*first, *walks)}.values())[:most]
    race = Race(history, yardstick, seat)
    values = _race_all(race, [Rival(walk.moves, walk.state) for walk in walks], text, choosing, judging)
    return MoveValues(WIN if yardstick.company else POINTS, seat, values, whole)


def _race_all(
    race: Race, rivals: list[Rival], text: str, choosing: Sequence[int], judging: int
) -> tuple[MoveValue, ...]:
    """All moves, the best first: those left by luck of their own, the others as they raced."""
    if len(rivals) == 1:
        return (MoveValue(tuple(race.texts(rivals[0])), 0.0, 0.0, 0),)
    left, done = rivals, 0
    for until in choosing:
        race.play(left, f"{text}/choose", done, until)
        best, done = race.best(left), until
        left = [rival for rival in left if not race.is_behind(rival, best)]
    best = race.best(left)
    values = [_move_value(race, rival, best) for rival in rivals if rival not in left]
    if len(left) > 1:
        left = [rival.restart() for rival in left]
        race.play(left, f"{text}/judge", 0, judging)
        best = race.best(left)
    values += [_move_value(race, rival, best) for rival in left]
    return tuple(sorted(values, key=lambda value: value.gap))


def _move_value(race: Race, rival: Rival, best: Rival) -> MoveValue:
    gap = NOTHING if rival is best else race.gain(best, rival)
    return MoveValue(tuple(race.texts(rival)), gap.mean, gap.se, rival.played)
