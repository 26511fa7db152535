"""How strong a bot was measured to be on a sheet, among the others with two seats (bench/strength.py)."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files


@cache
def ratings() -> dict[str, dict[str, int]]:
    """By sheet (`game/id`) and name of a bot; the planner has 1500 everywhere."""
    text = (files("kritzel.bots") / "ratings.json").read_text("utf-8")
    return {sheet: dict(found) for sheet, found in json.loads(text).items()}


def ratings_of(name: str) -> dict[str, int]:
    """The ratings of one bot, by sheet."""
    return {sheet: found[name] for sheet, found in ratings().items() if name in found}
