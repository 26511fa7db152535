"""What one step was worth: against the reference player's at the same table, and against the best that was
found.

Rollouts with the same luck within a pair, and fresh luck for every decision. The better move is chosen by
one set of luck and judged by another, else the best of many noisy values would make every move a mistake.
Where the step ends at a table that the reference player might have reached itself, nothing is played at all:
the difference is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from kritzel.arena.rollouts import Values
from kritzel.review.labels import LEAST_JUDGED, LEAST_WIN, Measured
from kritzel.review.plan import Part, Plan
from kritzel.review.story import Step, Story, Walk
from kritzel.review.yardstick import HUNDRED, TIES, Yardstick, step_of

if TYPE_CHECKING:
    from kritzel.fast.records import Reals

BEHIND = 3.0
"""Who is so many standard errors behind the best is out of the race."""
SIGN, FAINT = 1.0, 0.5
"""In a hurry a decision is left at the end of the choosing where no gap is a standard error wide, and earlier
where none is half of one. So labels are missed, now and then, and none is made up."""
FINDS = 100
"""So many rollouts at most judge a find: it costs nobody anything if one is missed."""
PLAYED, OWN = 0, 1
"""Which rivals are always there: the step played and the reference player's."""


@dataclass
class Rival:
    """A step in the race, and what its rollouts brought so far: in the unit and in points, a row each."""

    moves: tuple[Any, ...]
    after: Any
    worth: Any = None
    points: Any = None

    def add(self, values: Values, company: bool) -> None:
        """More rollouts."""
        import numpy as np

        more = HUNDRED * values.shares if company else values.points
        self.worth = more if self.worth is None else np.concatenate([self.worth, more])
        self.points = values.points if self.points is None else np.concatenate([self.points, values.points])


def judged(story: Story, yardstick: Yardstick, plan: Plan, nth: int, text: str) -> Part:
    """The part of a review about one step, as plain data."""
    step = story.nodes[nth]
    assert isinstance(step, Step), "only steps are judged"
    options = _options(story, step)
    told: Part = {"options": options, "same": True}
    if options == 1:
        return told
    own = reference_step(story, yardstick, step)
    if own is None:
        return told | _found(story, yardstick, plan, step, text)
    rivals = [Rival(step.moves, step.after), Rival(tuple(own.moves), own.state)]
    if plan.candidates:
        rivals += _more(yardstick, step, rivals)
    race = Race(story, yardstick, plan, step, rivals)
    return {**told, "same": False, **race.run(text)}


def _found(story: Story, yardstick: Yardstick, plan: Plan, step: Step, text: str) -> Part:
    """How far the reference player's own step is ahead of the second best, where simple players would not
    have made it; nothing where it is not ahead, or where nobody looks."""
    if not plan.candidates or any(
        walk.state == step.after for walk in yardstick.simple(step.before, step.seat)
    ):
        return {}
    played = Rival(step.moves, step.after)
    race = Race(story, yardstick, plan, step, [played, *_more(yardstick, step, [played])])
    return race.lead(text)


def _options(story: Story, step: Step) -> int:
    """How many moves there were: at the first of its moves with more than one."""
    game, state = story.game, step.before
    for move in step.moves:
        if (count := len(game.rules.moves(state, step.seat))) > 1:
            return count
        state = game.rules.play(state, step.seat, move)
    return 1


def reference_step(story: Story, yardstick: Yardstick, step: Step) -> Walk | None:
    """The reference player's step; None where it leads to the same table, or might."""
    first = None
    for nth in range(TIES):
        walk = step_of(story.game, step.before, step.seat, partial(yardstick.choose, nth))
        if walk.state == step.after:
            return None
        if first is not None and walk.state == first.state and nth > 1:
            break
        first = first or walk
    return first


def _more(yardstick: Yardstick, step: Step, rivals: list[Rival]) -> list[Rival]:
    """What others would do, each table once."""
    seen, more = [rival.after for rival in rivals], list[Rival]()
    for walk in yardstick.others(step.before, step.seat):
        if walk.state not in seen:
            seen.append(walk.state)
            more.append(Rival(tuple(walk.moves), walk.state))
    return more


