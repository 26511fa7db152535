"""What chance brought: the value after the outcome less the mean over all outcomes, exact unless there are
very many.

The same evaluation stands on both sides, so luck is 0 on average whatever the evaluation believes. Where it
is worked out by rollouts, tables before and after are played on with the same luck.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import fsum
from random import Random
from typing import TYPE_CHECKING

from kritzel.game import Outcome
from kritzel.review.plan import Part, Plan
from kritzel.review.story import Story, Thrown
from kritzel.review.yardstick import HUNDRED, Yardstick

if TYPE_CHECKING:
    from kritzel.fast.records import Reals

LISTED, DRAWS = 1000, 500
"""With company up to so many outcomes are all looked at (seven dice have 792); of more, so many draws: the
error of their mean is a twentieth of the spread."""
RARE = 1 / DRAWS
"""What no draw brought is told as if one had."""
ALIKE = 1e-9
"""Values that differ by less are as good as each other."""


def weighed(story: Story, yardstick: Yardstick, nth: int, text: str) -> Part | None:
    """One chance event by looking at all that could have come, or at many draws where that is too much
    (`text` is what their luck comes from); None where only rollouts tell."""
    thrown = story.nodes[nth]
    assert isinstance(thrown, Thrown), "only chance is weighed"
    outcomes, weights = _could_come(thrown, yardstick.company, f"{text}/throws")
    found = yardstick.promises(thrown, outcomes)
    if found is None:
        return None
    concerned, values = found
    means = [
        fsum(weight * value for weight, value in zip(weights, column, strict=True)) for column in values.T
    ]
    spreads = [spread(weights, column, mean) for column, mean in zip(values.T, means, strict=True)]
    seat = concerned if concerned >= 0 else spreads.index(max(spreads))
    came = outcomes.index(thrown.outcome)
    mine = values[:, seat]
    return {
        "seat": seat,
        "mean": means,
        "value": [float(value) for value in values[came]],
        "sd": spreads[seat],
        "as_good": fsum(w for w, v in zip(weights, mine, strict=True) if v >= mine[came] - ALIKE) or RARE,
        "as_bad": fsum(w for w, v in zip(weights, mine, strict=True) if v <= mine[came] + ALIKE) or RARE,
    }


def _could_come(thrown: Thrown, company: bool, text: str) -> tuple[list[Outcome], list[float]]:
    """Outcomes and their weights. Draws leave luck 0 on average too: they know nothing of what came, which is
    among the outcomes, but has no weight of its own."""
    found = list(islice(thrown.chance.event.outcomes(), LISTED + 1 if company else None))
    if not company or len(found) <= LISTED:
        return [outcome for outcome, _ in found], [float(chance) for _, chance in found]
    luck = Random(text).randrange
    drawn = Counter(thrown.chance.event.sample(luck) for _ in range(DRAWS))
    weights = {thrown.outcome: 0.0} | {outcome: many / DRAWS for outcome, many in drawn.items()}
    return list(weights), list(weights.values())


def spread(weights: list[float], values: Reals, mean: float) -> float:
    """How far values with these weights lie around their mean."""
    return float(fsum(w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True)) ** 0.5)


def rolled(story: Story, yardstick: Yardstick, plan: Plan, nth: int, text: str) -> Part:
    """One chance event by rollouts from the tables before and after it."""
    thrown = story.nodes[nth]
    assert isinstance(thrown, Thrown), "only chance is weighed"
    found = yardstick.values([thrown.before, thrown.after], f"{text}/luck", 0, plan.luck, 0)
    before, after = [HUNDRED * each.shares if yardstick.company else each.points for each in found]
    differences = after - before
    return {
        "mean": before.mean(0).tolist(),
        "value": after.mean(0).tolist(),
        "se": (differences.std(0, ddof=1) / len(differences) ** 0.5).tolist(),
    }
