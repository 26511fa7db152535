"""What chance brought: the value after the outcome less the exact mean over all outcomes.

The same evaluation stands on both sides, so luck is 0 on average whatever the evaluation believes. Where it
is worked out by rollouts, tables before and after are played on with the same luck.
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from kritzel.review.plan import Part, Plan
from kritzel.review.story import Story, Thrown
from kritzel.review.yardstick import HUNDRED, Yardstick

if TYPE_CHECKING:
    from kritzel.fast.records import Reals

ALIKE = 1e-9
"""Values that differ by less are as good as each other."""


def weighed(story: Story, yardstick: Yardstick, nth: int) -> Part | None:
    """One chance event by looking at all that could have come; None where only rollouts tell."""
    thrown = story.nodes[nth]
    assert isinstance(thrown, Thrown), "only chance is weighed"
    outcomes, chances = zip(*thrown.chance.event.outcomes(), strict=True)
    found = yardstick.promises(thrown, outcomes)
    if found is None:
        return None
    concerned, values = found
    weights = [float(chance) for chance in chances]
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
        "as_good": fsum(w for w, v in zip(weights, mine, strict=True) if v >= mine[came] - ALIKE),
        "as_bad": fsum(w for w, v in zip(weights, mine, strict=True) if v <= mine[came] + ALIKE),
    }


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