class Race:
    """The steps that might be best at one table."""

    def __init__(
        self, story: Story, yardstick: Yardstick, plan: Plan, step: Step, rivals: list[Rival]
    ) -> None:
        self._story = story
        self._yardstick = yardstick
        self._plan = plan
        self._step = step
        self.rivals, self._alive = rivals, list(range(len(rivals)))

    def run(self, text: str) -> Part:
        """Choose by one set of luck, judge by another."""
        done, stages = 0, self._plan.choosing
        for until in stages:
            self._play(f"{text}/choose", done, until, self._alive)
            done = until
            self._drop()
            best = max(self._alive, key=self._mean)
            if self._plan.hurry and self._matters_little(best, SIGN if until == stages[-1] else FAINT):
                return self._told(best, {"chose": self._difference(best, PLAYED)}, {})
        chosen = {"chose": self._difference(best, PLAYED)}
        firsts = {at: self.rivals[at].worth for at in self._alive}
        final = self._finalists(best)
        parked = [(self.rivals[at].worth, self.rivals[at].points) for at in final]
        for at in final:
            self.rivals[at].worth = self.rivals[at].points = None
        self._judge(text, best, final)
        judging = {at: self.rivals[at].worth for at in final}
        told = self._told(best, chosen, judging)
        self._join(final, parked)
        told |= self._effect()
        told["alternatives"] = self._alternatives(firsts)
        return told

    def _finalists(self, best: int) -> list[int]:
        """Who is judged: in a hurry the reference player's step only if it is the best, or may be beaten."""
        gap, se = self._difference(PLAYED, OWN)
        if self._plan.hurry and gap <= SIGN * se:
            return sorted({PLAYED, best})
        return sorted({PLAYED, OWN, best})

    def _judge(self, text: str, best: int, final: list[int]) -> None:
        """With luck of its own; in a hurry left early where all is clear."""
        done = 0
        for until in (*self._plan.looks, self._plan.judging):
            self._play(f"{text}/judge", done, until, final)
            done = until
            if until < self._plan.judging and self._is_clear(best, OWN in final):
                return

    def _is_clear(self, best: int, rated: bool) -> bool:
        """Whether more judging would hardly change what is told: there is no sign of a gap any more, or one
        is there beyond doubt."""
        loss = Measured(*self._difference(best, PLAYED))
        own = Measured(*self._difference(PLAYED, OWN)) if rated else Measured(0.0, 0.0)
        if not (loss.beyond(FAINT) or own.beyond(FAINT)):
            return True
        sure = [each.beyond(BEHIND) and each.mean >= LEAST_WIN for each in (loss, own)]
        return len(self.rivals[PLAYED].worth) >= LEAST_JUDGED and any(sure)

    def lead(self, text: str) -> Part:
        """How far the step played is ahead of the second best, chosen and judged by different luck."""
        self._play(f"{text}/choose", 0, self._plan.choosing[0], self._alive)
        second = max(self._alive[1:], key=self._mean)
        gap, se = self._difference(PLAYED, second)
        if gap <= 2 * se:
            return {}
        pair = [PLAYED, second]
        for at in pair:
            self.rivals[at].worth = self.rivals[at].points = None
        judging = min(self._plan.judging, FINDS)
        self._play(f"{text}/judge", 0, judging, pair)
        ahead = self._difference(PLAYED, second)
        return {"ahead": {"moves": self._texts(second), "gain": ahead, "n": judging}}

    def _play(self, text: str, begin: int, end: int, which: list[int]) -> None:
        states = [self.rivals[at].after for at in which]
        found = self._yardstick.values(states, text, begin, end, self._step.seat, self._plan.turns)
        for at, values in zip(which, found, strict=True):
            self.rivals[at].add(values, self._yardstick.company)

    def _mean(self, at: int) -> float:
        return float(self.rivals[at].worth[:, self._step.seat].mean())

    def _difference(self, one: int, other: int) -> list[float]:
        """How much more one brings the seat than another, and the standard error."""
        return paired(self.rivals[one].worth, self.rivals[other].worth, self._step.seat)

    def _drop(self) -> None:
        best = max(self._alive, key=self._mean)
        self._alive = [at for at in self._alive if at in (PLAYED, OWN, best) or not self._is_behind(at, best)]

    def _is_behind(self, at: int, best: int) -> bool:
        gap, se = self._difference(best, at)
        return gap > BEHIND * se

    def _matters_little(self, best: int, sign: float) -> bool:
        """Whether nothing will be told here: a label needs a sign of it where the best is chosen."""
        gaps = [self._difference(best, PLAYED), self._difference(PLAYED, OWN)]
        return not any(gap > sign * se and gap + 2 * se >= LEAST_WIN for gap, se in gaps)

    def _join(self, final: list[int], parked: list[tuple[Any, Any]]) -> None:
        """Both sets of luck together: the reference player was not chosen by either."""
        import numpy as np

        for at, (worth, points) in zip(final, parked, strict=True):
            self.rivals[at].worth = np.concatenate([worth, self.rivals[at].worth])
            self.rivals[at].points = np.concatenate([points, self.rivals[at].points])

    # Telling -----------------------------------------------------------------------------------------
    def _told(self, best: int, chosen: Part, judging: dict[int, Any]) -> Part:
        loss = paired(judging[best], judging[PLAYED], self._step.seat) if judging else [0.0, 0.0]
        own = paired(judging[PLAYED], judging[OWN], self._step.seat) if OWN in judging else [0.0, 0.0]
        told = {
            **chosen,
            "best": None if best == PLAYED else self._texts(best),
            "reference": self._texts(OWN),
            "loss": loss,
            "own": own,
            "judged": len(judging[PLAYED]) if judging else 0,
        }
        return told if judging else told | self._effect() | {"alternatives": []}

    def _texts(self, at: int) -> list[str]:
        game, sheet = self._story.game, self._story.table.sheet
        return [game.notation.move_text(sheet, move) for move in self.rivals[at].moves]

    def _effect(self) -> Part:
        """What the step changed for every seat, in the unit and in points, by all rollouts that both had."""
        played, own = self.rivals[PLAYED], self.rivals[OWN]
        seats, both = range(self._story.seats), len(own.worth)
        worth = [paired(played.worth[:both], own.worth, seat) for seat in seats]
        points = [paired(played.points[:both], own.points, seat) for seat in seats]
        whole = all(each[0] == each[0] for each in points)
        return {"effect": worth, "points": points if whole else None, "rollouts": len(played.worth)}

    def _alternatives(self, firsts: dict[int, Any]) -> list[Part]:
        """All that stayed in the race, against the step played, by the luck that chose among them."""
        found = [
            {
                "moves": self._texts(at),
                "gain": paired(worth, firsts[PLAYED], self._step.seat),
                "n": len(worth),
            }
            for at, worth in firsts.items()
            if at != PLAYED
        ]
        return sorted(found, key=lambda each: -each["gain"][0])


def paired(one: Reals, other: Reals, seat: int) -> list[float]:
    """The mean difference of rollouts with the same luck, and its standard error."""
    differences = one[:, seat] - other[:, seat]
    count = len(differences)
    spread = float(differences.std(ddof=1)) if count > 1 else 0.0
    return [float(differences.mean()), spread / count**0.5]
